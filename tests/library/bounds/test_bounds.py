"""Bounds on quadratics: exactness of the tight form, validity of the repaired one, misuse."""

from fractions import Fraction as Q

import numpy as np
import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dptheory.bounds.quadratic import (
    exact_loss,
    noise_level,
    sharp_loss_bound,
)
from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import (
    expected_loss,
    is_stable,
    point_start,
    power,
    second_moments,
    spectral_radius,
)

FAMILY = (
    gradient(Q(1, 3)),
    heavy_ball(Q(1, 3), Q(2, 5)),
    heavy_ball(Q(1, 4), Q(1, 4)),
    nesterov(Q(1, 4), Q(1, 2)),
    momentum(Q(1, 5), Q(1, 3), Q(3, 4)),
)
SPECTRUM = (Q(1, 2), Q(1), Q(3))
# Rounding of a few dozen operations with the conditioning of the cases below.
ROUNDING = 1e-10


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: f"{m.name}-{m.beta}")
def test_closed_form_equals_the_recursion_exactly(method: Method) -> None:
    errors, previous, variance = (Q(2), Q(-1), Q(3)), (Q(1), Q(1, 2), Q(-4)), Q(5, 7)
    paths = [
        second_moments(method, value, variance, point_start(e, p), 15)
        for value, e, p in zip(SPECTRUM, errors, previous, strict=True)
    ]
    for t in range(16):
        moments = sum(v * path[t][0] for v, path in zip(SPECTRUM, paths, strict=True)) / 2
        assert exact_loss(method, SPECTRUM, variance, errors, t, previous) == moments


def test_closed_form_agrees_with_the_vectorised_recursion_in_floats() -> None:
    spectrum = np.linspace(0.5, 3.0, 40)
    errors = np.random.default_rng(0).normal(size=40)
    path = expected_loss(from_spectrum(spectrum), heavy_ball(0.4, 0.7), 0.3, errors, 200)
    for t in (0, 1, 10, 200):
        closed = exact_loss(heavy_ball(0.4, 0.7), list(spectrum), 0.3, list(errors), t)
        assert closed == pytest.approx(path[t], rel=1e-12)


def test_loops_by_hand() -> None:
    # Without noise and momentum: the textbook rate.
    loss = exact_loss(gradient(Q(1, 4)), [Q(2)], Q(0), [Q(3)], 5)
    assert loss == Q(1, 2) * 2 * 9 * Q(1, 2) ** 10
    # alpha lambda = (1 - sqrt beta)^2 with beta = 1/4: both eigenvalues are 1/2.
    double = heavy_ball(Q(1, 4), Q(1, 4)).closed_loop(Q(1))
    assert [float(power(double, t)[0][0] * 2**t) for t in (50, 100, 200)] == [51, 101, 201]
    # alpha lambda = 1 without momentum reaches the minimiser in one step: rho = 0.
    method = gradient(Q(1, 2))
    assert [sharp_loss_bound(method, [Q(2)], Q(0), Q(18), t) for t in (0, 1)] == [18, 0]
    assert exact_loss(method, [Q(2)], Q(0), [Q(3)], 1) == 0


@given(
    st.floats(0.01, 1.99),
    st.floats(0.0, 0.95),
    st.floats(0.0, 1.5),
    st.floats(0.05, 1.0),
    st.integers(0, 60),
    st.floats(0.0, 10.0),
    st.integers(0, 2**32 - 1),
)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_bound_holds_over_the_family(
    alpha: float, beta: float, eta: float, mu: float, t: int, variance: float, seed: int
) -> None:
    method, spectrum = momentum(alpha, beta, eta), [mu, (mu + 1) / 2, 1.0]
    radius = max(spectral_radius(method, value) for value in spectrum)
    assume(all(is_stable(method, value) for value in spectrum))
    # Next to rho = 0 the radius of a double eigenvalue is nothing but rounding.
    assume(radius > 1e-3)
    errors, previous = np.random.default_rng(seed).normal(size=(2, 3))
    square = float((errors**2).sum() + (previous**2).sum())
    exact = exact_loss(method, spectrum, variance, list(errors), t, list(previous))
    bound = sharp_loss_bound(method, spectrum, variance, square, t)
    assert exact <= bound * (1 + ROUNDING) + ROUNDING


@pytest.mark.parametrize("t", [0, 1, 2, 9, 40])
def test_sharp_bound_is_attained_at_a_double_eigenvalue(t: int) -> None:
    method = heavy_ball(Q(1, 4), Q(1, 4))
    (e, f), _ = power(method.closed_loop(Q(1)), t)
    square = e * e + f * f
    exact = exact_loss(method, [Q(1)], Q(0), [e], t, [f])
    assert exact == sharp_loss_bound(method, [Q(1)], Q(0), square, t)


def test_certified_evaluation_in_balls() -> None:
    method = heavy_ball(arb(1) / 10, arb(1) / 2)
    spectrum = [arb(1) / 2, arb(1)]
    ball = sharp_loss_bound(method, spectrum, arb(1) / 100, arb(8), 30)
    value = sharp_loss_bound(heavy_ball(0.1, 0.5), [0.5, 1.0], 0.01, 8.0, 30)
    assert ball.overlaps(arb(value, 1e-12 * value))
    assert ball.rel_accuracy_bits() > 30


@pytest.mark.parametrize("t", [0, 1, 7])
def test_spectral_norm_is_the_largest_singular_value(t: int) -> None:
    matrix = np.random.default_rng(t).normal(size=(2, 2))
    found = spectral_norm(tuple(tuple(float(x) for x in row) for row in matrix))
    assert found == pytest.approx(np.linalg.norm(matrix, 2), rel=1e-14)


def test_spectral_norm_symbolically() -> None:
    a, b, c, d = sympy.symbols("a b c d", real=True)
    plus = (a + d) ** 2 + (b - c) ** 2
    minus = (a - d) ** 2 + (b + c) ** 2
    # (s1 + s2)^2 + (s1 - s2)^2 = 2 ||.||_F^2 and (s1 + s2)^2 - (s1 - s2)^2 = 4 s1 s2 = 4 |det|.
    assert sympy.expand(plus + minus - 2 * (a**2 + b**2 + c**2 + d**2)) == 0
    assert sympy.expand(plus - minus - 4 * (a * d - b * c)) == 0
    assert spectral_norm(((a, b), (c, d))) == (sympy.sqrt(plus) + sympy.sqrt(minus)) / 2


def test_noise_gain_is_the_limit_of_the_exact_loss_and_the_closed_form() -> None:
    alpha, beta = Q(1, 3), Q(2, 5)
    gain = heavy_ball_noise_gain(alpha, beta, SPECTRUM)
    assert gain == noise_level(heavy_ball(alpha, beta), SPECTRUM, Q(1))
    assert gain == sum(
        alpha * (1 + beta) / (2 * (1 - beta) * (2 + 2 * beta - alpha * value)) for value in SPECTRUM
    )
    late = exact_loss(heavy_ball(1 / 3, 0.4), [0.5, 1.0, 3.0], 1.0, [0.0] * 3, 400)
    assert late == pytest.approx(float(gain), rel=1e-12)
    # Half the squared H2 norm, by its series.
    value, method = 2.0, heavy_ball(0.3, 0.5)
    series = sum(0.3**2 * power(method.closed_loop(value), j)[0][0] ** 2 for j in range(200))
    assert heavy_ball_noise_gain(0.3, 0.5, [value]) == pytest.approx(value * series / 2, rel=1e-12)

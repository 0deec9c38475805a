"""Bounds on quadratics: exactness of the tight form, validity of the repaired one, misuse."""

from fractions import Fraction as Q

import numpy as np
import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dptheory.bounds.quadratic import exact_loss, noise_level, sharp_loss_bound
from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov
from dptheory.simulation import spectral_radius
from dptheory.simulation.moments import is_stable, point_start, power, second_moments

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


METHODS = st.builds(momentum, st.floats(0.01, 1.99), st.floats(0.0, 0.95), st.floats(0.0, 1.5))
SEEDS = st.integers(0, 2**32 - 1)


@given(METHODS, st.floats(0.05, 1.0), st.integers(0, 60), st.floats(0.0, 10.0), SEEDS)
@settings(max_examples=300, derandomize=True)
def test_bound_holds_over_the_family(method, mu, t, variance, seed):
    spectrum = [mu, (mu + 1) / 2, 1.0]
    radius = max(spectral_radius(method, value) for value in spectrum)
    assume(all(is_stable(method, value) for value in spectrum))
    # Next to rho = 0 the radius of a double eigenvalue is nothing but rounding.
    assume(radius > 1e-3)
    errors, previous = np.random.default_rng(seed).normal(size=(2, 3))
    square = float((errors**2).sum() + (previous**2).sum())
    exact = exact_loss(method, spectrum, variance, list(errors), t, list(previous))
    bound = sharp_loss_bound(method, spectrum, variance, square, t)
    assert exact <= bound * (1 + ROUNDING) + ROUNDING


@pytest.mark.parametrize("t", [0, 1, 2, 9, 40, 200])
def test_sharp_bound_is_attained_at_a_double_eigenvalue(t: int) -> None:
    # alpha lambda = (1 - sqrt beta)^2 with beta = 1/4: both eigenvalues are 1/2.
    method = heavy_ball(Q(1, 4), Q(1, 4))
    (e, f), _ = power(method.closed_loop(Q(1)), t)
    assert e * 2**t == t + 1, "linear growth is needed"
    exact = exact_loss(method, [Q(1)], Q(0), [e], t, [f])
    assert exact == sharp_loss_bound(method, [Q(1)], Q(0), e * e + f * f, t)


def test_sharp_bound_covers_a_nilpotent_loop() -> None:
    # alpha lambda = 1 without momentum reaches the minimiser in one step: rho = 0.
    method = gradient(Q(1, 2))
    assert sharp_loss_bound(method, [Q(2)], Q(0), Q(18), 0) == 18
    assert sharp_loss_bound(method, [Q(2)], Q(0), Q(18), 1) == 0
    assert exact_loss(method, [Q(2)], Q(0), [Q(3)], 1) == 0


def test_certified_evaluation_in_balls() -> None:
    method = heavy_ball(arb(1) / 10, arb(1) / 2)
    spectrum = [arb(1) / 2, arb(1)]
    ball = sharp_loss_bound(method, spectrum, arb(1) / 100, arb(8), 30)
    value = sharp_loss_bound(heavy_ball(0.1, 0.5), [0.5, 1.0], 0.01, 8.0, 30)
    assert ball.overlaps(arb(value, 1e-12 * value))
    assert ball.rel_accuracy_bits() > 30


def test_noise_level_is_the_limit_of_the_exact_loss_and_half_the_squared_h2_norm() -> None:
    method, spectrum = heavy_ball(1 / 3, 0.4), [0.5, 1.0, 3.0]
    level = noise_level(method, spectrum, 1.0)
    late = exact_loss(method, spectrum, 1.0, [0.0] * 3, 400)
    assert late == pytest.approx(level, rel=1e-12)
    powers = [[power(method.closed_loop(v), j)[0][0] ** 2 for j in range(200)] for v in spectrum]
    series = sum(v * sum(row) / 9 for v, row in zip(spectrum, powers, strict=True)) / 2
    assert level == pytest.approx(series, rel=1e-12)

"""Exact moments: limit cases, closed forms, exact arithmetic, misuse."""

from fractions import Fraction as Q
from itertools import product

import numpy as np
import pytest
import sympy
from flint import arb

from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov
from dptheory.problems.quadratic import Quadratic
from dptheory.simulation.moments import (
    expected_loss,
    first_moments,
    growth_polynomials,
    heavy_ball_rate,
    heavy_ball_stationary_variance,
    is_stable,
    point_start,
    power,
    second_moments,
    spectral_radius,
    squared_spectral_radius,
    stationary_covariance,
    trace_and_determinant,
)

FAMILY = (
    gradient(Q(1, 3)),
    heavy_ball(Q(1, 3), Q(2, 5)),
    nesterov(Q(1, 4), Q(1, 2)),
    momentum(Q(1, 5), Q(1, 3), Q(3, 4)),
)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_without_noise_the_second_moments_are_products_of_the_means(method: Method) -> None:
    means = first_moments(method, Q(3, 2), (Q(2), Q(-1)), 12)
    moments = second_moments(method, Q(3, 2), Q(0), point_start(Q(2), Q(-1)), 12)
    assert moments == [(e * e, e * f, f * f) for e, f in means]


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_recursion_averages_over_all_two_point_noise_paths(method: Method) -> None:
    steps, curvature, sigma = 5, Q(3, 2), Q(1, 2)
    total = [Q(0)] * (steps + 1)
    for signs in product((-1, 1), repeat=steps):
        x, before = Q(2), Q(1)
        path = [x]
        for sign in signs:
            y = x + method.eta * (x - before)
            released = curvature * y + sign * sigma
            x, before = x - method.alpha * released + method.beta * (x - before), x
            path.append(x)
        total = [a + b * b for a, b in zip(total, path, strict=True)]
    exact = second_moments(method, curvature, sigma**2, point_start(Q(2), Q(1)), steps)
    assert [a / 2**steps for a in total] == [xx for xx, _, _ in exact]


def test_varying_parameters_and_noise_are_used_in_their_iteration() -> None:
    methods = [gradient(Q(1)), heavy_ball(Q(1, 2), Q(1, 2)), gradient(Q(1, 4))]
    variances = [Q(1), Q(0), Q(16)]
    moments = second_moments(methods, Q(1), variances, point_start(Q(3)), 3)
    # Step 1: e_1 = -w_0. Step 2: e_2 = e_1/2 + (e_1 - 3)/2. Step 3: e_3 = 3/4 e_2 - w_2/4.
    assert [xx for xx, _, _ in moments] == [9, 1, 1 + Q(9, 4), Q(9, 16) * Q(13, 4) + 1]


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_stationary_covariance_is_a_fixed_point(method: Method) -> None:
    curvature, v = Q(3, 2), Q(7, 3)
    fixed = stationary_covariance(method, curvature, v)
    assert second_moments(method, curvature, v, fixed, 1)[1] == fixed
    assert all(isinstance(x, Q) for x in fixed)


def test_heavy_ball_closed_form_is_the_fixed_point_for_all_parameters() -> None:
    a, b, lam, v = sympy.symbols("alpha beta lambda v", positive=True)
    closed = heavy_ball_stationary_variance(a, b, lam, v)
    fixed = stationary_covariance(heavy_ball(a, b), lam, v)
    assert sympy.simplify(closed - fixed[0]) == 0
    assert sympy.simplify(closed - fixed[2]) == 0


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7])
def test_power_is_the_repeated_product(method: Method, exponent: int) -> None:
    matrix = method.closed_loop(Q(3, 2))
    repeated = sympy.eye(2)
    symbolic = sympy.Matrix(2, 2, lambda i, j: sympy.Rational(str(matrix[i][j])))
    for _ in range(exponent):
        repeated = repeated * symbolic
    found = power(matrix, exponent)
    assert all(
        sympy.Rational(str(found[i][j])) == repeated[i, j] for i in range(2) for j in range(2)
    )


def test_growth_polynomials_are_divided_differences() -> None:
    r, s = Q(1, 2), Q(-1, 3)
    values = growth_polynomials(r + s, r * s, 6)
    assert values[0] == 0
    assert values[1:] == [(r ** (k + 1) - s ** (k + 1)) / (r - s) for k in range(7)]


def test_squared_radius_of_complex_eigenvalues_is_exactly_beta() -> None:
    beta = Q(1, 3)
    assert squared_spectral_radius(heavy_ball(Q(1, 10), beta), Q(10)) == beta


def test_radius_of_real_eigenvalues_is_rational_when_it_can_be() -> None:
    # Eigenvalues 1/2 and 1/4: beta = 1/8, 1 + beta - alpha lambda = 3/4.
    assert spectral_radius(heavy_ball(Q(3, 8), Q(1, 8)), Q(1)) == Q(1, 2)


def test_irrational_radius_is_enclosed_in_balls() -> None:
    ball = spectral_radius(heavy_ball(arb(1) / 20, arb(1) / 3), arb(1))
    value = spectral_radius(heavy_ball(0.05, 1 / 3), 1.0)
    assert ball.overlaps(arb(value, 1e-14))
    # The double eigenvalue 1/3, where no ball of finite radius decides the discriminant's sign.
    ninth = arb(1) / 9
    double = spectral_radius(heavy_ball(4 * ninth, ninth), arb(1))
    assert double.contains(arb(1) / 3)
    squared = squared_spectral_radius(heavy_ball(4 * ninth, ninth), arb(1))
    # A discriminant of 1e-16, which the balls allow, moves the squared radius by about 3e-9.
    assert squared.contains(ninth)
    assert squared.contains(ninth + arb(1) / 10**9)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_radius_agrees_with_numerical_eigenvalues(method: Method) -> None:
    floats = Method(method.name, float(method.alpha), float(method.beta), float(method.eta))
    curvatures = np.array([0.3, 1.0, 2.7, 9.0])
    batch = spectral_radius(floats, curvatures)
    for curvature, radius in zip(curvatures, batch, strict=True):
        matrix = np.array(floats.closed_loop(float(curvature)))
        expected = np.abs(np.linalg.eigvals(matrix)).max()
        assert radius == pytest.approx(expected, rel=1e-7)
        assert spectral_radius(floats, float(curvature)) == pytest.approx(expected, rel=1e-7)
        assert is_stable(floats, float(curvature)) == (expected < 1)


def test_symbolic_radius_is_a_case_distinction() -> None:
    a, b, lam = sympy.symbols("a b lambda", positive=True)
    radius = squared_spectral_radius(heavy_ball(a, b), lam)
    assert radius.subs({a: sympy.Rational(1, 10), b: sympy.Rational(1, 3), lam: 10}) == (
        sympy.Rational(1, 3)
    )
    real = radius.subs({a: sympy.Rational(3, 8), b: sympy.Rational(1, 8), lam: 1})
    assert sympy.simplify(real) == sympy.Rational(1, 4)


def test_classical_tuning_has_its_rate() -> None:
    mu, L = Q(1), Q(9)
    alpha, beta = Q(4, 16), Q(4, 16)
    assert heavy_ball_rate(alpha, beta, mu, L) == Q(1, 2)


def test_heavy_ball_rate_bounds_every_spectrum_between() -> None:
    for alpha, beta in product((0.01, 0.3, 0.9, 1.9), (0.0, 0.2, 0.9)):
        rate = heavy_ball_rate(alpha, beta, 0.5, 2.0)
        between = spectral_radius(heavy_ball(alpha, beta), np.linspace(0.5, 2.0, 301))
        assert between.max() <= rate * (1 + 1e-12)


def test_expected_loss_is_the_sum_over_eigenvalues() -> None:
    rng = np.random.default_rng(1)
    problem = Quadratic(rng.uniform(0.5, 3.0, 6), rng.normal(size=6))
    x0, before = rng.normal(size=(2, 6))
    variances = rng.uniform(0.0, 2.0, size=(8, 6))
    methods = [momentum(0.1 + 0.02 * t, 0.3, 0.2) for t in range(8)]
    found = expected_loss(problem, methods, variances, x0, 8, before)
    by_hand = np.zeros(9)
    for i in range(6):
        start = point_start(x0[i] - problem.minimiser[i], before[i] - problem.minimiser[i])
        path = second_moments(methods, problem.spectrum[i], list(variances[:, i]), start, 8)
        by_hand += [0.5 * problem.spectrum[i] * xx for xx, _, _ in path]
    np.testing.assert_allclose(found, by_hand, rtol=1e-13)
    assert found[0] == pytest.approx(problem.value(x0), rel=1e-14)


def test_trace_and_determinant_of_the_heavy_ball() -> None:
    a, b, lam = sympy.symbols("a b lambda", positive=True)
    trace, determinant = trace_and_determinant(heavy_ball(a, b).closed_loop(lam))
    assert sympy.expand(trace - (1 + b - a * lam)) == 0
    assert sympy.expand(determinant - b) == 0

"""Exact moments: limit cases, closed forms, exact arithmetic, misuse."""

from fractions import Fraction as Q
from itertools import product

import numpy as np
import pytest
import sympy
from flint import arb

from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov
from dptheory.problems.quadratic import Quadratic
from dptheory.simulation import moments

FAMILY = (
    gradient(Q(1, 3)),
    heavy_ball(Q(1, 3), Q(2, 5)),
    nesterov(Q(1, 4), Q(1, 2)),
    momentum(Q(1, 5), Q(1, 3), Q(3, 4)),
)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_without_noise_the_second_moments_are_products_of_the_means(method: Method) -> None:
    (p, q), _ = method.closed_loop(Q(3, 2))
    means = [(Q(2), Q(-1))]
    for _ in range(12):
        means.append((p * means[-1][0] + q * means[-1][1], means[-1][0]))
    found = moments.second_moments(method, Q(3, 2), Q(0), moments.point_start(Q(2), Q(-1)), 12)
    assert found == [(e * e, e * f, f * f) for e, f in means]


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
    exact = moments.second_moments(
        method, curvature, sigma**2, moments.point_start(Q(2), Q(1)), steps
    )
    assert [a / 2**steps for a in total] == [xx for xx, _, _ in exact]


def test_varying_parameters_and_noise_are_used_in_their_iteration() -> None:
    methods = [gradient(Q(1)), heavy_ball(Q(1, 2), Q(1, 2)), gradient(Q(1, 4))]
    variances = [Q(1), Q(0), Q(16)]
    found = moments.second_moments(methods, Q(1), variances, moments.point_start(Q(3)), 3)
    # Step 1: e_1 = -w_0. Step 2: e_2 = e_1/2 + (e_1 - 3)/2. Step 3: e_3 = 3/4 e_2 - w_2/4.
    assert [xx for xx, _, _ in found] == [9, 1, 1 + Q(9, 4), Q(9, 16) * Q(13, 4) + 1]


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_stationary_covariance_is_a_fixed_point(method: Method) -> None:
    curvature, v = Q(3, 2), Q(7, 3)
    fixed = moments.stationary_covariance(method, curvature, v)
    assert moments.second_moments(method, curvature, v, fixed, 1)[1] == fixed
    assert all(isinstance(x, Q) for x in fixed)


def test_heavy_ball_closed_form_is_the_fixed_point_for_all_parameters() -> None:
    a, b, lam, v = sympy.symbols("alpha beta lambda v", positive=True)
    closed = moments.heavy_ball_stationary_variance(a, b, lam, v)
    fixed = moments.stationary_covariance(heavy_ball(a, b), lam, v)
    assert sympy.simplify(closed - fixed[0]) == 0
    assert sympy.simplify(closed - fixed[2]) == 0


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7])
def test_power_is_the_repeated_product(method: Method, exponent: int) -> None:
    matrix, repeated = method.closed_loop(Q(3, 2)), np.eye(2, dtype=int)
    for _ in range(exponent):
        repeated = repeated @ np.array(matrix)
    assert (np.array(moments.power(matrix, exponent)) == repeated).all()


def test_growth_polynomials_are_divided_differences() -> None:
    r, s = Q(1, 2), Q(-1, 3)
    values = moments.growth_polynomials(r + s, r * s, 6)
    assert values[0] == 0
    assert values[1:] == [(r ** (k + 1) - s ** (k + 1)) / (r - s) for k in range(7)]


def test_radii_of_rationals_are_exact_where_they_can_be() -> None:
    # Complex eigenvalues; then 1/2 and 1/4: beta = 1/8, 1 + beta - alpha lambda = 3/4.
    assert moments.squared_spectral_radius(heavy_ball(Q(1, 10), Q(1, 3)), Q(10)) == Q(1, 3)
    assert moments.spectral_radius(heavy_ball(Q(3, 8), Q(1, 8)), Q(1)) == Q(1, 2)
    # The classical tuning for mu = 1 and L = 9.
    assert moments.heavy_ball_rate(Q(1, 4), Q(1, 4), Q(1), Q(9)) == Q(1, 2)


def test_irrational_radius_is_enclosed_in_balls() -> None:
    ball = moments.spectral_radius(heavy_ball(arb(1) / 20, arb(1) / 3), arb(1))
    value = moments.spectral_radius(heavy_ball(0.05, 1 / 3), 1.0)
    assert ball.overlaps(arb(value, 1e-14))
    # The double eigenvalue 1/3, where no ball of finite radius decides the discriminant's sign.
    ninth = arb(1) / 9
    double = moments.spectral_radius(heavy_ball(4 * ninth, ninth), arb(1))
    assert double.contains(arb(1) / 3)
    squared = moments.squared_spectral_radius(heavy_ball(4 * ninth, ninth), arb(1))
    # A discriminant of 1e-16, which the balls allow, moves the squared radius by about 3e-9.
    assert squared.contains(ninth)
    assert squared.contains(ninth + arb(1) / 10**9)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_radius_agrees_with_numerical_eigenvalues(method: Method) -> None:
    floats = Method(method.name, float(method.alpha), float(method.beta), float(method.eta))
    curvatures = np.array([0.3, 1.0, 2.7, 9.0])
    batch = moments.spectral_radius(floats, curvatures)
    for curvature, radius in zip(curvatures, batch, strict=True):
        matrix = np.array(floats.closed_loop(float(curvature)))
        expected = np.abs(np.linalg.eigvals(matrix)).max()
        assert radius == pytest.approx(expected, rel=1e-7)
        assert moments.spectral_radius(floats, float(curvature)) == pytest.approx(
            expected, rel=1e-7
        )
        assert moments.is_stable(floats, float(curvature)) == (expected < 1)


def test_symbolic_radius_is_a_case_distinction() -> None:
    a, b, lam = sympy.symbols("a b lambda", positive=True)
    radius = moments.squared_spectral_radius(heavy_ball(a, b), lam)
    assert radius.subs({a: sympy.Rational(1, 10), b: sympy.Rational(1, 3), lam: 10}) == (
        sympy.Rational(1, 3)
    )
    real = radius.subs({a: sympy.Rational(3, 8), b: sympy.Rational(1, 8), lam: 1})
    assert sympy.simplify(real) == sympy.Rational(1, 4)


def test_a_rate_of_one_curvature_in_balls() -> None:
    third = arb(1) / 3
    assert moments.heavy_ball_rate(arb(1) / 4, arb(0), third, third).contains(arb(11) / 12)
    with pytest.raises(ValueError, match="smoothness L must be at least mu"):
        moments.heavy_ball_rate(arb(1) / 4, arb(0), third, third / 2)


def test_heavy_ball_rate_bounds_every_spectrum_between() -> None:
    for alpha, beta in product((0.01, 0.3, 0.9, 1.9), (0.0, 0.2, 0.9)):
        rate = moments.heavy_ball_rate(alpha, beta, 0.5, 2.0)
        between = moments.spectral_radius(heavy_ball(alpha, beta), np.linspace(0.5, 2.0, 301))
        assert between.max() <= rate * (1 + 1e-12)


def test_expected_loss_is_the_sum_over_eigenvalues() -> None:
    rng = np.random.default_rng(1)
    problem = Quadratic(rng.uniform(0.5, 3.0, 6), rng.normal(size=6))
    x0, before = rng.normal(size=(2, 6))
    variances = rng.uniform(0.0, 2.0, size=(8, 6))
    methods = [momentum(0.1 + 0.02 * t, 0.3, 0.2) for t in range(8)]
    found = moments.expected_loss(problem, methods, variances, x0, 8, before)
    by_hand = np.zeros(9)
    for i in range(6):
        start = moments.point_start(x0[i] - problem.minimiser[i], before[i] - problem.minimiser[i])
        path = moments.second_moments(methods, problem.spectrum[i], list(variances[:, i]), start, 8)
        by_hand += [0.5 * problem.spectrum[i] * xx for xx, _, _ in path]
    np.testing.assert_allclose(found, by_hand, rtol=1e-13)
    assert found[0] == pytest.approx(problem.value(x0), rel=1e-14)


def test_trace_and_determinant_of_the_heavy_ball() -> None:
    a, b, lam = sympy.symbols("a b lambda", positive=True)
    trace, determinant = moments.trace_and_determinant(heavy_ball(a, b).closed_loop(lam))
    assert sympy.expand(trace - (1 + b - a * lam)) == 0
    assert sympy.expand(determinant - b) == 0

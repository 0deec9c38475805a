"""The last iterate: exact Gaussian laws on quadratics, limits, and why momentum is refused."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dptheory.privacy.last_iterate import (
    answers,
    contracting_distance,
    contraction,
    quadratic_distance,
)


def exact(steps, iterations):
    """Distance of two runs under unit noise whose gradients differ by 1, by means and variances.

    Args:
        steps: the matrices of the states (x_t, x_{t-1}), one a step.
    """
    mean, covariance = np.zeros(2), np.zeros((2, 2))
    for step in steps[:iterations]:
        mean = step @ mean + [1.0, 0.0]
        covariance = step @ covariance @ step.T + np.diag([1.0, 0.0])
    return abs(mean[0]) / math.sqrt(covariance[0, 0])


def heavy(scaled, beta):
    """The step at a curvature times the step size."""
    return np.array([[1 + beta - scaled, -beta], [1.0, 0.0]])


@pytest.mark.parametrize("c", [0.0, 0.3, 0.9, 0.9999])
@pytest.mark.parametrize("T", [1, 2, 7, 400])
def test_quadratics_attain_the_distance(c, T):
    assert contracting_distance(c, T) == pytest.approx(exact([heavy(1 - c, 0.0)] * T, T), rel=1e-9)


@pytest.mark.parametrize("T", [1, 3, 60])
def test_curvatures_that_change_along_the_run_cost_no_more(T):
    rng = np.random.default_rng(T)
    for _ in range(50):
        c = rng.uniform(0, 1)
        steps = [heavy(x, 0.0) for x in rng.uniform(1 - c, 1 + c, T)]
        assert exact(steps, T) <= contracting_distance(c, T) * (1 + 1e-12)


def test_limits_of_the_distance():
    assert contracting_distance(1, 49) == pytest.approx(7)
    assert contracting_distance(1 - 1e-12, 49) == pytest.approx(7)
    assert contracting_distance(0, 10**9) == pytest.approx(1)
    assert contracting_distance(Fraction(9, 10), 10**6) == pytest.approx(math.sqrt(19))
    close = 1 - Fraction(1, 10**20)
    assert contracting_distance(close, 10**30) == pytest.approx(math.sqrt(2e20))
    assert all(contracting_distance(0.5, T) <= math.sqrt(T) * (1 + 1e-11) for T in range(1, 9))


def test_contraction_is_that_of_the_worse_end():
    assert contraction(Fraction(1, 5), 1, 9) == Fraction(4, 5)
    assert contraction(Fraction(1, 5), 3, 9) == Fraction(4, 5)
    assert contraction(Fraction(1, 9), 1, 9) == Fraction(8, 9)
    assert contraction(Fraction(2, 9), 0, 9) == 1
    with pytest.raises(ValueError, match="at most 2/L"):
        contraction(0.3, 1, 9)
    with pytest.raises(ValueError, match="strong convexity mu"):
        contraction(0.1, 10, 9)


@pytest.mark.parametrize(("alpha", "beta"), [(0.1, 0.0), (0.3, 0.5), (1.2, 0.9), (0.05, 0.97)])
def test_the_heavy_ball_on_quadratics_is_exact(alpha, beta):
    for T in (1, 2, 5, 80):
        found = [exact([heavy(alpha * x, beta)] * T, T) for x in (0.2, 1.0, 2.5)]
        assert quadratic_distance(alpha, beta, [0.2, 1.0, 2.5], T) == pytest.approx(max(found))


def test_without_momentum_the_two_routes_agree():
    found = quadratic_distance(0.5, 0.0, [0.4], 30)
    assert found == pytest.approx(contracting_distance(0.8, 30), rel=1e-9)


@pytest.mark.parametrize("beta", [0.0, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("T", [1, 2, 50, 301])
def test_alternating_curvatures_cost_as_much_as_all_iterates(beta, T):
    # From the last step back: signs +, +, -, - need 2 beta and 2 in turn.
    backwards = [(2 * beta, 2.0)[j % 2] for j in range(T - 1)]
    G = answers(1.0, beta, list(reversed(backwards)))
    # Of records whose gradients differ by either sign.
    worth = sum(map(abs, G)) ** 2 / sum(g * g for g in G)
    assert T - beta**2 / (1 - beta**2) - 1e-9 <= worth <= T + 1e-9
    assert all(
        abs(g) == pytest.approx((1 - (-beta) ** (j + 1)) / (1 + beta)) for j, g in enumerate(G)
    )
    # The answers are those of the run's own matrices.
    states, mean = [1.0, *reversed(backwards)], np.zeros(2)
    for scaled, g in zip(states, reversed(G), strict=True):
        mean = heavy(scaled, beta) @ mean + [math.copysign(1.0, g), 0.0]
    assert mean[0] == pytest.approx(sum(map(abs, G)))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: contracting_distance(1.1, 5), "contraction c"),
        (lambda: contracting_distance(0.5, 0), "iterations T"),
        (lambda: quadratic_distance(0.1, 1.0, [1.0], 5), "momentum beta"),
        (lambda: quadratic_distance(0.1, 0.5, [], 5), "spectrum"),
        (lambda: quadratic_distance(9.0, 0.5, [1.0], 1000), "does not diverge"),
    ],
)
def test_arguments_out_of_range_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()

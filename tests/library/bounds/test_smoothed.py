"""DP-LSSGD and DP-LS-Adam: the updates, and the bounds against exact moments and simulations."""

import itertools
from fractions import Fraction as Q

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory import smoothing
from dptheory.bounds import smoothed as bounds
from dptheory.optimizers import adam
from dptheory.smoothing import updates


def test_without_smoothing_it_is_dp_sgd() -> None:
    x, g = np.random.default_rng(0).normal(size=(2, 4, 30))
    np.testing.assert_allclose(updates.update(x, g, 0.3, 0.0), x - 0.3 * g, atol=1e-15)
    method, state = adam.Adam(0.1), adam.init(x)
    for _ in range(3):
        plain = adam.update(method, state, g)
        np.testing.assert_allclose(updates.adam_update(method, state, g, 0.0).x, plain.x)
        state = plain


def test_a_step_solves_with_the_matrix() -> None:
    x, g = np.random.default_rng(1).normal(size=(2, 7))
    a = np.array(smoothing.matrix(7, 2.0), dtype=np.float64)
    one, other = updates.update(np.array([x, x]), g, np.array([[0.5], [0.2]]), 2.0)
    np.testing.assert_allclose(a @ (x - one), 0.5 * g, atol=1e-14)
    np.testing.assert_allclose(a @ (x - other), 0.2 * g, atol=1e-14)
    moved = updates.adam_update(adam.Adam(1.0), adam.init(x), g, 2.0)
    np.testing.assert_allclose(moved.x, x - np.sign(np.linalg.solve(a, g)), rtol=1e-6)


def test_sampling_variance_is_that_of_the_worst_records() -> None:
    assert bounds.sampling_variance(1, 2, 5) == Q(3, 8)
    assert bounds.sampling_variance(3, 1, 1) == 0
    assert bounds.sampling_variance(2.0, 5, 5) == 0.0
    # Every batch of 2 of 4 records of length G: squared errors of the mean in the unit G^2.
    records = [Q(3), Q(3), Q(-3), Q(-3)]
    means = [(a + b) / 2 for a, b in itertools.combinations(records, 2)]
    variance = sum(m**2 for m in means) / len(means)
    assert bounds.sampling_variance(3, 2, 4) == variance
    # Records +-G: the mean of a batch is (2 k - b)/b with k hypergeometric.
    rng = np.random.default_rng(2)
    means = 2 * rng.hypergeometric(4, 4, 3, size=200_000) / 3 - 1
    assert means.var() == pytest.approx(float(bounds.sampling_variance(1, 3, 8)), rel=0.02)


@given(st.data())
@settings(max_examples=60)
def test_convex_bound_holds_for_exact_moments(data):
    """Hessians that do not commute with A; the mean loss of the iterates."""
    ranges = {"L": (0.1, 3), "nu": (0.0, 2), "share": (0.05, 1), "s": (0.0, 4)}
    L, nu, share, s = (data.draw(st.floats(*ends), name) for name, ends in ranges.items())
    T, seed, d = data.draw(st.integers(1, 12), "T"), data.draw(st.integers(0, 100), "seed"), 6
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0]
    hessian = basis @ np.diag(L * rng.uniform(0, 1, d)) @ basis.T
    hessian = (hessian + hessian.T) / 2
    error, eta = rng.normal(size=d), share / L
    A = np.array(smoothing.matrix(d, s))
    inverse, moment, losses = np.linalg.inv(A), np.outer(error, error), []
    contraction = np.eye(d) - eta * inverse @ hessian
    for _ in range(T):
        losses.append(float(np.trace(hessian @ moment)) / 2)
        noise = (eta * nu) ** 2 * inverse @ inverse
        moment = contraction @ moment @ contraction.T + noise
    distance = float(error @ A @ error)
    bound = bounds.convex_smooth(distance, L, smoothing.gamma(d, s) * d * nu**2, eta, T)
    assert np.mean(losses) <= bound * (1 + 1e-12)


@given(st.floats(0.01, 9), st.floats(0.01, 9), st.floats(0.01, 9), st.integers(1, 99))
@settings(max_examples=200)
def test_best_step_sizes(D: float, L: float, error: float, T: int) -> None:
    for step, bound, best in (
        (bounds.convex_step_size, bounds.convex_smooth, bounds.convex_best),
        (bounds.nonconvex_step_size, bounds.nonconvex, bounds.nonconvex_best),
    ):
        eta = step(D, L, error, T)
        least = bound(D, L, error, eta, T)
        assert least <= best(D, L, error, T) * (1 + 1e-12)
        assert all(least <= bound(D, L, error, f * eta, T) * (1 + 1e-12) for f in (0.5, 0.9))


def test_a_fixed_budget_rewards_iterations() -> None:
    c = 1e-3
    values = [bounds.convex_best(1.0, 0.5, 0.01 + c * T, T) for T in (10, 100, 1000, 10**6)]
    assert values == sorted(values, reverse=True)
    assert values[-1] == pytest.approx(np.sqrt(c), rel=1e-2)


def test_bounds_take_symbols_and_that_of_lipschitz_functions_is_attained() -> None:
    D, L, V, T = sympy.symbols("D L V T", positive=True)
    value = bounds.convex_smooth(D, L, V, 1 / L, T)
    assert sympy.simplify(value - (D * L / T + V / L) / 2) == 0
    eta, G = Q(1, 3), Q(2)
    assert bounds.convex_lipschitz((eta * G) ** 2, G, 0, eta, 1) == G * (eta * G)

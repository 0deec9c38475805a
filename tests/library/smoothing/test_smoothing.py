"""Laplacian smoothing: one operator by several routes, and what it leaves of noise."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy
from flint import arb

from dptheory import smoothing
from dptheory.smoothing import operator, shares

DIMENSIONS = (1, 2, 3, 4, 5, 12)
SMOOTHINGS = (0.0, 0.3, 1.0, 50.0)


def test_small_circles():
    assert smoothing.matrix(1, F(3)) == ((1,),)
    assert smoothing.matrix(2, F(3)) == ((7, -6), (-6, 7))
    assert smoothing.matrix(3, F(1)) == ((3, -1, -1), (-1, 3, -1), (-1, -1, 3))


@pytest.mark.parametrize("d", DIMENSIONS)
@pytest.mark.parametrize("s", SMOOTHINGS)
def test_spectrum_and_solvers(d: int, s: float):
    A = np.array(smoothing.matrix(d, s))
    eigenvalues = np.linalg.eigvalsh(A)
    np.testing.assert_allclose(np.sort(smoothing.spectrum(d, s)), eigenvalues, atol=1e-12)
    v = np.random.default_rng(d).normal(size=(2, 3, d))
    expected = v @ np.linalg.inv(A)
    np.testing.assert_allclose(smoothing.solve(v, s), expected, atol=1e-13)
    np.testing.assert_allclose(smoothing.solve_recursive(v, s), expected, atol=1e-13)


@pytest.mark.parametrize("s", [0.0, 1e-12, 1.0, 1e6, 1e14])
def test_recursion_survives_a_million_dimensions(s: float):
    v = np.random.default_rng(0).normal(size=10**6) + 1
    by_fft, by_recursion = smoothing.solve(v, s), smoothing.solve_recursive(v, s)
    # An entry of the recursion is a mean over about sqrt(s) rounded steps.
    rounding = 1e-14 * (1 + s**0.5)
    assert np.max(np.abs(by_fft - by_recursion)) < 10 * rounding
    assert np.mean(by_recursion) == pytest.approx(np.mean(v), rel=rounding), "the mean is kept"


@pytest.mark.parametrize("d", DIMENSIONS)
@pytest.mark.parametrize("s", SMOOTHINGS)
def test_all_routes_to_gamma_and_beta(d: int, s: float):
    for whole, power in ((smoothing.gamma, 1), (smoothing.beta, 2)):
        expected = float(np.mean(smoothing.spectrum(d, s) ** -power))
        lags = sum(float(shares.coefficient(k * d, arb(s), power)) for k in range(-400, 401))
        for found in (whole(d, s), float(whole(d, F(s))), float(whole(d, arb(s)))):
            assert found == pytest.approx(expected, rel=1e-13)
        assert lags == pytest.approx(expected, rel=1e-10)


def test_exact_and_symbolic_values():
    assert smoothing.gamma(4, F(1)) == F(7, 15)
    assert smoothing.beta(4, F(1)) == F(71, 225)
    assert smoothing.gamma(6, F(1, 3)) == F(55, 84)
    assert smoothing.gamma_limit(F(2)) == F(1, 3)
    assert smoothing.beta_limit(F(2)) == F(5, 27)
    s = sympy.Symbol("s", positive=True)
    by_sum = sum(1 / operator.eigenvalue(j, 5, s) ** 2 for j in range(5)) / 5
    for value in (F(1, 3), 3):
        assert abs((smoothing.beta(5, s) - by_sum).subs(s, value).evalf(20)) < 1e-15


def test_ends_of_the_range():
    for d in DIMENSIONS:
        assert smoothing.gamma(d, 0.0) == smoothing.beta(d, 0.0) == 1
        assert smoothing.gamma(d, 1e20) == pytest.approx(1 / d)
        assert smoothing.beta(d, 1e20) == pytest.approx(1 / d)
    strengths = np.geomspace(1e-3, 1e3, 50)
    gammas, betas = smoothing.gamma(100, strengths), smoothing.beta(100, strengths)
    assert np.all(np.diff(gammas) < 0)
    assert np.all(betas < gammas)
    np.testing.assert_allclose(smoothing.gamma(10**5, strengths), smoothing.gamma_limit(strengths))
    np.testing.assert_allclose(smoothing.beta(10**5, strengths), smoothing.beta_limit(strengths))


def test_solvers_take_views_that_are_not_contiguous_and_leave_them_alone() -> None:
    table = np.random.default_rng(0).standard_normal((7, 5))
    for view in (table, table.T, table[:, ::2], np.asfortranarray(table)):
        before = view.copy()
        expected = np.array([smoothing.solve(row.copy(), 2.0) for row in view])
        for solve in (smoothing.solve, smoothing.solve_recursive):
            np.testing.assert_allclose(solve(view, 2.0), expected, rtol=1e-12, atol=1e-14)
        np.testing.assert_array_equal(view, before)

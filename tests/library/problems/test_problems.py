"""Quadratics and logistic regression: values, constants, minimisers, sensitivities."""

import numpy as np
import pytest

from dptheory.problems.logistic import GRADIENT_TOLERANCE, Logistic, l1_sensitivity, synthetic
from dptheory.problems.quadratic import Quadratic

PROBLEM, X = synthetic(50, 4, 0.1, 1), np.array([0.5, -1.0, 2.0, 0.1])


def test_quadratic_has_its_constants_and_values():
    problem = Quadratic(np.array([2.0, 0.5, 8.0]), np.array([1.0, -1.0, 0.0]))
    assert (problem.mu, problem.L, problem.kappa, problem.dimension) == (0.5, 8.0, 16.0, 3)
    assert problem.value(problem.minimiser) == problem.optimal_value == 0
    assert not problem.gradient(problem.minimiser).any()
    x = np.array([[1.0, 1.0, 0.0], [0.0, -1.0, 0.0], [3.0, 0.0, 1.0]])
    np.testing.assert_array_equal(problem.value(x), [1.0, 1.0, 8.25])
    np.testing.assert_array_equal(problem.gradient(x)[2], [4.0, 0.5, 8.0])
    with pytest.raises(ValueError, match="read-only"):
        problem.spectrum[0] = 3.0


def test_logistic_value_is_the_printed_one_where_that_is_stable():
    margins = PROBLEM.labels * (PROBLEM.features @ X)
    printed = np.log(1 + np.exp(-margins)).mean() + PROBLEM.regularisation * float(X @ X)
    assert PROBLEM.value(X) == pytest.approx(printed, rel=1e-14)
    far = np.full(4, 1e6)
    assert np.isfinite(PROBLEM.value(far))
    assert np.isfinite(PROBLEM.gradient(np.array([far, -far]))).all()
    assert 0 <= PROBLEM.features.min() <= PROBLEM.features.max() <= 1


def test_logistic_hessian_is_the_derivative_of_the_gradient():
    h = 1e-5 * np.eye(4)
    bend = (PROBLEM.gradient(X + h) - PROBLEM.gradient(X - h)) / 2e-5
    np.testing.assert_allclose(PROBLEM.hessian(X), bend, atol=1e-9)


@pytest.mark.parametrize(("n", "d", "penalty"), [(50, 4, 0.1), (2000, 20, 0.01), (5, 8, 1e-4)])
def test_minimiser_has_a_gradient_below_its_tolerance(n, d, penalty):
    problem = synthetic(n, d, penalty, 2)
    assert np.linalg.norm(problem.gradient(problem.minimiser)) <= GRADIENT_TOLERANCE
    around = problem.minimiser + 1e-3 * np.random.default_rng(1).normal(size=(20, d))
    assert (problem.value(around) > problem.optimal_value).all()


def test_curvature_lies_between_the_constants_and_the_sharp_one_is_attained() -> None:
    problem = synthetic(60, 5, 0.02, 3)
    assert problem.mu == 0.04
    attained = np.linalg.eigvalsh(problem.hessian(np.zeros(5)))[-1]
    assert attained == pytest.approx(problem.L, rel=1e-13)
    for x in np.random.default_rng(2).normal(scale=3.0, size=(20, 5)):
        least, *_, most = np.linalg.eigvalsh(problem.hessian(x))
        assert problem.mu * (1 - 1e-12) <= least <= most <= problem.L


def test_l1_sensitivity_bounds_gradient_distances_and_is_approached() -> None:
    radius, d, rng = 3.0, 4, np.random.default_rng(3)
    features = rng.dirichlet(np.ones(d), size=200) * rng.choice([-1.0, 1.0], size=(200, d)) * radius
    problem = Logistic(features, rng.choice([-1.0, 1.0], size=200), 0.1)
    for x in rng.normal(scale=5.0, size=(10, d)):
        rows = problem.per_sample_gradients(x)
        distances = np.abs(rows[:, None] - rows[None]).sum(axis=-1)
        assert distances.max() < l1_sensitivity(radius)
    extreme = Logistic(radius * np.eye(d)[:2], np.ones(2), 0.1)
    rows = extreme.per_sample_gradients(np.array([-10.0, -10.0, 0.0, 0.0]))
    assert np.abs(rows[0] - rows[1]).sum() == pytest.approx(2 * radius, rel=1e-12)


def test_l1_sensitivity_in_one_dimension_is_smaller() -> None:
    slopes, x = np.linspace(-3, 3, 601), np.linspace(-20, 20, 801)[:, None]
    widest = np.ptp(slopes / (1 + np.exp(slopes * x)), axis=1).max()
    assert widest / 3 == pytest.approx(1.0516, abs=2e-4)

"""What every objective keeps: derivatives, records, constants, runs at once; named by its maker."""

from typing import Any

import numpy as np
import pytest

from dptheory.problems import grouped, logistic, networks, softmax
from dptheory.problems.nonconvex import Separable, one_sided, separable, tilted
from dptheory.problems.profiles import PROFILES
from dptheory.problems.quadratic import Quadratic
from dptheory.problems.robust import STEEPEST, with_outliers
from dptheory.problems.smoothness_class import violating_pair

RNG = np.random.default_rng(0)
FEATURES, LABELS = RNG.standard_normal((7, 3)), np.array([0, 1, 2, 3, 2, 1, 0])
HEIGHTS, WIDTHS = np.array([1.0, 0.2, 3.0, 0.5]), np.array([1.0, 0.3, 2.0, 0.7])
PURE: dict[str, Any] = {
    "quadratic": Quadratic(np.array([2.0, 0.5, 8.0]), np.array([1.0, -1.0, 0.0])),
    **{name: Separable(profile, HEIGHTS, WIDTHS) for name, profile in PROFILES.items()},
}
LAW = [7.0] * 3 + [-3.0] * 7
SUMS: dict[str, Any] = {
    "logistic": logistic.synthetic(50, 4, 0.1, 1),
    "softmax": softmax.Softmax(FEATURES, LABELS, 4),
    "two layers": networks.two_layer(FEATURES, LABELS, hidden=5, classes=4),
    "four layers": networks.network(FEATURES, LABELS, hidden=(4, 3, 5), classes=4),
    "symmetric blocks": grouped.symmetric(
        np.arange(1.0, 9.0), groups=4, n=10, deviation=0.3, seed=0
    ),
    "skewed blocks": grouped.of_blocks(np.arange(1.0, 9.0), groups=4, law=LAW, deviation=0.3),
    "tilted": tilted(PURE["ripple"], 7, tau0=0.7, tau1=0.4, seed=4),
    "one-sided": one_sided(PURE["well"], 5, ahead=4, tau0=2.0),
    **{f"robust {loss}": with_outliers(30, 4, loss=loss, seed=1) for loss in STEEPEST},
}
ALL = PURE | SUMS
SMOOTH = [name for name in ALL if hasattr(ALL[name], "L") or hasattr(ALL[name], "L0")]
ALONE = ("softmax", "two layers", "four layers")  # one point at a time, any record by itself


def points(problem: Any, number: int = 3) -> np.ndarray:
    return np.random.default_rng(1).normal(scale=2.0, size=(number, problem.dimension))


@pytest.mark.parametrize("name", ALL)
def test_gradients_are_the_derivatives_of_the_values(name):
    problem, step = ALL[name], 1e-5
    for x in points(problem):
        # Central differences: error about step^2 times a third derivative, plus rounding/step.
        moved = [(problem.value(x + h) - problem.value(x - h)) for h in step * np.eye(x.size)]
        np.testing.assert_allclose(problem.gradient(x), np.array(moved) / (2 * step), atol=5e-7)


@pytest.mark.parametrize("name", ALONE)
def test_a_record_s_gradient_is_the_derivative_of_its_loss(name):
    problem = ALL[name]
    (x,) = points(problem, 1) / 2
    found = problem.per_sample_gradients(x)
    assert found.shape == (7, problem.dimension)
    for i in (0, 3, 6):
        exact = [problem.value(x + 1e-30j * e, [i]).imag / 1e-30 for e in np.eye(x.size)]
        np.testing.assert_allclose(found[i], exact, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", SUMS)
def test_the_gradient_is_the_mean_of_the_records(name):
    problem = SUMS[name]
    (x,) = points(problem, 1)
    records = problem.per_sample_gradients(x)
    assert records.shape == (problem.size, problem.dimension)
    np.testing.assert_allclose(problem.gradient(x), records.mean(axis=0), atol=1e-12)
    for batch in ([1, 4, 0], [1, 4, 4]) if name in ALONE or "blocks" in name else ([1, 4, 0],):
        found = problem.gradient(x, np.array(batch))
        np.testing.assert_allclose(found, records[batch].mean(axis=0), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", [name for name in ALL if name not in ALONE])
def test_points_of_many_runs_are_taken_at_once(name):
    problem = ALL[name]
    x = points(problem)
    for function in (problem.value, problem.gradient):
        each = np.array([function(row) for row in x])
        np.testing.assert_allclose(function(x), each, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("name", SMOOTH)
def test_no_pair_of_points_violates_the_constants(name):
    problem = ALL[name]
    constants = (problem.L0, problem.L1) if hasattr(problem, "L0") else (problem.L, 0.0)

    def one_by_one(x: np.ndarray) -> np.ndarray:
        return np.apply_along_axis(problem.gradient, -1, x)

    gradient = one_by_one if name in ALONE else problem.gradient
    for radius in (0.1, 3.0) if name in ALONE else (0.1, 3.0, 100.0):
        found = violating_pair(gradient, problem.dimension, *constants, radius=radius, seed=2)
        assert found is None


@pytest.mark.parametrize("name", PROFILES)
def test_smaller_constants_are_violated_in_every_dimension(name):
    for d in (1, 4):
        objective = separable(name, d, height=2.0, width=0.5)
        less = objective.L0 / 3, objective.L1 / 3
        assert violating_pair(objective.gradient, d, *less, radius=2.0, seed=3) is not None


@pytest.mark.parametrize(
    "make",
    [
        lambda seed: logistic.synthetic(20, 3, 0.1, seed).features,
        lambda seed: tilted(separable("cauchy", 3), 9, tau0=1, tau1=0, seed=seed).tilts,
        lambda seed: softmax.synthetic(20, 3, 2, seed).features,
        lambda seed: grouped.symmetric(np.ones(4), groups=2, n=6, deviation=1.0, seed=seed).records,
        lambda seed: with_outliers(20, 3, seed=seed).features,
    ],
)
def test_records_depend_on_the_seed_alone_and_are_frozen(make):
    first, again, other = make(5), make(5), make(6)
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 1.0

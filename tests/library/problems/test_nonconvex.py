"""Non-convex finite sums: curvatures, deviations, gaps."""

import numpy as np
import pytest

from dptheory.problems.nonconvex import Separable, one_sided, separable, tilted
from dptheory.problems.profiles import PROFILES
from dptheory.problems.robust import STEEPEST, RobustRegression, with_outliers

POINTS = np.random.default_rng(0).normal(scale=2.0, size=(40, 4))
MIXED = {
    name: Separable(PROFILES[name], np.array([1.0, 0.2, 3.0, 0.5]), np.array([1.0, 0.3, 2.0, 0.7]))
    for name in PROFILES
}
REGRESSIONS = {loss: with_outliers(30, 4, loss=loss, seed=1) for loss in STEEPEST}


@pytest.mark.parametrize("name", PROFILES)
def test_profiles_bend_as_they_say_and_are_nowhere_below_their_minimum(name: str) -> None:
    profile, x, step = PROFILES[name], np.linspace(-5, 5, 101), 1e-6
    bend = (profile.slope(x + step) - profile.slope(x - step)) / (2 * step)
    np.testing.assert_allclose(profile.curvature(x), bend, atol=1e-8)
    x = np.linspace(-30, 30, 60001)
    assert profile.curvature(x).min() < -0.1
    values = profile.value(x)
    assert profile.minimum <= values.min() + 1e-12
    assert values.min() == pytest.approx(profile.minimum, abs=1e-6)


def test_ripple_is_smooth_for_no_constant() -> None:
    x = np.sqrt(2 * np.pi * np.arange(1, 10**4, 1000))
    np.testing.assert_allclose(PROFILES["ripple"].curvature(x), 1 + x, rtol=1e-7)


def test_gap_is_what_lies_above_the_minimum() -> None:
    objective = separable("well", 3, height=2.0, width=0.5)
    lowest = 0.5 * np.sqrt(np.sqrt(2) - 1) * np.array([1.0, -1.0, 1.0])
    assert objective.gap(lowest) == pytest.approx(0, abs=1e-14)
    np.testing.assert_allclose(objective.gradient(lowest), 0, atol=1e-14)
    assert objective.gap(np.zeros(3)) == pytest.approx(3 - objective.optimal_value)


@pytest.mark.parametrize("n", [1, 2, 7, 50])
def test_records_average_to_the_objective_and_deviate_within_the_bound(n: int) -> None:
    problem = tilted(MIXED["ripple"], n, tau0=0.7, tau1=0.4, seed=4)
    whole, rows = problem.gradient(POINTS), problem.per_sample_gradients(POINTS)
    np.testing.assert_allclose(rows.mean(axis=1), whole, atol=1e-12)
    deviations = np.linalg.norm(rows - whole[:, None], axis=-1)
    bounds = problem.tau0 + problem.tau1 * np.linalg.norm(whole, axis=1)
    assert (deviations <= bounds[:, None] * (1 + 1e-12)).all()


@pytest.mark.parametrize(("n", "ahead"), [(3, 1), (2, 1), (5, 4)])
def test_two_atoms_have_the_toy_law_s_steps(n: int, ahead: int) -> None:
    problem = one_sided(MIXED["well"], n, ahead=ahead, tau0=2.0, direction=[0, 3, 0, 4])
    steps = problem.per_sample_gradients(POINTS[0]) - problem.gradient(POINTS[0])
    along = steps @ np.array([0, 0.6, 0, 0.8])
    np.testing.assert_allclose(np.linalg.norm(steps, axis=1), np.abs(along), rtol=1e-12)
    assert np.abs(along).max() == pytest.approx(2.0)
    assert along[:ahead] == pytest.approx(np.full(ahead, along[0]))
    assert along.sum() == pytest.approx(0, abs=1e-12)
    if (n, ahead) == (3, 1):
        assert along == pytest.approx([2.0, -1.0, -1.0])


@pytest.mark.parametrize("loss", STEEPEST)
def test_regression_s_deviation_is_within_its_bound_and_its_smoothness_attained(loss: str) -> None:
    problem = REGRESSIONS[loss]
    rows = problem.per_sample_gradients(POINTS)
    deviations = np.linalg.norm(rows - problem.gradient(POINTS)[:, None], axis=-1)
    assert deviations.max() <= problem.tau0
    slopes = problem.profile.slope(np.linspace(0, 3, 10**5))
    assert slopes.max() == pytest.approx(STEEPEST[loss], rel=1e-8)
    exact = RobustRegression(problem.features, np.zeros(30), loss)
    axis = np.linalg.svd(problem.features)[2][0]
    assert np.linalg.norm(exact.gradient(1e-6 * axis)) == pytest.approx(1e-6 * exact.L0)

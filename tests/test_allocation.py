"""Budget schedules: closed forms, optimality, exact spending, refusals."""

import numpy as np
import pytest

from dptheory.allocation import gaussian_zcdp, laplace
from dptheory.privacy.laplace import step_epsilon, step_laplace_scale

SETTING = {"sensitivity": 40.0, "n": 10**5, "m": 1000}


def geometric(iterations: int, ratio: float = 0.9) -> np.ndarray:
    return 2.0 * ratio ** np.arange(iterations - 1, -1, -1)


def variance_sum(weights: np.ndarray, budgets: np.ndarray, n: int, m: int) -> float:
    scales = np.array([step_laplace_scale(40.0, float(b), n, m) for b in budgets])
    return float(np.sum(2 * weights * scales**2))


def test_one_iteration_spends_everything():
    schedule = laplace([3.0], 0.7, **SETTING)
    assert schedule.budgets == pytest.approx([0.7], rel=1e-15)
    assert schedule.scales[0] == pytest.approx(step_laplace_scale(40.0, 0.7, 10**5, 1000))
    assert schedule.objective == pytest.approx(schedule.uniform_objective)


def test_without_sampling_it_is_the_cube_root_rule():
    weights = geometric(50)
    schedule = laplace(weights, 1.0, sensitivity=40.0, n=100, m=100)
    roots = np.cbrt(weights)
    assert schedule.budgets == pytest.approx(roots / roots.sum(), rel=1e-13)
    assert schedule.scales == pytest.approx(roots.sum() / roots * 40.0 / 100, rel=1e-13)


@pytest.mark.parametrize("n_m", [(10**5, 1000), (10**5, 1), (10, 3), (7, 7)])
@pytest.mark.parametrize("budget", [1e-3, 1.0, 50.0])
def test_the_budget_is_spent_and_the_schedule_stationary(n_m, budget):
    n, m = n_m
    schedule = laplace(geometric(200), budget, sensitivity=40.0, n=n, m=m)
    leaks = [step_epsilon(40.0, float(b), n, m) for b in schedule.scales]
    assert schedule.spent == pytest.approx(budget, rel=1e-13)
    assert sum(leaks) == pytest.approx(budget, rel=1e-11)
    assert schedule.kkt_residual < 1e-11
    assert schedule.objective <= schedule.uniform_objective


@pytest.mark.parametrize("m", [1, 1000, 10**5])
def test_no_feasible_neighbour_is_better(m):
    rng = np.random.default_rng(0)
    weights = geometric(30)
    best = laplace(weights, 1.0, sensitivity=40.0, n=10**5, m=m)
    for size in (1e-3, 1e-2, 0.3):
        for _ in range(20):
            budgets = best.budgets * np.exp(size * rng.standard_normal(30))
            budgets /= budgets.sum()
            value = variance_sum(weights, budgets, 10**5, m)
            assert value >= best.objective * (1 - 1e-12)


def test_weights_of_zero_get_no_budget():
    schedule = laplace([0.0, 1.0, 0.0, 1.0], 2.0, **SETTING)
    assert schedule.budgets == pytest.approx([0.0, 1.0, 0.0, 1.0])
    assert np.isinf(schedule.scales[[0, 2]]).all()
    assert np.isfinite(schedule.objective)


def test_gaussian_noise_under_zcdp_is_the_square_root_rule():
    weights = geometric(40)
    schedule = gaussian_zcdp(weights, 0.5, sensitivity=3.0)
    roots = np.sqrt(weights)
    assert schedule.budgets == pytest.approx(0.5 * roots / roots.sum())
    assert schedule.objective == pytest.approx(9.0 * roots.sum() ** 2 / (2 * 0.5))
    assert schedule.spent == pytest.approx(0.5, rel=1e-15)
    assert schedule.objective < schedule.uniform_objective
    assert schedule.kkt_residual < 1e-12


@pytest.mark.parametrize(
    ("weights", "budget", "setting", "named"),
    [
        ([], 1.0, {}, "weights"),
        ([1.0, -1.0], 1.0, {}, "weights"),
        ([0.0, 0.0], 1.0, {}, "weights"),
        ([1.0, float("nan")], 1.0, {}, "weights"),
        ([1.0], 0.0, {}, "eps_total"),
        ([1.0], 1.0, {"sensitivity": 0.0}, "sensitivity"),
        ([1.0], 1.0, {"m": 10**6}, "batch size"),
        ([1.0], 1.0, {"m": 0}, "batch size"),
    ],
)
def test_misuse_is_refused_by_name(weights, budget, setting, named):
    with pytest.raises(ValueError, match=named):
        laplace(weights, budget, **(SETTING | setting))

"""Budget schedules: closed forms, optimality, exact spending, refusals."""

import math
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.studies.accounts import Setting, measured
from dptheory.allocation import fourth_root, gaussian, laplace, scaling
from dptheory.allocation.laplace_schedule import compare, cube_root, uniform
from dptheory.allocation.zcdp import gaussian_zcdp
from dptheory.privacy import Neighbouring, step_epsilon, step_laplace_scale
from dptheory.privacy.schedule import (
    GaussianSchedule,
    schedule_epsilon,
    schedule_theorem_27_epsilon,
)

REPLACE, ADD = Neighbouring.REPLACE_ONE, Neighbouring.ADD_OR_REMOVE_ONE
SETTING = {"sensitivity": 40.0, "n": 10**5, "batch_size": 1000}


def geometric(iterations: int, ratio: float = 0.9) -> np.ndarray:
    return 2.0 * ratio ** np.arange(iterations - 1, -1, -1)


def variance_sum(weights: np.ndarray, budgets: np.ndarray, n: int, m: int) -> float:
    scales = np.array([step_laplace_scale(40.0, float(b), n, m) for b in budgets])
    return float(np.sum(2 * weights * scales**2))


def test_rules_where_the_optimum_is_known():
    one = laplace([3.0], 0.7, **SETTING)
    assert one.budgets == pytest.approx([0.7], rel=1e-15)
    assert one.scales[0] == pytest.approx(step_laplace_scale(40.0, 0.7, 10**5, 1000))
    assert one.objective == pytest.approx(one.uniform_objective)
    weights = geometric(50)
    cubes, roots = np.cbrt(weights), np.sqrt(weights)
    full = laplace(weights, 1.0, sensitivity=40.0, n=100, batch_size=100)
    assert full.budgets == pytest.approx(cubes / cubes.sum(), rel=1e-13)
    assert full.scales == pytest.approx(cubes.sum() / cubes * 40.0 / 100, rel=1e-13)
    zcdp = gaussian_zcdp(weights, 0.5, sensitivity=3.0)
    assert zcdp.budgets == pytest.approx(0.5 * roots / roots.sum())
    assert zcdp.objective == pytest.approx(9.0 * roots.sum() ** 2 / (2 * 0.5))
    assert zcdp.spent == pytest.approx(0.5, rel=1e-15)
    assert zcdp.objective < zcdp.uniform_objective
    assert zcdp.kkt_residual < 1e-12


def test_weights_of_zero_get_no_budget_and_any_size_is_handled():
    schedule = laplace([0.0, 1.0, 0.0, 1.0], 2.0, **SETTING)
    assert schedule.budgets == pytest.approx([0.0, 1.0, 0.0, 1.0])
    assert np.isinf(schedule.scales).tolist() == [True, False, True, False]
    assert np.isfinite(schedule.objective)
    best = laplace([1e-300, 1.0, 1e300], 1.0, **SETTING)
    assert np.isfinite(best.scales).all()
    assert best.spent == pytest.approx(1.0, rel=1e-15)
    assert best.kkt_residual < 1e-9


@pytest.mark.parametrize("n_m", [(10**5, 1000), (10**5, 1), (10, 3), (7, 7)])
@pytest.mark.parametrize("budget", [1e-3, 1.0, 50.0])
def test_the_budget_is_spent_and_the_schedule_stationary(n_m, budget):
    n, m = n_m
    schedule = laplace(geometric(200), budget, sensitivity=40.0, n=n, batch_size=m)
    assert schedule.spent == pytest.approx(budget, rel=1e-13)
    assert leaked(schedule.scales, n, m) == pytest.approx(budget, rel=1e-11)
    assert schedule.kkt_residual < 1e-11
    assert schedule.objective <= schedule.uniform_objective


@pytest.mark.parametrize("m", [1, 1000, 10**5])
def test_no_feasible_neighbour_is_better(m):
    rng, weights = np.random.default_rng(0), geometric(30)
    best = laplace(weights, 1.0, sensitivity=40.0, n=10**5, batch_size=m)
    for size in np.repeat([1e-3, 1e-2, 0.3], 20):
        budgets = best.budgets * np.exp(size * rng.standard_normal(30))
        value = variance_sum(weights, budgets / budgets.sum(), 10**5, m)
        assert value >= best.objective * (1 - 1e-12)


@pytest.mark.parametrize("m", [1, 30, 1000])
def test_a_general_solver_finds_the_same_optimum(m):
    weights = np.array([0.3, 1.0, 0.01, 2.0])
    best = laplace(weights, 2.0, sensitivity=40.0, n=1000, batch_size=m)

    def objective(x):
        budgets = np.exp(x)
        return math.log(variance_sum(weights, 2.0 * budgets / budgets.sum(), 1000, m))

    found = minimize(objective, np.zeros(4), method="BFGS", options={"gtol": 1e-9})
    assert best.objective == pytest.approx(math.exp(found.fun), rel=1e-8)
    assert best.objective <= math.exp(found.fun) * (1 + 1e-12)


def leaked(scales: np.ndarray, n: int, m: int) -> float:
    return math.fsum(step_epsilon(40.0, float(b), n, m) for b in scales)


@pytest.mark.parametrize("m", [1, 1000, 10**5])
def test_the_optimum_beats_the_uniform_and_the_cube_root_schedule(m):
    weights, given = geometric(100), {"sensitivity": 40.0, "n": 10**5, "batch_size": m}
    best, even, roots = (rule(weights, 1.0, **given) for rule in (laplace, uniform, cube_root))
    assert even.objective == pytest.approx(best.uniform_objective, rel=1e-13)
    assert even.objective > best.objective
    assert roots.objective >= best.objective * (1 - 1e-13)
    assert even.kkt_residual > 0.1
    for schedule in (even, roots):
        assert leaked(schedule.scales, 10**5, m) == pytest.approx(1.0, rel=1e-11)
        assert schedule.spent == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize(("m", "more"), [(10**5, 1.0), (1000, 2.0)])
def test_scales_for_full_data_overspend_under_sampling(m, more):
    roots = np.cbrt(geometric(50))
    compared = compare(geometric(50), 1.0, sensitivity=40.0, n=10**5, batch_size=m)
    spent = leaked(roots.sum() / roots * 40.0 / 10**5, 10**5, m)
    assert compared.printed_spent == pytest.approx(spent, rel=1e-12)
    assert compared.printed_spent >= more * (1 - 1e-14)
    assert compared.optimal.objective <= compared.cube_root.objective * (1 + 1e-13)


def setting(n: int, m: int, relation: Neighbouring = REPLACE) -> dict[str, Any]:
    return {"sensitivity": 1.0, "n": n, "batch_size": m, "neighbouring": relation}


def spent(scales: np.ndarray, given: dict[str, Any], delta: float) -> float:
    """The epsilon of Gaussian releases of sensitivity 1, by the tightest account."""
    z, counts = np.unique(scales[np.isfinite(scales)] * given["batch_size"], return_counts=True)
    schedule = GaussianSchedule(given["n"], given["batch_size"], z, counts)
    return schedule_epsilon(schedule, delta, neighbouring=given["neighbouring"])


@pytest.mark.parametrize("relation", list(Neighbouring))
@pytest.mark.parametrize("m", [50, 1000])
def test_the_gaussian_schedule_spends_its_budget_and_no_noise_is_wasted(relation, m):
    given, weights = setting(1000, m, relation), geometric(12, 0.6)
    best = gaussian(weights, 1.5, 1e-5, **given)
    assert 1.5 * 0.999 < best.spent <= 1.5
    assert spent(best.scales, given, 1e-5) <= 1.5 < spent(0.99 * best.scales, given, 1e-5)
    assert best.objective < best.uniform_objective
    assert best.objective <= fourth_root(weights, 1.5, 1e-5, **given).objective * (1 + 2e-3)
    assert best.kkt_residual < 0.1


def test_equal_releases_need_half_the_noise_of_theorem_27():
    best = gaussian(np.ones(300), 2.0, 1e-6, **setting(10**4, 1000))
    assert best.scales == pytest.approx(np.full(300, 0.0042331), rel=1e-3)
    doubled = GaussianSchedule(10**4, 1000, [float(best.scales[0]) * 2 * 1000], [300])
    assert schedule_theorem_27_epsilon(doubled, 1e-6) > 2.0


def test_on_full_data_the_gaussian_schedule_has_the_shape_of_zcdp():
    weights = np.append(geometric(30), 0.0)
    best = gaussian(weights, 1.0, 1e-5, **setting(50, 50))
    ratio = best.scales[:30] / gaussian_zcdp(weights, 1.0, sensitivity=1.0).scales[:30]
    assert ratio == pytest.approx(ratio[0], rel=1e-6)
    assert (best.scales[30], best.budgets[30]) == (math.inf, 0)
    twice = gaussian(weights, 1.0, 1e-5, **(setting(50, 50) | {"sensitivity": 2.0}))
    assert twice.scales == pytest.approx(2 * best.scales)


def test_no_ratio_of_two_multipliers_beats_the_gaussian_schedule_by_much():
    weights, given = np.array([0.05, 1.0]), setting(1000, 20)
    best = gaussian(weights, 1.0, 1e-5, **given)
    for ratio in (1.0, 1.5, 2.1, 3.0):
        shape, low, high = np.array([ratio, 1.0]), 0.02, 0.2
        for _ in range(12):
            middle = math.sqrt(low * high)
            over = spent(middle * shape, given, 1e-5) > 1.0
            low, high = (middle, high) if over else (low, middle)
        assert float(np.sum(weights * (high * shape) ** 2)) > best.objective * 0.99


def test_many_weights_share_multipliers():
    best = gaussian(geometric(400, 0.99), 1.0, 1e-5, **setting(10**4, 100))
    assert len(np.unique(best.scales)) <= 64
    assert spent(best.scales, setting(10**4, 100), 1e-5) <= 1.0


def drawn(seed: int) -> tuple[np.ndarray, float, float, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    n = int(10 ** rng.uniform(1, 6))
    m = int(rng.integers(1, n + 1)) if seed % 2 else max(1, int(n * 10 ** rng.uniform(-3, 0)))
    eps, delta = 10 ** rng.uniform(-1, 1), 10 ** rng.uniform(-9, -4)
    weights = geometric(int(rng.integers(1, 6)), rng.uniform(0.2, 1))
    return weights, eps, delta, setting(n, m, list(Neighbouring)[seed // 2 % 2])


@pytest.mark.parametrize(
    ("rule", "weights", "eps", "delta", "given"),
    [
        *((gaussian, *drawn(seed)) for seed in range(4)),
        *((fourth_root, *drawn(seed)) for seed in (0, 1, 3)),
        (gaussian, geometric(16), 0.063, 7e-8, setting(200, 1, ADD)),
        (gaussian, geometric(2), 10.0, 1e-5, setting(10**6, 100, ADD)),
        (gaussian, geometric(3), 0.5, 1e-13, setting(1000, 10)),
        (fourth_root, geometric(24), 0.727, 9e-8, setting(14027, 12722)),
    ],
)
def test_gaussian_schedules_are_within_the_budget(rule, weights, eps, delta, given):
    best = rule(weights, eps, delta, **given)
    assert spent(best.scales, given, delta) <= eps
    assert best.spent <= eps
    assert rule is fourth_root or best.objective <= best.uniform_objective * (1 + 1e-9)


def profile(z: float, q: mpmath.mpf, eps: float) -> mpmath.mpf:
    """The delta of one replaced record in a Gaussian release on a batch: a closed form."""
    inner = mpmath.log1p(mpmath.expm1(eps) / q)
    upper = mpmath.ncdf(1 / (2 * z) - inner * z)
    return q * (upper - mpmath.exp(inner) * mpmath.ncdf(-1 / (2 * z) - inner * z))


@pytest.mark.parametrize("delta", [1e-13, 1e-30, 1e-200])
def test_one_release_at_a_tiny_delta_has_the_noise_of_its_closed_profile(delta):
    best = gaussian([1.0], 1e-3, delta, **setting(9, 3))
    with mpmath.workdps(400):
        z, q = 3 * mpmath.mpf(best.scales[0]), mpmath.mpf(3) / 9
        assert profile(z, q, 1e-3) <= delta < profile(z, q, (1 - 1e-3) * 1e-3)


@pytest.mark.parametrize("delta", [1e-13, 1e-30])
def test_releases_at_a_tiny_delta_are_within_the_budget_in_balls(delta):
    # The smallest delta of plan; whole batches are one release of the root of the sum.
    best = gaussian([1.0, 2.0], 1e-3, delta, **setting(9, 9))
    with mpmath.workdps(80):
        z = 9 / mpmath.sqrt(sum(1 / mpmath.mpf(scale) ** 2 for scale in best.scales))
        assert profile(z, mpmath.mpf(1), 1e-3) <= delta < profile(z, mpmath.mpf(1), 0.999e-3)
    best = gaussian([1.0, 1.0], 1e-3, delta, **setting(9, 3))
    side = Setting(3 / 9, 3 * float(best.scales[0]), 2, delta)
    truth = measured(side, "replaced")
    assert truth.certified
    assert 0.999e-3 <= truth.truth <= 1e-3


def test_a_budget_that_no_scaling_meets_is_refused(monkeypatch):
    monkeypatch.setattr(scaling, "schedule_epsilon", lambda *_, **__: math.inf)
    monkeypatch.setattr(scaling, "epsilon_of", lambda *_: math.inf)
    with pytest.raises(ValueError, match="epsilon and delta"):
        gaussian([1.0], 1.0, 1e-5, **setting(9, 3))

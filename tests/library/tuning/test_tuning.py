"""Tuning: closed forms against whole schedules, searches against grids, the baseline's formulas."""

import dataclasses
import math

import numpy as np
import pytest

from dptheory.allocation import laplace
from dptheory.bounds import strongly_convex
from dptheory.optimizers.stage_plans import stages
from dptheory.privacy.accounting import gaussian_rho
from dptheory.tuning import Problem, tune
from dptheory.tuning.baseline import minimiser_sensitivity, output_noise, output_perturbation
from dptheory.tuning.geometric import best_gradient, best_nesterov
from dptheory.tuning.heavy_ball import best_heavy_ball, geometric
from dptheory.tuning.multistage import best_multistage
from dptheory.tuning.noise import mechanism, pieces, power_sum
from verify import kernel

BASE = Problem(
    mu=0.02,
    smoothness=5.0,
    dimension=20,
    n=10**5,
    m=10**5,
    sensitivity=40.0,
    sensitivity_l2=30.0,
    gap=10.0,
    eps=1.0,
)
SEGMENTS = ((0.3, 0.9, 40.0), (2.0, 1.0, 7.0), (1e-3, 0.5, 100.0))


def weights_of(segments: tuple[tuple[float, float, float], ...]) -> np.ndarray:
    return np.concatenate(
        [first * factor ** np.arange(length) for first, factor, length in segments]
    )


def bound(problem: Problem, linear: strongly_convex.LinearBound) -> float:
    """A method's bound with its optimal schedule, from scratch."""
    weights = np.array(linear.noise, dtype=float)
    noise = problem.noise().schedule(weights)
    private = problem.dimension * noise.objective
    sampled = problem.sampling_variance * float(weights.sum())
    return float(linear.initial) * problem.gap + private + sampled


@pytest.mark.parametrize("exponent", [1 / 3, 1 / 2, 1.0])
def test_power_sums_of_segments(exponent):
    weights = weights_of(SEGMENTS)
    assert power_sum(SEGMENTS, exponent) == pytest.approx(float(np.sum(weights**exponent)))


def test_pieces_keep_sums():
    levels, counts = pieces((*SEGMENTS, (1.0, 0.99, 20000.0)))
    assert counts.sum() == pytest.approx(20147)
    everything = weights_of(SEGMENTS).sum() + (1 - 0.99**20000) / 0.01
    assert float(np.sum(levels * counts)) == pytest.approx(everything, rel=1e-12)


@pytest.mark.parametrize("delta", [None, 1e-6])
@pytest.mark.parametrize("m", [10**4, 500])
def test_quick_values_agree_with_whole_schedules(delta, m):
    noise = mechanism(1.0, delta, sensitivity=40.0, sensitivity_l2=30.0, n=10**4, m=m, dimension=3)
    segments = ((0.7, 0.97, 300.0),)
    least = noise.least(segments)
    whole = 3 * noise.schedule(weights_of(segments)).objective
    if delta is None or m == 10**4:
        assert least == pytest.approx(whole, rel=1e-9 if m == 10**4 else 2e-2)
    else:  # the quick value is by Renyi divergences, the schedule's by the tightest account
        assert 0.6 * least < whole < least * 1.01


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_no_fixed_choice_beats_the_tuned_one(delta):
    problem = dataclasses.replace(BASE, delta=delta, limit=3000)
    noise = problem.noise()
    found = {"gradient": best_gradient(problem, noise), "nesterov": best_nesterov(problem, noise)}
    for name, best in found.items():
        method = getattr(strongly_convex, name)
        for scaled in (1e-3, 1e-2, 0.1, 0.3, 0.5, 1.0):
            for T in (1, 10, 50, 120, 200, 500, 2000):
                linear = method(scaled / 5.0, 0.02, 5.0, T)
                assert bound(problem, linear) >= best.bound * (1 - 1e-6)
    multi = best_multistage(problem, noise, found["nesterov"])
    assert multi.bound <= found["nesterov"].bound * (1 + 1e-12)
    for first in (20, 60):
        for T in (100, 150, 400):
            plan = stages(T, 0.02, 5.0, first=first)
            assert bound(problem, strongly_convex.multistage(plan, 0.02, 5.0)) > multi.bound


def test_sampling_is_searched_with_its_own_dual():
    problem = dataclasses.replace(BASE, m=1000, limit=2000)
    best = best_nesterov(problem, problem.noise())
    for scaled in (0.01, 0.03, 0.06, 0.1, 0.3, 1.0):
        for T in (100, 200, 300, 450, 700, 1500):
            linear = strongly_convex.nesterov(scaled / 5.0, 0.02, 5.0, T)
            assert bound(problem, linear) >= best.bound * 0.999
    assert best.bound == pytest.approx(best.optimisation + best.privacy + best.sampling)
    assert best.sampling > 0


def test_parts_add_up_and_the_order_is_by_bound():
    found = tune(BASE)
    assert {p.method for p in found} == {
        "gradient", "heavy-ball", "nesterov", "multistage", "output-perturbation", "nothing",
    }  # fmt: skip
    bounds = [p.bound for p in found]
    assert bounds == pytest.approx(sorted(bounds), rel=1e-8)
    for p in found:
        assert p.bound == pytest.approx(p.optimisation + p.privacy + p.sampling)
        if p.schedule is not None:
            assert p.schedule.spent == pytest.approx(1.0, rel=1e-12)
            assert len(p.schedule.scales) == p.iterations
    # At these numbers Nesterov's method is ahead of the minimiser with noise.
    assert found[0].method == "nesterov"


def test_the_reported_nesterov_bound_is_the_proved_one():
    best = best_nesterov(BASE, BASE.noise())
    linear = strongly_convex.nesterov(best.parameters["alpha"], 0.02, 5.0, best.iterations)
    scales = laplace(linear.noise, 1.0, sensitivity=40.0, n=10**5, m=10**5).scales
    moments = [2 * 20 * b**2 for b in scales.tolist()]
    assert best.bound == pytest.approx(float(linear.value(10.0, moments)), rel=1e-12)


def test_the_heavy_ball_starts_at_rest():
    # V = (P_11 + 2 P_12 + P_22)|x|^2 + c (F - F*) with |x|^2 <= 2 (F - F*)/mu.
    P, c, mu, L = (3.0, -1.0, 2.0), 0.7, 0.5, 4.0
    form, lower = geometric(0.1, mu, L, 0.81, P, c), c + 2 * (3 - 1 / 2) / L
    assert form.start == pytest.approx((2 * (3 - 2 + 2) / mu + c) / lower)
    assert form.weight == pytest.approx(0.1**2 * (L * c / 2 + 3) / lower)


def test_the_heavy_ball_is_certified():
    noise = BASE.noise()
    best = best_heavy_ball(BASE, noise, best_gradient(BASE, noise))
    assert kernel.accepts(best.certificate)
    # The bound holds on the worst quadratics: exact second moments of both end curvatures.
    alpha, beta = best.parameters["alpha"], best.parameters["beta"]
    for curvature in (0.02, 5.0):
        mean = np.array([1.0, 1.0]) * math.sqrt(2 * 10.0 / curvature)
        second = np.outer(mean, mean)
        step = np.array([[1 + beta - alpha * curvature, -beta], [1.0, 0.0]])
        for scale in best.schedule.scales:
            noise = np.diag([alpha**2 * 2 * scale**2 * BASE.dimension, 0.0])
            second = step @ second @ step.T + noise
        assert curvature / 2 * second[0, 0] <= best.bound


def test_without_a_better_certificate_the_heavy_ball_is_gradient_descent():
    problem = dataclasses.replace(
        BASE, mu=1e-4, smoothness=1.0, dimension=1, n=10**4, m=10**4, sensitivity=2.0,
        sensitivity_l2=2.0, gap=1.0, eps=0.1,
    )  # fmt: skip
    descent = best_gradient(problem, problem.noise())
    best = best_heavy_ball(problem, problem.noise(), descent)
    assert best.bound <= descent.bound
    assert best.parameters["beta"] == 0
    assert kernel.accepts(best.certificate)


def test_equal_curvatures_are_handled():
    problem = dataclasses.replace(BASE, mu=5.0)
    found = {p.method: p for p in tune(problem)}
    # One full step: the noise of one release that gets everything, L alpha^2/2 = 1/10.
    one = 0.1 * 2 * 20 * (40.0 / 10**5) ** 2
    assert found["gradient"].bound <= one * (1 + 1e-9)


def test_worthless_budgets_are_named():
    found = tune(dataclasses.replace(BASE, eps=1e-6))
    assert found[0].bound <= BASE.gap
    assert next(p for p in found if p.method == "nothing").bound == BASE.gap
    assert found[0].method in ("nothing", "gradient")
    assert found[0].bound > 0.99 * BASE.gap


def test_sampling_variance_of_a_simplex():
    # Corners of a regular simplex: the trace comes close to D^2/2, above D^2/4.
    corners = np.eye(12)
    distance = math.sqrt(2)
    trace = float(np.var(corners, axis=0).sum())
    problem = dataclasses.replace(
        BASE, n=12, m=1, sensitivity=2.0, sensitivity_l2=distance, dimension=12
    )
    assert trace > distance**2 / 4
    assert trace <= problem.sampling_variance * (1 + 1e-12)


@pytest.mark.parametrize("dimension", [1, 2, 20])
def test_output_noise_against_simulation(dimension):
    problem = dataclasses.replace(BASE, dimension=dimension)
    reach = minimiser_sensitivity(problem)
    rng = np.random.default_rng(dimension)
    radius = rng.gamma(dimension, reach / problem.eps, 400_000)
    assert output_noise(problem) == pytest.approx(float(np.mean(radius**2)), rel=0.02)
    assert output_perturbation(problem).bound == pytest.approx(2.5 * output_noise(problem))


def test_output_noise_of_an_approximate_budget():
    problem = dataclasses.replace(BASE, delta=1e-6)
    sigma2 = minimiser_sensitivity(problem) ** 2 / (2 * gaussian_rho(1.0, 1e-6))
    assert output_noise(problem) == pytest.approx(20 * sigma2)


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_output_perturbation_says_its_law(delta):
    problem = dataclasses.replace(BASE, delta=delta)
    law = output_perturbation(problem).parameters
    d, scale = problem.dimension, law["scale"]
    square = {"gamma": d * (d + 1) * scale**2, "gaussian": d * scale**2}[law["law"]]
    assert square == pytest.approx(output_noise(problem), rel=1e-12)
    assert ("|x|^2" in law["density"]) == (delta is not None)


def test_minimisers_of_neighbours_are_as_close_as_stated():
    rng = np.random.default_rng(3)
    mu, n = 0.5, 8
    for _ in range(50):
        # f(x; y) = mu |x|^2/2 - y.x: the gradients differ by |y - y'|.
        first, second = rng.standard_normal(3), rng.standard_normal(3)
        distance = float(np.linalg.norm(first - second))
        problem = dataclasses.replace(
            BASE, mu=mu, n=n, m=n, sensitivity=2 * distance, sensitivity_l2=distance
        )
        moved = np.linalg.norm((first - second) / (n * mu))
        assert moved <= minimiser_sensitivity(problem) * (1 + 1e-12)

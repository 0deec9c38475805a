"""Tuning: closed forms against whole schedules, searches against grids, the baseline's formulas."""

import dataclasses
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dptheory.allocation import laplace
from dptheory.bounds import last_iterate, strongly_convex
from dptheory.bounds.certified import Wanted, constant
from dptheory.methods import heavy_ball, momentum
from dptheory.optimizers.stage_plans import stages
from dptheory.privacy.accounting import gaussian_rho
from dptheory.tuning import Problem, Proposal, tune
from dptheory.tuning.baseline import minimiser_sensitivity, output_noise, output_perturbation
from dptheory.tuning.certified import GRADIENT, HEAVY_BALL, NESTEROV, best_certified
from dptheory.tuning.descent import Descent, longest
from dptheory.tuning.geometric import best_gradient, best_nesterov, value
from dptheory.tuning.multistage import best_multistage
from dptheory.tuning.noise import mechanism, pieces, power_sum
from verify import kernel

DATA = {"n": 10**5, "batch_size": 10**5, "sensitivity": 40.0, "sensitivity_l2": 30.0}
BASE = Problem(mu=0.02, smoothness=5.0, dimension=20, gap=10.0, epsilon=1.0, **DATA)
SEGMENTS = ((0.3, 0.9, 40.0), (2.0, 1.0, 7.0), (1e-3, 0.5, 100.0))


def weights_of(segments: tuple[tuple[float, float, float], ...]) -> np.ndarray:
    return np.concatenate([first * factor ** np.arange(T) for first, factor, T in segments])


def bound(problem: Problem, linear: strongly_convex.LinearBound) -> float:
    """A method's bound with its optimal schedule, from scratch."""
    weights = np.array(linear.noise_weights, dtype=float)
    private = problem.dimension * problem.noise().schedule(weights).objective
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
    noise = mechanism(
        1.0, delta, sensitivity=40.0, sensitivity_l2=30.0, n=10**4, batch_size=m, dimension=3
    )
    segments = ((0.7, 0.97, 300.0),)
    least = noise.least(segments)
    whole = 3 * noise.schedule(weights_of(segments)).objective
    if delta is None or m == 10**4:
        assert least == pytest.approx(whole, rel=1e-9 if m == 10**4 else 2e-2)
    else:  # the quick value is by Renyi divergences, the schedule's by the tightest account
        assert 0.6 * least < whole < least * 1.01


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_no_fixed_choice_beats_the_tuned_one(delta):
    problem = dataclasses.replace(BASE, delta=delta, max_iterations=3000)
    noise = problem.noise()
    found = {"gradient": best_gradient(problem, noise), "nesterov": best_nesterov(problem, noise)}
    forms = {"gradient": last_iterate.gradient, "nesterov": strongly_convex.nesterov}
    shares, lengths = (1e-3, 1e-2, 0.1, 0.3, 0.5, 1.0), (1, 10, 50, 120, 200, 500, 2000)
    for (name, best), scaled, T in product(found.items(), shares, lengths):
        linear = forms[name](scaled / 5.0, 0.02, 5.0, T)
        assert bound(problem, linear) >= best.bound * (1 - 1e-6)
    multi = best_multistage(problem, noise, found["nesterov"])
    assert multi.bound <= found["nesterov"].bound * (1 + 1e-12)
    for first, T in product((20, 60), (100, 150, 400)):
        plan = stages(T, 0.02, 5.0, first_stage=first)
        assert bound(problem, strongly_convex.multistage(plan, 0.02, 5.0)) > multi.bound


def test_the_length_is_the_best_whole_one_after_the_step_is_found():
    """At the best step for a real length the best whole one is 2; with its own step it is 3."""
    few = {"n": 500, "batch_size": 500, "sensitivity": 40.0, "sensitivity_l2": 30.0}
    problem = Problem(mu=0.015, smoothness=1.0, dimension=10, gap=10.0, epsilon=1.0, **few)
    best = best_nesterov(problem, problem.noise())
    assert best.iterations == 3
    for T, alpha in product((2, 3, 4), np.linspace(0.05, 1.0, 96)):
        linear = strongly_convex.nesterov(float(alpha), 0.015, 1.0, T)
        assert bound(problem, linear) >= best.bound * (1 - 1e-6)


def test_sampling_is_searched_with_its_own_dual():
    problem = dataclasses.replace(BASE, batch_size=1000, max_iterations=2000)
    best = best_nesterov(problem, problem.noise())
    for scaled, T in product((0.01, 0.03, 0.06, 0.1, 0.3, 1.0), (100, 200, 300, 450, 700, 1500)):
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
    scales = laplace(linear.noise_weights, 1.0, sensitivity=40.0, n=10**5, batch_size=10**5).scales
    moments = [2 * 20 * b**2 for b in scales.tolist()]
    assert best.bound == pytest.approx(float(linear.value(10.0, moments)), rel=1e-12)


FAMILIES = {"gradient": GRADIENT, "heavy-ball": HEAVY_BALL, "nesterov": NESTEROV}


def certified(problem: Problem, family: str) -> tuple[Proposal, Proposal]:
    """The certified proposal and the one in closed form that it must beat."""
    noise = problem.noise()
    still, accelerated = best_gradient(problem, noise), best_nesterov(problem, noise)
    starts = {"gradient": [still], "heavy-ball": [still, accelerated], "nesterov": [accelerated]}
    known, *also = starts[family]
    best = best_certified(problem, noise, FAMILIES[family], [known], also=also)
    return best, known


def test_no_certificate_beats_the_exact_bound_of_gradient_descent():
    best, closed = certified(BASE, "gradient")
    assert best == closed
    alpha, T = best.parameters["alpha"], best.iterations
    exact = last_iterate.gradient(alpha, 0.02, 5.0, T)
    assert best.bound == pytest.approx(float(exact.value(10.0, best.moments(BASE))))
    assert best.bound < bound(BASE, strongly_convex.gradient(alpha, 0.02, 5.0, T)) / 20


@pytest.mark.parametrize("m", [10**5, 1000])
def test_pieces_of_the_exact_weights_are_near_them(m):
    problem = dataclasses.replace(BASE, batch_size=m)
    form, T = Descent(0.25, 0.02, 5.0), 777
    exact = last_iterate.gradient(0.25, 0.02, 5.0, T)
    quick = value(problem, problem.noise(), form, float(T))
    assert quick == pytest.approx(bound(problem, exact), rel=0.02)
    assert last_iterate.covers(longest(problem), 0.02, 5.0)
    assert not last_iterate.covers(longest(problem) * 1.0001, 0.02, 5.0)


@pytest.mark.parametrize("family", ["heavy-ball", "nesterov"])
def test_a_certified_proposal_is_proved_and_above_quadratics(family):
    best, closed = certified(BASE, family)
    (certificate,) = best.certificates
    assert kernel.accepts(certificate)
    assert best.bound < closed.bound
    said = certificate["statement"]
    C, rho2, c = (float(Fraction(said[name])) for name in ("C", "rho2", "c"))
    weights = [c * rho2**k for k in reversed(range(best.iterations))]
    assert best.moments(BASE) == pytest.approx(list(2 * 20 * best.schedule.scales**2))
    terms = [a * v for a, v in zip(weights, best.moments(BASE), strict=True)]
    assert best.bound == pytest.approx(10.0 * C * rho2**best.iterations + math.fsum(terms))
    # The bound holds on the worst quadratics: exact second moments of both end curvatures.
    alpha, beta, eta = (float(Fraction(said[name])) for name in ("alpha", "beta", "eta"))
    for curvature in (0.02, 5.0):
        second = np.full((2, 2), 2 * 10.0 / curvature)
        step = np.array(momentum(alpha, beta, eta).closed_loop(curvature))
        for v in best.moments(BASE):
            second = step @ second @ step.T + np.diag([alpha**2 * v, 0.0])
        assert curvature / 2 * second[0, 0] <= best.bound


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_no_fixed_certified_choice_beats_the_tuned_one(delta):
    problem = dataclasses.replace(BASE, delta=delta, max_iterations=400)
    noise = problem.noise()
    best, _ = certified(problem, "heavy-ball")
    for scaled, beta, T in product((0.1, 0.4, 0.8), (0.8, 0.9, 0.95), (100, 200, 400)):
        wanted = Wanted(T, 10.0, lambda rho2, T=T: noise.least(((1.0, rho2, float(T)),)))
        found = constant(heavy_ball(scaled / 5, beta), 0.02, 5.0, wanted)
        assert found is None or wanted.bound(found[0]) >= best.bound * (1 - 1e-2)


def test_without_a_better_certificate_the_closed_form_stays():
    problem = dataclasses.replace(BASE, mu=5.0)
    best, closed = certified(problem, "heavy-ball")
    assert best == closed
    assert not best.certificates


def test_equal_curvatures_are_handled():
    problem = dataclasses.replace(BASE, mu=5.0)
    found = {p.method: p for p in tune(problem)}
    # One full step: the noise of one release that gets everything, L alpha^2/2 = 1/10.
    one = 0.1 * 2 * 20 * (40.0 / 10**5) ** 2
    assert found["gradient"].bound <= one * (1 + 1e-9)


def test_worthless_budgets_are_named():
    found = tune(dataclasses.replace(BASE, epsilon=1e-6))
    assert next(p for p in found if p.method == "nothing").bound == BASE.gap
    assert found[0].method in ("nothing", "gradient")
    assert 0.99 * BASE.gap < found[0].bound <= BASE.gap


@pytest.mark.parametrize(
    "changed", [{"n": 100, "batch_size": 100, "epsilon": 1e-6, "gap": 1e-5}, {"mu": 1e-30}], ids=str
)
def test_momentum_that_rounds_to_one_is_left_out(changed):
    found = {p.method: p for p in tune(dataclasses.replace(BASE, **changed))}
    assert not found["multistage"].certificates
    assert all(math.isfinite(p.bound) for p in found.values())


def test_sampling_variance_of_a_simplex():
    # Corners of a regular simplex: the trace comes close to D^2/2, above D^2/4.
    distance, trace = math.sqrt(2), float(np.var(np.eye(12), axis=0).sum())
    data = {
        "n": 12,
        "batch_size": 1,
        "sensitivity": 2.0,
        "sensitivity_l2": distance,
        "dimension": 12,
    }
    problem = dataclasses.replace(BASE, **data)
    assert distance**2 / 4 < trace <= problem.sampling_variance * (1 + 1e-12)


@pytest.mark.parametrize("dimension", [1, 2, 20])
def test_output_noise_against_simulation(dimension):
    problem = dataclasses.replace(BASE, dimension=dimension)
    reach = minimiser_sensitivity(problem)
    rng = np.random.default_rng(dimension)
    radius = rng.gamma(dimension, reach / problem.epsilon, 400_000)
    assert output_noise(problem) == pytest.approx(float(np.mean(radius**2)), rel=0.02)
    assert output_perturbation(problem).bound == pytest.approx(2.5 * output_noise(problem))


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_output_perturbation_says_its_law(delta):
    problem = dataclasses.replace(BASE, delta=delta)
    law = output_perturbation(problem).parameters
    d, scale = problem.dimension, law["scale"]
    square = {"gamma": d * (d + 1) * scale**2, "gaussian": d * scale**2}[law["law"]]
    assert square == pytest.approx(output_noise(problem), rel=1e-12)
    assert ("|x|^2" in law["density"]) == (delta is not None)
    if delta is not None:
        sigma2 = minimiser_sensitivity(problem) ** 2 / (2 * gaussian_rho(1.0, delta))
        assert square == pytest.approx(20 * sigma2)


def test_minimisers_of_neighbours_are_as_close_as_stated():
    # f(x; y) = mu |x|^2/2 - y.x: gradients differ by |y - y'|, the minimisers' by 1/(n mu) of it.
    for distance in 10 ** np.random.default_rng(3).uniform(-2, 2, 50):
        data = {"n": 8, "batch_size": 8, "sensitivity": 2 * distance, "sensitivity_l2": distance}
        problem = dataclasses.replace(BASE, mu=0.5, **data)
        assert distance / (8 * 0.5) <= minimiser_sensitivity(problem) * (1 + 1e-12)

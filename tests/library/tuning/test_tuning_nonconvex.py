"""Tuning under a budget for non-convex problems: consistency, budgets, the command, misuse."""

import json
import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, drawn_gradient_bound
from dptheory.bounds.normalised import Normalising
from dptheory.cli import main
from dptheory.optimizers.private import dp_nsgd, dp_sgd
from dptheory.privacy.accounting import gaussian_rho
from dptheory.privacy.gaussian import REPLACE, GaussianSteps, pld_epsilon
from dptheory.problems.nonconvex import separable, tilted
from dptheory.problems.smoothness_class import steepest
from dptheory.simulation.nonconvex import descend
from dptheory.tuning import NonconvexProblem, NonconvexProposal, nonconvex, tune_nonconvex
from dptheory.tuning.nonconvex_model import Step, predicted_at, predicted_best

DATA = Nonconvex(1.0, 1.0, 0.5, 0.5, 0.2)
PROBLEM = NonconvexProblem(
    DATA, dimension=5, n=10**5, epsilon=1.0, delta=1e-6, max_iterations=30000
)
LINE = (
    "tune nonconvex --gap 1 --L0 1 --L1 1/2 --tau0 0.5 --tau1 0.2 --dimension 5 --n 1e5 "
    "--epsilon 1 --delta 1e-6 --max-iterations 30000"
)


@pytest.fixture(scope="module", autouse=True)
def coarse() -> object:
    """A smaller grid: what is tested does not depend on how good the search is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nonconvex, "GRID", 7)
        patch.setattr(nonconvex, "LAST_STEP", 0.01)
        yield


@cache
def by_method(problem: NonconvexProblem) -> dict[tuple[str, str], NonconvexProposal]:
    return {(p.method, p.horizon): p for p in tune_nonconvex(problem).proposals}


def bound_of(problem: NonconvexProblem, proposal: NonconvexProposal) -> float:
    """The theorem's, by another call."""
    data, d, T = problem.constants, problem.dimension, proposal.iterations
    own = proposal.parameters
    eta, noise = own["alpha"], own["noise_multiplier_on_mean"]
    if proposal.method == "dp-nsgd":
        return drawn_gradient_bound(data, Normalising(own["regulariser"]), eta, noise, d, T)
    return drawn_gradient_bound(data, Clipping(own["clip"]), eta, noise, d, T, problem.share)


def test_the_reported_bounds_are_those_of_the_theorems_at_the_reported_parameters() -> None:
    found = by_method(PROBLEM)
    for proposal in found.values():
        if proposal.iterations:
            assert proposal.bound == pytest.approx(bound_of(PROBLEM, proposal), rel=1e-12)
            noise = proposal.parameters["noise_multiplier_on_mean"]
            spent = proposal.iterations * 2 / (noise * PROBLEM.n) ** 2
            assert spent == pytest.approx(gaussian_rho(1.0, 1e-6))
    assert found["nothing", "none"].bound == pytest.approx(steepest(1.0, 1.0, 0.5))
    bounds = [proposal.bound for proposal in found.values()]
    assert bounds == sorted(bounds)


def test_the_horizon_is_the_smallest_within_five_per_cent_of_the_limit() -> None:
    """The limit in closed form at L_1 = 0: sqrt(kappa) = (2 D L_0 d)^(1/4) sqrt(c sigma_1)."""
    data = Nonconvex(6.66, 2.0, 0.0, 0.5, 0.0)
    asked = NonconvexProblem(data, dimension=10, n=10**4, epsilon=1.0, delta=1e-6)
    found = by_method(asked)["dp-sgd", "bound"]
    limit = math.sqrt(math.sqrt(2 * 6.66 * 2 * 10) * 1.0 * asked.noise(1))
    assert found.bound == pytest.approx(1.05 * limit, rel=1e-2)
    assert found.iterations < 11_000
    assert not found.at_limit
    capped = by_method(replace(asked, max_iterations=1000))["dp-sgd", "bound"]
    assert capped.iterations == 1000
    assert capped.at_limit
    curve = [bound for _, _, bound in tune_nonconvex(asked).curve]
    assert curve == sorted(curve, reverse=True)


def test_a_tuned_run_keeps_its_bound() -> None:
    problem = tilted(separable("well", 5), 40, tau0=0.05, tau1=0.0, seed=0)
    x0 = np.full(5, 2.0)
    data = Nonconvex(problem.gap(x0), problem.L0, problem.L1, problem.tau0, problem.tau1)
    asked = NonconvexProblem(data, dimension=5, n=40, epsilon=200.0, delta=1e-3, max_iterations=500)
    for proposal in by_method(asked).values():
        if not proposal.iterations:
            continue
        own, T = proposal.parameters, proposal.iterations
        noise = {"noise_multiplier": own["noise_multiplier_on_mean"], "on": "mean"}
        if proposal.method == "dp-sgd":
            private = dp_sgd(own["alpha"], own["clip"], unit="bound", **noise)
        else:
            private = dp_nsgd(own["alpha"], own["regulariser"], **noise)
        runs = descend(problem, private, x0, T, runs=20, seed=1)
        assert float(runs.norms[:, :T].mean()) <= proposal.bound
    assert by_method(asked)["dp-sgd", "bound"].bound < float(np.linalg.norm(problem.gradient(x0)))


def test_a_larger_budget_is_never_worse_and_without_one_nothing_is_best() -> None:
    rich, poor = (by_method(replace(PROBLEM, epsilon=eps)) for eps in (10.0, 1e-4))
    usual = by_method(PROBLEM)
    for method in ("dp-nsgd", "dp-sgd"):
        assert rich[method, "bound"].bound <= usual[method, "bound"].bound * (1 + 1e-2)
    assert tune_nonconvex(replace(PROBLEM, epsilon=1e-7, n=10)).proposals[0].method == "nothing"
    assert poor["nothing", "none"].bound == usual["nothing", "none"].bound


def test_normalising_keeps_a_floor_and_clipping_none() -> None:
    free = by_method(replace(PROBLEM, epsilon=1e3, n=10**7, max_iterations=10**7))
    assert free["dp-sgd", "bound"].bound < 0.05
    assert free["dp-nsgd", "bound"].bound > 2 * free["dp-sgd", "bound"].bound
    # With next to no deviation the theorem on normalising says nothing: there is no such row.
    exact = by_method(replace(PROBLEM, constants=replace(DATA, tau0=1e-17)))
    assert ("dp-nsgd", "bound") not in exact


def test_batches_pay_for_the_budget_and_cost_fewer_gradients() -> None:
    asked = NonconvexProblem(
        DATA, 5, 2000, epsilon=1.0, delta=1e-5, max_iterations=2000, batch_size=200
    )
    found = by_method(asked)["dp-sgd", "bound"]
    noise = found.parameters["noise_multiplier_on_mean"]
    steps = GaussianSteps(1.0, noise, 2000, 200, found.iterations)
    spent = pld_epsilon(steps, 1e-5, neighbouring=REPLACE)
    assert 0.99 < spent <= 1.0
    assert found.bound == pytest.approx(bound_of(asked, found), rel=1e-12)
    curve = tune_nonconvex(asked).curve
    assert all(cost == 200 * T for T, cost, _ in curve)


def test_the_model_is_the_exact_moments_of_a_bowl() -> None:
    """Gradient descent on curvature 2 from gap 1, unclipped: closed forms of mean and variance."""
    data = Nonconvex(1.0, 2.0, 0.0, 0.1, 0.0)
    eta, T, sigma, share = 0.1, 7, 0.02, 0.3
    step = Step("dp-sgd", 100.0, lambda T: sigma * math.sqrt(T), share)
    kept = 1 - eta * 2.0
    sums = sum(kept ** (2 * k) for k in range(T))
    path = (2.0 * kept**T) ** 2
    added = T * (100 * sigma) ** 2 + share * 0.1**2
    expected = math.sqrt(path + 4 * eta**2 * sums * added)
    assert predicted_at(data, 1, 1.0, step, eta, T) == pytest.approx(expected, rel=1e-12)


def test_the_model_of_a_simulated_bowl_is_right() -> None:
    """Near its minimum ``cauchy`` is the bowl, and opposite records are as far as they may be."""
    problem = tilted(separable("cauchy", 4), 40, tau0=0.05, tau1=0.0, seed=0)
    x0, T, eta = np.full(4, 0.05), 30, 0.2
    data = Nonconvex(problem.gap(x0), 1.0, 0.0, 0.05, 0.0)
    private = dp_sgd(eta, 1.0, noise_multiplier=0.01, on="mean", unit="bound")
    runs = descend(problem, private, x0, T, runs=4000, seed=3, batch_size=10)
    step = Step("dp-sgd", 1.0, lambda T: 0.01, 30 / (10 * 39))
    measured = math.sqrt(float((runs.norms[:, T] ** 2).mean()))
    assert measured == pytest.approx(predicted_at(data, 4, 1.0, step, eta, T), rel=0.03)


def test_the_prediction_stops_where_more_iterations_only_bring_noise() -> None:
    data = Nonconvex(6.66, 2.0, 0.0, 0.5, 0.0)
    step = Step("dp-sgd", 1.0, lambda T: 1e-3 * math.sqrt(T))
    etas = 0.5 ** np.arange(1, 15)
    found = predicted_best(data, 10, 10.0, step, etas, 10**4)
    assert found.iterations < 1000
    for T in (found.iterations // 3, 10 * found.iterations):
        least = min(predicted_at(data, 10, 10.0, step, eta, T) for eta in etas)
        assert found.gradient <= 1.05 * least
    with pytest.raises(ValueError, match="method must be dp-sgd or dp-nsgd"):
        Step("adam", 1.0, lambda T: 0.0)
    with pytest.raises(ValueError, match="condition K must be at least 1"):
        predicted_at(data, 10, 0.5, step, 0.1, 5)


def test_the_command_prints_what_the_library_finds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LINE.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    first = tune_nonconvex(PROBLEM).proposals[0]
    assert (answer["best"], answer["neighbouring"]) == (first.method, "replace-one")
    shown = {name: getattr(first, name) for name in ("method", "bound", "iterations")}
    row = answer["alternatives"][0]
    assert row.items() >= (shown | first.parameters).items()
    assert row["noise_multiplier_on_sum"] == row["noise_multiplier_on_mean"] * 10**5
    assert row["gradient_evaluations"] == first.iterations * 10**5
    assert answer["accounts"][0]["epsilon"] == pytest.approx(1.0, rel=1e-2)
    assert main(LINE.split()) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"smallest proved bound: {first.method}, E |grad f| <=")
    assert "Of the last iterate nothing is proved" in printed
    table = printed.splitlines()[1:5]
    assert max(map(len, table)) <= 80


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("--tau0 0", "--tau0 must be positive"),
        ("--epsilon 1e15", "--epsilon must be from 1e-40 to 1e+06"),
        ("--batch-size 100001", "--batch-size must be a whole number from 1 to n = 100000"),
        ("--condition 0.5", "--condition must be from 1 to 1e+06"),
        ("--L1=-1", "--L1 must be 0 or positive"),
    ],
)
def test_bad_input_is_one_line(more: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: Any = main([*LINE.split(), *more.split()])
    except SystemExit as ended:  # by the parser
        status = ended.code
    assert status == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1

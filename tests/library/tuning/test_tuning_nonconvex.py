"""Tuning under a budget for non-convex problems: consistency, budgets, the command, misuse."""

import json
import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dptheory.bounds import clipped, normalised
from dptheory.bounds.nonconvex import Nonconvex
from dptheory.cli import main
from dptheory.optimizers.private import dp_nsgd, dp_sgd
from dptheory.privacy.accounting import gaussian_rho
from dptheory.problems.nonconvex import separable, tilted
from dptheory.problems.smoothness_class import steepest
from dptheory.simulation.nonconvex import descend
from dptheory.tuning import NonconvexProblem, NonconvexProposal, nonconvex, tune_nonconvex

DATA = Nonconvex(1.0, 1.0, 0.5, 0.5, 0.2)
PROBLEM = NonconvexProblem(DATA, dimension=5, n=10**5, eps=1.0, delta=1e-6, limit=3000)
THEOREMS = {"dp-nsgd": ("regulariser", normalised), "dp-sgd": ("clip", clipped)}
LINE = (
    "tune-nonconvex --gap 1 --l0 1 --l1 1/2 --tau0 0.5 --tau1 0.2 --dimension 5 --n 1e5 "
    "--epsilon 1 --delta 1e-6 --max-iterations 3000"
)


@pytest.fixture(scope="module", autouse=True)
def coarse() -> object:
    """A smaller grid: what is tested does not depend on how good the search is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nonconvex, "GRID", 7)
        patch.setattr(nonconvex, "LAST_STEP", 0.05)
        yield


@cache
def by_method(problem: NonconvexProblem) -> dict[str, NonconvexProposal]:
    return {proposal.method: proposal for proposal in tune_nonconvex(problem)}


def test_the_reported_bounds_are_those_of_the_theorems_at_the_reported_parameters() -> None:
    found = by_method(PROBLEM)
    for method, (name, module) in THEOREMS.items():
        proposal = found[method]
        noise = proposal.parameters["noise_multiplier_on_mean"]
        arguments = proposal.parameters[name], proposal.parameters["eta"], noise, 5
        bound = module.smallest_gradient_bound(DATA, *arguments, proposal.iterations)
        assert proposal.bound == pytest.approx(bound, rel=1e-12)
        spent = proposal.iterations * 2 / (noise * PROBLEM.n) ** 2
        assert spent == pytest.approx(gaussian_rho(1.0, 1e-6))
    assert found["nothing"].bound == pytest.approx(steepest(1.0, 1.0, 0.5))
    bounds = [proposal.bound for proposal in found.values()]
    assert bounds == sorted(bounds)


def test_a_tuned_run_keeps_its_bound() -> None:
    problem = tilted(separable("well", 5), 40, tau0=0.05, tau1=0.0, seed=0)
    x0 = np.full(5, 2.0)
    data = Nonconvex(problem.gap(x0), problem.L0, problem.L1, problem.tau0, problem.tau1)
    asked = NonconvexProblem(data, dimension=5, n=40, eps=200.0, delta=1e-3, limit=500)
    found = by_method(asked)
    for method, make in (
        (found["dp-nsgd"], lambda p, k: dp_nsgd(p["eta"], p["regulariser"], on="mean", **k)),
        (found["dp-sgd"], lambda p, k: dp_sgd(p["eta"], p["clip"], on="mean", scale="bound", **k)),
    ):
        noise = {"multiplier": method.parameters["noise_multiplier_on_mean"]}
        private = make(method.parameters, noise)
        runs = descend(problem, private, x0, method.iterations, runs=20, seed=1, record=[])
        assert method.bound < float(np.linalg.norm(problem.gradient(x0)))
        assert runs.mean_least + 4 * runs.standard_error <= method.bound


def test_a_larger_budget_is_never_worse_and_without_one_nothing_is_best() -> None:
    rich, poor = (by_method(replace(PROBLEM, eps=eps)) for eps in (10.0, 1e-4))
    usual = by_method(PROBLEM)
    for method in ("dp-nsgd", "dp-sgd"):
        assert rich[method].bound <= usual[method].bound * (1 + 1e-3)
    assert tune_nonconvex(replace(PROBLEM, eps=1e-7, n=10))[0].method == "nothing"
    assert poor["nothing"].bound == usual["nothing"].bound


def test_normalising_keeps_a_floor_and_clipping_none() -> None:
    free = by_method(replace(PROBLEM, eps=1e3, n=10**7, limit=10**7))
    assert free["dp-sgd"].bound < 0.05
    assert free["dp-nsgd"].bound > 2 * free["dp-sgd"].bound
    exact = by_method(replace(PROBLEM, constants=replace(DATA, tau0=0.0)))
    assert math.isinf(exact["dp-nsgd"].bound)


def test_the_command_prints_what_the_library_finds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LINE.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    first = tune_nonconvex(PROBLEM)[0]
    assert (answer["best"], answer["neighbouring"]) == (first.method, "replace-one")
    shown = {name: getattr(first, name) for name in ("method", "bound", "iterations")}
    assert answer["alternatives"][0] == shown | first.parameters
    assert main(LINE.split()) == 0
    assert capsys.readouterr().out.startswith(f"smallest proved bound: {first.method}, E min")

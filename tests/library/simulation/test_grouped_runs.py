"""Runs of group-wise DP-SGD: the compiled ones against the optimiser, step by step."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from dptheory.gradients.grouping import layer_wise, uniform
from dptheory.optimizers.private import Private, dp_grouped, init, update
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems.grouped import symmetric
from dptheory.simulation import grouped
from dptheory.simulation.descents import BLOCK, descend_from
from dptheory.simulation.grouped import descend_in_groups
from dptheory.simulation.streams import draws

PROBLEM = symmetric(np.linspace(1.0, 2.0, 8), groups=4, n=6, deviation=0.5, seed=1)
X0 = np.linspace(-1.0, 2.0, 8)
RULES = {
    "auto, all-layer": uniform(PROBLEM.layout, 1, 1.0).rule("auto", regulariser=0.1),
    "auto, two groups": uniform(PROBLEM.layout, 2, 2.0).rule("auto", regulariser=0.1),
    "abadi, a group a block": layer_wise(PROBLEM.layout, 0.5).rule("abadi"),
}


def sgd(rule: str, multiplier: float = 0.7, on: str = "sum") -> Private:
    return dp_grouped(Sgdm(0.3, 0.0), RULES[rule], noise_multiplier=multiplier, on=on)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("multiplier", "on"), [(0.7, "sum"), (0.2, "mean"), (0.0, "sum")])
def test_runs_equal_the_optimiser_on_the_same_draws(rule: str, multiplier: float, on: str) -> None:
    steps, seed, runs, B = 5, 3, BLOCK + 2, 4
    method = sgd(rule, multiplier, on)
    found = descend_in_groups(PROBLEM, method, X0, steps, batch_size=B, runs=runs, seed=seed)
    for run in (0, 1, runs - 1):
        state, norms = init(method, X0), []
        for t in range(steps):
            norms.append(float(np.linalg.norm(PROBLEM.gradient(state.x))))
            noise, picks = (
                draws(law, seed=seed, runs=[run], iterations=[k], dimension=d)[0, 0]
                for law, k, d in (("gaussian", 2 * t, 8), ("uniform", 2 * t + 1, B))
            )
            batch = (picks * PROBLEM.size).astype(np.int64)
            gradients = PROBLEM.per_sample_gradients(state.x, batch)
            state = update(method, state, gradients, noise)
        np.testing.assert_allclose(found.final[run], state.x, rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(found.norms[run, :-1], norms, rtol=1e-11)
        assert found.least[run] == pytest.approx(min(norms))


def test_runs_do_not_depend_on_workers_or_on_how_many_there_are() -> None:
    method = sgd("auto, two groups")
    given = partial(descend_in_groups, PROBLEM, method, X0, 6, batch_size=3, seed=1)
    one, two = (given(runs=2 * BLOCK, jobs=jobs) for jobs in (1, 2))
    few = given(runs=5, record=[0, 6])
    assert (one.norms == two.norms).all()
    assert (few.final == one.final[:5]).all()
    assert (few.norms == one.norms[:5, [0, 6]]).all()
    later = given(runs=BLOCK, first_run=BLOCK - 3)
    assert (later.norms == one.norms[BLOCK - 3 : -3]).all()


def test_batches_are_drawn_with_replacement_and_evenly() -> None:
    quiet = symmetric(np.ones(2), groups=1, n=2, deviation=1.0, seed=0)
    rule = uniform(quiet.layout, 1, 1.0).rule("abadi")
    method = dp_grouped(Sgdm(1.0, 0.0), rule, noise_multiplier=0.0, on="sum")
    found = descend_in_groups(quiet, method, np.zeros(2), 1, batch_size=2, runs=4000, seed=0)
    # Two opposite records cancel: half of the batches have both.
    assert (found.norms[:, 1] < 1e-12).mean() == pytest.approx(0.5, abs=0.04)


def test_a_start_of_another_dimension_than_the_case_is_refused(monkeypatch) -> None:
    # The loops wrote beyond the end of what was given.
    cases = []
    monkeypatch.setattr(grouped, "descend_from", lambda _, case, **__: cases.append(case))
    descend_in_groups(PROBLEM, sgd("auto, two groups"), X0, 3, batch_size=2, runs=1, seed=0)
    for case, start in ((cases[0], X0[:3]), (replace(cases[0], weights=np.zeros(2)), X0)):
        with pytest.raises(
            ValueError, match=r"first iterate, .* must be of one dimension .* Found"
        ):
            descend_from(start, case, runs=1, seed=0, record=None, jobs=1)

"""The choice against the best of a sweep, and what an answer holds."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dptheory.prediction import Answer, LinearModel, Question, Task, choose
from dptheory.prediction.choosing import NOTHING, OBJECTIVE, errors_of
from dptheory.prediction.plans import scheduled
from dptheory.prediction.runs import run_errors
from dptheory.prediction.surrogates import within
from dptheory.problems.logistic import synthetic

ROWS, N, D = 200, 5000, 4  # the rows stand for N records
LIMIT = 40


def halves() -> tuple[LinearModel, LinearModel]:
    """Public and private records of the same law."""
    generator = np.random.default_rng(5)
    features = generator.standard_normal((2 * ROWS, D)) / np.arange(1, D + 1)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    outputs = features @ [2.0, -3.0, 1.0, 2.0]
    labels = np.where(generator.random(2 * ROWS) < 1 / (1 + np.exp(-outputs)), 1.0, -1.0)
    return tuple(LinearModel(features[k::2], labels[k::2], 0.005) for k in (0, 1))


def task(delta: float | None) -> Task:
    return Task(
        n=N, dimension=D, mu=0.01, slope=1.0, bend=0.25, radius_l1=np.sqrt(D), radius_l2=1.0,
        epsilon=1.0, delta=delta,
    )  # fmt: skip


@cache
def answer(delta: float | None) -> Answer:
    """The choice on the public half."""
    return choose(Question(task(delta), (halves()[0],), (N,), max_iterations=LIMIT))


@pytest.mark.parametrize("delta", [None, 1e-6])
def test_the_choice_is_nearly_as_good_as_the_best_of_a_sweep(delta):
    private, asked = halves()[1], task(delta)
    chosen = errors_of(answer(delta).choices[0], private, N, 400, seed=9).mean()
    swept = []
    for alpha in np.geomspace(1, 30, 6):
        for beta, eta in ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5)):
            for T in (1, 3, 6, 12, 24):
                run = scheduled(
                    [private], asked, alpha=alpha, beta=beta, eta=eta, iterations=T, m=N
                )
                swept.append(run_errors(private, run, N, 100, seed=2).mean())
    assert chosen <= 1.3 * min(swept)


def test_methods_come_in_the_order_of_their_errors():
    found = answer(1e-6)
    errors = [choice.error for choice in found.choices]
    assert errors == sorted(errors)
    assert {OBJECTIVE, NOTHING} <= {choice.method for choice in found.choices}
    assert not found.disagree


def test_releasing_the_start_has_the_error_of_the_start():
    private = halves()[1]
    choice = next(c for c in answer(None).choices if c.method == NOTHING)
    gap = private.value(np.zeros((1, D)))[0] - private.optimal_value
    assert errors_of(choice, private, N, 3, seed=0) == pytest.approx([gap] * 3)


def test_what_the_readme_recommends_is_best_on_data_that_no_surrogate_is():
    d, n = 20, 100_000
    asked = Task(
        n=n, dimension=d, mu=0.01, slope=1.0, bend=0.25, radius_l1=np.sqrt(d), radius_l2=1.0,
        epsilon=1.0,
    )  # fmt: skip
    drawn = synthetic(1000, d, 0.005, seed=3)
    model = LinearModel(within(drawn.features, np.sqrt(d), 1.0), drawn.labels, 0.005)
    first, *others = choose(Question(asked, (model,), (n,), max_iterations=200)).choices
    assert first.method == OBJECTIVE
    assert first.errors[0].high < min(choice.errors[0].low for choice in others)


@pytest.mark.parametrize("epsilon", [1.0, 8.0])
def test_a_delta_beside_a_pure_budget_makes_no_choice_worse(epsilon):
    features = (np.random.default_rng(1).random((500, 10)) < 0.3) / np.sqrt(10)
    chance = 0.2 + 0.6 * (features[:, 0] > 0)
    labels = np.where(np.random.default_rng(2).random(500) < chance, 1.0, -1.0)
    model = LinearModel(features, labels, 0.00125)
    asked = Task(
        n=1000, dimension=10, mu=0.0025, slope=1.0, bend=0.25, radius_l1=np.sqrt(10),
        radius_l2=1.0, epsilon=epsilon,
    )  # fmt: skip
    pure, both = (
        choose(Question(replace(asked, delta=delta), (model,), (1000,), max_iterations=LIMIT))
        for delta in (None, 1e-5)
    )
    assert both.choices[0].error <= 1.02 * pure.choices[0].error
    by_method = {c.method: c.error for c in pure.choices}
    assert all(c.error <= 1.1 * by_method[c.method] for c in both.choices)
    if epsilon == 8:
        assert both.choices[0].noise == pure.choices[0].noise


def test_the_order_of_the_records_does_not_move_the_choice():
    """Labels that alternate: every tenth record has one of them alone."""
    generator = np.random.default_rng(3)
    features = generator.standard_normal((8000, 3)) / np.sqrt(3) / 2
    labels = np.where(generator.random(8000) < 1 / (1 + np.exp(-8 * features[:, 0])), 1.0, -1.0)
    low, high = (np.flatnonzero(labels == side) for side in (-1, 1))
    both = min(low.size, high.size)
    alternating = np.stack([low[:both], high[:both]], axis=1).ravel()
    errors = []
    for rows in (alternating, generator.permutation(alternating)):
        model = LinearModel(features[rows], labels[rows], 0.005)
        asked = Task(
            n=len(rows), dimension=3, mu=0.01, slope=1.0, bend=0.25, radius_l1=2.0, radius_l2=1.5,
            epsilon=0.5,
        )  # fmt: skip
        found = choose(Question(asked, (model,), (len(rows),), max_iterations=LIMIT)).choices[0]
        errors.append(errors_of(found, model, len(rows), 400, seed=9).mean())
        assert found.error == pytest.approx(errors[-1], rel=0.3)
    assert errors[0] == pytest.approx(errors[1], rel=0.3)

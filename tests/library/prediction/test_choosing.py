"""The choice against the best of a sweep, and what an answer holds."""

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

"""The smallest budget that reaches an error, against the choices at budgets around it."""

from dataclasses import replace

import pytest
from library.prediction.small_model import N, model, task

from dptheory.errors import ArgumentError
from dptheory.prediction import Question, choose
from dptheory.prediction.targets import LEAST, MOST, RATIO, _first, budget, least_budget

CLIP = 0.2


def question(loss: str = "logistic", clip: float = float("inf")) -> Question:
    """A short search."""
    return Question(
        task(None, clip), (model(loss, 2),), (N,), clips=(clip,), max_iterations=3, runs=20
    )


def test_the_least_budget_reaches_its_target_and_the_one_before_does_not() -> None:
    target = 1e-3
    asked, answer = least_budget(question(), target)
    assert answer == choose(asked)
    assert answer.choices[0].error <= target
    before = replace(asked.problem, epsilon=asked.problem.epsilon / RATIO)
    assert choose(replace(asked, problem=before)).choices[0].error > target


def test_a_start_that_is_good_enough_needs_no_budget() -> None:
    with pytest.raises(ArgumentError, match=r"the start needs no budget\. Found 10"):
        least_budget(question(), 10.0)


def test_bounded_gradients_end_at_another_minimiser_whatever_the_budget() -> None:
    with pytest.raises(ArgumentError, match=f"one that epsilon {budget(MOST):g} reaches"):
        least_budget(question("quadratic", CLIP), 1e-6)


@pytest.mark.parametrize("exponent", [0.5, 2.0, 4.0])
def test_powers_are_found_by_few_choices(exponent: float) -> None:
    for first in range(LEAST + 1, MOST + 2):
        tried: list[int] = []

        def error(power: int, tried: list[int] = tried) -> float:
            tried.append(power)
            return float(RATIO ** (-exponent * power))

        assert _first(error, RATIO ** (-exponent * (first - 0.01))) == min(first, MOST)
        assert len(tried) <= 15

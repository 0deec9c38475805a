r"""The smallest budget whose predicted error is at most a target: the choice, asked backwards.

Budgets are powers of :data:`RATIO`. They are searched with choices on few records and in few runs,
as weights of the penalty are; whole choices have the last word: the budget that is found reaches
the target, and the one before it does not.

Source: own; docs/allocation.md.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count

from dptheory.errors import ArgumentError
from dptheory.prediction.choosing import Answer, Question, choose_soon, geometric
from dptheory.prediction.grid import FEW, gap, thinned
from dptheory.prediction.grid import LEAST as TINY
from dptheory.prediction.penalties import RUNS
from dptheory.progress import Report, silent

RATIO = 1.05  # of two budgets that follow one another
LEAST, MOST = -141, 141  # their powers: epsilon from 0.00103 to 972
GUESSES = 6  # before powers are halved


def budget(power: int) -> float:
    """An epsilon, to four digits."""
    return float(f"{RATIO**power:.4g}")


def least_budget(
    question: Question, target: float, report: Report = silent
) -> tuple[Question, Answer]:
    """The question at the smallest epsilon whose first choice reaches a target, and its answer.

    Args:
        question: its epsilon is replaced.
        target: of F(x) - F*, the geometric mean over data sets.
        report: is told of progress.

    Raises:
        ArgumentError: the start has an error that is not above the target, or no budget reaches it.
    """
    start = geometric([gap(model) for model in question.models])
    if start <= target:
        raise ArgumentError(
            f"target_error must be below F(0) - F* = {start:.4g}: the start needs no budget. "
            f"Found {target:g}."
        )
    few = replace(question, models=tuple(thinned(m, FEW) for m in question.models), runs=RUNS)

    def roughly(power: int) -> float:
        report(f"trying epsilon {budget(power):g},", 0, 0)
        return choose_soon(_at(few, power))[1].choices[0].error

    @cache
    def whole(power: int) -> tuple[Question, Answer]:
        report(f"choosing at epsilon {budget(power):g},", 0, 0)
        return choose_soon(_at(question, power))

    def reaches(power: int) -> bool:
        return whole(power)[1].choices[0].error <= target

    power = _first(roughly, target)
    while power < MOST and not reaches(power):
        power += 1
    while power > LEAST and reaches(power - 1):
        power -= 1
    asked, answer = whole(power)
    error = answer.choices[0].error
    if error > target:
        raise ArgumentError(
            f"target_error must be one that epsilon {budget(MOST):g} reaches: {error:.4g} is "
            f"predicted there. Found {target:g}."
        )
    return asked, answer


def _at(question: Question, power: int) -> Question:
    return replace(question, problem=replace(question.problem, epsilon=budget(power)))


def _first(error: Callable[[int], float], target: float) -> int:
    """The first power but the least whose error is at most a target; the largest if none is.

    The error of noise falls as the square of the budget: so far the next power is guessed.
    """
    low, high, power = LEAST, MOST, 0
    for turn in count():
        if high - low == 1:
            break
        found = error(power)
        low, high = (low, power) if found <= target else (power, high)
        far = math.log(max(found, TINY) / target) / math.log(RATIO**2)
        guess = power + math.ceil(far) if turn < GUESSES else (low + high) // 2
        power = min(max(guess, low + 1), high - 1)
    return high

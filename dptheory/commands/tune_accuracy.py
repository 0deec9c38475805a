"""What ``dptheory tune data`` says of records that the weights are not fitted to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dptheory.commands.tables import table

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Choice
    from dptheory.prediction.penalties import Penalised
    from dptheory.prediction.scores import Score, Tried

HEAD = "on the half of the file that the weights were not fitted to, by turns:"
COLUMNS = {"method": 34, "accuracy": 10, "s.e.": 8, "loss": 10, " s.e.": 8}  # standard errors
PENALTIES = {
    "lambda": 8, "sklearn's C": 12, "no privacy": 11, "accuracy": 9, "s.e.": 7, "loss": 7,
    "method": 0,
}  # fmt: skip
FREE, MOST = "no privacy", "the more frequent label"


@dataclass(frozen=True, eq=False)
class HeldOut:
    """What became of held-out records.

    Attributes:
        chosen: one of every choice, in their order.
        free: without privacy, at the best weight of the penalty that was looked at.
        majority: of the more frequent label.
        penalties: the weights that were looked at, the best first.
    """

    chosen: tuple["Tried", ...]
    free: "Tried"
    majority: "Tried"
    penalties: tuple["Penalised", ...]


def lines(held: HeldOut, choices: "Sequence[Choice]", n: int) -> Iterator[str]:
    """The tables, and what they come to."""
    if held.penalties:
        yield "weights of the penalty, by accuracy, then loss, of a short search:"
        yield from table(PENALTIES, (_penalty(one, n) for one in held.penalties))
    yield HEAD
    named = [(choice.method, one) for choice, one in zip(choices, held.chosen, strict=True)]
    rows = [*named, (FREE, held.free), (MOST, held.majority)]
    yield from table(COLUMNS, ([name, *_scores(one)] for name, one in rows))
    yield from verdict(held)


def verdict(held: HeldOut) -> Iterator[str]:
    """Whether the first choice is of use, and what privacy costs."""
    from dptheory.prediction.scores import CLEAR

    first, most = held.chosen[0], held.majority
    above, below = gains = _gains(first, most)
    looks = len(gains) * max(1, len(held.penalties))
    if any(gain.is_positive(looks) for gain in gains):
        yield f"of use: {_told(above)} more accurate than the more frequent label,"
    else:
        if any(gain.value > CLEAR * gain.error for gain in gains):
            yield f"UNDECIDED: {above.size} held-out records are too few to show that it is of use;"
        elif any(gain.is_positive(looks) for gain in _gains(held.free, most)):
            yield "WORTHLESS at this budget:"
        else:
            yield "WORTHLESS with and without privacy: look at columns, ranges, lambda;"
        yield f"accuracy {_told(above)} above the more frequent label,"
    yield f"loss {_told(below)} below; privacy costs {_told(held.free.accuracy_above(first))}"


def _gains(one: "Tried", most: "Tried") -> "tuple[Score, Score]":
    """How much better its labels and its probabilities are than the more frequent label."""
    return one.accuracy_above(most), one.loss_below(most)


def _told(score: "Score") -> str:
    return f"{score.value:.4f} +- {score.error:.4f}"


def inverse(regularisation: float, n: int) -> float:
    """C of scikit-learn, which minimises |x|^2/2 + C times the sum of the losses."""
    return 1 / (2 * n * regularisation)


def _penalty(one: "Penalised", n: int) -> list[str]:
    weight, free = one.regularisation, f"{one.free.accuracy.value:.4f}"
    told = [f"{weight:g}", f"{inverse(weight, n):.4g}", free]
    return [*told, *_scores(one.private)[:3], one.choice.method]


def _scores(one: "Tried") -> list[str]:
    scores = one.accuracy, one.loss
    return [f"{value:.4f}" for score in scores for value in (score.value, score.error)]


def as_json(held: HeldOut) -> dict[str, Any]:
    """Everything, for JSON; ``verdict`` in words."""
    return {
        "chosen": [_numbers(one) for one in held.chosen],
        "no_privacy": _numbers(held.free),
        "majority": _numbers(held.majority),
        "penalties": [
            {
                "regularisation": one.regularisation,
                "method": one.choice.method,
                "private": _numbers(one.private),
                "no_privacy": _numbers(one.free),
            }
            for one in held.penalties
        ],
        "verdict": " ".join(verdict(held)),
    }


def _numbers(one: "Tried") -> dict[str, float]:
    return {
        "accuracy": one.accuracy.value,
        "accuracy_error": one.accuracy.error,
        "loss": one.loss.value,
        "loss_error": one.loss.error,
    }

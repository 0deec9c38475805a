"""Figures 3 and 4 as their authors released them: where the 96 curves end.

A sentence about these figures is judged by them: one data set, means over 20 runs. What other data
sets of the recipe show (data_sets) is a note.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.accelerated.laboratory.accelerated_logistic import Cell
from verify.papers.accelerated.laboratory.data_sets import DECADES, HORIZONS, pair

FILE = Path(__file__).parents[1] / "data" / "fig_3_4.txt"


@cache
def levels() -> dict[Cell, float]:
    """The logarithm to base 10 of the error at which each curve ends."""
    lines = [line.split() for line in FILE.read_text("utf-8").splitlines() if line[0] != "#"]
    (low, first), (high, second) = (map(Fraction, line[1:]) for line in lines if line[0] == "mark")
    scale = (second - first) / (high - low)
    return {
        Cell(algorithm, int(m), int(T), float(c)): float(first + (Fraction(height) - low) * scale)
        for m, c, algorithm, T, _, height in (line for line in lines if line[0] != "mark")
    }


def error_ratio_in_the_figure(cell: str, _: Context) -> Ratio:
    """The ratio of the errors at which two curves end, read off the released figure."""
    first, second = (levels()[c] for c in pair(cell))
    return exact(10 ** (first - second))


def axis_and_distance_in_the_figure(cell: str, _: Context) -> Ratio:
    """The axis and the distance between two curves' ends on it, over the axis."""
    first, second = (levels()[c] for c in pair(cell))
    return exact(1 + (first - second) / DECADES)


def exact(value: float) -> Ratio:
    """A ratio that is read off a figure."""
    return Ratio(value=value, low=value, high=value, data_sets=None)


def bests(algorithms: Iterable[str], other: str, m: int, c: float) -> tuple[str, ...]:
    """Algorithms against another one, each at its best horizon."""
    return tuple(f"{a} / {other}; m={m}, c={c:g}" for a in algorithms)


def best_error_ratio_in_the_figure(cell: str, _: Context) -> Ratio:
    """The ratio of the least errors at which two algorithms' curves end in the released figure."""
    names, rest = cell.split("; ")
    m, c = (value.partition("=")[2] for value in rest.split(", "))
    first, second = (
        min(levels()[Cell(name, int(m), T, float(c))] for T in HORIZONS)
        for name in names.split(" / ")
    )
    return exact(10 ** (first - second))

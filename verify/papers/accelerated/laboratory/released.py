"""Figure 2 as its authors released it: points of its curves, at both sides of each stage change."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "fig_2.txt"


@dataclass(frozen=True)
class Drawn:
    """One curve of the released file, in px from the top.

    Attributes:
        marks: (height, value) of two labelled marks of the axis.
        heights: iteration -> height as written, to 0.001 px.
    """

    marks: list[tuple[Fraction, int]] = field(default_factory=list)
    heights: dict[int, str] = field(default_factory=dict)

    @property
    def pixel(self) -> Fraction:
        """The value of a pixel."""
        (low, first), (high, second) = self.marks
        return (second - first) / (low - high)

    def value(self, t: int) -> Fraction:
        """b_t n epsilon/S_1 as drawn."""
        low, first = self.marks[0]
        return first + (low - Fraction(self.heights[t])) * self.pixel


@cache
def curves() -> dict[int, Drawn]:
    """The curve of each number of stages."""
    found: dict[int, Drawn] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        stages, what, height, *value = line.split()
        curve = found.setdefault(int(stages), Drawn())
        if what == "mark":
            curve.marks.append((Fraction(height), int(*value)))
        else:
            curve.heights[int(what)] = height
    return found

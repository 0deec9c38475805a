"""Certified inequalities on compact boxes: ball arithmetic with adaptive subdivision."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.checks.base import Formula
from verify.checks.evidence import Level
from verify.checks.inequality import Proof

Box = dict[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Boxes(Proof):
    """``lhs < rhs`` on a product of intervals, proved box by box.

    On every box the difference is enclosed by a ball (python-flint's arb); a box whose ball is not
    positive is halved along its widest relative side. Needs a strict inequality: where the sides
    meet, no subdivision ends.

    Attributes:
        ranges: the interval of every symbol, with positive end points where it is relative width
            that matters.
        limit: boxes after which the proof is given up.
    """

    ranges: Mapping[str, tuple[Any, Any]]
    limit: int = 20000
    level: Level = Level.CERTIFIED

    def proves(self, lhs: Formula, rhs: Formula) -> bool:
        start: Box = {n: (Fraction(low), Fraction(high)) for n, (low, high) in self.ranges.items()}
        queue, seen = [start], 0
        while queue:
            box = queue.pop()
            seen += 1
            if seen > self.limit:
                return False
            balls = {name: _ball(*ends) for name, ends in box.items()}
            if not rhs(**balls) - lhs(**balls) > 0:
                queue += _halves(box)
        return True

    def describe(self) -> str:
        ends = ", ".join(f"{n} in [{low}, {high}]" for n, (low, high) in self.ranges.items())
        return f"ball arithmetic on {ends}"


def _ball(low: Fraction, high: Fraction) -> Any:
    """A ball that contains the interval."""
    from flint import arb

    lower = arb(low.numerator) / low.denominator
    return lower.union(arb(high.numerator) / high.denominator)


def _halves(box: Box) -> list[Box]:
    """The box cut in two along its widest side, relative to the side's largest end."""

    def width(name: str) -> Fraction:
        low, high = box[name]
        return (high - low) / max(abs(low), abs(high), Fraction(1, 10**9))

    name = max(box, key=width)
    low, high = box[name]
    middle = (low + high) / 2
    return [box | {name: (low, middle)}, box | {name: (middle, high)}]

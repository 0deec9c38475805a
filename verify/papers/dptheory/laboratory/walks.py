r"""Walks of independent steps, and slopes in several groups: finite laws, computed exactly."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from dptheory.numbers import sqrt
from verify.formula.evaluate import Point
from verify.language import of_kind
from verify.language.symbols import Box

Law = tuple[tuple[Fraction, Fraction], ...]


def _shares(rng: np.random.Generator, count: int) -> tuple[Fraction, ...]:
    drawn = [Fraction(int(x)) for x in rng.integers(1, 20, count)]
    return tuple(x / sum(drawn) for x in drawn)


@dataclass(frozen=True)
class Steps:
    """The law of a step: pairs (probability, length), with a positive mean."""

    needs: tuple[str, ...] = ()

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Law:
        ends = Fraction(int(rng.integers(1, 20)), 4), -Fraction(int(rng.integers(0, 20)), 4)
        lengths = ends if rng.random() < 0.7 else (*ends, Fraction(0))
        law = tuple(zip(_shares(rng, len(lengths)), lengths, strict=True))
        return law if mean(law) > 0 else tuple((p, abs(x)) for p, x in law)

    def corners(self, point: Point) -> tuple[Law, ...]:
        half = Fraction(1, 2)
        return ((Fraction(1), Fraction(1)),), ((half, Fraction(3)), (half, Fraction(-1)))

    def contains(self, value: Law, point: Point) -> bool:
        whole = sum(p for p, _ in value) == 1 and all(p >= 0 for p, _ in value)
        return whole and mean(value) > 0

    def words(self) -> str:
        return "a law of a step, with a positive mean"


def mean(law: Law) -> Fraction:
    """The mean step."""
    return sum((p * x for p, x in law), Fraction(0))


def variance(law: Law) -> Fraction:
    """The variance of a step."""
    return sum((p * x**2 for p, x in law), -(mean(law) ** 2))


def leaves(law: Law, steps: Any, length: Any) -> Fraction:
    """The probability that a walk of T independent steps from 0 is ever beyond a length."""
    level = Fraction(length)
    where = {Fraction(0): Fraction(1)}
    for _ in range(int(steps)):
        found: dict[Fraction, Fraction] = {}
        for place, chance in where.items():
            for p, x in law:
                if place + x <= level:
                    found[place + x] = found.get(place + x, Fraction(0)) + chance * p
        where = found
    return 1 - sum(where.values(), Fraction(0))


@dataclass(frozen=True)
class Slopes:
    """A law of the slopes of M groups: pairs (probability, slopes)."""

    needs: tuple[str, ...] = ("M",)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        drawn = rng.integers(0, 5, (int(rng.integers(1, 4)), int(point["M"])))
        rows = [tuple(Fraction(int(x), 4) for x in row) for row in drawn]
        return tuple(zip(_shares(rng, len(rows)), rows, strict=True))

    def corners(self, point: Point) -> tuple[Any, ...]:
        M, one = int(point["M"]), Fraction(1)
        return ((one, (one,) * M),), ((one, (one, *(Fraction(0),) * (M - 1))),)

    def contains(self, value: Any, point: Point) -> bool:
        whole = sum(p for p, _ in value) == 1 and all(p >= 0 for p, _ in value)
        sizes = all(len(row) == point["M"] and min(row) >= 0 for _, row in value)
        return whole and sizes

    def words(self) -> str:
        return "a law of M slopes, none negative"


def size(law: Any) -> float:
    """The mean length of the gradient whose entries are the slopes."""
    return float(sum(float(p) * sqrt(float(sum(x * x for x in row))) for p, row in law))


def enclosed_size(law: Any) -> Any:
    """The same as a ball."""
    return sum(ball(p) * sqrt(ball(sum(x * x for x in row))) for p, row in law)


def reached(law: Any, slope: Any) -> Fraction:
    """The least probability, over the groups, that the slope of a group is at least G."""
    level = Fraction(slope)
    groups = range(len(law[0][1]))
    return min(sum((p for p, row in law if row[m] >= level), Fraction(0)) for m in groups)


STEPS = of_kind(Steps(), r"\mathcal J", unit="length")
SLOPES = of_kind(Slopes(), r"\mathcal G", unit="gradient")

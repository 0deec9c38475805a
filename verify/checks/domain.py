"""The range of a quantifier: named ranges, corners and a condition that ties them together."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Point = dict[str, Any]


@dataclass(frozen=True)
class Range:
    """A real interval, with the values that deserve a visit of their own.

    Attributes:
        low, high: end points of the range that is sampled.
        log: sample logarithmically (needs low > 0).
        integer: only whole numbers.
        corners: values visited first, in all combinations; they belong to the range.
    """

    low: float
    high: float
    log: bool = False
    integer: bool = False
    corners: tuple[Any, ...] = ()

    def draw(self, rng: np.random.Generator) -> float | int:
        """A random value."""
        if self.log:
            value = math.exp(rng.uniform(math.log(self.low), math.log(self.high)))
        else:
            value = rng.uniform(self.low, self.high)
        return round(value) if self.integer else float(value)

    def clip(self, value: float) -> float | int:
        """The nearest value inside."""
        value = min(max(value, self.low), self.high)
        return round(value) if self.integer else value


@dataclass(frozen=True)
class Domain:
    """All points of a product of ranges that satisfy ``where``."""

    ranges: Mapping[str, Range]
    where: Callable[..., bool] = lambda **_: True

    def corners(self, limit: int = 4096) -> Iterator[Point]:
        """Points all of whose coordinates are corners (coordinates without one: their middle)."""
        axes = [r.corners or (_middle(r),) for r in self.ranges.values()]
        for values in itertools.islice(itertools.product(*axes), limit):
            point = dict(zip(self.ranges, values, strict=True))
            if self.where(**point):
                yield point

    def draw(self, rng: np.random.Generator, tries: int = 1000) -> Point:
        """A random point.

        Raises:
            ValueError: no point satisfying the condition was found.
        """
        for _ in range(tries):
            point = {name: r.draw(rng) for name, r in self.ranges.items()}
            if self.where(**point):
                return point
        raise ValueError("a domain must contain points. Found none in 1000 tries.")

    def moved(self, point: Point, rng: np.random.Generator, step: float) -> Point | None:
        """A random neighbour of ``point``, or None where it leaves the domain."""
        moved = dict(point)
        for name, r in self.ranges.items():
            if rng.random() < 0.5:
                continue
            if r.log:
                width = math.log(r.high / r.low)
                value = float(point[name]) * math.exp(step * width * rng.standard_normal())
            else:
                value = float(point[name]) + step * (r.high - r.low) * rng.standard_normal()
            moved[name] = r.clip(value)
        return moved if self.where(**moved) else None

    def rationalised(self, point: Point) -> Iterator[Point]:
        """Rational points of the domain near ``point``, simplest first."""
        for denominator in (1, 2, 4, 10, 100, 10**4, 10**8):
            near = {
                name: round(point[name])
                if r.integer
                else Fraction(point[name]).limit_denominator(denominator)
                for name, r in self.ranges.items()
            }
            inside = all(
                r.low <= near[name] <= r.high or near[name] in r.corners
                for name, r in self.ranges.items()
            )
            if inside and self.where(**near):
                yield near


def _middle(r: Range) -> float | int | Fraction:
    value = math.sqrt(r.low * r.high) if r.log else (r.low + r.high) / 2
    return round(value) if r.integer else Fraction(value).limit_denominator(8)

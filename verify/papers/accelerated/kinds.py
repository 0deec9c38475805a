"""Sets that the paper quantifies over beyond numbers, vectors and matrices."""

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language.symbols import Box

MOST_RECORDS = 100  # whose gradients are drawn


@dataclass(frozen=True)
class Convex:
    """The class S_{mu, L}(R^d) of Definition A.1; its instances here are quadratics.

    An instance is the spectrum of F(x) = 1/2 sum_i lambda_i x_i^2, minimiser 0. No proof can cover
    the class by drawing from it: what holds in all draws is supported at most.
    """

    dimension: int | str

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Any, ...]:
        low, high = sorted((Fraction(point["mu"]), Fraction(point["L"])))
        shares = rng.integers(0, 5, size=self._size(point))
        return tuple(low + Fraction(int(share), 4) * (high - low) for share in shares)

    def corners(self, point: Point) -> tuple[Any, ...]:
        ends = sorted((Fraction(point["mu"]), Fraction(point["L"])))
        size = self._size(point)
        return tuple(dict.fromkeys((end,) * size for end in ends))

    def contains(self, value: Any, point: Point) -> bool:
        right = len(value) == self._size(point)
        return right and all(point["mu"] <= curvature <= point["L"] for curvature in value)

    def words(self) -> str:
        return (
            r"in the class $\mathcal S_{\mu,L}(\mathbb R^d)$; only quadratics are searched, an "
            r"instance being their curvatures, with $x^*=0$"
        )

    def _size(self, point: Point) -> int:
        return int(point[self.dimension]) if isinstance(self.dimension, str) else self.dimension


@dataclass(frozen=True)
class Gradients:
    """Gradients of several records at one point, in R^d, pairwise at most S_1(x) apart in L1.

    Those of more than MOST_RECORDS records are not searched.

    Attributes:
        records: the name of their number.
        extra: how many more there are (1: the record that a neighbour has in place of another).
    """

    records: str
    extra: int = 0

    @property
    def needs(self) -> tuple[str, ...]:
        """The symbols that fix the set."""
        return ("d", "S_x", self.records)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        count, d = self._count(point), int(point["d"])
        if count > MOST_RECORDS:
            return ()
        found = rng.integers(-2, 3, size=(count, d)).tolist()
        if rng.random() < 0.5:
            axes = np.eye(d, dtype=int)[rng.integers(0, d, size=count)]
            found = (axes * rng.choice([-1, 1], size=(count, 1))).tolist()
        return self._scaled(found, point["S_x"])

    def corners(self, point: Point) -> tuple[Any, ...]:
        """Half at either end of a segment; the ends of all axes; one apart from the others."""
        count, d = self._count(point), int(point["d"])
        if count > MOST_RECORDS:
            return ()
        first = [int(k == 0) for k in range(d)]
        halves = [[x * (-1) ** i for x in first] for i in range(count)]
        axes = [[(-1) ** i * int(k == i // 2 % d) for k in range(d)] for i in range(count)]
        alone = [[x * int(i == 0) for x in first] for i in range(count)]
        return tuple(self._scaled(found, point["S_x"]) for found in (halves, axes, alone))

    def contains(self, value: Any, point: Point) -> bool:
        fits = len(value) == self._count(point) and all(len(g) == point["d"] for g in value)
        return fits and l1_diameter(value) <= point["S_x"]

    def words(self) -> str:
        return "gradients in R^d, pairwise at most S_1(x) apart in the L1 norm"

    def _count(self, point: Point) -> int:
        return int(point[self.records]) + self.extra

    def _scaled(self, found: Any, size: Any) -> Any:
        apart = l1_diameter(found)
        factor = Fraction(size) / apart if apart else Fraction(0)
        return tuple(tuple(x * factor for x in g) for g in found)


@lru_cache(maxsize=4096)
def _diameter(points: tuple[tuple[Any, ...], ...]) -> Fraction:
    common = lcm(*(x.as_integer_ratio()[1] for p in points for x in p))
    whole = {tuple(int(x * common) for x in p) for p in points}
    pairs = itertools.combinations_with_replacement(whole, 2)
    apart = max(sum(abs(a - b) for a, b in zip(p, q, strict=True)) for p, q in pairs)
    return Fraction(apart, common)


def l1_diameter(points: Any) -> Fraction:
    """The largest L1 distance of two points."""
    return _diameter(tuple(map(tuple, points)))

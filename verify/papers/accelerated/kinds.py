"""Sets that the paper quantifies over beyond numbers, vectors and matrices."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.evaluate import Point
from verify.notation import Box


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
        return r"in the class $\mathcal S_{\mu,L}(\mathbb R^d)$, quadratics being searched"

    def _size(self, point: Point) -> int:
        return int(point[self.dimension]) if isinstance(self.dimension, str) else self.dimension

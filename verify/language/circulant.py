r"""Symmetric circulant matrices: the same bands in every row, around a circle of d points.

The entry in row m and column l is the sum of the bands :math:`b_k` and :math:`b_{-k}=b_k` over
the k with :math:`l\equiv m\pm k` modulo d; where d is small, bands fall on one entry and add up.
With the cyclic shift P, :math:`A=b_0I+\sum_{k\ge1}b_k(P^k+P^{-k})`. The vectors
:math:`(e^{2\pi iml/d})_l`, m = 1, ..., d, are orthogonal, and :math:`P^k` multiplies the m-th by
:math:`e^{2\pi imk/d}`: they are eigenvectors, of the eigenvalues

.. math:: \lambda_m=b_0+2\sum_{k\ge1}b_k\cos\frac{2\pi mk}d.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, Point, evaluate
from verify.formula.expression import PI, Node, free_names, lift
from verify.language.kinds import Box, size_node
from verify.language.vectors import Matrix


@dataclass(frozen=True)
class Circulant(Matrix):
    """The matrix that its bands determine; a paper's own says which they are."""

    @property
    def bands(self) -> tuple[tuple[int, Node], ...]:
        """(distance from the diagonal, band), each distance once and none negative."""
        raise NotImplementedError

    @property
    def needs(self) -> tuple[str, ...]:
        """The symbols in the bands."""
        return tuple(sorted(frozenset[str]().union(*(free_names(b) for _, b in self.bands))))

    @property
    def size(self) -> Node:
        """The dimension in a formula."""
        return size_node(self.dimension)

    def eigenvalue(self, index: Node) -> Node:
        """The eigenvalue of an index from 1 to d."""
        found = lift(0)
        for k, band in self.bands:
            found = found + (band if k == 0 else 2 * band * (2 * PI * index * k / self.size).cos())
        return found

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return self._value(point)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return (self._value(point),)

    def contains(self, value: Any, point: Point) -> bool:
        return bool(value == self._value(point))

    def _value(self, point: Point) -> Any:
        d = int(point[self.dimension]) if isinstance(self.dimension, str) else self.dimension
        rows = [[Fraction(0)] * d for _ in range(d)]
        for k, band in self.bands:
            value = Fraction(evaluate(band, point, EXACT))
            for m in range(d):
                for place in (m + k, m - k)[: 2 if k else 1]:
                    rows[m][place % d] += value
        return tuple(map(tuple, rows))

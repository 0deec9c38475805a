r"""Runs on quadratics of R^d: exact second moments, in the arithmetic of the step size and noise.

A step is :math:`e\to(I-\eta A^{-1}H)e-\eta A^{-1}(z+n)` with independent errors of mean zero. A
weighted mean of iterates is linear in the first error and in these.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import ctx

from dptheory.smoothing import matrix as smoothing_matrix
from verify.papers.lssgd.laboratory.problems import Quadratic

Vector = tuple[Any, ...]
Matrix = tuple[Vector, ...]


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product of two matrices."""
    return tuple(tuple(dot(row, column) for column in zip(*b, strict=True)) for row in a)


def dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    """The inner product."""
    first, *others = (x * y for x, y in zip(u, v, strict=True))
    return sum(others, first)


def plus(a: Matrix, b: Matrix, factor: Any = 1) -> Matrix:
    """The first matrix and a multiple of the second one."""
    return tuple(
        tuple(x + factor * y for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True)
    )


def on(a: Matrix, v: Sequence[Any]) -> Vector:
    """The matrix times a vector."""
    return tuple(dot(row, v) for row in a)


def unit(d: int, value: Any = 1) -> Matrix:
    """A multiple of the identity."""
    return tuple(tuple(value * (i == j) for j in range(d)) for i in range(d))


def inverse(a: Matrix) -> Matrix:
    """By elimination without exchanges: the matrix is positive definite."""
    d = len(a)
    rows = [[*row, *one] for row, one in zip(a, unit(d), strict=True)]
    for i in range(d):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(d):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return tuple(tuple(row[d:]) for row in rows)


@dataclass(frozen=True)
class Moments:
    """A run on a quadratic.

    Attributes:
        hessian, matrix, back: H, A and its inverse. start: the first error. record, share: the
            error of a record, and the mean square of its multiple that a batch has. noise: the
            variance of a coordinate. steps: the step sizes.
    """

    hessian: Matrix
    matrix: Matrix
    back: Matrix
    start: Vector
    record: Vector
    share: Any
    noise: Any
    steps: Vector

    def expected(self, form: Matrix, weights: Sequence[Any]) -> Any:
        """E of a quadratic form of the weighted mean of the first iterates."""
        d = len(self.start)
        whole = sum(weights)
        shares = [w / whole for w in weights]
        reached, found = unit(d, shares[-1]), None
        for share, step in zip(shares[-2::-1], self.steps[len(shares) - 2 :: -1], strict=False):
            kick = times(reached, self.back)
            turned = tuple(zip(*kick, strict=True))
            part = step**2 * self._spread(times(turned, times(form, kick)))
            found = part if found is None else found + part
            moved = plus(unit(d), times(self.back, self.hessian), -step)
            reached = plus(unit(d, share), times(reached, moved))
        mean = on(reached, self.start)
        whole_form = dot(mean, on(form, mean))
        return whole_form if found is None else whole_form + found

    def _spread(self, form: Matrix) -> Any:
        """E of a form of the sampling error and the noise of a step."""
        trace = sum(form[i][i] for i in range(len(form)))
        return self.share * dot(self.record, on(form, self.record)) + self.noise * trace


# The same losses and smoothings come again and again. What is rational is kept in each arithmetic;
# balls, whose precision changes, by their precision.


@functools.lru_cache(maxsize=4096)
def hessian(F: Quadratic, number: Callable[[Any], Any], precision: int) -> Matrix:
    """H in units of L."""
    d = len(F.deviation)
    found = unit(d, Fraction(0))
    for c, v in F.curvatures:
        share = c / dot(v, v)
        found = plus(found, tuple(tuple(share * x * y for y in v) for x in v))
    return tuple(tuple(map(number, row)) for row in found)


@functools.lru_cache(maxsize=4096)
def smoothings(
    d: int, sigma: Fraction, number: Callable[[Any], Any], precision: int
) -> tuple[Matrix, Matrix]:
    """A and its inverse."""
    matrix = tuple(tuple(map(number, row)) for row in smoothing_matrix(d, sigma))
    return matrix, inverse(matrix)


def moments(
    F: Quadratic,
    share: Any,
    G: Any,
    L: Any,
    sigma: Fraction,
    start: Vector,
    nu: Any,
    steps: Vector,
    number: Callable[[Any], Any],
) -> Moments:
    """A run, from what its functions take; ``number`` makes a number of a rational."""
    curved = tuple(tuple(L * x for x in row) for row in hessian(F, number, ctx.prec))
    matrix, back = smoothings(len(start), sigma, number, ctx.prec)
    record = tuple(G * number(x) for x in F.deviation)
    return Moments(curved, matrix, back, start, record, share, nu**2, steps)

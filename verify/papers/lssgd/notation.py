"""The symbols of the paper (Wang et al. 2019), each declared once."""

import math
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.formula.expression import Node
from verify.language import index, symbols
from verify.language.circulant import Circulant

GRADIENT = "gradient"
MOST_RECORDS = 10  # all batches of so many records are enumerated


@dataclass(frozen=True)
class OneMatrix(symbols.Matrix):
    """A matrix that the other values of a point determine."""

    def _value(self, point: Point) -> Any:
        raise NotImplementedError

    def draw(self, rng: np.random.Generator, point: Point, box: symbols.Box | None) -> Any:
        return self._value(point)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return (self._value(point),)

    def contains(self, value: Any, point: Point) -> bool:
        return bool(value == self._value(point))


@dataclass(frozen=True)
class SmoothingMatrix(Circulant):
    """The matrix of (3): circulant, of the size and with the smoothing that a point gives."""

    @property
    def bands(self) -> tuple[tuple[int, Node], ...]:
        """1 + 2 sigma on the diagonal, -sigma beside it."""
        sigma = Node("symbol", (), "sigma")
        return (0, 1 + 2 * sigma), (1, -sigma)

    def words(self) -> str:
        return "the matrix of (3)"


@dataclass(frozen=True)
class Gradients:
    """One gradient for each of n records: vectors of R^d that are at most G long."""

    needs: tuple[str, ...] = ("n", "d", "G")

    def draw(self, rng: np.random.Generator, point: Point, box: symbols.Box | None) -> Any:
        n, d = int(point["n"]), int(point["d"])
        # Entries of a sum of absolute values of at most G: no root is needed.
        shares = rng.integers(-3, 4, size=(n, d))
        return tuple(
            tuple(F(int(x), max(1, int(np.abs(row).sum()))) * point["G"] for x in row)
            for row in shares
        )

    def corners(self, point: Point) -> tuple[Any, ...]:
        n, d = int(point["n"]), int(point["d"])
        unit = tuple(F(point["G"]) * (i == 0) for i in range(d))
        opposite = tuple(-x for x in unit)
        halves = tuple(unit if i % 2 else opposite for i in range(n))
        return (halves, (unit,) * n) if n <= MOST_RECORDS else ()

    def contains(self, value: Any, point: Point) -> bool:
        fits = len(value) == point["n"] and all(len(g) == point["d"] for g in value)
        return fits and all(sum(x * x for x in g) <= point["G"] ** 2 for g in value)

    def words(self) -> str:
        return "n vectors of R^d that are at most G long"


V = symbols.notation(
    d=symbols.natural("d", search=(1, 4)),
    n=symbols.natural("n", search=(1, 10**5)),
    b=symbols.natural("b", search=(1, 1000)),
    sigma=symbols.nonnegative(r"\sigma", unit="1", search=(0, 40)),
    G=symbols.positive("G", unit=GRADIENT, search=(0.1, 10)),
    nu=symbols.positive(r"\nu", unit=GRADIENT, search=(0.01, 100)),
    # The budget of Theorem 1, its split and its number of iterations.
    T=symbols.natural("T", search=(1, 10**6)),
    epsilon=symbols.positive(r"\epsilon", unit="1", search=(0.01, 10)),
    delta=symbols.between(0, 1, r"\delta", unit="1", ends="()", search=(1e-6, 0.9)),
    mu=symbols.between(0, 1, r"\mu", unit="1", ends="()"),
    # g and g' are of the record that neighbours differ in, r is the sum of the others.
    g=symbols.vector("d", r"\nabla f_i", unit=GRADIENT),
    h=symbols.vector("d", r"\nabla f_{i'}", unit=GRADIENT),
    r=symbols.vector("d", r"\sum_{j\ne i}\nabla f_j", unit=GRADIENT),
    gap=symbols.vector("d", r"\mathbf{g}", unit=GRADIENT),  # of Remark 3, the difference of the two
    # A sampling error by its coordinates in an eigenbasis of the matrix.
    e=symbols.real("e", unit=GRADIENT, search=(-10, 10)),
    eigenvalue=symbols.between(1, math.inf, r"\lambda", unit="1", ends="[)", search=(1, 40)),
    errors=symbols.sequence("d", r"\mathbf{e}", unit=GRADIENT),
    eigenvalues=symbols.sequence("d", r"\mathbf{\lambda}", unit="1", entry=symbols.Real(F(1))),
    A=symbols.of_kind(SmoothingMatrix("d", "pd"), r"A_\sigma", unit="1"),
)
i, j, k = index("i"), index("j"), index("k")

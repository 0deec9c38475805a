"""Sets of vectors, matrices, sequences and laws; their sizes may be symbols."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from verify.formula import linear
from verify.formula.evaluate import EXACT, Point, evaluate
from verify.formula.expression import Node, binary
from verify.language.kinds import Box, Real, size_at

# Small rationals: exact arithmetic stays short, and 0 and 1 are frequent.
ENTRIES = [[Fraction(top, bottom) for bottom in (1, 1, 2, 3, 10)] for top in range(-6, 7)]
SCALED = [
    [[scale * x for x in row] for row in ENTRIES] for scale in (Fraction(1, 10), 1, Fraction(10))
]


def _entries(rng: np.random.Generator, count: int, table: Any = ENTRIES) -> list[Fraction]:
    tops, bottoms = rng.integers(13, size=count), rng.integers(5, size=count)
    return [table[a][b] for a, b in zip(tops.tolist(), bottoms.tolist(), strict=True)]


@dataclass(frozen=True)
class Vector:
    """A vector of R^d; ``dimension`` is a number or the name of the symbol that gives it."""

    dimension: int | str

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Fraction, ...]:
        scaled = SCALED[int(rng.integers(3))]
        return tuple(_entries(rng, size_at(self.dimension, point), scaled))

    def corners(self, point: Point) -> tuple[Any, ...]:
        d = size_at(self.dimension, point)
        first = tuple(Fraction(int(i == 0)) for i in range(d))
        last = tuple(Fraction(int(i == d - 1)) for i in range(d))
        zero, ones = (Fraction(0),) * d, (Fraction(1),) * d
        return (first, tuple(-x for x in first), zero, ones, last)

    def contains(self, value: Any, point: Point) -> bool:
        return isinstance(value, tuple) and len(value) == size_at(self.dimension, point)

    def words(self) -> str:
        return f"vector of R^{self.dimension}"


@dataclass(frozen=True)
class Matrix:
    """A d x d matrix: ``any``, ``invertible``, ``symmetric``, ``psd`` or ``pd``."""

    dimension: int | str
    shape: str = "any"

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        d = size_at(self.dimension, point)
        m = [_entries(rng, d) for _ in range(d)]
        if self.shape == "symmetric":
            m = [[m[i][j] + m[j][i] for j in range(d)] for i in range(d)]
        if self.shape in ("psd", "pd"):
            # M'M of a random M: two such matrices do not commute.
            m = [
                [sum((m[k][i] * m[k][j] for k in range(d)), Fraction(0)) for j in range(d)]
                for i in range(d)
            ]
        if self.shape in ("pd", "invertible"):
            m = [
                [
                    m[i][j] + (Fraction(1 if self.shape == "pd" else 19) if i == j else 0)
                    for j in range(d)
                ]
                for i in range(d)
            ]
        return tuple(map(tuple, m))

    def corners(self, point: Point) -> tuple[Any, ...]:
        d = size_at(self.dimension, point)

        def scalar(entry: int) -> Any:
            return tuple(tuple(Fraction(entry * (i == j)) for j in range(d)) for i in range(d))

        return (scalar(1), scalar(2)) + (() if self.shape in ("pd", "invertible") else (scalar(0),))

    def contains(self, value: Any, point: Point) -> bool:
        d = size_at(self.dimension, point)
        if len(value) != d or any(len(row) != d for row in value):
            return False
        if self.shape in ("symmetric", "psd", "pd") and value != tuple(zip(*value, strict=True)):
            return False
        if self.shape not in ("psd", "pd"):
            return True
        rows = linear.each(lambda x: EXACT.number(Fraction(x)), value)
        return linear.semidefinite(rows, EXACT, definite=self.shape == "pd")

    def words(self) -> str:
        return f"{self.shape} matrix of size {self.dimension}"


@dataclass(frozen=True)
class Sequence:
    """Numbers indexed by 1, ..., ``length`` (a number or the name of the symbol that gives it)."""

    length: int | str
    entry: Real = field(default_factory=Real)

    @property
    def empty(self) -> bool:
        """Whether no number may be an entry."""
        return self.entry.empty

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Fraction, ...]:
        n = size_at(self.length, point)
        shape = rng.integers(3)
        if shape == 0:
            return (self.entry.draw(rng, point, box),) * n
        values = [self.entry.draw(rng, point, box) for _ in range(n)]
        return tuple(sorted(values)) if shape == 1 else tuple(values)

    def corners(self, point: Point) -> tuple[Any, ...]:
        n = size_at(self.length, point)
        return tuple((value,) * n for value in self.entry.corners(point)[:4])

    def contains(self, value: Any, point: Point) -> bool:
        n = size_at(self.length, point)
        return len(value) == n and all(self.entry.contains(v, point) for v in value)

    def words(self) -> str:
        return f"sequence of length {self.length} in {self.entry.words()}"


MOST_ATOMS = 4  # of a law that is drawn
FAR = 3  # how far a law reaches that no radius bounds
TINY = [Fraction(1, 10**k) for k in (2, 3, 4, 6)]  # masses


@dataclass(frozen=True)
class Law:
    """A law on finitely many atoms of R^d with mean zero; its radius stands in the hypotheses.

    A law of two atoms on a line through 0 is centred by their masses, and so is the mixture of two
    such laws, of which the second may be the atom 0.
    """

    dimension: int | str = 1
    atoms: int = 2
    radius: Node | None = None
    centred: ClassVar[bool] = True

    @property
    def conditions(self) -> tuple[Node, ...]:
        """What must hold for there to be such a law: within a negative radius there is none."""
        return () if self.radius is None else (binary("le", 0, self.radius),)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        reach, d = self._reach(point), size_at(self.dimension, point)
        first = _pair(rng, reach, d)
        if rng.random() < 0.5:
            return first
        zero = ((Fraction(1), (Fraction(0),) * d),)
        second = zero if rng.random() < 0.5 else _pair(rng, reach, d)
        share = _share(rng)
        return tuple(
            (p * weight, atom)
            for weight, law in ((share, first), (1 - share, second))
            for p, atom in law
        )

    def _reach(self, point: Point) -> Fraction:
        if self.radius is None:
            return Fraction(1)
        return Fraction(evaluate(self.radius, point, EXACT))

    def corners(self, point: Point) -> tuple[Any, ...]:
        reach, half = self._reach(point), Fraction(1, 2)
        rest = (Fraction(0),) * (size_at(self.dimension, point) - 1)
        zero, ends = (Fraction(0), *rest), ((reach, *rest), (-reach, *rest))
        two = tuple((half, end) for end in ends)
        # Nothing but a radius says how long a vector is: a law that reaches further comes last.
        wide = tuple((half, tuple(FAR * x for x in end)) for end in ends)
        further = () if self.radius is not None else (wide,)
        halved = (*((half / 2, end) for end in ends), (half, zero))
        return (two, ((Fraction(1), zero),), halved, *further)

    def contains(self, value: Any, point: Point) -> bool:
        if sum(p for p, _ in value) != 1 or any(p < 0 for p, _ in value):
            return False
        if any(len(atom) != size_at(self.dimension, point) for _, atom in value):
            return False
        columns = zip(*(tuple(p * x for x in atom) for p, atom in value), strict=True)
        reach = self._reach(point) if self.radius is not None else None
        inside = reach is None or (
            reach >= 0 and all(sum(x * x for x in atom) <= reach * reach for _, atom in value)
        )
        return inside and all(sum(column) == 0 for column in columns)

    def words(self) -> str:
        return f"law on R^{self.dimension} with mean zero" + (
            " and bounded support" if self.radius is not None else ""
        )


def _share(rng: np.random.Generator) -> Fraction:
    """A mass: a multiple of 1/20, or a tiny one."""
    if rng.random() < 0.2:
        return TINY[int(rng.integers(len(TINY)))]
    return Fraction(int(rng.integers(1, 20)), 20)


def _pair(rng: np.random.Generator, reach: Fraction, d: int) -> Any:
    """Masses p and 1 - p at a and -a p/(1 - p) along one axis."""
    share = _share(rng)
    far = reach * Fraction(int(rng.integers(1, 21)), 20)
    near = -far * share / (1 - share)
    if abs(near) > reach:
        share, near = Fraction(1, 2), -far
    sign = (-1, 1)[rng.integers(2)]
    axis = int(rng.integers(max(1, d)))
    return tuple(
        (p, tuple(sign * x * int(axis == i) for i in range(d)))
        for p, x in ((share, far), (1 - share, near))
    )

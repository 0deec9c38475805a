r"""Laws that a paper names, known by their moments: noise with independent coordinates, batches.

An expectation under such a law has a value if its body is a polynomial of the variable's entries of
degree at most ``degree``. It is computed from a measure of finitely many atoms (some of negative
mass) with the same moments up to that degree, so that one rational sum is the expectation itself.

**Noise** (degree 5). The law is the same with any coordinate's sign changed, or two exchanged: odd
moments vanish, and :math:`Ex_i^2=c_2s^2`, :math:`Ex_i^4=c_4s^4`, :math:`Ex_i^2x_j^2=c_{22}s^4`
say the rest.

* Gaussian of standard deviation s: 1, 3, 1;
* independent Laplace coordinates of scale s: :math:`E|x_i|^k=k!s^k`, so 2, 24, 4;
* uniform in the ball of radius s: :math:`E|x|^2=\frac d{d+2}s^2`, :math:`E|x|^4=\frac d{d+4}s^4`,
  and on the unit sphere :math:`Eu_i^4=3/(d(d+2))`, :math:`Eu_i^2u_j^2=1/(d(d+2))`, so
  1/(d + 2), 3/((d + 2)(d + 4)), 1/((d + 2)(d + 4)).

Up to degree 3 the atoms are :math:`\pm se_i` with masses :math:`c_2/2`, and 0. Beyond they are,
times s, :math:`\pm e_i` and :math:`\pm2e_i` with masses :math:`w_1,w_2`,
:math:`\pm e_i\pm e_j` with masses :math:`c_{22}/4`, and 0, where
:math:`2w_1+8w_2+(d-1)c_{22}=c_2` and :math:`2w_1+32w_2+(d-1)c_{22}=c_4`.

**Batches** (degree 2). :math:`z_i` counts how often record i is drawn; what matters is
:math:`Ez_i`, :math:`Ez_i^2` and :math:`Ez_iz_j`:

* m of n without replacement: :math:`z_i\in\{0,1\}`, and :math:`\binom{n-1}{m-1}` of the
  :math:`\binom nm` batches have a record, :math:`\binom{n-2}{m-2}` a pair: m/n, m/n,
  m(m-1)/(n(n-1));
* m draws with replacement: :math:`z_i=\sum_k1_{\text{draw }k=i}`: m/n, m/n + m(m-1)/n^2,
  m(m-1)/n^2;
* each record with probability q, independently: q, q, q^2.

The atoms are :math:`e_i`, :math:`2e_i`, the vector of ones, and 0.
"""

import itertools
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from verify.formula.degree import degree
from verify.formula.evaluate import EXACT, Point, Undecided, evaluate, truth
from verify.formula.expression import Node, binary, free_names, lift
from verify.language.kinds import Box
from verify.language.vectors import Law

Atom = tuple[Fraction, tuple[Fraction, ...]]


MOST_DIMENSIONS = 200
ZERO = Fraction(0)  # one for all: a law on many dimensions has millions of entries


@dataclass(frozen=True, repr=False)
class Moments:
    """What a point gives a law: its dimension and the values of its parameters."""

    law: "KnownLaw"
    size: int
    values: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return self.law.name

    def atoms(self, degree: int | None) -> list[Atom]:
        """Masses and places with the moments of the law up to a degree.

        Raises:
            Undecided: they are not known so far, or too many.
        """
        if degree is None or degree > self.law.degree:
            # The law may well have this expectation: E|x| of a Gaussian number is one.
            most = self.law.degree
            raise Undecided(f"an expectation of no polynomial of degree {most} at most")
        if self.size > MOST_DIMENSIONS:
            raise Undecided("a law on many dimensions")
        found = self.law.masses(self.size, self.values, degree)
        rest = 1 - sum((mass for mass, _ in found), Fraction(0))
        return [*found, (rest, (Fraction(0),) * self.size)]


@dataclass(frozen=True)
class KnownLaw:
    """A law on R^d of which a point gives the moments.

    Attributes:
        dimension: the number or symbol d. name: of the law, for a reader.
    """

    dimension: int | str
    name: str
    degree: ClassVar[int]
    centred: ClassVar[bool]

    @property
    def parameters(self) -> tuple[Node, ...]:
        """The formulas that the moments depend on."""
        raise NotImplementedError

    @property
    def conditions(self) -> tuple[Node, ...]:
        """What the parameters must meet for the law to exist."""
        raise NotImplementedError

    @property
    def needs(self) -> tuple[str, ...]:
        """The symbols in the parameters."""
        return tuple(sorted(frozenset[str]().union(*map(free_names, self.parameters))))

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Moments:
        return self.at(point)

    def corners(self, point: Point) -> tuple[Moments, ...]:
        return (self.at(point),)

    def contains(self, value: Any, point: Point) -> bool:
        return all(truth(c, point) for c in self.conditions) and bool(value == self.at(point))

    def words(self) -> str:
        return self.name

    def at(self, point: Point) -> Moments:
        """What the other symbols of a point make of it."""
        size = point[self.dimension] if isinstance(self.dimension, str) else self.dimension
        values = (Fraction(evaluate(p, point, EXACT)) for p in self.parameters)
        return Moments(self, int(size), tuple(values))

    def masses(self, size: int, values: tuple[Fraction, ...], degree: int) -> list[Atom]:
        """The atoms besides 0."""
        raise NotImplementedError


def _axis(size: int, *places: tuple[int, Fraction]) -> tuple[Fraction, ...]:
    """The vector with some entries, zero elsewhere."""
    entries = [ZERO] * size
    for i, entry in places:
        entries[i] = entry
    return tuple(entries)


@dataclass(frozen=True)
class Noise(KnownLaw):
    """Coordinates that may change their signs and places.

    Attributes:
        scale: s. second, fourth, mixed: c_2, c_4 and c_22.
    """

    scale: Node
    second: Node
    fourth: Node
    mixed: Node
    degree: ClassVar[int] = 5
    centred: ClassVar[bool] = True

    @property
    def parameters(self) -> tuple[Node, ...]:
        """The scale and the moments."""
        return (self.scale, self.second, self.fourth, self.mixed)

    @property
    def conditions(self) -> tuple[Node, ...]:
        """A scale is not negative."""
        return (binary("le", 0, self.scale),)

    def masses(self, size: int, values: tuple[Fraction, ...], degree: int) -> list[Atom]:
        s, second, fourth, both = values
        if degree <= 3:
            axes = itertools.product(range(size), (-s, s))
            return [(second / 2, _axis(size, place)) for place in axes]
        far = (fourth - second) / 24
        near = (second - (size - 1) * both) / 2 - 4 * far
        signs = (-s, s)
        found = [
            (mass, _axis(size, (i, k * sign)))
            for mass, k in ((near, 1), (far, 2))
            for i in range(size)
            for sign in signs
        ]
        pairs = itertools.combinations(range(size), 2)
        signed = itertools.product(signs, signs)
        return found + [
            (both / 4, _axis(size, (i, a), (j, b)))
            for (i, j), (a, b) in itertools.product(pairs, signed)
        ]


@dataclass(frozen=True)
class Batch(KnownLaw):
    """How often each record is in a batch.

    Attributes:
        own, square, pair: E z_i, E z_i^2 and E z_i z_j.
        possible: where there is such a batch; of 9 of 4 records there are only numbers.
    """

    own: Node
    square: Node
    pair: Node
    possible: tuple[Node, ...] = field(repr=False)
    degree: ClassVar[int] = 2
    centred: ClassVar[bool] = False

    @property
    def parameters(self) -> tuple[Node, ...]:
        """The three moments."""
        return (self.own, self.square, self.pair)

    @property
    def conditions(self) -> tuple[Node, ...]:
        """Where there is such a batch."""
        return self.possible

    def masses(self, size: int, values: tuple[Fraction, ...], degree: int) -> list[Atom]:
        own, square, pair = values
        twice = (square - own) / 2
        once = own - pair - 2 * twice
        found = [
            (mass, _axis(size, (i, Fraction(k))))
            for mass, k in ((once, 1), (twice, 2))
            for i in range(size)
        ]
        return [*found, (pair, (Fraction(1),) * size)]


def _formula(value: Any) -> Node:
    """A formula; a text names a symbol."""
    return Node("symbol", (), value) if isinstance(value, str) else lift(value)


def _count(size: Node) -> tuple[Node, ...]:
    """That a size is a whole number, and not negative."""
    return (binary("le", 0, size), binary("eq", Node("floor", (size,)), size))


def without_replacement(records: str, size: Any) -> Batch:
    """A batch of so many of the records, all equally likely; of one record there are no pairs."""
    m, n = _formula(size), _formula(records)
    pairs = m * (m - 1) / (n * (n - 1))
    pair = Node("piecewise", (n.equals(1), lift(0), n.differs(1), pairs))
    possible = (*_count(m), binary("le", m, n))
    return Batch(records, "batch without replacement", m / n, m / n, pair, possible)


def with_replacement(records: str, size: Any) -> Batch:
    """So many draws of one record each, with replacement."""
    m, n = _formula(size), _formula(records)
    pair = m * (m - 1) / n**2
    return Batch(records, "batch with replacement", m / n, m / n + pair, pair, _count(m))


def by_poisson(records: str, rate: Any) -> Batch:
    """Each record with the same probability, independently of the others."""
    q = _formula(rate)
    possible = (binary("le", 0, q), binary("le", q, 1))
    return Batch(records, "batch by Poisson sampling", q, q, q**2, possible)


def gaussian_noise(dimension: int | str, deviation: Any) -> Noise:
    """Independent Gaussian coordinates of one standard deviation."""
    return Noise(dimension, "Gaussian vector", _formula(deviation), lift(1), lift(3), lift(1))


def laplace_noise(dimension: int | str, scale: Any) -> Noise:
    """Independent Laplace coordinates of one scale."""
    moments = lift(2), lift(24), lift(4)
    return Noise(dimension, "vector of independent Laplace coordinates", _formula(scale), *moments)


def uniform_in_a_ball(dimension: int | str, radius: Any) -> Noise:
    """Uniform in the ball of a radius around 0."""
    d = _formula(dimension)
    mixed = 1 / ((d + 2) * (d + 4))
    return Noise(
        dimension, "vector uniform in a ball", _formula(radius), 1 / (d + 2), 3 * mixed, mixed
    )


def has_mean(law: Law | KnownLaw, body: Node, variable: str) -> bool:
    """Whether the expectation of a body that has a value everywhere has one."""
    if isinstance(law, Law):
        return True
    found = degree(body, variable)
    return found is not None and found <= law.degree

"""Positivstellensatz certificates: a sum of products of conditions that is zero but positive.

What is to be refuted is a set of conditions, the negation of a goal among them. Every term of a
certificate is a positive number times a product of conditions, times a square; it is nowhere
negative, and one of them is positive. Their sum with multiples of the equations is zero as a
polynomial: so there is no point. Whoever multiplies out has checked it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, islice
from typing import Any

from verify.methods.reals.charts import Chart, Condition, Removed, charts, substituted
from verify.methods.reals.combination import combined
from verify.methods.reals.polynomials import Ring, TooLarge, times
from verify.methods.reals.products import Factors, Pool, Term

MOST_IN_CONDITION = 60  # terms
MOST_PAIRS = 60
MOST_SQUARED = 4  # terms of an equation


@dataclass(frozen=True)
class Product:
    """A positive number times conditions with powers, times a square (None is 1)."""

    times: Fraction
    conditions: Mapping[Condition, int]
    square: Any

    @property
    def strict(self) -> bool:
        """Whether it is positive where the conditions hold."""
        return self.square is None and all(c.op == "gt" for c in self.conditions)


@dataclass(frozen=True)
class Certificate:
    """Products and multiples of equations whose sum is zero; one product is positive."""

    products: tuple[Product, ...]
    equations: tuple[tuple[Condition, Any], ...]

    @property
    def degree(self) -> int:
        """The largest number of conditions in one product, the goal's negation included."""
        return max(sum(p.conditions.values()) for p in self.products)

    def total(self, ring: Ring) -> Any:
        """The sum, multiplied out."""
        total = ring.polynomial(0)
        for product in self.products:
            part = ring.polynomial(product.times)
            for condition, power in product.conditions.items():
                part = part * condition.polynomial**power
            if product.square is not None:
                part = part * product.square * product.square
            total = total + part
        for condition, multiple in self.equations:
            total = total + condition.polynomial * multiple
        return total

    def holds(self, ring: Ring) -> bool:
        """Whether it refutes the conditions, by multiplying out."""
        return (
            any(p.strict for p in self.products)
            and all(p.times > 0 for p in self.products)
            and all(c.op in ("ge", "gt") for p in self.products for c in p.conditions)
            and all(c.op == "eq" for c, _ in self.equations)
            and bool(self.total(ring).is_zero())
        )


@dataclass(frozen=True)
class Effort:
    """How far a search goes.

    Attributes:
        rounds: of growth, by the number of conditions (one, then two) that are multiplied.
        terms: products that are looked at, likewise. charts: coordinates that are tried.
        rows: monomials that they may have.
    """

    rounds: tuple[int, ...] = (3, 2)
    terms: tuple[int, ...] = (300, 600)
    charts: int = 3
    rows: int = 1200


@dataclass
class Work:
    """How many terms of polynomials the linear programs of one path may still have."""

    left: int = 12_000

    def take(self, terms: Sequence[Term]) -> bool:
        """Whether there was work left before these terms, which are counted."""
        before = self.left
        self.left -= sum(len(term.parts) for term in terms)
        return before > 0


QUICK = Effort(rounds=(2,), terms=(120,), charts=1)


def refuted(
    ring: Ring,
    signs: Mapping[str, Condition],
    conditions: Sequence[Condition],
    effort: Effort,
    work: Work,
) -> Certificate | None:
    """A certificate that conditions contradict one another.

    Args:
        ring: the polynomials. signs: what says that a generator has a sign, by name.
        conditions: the others, the negation of a goal first.
        effort: how far one search goes. work: what all of them may take together.
    """
    for condition in conditions:
        if condition.op == "gt" and condition.polynomial.is_zero():
            return Certificate((Product(Fraction(1), {condition: 1}, None),), ())
    usable = tuple((c, c.polynomial) for c in conditions if len(c.polynomial) <= MOST_IN_CONDITION)
    found = list(islice(charts(Chart(ring, usable, signs)), effort.charts))
    for level in range(len(effort.rounds)):
        for chart in found:
            if work.left <= 0:
                return None
            try:
                certificate = _in_chart(chart, level, effort, work)
            except TooLarge:
                continue
            if certificate is not None and certificate.holds(ring):
                return certificate
    return None


def _in_chart(chart: Chart, level: int, effort: Effort, work: Work) -> Certificate | None:
    """A certificate whose products have one condition (level 0) or two that are no coordinates."""
    pool = Pool(chart.ring, chart.signs, list(_factors(chart, level)), effort.terms[level])
    for _ in range(effort.rounds[level]):
        more = pool.grow()
        if len(pool.rows) > effort.rows:
            return None
        if any(term.strict for term in pool.terms):
            if not work.take(pool.terms):
                return None
            parts = combined(pool.terms, len(pool.rows))
            if parts is not None:
                return _written(chart, [(x, pool.terms[j]) for j, x in parts.items()])
        if not more:
            return None
    return None


def _factors(chart: Chart, level: int) -> Iterator[Factors]:
    """The conditions of a chart, and the products of two."""
    single = [
        Factors((i,), c.op == "gt", c.op == "eq", p)
        for i, (c, p) in enumerate(chart.conditions)
        if not p.is_zero()
    ]
    yield from single
    for a in single:
        if a.free and len(a.polynomial) <= MOST_SQUARED:
            yield Factors(a.places * 2, False, True, times(a.polynomial, a.polynomial))
    if level:
        pairs = [
            (a, b) for a, b in combinations_with_replacement(single, 2) if not (a.free or b.free)
        ]
        pairs.sort(key=lambda ab: len(ab[0].polynomial) * len(ab[1].polynomial))
        for a, b in pairs[:MOST_PAIRS]:
            product = times(a.polynomial, b.polynomial)
            yield Factors(a.places + b.places, a.strict and b.strict, False, product)


def _written(chart: Chart, parts: Sequence[tuple[Fraction, Term]]) -> Certificate:
    """A combination of terms, in the generators of the path."""
    ring = chart.ring
    products: list[Product] = []
    multiples: dict[Condition, Any] = {}
    for number, term in parts:
        factors = [chart.conditions[i][0] for i in term.places]
        square = None if term.square is None else chart.original(term.square)
        if term.free:
            equation = next(c for c in factors if c.op == "eq")
            others = math.prod(c.polynomial for c in factors) / equation.polynomial
            multiple = chart.original(ring.context.from_dict({term.powers: 1})) * others
            multiple = multiple * ring.polynomial(number).leading_coefficient()
            multiples[equation] = multiples.get(equation, ring.polynomial(0)) + multiple
            continue
        powers: dict[Condition, int] = {}
        for condition in factors:
            powers[condition] = powers.get(condition, 0) + 1
        for name, power in zip(ring.names, term.powers, strict=True):
            if not power:
                continue
            if name in chart.coordinates:
                condition = chart.coordinates[name]
                powers[condition] = powers.get(condition, 0) + power
            else:
                half = chart.original(ring.gens[name]) ** (power // 2)
                square = half if square is None else square * half
        products.append(Product(number, powers, square))
    left = Certificate(tuple(products), tuple(multiples.items())).total(ring)
    for condition, multiple in _cancelling(chart, left):
        multiples[condition] = multiples.get(condition, ring.polynomial(0)) + multiple
    kept = tuple((c, q) for c, q in multiples.items() if not q.is_zero())
    return Certificate(tuple(products), kept)


def _cancelling(chart: Chart, left: Any) -> Iterator[tuple[Condition, Any]]:
    """Multiples of the equations of a chart that cancel what is zero in its coordinates."""
    ring = chart.ring
    known: list[tuple[Removed, dict[Condition, Any]]] = []  # each as a sum of equations
    for removed in chart.removed:
        rest, parts = removed.equation.polynomial, {removed.equation: ring.one}
        for earlier, its in known:
            multiple = _multiple(ring, rest, earlier)
            rest = rest + multiple * earlier.polynomial
            for condition, part in its.items():
                parts[condition] = parts.get(condition, 0) + multiple * part
        known.append((removed, parts))
        multiple = _multiple(ring, left, removed)
        left = left + multiple * removed.polynomial
        for condition, part in parts.items():
            yield condition, multiple * part


def _multiple(ring: Ring, left: Any, removed: Removed) -> Any:
    """What to add of an equation, so that the generator that it removes disappears."""
    place = ring.names.index(removed.name)
    lead = removed.polynomial.derivative(place).leading_coefficient()
    value = ring.gens[removed.name] - removed.polynomial / lead
    return (substituted(ring, left, removed.name, value) - left) / removed.polynomial

"""Coordinates in which conditions are generators with a sign, so that their powers are monomials.

Where a condition is ``a t + b >= 0`` with a number a, its left side may take the place of the
generator t. An equation ``a t + b = 0`` removes t. Both are changes of coordinates over all points,
so that what is shown in a chart is shown in the generators, and can be written in them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verify.methods.reals.polynomials import Ring, TooLarge
from verify.methods.reals.signs import Signs

MOST_TERMS = 200  # of a condition
GOAL = "goal"  # the source of the negation of what is to be shown


@dataclass(frozen=True, eq=False)
class Condition:
    """``polynomial op 0`` with op one of ge, gt, eq.

    Attributes:
        polynomial: in the generators of the path.
        source: what it is, for whoever writes it down.
    """

    op: str
    polynomial: Any
    source: Any

    @property
    def sign(self) -> str:
        """The sign of a generator that stands for it."""
        return "positive" if self.op == "gt" else "nonnegative"


@dataclass(frozen=True)
class Removed:
    """A generator, and the equation that removes it.

    Attributes:
        polynomial: of the equation, without the generators that were removed before.
    """

    name: str
    equation: Condition
    polynomial: Any


@dataclass(frozen=True, eq=False)
class Chart:
    """Coordinates, and the conditions in them.

    Attributes:
        ring: the polynomials; the coordinates bear the names of the generators they replace.
        conditions: those that are no coordinate, each with its polynomial in the coordinates.
        coordinates: the conditions that are, by name; the others are real.
        back: the coordinates in terms of the generators, by name, where they are others.
        removed: the equations that removed a generator, in turn.
    """

    ring: Ring
    conditions: tuple[tuple[Condition, Any], ...]
    coordinates: Mapping[str, Condition]
    back: Mapping[str, Any] = field(default_factory=dict)
    removed: tuple["Removed", ...] = ()

    @property
    def signs(self) -> dict[str, str]:
        """The signs of the coordinates."""
        return {name: c.sign for name, c in self.coordinates.items()}

    def moved(self, name: str, value: Any) -> tuple[tuple[Condition, Any], ...]:
        """The conditions with a coordinate replaced by a polynomial.

        Raises:
            TooLarge: a condition grows beyond its limits.
        """
        return tuple((c, substituted(self.ring, p, name, value)) for c, p in self.conditions)

    def original(self, polynomial: Any) -> Any:
        """A polynomial in the coordinates, written in the generators."""
        values = [self.back.get(n, self.ring.gens[n]) for n in self.ring.names]
        return polynomial.compose(*values, ctx=self.ring.context)


def substituted(ring: Ring, polynomial: Any, name: str, value: Any) -> Any:
    """A polynomial with a generator replaced by a polynomial.

    Raises:
        TooLarge: it has too many terms.
    """
    if int(polynomial.degrees()[ring.names.index(name)]) <= 0:
        return polynomial
    values = [value if n == name else ring.gens[n] for n in ring.names]
    found = polynomial.compose(*values, ctx=ring.context)
    if len(found) > MOST_TERMS:
        raise TooLarge(f"a condition of {len(found)} terms")
    return found


def charts(first: Chart) -> Iterator[Chart]:
    """The chart itself, then charts with more and more conditions as coordinates."""
    yield first
    current = first
    for plain in (True, False):
        while (following := _step(current, plain)) is not None:
            current = following
        if current is not first:
            yield current


def _step(chart: Chart, plain: bool) -> Chart | None:
    """One more coordinate; ``plain``: only where the sign of what it replaces is plain."""
    ring = chart.ring
    taken = set(chart.back) | {removed.name for removed in chart.removed}
    signs = Signs(ring, chart.signs)
    order = sorted(chart.conditions, key=lambda pair: pair[0].op != "eq")
    for condition, polynomial in order:
        if condition.source == GOAL or (condition.op == "eq" and chart.back):
            continue
        for place, name in enumerate(ring.names):
            if name in taken or int(polynomial.degrees()[place]) != 1:
                continue
            a = polynomial.derivative(place)
            if not a.is_constant():
                continue
            t, lead = ring.gens[name], a.leading_coefficient()
            rest = (a * t - polynomial) / lead  # where the condition is attained
            equal = condition.op == "eq"
            value = rest if equal else rest + t / lead
            old = chart.coordinates.get(name)
            implied = old is None or signs.plainly(value, old.op == "gt")
            if not equal and plain and not implied:
                continue
            try:
                moved = chart.moved(name, value)
            except TooLarge:
                continue
            rests = tuple(pair for pair in moved if pair[0] is not condition)
            if old is not None and not implied:
                rests = (*rests, (old, value))
            others = {n: c for n, c in chart.coordinates.items() if n != name}
            if equal:
                removed = (*chart.removed, Removed(name, condition, polynomial))
                return replace(chart, conditions=rests, coordinates=others, removed=removed)
            return replace(
                chart,
                conditions=rests,
                coordinates=others | {name: condition},
                back={**chart.back, name: condition.polynomial},
            )
    return None

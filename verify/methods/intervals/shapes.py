"""Boxes, and formulas over them with their enclosures, slopes and faces."""

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.formula.expression import Node, free_names, lift, substitute
from verify.methods.intervals.derivative import derivative
from verify.methods.intervals.numbers import Interval, meet, numbers
from verify.methods.intervals.quotients import MOST_NODES, is_zero, quotient
from verify.methods.intervals.simplify import larger, simplify
from verify.methods.intervals.tree import Tape, box_of

MOST_CORNERED = 4
MOST_VALUES = 50_000


@dataclass(frozen=True)
class Side:
    """The values of one symbol in a box; an end that is None is infinite."""

    low: Fraction | None
    high: Fraction | None
    open_low: bool = False
    open_high: bool = False
    whole: bool = False

    @functools.cached_property
    def interval(self) -> Interval:
        """The values, closed, at the precision in force when they are first asked for."""
        return numbers().side(self.low, self.high)

    @property
    def empty(self) -> bool:
        """Whether no value is left."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.open_low or self.open_high))

    @property
    def finite(self) -> bool:
        """Whether both ends are."""
        return self.low is not None and self.high is not None

    @property
    def point(self) -> bool:
        """Whether it is one value."""
        return self.low is not None and self.low == self.high

    @property
    def middle(self) -> Fraction:
        """A value inside, far from the ends; a whole one where only those count."""
        low, high = self.low, self.high
        if low is not None and high is not None:
            value = (low + high) / 2
        elif low is not None:
            value = low + max(Fraction(1), abs(low))
        else:
            value = Fraction(0) if high is None else high - max(Fraction(1), abs(high))
        return Fraction(value.__floor__()) if self.whole else value


Box = Mapping[str, Side]


class Shape:
    """A formula with its enclosures, slopes and faces, each computed once."""

    def __init__(self, node: Node, *, is_slope: bool = False) -> None:
        self.node = simplify(node)
        self.is_slope = is_slope
        self.charged = False
        self.names = tuple(sorted(free_names(self.node)))
        self.tape = Tape(self.node)
        self._slopes: dict[str, Shape | None] = {}
        self._faces: dict[tuple[str, Fraction], Shape] = {}
        self._values: dict[tuple[Fraction, ...], Interval] = {}

    @functools.cached_property
    def _factors(self) -> Tape | None:
        try:
            product = quotient(self.node).node(factors=True)
        except (NotImplementedError, ZeroDivisionError):
            return None
        return Tape(product)

    @functools.cached_property
    def factors(self) -> tuple[Fraction, tuple[tuple["Shape", int], ...]]:
        """A number and irreducible factors with their powers; none where there are not several."""
        try:
            number, parts = quotient(self.node).factors()
        except (NotImplementedError, ZeroDivisionError):
            return Fraction(0), ()
        if len(parts) == 1 and parts[0][1] == 1:
            return number, ()
        return number, tuple((Shape(node), power) for node, power in parts)

    @functools.cached_property
    def zero(self) -> bool:
        """Whether the formula is 0 wherever it has a value."""
        return is_zero(self.node)

    @functools.cached_property
    def negative(self) -> "Shape":
        """The formula times -1."""
        return Shape(-self.node, is_slope=self.is_slope)

    def enclosure(self, env: Mapping[str, Interval]) -> Interval:
        """Where the values lie; written as a product too, where the first form does not tell.

        A slope is enclosed in its second form only where it has a value at every point: the values
        that count are those of the derivative.
        """
        found = self.tape(env)
        if found[0] >= 0 or found[1] <= 0 or (self.is_slope and not found[2]):
            return found
        return found if self._factors is None else meet(found, self._factors(env))

    def slope(self, name: str) -> "Shape | None":
        """The derivative by a symbol, or None where there is no formula for it."""
        if name not in self._slopes:
            self._slopes[name] = self._slope(name)
        return self._slopes[name]

    def _slope(self, name: str) -> "Shape | None":
        if larger(self.node, MOST_NODES):
            return None
        try:
            tree = simplify(derivative(self.node, name))
        except NotImplementedError:
            return None
        return None if larger(tree, MOST_NODES) else Shape(tree, is_slope=True)

    def at(self, name: str, value: Fraction) -> "Shape":
        """The formula with a symbol at a number."""
        key = (name, value)
        if name not in self.names:
            return self
        if key not in self._faces:
            node = substitute(self.node, {name: lift(value)})
            self._faces[key] = Shape(node, is_slope=self.is_slope)
        return self._faces[key]

    def value(self, point: Mapping[str, Fraction]) -> Interval:
        """The value at a point of all its symbols; neighbouring boxes ask for the same ones."""
        key = tuple(point[n] for n in self.names)
        if key not in self._values:
            if len(self._values) > MOST_VALUES:
                self._values.clear()
            self._values[key] = self.tape(box_of({n: (point[n], point[n]) for n in self.names}))
        return self._values[key]

    def at_point(self, point: Mapping[str, Fraction]) -> "Shape":
        """The formula with every symbol at a number."""
        node = substitute(self.node, {n: lift(v) for n, v in point.items()})
        return Shape(node, is_slope=self.is_slope)


def intervals(f: Shape, box: Box) -> dict[str, Interval]:
    """The intervals of the symbols of a formula."""
    return {name: box[name].interval for name in f.names}


def corners(f: Shape, box: Box) -> list[tuple[dict[str, Fraction], Interval]]:
    """The formula at the corners of a box of few symbols, its open and infinite ends included."""
    names = [n for n in f.names if not box[n].point]
    if len(names) > MOST_CORNERED:
        return []
    fixed = {n: box[n].middle for n in f.names}
    ends = [[e for e in (box[n].low, box[n].high) if e is not None] for n in names]
    points = [fixed | dict(zip(names, c, strict=True)) for c in itertools.product(*ends)]
    return [(point, f.value(point)) for point in points]

"""Sets of numbers that a symbol may range over: what is drawn, what an adversary tries first."""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from verify.formula.evaluate import Point
from verify.formula.expression import Node, binary, decimal, free_names, hashed_once, lift

WIDEST = Fraction(10**6)
TYPICAL = tuple(map(Fraction, ("1", "2", "1/2", "0", "-1", "10")))  # corners of any interval


def exact(value: Any) -> Fraction:
    """A declared end point or value: an int, a Fraction or the decimal that a float shows."""
    node = lift(value)
    if node.op != "number":
        raise TypeError(f"an end point must be a number. Found {value!r}.")
    return Fraction(node.value)


def as_written(value: Any) -> Any:
    """A declared value of any kind, with the decimals that its floats show (0.1 is 1/10)."""
    if isinstance(value, float):
        return decimal(value)
    return tuple(map(as_written, value)) if isinstance(value, tuple) else value


class Kind(Protocol):
    """What the values of a symbol are; a paper may declare kinds of its own."""

    def draw(self, rng: np.random.Generator, point: Point, box: "Box | None") -> Any:
        """A random value; the symbols declared before it have theirs in ``point``."""

    def corners(self, point: Point) -> tuple[Any, ...]:
        """The values an adversary tries first."""

    def contains(self, value: Any, point: Point) -> bool:
        """Whether a value lies in the set."""

    def words(self) -> str:
        """The set, for a reader."""


def size_of(kind: Any) -> int | str | None:
    """The dimension or the length, or the name of the symbol that gives it."""
    return getattr(kind, "dimension", getattr(kind, "length", None))


def size_node(size: int | str) -> Node:
    """A dimension or a length in a formula."""
    return Node("symbol", (), size) if isinstance(size, str) else lift(size)


def size_at(size: int | str, point: Point) -> int:
    """A dimension or a length at a point."""
    return int(point[size]) if isinstance(size, str) else size


def is_size(value: Any) -> bool:
    """Whether a number, or every number of a kind, is whole and not negative."""
    if isinstance(value, Natural):
        return value.least >= 0
    values = value.values if isinstance(value, OneOf) else (value,)
    return all(isinstance(v, int | Fraction) and v >= 0 and v % 1 == 0 for v in values)


def needed(kind: Any) -> frozenset[str]:
    """Names of the symbols that a set depends on: a size, a radius, what its kind needs."""
    size, radius = size_of(kind), getattr(kind, "radius", None)
    found = ({size} if isinstance(size, str) else set()) | set(getattr(kind, "needs", ()))
    return free_names(radius).union(found) if isinstance(radius, Node) else frozenset(found)


@hashed_once
@dataclass(frozen=True)
class Box:
    """Where a search looks: an interval of positive length."""

    low: Fraction
    high: Fraction

    @functools.cached_property
    def floats(self) -> tuple[float, float]:
        """The ends in floating point."""
        return float(self.low), float(self.high)


@hashed_once
@dataclass(frozen=True)
class Real:
    """An interval of the reals; an end that is None is infinite."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.open_low or self.open_high))

    def contains(self, value: Any, point: Point) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            return False
        above = self.low is None or _exceeds(value, self.low, self.open_low)
        return above and (self.high is None or _exceeds(self.high, value, self.open_high))

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The set as conditions on the symbol."""
        found = []
        if self.low is not None:
            found.append(binary("lt" if self.open_low else "le", self.low, symbol))
        if self.high is not None:
            found.append(binary("lt" if self.open_high else "le", symbol, self.high))
        return tuple(found)

    def strict(self) -> "Real":
        """The same set without its ends."""
        return Real(self.low, self.high, self.low is not None, self.high is not None)

    @functools.lru_cache(maxsize=4096)  # noqa: B019  (kinds are values, and few)
    def search_box(self, box: Box | None) -> Box:
        """The part of the set that a search looks at; without a box, up to a million."""
        low, high = (box.low, box.high) if box else (-WIDEST, WIDEST)
        low = low if self.low is None else max(low, self.low)
        high = high if self.high is None else min(high, self.high)
        return Box(low, high)

    def _ends(self, box: Box | None) -> tuple[float, float]:
        """Where a search looks; most ask for the same box again and again."""
        known: tuple[Box | None, tuple[float, float]] | None = self.__dict__.get("_known_ends")
        if known is None or known[0] is not box:
            known = self.__dict__["_known_ends"] = box, self.search_box(box).floats
        return known[1]

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Fraction:
        low, high = self._ends(box)
        if low >= 0 and rng.random() < 0.7:
            start = low if low > 0 else min(1e-6, high * 1e-6) or 1e-9
            value = math.exp(_uniform(rng, math.log(start), math.log(max(high, start))))
        elif self.low is None and self.high is None and rng.random() < 0.7:
            value = (-1.0, 1.0)[rng.integers(2)] * math.exp(_uniform(rng, -7.0, math.log(high)))
        else:
            value = _uniform(rng, low, high)
        return self.nearby(value, digits=5)

    def nearby(self, value: float, digits: int = 9) -> Fraction:
        """A rational of the set, close to a float: a decimal, with which exact sums stay short."""
        found = _decimal(value, digits)
        if self.contains(found, {}):
            return found
        if self.low is not None and found < self.low:
            found = self.low
        if self.high is not None and found > self.high:
            found = self.high
        if not self.contains(found, {}):
            found = Fraction(value)
        return found

    def corners(self, point: Point) -> tuple[Fraction, ...]:
        typical = list(TYPICAL)
        ends = [e for e in (self.low, self.high) if e is not None]
        small = Fraction(1, 10**6)
        for e in ends:
            typical += [e, e + small, e - small]
        if self.low is not None and self.high is not None:
            typical.append((self.low + self.high) / 2)
        return tuple(dict.fromkeys(v for v in typical if self.contains(v, point)))

    def words(self) -> str:
        left = "(" if self.open_low or self.low is None else "["
        right = ")" if self.open_high or self.high is None else "]"
        low = "-oo" if self.low is None else self.low
        high = "oo" if self.high is None else self.high
        return f"{left}{low}, {high}{right}"


@hashed_once
@dataclass(frozen=True)
class Natural:
    """Whole numbers from ``least`` to ``most`` (None: without end)."""

    least: int = 1
    most: int | None = None

    @property
    def empty(self) -> bool:
        """Whether no whole number lies in it."""
        return self.most is not None and self.most < self.least

    def contains(self, value: Any, point: Point) -> bool:
        whole = not isinstance(value, bool) and isinstance(value, int | Fraction) and value % 1 == 0
        return whole and value >= self.least and (self.most is None or value <= self.most)

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The bounds as conditions on the symbol (that it is whole is not among them)."""
        found = [binary("le", self.least, symbol)]
        if self.most is not None:
            found.append(binary("le", symbol, self.most))
        return tuple(found)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> int:
        low = max(self.least, math.ceil(box.low)) if box else self.least
        high = math.floor(box.high) if box else low + 10**6
        high = high if self.most is None else min(high, self.most)
        if rng.random() < 0.5:
            high = min(high, low + 12)
        if high > low + 20:
            return low + round(math.exp(_uniform(rng, 0.0, math.log(high - low + 1)))) - 1
        return int(rng.integers(low, high + 1))

    def corners(self, point: Point) -> tuple[int, ...]:
        values = [self.least + i for i in (0, 1, 2)] + [10, 100]
        values += [] if self.most is None else [self.most, self.most - 1]
        return tuple(dict.fromkeys(v for v in values if self.contains(v, point)))

    def words(self) -> str:
        return f"whole, {self.least} to {self.most}" if self.most else f"whole, from {self.least}"


@dataclass(frozen=True)
class OneOf:
    """Finitely many listed values, of any kind: the set itself, not a sample of it."""

    values: tuple[Any, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is listed."""
        return not self.values

    def contains(self, value: Any, point: Point) -> bool:
        return value in self.values

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The range of the values, where they are numbers."""
        if not all(isinstance(v, int | Fraction) for v in self.values):
            return ()
        return (binary("le", min(self.values), symbol), binary("le", symbol, max(self.values)))

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return self.values[int(rng.integers(len(self.values)))]

    def corners(self, point: Point) -> tuple[Any, ...]:
        return self.values[:64]

    def words(self) -> str:
        shown = ", ".join(map(str, self.values[:6]))
        return f"one of {shown}" + (", ..." if len(self.values) > 6 else "")


def _uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """What ``rng.uniform`` draws, which takes longer for one number than to draw it."""
    return low + (high - low) * rng.random()


def _exceeds(a: Any, b: Any, strict: bool) -> bool:
    """Whether a > b, or a >= b; in whole numbers, because Fraction takes long to compare."""
    if not isinstance(a, float) and not isinstance(b, float):
        a, b = a.numerator * b.denominator, b.numerator * a.denominator
    return bool(a > b if strict else a >= b)


def _decimal(value: float, digits: int) -> Fraction:
    """A float rounded to some significant digits."""
    if value == 0:
        return Fraction(0)
    places = digits - 1 - math.floor(math.log10(abs(value)))
    if not -20 < places < 20:
        return Fraction(value)
    return (
        Fraction(round(value * 10.0**places), 10**places)
        if places > 0
        else (Fraction(round(value / 10**-places) * 10**-places))
    )

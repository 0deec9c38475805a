"""A formula is nonnegative on one box: enclosure, monotonicity, mean-value form, convexity.

No step subdivides. Where both sides of an inequality meet no enclosure settles it; there the sign of
a derivative, shown by the same steps, leads to the face on which the formula is least, and on a
face or vertex it may be 0 exactly. A convex formula lies above its tangent planes.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.evaluate import Undecided, Undefined, truth
from verify.expression import Node, binary, free_names, lift, substitute
from verify.methods.derivative import derivative
from verify.methods.interval_tree import Interval, Tape, box_of, meet
from verify.methods.simplify import MOST_NODES, is_zero, larger, quotient, simplify

NEAR = 1e-9
MOST_CORNERED = 4
CURVED, REWRITTEN = 60, 3  # boxes that a search for the minimum, an operation of a formula, cost


@dataclass(frozen=True)
class Side:
    """The values of one symbol in a box; an end that is None is infinite."""

    low: Fraction | None
    high: Fraction | None
    open_low: bool = False
    open_high: bool = False
    whole: bool = False

    @property
    def empty(self) -> bool:
        """Whether no value is left."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (
            self.low == self.high and (self.open_low or self.open_high)
        )

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

    def at_point(self, point: Mapping[str, Fraction]) -> "Shape":
        """The formula with every symbol at a number."""
        node = substitute(self.node, {n: lift(v) for n, v in point.items()})
        return Shape(node, is_slope=self.is_slope)


class Spent(Exception):
    """The boxes are used up."""


@dataclass
class Local:
    """Proofs on single boxes; ``left`` counts down, ``forms`` says what was used."""

    left: int
    forms: set[str] = field(default_factory=set)

    def holds(self, f: Shape, box: Box, *, strict: bool, depth: int) -> bool:
        """Whether ``f >= 0`` (``f > 0``) is shown wherever ``f`` has a value in the box.

        Raises:
            Spent: the boxes are used up.
        """
        self._charge(f)
        if any(box[name].empty for name in f.names):
            return True
        env = intervals(f, box)
        low, high, total = f.enclosure(env)
        if low > 0 or (low >= 0 and not strict):
            self.forms.add("enclosure")
            return True
        if high < 0 or (strict and high <= 0):
            return False
        points = {n: Fraction(box[n].low or 0) for n in f.names if box[n].point}
        if points:
            for name, value in points.items():
                f = f.at(name, value)
            if f.names:
                return self.holds(f, box, strict=strict, depth=depth)
        if not f.names:
            return _constant(f, strict)
        if f.zero:
            return not strict
        if depth and (total or not f.is_slope) and self._by_factors(f, box, strict, depth):
            return True
        return bool(total) and self._by_slopes(f, box, env, strict, depth)

    def _charge(self, f: Shape) -> None:
        """Count one box, and at its first use a formula: what is done once takes time as well."""
        self.left -= 1 if f.charged else REWRITTEN * len(f.tape.steps)
        f.charged = True
        if self.left < 0:
            raise Spent

    def _by_factors(self, f: Shape, box: Box, strict: bool, depth: int) -> bool:
        """The sign of a product: at most one factor needs more than its enclosure."""
        number, parts = f.factors
        rising, left = number > 0, []
        for part, power in parts:
            low, high, _ = part.enclosure(intervals(part, box))
            # A divisor is not 0 where the formula has a value.
            nonzero = power < 0 or low > 0 or high < 0 or not strict
            if power % 2 == 0 and nonzero:
                continue
            if power % 2 == 1 and nonzero and (low >= 0 or high <= 0):
                rising = rising == bool(low >= 0)
            elif power % 2 == 1:
                left.append((part, power))
            else:
                return False
        if len(left) > 1 or not parts:
            return False
        if not left:
            return rising
        part, power = left[0]
        signed = part if rising else part.negative
        self.forms.add("factors")
        return self.holds(signed, box, strict=strict and power > 0, depth=depth - 1)

    def _by_slopes(
        self, f: Shape, box: Box, env: Mapping[str, Interval], strict: bool, depth: int
    ) -> bool:
        # The formula is continuous on the closed box.
        slopes = {name: f.slope(name) for name in f.names}
        found = {}
        for name, slope in slopes.items():
            if slope is not None:
                self._charge(slope)
                found[name] = slope.enclosure(env)
        for name, (low, high, _) in found.items():
            for rising in (True, False):
                if (low >= 0 if rising else high <= 0) and _end(box[name], rising) is not None:
                    return self._face(f, box, name, rising, strict, depth)
        if len(found) == len(slopes) and self._mean_value(f, box, env, found, strict):
            return True
        if depth == 0:
            return False
        middle = {name: box[name].middle for name in f.names}
        for name, slope in slopes.items():
            if slope is None:
                continue
            here = slope.tape(box_of({n: (v, v) for n, v in middle.items()}))
            rising = bool(here[1] > 0)
            if _end(box[name], rising) is None or (here[0] < 0 < here[1]):
                continue
            signed = slope if rising else slope.negative
            if self.holds(signed, _inside(box, name), strict=False, depth=depth - 1) and self._face(
                f, box, name, rising, strict, depth - 1
            ):
                return True
        return self._convex(f, box, env, strict)

    def _face(
        self, f: Shape, box: Box, name: str, rising: bool, strict: bool, depth: int
    ) -> bool:
        """The same on the face where ``f`` is least: it rises (falls) along ``name``."""
        self.forms.add("monotonicity")
        side = box[name]
        value = _end(side, rising)
        if value is None:
            return False
        face = {**box, name: Side(value, value)}
        if strict and (side.open_low if rising else side.open_high):
            # The face does not belong to the set, and f is strictly larger off it.
            slope = f.slope(name)
            if slope is not None and self.holds(f, face, strict=False, depth=depth):
                signed = slope if rising else slope.negative
                inner = _inside(box, name)
                return self.holds(signed, inner, strict=True, depth=max(0, depth - 1))
        return self.holds(f, face, strict=strict, depth=depth)

    def _mean_value(
        self,
        f: Shape,
        box: Box,
        env: Mapping[str, Interval],
        slopes: Mapping[str, Interval],
        strict: bool,
    ) -> bool:
        if not all(box[n].finite and slopes[n][2] for n in f.names):
            return False
        middle = {n: (Fraction(box[n].low or 0) + Fraction(box[n].high or 0)) / 2 for n in f.names}
        centre = box_of({n: (v, v) for n, v in middle.items()})
        ops = f.tape.ops
        bound = f.tape(centre)
        if not bound[2]:
            return False
        for n in f.names:
            bound = ops.add(bound, ops.mul(slopes[n], ops.sub(env[n], centre[n])))
        if bound[0] > 0 or (bound[0] >= 0 and not strict):
            self.forms.add("mean value")
            return True
        return False

    def _convex(self, f: Shape, box: Box, env: Mapping[str, Interval], strict: bool) -> bool:
        """A convex formula lies above its tangent plane at a rational point near its minimum."""
        if not all(box[n].finite for n in f.names) or len(f.names) > 4:
            return False
        hessian: list[list[Shape]] = []
        for a in f.names:
            first = f.slope(a)
            row = [first.slope(b) for b in f.names] if first is not None else []
            if first is None or any(s is None for s in row) or not first.tape(env)[2]:
                return False
            hessian.append([s for s in row if s is not None])
        self.left -= CURVED
        point = _minimiser(f, hessian, box)
        if point is None:
            return False
        entries = [[s.enclosure(env) for s in row] for row in hessian]
        if not all(e[2] for row in entries for e in row) or not _semidefinite(f, entries):
            return False
        ops = f.tape.ops
        bound = _value(f.at_point(point))
        for name in f.names:
            slope = f.slope(name)
            if slope is None:
                return False
            tilt = _value(slope.at_point(point))
            if tilt[0] == 0 == tilt[1] and tilt[2]:
                continue
            offset = ops.sub(env[name], ops.number(point[name]))
            bound = ops.add(bound, ops.mul(tilt, offset))
        if bound[2] and (bound[0] > 0 or (bound[0] >= 0 and not strict)):
            self.forms.add("convexity")
            return True
        return False


def intervals(f: Shape, box: Box) -> dict[str, Interval]:
    """The intervals of the symbols of a formula."""
    return box_of({name: (box[name].low, box[name].high) for name in f.names})


def _end(side: Side, rising: bool) -> Fraction | None:
    return side.low if rising else side.high


def _inside(box: Box, name: str) -> Box:
    """The box without the two faces of one symbol: a function rises if it does so in between."""
    return {**box, name: replace(box[name], open_low=True, open_high=True)}


def _constant(f: Shape, strict: bool) -> bool:
    """The sign of a formula without symbols, exactly or in balls of growing precision."""
    try:
        return truth(binary("lt" if strict else "le", 0, f.node), {})
    except Undefined:
        return False
    except Undecided:
        return not strict and f.zero


def _value(f: Shape) -> Interval:
    """The value of a formula without symbols; 0 where it is found to be 0."""
    value = f.tape({})
    if value[0] <= 0 <= value[1] and value[2] and f.zero:
        zero = f.tape.ops.zero
        return zero, zero, True
    return value


def _semidefinite(f: Shape, entries: list[list[Interval]]) -> bool:
    """Symmetric elimination: every matrix between the entries' ends is positive semidefinite."""
    ops = f.tape.ops
    rows = [list(row) for row in entries]
    size = len(rows)
    for i in range(size):
        pivot = rows[i][i]
        if not pivot[0] > 0:
            rest = [rows[i][j] for j in range(i + 1, size)]
            if pivot[0] >= 0 and all(e[0] == 0 == e[1] for e in rest):
                continue
            return False
        for r in range(i + 1, size):
            factor = ops.div(rows[r][i], pivot)
            for c in range(i + 1, size):
                product = ops.mul(factor, rows[i][c])
                if r == c:
                    square = ops.div(ops.whole_power(rows[i][r], 2), pivot)
                    product = meet(product, square)
                rows[r][c] = ops.sub(rows[r][c], product)
    return True


def _minimiser(f: Shape, hessian: list[list[Shape]], box: Box) -> dict[str, Fraction] | None:
    """A rational point near the minimum where the formula almost vanishes, else None."""
    import numpy as np

    names = f.names
    point = {n: box[n].middle for n in names}
    for _ in range(8):
        env = box_of({n: (v, v) for n, v in point.items()})
        try:
            slope = np.array([float(_middle(s.tape(env))) for n in names if (s := f.slope(n))])
            curved = np.array([[float(_middle(s.tape(env))) for s in row] for row in hessian])
            step = np.linalg.lstsq(curved, -slope, rcond=1e-9)[0]
        except (ValueError, OverflowError, np.linalg.LinAlgError):
            return None
        if not np.all(np.isfinite(step)):
            return None
        moved = {}
        for name, s in zip(names, step, strict=True):
            low, high = box[name].low, box[name].high
            value = point[name] + Fraction(float(s))
            moved[name] = min(max(value, Fraction(low or 0)), Fraction(high or 0))
        point = {n: v.limit_denominator(10**12) for n, v in moved.items()}
    for size in (64, 10**4):
        near = {n: v.limit_denominator(size) for n, v in point.items()}
        if not all(Fraction(box[n].low or 0) <= v <= Fraction(box[n].high or 0)
                   for n, v in near.items()):
            continue
        value = f.tape(box_of({n: (v, v) for n, v in near.items()}))
        if abs(_middle(value)) < NEAR:
            return near
    return None


def _middle(value: Interval) -> Any:
    return (value[0] + value[1]) / 2


def corners(f: Shape, box: Box) -> Iterator[tuple[dict[str, Fraction], Interval]]:
    """The formula at the corners of a box of few symbols, its open and infinite ends included."""
    names = [n for n in f.names if not box[n].point]
    if len(names) > MOST_CORNERED:
        return
    fixed = {n: box[n].middle for n in f.names}
    ends = [[e for e in (box[n].low, box[n].high) if e is not None] for n in names]
    for corner in itertools.product(*ends):
        point = fixed | dict(zip(names, corner, strict=True))
        yield point, f.tape(box_of({n: (v, v) for n, v in point.items()}))

"""A formula is nonnegative on one box: enclosure, factors, monotonicity, mean value, convexity.

No step subdivides. Where both sides of an inequality meet no enclosure settles it; there the sign
of a derivative, shown by the same steps, leads to the face on which the formula is least, and on a
face or vertex it may be 0 exactly. A convex formula lies above its tangent planes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verify.formula.evaluate import Undecided, Undefined, truth
from verify.formula.expression import binary
from verify.methods.intervals.convexity import above_tangent
from verify.methods.intervals.numbers import Interval
from verify.methods.intervals.shapes import Box, Shape, Side, intervals
from verify.methods.intervals.tree import box_of

CURVED, REWRITTEN = 60, 3  # boxes that a search for the minimum, an operation of a formula, cost


class Spent(Exception):
    """The boxes are used up."""


@dataclass
class Local:
    """Proofs on single boxes.

    Attributes:
        left: counts down, boxes and the making of formulas. boxes: faces and slopes included.
        forms: what was used.
    """

    left: int
    boxes: int = 0
    forms: set[str] = field(default_factory=set)

    def holds(self, f: Shape, box: Box, *, strict: bool, depth: int) -> bool:
        """Whether ``f >= 0`` (``f > 0``) is shown wherever ``f`` has a value in the box.

        Raises:
            Spent: the boxes are used up.
        """
        self._charge(f)
        self.boxes += 1
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
        self.left -= CURVED
        bound = above_tangent(f, box, env)
        if bound is not None and (bound[0] > 0 or (bound[0] >= 0 and not strict)):
            self.forms.add("convexity")
            return True
        return False

    def _face(self, f: Shape, box: Box, name: str, rising: bool, strict: bool, depth: int) -> bool:
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
        numbers = f.tape.numbers
        bound = f.tape(centre)
        if not bound[2]:
            return False
        for n in f.names:
            bound = numbers.add(bound, numbers.mul(slopes[n], numbers.sub(env[n], centre[n])))
        if bound[0] > 0 or (bound[0] >= 0 and not strict):
            self.forms.add("mean value")
            return True
        return False


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

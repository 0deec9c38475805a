"""Inequalities over intervals by ball arithmetic, subdividing; contact is settled on its faces.

The sets of the symbols are what is covered, unbounded ones included; a search box is no hypothesis
and is never looked at. Hypotheses are used to drop a box on which one of them is false, or to cut
off a part of it, and are otherwise ignored.
"""

import itertools
import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.context import Context
from verify.evaluate import Undecided, Undefined, truth
from verify.evidence import Level
from verify.expression import Node, free_names, lift
from verify.methods.base import Proof, Suspect
from verify.methods.branches import paths
from verify.methods.contact import Box, Local, Shape, Side, Spent, corners, intervals
from verify.methods.interval_tree import box_of
from verify.methods.simplify import simplify
from verify.notation import Natural, OneOf, Real, Symbol, satisfied
from verify.statement import Goal, replaced

MOST_LISTED = 256  # combinations of the values of listed symbols
MOST_SUSPECTS = 100
EAGER = 16  # boxes that look for contact whatever their corners say
ROUNDS = 3
MOST_CUTS = 60


@dataclass(frozen=True)
class Boxes:
    """Ball arithmetic on boxes: naive, mean-value and monotonicity forms, convexity at contact.

    Attributes:
        limit: boxes (faces and slopes included) after which the proof is given up.
        depth: how many derivatives deep the sign of a slope may rest on another slope.
        precision: bits.
    """

    limit: int = 15_000
    depth: int = 5
    precision: int = 96
    name: str = "boxes"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof over the sets of the goal's symbols, a point where it fails, or None."""
        from flint import ctx

        if goal.prove.op not in ("le", "lt", "eq", "ne"):
            return None
        work = _Work(goal, Local(self.limit), self.depth)
        with ctx.workprec(self.precision):
            try:
                result = work.run()
            except (NotImplementedError, RecursionError, Spent):
                return None
        if not result or isinstance(result, Suspect):
            return result or None
        forms = ", ".join(sorted(work.local.forms)) or "exact"
        boxes = self.limit - work.local.left
        return Proof(self.name, Level.CERTIFIED, f"ball arithmetic on {boxes} boxes ({forms})")


@dataclass
class _Work:
    goal: Goal
    local: Local
    depth: int
    suspects: int = 0

    def run(self) -> bool | Suspect:
        """Whether the goal is proved, or where it fails."""
        wanted = free_names(self.goal.prove).union(*map(free_names, self.goal.given))
        symbols = [s for s in self.goal.symbols if s.name in wanted]
        if wanted - {s.name for s in symbols} or not all(s.scalar for s in symbols):
            return False
        for values in _listed(symbols):
            fixed = {n: lift(v) for n, v in values.items()}
            sides = {s.name: _side(s.kind) for s in symbols if s.name not in values}
            given = tuple(_plain(replaced(c, fixed)) for c in self.goal.given)
            prove = _plain(replaced(self.goal.prove, fixed))
            result = self._case(Goal(self.goal.symbols, given, prove), sides, values)
            if result is not True:
                return result
        return True

    def _case(
        self, goal: Goal, sides: Mapping[str, Side], fixed: Mapping[str, Any]
    ) -> bool | Suspect:
        left, right = goal.prove.args
        if goal.prove.op == "eq":
            return Shape(right - left).zero
        if goal.prove.op == "ne":
            f = Shape(right - left)
            middle = f.at_point({n: sides[n].middle for n in f.names}).tape({})
            pair = (left, right) if middle[1] > 0 else (right, left)
            return self._case(replace(goal, prove=Node("lt", pair)), sides, fixed)
        try:
            pieces = paths(goal)
        except NotImplementedError:
            pieces = (goal,)
        for piece in pieces:
            given = tuple(map(_plain, piece.given))
            result = self._piece(given, _plain(piece.prove), sides, fixed)
            if result is not True:
                return result
        return True

    def _piece(
        self,
        given: Sequence[Node],
        prove: Node,
        sides: Mapping[str, Side],
        fixed: Mapping[str, Any],
    ) -> bool | Suspect:
        strict = prove.op == "lt"
        f = Shape(prove.args[1] - prove.args[0])
        tests = [_Test(c) for c in given if c.op in ("le", "lt", "eq", "ne")]
        start: Box | None = sides
        for _ in range(ROUNDS):
            start = None if start is None else _cut(start, given)
        if start is None:
            return True
        queue: deque[tuple[Box, int]] = deque([(start, 0)])
        seen = 0
        while queue:
            box, cuts = queue.popleft()
            seen += 1
            if any(test.fails(box) for test in tests):
                continue
            ends = list(corners(f, box))
            contact = any(value[0] <= 0 <= value[1] for _, value in ends)
            deep = self.depth if seen <= EAGER or contact else 1
            if self.local.holds(f, box, strict=strict, depth=deep):
                continue
            middle = {n: box[n].middle for n in f.names}
            for point, value in [(middle, f.tape(box_of({n: (v, v) for n, v in middle.items()})))] + ends:
                if value[1] < 0 or (strict and value[1] <= 0):
                    found = self._suspect(box, point, fixed)
                    if found is not None:
                        return found
            parts = _halves(f, tests, box)
            # Once a box is so small, all larger ones have been looked at.
            if parts is None or cuts == MOST_CUTS:
                return False
            queue += [(part, cuts + 1) for part in parts]
        return True

    def _suspect(
        self, box: Box, found: Mapping[str, Fraction], fixed: Mapping[str, Any]
    ) -> Suspect | None:
        """A point, if the goal itself fails there and its hypotheses hold."""
        if self.suspects >= MOST_SUSPECTS:
            return None
        self.suspects += 1
        middle = {n: side.middle for n, side in box.items()} | dict(found)
        point: dict[str, Any] = {}
        for s in self.goal.symbols:
            if s.name in fixed or s.name in middle:
                value_here = fixed.get(s.name, middle.get(s.name))
                point[s.name] = int(value_here) if isinstance(s.kind, Natural) else value_here
            elif s.kind.corners({}):
                point[s.name] = s.kind.corners({})[0]
            else:
                return None
        try:
            if satisfied(self.goal.symbols, self.goal.given, point) is not True:
                return None
            return None if truth(self.goal.prove, point) else Suspect(point)
        except (Undefined, Undecided):
            return None


class _Test:
    """A hypothesis, to be refuted on a box."""

    def __init__(self, condition: Node) -> None:
        left, right = condition.args
        self.op = condition.op
        self.gap = Shape(right - left)

    def fails(self, box: Box) -> bool:
        """Whether it is false at every point of the box."""
        low, high, _ = self.gap.enclosure(intervals(self.gap, box))
        if self.op == "le":
            return bool(high < 0)
        if self.op == "lt":
            return bool(high <= 0)
        if self.op == "eq":
            return bool(high < 0 or low > 0)
        return bool(low == 0 == high)


def _plain(condition: Node) -> Node:
    """A condition with plain sides."""
    if condition.op == "and":
        return Node("and", tuple(map(_plain, condition.args)))
    return Node(condition.op, tuple(map(simplify, condition.args)))


def _listed(symbols: Sequence[Symbol]) -> Iterator[dict[str, Any]]:
    """Every combination of the values of symbols with a listed set.

    Raises:
        NotImplementedError: there are more than ``MOST_LISTED``.
    """
    listed = [s for s in symbols if isinstance(s.kind, OneOf)]
    if math.prod(len(s.kind.values) for s in listed) > MOST_LISTED:
        raise NotImplementedError("too many listed values")
    for values in itertools.product(*(s.kind.values for s in listed)):
        yield {s.name: Fraction(v) for s, v in zip(listed, values, strict=True)}


def _side(kind: Any) -> Side:
    if isinstance(kind, Real):
        return Side(kind.low, kind.high, kind.open_low, kind.open_high)
    if isinstance(kind, Natural):
        most = None if kind.most is None else Fraction(kind.most)
        return Side(Fraction(kind.least), most, whole=True)
    raise NotImplementedError("a set that is no interval")


def _cut(box: Box, given: Sequence[Node]) -> Box | None:
    """The box without what a hypothesis ``symbol <= number`` cuts off; None where nothing is left."""
    sides = dict(box)
    for condition in given:
        if condition.op not in ("le", "lt", "eq"):
            continue
        left, right = condition.args
        strict = condition.op == "lt"
        pairs = [(left, right, True), (right, left, False)]
        if condition.op == "eq":
            pairs += [(right, left, True), (left, right, False)]
        for symbol, bound, above in pairs:
            if symbol.op == "symbol" and symbol.value in sides:
                end, exact = _bound(bound, sides, above)
                if end is not None:
                    side = _trimmed(sides[symbol.value], end, strict and exact, above)
                    sides[symbol.value] = side
                    if side.empty:
                        return None
    return sides


def _bound(node: Node, box: Box, above: bool) -> tuple[Fraction | None, bool]:
    """The largest (smallest) value of a bound over a box, rounded outwards."""
    if node.op == "number":
        return Fraction(node.value), True
    shape = Shape(node)
    if not set(shape.names) <= set(box):
        return None, False
    low, high, _ = shape.enclosure(intervals(shape, box))
    end = high if above else low
    if not abs(end) < shape.tape.ops.inf:
        return None, False
    mantissa, exponent = (int(part) for part in end.man_exp())
    value = Fraction(mantissa) * Fraction(2) ** exponent
    # A short end keeps later arithmetic short: 20 significant bits, outwards.
    size = Fraction(2) ** (20 - max(-60, min(60, math.ceil(math.log2(abs(value) or 1)))))
    scaled = value * size
    return Fraction(math.ceil(scaled) if above else math.floor(scaled)) / size, False


def _trimmed(side: Side, end: Fraction, strict: bool, above: bool) -> Side:
    if above:
        if side.whole:
            end = Fraction(math.ceil(end) - 1 if strict else math.floor(end))
            strict = False
        if side.high is None or end < side.high:
            return replace(side, high=end, open_high=strict)
        return replace(side, open_high=side.open_high or (strict and end == side.high))
    if side.whole:
        end = Fraction(math.floor(end) + 1 if strict else math.ceil(end))
        strict = False
    if side.low is None or end > side.low:
        return replace(side, low=end, open_low=strict)
    return replace(side, open_low=side.open_low or (strict and end == side.low))


def _halves(f: Shape, tests: Sequence[_Test], box: Box) -> list[Box] | None:
    """The box in two, along the symbol that matters most; None where it is a point."""
    names = set(f.names).union(*(t.gap.names for t in tests))
    wide = [n for n in sorted(names) if not box[n].point]
    sizes = {n: _size(f, box, n) for n in wide}
    if not sizes:
        return None
    name = max(sizes, key=lambda n: sizes[n])
    side = box[name]
    low, high = side.low, side.high
    if low is not None and high is not None:
        at = (low + high) / 2
    elif low is not None:
        at = Fraction(1) if low < 1 else 4 * low
    elif high is not None:
        at = Fraction(-1) if high > -1 else 4 * high
    else:
        at = Fraction(0)
    if side.whole:
        at = Fraction(math.floor(at))
        upper = replace(side, low=at + 1, open_low=False)
    else:
        upper = replace(side, low=at, open_low=False)
    return [{**box, name: replace(side, high=at, open_high=False)}, {**box, name: upper}]


def _size(f: Shape, box: Box, name: str) -> float:
    """How much a symbol matters: its slope times its width, or its relative width."""
    side = box[name]
    low, high = side.low, side.high
    if low is None or high is None:
        end = high if low is None else low
        return 8.0 / max(1, int(abs(end or 0)).bit_length())
    width = float((high - low) / max(Fraction(1), abs(low), abs(high)))
    if not all(box[n].finite for n in f.names) or name not in f.names:
        return width
    slope = f.slope(name)
    if slope is None:
        return width
    lowest, highest, _ = slope.tape(intervals(f, box))
    steep = max(float(abs(lowest)), float(abs(highest)))
    return float(high - low) * (min(steep, 1e6) + 1e-3)

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

from verify.formula.evaluate import Undecided, Undefined, truth
from verify.formula.expression import Node, free_names, lift, substitute, walk
from verify.language.statement import Goal
from verify.language.symbols import Natural, OneOf, Real, Symbol, satisfied
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.intervals.cutting import Test, cut, halves
from verify.methods.intervals.equality_points import Local, Spent
from verify.methods.intervals.shapes import Box, Shape, Side, corners
from verify.methods.intervals.simplify import simplify
from verify.methods.reals.branches import paths

MOST_LISTED = 256  # combinations of the values of listed symbols
MOST_SUSPECTS = 100
EAGER = 16  # boxes that look for contact whatever their corners say
ROUNDS = 3
MOST_CUTS = 60
CORNERED = 2  # boxes that the corners of one cost


@dataclass(frozen=True)
class Boxes:
    """Ball arithmetic on boxes: naive, mean-value and monotonicity forms, convexity at contact.

    Attributes:
        limit: boxes (faces, slopes and the making of formulas included) after which the proof is
            given up.
        depth: how many derivatives deep the sign of a slope may rest on another slope.
        precision: bits.
    """

    limit: int = 10_000
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
            except (NotImplementedError, OverflowError, RecursionError, Spent):
                return None
        if not result or isinstance(result, Suspect):
            return result or None
        forms = ", ".join(sorted(work.local.forms)) or "exact"
        text = f"ball arithmetic on {work.local.boxes} boxes ({forms})"
        return Proof(self.name, Level.CERTIFIED, text, how={"by": "boxes"})


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
            given = tuple(_plain(substitute(c, fixed)) for c in self.goal.given)
            prove = _plain(substitute(self.goal.prove, fixed))
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
        tests = [Test(c) for c in given if c.op in ("le", "lt", "eq", "ne")]
        start: Box | None = sides
        for _ in range(ROUNDS):
            start = None if start is None else cut(start, given)
        if start is None:
            return True
        if _endless(f, start):
            return False
        queue: deque[tuple[Box, int]] = deque([(start, 0)])
        seen = 0
        while queue:
            box, cuts = queue.popleft()
            seen += 1
            if any(test.fails(box) for test in tests):
                continue
            eager = seen <= EAGER
            if self.local.holds(f, box, strict=strict, depth=self.depth if eager else 1):
                continue
            ends = corners(f, box)
            self.local.left -= CORNERED
            contact = not eager and any(value[0] <= 0 <= value[1] for _, value in ends)
            if contact and self.local.holds(f, box, strict=strict, depth=self.depth):
                continue
            middle = {n: box[n].middle for n in f.names}
            for point, value in [(middle, f.value(middle)), *ends]:
                if value[1] < 0 or (strict and value[1] <= 0):
                    found = self._suspect(box, point, fixed)
                    if found is not None:
                        return found
            parts = halves(f, tests, box)
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


def _endless(f: Shape, box: Box) -> bool:
    """Whether a sum has more and more terms: no box of an endless set writes it out."""
    names = {n for n, side in box.items() if not side.finite}
    return any(
        node.op in ("sum", "product")
        and names & (free_names(node.args[0]) | free_names(node.args[1]))
        for node in walk(f.node)
    )

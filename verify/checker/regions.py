"""Goals that are looked at point by point, or box by box until an enclosure decides."""

import contextlib
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from verify.checker.intervals import PRECISIONS, Enclosure, Interval, NoValue, apply
from verify.checker.polynomials import UNITS
from verify.checker.reader import Reader
from verify.checker.text import (
    NUMBERS,
    NotRead,
    Refused,
    Spent,
    Symbol,
    Tree,
    Work,
    conjuncts,
    names_of,
    number,
    read,
    replaced,
)

MOST_POINTS = 20_000
MOST_BOXES = 3_000
MOST_CUTS = 40  # of one box
ROUNDS = 4  # of going to faces on which a slope says that the least value lies
SLOPES = {  # of a function of x
    "exp": read("(exp x)"),
    "log": read("(div 1 x)"),
    "sqrt": read("(div 1/2 (sqrt x))"),
    "cos": read("(neg (sin x))"),
    "sin": read("(cos x)"),
    "neg": "-1",
}


def enumerated(symbols: Sequence[Symbol], given: Sequence[Tree], prove: Tree, work: Work) -> None:
    """Every point of finite sets that meets the hypotheses."""
    used = set().union(*map(names_of, (*given, prove)))
    listed = [s for s in symbols if s.name in used]
    if any(s.listed is None for s in listed):
        raise Refused("a set that is not finite")
    # len() of a range ends where a word of the machine does.
    counts = (len(s.values) or (s.high or 0) - (s.low or 0) + 1 for s in listed)
    if math.prod(counts) > MOST_POINTS:
        raise Spent("more points than the checker looks at")
    conditions = [part for c in given for part in conjuncts(c)]
    sets: list[Sequence[Fraction | int]] = [s.listed or () for s in listed]
    for values in itertools.product(*sets):
        sides = {s.name: (Fraction(v), Fraction(v)) for s, v in zip(listed, values, strict=True)}
        point = Enclosure(sides, work)
        if not any(_excluded(c, point) for c in conditions):
            for goal in conjuncts(prove):
                _at_point(goal, point)


def _excluded(condition: Tree, box: Enclosure) -> bool:
    """Whether a hypothesis surely fails."""
    try:
        return box.holds(condition) is False
    except Refused:
        return False


def _at_point(goal: Tree, point: Enclosure) -> None:
    for bits in PRECISIONS:
        answer = replace(point, bits=bits).holds(goal)
        if answer is not None:
            break
    if answer is None and goal[0] in ("le", "eq"):
        symbols = [Symbol(n, "real", a, b) for n, (a, b) in point.sides.items()]
        answer = not Reader(symbols, {}, point.work).difference(goal).top
    if not answer:
        where = ", ".join(f"{n} = {a}" for n, (a, _) in point.sides.items())
        raise Refused(f"the goal is not seen to hold at {where}"[:200])


def over_boxes(symbols: Sequence[Symbol], given: Sequence[Tree], prove: Tree, work: Work) -> None:
    """A goal over intervals, which are cut in the middle until an enclosure decides."""
    work.enclosed = True
    used = set().union(*map(names_of, (*given, prove)))
    # A sequence is no number of the set of its entries, of which it may have none.
    numbers = [s for s in symbols if s.name in used and s.kind in NUMBERS]
    sides = {s.name: _ends(s, given, work) for s in numbers}
    whole = {s.name for s in symbols if s.kind == "natural"}
    shapes = [Shape.of(part) for part in conjuncts(prove)]
    waiting, seen = [(sides, 0)], 0
    while waiting:
        here, cuts = waiting.pop()
        if any(low > high for low, high in here.values()):
            continue  # no point lies between such ends
        box = Enclosure(here, work)
        seen += 1
        if seen > MOST_BOXES or cuts > MOST_CUTS:
            raise Refused("more boxes than the checker cuts")
        if any(_excluded(c, box) for c in given):
            continue
        if all(shape.holds(box) for shape in shapes):
            continue
        name = max(box.sides, key=lambda n: box.sides[n][1] - box.sides[n][0], default="")
        if not name or box.sides[name][0] == box.sides[name][1]:
            raise Refused("a point at which the enclosure does not decide")
        low, high = box.sides[name]
        middle = (low + high) / 2
        halves = ((low, middle), (middle, high))
        if name in whole:
            halves = ((low, Fraction(math.floor(middle))), (Fraction(math.floor(middle) + 1), high))
        waiting += [({**here, name: half}, cuts + 1) for half in halves]


def _ends(s: Symbol, given: Sequence[Tree], work: Work) -> Interval:
    """The ends of a set, or those that a hypothesis about its symbol alone gives."""
    low, high = s.low, s.high
    for op, *sides in given if low is None or high is None else ():
        reader = Reader([Symbol(s.name, "real")], {}, work, bare=True)
        with contextlib.suppress(Refused):
            gap = reader.difference((op, *sides))
            slope, start = (gap.top.get(m, 0) for m in (UNITS[0], 0))
            if op == "ne" or gap.below or not slope or gap.top.keys() - {UNITS[0], 0}:
                continue
            end = Fraction(-start) / Fraction(slope)
            if op == "eq" or slope > 0:
                low = end if low is None else low
            if op == "eq" or slope < 0:
                high = end if high is None else high
    if low is None or high is None:
        raise NotRead("boxes without an end")
    return low, high


@dataclass(frozen=True)
class Shape:
    """A comparison, with right minus left and its slopes.

    Attributes:
        says: the comparison. gap: right minus left, for an order. slopes: by symbol, where there
            are formulas for them.
    """

    says: Tree
    gap: Tree
    slopes: Mapping[str, Tree]

    @staticmethod
    def of(says: Tree) -> "Shape":
        """The shape of a comparison."""
        op, left, right = says
        gap = ("sub", right, left)
        if op not in ("le", "lt"):
            return Shape(says, gap, {})
        try:
            return Shape(says, gap, {name: slope(gap, name) for name in names_of(gap)})
        except NotRead:
            return Shape(says, gap, {})

    def holds(self, box: Enclosure) -> bool:
        """Whether the comparison is seen to hold on a box: as it is, by faces, by slopes."""
        try:
            if box.holds(self.says):
                return True
            return bool(self.slopes) and self._by_slopes(box, self.says[0] == "lt")
        except NoValue:
            return False

    def _by_slopes(self, box: Enclosure, strict: bool) -> bool:
        box.of(self.gap)  # it has a value everywhere on the box
        for _ in range(ROUNDS):
            found = {name: box.of(tree) for name, tree in self.slopes.items() if name in box.sides}
            faces = dict(box.sides)
            for name, (least, most) in found.items():
                low, high = box.sides[name]
                if least >= 0 or most <= 0:
                    faces[name] = (low, low) if least >= 0 else (high, high)
            moved = replace(box, sides=faces)
            least = moved.of(self.gap)[0]
            if least > 0 or (least == 0 and not strict):
                return True
            if faces == box.sides:
                break
            box = moved
        middle = {n: ((a + b) / 2, (a + b) / 2) for n, (a, b) in box.sides.items()}
        total = replace(box, sides=middle).of(self.gap)
        for name, inside in found.items():
            (low, high), (point, _) = box.sides[name], middle[name]
            step = (low - point, high - point)
            share = apply("mul", (inside, step), box.bits, box.work)
            total = apply("add", (total, share), box.bits, box.work)
        return total[0] > 0 or (total[0] == 0 and not strict)


def slope(tree: Tree, name: str) -> Tree:
    """The derivative of a formula in a symbol, where it is one of differentiable functions.

    Raises:
        NotRead: it is not.
    """
    if name not in names_of(tree):
        return "0"
    if isinstance(tree, str):
        return "1"
    op, *parts = tree
    if op in ("add", "sub"):
        return _sum(op, *(slope(part, name) for part in parts))
    if op in SLOPES:
        return _product(replaced(SLOPES[op], {"x": parts[0]}), slope(parts[0], name))
    if op == "mul":
        a, b = parts
        return _sum("add", _product(slope(a, name), b), _product(a, slope(b, name)))
    if op == "div":
        a, b = parts
        over = _product(tree, slope(b, name))
        return _sum(
            "sub", *(("div", top, b) if top != "0" else "0" for top in (slope(a, name), over))
        )
    if op == "pow" and name not in names_of(parts[1]):
        base, exponent = parts
        less = number(exponent)
        lower = str(less - 1) if less is not None else ("sub", exponent, "1")
        return _product(_product(exponent, ("pow", base, lower)), slope(base, name))
    if op == "pow":
        return slope(("exp", ("mul", parts[1], ("log", parts[0]))), name)
    if op == "sum" and name not in names_of(tree[2]) | names_of(tree[3]):
        return "0" if name == tree[1] else (*tree[:4], slope(tree[4], name))
    raise NotRead(f"the slope of {op}")


def _sum(op: str, a: Tree, b: Tree) -> Tree:
    if b == "0":
        return a
    return (op, a, b) if a != "0" else b if op == "add" else ("neg", b)


def _product(a: Tree, b: Tree) -> Tree:
    if "0" in (a, b):
        return "0"
    return b if a == "1" else a if b == "1" else ("mul", a, b)

"""Where a statement is looked at beyond ordinary sizes: long sums, large dimensions.

The end of a sum goes to :data:`LONGEST` terms, a dimension to :data:`LARGEST`, in floating point
and within :data:`MOST_TERMS` terms altogether. What looks like a violation is sought at its least
size, which rational arithmetic or balls then decide.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from verify.formula.evaluate import floating, in_floats
from verify.formula.expression import Node, walk
from verify.language.kinds import Natural, needed
from verify.language.statement import Compare, Statement
from verify.language.symbols import Symbol
from verify.language.vectors import Law, Sequence, Vector
from verify.methods.search import arrays, points

LONGEST, LARGEST = 10**6, 10**3
LENGTHS = (10**3, 10**4, 10**5, LONGEST)
DIMENSIONS = (30, 100, 300, LARGEST)
MOST_TERMS = 6 * 10**6  # of all sums at all points of a statement
MOST_LOOPED = 20_000  # of a sum that is no array: its terms are formed one after another
BASES, DRAWS, CORNERS = 3, 2, 5
CLEARLY = 1e-9  # a relative gap that compensated sums do not make

Point = dict[str, Any]


@dataclass(frozen=True)
class Seen:
    """What was looked at.

    Attributes:
        suspects: points at which floating point sees a violation, of the least size seen.
        tried: points at which the sides were compared. reach: the largest size, by symbol.
    """

    suspects: tuple[Point, ...]
    tried: int
    reach: Mapping[str, int]

    @property
    def words(self) -> str:
        """How far each size went, for a reader."""
        return ", ".join(f"{name} to {_size(size)}" for name, size in self.reach.items())


def look(statement: Statement, bases: Iterator[Mapping[str, Any]]) -> Seen:
    """Grow each size of a statement, the other symbols as at some points of its sets."""
    suspects: list[Point] = []
    reach: dict[str, int] = {}
    tried, room = 0, MOST_TERMS
    starts = [dict(base) for base in islice(bases, BASES)]
    for symbol in _sizes(statement):
        for size in DIMENSIONS if _hanging(statement, symbol) else LENGTHS:
            for grown in _ways(statement, symbol, starts):
                point = grown(size)
                cost = LONGEST if point is None else _cost(statement, point)
                if point is None or cost > room or not symbol.kind.contains(size, point):
                    continue
                room -= cost
                gap = _gap(statement, point)
                if gap is None:
                    continue
                tried += 1
                reach[symbol.name] = size
                if gap > CLEARLY:
                    suspects.append(_least(statement, grown, size))
            if suspects:
                return Seen(tuple(suspects), tried, reach)
    return Seen((), tried, reach)


def _size(size: int) -> str:
    power = round(math.log10(size))
    return f"10^{power}" if size == 10**power else str(size)


def _sizes(statement: Statement) -> list[Symbol]:
    """Whole numbers that are the end of a sum or the dimension of vectors, sequences or laws.

    A computation of the library, a matrix or a law known by its moments would take too long there.
    """
    trees = [statement.assertion.condition] if isinstance(statement.assertion, Compare) else []
    if any(n.op == "external" for tree in (*trees, *statement.where) for n in walk(tree)):
        return []
    spread = {n for s in statement.symbols if isinstance(s.kind, Vector | Sequence | Law)
              for n in needed(s.kind)}  # fmt: skip
    costly = {n for s in statement.symbols if not isinstance(s.kind, Vector | Sequence | Law)
              for n in needed(s.kind)}  # fmt: skip
    names = (points.lengths(statement) | spread) - costly
    return [s for s in statement.symbols if s.name in names and isinstance(s.kind, Natural)]


def _hanging(statement: Statement, symbol: Symbol) -> bool:
    """Whether the set of another symbol hangs on this one."""
    return any(symbol.name in needed(s.kind) for s in statement.symbols)


def _ways(
    statement: Statement, symbol: Symbol, starts: list[Point]
) -> Iterator[Callable[[int], Point | None]]:
    """Recipes for points of any size: what hangs on the size is a corner of its set, or drawn."""
    choices = range(CORNERS + DRAWS) if _hanging(statement, symbol) else range(1)
    for start in starts:
        for choice in choices:
            yield partial(_grown, statement, symbol.name, start, choice)


def _grown(
    statement: Statement, name: str, start: Mapping[str, Any], choice: int, size: int
) -> Point | None:
    """The start with another size; None where a hypothesis clearly fails there."""
    point, moved = dict(start), {name}
    rng = np.random.Generator(np.random.Philox(choice))
    for symbol in statement.symbols:
        if symbol.name == name:
            point[name] = size
        elif needed(symbol.kind) & moved:
            moved.add(symbol.name)
            corners = symbol.kind.corners(point)
            point[symbol.name] = (
                corners[choice % len(corners)]
                if choice < CORNERS
                else symbol.kind.draw(rng, point, symbol.box)
            )
    if _terms(statement.where, point) > MOST_LOOPED:
        return None
    return points.adjust(statement, point)


def _cost(statement: Statement, point: Point) -> int:
    """Terms of the sums of both sides, and entries of the vectors."""
    a = statement.assertion
    entries = sum(len(v) for v in point.values() if isinstance(v, tuple))
    return entries + (_terms((a.left, a.right), point) if isinstance(a, Compare) else 0)


def _terms(trees: tuple[Node, ...], point: Mapping[str, Any]) -> int:
    """How many terms all sums and products of some trees have together, nested ones multiplied."""
    count = 0
    for tree in trees:
        inside = _terms(tree.args, point)
        if tree.op in ("sum", "product"):
            count += max(_span(tree, point), 1) * max(_terms(tree.args[2:], point), 1)
        count += inside
    return count


def _span(tree: Node, point: Mapping[str, Any]) -> int:
    """Terms of one sum; the most that a size allows, where an end is another sum's index."""
    try:
        first, last = in_floats(tree.args[:2], point)
        return int(last - first) + 1
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return max((v for v in point.values() if isinstance(v, int)), default=1)


def _gap(statement: Statement, point: Point) -> float | None:
    """(left - right) / (|left| + |right|) in floating point; None where it has no answer."""
    a = statement.assertion
    if not isinstance(a, Compare):
        return None
    try:
        left, right = _sides(a, point)
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return None
    if not (math.isfinite(left) and math.isfinite(right)):
        return None
    gap = abs(left - right) if a.relation == "eq" else left - right
    return gap / (abs(left) + abs(right)) if gap else 0.0


def _sides(a: Compare, point: Point) -> tuple[float, float]:
    columns = {n: np.asarray(float(v)) for n, v in point.items() if isinstance(v, int | Fraction)}
    try:
        return float(arrays.values(a.left, columns)), float(arrays.values(a.right, columns))
    except arrays.NotScalar:
        if _terms((a.left, a.right), point) > MOST_LOOPED:
            raise
        left, right = in_floats((a.left, a.right), floating(point))
        return float(left), float(right)


def _least(statement: Statement, grown: Callable[[int], Point | None], size: int) -> Point:
    """The point of least size found by halving, if violations end at one size."""
    low, high = 0, size
    best = grown(size)
    while high - low > 1:
        middle = (low + high) // 2
        point = grown(middle)
        gap = None if point is None else _gap(statement, point)
        if gap is not None and gap > CLEARLY:
            high, best = middle, point
        else:
            low = middle
    return best if best is not None else {}

"""Points of a statement's sets that meet its hypotheses: corners, draws, neighbours."""

import collections
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate, floating
from verify.formula.expression import Node, digest, free_names, walk
from verify.language.kinds import size_of
from verify.language.statement import Compare, Statement
from verify.language.symbols import (
    Box,
    Matrix,
    Natural,
    OneOf,
    Real,
    Symbol,
    Vector,
    as_written,
    satisfied,
)
from verify.methods.context import Context
from verify.methods.search import functions
from verify.methods.search.float_screen import glance

MOST_SIZE = 20  # above the least one, of a vector, matrix or sequence without a search box
MOST_TERMS = 200  # likewise of a sum
FARTHEST = 10**100  # beyond, a value is no longer moved in floating point
MOST_ATTEMPTS = (800, 2000, 10**6)  # of one stream of random points, by mode
REDRAWN = 6  # times that a value is drawn before a point is given up
ADJUSTED = ("eq", "le", "lt", "loewner")
MOST_CORNERS = 200
MOST_ROWS = 4
MOST_KNOWN = 10_000  # the length of a sum at a point that comes from a file
LOOKS = 12  # draws of what an instance to look at leaves free


def inside(statement: Statement, point: Mapping[str, Any]) -> bool:
    """Whether a point lies in the sets and meets the hypotheses, decided exactly or in balls."""
    return satisfied(statement.symbols, statement.where, point) is True


def moderate(statement: Statement, point: Mapping[str, Any]) -> bool:
    """Whether no sum is so long at a point that to evaluate it would take longer than a search."""
    return all(abs(point.get(name, 0)) <= MOST_KNOWN for name in lengths(statement))


def corners(statement: Statement, most: int = MOST_CORNERS) -> Iterator[dict[str, Any]]:
    """Corner points that meet the hypotheses, the simplest combinations first.

    The instances that the statement's author points at come before them.
    """
    rng = np.random.Generator(np.random.Philox(0))
    for values in statement.look:
        fixed = {n: as_written(values[n]) for n in statement.by_name if n in values}
        if len(fixed) < len(statement.symbols):
            yield from itertools.islice(draws(statement, rng, fixed), LOOKS)
        elif (moved := _moved(statement, fixed)) is not None and inside(statement, moved):
            yield moved
    # A point carries its plainness with it: the sums are not formed anew for every symbol.
    partial: list[tuple[float, dict[str, Any]]] = [(0, {})]
    # Exact elimination in a large matrix would take longer than all other points together.
    sizes = {s.kind.dimension for s in statement.symbols if isinstance(s.kind, Matrix)}
    drawn = functions.letters(statement)
    for symbol in statement.symbols:
        if symbol.name in drawn:
            continue
        same = _ranked(symbol.kind.corners({})) if symbol.scalar else None
        # The functions of a class make directions different enough.
        few = 1 if drawn and isinstance(symbol.kind, Vector) else None
        grown = [
            (plain + more, value, point)
            for plain, point in partial
            for more, value in (same or _ranked(symbol.kind.corners(point)[:few]))
            if symbol.name not in sizes or value <= MOST_ROWS
        ]
        # The first corners of a kind are the plainest; all pairs stay as long as there is room.
        grown.sort(key=operator.itemgetter(0))
        partial = [(plain, point | {symbol.name: value}) for plain, value, point in grown[:most]]
    filled = (functions.plain(statement, point) if drawn else (point,) for _, point in partial)
    adjusted = (adjust(statement, one) for one in itertools.chain.from_iterable(filled))
    found = (one for one in adjusted if one is not None)
    yield from itertools.islice(found, most // 2) if drawn else found


def _ranked(values: Iterable[Any]) -> list[tuple[float, Any]]:
    """Each value with its plainness; of vectors and their like no one is plainer."""
    return [(complexity(v) if isinstance(v, int | Fraction) else 0.0, v) for v in values]


def complexity(value: Any) -> float:
    """How far a value is from what a reader takes in at a glance."""
    if isinstance(value, tuple):
        return sum(map(complexity, value)) + 0.1 * len(value)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return 1.0
    value = Fraction(value)
    digits = len(str(abs(value.numerator))) + len(str(value.denominator))
    # 1 is plainer than 0: a zero often is a degenerate case.
    strange = (value.denominator != 1) + (value < 0) + 0.5 * (value == 0) + 0.2 * (value != 1)
    return float(digits + strange)


class _Kept:
    """A stream whose points are kept, so that whoever reads it again does not draw them anew."""

    def __init__(self, source: Iterator[dict[str, Any]]) -> None:
        self._source, self._kept = source, list[dict[str, Any]]()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for place in itertools.count():
            if place == len(self._kept):
                point = next(self._source, None)
                if point is None:
                    return
                self._kept.append(point)
            yield self._kept[place]


# Statements with the same symbols and hypotheses (the leaves of a derivation, the mutants of a
# statement) look at the same points: to find points that meet the hypotheses is what takes long.
_STREAMS: "collections.OrderedDict[str, _Kept]" = collections.OrderedDict()
MOST_STREAMS = 400


def _kept(key: str, source: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    stream = _STREAMS.pop(key, None) or _Kept(source)
    _STREAMS[key] = stream
    if len(_STREAMS) > MOST_STREAMS:
        _STREAMS.popitem(last=False)
    return iter(stream)


def sample(statement: Statement, context: Context) -> Iterator[dict[str, Any]]:
    """Random points, the same for every statement with these sets and hypotheses.

    They end where the hypotheses leave little room, after :data:`MOST_ATTEMPTS`.
    """
    most = context.pick(*MOST_ATTEMPTS)
    key = _same_sets(statement, ("draws", context.seed, most))
    rng = np.random.Generator(np.random.Philox(int(key, 16)))
    source = draws(statement, rng, most=most)
    return _kept(key, source)


def corner_sample(statement: Statement, most: int = MOST_CORNERS) -> Iterator[dict[str, Any]]:
    """The corners, the same for every statement with these sets, hypotheses and instances."""
    return _kept(_same_sets(statement, ("corners", most)), corners(statement, most))


def _same_sets(statement: Statement, purpose: tuple[str | int, ...]) -> str:
    sets = [(s.name, s.unit, s.kind, s.box) for s in statement.symbols]
    look = [tuple(sorted(v.items(), key=lambda pair: pair[0])) for v in statement.look]
    letters = [sorted(found)] if (found := functions.letters(statement)) else []
    return digest((purpose, sets, statement.where, sorted(lengths(statement)), look, *letters))


def draws(
    statement: Statement,
    rng: np.random.Generator,
    fixed: Mapping[str, Any] | None = None,
    most: float = math.inf,
) -> Iterator[dict[str, Any]]:
    """Random points without end; none of them where the hypotheses leave hardly any room.

    Args:
        most: attempts after which there are no more.
    """
    failures = attempts = 0
    boxes, tests = _boxes(statement), _tests(statement)
    while failures < 400 and attempts < most:
        attempts += 1
        point = _drawn(statement, rng, fixed or {}, boxes, tests)
        adjusted = adjust(statement, point) if point is not None else None
        if adjusted is None:
            failures += 1
            continue
        failures = 0
        yield adjusted


def _drawn(
    statement: Statement,
    rng: np.random.Generator,
    fixed: Mapping[str, Any],
    boxes: Mapping[str, Box | None],
    tests: Mapping[str, tuple[Node, ...]],
) -> dict[str, Any] | None:
    """One value after another, each drawn anew while a hypothesis about it clearly fails."""
    point: dict[str, Any] = {}
    place = floating(point)
    letters = functions.letters(statement) - fixed.keys()
    for symbol in statement.symbols:
        name = symbol.name
        if name in letters:
            continue
        for _ in range(1 if name in fixed else REDRAWN):
            if name in fixed:
                place.bind(name, as_written(fixed[name]))
            else:
                place.bind(name, symbol.kind.draw(rng, point, boxes[name]))
            if not any(glance(test, place) is False for test in tests[name]):
                break
        else:
            return None
    return _with_functions(statement, point, rng) if letters else point


def _with_functions(
    statement: Statement, point: Mapping[str, Any], rng: np.random.Generator
) -> dict[str, Any] | None:
    """The point of the other symbols, moved so that their orders hold, with functions drawn."""
    known = tuple(c for c in statement.where if free_names(c) <= point.keys())
    moved = _moved(replace(statement, where=known), point)
    return None if moved is None else functions.filled(statement, moved, rng)


def _tests(statement: Statement) -> dict[str, tuple[Node, ...]]:
    """Hypotheses by the symbol whose value completes them, without those that are adjusted to."""
    moved = {
        side.value
        for c in statement.where
        if c.op in ADJUSTED
        for side in c.args
        if side.op == "symbol" and (c.op == "eq" or all(s.op == "symbol" for s in c.args))
    }
    found: dict[str, tuple[Node, ...]] = {s.name: () for s in statement.symbols}
    order = {s.name: place for place, s in enumerate(statement.symbols)}
    for condition in statement.where:
        names = free_names(condition)
        if names and not names & moved and names <= order.keys():
            found[max(names, key=order.__getitem__)] += (condition,)
    return found


def _boxes(statement: Statement) -> dict[str, Box | None]:
    """Where each symbol is drawn: what makes an instance long to look at stays moderate.

    These are sizes of vectors, matrices and sequences, and whatever the length of a sum hangs on.
    """
    room: dict[str, int] = dict.fromkeys(lengths(statement), MOST_TERMS)
    for kind in (s.kind for s in statement.symbols):
        rows = MOST_ROWS if isinstance(kind, Matrix) else MOST_SIZE
        size = size_of(kind)
        if isinstance(size, str):
            room[size] = min(rows, room.get(size, rows))
    return {
        s.name: Box(Fraction(s.kind.least), Fraction(s.kind.least + room[s.name]))
        if s.name in room and s.box is None and isinstance(s.kind, Natural)
        else s.box
        for s in statement.symbols
    }


def lengths(statement: Statement) -> frozenset[str]:
    """Symbols in the first or last index of a sum or product."""
    a = statement.assertion
    trees = (a.left, a.right) if isinstance(a, Compare) else ()
    return frozenset(
        name
        for tree in (*trees, *statement.where)
        for node in walk(tree)
        if node.op in ("sum", "product")
        for end in node.args[:2]
        for name in free_names(end)
    )


def adjust(statement: Statement, point: Mapping[str, Any]) -> dict[str, Any] | None:
    """The point moved so that equations and orders among the hypotheses hold; None if it cannot."""
    moved = _moved(statement, point)
    if moved is None:
        return None
    place = floating(moved)
    if any(glance(c, place) is False for c in statement.where):
        return None
    return moved if inside(statement, moved) else None


def _moved(statement: Statement, point: Mapping[str, Any]) -> dict[str, Any] | None:
    moved = dict(point)
    for condition in statement.where:
        left, right = (condition.args + condition.args)[:2]
        try:
            if condition.op == "eq" and left.op == "symbol":
                moved[left.value] = evaluate(right, moved, EXACT)
            elif condition.op == "eq" and right.op == "symbol":
                moved[right.value] = evaluate(left, moved, EXACT)
            elif condition.op == "loewner" and left.op == right.op == "symbol":
                a, b = moved[left.value], moved[right.value]
                gaps = (zip(x, y, strict=True) for x, y in zip(a, b, strict=True))
                moved[right.value] = tuple(tuple(p + q for p, q in row) for row in gaps)
            elif condition.op in ("le", "lt") and left.op == right.op == "symbol":
                low, high = moved[left.value], moved[right.value]
                if low > high:
                    moved[left.value], moved[right.value] = high, low
        except (Undecided, Undefined, TypeError):
            return None
    for symbol in statement.symbols:
        value = moved.get(symbol.name)
        if isinstance(symbol.kind, Natural) and isinstance(value, Fraction) and value % 1 == 0:
            moved[symbol.name] = int(value)
    return moved


def neighbours(
    statement: Statement, point: Mapping[str, Any], rng: np.random.Generator, step: float
) -> Iterator[dict[str, Any]]:
    """Random neighbours of a point, without end: scalars move by about ``step`` of their size."""
    boxes, letters = _boxes(statement), functions.letters(statement)
    while True:
        moved = {name: value for name, value in point.items() if name not in letters}
        for symbol in statement.symbols:
            if symbol.name in letters or rng.random() < 0.5:
                continue
            moved[symbol.name] = _nudged(symbol, point, rng, step)
            box = boxes[symbol.name]
            if box is not symbol.box and box is not None:
                moved[symbol.name] = min(moved[symbol.name], 2 * int(box.high))
        full = _with_functions(statement, moved, rng) if letters else moved
        adjusted = None if full is None else adjust(statement, full)
        if adjusted is not None:
            yield adjusted
        else:
            yield dict(point)


def _nudged(symbol: Symbol, point: Mapping[str, Any], rng: np.random.Generator, step: float) -> Any:
    value, kind = point[symbol.name], symbol.kind
    if isinstance(kind, Real):
        if abs(value) > FARTHEST:
            return value
        scale = abs(float(value)) or 1.0
        if rng.random() < 0.5:
            return kind.nearby(float(value) * float(np.exp(step * rng.standard_normal())))
        return kind.nearby(float(value) + step * scale * rng.standard_normal())
    if isinstance(kind, Natural):
        width = max(1, round(step * value))
        moved = value + int(rng.integers(-width, width + 1))
        top = moved if kind.most is None else min(moved, kind.most)
        return max(kind.least, top)
    if isinstance(kind, OneOf):
        return kind.draw(rng, point, None)
    if isinstance(value, tuple) and value and all(isinstance(v, Fraction) for v in value):
        place = int(rng.integers(len(value)))
        change = Fraction(1 + step * rng.standard_normal()).limit_denominator(1000)
        return tuple(v * change if i == place else v for i, v in enumerate(value))
    return kind.draw(rng, point, symbol.box)


def grid(statement: Statement, most: int) -> tuple[dict[str, np.ndarray], int] | None:
    """A grid over the boxes of at most three real symbols: values by name, and cells a side.

    Only where every symbol is real with a bounded set or a box; None otherwise.
    """
    if not 1 <= len(statement.symbols) <= 3:
        return None
    axes = {}
    side = int(most ** (1 / len(statement.symbols)))
    for symbol in statement.symbols:
        if not isinstance(symbol.kind, Real):
            return None
        kind = symbol.kind
        if symbol.box is None and (kind.low is None or kind.high is None):
            return None
        box = kind.search_box(symbol.box)
        low, high = float(box.low), float(box.high)
        edge = 1e-9 * (high - low)
        start = low + edge if kind.open_low else low
        stop = high - edge if kind.open_high else high
        axes[symbol.name] = np.linspace(start, stop, side + 1)
    meshes = np.meshgrid(*axes.values(), indexing="ij")
    return {n: m.ravel() for n, m in zip(axes, meshes, strict=True)}, side


def product_of(symbols: tuple[Symbol, ...]) -> Iterator[dict[str, Any]]:
    """Every point of a product of finite sets."""
    values = []
    for s in symbols:
        if isinstance(s.kind, OneOf):
            values.append(s.kind.values)
        else:
            values.append(tuple(range(s.kind.least, s.kind.most + 1)))
    for combination in itertools.product(*values):
        yield dict(zip((s.name for s in symbols), combination, strict=True))

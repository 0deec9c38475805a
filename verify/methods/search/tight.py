"""Points at which hypotheses hold with equality, where the worst instances of many theorems are.

A plain point (the origin, then small rationals of one scale) is moved until it meets the
hypotheses: one that is broken is solved for a number in which its sides differ by a polynomial of
degree two. Then some that are slack are made tight in the same way.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, evaluate, truth
from verify.formula.expression import Node, free_names
from verify.language.kinds import Natural, Real, needed
from verify.language.statement import Statement
from verify.language.symbols import Symbol
from verify.language.vectors import Vector
from verify.methods.search.float_screen import glance
from verify.methods.search.functions import pick
from verify.methods.search.points import inside

SOLVED = ("le", "lt", "eq")
VALUES = [Fraction(top, bottom) for top in (0, 1, 1, 2, 3, -1) for bottom in (1, 1, 2, 3, 4)]
STEPS = [Fraction(sign, bottom) for sign in (1, -1) for bottom in (1, 2, 4)]  # off a strict border
PROBES = [Fraction(x) for x in (1, 2, 3, 5)]  # three give a polynomial, the fourth tests it
MENDED = 8  # times that a broken hypothesis is solved before a point is given up
LEAST_SIZES = 3  # of a whole number that is drawn

Point = dict[str, Any]
Polynomial = tuple[Fraction, Fraction, Fraction]  # the constant first


def look(statement: Statement, rng: np.random.Generator, attempts: int) -> Iterator[Point]:
    """Points that meet the hypotheses, from the origin on, most of them with some tight."""
    for attempt in range(attempts):
        point = _mended(statement, _plain(statement, rng, origin=attempt == 0), rng)
        if point is not None and inside(statement, point):
            yield point
            yield from _tightened(statement, point, rng)


def active(statement: Statement, point: Mapping[str, Any]) -> frozenset[int] | None:
    """The places of the inequalities among the hypotheses that are equations at a point.

    None where no hypothesis is an inequality that allows equality.
    """
    allowing = [(place, c) for place, c in enumerate(statement.where) if c.op == "le"]
    equal = frozenset(place for place, c in allowing if _is_tight(c, point))
    return equal if allowing else None


def _is_tight(condition: Node, point: Mapping[str, Any]) -> bool:
    return _holds(Node("eq", condition.args), point)


def _plain(statement: Statement, rng: np.random.Generator, *, origin: bool) -> Point:
    """A point of the sets; the origin has each number and vector 0, or else what its set has."""
    point: Point = {}
    for symbol in statement.symbols:
        point[symbol.name] = _value(symbol, point, rng, origin=origin)
    return point


def _value(symbol: Symbol, point: Point, rng: np.random.Generator, *, origin: bool) -> Any:
    kind = symbol.kind
    corners = kind.corners(point)
    if isinstance(kind, Natural):
        drawn = kind.least + int(rng.integers(1 if origin else LEAST_SIZES) * rng.integers(2))
        return drawn if kind.contains(drawn, point) else kind.least
    if origin and corners:
        return (*(v for v in corners if _is_zero(v)), *corners)[0]
    if isinstance(kind, Vector):
        return _vector(len(corners[0]), point, rng)
    if isinstance(kind, Real):
        within = [v for v in VALUES if kind.contains(v, point)]
        return pick(within, rng) if within else kind.draw(rng, point, symbol.box)
    return (
        pick(corners, rng) if corners and rng.random() < 0.5 else kind.draw(rng, point, symbol.box)
    )


def _vector(size: int, point: Point, rng: np.random.Generator) -> tuple[Fraction, ...]:
    """Small entries, or a multiple of a vector before it: gradients of one function are alike."""
    before = [v for v in point.values() if isinstance(v, tuple) and len(v) == size]
    like = [v for v in before if all(isinstance(x, Fraction) for x in v)]
    if like and rng.random() < 0.5:
        factor = pick(VALUES, rng)
        return tuple(factor * x for x in pick(like, rng))
    return tuple(pick(VALUES, rng) for _ in range(size))


def _is_zero(value: Any) -> bool:
    return all(map(_is_zero, value)) if isinstance(value, tuple) else value == 0


def _mended(statement: Statement, point: Point, rng: np.random.Generator) -> Point | None:
    """The point moved into the hypotheses, one after another; None where that does not come off."""
    for _ in range(MENDED):
        broken = [c for c in statement.where if not _holds(c, point)]
        if not broken:
            return point
        moved = _solved(statement, pick(broken, rng), point, rng)
        if moved is None:
            return None
        point = moved
    return None


def _tightened(statement: Statement, point: Point, rng: np.random.Generator) -> Iterator[Point]:
    """The point with one more hypothesis tight, again and again as long as the others hold."""
    for place in rng.permutation(len(statement.where)).tolist():
        condition = statement.where[place]
        if condition.op != "le" or _is_tight(condition, point):
            continue
        moved = _solved(statement, condition, point, rng)
        if moved is not None and inside(statement, moved):
            point = moved
            yield point


def _holds(condition: Node, point: Mapping[str, Any]) -> bool:
    """Whether a condition holds, exactly where floating point does not see that it fails."""
    if glance(condition, point) is False:
        return False
    try:
        return truth(condition, point)
    except (ArithmeticError, TypeError):
        return False


def _solved(
    statement: Statement, condition: Node, point: Point, rng: np.random.Generator
) -> Point | None:
    """The point with one number changed so that a condition is tight, or nearly if strict."""
    if condition.op not in SOLVED:
        return None
    slots = list(_slots(statement, condition, point))
    for place in rng.permutation(len(slots)).tolist():
        symbol, entry = slots[place]
        polynomial = _in_one_number(condition, point, symbol, entry)
        if polynomial is None:
            continue
        roots = _roots(polynomial)
        if condition.op == "lt":
            roots = [root + step for root in roots for step in STEPS]
        for at in rng.permutation(len(roots)).tolist():
            moved = _with(point, symbol, entry, roots[at])
            value = moved[symbol.name]
            if symbol.kind.contains(value, moved) and _holds(condition, moved):
                return moved
    return None


def _slots(
    statement: Statement, condition: Node, point: Point
) -> Iterator[tuple[Symbol, int | None]]:
    """The numbers of a condition that no other set hangs on."""
    names = free_names(condition).difference(*(needed(s.kind) for s in statement.symbols))
    for symbol in statement.symbols:
        if symbol.name in names and isinstance(symbol.kind, Real | Natural):
            yield symbol, None
        elif symbol.name in names and isinstance(symbol.kind, Vector):
            yield from ((symbol, entry) for entry in range(len(point[symbol.name])))


def _with(point: Point, symbol: Symbol, entry: int | None, value: Fraction) -> Point:
    if entry is not None:
        old = point[symbol.name]
        return point | {symbol.name: (*old[:entry], value, *old[entry + 1 :])}
    whole = isinstance(symbol.kind, Natural) and value.denominator == 1
    return point | {symbol.name: int(value) if whole else value}


def _in_one_number(
    condition: Node, point: Point, symbol: Symbol, entry: int | None
) -> Polynomial | None:
    """Left minus right as a polynomial of degree two in one number; None where it is none."""
    gap = Node("sub", condition.args)
    try:
        a, b, c, d = (evaluate(gap, _with(point, symbol, entry, x), EXACT) for x in PROBES)
    except (ArithmeticError, TypeError, ValueError):
        return None
    if any(isinstance(value, tuple) for value in (a, b, c, d)):
        return None
    square = (a - 2 * b + c) / 2
    slope = b - a - 3 * square
    constant = a - slope - square
    return (constant, slope, square) if constant + 5 * slope + 25 * square == d else None


def _roots(polynomial: Polynomial) -> list[Fraction]:
    """The rational roots."""
    constant, slope, square = polynomial
    if square == 0:
        return [-constant / slope] if slope else []
    inner = slope**2 - 4 * square * constant
    if inner < 0:
        return []
    top, bottom = math.isqrt(inner.numerator), math.isqrt(inner.denominator)
    if top * top != inner.numerator or bottom * bottom != inner.denominator:
        return []
    root = Fraction(top, bottom)
    return [(-slope + root) / (2 * square), (-slope - root) / (2 * square)]

"""Whether a formula lacks a value at few points only, or on an open set."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.language.statement import Statement
from verify.language.symbols import Natural, Real, Symbol
from verify.methods.defined import Need
from verify.methods.search import points

# Sizes of the steps away from a point, and how many are made of each size.
SCALES = tuple(Fraction(1, 10**k) for k in (0, 1, 3, 6, 10, 15, 25, 40, 60))
STEPS = 12
# Whole numbers that are looked at from a point on, and of how many of these few is at most.
COUNTED = 60
FEW = 3


def breaks(need: Need, point: Mapping[str, Any]) -> bool:
    """Whether the need is asked at a point and not met there."""
    try:
        return all(truth(c, point) for c in need.path) and not truth(need.condition, point)
    except (ArithmeticError, KeyError):
        return False


def isolated(
    statement: Statement, need: Need, point: Mapping[str, Any], rng: np.random.Generator
) -> bool:
    """Whether no point around a given one breaks a need that this breaks.

    The real symbols are moved in a general direction, so that a set without interior (a divisor
    that is 0) is left. Whole numbers have nothing around them: along one of them the need must be
    broken at few values.
    """
    names = free_names(need.condition)
    whole = [s for s in statement.symbols if isinstance(s.kind, Natural) and s.name in names]
    around = (p for p in _moved(statement, point, rng) if points.inside(statement, p))
    if not whole:
        return bool(names) and not any(breaks(need, p) for p in around)
    generic = next(around, None)
    return generic is None or any(_few(statement, need, generic, s) for s in whole)


def _moved(
    statement: Statement, point: Mapping[str, Any], rng: np.random.Generator
) -> Iterator[dict[str, Any]]:
    """Points away from a given one, in every real symbol."""
    for scale in SCALES:
        for _ in range(STEPS):
            moved = dict(point)
            for symbol in statement.symbols:
                step = scale * Fraction(int(rng.integers(-(10**6), 10**6 + 1)), 10**6)
                moved[symbol.name] = _stepped(symbol.kind, point[symbol.name], step)
            yield moved


def _stepped(kind: Any, value: Any, step: Fraction) -> Any:
    if isinstance(kind, Real):
        return value + step
    if isinstance(value, tuple) and all(isinstance(v, int | Fraction) for v in value):
        return tuple(v + step * (place + 1) / len(value) for place, v in enumerate(value))
    return value


def _few(statement: Statement, need: Need, point: Mapping[str, Any], symbol: Symbol) -> bool:
    """Whether few values of a whole number break a need, and less than half of them."""
    start = point[symbol.name]
    line = ({**point, symbol.name: start + k} for k in range(COUNTED))
    broken = [breaks(need, p) for p in line if points.inside(statement, p)]
    return _are_few(broken)


def _are_few(broken: Sequence[bool]) -> bool:
    return sum(broken) <= FEW and 2 * sum(broken) < len(broken)

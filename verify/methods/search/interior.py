"""Whether a formula lacks a value at isolated points only, or on an open set."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.language.statement import Statement
from verify.language.symbols import Natural, Real
from verify.methods.defined import Need
from verify.methods.search import points

# Sizes of the steps away from a point, and how many are made of each size.
SCALES = tuple(Fraction(1, 10**k) for k in (0, 1, 3, 6, 10, 15, 25, 40, 60))
STEPS = 12
# Steps of whole numbers: no simple relation between two of them survives.
PRIMES = (7, 13, 29, 53, 101)


def breaks(need: Need, point: Mapping[str, Any]) -> bool:
    """Whether the need is asked at a point and not met there."""
    try:
        return all(truth(c, point) for c in need.path) and not truth(need.condition, point)
    except (ArithmeticError, KeyError):
        return False


def around(
    statement: Statement, need: Need, point: Mapping[str, Any], rng: np.random.Generator
) -> Mapping[str, Any] | None:
    """A point inside all sets, next to a given one, at which a need is still not met.

    Every symbol of the need is moved in a general direction, so that a set without interior (a
    divisor that is 0) is left; None means that no such point was found.
    """
    strict = statement.with_strict_sets()
    names = free_names(need.condition).union(*map(free_names, need.path))
    if not names:
        return point
    for scale in SCALES:
        for _ in range(STEPS):
            moved = dict(point)
            shuffled = [int(p) for p in rng.permutation(PRIMES)]
            for symbol in statement.symbols:
                value = point[symbol.name]
                step = scale * Fraction(int(rng.integers(-(10**6), 10**6 + 1)), 10**6)
                moved[symbol.name] = _moved(symbol, value, step, names, shuffled)
            if points.inside(strict, moved) and breaks(need, moved):
                return moved
    return None


def _moved(symbol: Any, value: Any, step: Fraction, names: frozenset[str], whole: list[int]) -> Any:
    if isinstance(symbol.kind, Real):
        return value + step
    if isinstance(symbol.kind, Natural) and symbol.name in names:
        return value + (whole.pop() if whole else 1)
    if isinstance(value, tuple) and all(isinstance(v, int | Fraction) for v in value):
        return tuple(v + step * (place + 1) / len(value) for place, v in enumerate(value))
    return value

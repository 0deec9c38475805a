"""Mutated formulas: the neighbours that a sound check must reject."""

from collections.abc import Callable, Iterator
from typing import Any

from verify.checks.base import Formula


def mapped(value: Any, function: Any) -> Any:
    """Apply ``function`` to every number of a scalar or of a tuple of tuples."""
    if isinstance(value, tuple | list):
        return tuple(mapped(entry, function) for entry in value)
    return function(value)


def entries(value: Any) -> list[Any]:
    """The numbers of a scalar or of a tuple of tuples, row by row."""
    if isinstance(value, tuple | list):
        return [number for entry in value for number in entries(entry)]
    return [value]


def mutated(formula: Formula, symbols: list[str]) -> Iterator[tuple[str, Formula]]:
    """Sign, factor, exponent and dropped-symbol mutations of a formula, each with its name."""
    yield "sign", lambda **p: mapped(formula(**p), lambda v: -v)
    yield "factor 1/2", lambda **p: mapped(formula(**p), lambda v: v / 2)
    for symbol in symbols:
        yield f"{symbol} squared", _with(formula, symbol, lambda v: v * v)
        yield f"{symbol} dropped", _with(formula, symbol, lambda v: v * 0 + 1)


def _with(formula: Formula, symbol: str, change: Callable[[Any], Any]) -> Formula:
    """The formula with one argument changed."""

    def mutant(**point: Any) -> Any:
        return formula(**(point | {symbol: change(point[symbol])}))

    return mutant

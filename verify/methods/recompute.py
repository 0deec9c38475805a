"""Printed numbers, recomputed digit by digit."""

import functools
from decimal import Decimal
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import BALLS, EXACT, FLOATS, PRECISIONS, Undecided, evaluate
from verify.formula.expression import Node
from verify.language.statement import Statement, Table
from verify.methods.evidence import Finding, Level, Outcome

FLOAT_ERROR = Fraction(1, 10**12)


def enclosure(node: Node) -> tuple[Fraction, Fraction]:
    """A rational interval that contains the value: a point where it is rational.

    A value that the library computes in floating point gets a relative error of 1e-12.
    """
    try:
        value = evaluate(node, {}, EXACT)
        return value, value
    except Undecided:
        pass
    from flint import ctx

    with ctx.workprec(PRECISIONS[1]):
        try:
            ball = evaluate(node, {}, BALLS)
            low, high = (Fraction(str(x.fmpq())) for x in (ball.lower(), ball.upper()))
            return low, high
        except Undecided:
            value = Fraction(evaluate(node, {}, FLOATS))
            return value - abs(value) * FLOAT_ERROR, value + abs(value) * FLOAT_ERROR


def spread(digits: str, slack: int) -> tuple[Fraction, Fraction]:
    """The values that round to the printed digits (to at most ``slack`` units beside them)."""
    printed = Decimal(digits)
    if not printed.is_finite():
        raise ValueError(f"a printed number must be finite. Found {digits!r}.")
    exponent = printed.as_tuple().exponent
    unit = Fraction(10) ** int(exponent)
    half = unit * (Fraction(1, 2) + slack)
    return Fraction(printed) - half, Fraction(printed) + half


def examine(statement: Statement, table: Table) -> Finding:
    """Whether every entry is its value, rounded to the printed digits."""
    wrong: list[tuple[str, str, Any]] = []
    unclear: list[str] = []
    for name, digits, node in table.entries:
        low, high = enclosure(node)
        least, most = spread(digits, table.slack)
        if high < least or low > most:
            wrong.append((name, digits, float((low + high) / 2)))
        elif low < least or high > most:
            unclear.append(name)
    count = len(table.entries)
    found = functools.partial(Finding, statement.hash, "recompute", Level.RECOMPUTED)
    if wrong:
        shown = "; ".join(
            f"{name}: {digits} is not {value:.6g}, rounded" for name, digits, value in wrong[:4]
        )
        text = f"{len(wrong)} of {count} entries differ: " * (count > 1) + f"{shown}."
        name, digits, value = wrong[0]
        return found(Outcome.FAILS, text, point={"entry": name}, left=digits, right=value)
    if unclear:
        return found(Outcome.INCONCLUSIVE, f"on the edge of rounding: {', '.join(unclear)}.")
    return found(Outcome.HOLDS, f"all {count} entries agree." if count > 1 else "it agrees.")

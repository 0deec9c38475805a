"""Limits: sympy's value, and the formula itself evaluated on the way there."""

from fractions import Fraction
from typing import Any

from verify.context import Context
from verify.evaluate import Undefined, value_at
from verify.evidence import Finding, Level, Outcome
from verify.methods import points
from verify.methods.search import number, shown
from verify.statement import Compare, Limit, Statement

STEPS = (10**3, 10**5, 10**7)
CLOSE = 1e-3


def examine(statement: Statement, context: Context) -> Finding:
    """Whether the limit is the stated value, symbolically and along a sequence."""
    a = statement.assertion
    if not isinstance(a, Limit):
        raise TypeError(f"a limit is needed. Found {type(a).__name__}.")
    drift = _along(statement, a, context)
    symbolic = _symbolic(statement, a)
    common: dict[str, Any] = {"statement": statement.hash, "method": "limit"}
    if symbolic is None:
        text = "sympy does not find the limit."
        return Finding(**common, level=Level.NUMERIC, outcome=Outcome.INCONCLUSIVE, text=text)
    agrees, found = symbolic
    if agrees and drift is None:
        text = f"the limit is {found}, and the formula comes close to it."
        return Finding(**common, level=Level.EXACT, outcome=Outcome.HOLDS, text=text)
    if not agrees and drift is not None:
        point, last, value = drift
        text = f"the limit is {found}: {number(last)} against {number(value)} at {shown(point)}."
        return Finding(
            **common,
            level=Level.EXACT,
            outcome=Outcome.FAILS,
            text=text,
            point=point,
            left=last,
            right=value,
        )
    raise ArithmeticError(f"sympy's limit {found} and the formula's values must agree.")


def _symbolic(statement: Statement, a: Limit) -> tuple[bool, str] | None:
    import sympy

    from verify.methods.reduce import reduces_to_zero
    from verify.methods.sympy_terms import to_sympy

    body, value = (to_sympy(n, statement.symbols) for n in (a.body, a.value))
    names = {str(s): s for s in body.free_symbols}
    if a.variable not in names:
        return bool(reduces_to_zero(body - value)), str(body)
    variable = names[a.variable]
    infinite = a.point.value == "oo"
    target = sympy.oo if infinite else to_sympy(a.point, statement.symbols)
    try:
        found = sympy.limit(body, variable, target, "-" if _from_below(statement, a) else "+")
    except (NotImplementedError, ValueError):
        return None
    if found.has(sympy.Limit, sympy.AccumBounds, sympy.nan):
        return None
    return bool(reduces_to_zero(found - value)), str(found)


def _from_below(statement: Statement, a: Limit) -> bool:
    """Whether the variable's set lies below the point that it tends to."""
    kind = statement.by_name[a.variable].kind
    high = getattr(kind, "high", None)
    return a.point.value == "oo" or (high is not None and a.point.value == high)


def _along(
    statement: Statement, a: Limit, context: Context
) -> tuple[dict[str, Any], Any, Any] | None:
    """A point far along at which the formula is not close to the value; None if it comes close."""
    rng = context.named(f"limit/{statement.hash}").rng()
    others = tuple(s for s in statement.symbols if s.name != a.variable)
    free = Statement(others, Compare("le", a.value, a.value), ())
    for _, start in zip(range(4), points.draws(free, rng), strict=False):
        gaps = []
        for step in STEPS:
            point = {**start, a.variable: _approach(statement, a, start, step)}
            if not points.inside(statement, point):
                continue
            try:
                left, right = value_at(a.body, point), value_at(a.value, point)
            except Undefined:
                continue
            gaps.append((abs(float(left) - float(right)), point, left, right))
        if not gaps:
            continue
        gap, point, left, right = gaps[-1]
        scale = max(abs(float(right)), 1e-12, abs(float(gaps[0][2])) * 1e-3)
        if gap > CLOSE * scale and gap > 0.5 * gaps[0][0]:
            return point, left, right
    return None


def _approach(statement: Statement, a: Limit, start: dict[str, Any], step: int) -> Any:
    if a.point.value == "oo":
        return step
    target = value_at(a.point, start)
    side = -1 if _from_below(statement, a) else 1
    return Fraction(target) + Fraction(side, step)

"""Limits: sympy's value, and the formula itself evaluated on the way there.

Both sides of a point count where the sets allow both. Sympy takes parameters to be general: it
does not see that (a n)/(a n + 1) tends to 0 for a = 0. So a limit with parameters is looked at in
corners and at draws of these, and is no proof.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from verify.formula.evaluate import Undefined, value_at
from verify.formula.expression import Node, free_names, lift, substitute
from verify.language.kinds import Kind, Real
from verify.language.statement import Compare, Limit, Statement
from verify.methods.algebra.terms import to_sympy
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.reduce import reduces_to_zero
from verify.methods.search import points
from verify.methods.search.worst import number, shown

STEPS = (10**3, 10**5, 10**7)
CLOSE = 1e-3
STARTS = 24  # corners of the parameters; a few draws come after them
DRAWN = 4


@dataclass(frozen=True)
class _Way:
    """One way to approach: values of the parameters, and the side (-1: from below)."""

    start: dict[str, Any]
    side: int


@dataclass(frozen=True)
class _Drift:
    """A point far along at which the formula is not close to the value."""

    way: _Way
    point: dict[str, Any]
    left: Any
    right: Any


def examine(statement: Statement, a: Limit, context: Context) -> Finding:
    """Whether the limit is the stated value, symbolically and along sequences."""
    ways = list(_ways(statement, a, context))
    if not ways:
        return _undecided(statement, "no point near the limit meets the hypotheses.")
    drift = next((d for way in ways if (d := _drift(statement, a, way))), None)
    if drift is not None:
        return _fails(statement, a, drift)
    for side in dict.fromkeys(way.side for way in ways):
        symbolic = _symbolic(statement, a, side)
        if symbolic is None:
            return _undecided(statement, "sympy does not find the limit.")
        agrees, found = symbolic
        if not agrees:
            raise ArithmeticError(f"sympy's limit {found} and the formula's values must agree.")
    parameters = _parameters(a)
    general = f", for general {', '.join(sorted(parameters))}" if parameters else ""
    text = f"the limit is {found}{general}, and the formula comes close to it in {len(ways)} "
    text += f"way{'s' * (len(ways) > 1)}."
    sampled = bool(parameters)
    return Finding(statement.hash, "limit", Level.EXACT, Outcome.HOLDS, text, sampled=sampled)


def _undecided(statement: Statement, text: str) -> Finding:
    return Finding(statement.hash, "limit", Level.NUMERIC, Outcome.INCONCLUSIVE, text)


def _fails(statement: Statement, a: Limit, drift: _Drift) -> Finding:
    """The finding of a formula that stays away from the value, if sympy says so too."""
    there = {n: lift(v) for n, v in drift.way.start.items() if isinstance(v, int | Fraction)}
    fixed = replace(a, body=substitute(a.body, there), value=substitute(a.value, there))
    symbolic = _symbolic(statement, fixed, drift.way.side)
    if symbolic is None:
        return _undecided(
            statement, f"not close to the value at {shown(drift.point)}, but sympy finds no limit."
        )
    agrees, found = symbolic
    if agrees:
        raise ArithmeticError(f"sympy's limit {found} and the formula's values must agree.")
    return Finding(
        statement.hash,
        "limit",
        Level.EXACT,
        Outcome.FAILS,
        f"the limit is {found}: {number(drift.left)} against {number(drift.right)} at "
        f"{shown(drift.point)}.",
        point=drift.point,
        left=drift.left,
        right=drift.right,
    )


def _parameters(a: Limit) -> frozenset[str]:
    return (free_names(a.body) | free_names(a.value) | free_names(a.point)) - {a.variable}


def _symbolic(statement: Statement, a: Limit, side: int) -> tuple[bool, str] | None:
    """Whether sympy's limit from one side is the value, and the limit; None where it finds none."""
    try:
        body, value = (to_sympy(n, statement.symbols) for n in (a.body, a.value))
    except (NotImplementedError, TypeError):
        return None
    names = {str(s): s for s in body.free_symbols}
    if a.variable not in names:
        return bool(reduces_to_zero(body - value)), str(body)
    variable = names[a.variable]
    target = sympy.oo if _infinite(a) else to_sympy(a.point, statement.symbols)
    if (found := _sympy_limit(body, variable, target, side)) is not None:
        return bool(reduces_to_zero(found - value)), str(found)
    # sympy knows the limit of exp(-rt) for r > 0, and not that of b^t for 0 < b < 1.
    rates = {
        names[s.name]: sympy.exp(-sympy.Symbol(f"rate of {s.name}", positive=True))
        for s in statement.symbols
        if s.name in names and _decays(s.kind)
    }
    found = _sympy_limit(body.subs(rates), variable, target, side)
    if found is None or not reduces_to_zero(found - value.subs(rates)):
        return None
    back = {-power.args[0]: -sympy.log(name) for name, power in rates.items()}
    return True, str(found.subs(back))


def _sympy_limit(body: Any, variable: Any, target: Any, side: int) -> Any:
    """The limit from one side, or None where sympy finds none."""
    try:
        found = sympy.limit(body, variable, target, "-" if side < 0 else "+")
    except (NotImplementedError, ValueError, TypeError):
        return None
    if found.has(sympy.Limit, sympy.AccumBounds, sympy.nan):
        return None
    if found.free_symbols and found.has(sympy.oo, sympy.zoo, sympy.sign):
        return None
    return found


def _decays(kind: Kind) -> bool:
    """Whether all numbers of a set, 0 left out, lie between 0 and 1."""
    return (
        isinstance(kind, Real)
        and kind.low is not None
        and kind.high is not None
        and kind.low >= 0
        and (kind.high < 1 or (kind.high == 1 and kind.open_high))
    )


def _infinite(a: Limit) -> bool:
    return a.point == Node("constant", (), "oo")


def _ways(statement: Statement, a: Limit, context: Context) -> Iterator[_Way]:
    """Ways of which the last point lies in the sets and meets the hypotheses."""
    rng = context.named(f"limit/{statement.hash}").rng()
    others = tuple(s for s in statement.symbols if s.name != a.variable)
    free = Statement(others, Compare("le", a.value, a.value), ())
    starts = itertools.chain(
        itertools.islice(points.corners(free), STARTS),
        itertools.islice(points.draws(free, rng), DRAWN),
    )
    for start in starts if others else [{}]:
        for side in (-1,) if _infinite(a) else (1, -1):
            way = _Way(start, side)
            if points.inside(statement, _along(a, way, STEPS[-1])):
                yield way


def _along(a: Limit, way: _Way, step: int) -> dict[str, Any]:
    if _infinite(a):
        return {**way.start, a.variable: step}
    target = Fraction(value_at(a.point, way.start))
    return {**way.start, a.variable: target + Fraction(way.side, step)}


def _drift(statement: Statement, a: Limit, way: _Way) -> _Drift | None:
    """Where the formula is not close to the value; None if it comes close."""
    gaps = []
    for step in STEPS:
        point = _along(a, way, step)
        if not points.inside(statement, point):
            continue
        try:
            left, right = value_at(a.body, point), value_at(a.value, point)
            gaps.append((abs(float(left) - float(right)), point, left, right))
        except (Undefined, OverflowError):
            continue
    if not gaps:
        return None
    gap, point, left, right = gaps[-1]
    scale = max(abs(float(right)), 1e-12, abs(float(gaps[0][2])) * 1e-3)
    if gap > CLOSE * scale and (len(gaps) == 1 or gap > 0.5 * gaps[0][0]):
        return _Drift(way, point, left, right)
    return None

"""Limits: sympy's value, and the formula itself evaluated on the way there.

Both sides of a point count where the sets allow both. Sympy takes parameters to be general: it
does not see that (a n)/(a n + 1) tends to 0 for a = 0. So a limit with parameters is looked at in
corners and at draws of these, and is no proof.

Where a formula is slow, it is followed farther. Values that stay away from sympy's limit, or that
come close to the stated value while sympy finds another one, are an error: two routes disagree.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.display.digits import against
from verify.formula.evaluate import Undecided, Undefined, value_at
from verify.formula.expression import Node, free_names, lift, substitute, walk
from verify.language.kinds import Kind, Real
from verify.language.statement import Compare, Limit, Statement
from verify.methods.algebra.symbolic import sympy
from verify.methods.algebra.terms import to_sympy
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.reduce import reduces_to_zero
from verify.methods.search import points
from verify.methods.search.worst import shown

STEPS = (10**3, 10**5, 10**7)
FARTHER = (10**9, 10**12, 10**15, 10**18, 10**24)  # where the formula is not close by then
CLOSE = 1e-3
ROUNDING = 1e-9  # relative
NEARER = 10.0  # times that a value must be nearer to one limit than to another to speak for it
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
    for way in ways:
        drift = _drift(statement, a, way)
        if drift is not None and (said := _stays_away(statement, a, drift)) is not None:
            return said
    for side in dict.fromkeys(way.side for way in ways):
        symbolic = _symbolic(statement, a, side)
        if symbolic is None:
            return _undecided(statement, "sympy does not find the limit.")
        if not symbolic.agrees:
            same = [way for way in ways if way.side == side]
            return _near_miss(statement, a, same, symbolic)
        if any(way.side == side and _stands(_values(statement, a, way, FARTHER)) for way in ways):
            raise _disagree(symbolic)
        found = symbolic.text
    parameters = _parameters(a)
    general = f", for general {', '.join(sorted(parameters))}" if parameters else ""
    along = f"{len(ways)} sequences" if len(ways) > 1 else "a sequence"
    text = f"the limit is {found}{general}, and the formula was seen to approach it along {along}."
    sampled = bool(parameters)
    return Finding(statement.hash, "limit", Level.EXACT, Outcome.HOLDS, text, sampled=sampled)


def _undecided(statement: Statement, text: str) -> Finding:
    return Finding(statement.hash, "limit", Level.NUMERIC, Outcome.INCONCLUSIVE, text)


def _at(a: Limit, way: _Way) -> Limit:
    """The limit with the parameters' values of a way."""
    there = {n: lift(v) for n, v in way.start.items() if isinstance(v, int | Fraction)}
    return replace(a, body=substitute(a.body, there), value=substitute(a.value, there))


def _stays_away(statement: Statement, a: Limit, drift: _Drift) -> Finding | None:
    """What follows from values that are not close to the stated one; None if they are farther on.

    Raises:
        ArithmeticError: sympy finds the stated limit, and the values do not move towards it.
    """
    symbolic = _symbolic(statement, _at(a, drift.way), drift.way.side)
    where = shown(drift.point)
    if symbolic is None:
        return _undecided(
            statement, f"not close to the value at {where}, but sympy finds no limit."
        )
    if not symbolic.agrees:
        return _fails(statement, symbolic, drift)
    before = _distance(drift.left, drift.right)
    farther = _values(statement, a, drift.way, FARTHER)
    if _stands(farther):
        raise _disagree(symbolic)
    gaps = [_distance(d.left, d.right) for d in farther]
    if gaps and gaps[-1] <= CLOSE * min(before, max(abs(float(drift.right)), 1.0)):
        return None
    return _undecided(
        statement,
        f"sympy's limit is the value, but the formula is still not close to it at {where}.",
    )


def _stands(seen: list[_Drift]) -> bool:
    """Whether the values no longer move, at a distance from the stated one that is no rounding."""
    if len(seen) < 2:
        return False
    last, one_before = seen[-1], seen[-2]
    gap = _distance(last.left, last.right)
    moved = _distance(last.left, one_before.left)
    return gap > ROUNDING * abs(float(last.right)) and moved <= ROUNDING * gap


def _near_miss(statement: Statement, a: Limit, ways: list[_Way], general: "_Symbolic") -> Finding:
    """What follows where the values come close to the stated one and sympy finds another limit.

    Raises:
        ArithmeticError: the values come closer to the stated one than to sympy's.
    """
    for way in ways:
        fixed = _at(a, way)
        symbolic = _symbolic(statement, fixed, way.side)
        if symbolic is None or symbolic.agrees or symbolic.number is None:
            continue
        seen = _values(statement, a, way, (*STEPS, *FARTHER))
        last = [(_distance(d.left, symbolic.number), _distance(d.left, d.right), d) for d in seen]
        for found, stated, drift in last:
            if found * NEARER < stated:
                return _fails(statement, symbolic, drift)
        if last and last[-1][1] * NEARER < last[-1][0]:
            raise _disagree(symbolic)
    return _undecided(
        statement,
        f"sympy's limit is {general.text}, from which no value tells the stated one apart.",
    )


def _disagree(symbolic: "_Symbolic") -> ArithmeticError:
    return ArithmeticError(f"sympy's limit {symbolic.text} and the formula's values must agree.")


def _distance(a: Any, b: Any) -> float:
    return abs(float(a) - float(b))


def _fails(statement: Statement, symbolic: "_Symbolic", drift: _Drift) -> Finding:
    """The finding of a limit that sympy and the values say is another one."""
    left, right = against(drift.left, drift.right)
    return Finding(
        statement.hash,
        "limit",
        Level.EXACT,
        Outcome.FAILS,
        f"the limit is {symbolic.text}: {left} against {right} at {shown(drift.point)}.",
        point=drift.point,
        left=drift.left,
        right=drift.right,
    )


def _parameters(a: Limit) -> frozenset[str]:
    return (free_names(a.body) | free_names(a.value) | free_names(a.point)) - {a.variable}


@dataclass(frozen=True)
class _Symbolic:
    """Sympy's limit.

    Attributes:
        agrees: it is the stated value. limit: the expression.
    """

    agrees: bool
    limit: Any

    @property
    def text(self) -> str:
        """The limit, for a reader."""
        return str(self.limit)

    @property
    def number(self) -> float | None:
        """The limit in floating point; None where it is infinite or has parameters."""
        return float(self.limit) if self.limit.is_number and self.limit.is_finite else None


def _symbolic(statement: Statement, a: Limit, side: int) -> _Symbolic | None:
    """Sympy's limit from one side; None where it finds none."""
    try:
        body, value = (to_sympy(n, statement.symbols) for n in (a.body, a.value))
    except (NotImplementedError, TypeError):
        return None
    names = {str(s): s for s in body.free_symbols}
    if a.variable not in names:
        return _Symbolic(bool(reduces_to_zero(body - value)), body)
    variable = names[a.variable]
    target = sympy.oo if _infinite(a) else to_sympy(a.point, statement.symbols)
    if (found := _sympy_limit(body, variable, target, side)) is not None:
        return _Symbolic(bool(reduces_to_zero(found - value)), found)
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
    return _Symbolic(True, found.subs(back))


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
    rng = context.named(f"limit/{statement.outline}").rng()
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
    seen = _values(statement, a, way, STEPS)
    if not seen:
        return None
    gaps = [_distance(d.left, d.right) for d in seen]
    scale = max(abs(float(seen[-1].right)), 1e-12, abs(float(seen[0].left)) * 1e-3)
    if gaps[-1] > CLOSE * scale and (len(gaps) == 1 or gaps[-1] > 0.5 * gaps[0]):
        return seen[-1]
    return None


def _values(statement: Statement, a: Limit, way: _Way, steps: tuple[int, ...]) -> list[_Drift]:
    """The formula and the stated value along a way, where both are finite numbers."""
    seen: list[_Drift] = []
    if steps[-1] > STEPS[-1] and any(n.op == "external" for n in walk(a.body)):
        return seen  # floating point cancels there, and a run may take as many steps
    for step in steps:
        point = _along(a, way, step)
        if not points.inside(statement, point):
            continue
        try:
            left, right = value_at(a.body, point), value_at(a.value, point)
            float(left), float(right)
        except (Undefined, Undecided, OverflowError):
            continue
        seen.append(_Drift(way, point, left, right))
    return seen

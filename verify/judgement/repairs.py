"""What speaks against calling a repaired statement a correction of the printed one.

A repair may add hypotheses. It may not add its conclusion, however that is written: with sides
swapped or multiplied, split in two by an auxiliary symbol, or under a function.
"""

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, Undecided, evaluate, truth, value_at
from verify.formula.expression import Node, walk
from verify.judgement.exists import exhibited
from verify.judgement.verdict import changes_object
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, OneOf, Real
from verify.methods.search import points

POINTS = 40
CLOSE = 1e-9


def objection(printed: Statement, repaired: Statement) -> str:
    """Why the repaired statement is no correction of the printed one; "" where it is."""
    return (
        changes_object(printed, repaired)
        or _says_nothing(repaired)
        or _other_sets(printed, repaired)
        or _circular(printed, repaired)
    )


def added(printed: Statement, repaired: Statement) -> tuple[Node, ...]:
    """The hypotheses that the repair adds."""
    return tuple(c for c in repaired.where if c not in printed.where)


def _says_nothing(repaired: Statement) -> str:
    """A quantity is no bound of itself; an identity may be the right one to the letter."""
    a = repaired.assertion
    empty = isinstance(a, Compare) and a.relation != "eq" and repaired.tautology
    return "both of its sides are one formula" if empty else ""


def _other_sets(printed: Statement, repaired: Statement) -> str:
    """A set that shrinks to listed values, or to one point, quantifies no more."""
    for symbol in printed.symbols:
        other = repaired.by_name.get(symbol.name)
        if other is None or other.kind == symbol.kind:
            continue
        if type(other.kind) is not type(symbol.kind) and _listed(other.kind):
            return f"it does not quantify over {symbol.name}"
    return ""


def _listed(kind: Any) -> bool:
    if isinstance(kind, OneOf):
        return True
    if isinstance(kind, Natural):
        return kind.most == kind.least
    return isinstance(kind, Real) and kind.low is not None and kind.low == kind.high


def has_interior(printed: Statement, repaired: Statement) -> bool:
    """Whether the repair leaves more than a thin set of what the print quantifies over.

    An equation between printed symbols, or a set of one point, leaves no open set; an equation that
    defines a symbol of the repair's own does.
    """
    for condition in added(printed, repaired):
        if condition.op == "eq" and not _defines(condition, printed):
            return False
    return not any(
        _listed(s.kind) and s.name in printed.by_name and printed.by_name[s.name].kind != s.kind
        for s in repaired.symbols
    )


def _defines(equation: Node, printed: Statement) -> bool:
    """Whether a side is a symbol that the print does not have."""
    return any(a.op == "symbol" and a.value not in printed.by_name for a in equation.args)


def _circular(printed: Statement, repaired: Statement) -> str:
    """Whether the new hypotheses alone say what the repaired statement concludes."""
    if repaired.exists:
        # The constants are known in the repair: what is circular with them is circular.
        repaired = exhibited(repaired)
    a = repaired.assertion
    new = [c for c in added(printed, repaired) if c.op in ("le", "lt", "eq")]
    if not isinstance(a, Compare) or a.relation not in ("le", "lt", "eq") or not new:
        return ""
    conclusion = a.condition
    if conclusion.op == "and":
        return ""
    seen = _sample(repaired)
    for condition in new:
        if _equivalent(conclusion, condition, seen) and _size(condition) >= _size(conclusion):
            return "its conclusion is among its hypotheses"
    if a.relation != "eq" and _adds_up(conclusion, new, seen):
        return "its conclusion is the sum of its new hypotheses"
    return ""


def _sample(statement: Statement) -> list[Mapping[str, Any]]:
    """Points of the sets, whether or not they meet the hypotheses."""
    free = Statement(statement.symbols, statement.assertion)
    rng = np.random.Generator(np.random.Philox(0))
    corners = itertools.islice(points.corners(free), POINTS)
    return [*corners, *itertools.islice(points.draws(free, rng), POINTS)]


def _size(node: Node) -> int:
    return sum(1 for _ in walk(node))


def _truth(condition: Node, point: Mapping[str, Any]) -> bool | None:
    try:
        return truth(condition, point)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _equivalent(conclusion: Node, condition: Node, seen: Sequence[Mapping[str, Any]]) -> bool:
    """Whether both are true, and both false, at the same points, and neither is always true."""
    answers = [(_truth(conclusion, p), _truth(condition, p)) for p in seen]
    known = [pair for pair in answers if None not in pair]
    if not any(x is False for x, _ in known):
        return False
    return all(x == y for x, y in known)


def _gap(condition: Node, point: Mapping[str, Any]) -> float | None:
    left, right = condition.args
    try:
        gap = evaluate(Node("sub", (right, left)), point, EXACT)
    except Undecided:
        try:
            gap = value_at(Node("sub", (right, left)), point)
        except (ArithmeticError, TypeError, ValueError):
            return None
    except (ArithmeticError, TypeError, ValueError):
        return None
    if isinstance(gap, Fraction | float | int):
        try:
            return float(gap)
        except OverflowError:
            return None
    return None


def _adds_up(conclusion: Node, new: Sequence[Node], seen: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the conclusion's gap is a sum of multiples >= 0 of the gaps of the new hypotheses.

    A constant >= 0 may remain. Equations count with either sign.
    """
    from scipy.optimize import nnls

    rows, wanted = [], []
    for point in seen:
        gaps = [_gap(c, point) for c in (conclusion, *new)]
        if any(g is None or not np.isfinite(g) for g in gaps):
            continue
        first, *rest = (g for g in gaps if g is not None)
        # Relative to the point's own gaps: these may have a unit in which all are tiny.
        scale = max(map(abs, (first, *rest))) or 1.0
        row = [g / scale for g in rest]
        row += [-g / scale for g, c in zip(rest, new, strict=True) if c.op == "eq"]
        rows.append([*row, 1 / scale])
        wanted.append(first / scale)
    if len(rows) <= 2 * len(new) + 1:
        return False
    weights, rest = nnls(np.array(rows), np.array(wanted))
    return bool(rest < CLOSE * len(rows) and np.any(weights[:-1] > CLOSE))

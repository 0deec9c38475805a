"""Identities: the difference of two sides is reduced to 0, at every point and not in general.

The normal form (:mod:`verify.methods.algebra.terms`) rewrites nothing that fails at a corner. Paths
of ``piecewise``, ``max`` and ``min`` are taken one by one; where the difference does not reduce at
once, a base that may be 0 and a ratio that may be 1 are looked at apart, and a formula in a natural
number is proved by induction.
"""

import functools
import operator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction
from verify.formula.expression import Node, free_names, lift, substitute
from verify.language.statement import Compare, Goal, Statement
from verify.language.symbols import Natural, OneOf, Real, Symbol
from verify.methods.algebra.paths import impossible, paths
from verify.methods.algebra.symbolic import sympy
from verify.methods.algebra.terms import Terms, apart
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.defined import Unclear, needs
from verify.methods.evidence import Level

MOST_OPERATIONS = 4000
MOST_SPLITS = 2
ALONE = {"goals": [{"how": {"by": "identity"}}]}  # of an identity that is its statement's only goal
ORDERS = {"le": operator.le, "lt": operator.lt, "eq": operator.eq, "ne": operator.ne}


class Reduce:
    """The prover of identities between numbers."""

    name = "reduce"

    def prove(self, goal: Goal, context: Context) -> Proof | None:
        """A proof of ``left = right``, or None.

        Denominators, radicands and logarithms that :mod:`verify.methods.defined` covers are taken
        to have a value, as they have been proved to; others have to show it by their signs.
        """
        if goal.prove.op != "eq":
            return None
        try:
            needs(goal.prove, goal.symbols)
        except Unclear:
            return identity(goal.symbols, goal.given, *goal.prove.args, trusted=False)
        return identity(goal.symbols, goal.given, *goal.prove.args)


# A derivation, its neighbours and the statement away from its edges ask for the same identities.
@functools.lru_cache(maxsize=4096)
def identity(
    symbols: tuple[Symbol, ...],
    given: tuple[Node, ...],
    left: Node,
    right: Node,
    *,
    trusted: bool = True,
) -> Proof | None:
    """A proof that two numbers are equal wherever ``given`` holds, or None.

    Args:
        trusted: whether both formulas are known to have a value there. If not, every denominator,
            radicand, logarithm and index has to show by the sets and ``given`` that it has one.
    """
    try:
        how = _settled(symbols, given, apart(left - right), trusted)
    except (NotImplementedError, RecursionError, ArithmeticError):
        return None
    if how is None:
        return None
    text = "the difference of both sides reduces to 0" + how
    return Proof("reduce", Level.EXACT, text, how={"by": "identity"})


def prove_matrix_identity(statement: Statement) -> Proof | None:
    """A proof of an identity between vectors, matrices or numbers made of them, of any size.

    Nothing is taken on trust: a denominator, a radicand, a logarithm, an index or an inverse has to
    show by the sets of its symbols that it has a value.
    """
    said = statement.assertion
    if not isinstance(said, Compare) or said.relation != "eq" or statement.exists:
        return None
    if "tuple" in (said.left.op, said.right.op):
        return None
    try:
        terms = Terms.over(statement.symbols, statement.where, trusted=False)
        left, right = apart(said.left), apart(said.right)
        shapes = terms.shape(left), terms.shape(right)
        if shapes == ("scalar", "scalar"):
            proof = identity(
                statement.symbols, statement.where, said.left, said.right, trusted=False
            )
            return proof and replace(proof, how=ALONE)
        if shapes[0] != shapes[1]:
            return None
        reduced = all(map(terms.vanishes, terms.words(left - right).terms.values()))
    except (NotImplementedError, RecursionError, ArithmeticError):
        return None
    if not reduced:
        return None
    text = "the difference of both sides reduces to 0, for every size"
    return Proof("reduce", Level.EXACT, text, how=ALONE)


def reduces_to_zero(difference: Any) -> bool:
    """Whether sympy reduces an expression of its own to 0, by the cheapest route that does.

    True in general, not at every corner: for numbers, and for values found by sympy itself.
    """
    difference = sympy.sympify(difference)
    routes = (sympy.expand, sympy.ratsimp, sympy.simplify)
    return difference.count_ops() <= MOST_OPERATIONS and any(
        route(difference) == 0 for route in routes
    )


def _settled(
    symbols: tuple[Symbol, ...], given: tuple[Node, ...], gap: Node, trusted: bool
) -> str | None:
    """How a difference reduces to 0 on every path, or None."""
    found = []
    for more, part in paths(symbols, given, gap):
        if not trusted:
            # Raises where a value may be missing: of a branch's condition, or of the formula.
            for i, condition in enumerate(more):
                for side in condition.args:
                    Terms.over(symbols, given + more[:i], trusted=False).scalar(side)
            Terms.over(symbols, given + more, trusted=False).scalar(part)
        if more and impossible(symbols, given, more):
            continue
        how = _path(symbols, given + more, part, MOST_SPLITS)
        if how is None:
            return None
        found.append(how)
    path = f" on each of {len(found)} paths" if len(found) > 1 else ""
    return path + next((how for how in found if how), "")


def _path(
    symbols: tuple[Symbol, ...], given: tuple[Node, ...], gap: Node, splits: int
) -> str | None:
    """How a difference without branches reduces to 0, or None."""
    while values := _fixed(symbols, given, gap):
        given = tuple(substitute(c, values) for c in given)
        gap = substitute(gap, values)
    if any(map(_false, given)):
        return ""
    terms = Terms.over(symbols, given)
    if terms.vanishes(terms.scalar(gap)):
        return ""
    if not splits:
        return None
    for s in symbols:
        for value in _corners(terms, s):
            if _apart(symbols, given, gap, s, value, splits - 1):
                return f", with {s.name} = {value} apart"
    for s in symbols:
        if isinstance(s.kind, Natural) and _bounds_a_sum(gap, s.name):
            how = _induction(symbols, given, gap, s, splits - 1)
            if how is not None:
                return how
    return None


def _fixed(symbols: tuple[Symbol, ...], given: tuple[Node, ...], gap: Node) -> dict[str, Node]:
    """A symbol that its set or a hypothesis puts to a number or another symbol, with that one."""
    present = free_names(gap).union(*map(free_names, given))
    numbers = {s.name for s in symbols if s.scalar}
    for s in symbols:
        if not s.scalar or s.name not in present:
            continue
        if isinstance(s.kind, OneOf) and len(s.kind.values) == 1:
            return {s.name: lift(s.kind.values[0])}
        for condition in given:
            if condition.op == "eq" and s.node in condition.args:
                other = condition.args[condition.args[0] == s.node]
                if other.op == "number" or (other != s.node and other.value in numbers):
                    return {s.name: other}
    return {}


def _false(condition: Node) -> bool:
    """Whether a condition compares two numbers, and wrongly: no point meets it."""
    if condition.op not in ORDERS or {side.op for side in condition.args} != {"number"}:
        return False
    left, right = (side.value for side in condition.args)
    return not ORDERS[condition.op](left, right)


def _corners(terms: Terms, s: Symbol) -> list[Fraction]:
    """Values of a symbol at which the base of a power is 0 or a geometric ratio is 1."""
    symbol = terms.atoms.get(("symbol", s.name))
    found: list[Fraction] = []
    for key in list(terms.atoms):
        if key[0] not in ("power", "geometric"):
            continue
        zero = key[1] if key[0] == "power" else key[1] - 1
        if zero.free_symbols != {symbol} or terms.sign(zero)[1]:
            continue
        top = sympy.Poly(sympy.fraction(terms.canonical(zero))[0], symbol)
        if top.degree() == 1:
            root = -top.nth(0) / top.nth(1)
            value = fraction(root)
            found += [] if value in found else [value]
    return found


def _apart(
    symbols: tuple[Symbol, ...],
    given: tuple[Node, ...],
    gap: Node,
    s: Symbol,
    value: Fraction,
    splits: int,
) -> bool:
    """Whether the difference reduces to 0 both where a symbol has a value and where it has not."""
    at, off = Node("eq", (s.node, lift(value))), Node("ne", (s.node, lift(value)))
    if not isinstance(s.kind, Real | Natural):
        return False
    if s.kind.contains(value, {}) and _path(symbols, (*given, at), gap, splits) is None:
        return False
    kind = s.kind
    if isinstance(kind, Real):
        open_low, open_high = (
            side or e == value
            for side, e in ((kind.open_low, kind.low), (kind.open_high, kind.high))
        )
        kind = Real(kind.low, kind.high, open_low, open_high)
    others = tuple(replace(o, kind=kind) if o == s else o for o in symbols)
    return _path(others, (*given, off), gap, splits) is not None


def _bounds_a_sum(node: Node, name: str) -> bool:
    """Whether a symbol stands in a bound of a sum or product."""
    if node.op in ("sum", "product") and name in free_names(node.args[0]) | free_names(
        node.args[1]
    ):
        return True
    return any(_bounds_a_sum(a, name) for a in node.args)


def _induction(
    symbols: tuple[Symbol, ...], given: tuple[Node, ...], gap: Node, s: Symbol, splits: int
) -> str | None:
    """Base and step in a natural number that no hypothesis and no dimension mentions."""
    mentioned = frozenset[str]().union(*map(free_names, given))
    sized = {getattr(o.kind, "dimension", None) for o in symbols}
    if s.name in mentioned | sized:
        return None
    if _path(symbols, given, substitute(gap, {s.name: lift(s.kind.least)}), splits) is None:
        return None
    terms = Terms.over(symbols, given)
    here = sympy.fraction(terms.scalar(gap))[0]
    after = terms.scalar(substitute(gap, {s.name: s.node + 1}))
    for atom in sorted(here.free_symbols, key=str):
        if terms.keys[atom][0] not in ("sum", "product"):
            continue
        polynomial = sympy.Poly(here, atom)
        if polynomial.degree() == 1 and terms.sign(polynomial.nth(1))[1]:
            solved = after.xreplace({atom: -polynomial.nth(0) / polynomial.nth(1)})
            if terms.vanishes(solved):
                return f", by induction on {s.name}"
    terms.zeros.append(sympy.expand(here))
    return f", by induction on {s.name}" if terms.vanishes(after) else None

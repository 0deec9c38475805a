"""How a printed comparison is that of a statement: as it stands, or with terms and factors moved.

Both are shown by reduction. A comparison with its terms across the relation has a difference of its
sides that is the tested one times a positive factor (for an equation: one that is not 0).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from verify.formula.expression import Node, canonical, free_names, walk
from verify.language.statement import Compare, Statement
from verify.methods.algebra.terms import Terms, apart
from verify.methods.reduce import identity

COMPARISONS = ("le", "lt", "eq", "loewner")
FEWEST = 4  # nodes of a formula that does not stand in another one by chance


class Role(Enum):
    """What of a statement a printed formula is."""

    ASSERTION = "assertion"
    HYPOTHESIS = "hypothesis"
    DEFINITION = "definition"


@dataclass(frozen=True)
class Tie:
    """What of a statement a printed comparison is, and whether it was rearranged."""

    role: Role
    rearranged: bool = False


def tie(statement: Statement, printed: Compare) -> Tie | None:
    """How a printed comparison is the assertion or a hypothesis, or None."""
    tested = list(_tested(statement))
    for role, one in tested:
        if _same(statement, printed, one):
            return Tie(role)
    for role, one in tested:
        if _rearranged(statement, printed, one):
            return Tie(role, rearranged=True)
    return None


def stands_in(statement: Statement, value: Node) -> bool:
    """Whether a formula is a part of what is tested, and too large to be so by chance."""
    wanted = canonical(value)
    if sum(1 for _ in walk(wanted)) < FEWEST:
        return False
    names = free_names(value)
    parts = {n for _, one in _tested(statement) for s in (one.left, one.right) for n in walk(s)}
    alike = [n for n in parts if n.args and free_names(n) == names]
    return any(canonical(n) == wanted for n in alike)


def _tested(statement: Statement) -> Iterator[tuple[Role, Compare]]:
    """What the statement compares: its assertion, and its hypotheses."""
    a = statement.assertion
    conditions = [(Role.ASSERTION, a.condition)] if isinstance(a, Compare) else []
    conditions += [(Role.HYPOTHESIS, condition) for condition in statement.where]
    for role, condition in conditions:
        for part in condition.args if condition.op == "and" else (condition,):
            if part.op in COMPARISONS:
                left, right = part.args
                yield role, Compare(part.op, left, right)


def _same(statement: Statement, printed: Compare, tested: Compare) -> bool:
    if printed.relation != tested.relation:
        return False
    pairs = [((printed.left, tested.left), (printed.right, tested.right))]
    if printed.relation == "eq":
        pairs.append(((printed.left, tested.right), (printed.right, tested.left)))
    return any(
        all(
            canonical(a) == canonical(b) or identity(statement.symbols, statement.where, a, b)
            for a, b in two
        )
        for two in pairs
    )


def _rearranged(statement: Statement, printed: Compare, tested: Compare) -> bool:
    if printed.relation != tested.relation or printed.relation == "loewner":
        return False
    # No hypotheses: with the tested one among them its own difference would have a sign.
    terms = Terms.over((*statement.symbols, *statement.exists))
    try:
        gaps = [terms.scalar(apart(one.right - one.left)) for one in (printed, tested)]
        if any(gap.is_number or terms.vanishes(gap) for gap in gaps):
            return False
        factor = terms.canonical(gaps[0] / gaps[1])
        sign, never_0 = terms.sign(factor)
        obvious = terms.sign(gaps[1])[0] != 0
    except (NotImplementedError, RecursionError, ArithmeticError, ValueError):
        return False
    if obvious and not factor.is_Rational:  # two obvious comparisons are not one and the same
        return False
    return never_0 and (sign == 1 or printed.relation == "eq")

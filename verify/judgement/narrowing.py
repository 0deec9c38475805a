"""A search where a statement has a value: its print lacks a hypothesis where it has none.

A hypothesis is added where it can be named (a divisor is not 0) and leaves out no open set, and of
whole numbers few. It is displayed with the statement, which is judged under it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.formula.expression import Node, free_names
from verify.judgement.findings import failure, not_real, perhaps_isolated
from verify.judgement.obligations import by_provers
from verify.language.statement import Compare, Statement
from verify.methods import defined, gram
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Finding
from verify.methods.search import interior, points
from verify.methods.search.worst import Found, search

Values = Mapping[str, Any]
MOST_ROUNDS = 4  # of leaving out points without a value


@dataclass(frozen=True)
class Seen:
    """What a search saw of a statement without the points at which it has no value.

    Attributes:
        narrowed: the statement at the other points. added: the hypotheses that leave these out.
    """

    narrowed: Statement
    added: tuple[Node, ...]
    found: Found


def narrowed_search(
    statement: Statement, context: Context, first: Sequence[Values], budget: tuple[int, int, int]
) -> Seen | Finding:
    """A search, or the finding where it settles the statement."""
    found = search(statement, context, first, budget)
    if found.witnesses:
        return failure(statement, found, first)
    narrowed = statement
    for _ in range(MOST_ROUNDS):
        if not found.undefined:
            break
        added = _added(narrowed, found, context, first)
        if isinstance(added, Finding):
            return replace(added, statement=statement.hash)
        narrowed = replace(narrowed, where=narrowed.where + added)
        # Points without a value are left out, and the search did not get past them.
        found = search(narrowed, context, first, budget)
        if found.witnesses:
            return replace(failure(narrowed, found, first), statement=statement.hash)
    if found.undefined:
        return not_real(statement, found.undefined[0])
    return Seen(narrowed, narrowed.where[len(statement.where) :], found)


def _added(
    statement: Statement, found: Found, context: Context, first: Sequence[Values]
) -> tuple[Node, ...] | Finding:
    """The hypotheses without which it has no value; or the finding that none can be named.

    Args:
        first: the paper's settings, at which it must have a value.
    """
    try:
        needs = _all_needs(statement)
    except (defined.Unclear, gram.NotGram):
        needs = ()
    rng = context.named(f"interior/{statement.outline}").rng()
    ordered = sorted(found.undefined, key=lambda p: sum(map(points.complexity, p.values())))
    broken: set[defined.Need] = set()
    for point in ordered:
        here = [need for need in needs if interior.breaks(need, point)]
        # What is asked on one path alone is no hypothesis of the statement.
        if not here or any(need.path or _at_setting(need, point, first) for need in here):
            return not_real(statement, point)
        broken |= set(here)
        if not all(interior.isolated(statement, need, point, rng) for need in here):
            return not_real(statement, ordered[0])
    missing = [need for need in needs if need in broken]
    strict = statement.with_strict_sets()
    for need in missing:
        if not need.isolated and (blocked := _inside(statement, strict, need, context)):
            return blocked
    return tuple(dict.fromkeys(need.condition for need in missing))


def _at_setting(need: defined.Need, point: Values, first: Sequence[Values]) -> bool:
    """Whether it is a setting of the paper that leaves the need unmet."""
    names = free_names(need.condition)
    return any(
        names <= fixed.keys() and all(point[n] == fixed[n] for n in names) for fixed in first
    )


def _all_needs(statement: Statement) -> tuple[defined.Need, ...]:
    a = statement.assertion
    if not isinstance(a, Compare):
        return ()
    needs = defined.needs(a.condition, statement.symbols)
    return tuple(dict.fromkeys(plain for need in needs for plain in defined.plainest(need)))


def _inside(
    statement: Statement, strict: Statement, need: defined.Need, context: Context
) -> Finding | None:
    """What speaks against a radicand (or a logarithm's argument) that is negative at edges only."""
    left, right = need.condition.args
    test = replace(strict, assertion=Compare("le", left, right), by=None)
    if witnesses := search(test, context, any_one=True).witnesses:
        return not_real(statement, witnesses[0].point)
    if isinstance(by_provers(test, context), Proof):
        return None
    return perhaps_isolated(statement)

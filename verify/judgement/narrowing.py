"""A search that leaves out the points without a value, where these are isolated or at edges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
        narrowed: the statement at the other points. edge: some were left out.
    """

    narrowed: Statement
    edge: bool
    found: Found


def narrowed_search(
    statement: Statement, context: Context, first: Sequence[Values], budget: tuple[int, int, int]
) -> Seen | Finding:
    """A search, or the finding where it settles the statement."""
    found = search(statement, context, first, budget)
    if found.witnesses:
        return failure(statement, found, first)
    narrowed, edge = statement, False
    for _ in range(MOST_ROUNDS):
        if not found.undefined:
            break
        narrowed, edge, blocked = _with_values(narrowed, found, context)
        if blocked is not None:
            return replace(blocked, statement=statement.hash)
        # Points without a value are left out, and the search did not get past them.
        found = search(narrowed, context, first, budget)
        if found.witnesses:
            return replace(failure(narrowed, found, first), statement=statement.hash, edge=True)
    if found.undefined:
        return not_real(statement, found.undefined[0])
    return Seen(narrowed, edge, found)


def _with_values(
    statement: Statement, found: Found, context: Context
) -> tuple[Statement, bool, Finding | None]:
    """The statement where it has a value; or the finding that it has none on an open set."""
    if not found.undefined:
        return statement, False, None
    try:
        needs = _all_needs(statement)
        added = {need: defined.guarded(need) for need in needs}
    except (defined.Unclear, gram.NotGram):
        needs, added = (), {}
    rng = context.named(f"interior/{statement.hash}").rng()
    ordered = sorted(found.undefined, key=lambda p: sum(map(points.complexity, p.values())))
    broken: dict[defined.Need, None] = {}
    for point in ordered:
        here = [need for need in needs if interior.breaks(need, point)]
        if not here:
            return statement, False, not_real(statement, point)
        broken |= dict.fromkeys(here)
        # One need that is broken around the point is enough: the point is not isolated.
        for need in here:
            nearby = interior.around(statement, need, point, rng)
            if nearby is not None:
                return statement, False, not_real(statement, ordered[0])
    strict = statement.with_strict_sets()
    for need in broken:
        if not need.isolated and (blocked := _inside(statement, strict, need, context)):
            return statement, False, blocked
    where = statement.where + tuple(added[need] for need in broken)
    return replace(statement, where=where), True, None


def _all_needs(statement: Statement) -> tuple[defined.Need, ...]:
    a = statement.assertion
    if not isinstance(a, Compare):
        return ()
    return defined.needs(a.condition, statement.symbols)


def _inside(
    statement: Statement, strict: Statement, need: defined.Need, context: Context
) -> Finding | None:
    """What speaks against a radicand (or a logarithm's argument) that is negative at edges only."""
    left, right = need.condition.args
    test = replace(
        strict, assertion=Compare("le", left, right), where=strict.where + need.path, by=None
    )
    if witnesses := search(test, context, any_one=True).witnesses:
        return not_real(statement, witnesses[0].point)
    if isinstance(by_provers(test, context), Proof):
        return None
    return perhaps_isolated(statement)

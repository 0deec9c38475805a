"""From a statement to findings about it: search for a counterexample, then the methods that apply.

This is the only place where findings are made, so that a finding is always about the statement
that was tested, and covers what the method left free.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.formula.evaluate import truth
from verify.formula.expression import Node, free_names, pruned
from verify.language.statement import (
    Behaviour,
    Certificate,
    Compare,
    Goal,
    Limit,
    Statement,
    Table,
    Words,
)
from verify.language.symbols import Real, Symbol
from verify.methods import defined, gram
from verify.methods.base import Proof, Prover, Suspect
from verify.methods.context import Context
from verify.methods.evidence import PROOFS, Finding, Level, Outcome
from verify.methods.search import interior, points
from verify.methods.search.worst import DRAWN, Found, Witness, number, search, shown, sides

if TYPE_CHECKING:
    from verify.methods.derive import Derivation

STRENGTH = {level: place for place, level in enumerate(Level)}
Values = Mapping[str, Any]
MOST_ROUNDS = 4  # of leaving out points without a value
BEFORE_PROOF = (40, 80, 5000)  # random points, by mode; a statement without a proof has more


def weakest(levels: Iterable[Level]) -> Level:
    """The weakest of several levels (exact, where there is none)."""
    return max(levels, key=STRENGTH.__getitem__, default=Level.EXACT)


def examine(statement: Statement, context: Context, first: Sequence[Values] = ()) -> Finding:
    """The decisive finding about a statement.

    Args:
        first: the paper's settings (values of some symbols), which a search visits first.

    Raises:
        Exception: whatever a formula raises; the claim that holds it becomes an ``error``.
    """
    a = statement.assertion
    if isinstance(a, Compare):
        return _compare(statement, context, first)
    if isinstance(a, Limit):
        from verify.methods import limit

        return limit.examine(statement, context)
    if isinstance(a, Table):
        from verify.methods import recompute

        return recompute.examine(statement)
    if isinstance(a, Words):
        from verify.methods import words

        return words.examine(statement, context)
    if isinstance(a, Certificate):
        from verify.methods import certify

        return certify.examine(statement)
    if isinstance(a, Behaviour):
        from verify.methods import behave

        return behave.examine(statement, context)
    raise TypeError(f"an assertion must be of a known kind. Found {type(a).__name__}.")


def _compare(statement: Statement, context: Context, first: Sequence[Values]) -> Finding:
    if statement.exists:
        from verify.judgement import exists

        return exists.examine(statement, context, first)
    seen = _search(statement, context, first, BEFORE_PROOF)
    if isinstance(seen, Finding):
        return seen
    answer = prove(seen.narrowed, context)
    if answer is None or (isinstance(answer, Proof) and answer.argued):
        # Nothing but a search speaks for it, or for its steps in words.
        deeper = _search(statement, context, first, DRAWN)
        if isinstance(deeper, Finding):
            return deeper
        if answer is None and deeper.narrowed != seen.narrowed:
            answer = prove(deeper.narrowed, context)
        seen = deeper
    found = seen.found
    if isinstance(answer, Witness):
        return failure(statement, Found(witnesses=[answer]), first)
    if not found.tried and not found.unclear:
        return _nowhere(statement, context, answer)
    if answer is not None:
        return _proved(statement, answer, found, seen.edge)
    if not found.tried:
        return _unclear(statement, found)
    return _unrefuted(statement, found, seen.edge, _refused(seen.narrowed, context))


@dataclass(frozen=True)
class _Seen:
    """What a search saw of a statement without the points at which it has no value.

    Attributes:
        narrowed: the statement at the other points. edge: some were left out.
    """

    narrowed: Statement
    edge: bool
    found: Found


def _search(
    statement: Statement, context: Context, first: Sequence[Values], budget: tuple[int, int, int]
) -> _Seen | Finding:
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
        return _not_real(statement, found.undefined[0])
    return _Seen(narrowed, edge, found)


def _unclear(statement: Statement, found: Found) -> Finding:
    text = f"the sides could not be compared at any of {found.unclear} points."
    return Finding(
        statement=statement.hash,
        method="search",
        level=Level.NUMERIC,
        outcome=Outcome.INCONCLUSIVE,
        text=text,
    )


def _proved(statement: Statement, proof: Proof, found: Found, edge: bool) -> Finding:
    argued, level = proof.argued, proof.level
    if statement.beside:
        argued += ("the display is not the tested formula",)
    if argued and level in PROOFS:
        level = Level.ARGUED
    worst = f"; largest left/right {found.ratio:.4g}" if found.ratio is not None else ""
    at_worst = f" at {shown(found.worst)}" if worst and found.worst else ""
    left, right = sides(statement, found.worst) if found.worst else (None, None)
    return Finding(
        statement=statement.hash,
        method=proof.method,
        level=level,
        outcome=Outcome.HOLDS,
        text=f"{proof.text}{worst}{at_worst}.",
        fixed=proof.fixed,
        argued=argued,
        edge=edge,
        point=found.worst,
        left=left,
        right=right,
        ratio=found.ratio,
    )


def _unrefuted(statement: Statement, found: Found, edge: bool, refused: str) -> Finding:
    finest = f", {found.finest}" if found.finest else ""
    finest += f", undecided at {found.unclear} more" if found.unclear else ""
    ratio = f"; largest left/right {found.ratio:.4g}" if found.ratio is not None else ""
    where = f" at {shown(found.worst)}" if found.worst else ""
    left, right = sides(statement, found.worst) if found.worst else (None, None)
    return Finding(
        statement=statement.hash,
        method="search",
        level=Level.NUMERIC,
        outcome=Outcome.HOLDS,
        text=f"no violation at {found.tried} points{finest}{ratio}{where}{refused}.",
        sampled=True,
        edge=edge,
        point=found.worst,
        left=left,
        right=right,
        ratio=found.ratio,
    )


def _nowhere(statement: Statement, context: Context, answer: Proof | None) -> Finding:
    """No point of the sets meets the hypotheses: proved, or not found.

    A proof under hypotheses that nothing is known to meet is no evidence of anything.
    """
    empty = replace(
        statement,
        assertion=Compare("lt", Node("number", (), Fraction(0)), Node("number", (), Fraction(0))),
        by=None,
    )
    proof = prove(empty, context)
    if isinstance(proof, Proof):
        outcome, text = (
            Outcome.HYPOTHESES_EMPTY,
            f"the hypotheses contradict each other ({proof.text}).",
        )
        level = proof.level
    else:
        outcome, level = Outcome.INCONCLUSIVE, Level.NUMERIC
        text = "no point was found that meets the hypotheses."
        if answer is not None:
            text = f"proved ({answer.text}), but {text[:-1]}: give one by `look`."
    return Finding(
        statement=statement.hash, method="search", level=level, outcome=outcome, text=text
    )


def failure(statement: Statement, found: Found, first: Sequence[Values] = ()) -> Finding:
    """The finding of a violated statement: the most ordinary instance, the plainest beside it.

    Ordinary are the paper's settings, then the instances that the author points at.
    """
    plain = found.plainest
    settings = (*first, *statement.look)
    ordinary = _ordinary([w for w in found.witnesses if w.exact == plain.exact], settings) or plain
    exact = plain.exact
    level = Level.NUMERIC
    if exact:
        rational = not isinstance(ordinary.left, float) and not isinstance(ordinary.right, float)
        level = Level.EXACT if rational else Level.CERTIFIED
    relation = {"eq": "is not", "loewner": "is not below"}.get(
        _relation(statement), "is not at most"
    )
    if _relation(statement) == "lt":
        relation = "is not less than"
    beside = ""
    if plain.point != ordinary.point:
        sides_there = f"{number(plain.left)} against {number(plain.right)}"
        beside = f"; plainest: {sides_there} at {shown(plain.point)}"
    return Finding(
        statement=statement.hash,
        method="search",
        level=level,
        outcome=Outcome.FAILS,
        text=f"{number(ordinary.left)} {relation} {number(ordinary.right)} at "
        f"{shown(ordinary.point)}{beside}.",
        point=ordinary.point,
        left=ordinary.left,
        right=ordinary.right,
        ratio=_ratio(ordinary.left, ordinary.right),
        witness={"plainest": dict(plain.point)},
    )


def _relation(statement: Statement) -> str:
    a = statement.assertion
    return a.relation if isinstance(a, Compare) else ""


def _ordinary(witnesses: Sequence[Witness], first: Sequence[Values]) -> Witness | None:
    """A witness in the first setting that has one."""
    for fixed in first:
        for witness in witnesses:
            named = {n: v for n, v in fixed.items() if n in witness.point}
            if named and all(witness.point[n] == v for n, v in named.items()):
                return witness
    return None


def _ratio(left: Any, right: Any) -> float | None:
    try:
        return float(left) / float(right) if float(right) > 0 else None
    except (TypeError, OverflowError):
        return None


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
            return statement, False, _not_real(statement, point)
        broken |= dict.fromkeys(here)
        # One need that is broken around the point is enough: the point is not isolated.
        for need in here:
            nearby = interior.around(statement, need, point, rng)
            if nearby is not None:
                return statement, False, _not_real(statement, ordered[0])
    strict = statement.with_strict_sets()
    for need in broken:
        if not need.isolated and (blocked := _inside(statement, strict, need, context)):
            return statement, False, blocked
    where = statement.where + tuple(added[need] for need in broken)
    return replace(statement, where=where), True, None


def _not_real(statement: Statement, point: Values) -> Finding:
    return Finding(
        statement=statement.hash,
        method="search",
        level=Level.EXACT,
        outcome=Outcome.NOT_REAL,
        text=f"has no real value at {shown(point)}.",
        point=point,
    )


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
    if witnesses := search(test, context).witnesses:
        return _not_real(statement, witnesses[0].point)
    if isinstance(prove(test, context), Proof):
        return None
    return Finding(
        statement=statement.hash,
        method="search",
        level=Level.NUMERIC,
        outcome=Outcome.INCONCLUSIVE,
        text="lacks a value at some points; that these are isolated is not proved.",
    )


def provers_for(statement: Statement) -> tuple[Prover, ...]:
    """The statement's own provers, or all that may apply, cheapest first."""
    if statement.by is not None:
        return tuple(statement.by) if isinstance(statement.by, tuple | list) else (statement.by,)
    return automatic()


def automatic() -> tuple[Prover, ...]:
    """The provers that are tried in turn where a claim names none."""
    from verify.methods.boxes import Boxes
    from verify.methods.decide import Decide
    from verify.methods.decompose import Decompose
    from verify.methods.enumerate import Enumerate
    from verify.methods.induct import Induct
    from verify.methods.reduce import Reduce

    # Few substitutions are enough, or many do not help: z3 settles most of the others at once.
    plain = (Enumerate(), Reduce(), Decompose(limit=6), Decide(), Decompose(), Boxes())
    return (*plain, Induct(provers=plain))


def prove(statement: Statement, context: Context) -> Proof | Witness | None:
    """A proof of a comparison over all its sets, an exact counterexample, or None."""
    if getattr(statement.by, "derives", False):
        return _derived(statement, context).proof
    provers = provers_for(statement)
    try:
        goals = gram.lowered(statement)
    except gram.NotGram:
        return _identity(statement)
    proofs: list[Proof] = []
    for goal in goals:
        answer = _prove_goal(statement, goal, provers, context)
        if not isinstance(answer, Proof):
            return answer
        proofs.append(answer)
    texts = dict.fromkeys(p.text for p in proofs)
    fixed = {n: v for p in proofs for n, v in p.fixed.items()}
    method = ", ".join(dict.fromkeys(p.method for p in proofs))
    argued = tuple(word for p in proofs for word in p.argued)
    return Proof(method, weakest(p.level for p in proofs), "; ".join(texts), fixed, argued)


def _identity(statement: Statement) -> Proof | None:
    from verify.methods.reduce import prove_matrix_identity

    return prove_matrix_identity(statement)


def _derived(statement: Statement, context: Context) -> "Derivation":
    from verify.methods.derive import derive

    # A leaf is the same in every claim.
    everywhere = replace(context, stream="leaf")
    return derive(statement, context, lambda inner: _leaf(inner, everywhere))


def _refused(statement: Statement, context: Context) -> str:
    """What a derivation of the statement's own stumbles over, for a reader."""
    if not getattr(statement.by, "derives", False):
        return ""
    failure = _derived(statement, context).failure
    return f"; its derivation does not go through: {failure.rstrip('.')}" if failure else ""


def _leaf(statement: Statement, context: Context) -> Finding:
    """A leaf of a derivation; a mutant of a derived statement shares most leaves with it."""
    return (_common_leaf if statement.by is None else _examined_leaf)(statement, context)


def _examined_leaf(statement: Statement, context: Context) -> Finding:
    """A false leaf fails at a few points, and most others are proved at once."""
    if not isinstance(statement.assertion, Compare) or statement.exists:
        return examine(statement, context)
    found = search(statement, context, budget=(12, 12, 12), corners=40)
    if not found.witnesses:
        answer = prove(statement, context)
        if isinstance(answer, Proof):
            return _proved(statement, answer, Found(), False)
        if found.undefined or not found.tried:
            return examine(statement, context)
        found = search(statement, context, budget=(30, 100, 600), corners=100)
        if isinstance(answer, Witness):
            found.witnesses.append(answer)
    if found.witnesses:
        return failure(statement, found)
    return _unrefuted(statement, found, False, "")


_common_leaf = functools.lru_cache(maxsize=4096)(_examined_leaf)


def _prove_goal(
    statement: Statement, goal: Goal, provers: Sequence[Prover], context: Context
) -> Proof | Witness | None:
    """The obligations of a goal first, then the goal itself."""
    try:
        needs = defined.needs(goal.prove, goal.symbols)
    except defined.Unclear:
        needs = None
    levels = []
    if needs is not None:
        for need in needs:
            proof = _obliged(_obligation(goal, need), context)
            if not isinstance(proof, Proof) or proof.fixed:
                return None
            levels.append(proof.level)
        # The branches without a value have been proved to be out of reach.
        goal = replace(goal, prove=pruned(goal.prove))
    usable = provers if needs is not None else [p for p in provers if p.name in EVALUATING]
    answer = _first(goal, usable, context, lambda s: _confirmed(statement, s) is not None)
    if isinstance(answer, Suspect):
        return _confirmed(statement, answer)
    if isinstance(answer, Proof):
        return replace(answer, level=weakest([answer.level, *levels]))
    return None


# These evaluate the goal at every point and notice a missing value themselves, or reduce trees
# with sequences, whose entries have values.
EVALUATING = ("enumerate", "reduce", "induct")


@functools.lru_cache(maxsize=4096)
def _obliged(goal: Goal, context: Context) -> Proof | Suspect | None:
    """A proof of an obligation; the neighbours of a statement have most of its divisors."""
    return _first(goal, automatic(), context, lambda _: False)


def _obligation(goal: Goal, need: defined.Need) -> Goal:
    known = {s.name for s in goal.symbols}
    names = dict.fromkeys(
        n for c in (*need.path, need.condition) for n in free_names(c) if n not in known
    )
    bound = tuple(Symbol(n, n, "1", Real()) for n in names)
    return Goal(goal.symbols + bound, goal.given + need.path, need.condition)


def _first(
    goal: Goal, provers: Sequence[Prover], context: Context, confirms: Callable[[Suspect], bool]
) -> Proof | Suspect | None:
    """The first proof or confirmed suspicion; else the first suspicion."""
    suspicion: Suspect | None = None
    for prover in provers:
        answer = prover.prove(goal, context)
        if isinstance(answer, Proof):
            return answer
        if isinstance(answer, Suspect):
            if confirms(answer):
                return answer
            suspicion = suspicion or answer
    return suspicion


def _confirmed(statement: Statement, suspect: Suspect) -> Witness | None:
    """The suspected point, if it meets the hypotheses and violates the assertion exactly."""
    a = statement.assertion
    names = {s.name for s in statement.symbols}
    if not isinstance(a, Compare) or not names <= set(suspect.point):
        return None
    point = {n: suspect.point[n] for n in names}
    try:
        if not points.inside(statement, point) or truth(a.condition, point):
            return None
        left, right = sides(statement, point)
    except ArithmeticError:
        return None
    return Witness(point, left, right, True)


def covered(finding: Finding, statement: Statement) -> bool:
    """Whether a finding proves the whole statement."""
    return (
        finding.speaks_of(statement)
        and finding.outcome is Outcome.HOLDS
        and finding.covers_all
        and (finding.level in PROOFS or finding.level is Level.RECOMPUTED)
    )

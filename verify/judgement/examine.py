"""From a statement to its finding: search for a counterexample, then the methods that apply.

A comparison has its finding from here alone, and every other kind from its method, so that a
finding is always about the statement that was tested, and covers what the method left free.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.display.sentences import formulas, hypotheses, listed
from verify.display.typeset.names import name_of
from verify.formula.expression import Node, free_names, lift, walk
from verify.judgement import determinism, exists, proof_cache, proof_export
from verify.judgement.bounds import for_every_function
from verify.judgement.findings import failure, nowhere, proved, unclear, unrefuted, violated
from verify.judgement.narrowing import narrowed_search
from verify.judgement.obligations import by_provers
from verify.language.laws import KnownLaw
from verify.language.statement import Certificate, Compare, Limit, Statement, Table, Words
from verify.language.symbols import Law
from verify.methods import behave, certify, classics, limit, recompute, words
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.derive import Derivation, derive
from verify.methods.evidence import Finding
from verify.methods.kept import shared
from verify.methods.search.worst import DRAWN, Found, Witness, search

Values = Mapping[str, Any]
MANY = 24  # hypotheses at which a worst function is asked for before a search
BEFORE_PROOF = (40, 80, 5000)  # random points, by mode; a statement without a proof has more


def examine(statement: Statement, context: Context, first: Sequence[Values] = ()) -> Finding:
    """The decisive finding about a statement.

    Args:
        first: the paper's settings (values of some symbols), which a search visits first.

    Raises:
        Exception: whatever a formula raises; the claim that holds it becomes an ``error``.
    """
    a = statement.assertion
    if isinstance(a, Compare):
        found = _compare(statement, context, first)
        determinism.check(statement, a, context)
        return found
    if isinstance(a, Limit):
        return limit.examine(statement, a, context)
    if isinstance(a, Table):
        return recompute.examine(statement, a)
    if isinstance(a, Words):
        return words.examine(statement, a, context)
    if isinstance(a, Certificate):
        return certify.examine(statement, a)
    return behave.examine(statement, a, context)


def _opaque(statement: Statement) -> str:
    """The computations that keep provers away: only their values are looked at."""
    nodes = [node for tree in formulas(statement) for node in walk(tree)]
    names = dict.fromkeys(f"${name_of(n.value.name)}$" for n in nodes if n.op == "external")
    return f"; no prover looks into {listed([*names])}" if names else ""


def _compare(statement: Statement, context: Context, first: Sequence[Values]) -> Finding:
    if statement.exists:
        return exists.examine(statement, context, first, examine)
    if before := proof_cache.seen_before(statement, context):
        # A search found nothing, and what proved it then is to prove it again.
        answer = prove(statement, context)
        if isinstance(answer, Proof) and not answer.argued:
            proof_cache.keep_seen(statement, before, context)
            return proved(statement, answer, before)
    many = statement.ranging and statement.by is None and len(statement.where) > MANY
    if many and not proof_cache.stored_proof(statement, context):
        worst = for_every_function(statement, context)
        if isinstance(worst, Witness):
            return failure(statement, Found(witnesses=[worst]), first)
    seen = narrowed_search(statement, context, first, BEFORE_PROOF)
    if isinstance(seen, Finding):
        return seen
    answer = prove(seen.narrowed, context)
    if answer is None or (isinstance(answer, Proof) and answer.argued):
        # Nothing but a search speaks for it, or for its steps in words.
        deeper = narrowed_search(statement, context, first, DRAWN)
        if isinstance(deeper, Finding):
            return deeper
        if answer is None and deeper.narrowed != seen.narrowed:
            answer = prove(deeper.narrowed, context)
        seen = deeper
    found = seen.found
    if isinstance(answer, Witness):
        return failure(statement, Found(witnesses=[answer]), first)
    if not found.tried and not found.unclear:
        return nowhere(statement, _empty(statement, context), answer)
    if answer is not None:
        if seen.narrowed == statement and not answer.argued:
            found = proof_cache.keep_seen(statement, found, context)
        return _with(seen.added, proved(statement, answer, found), statement)
    if not found.tried:
        return unclear(statement, found)
    refused = _not_through(seen.narrowed, context) + _opaque(statement)
    return _with(seen.added, unrefuted(statement, found, refused), statement)


def _with(added: tuple[Node, ...], finding: Finding, statement: Statement) -> Finding:
    """The finding with the hypotheses under which it was found, in its sentence too."""
    if not added:
        return finding
    shown = hypotheses(replace(statement, where=added))
    text = f"{finding.text.rstrip('.')}; without {' and '.join(shown)} there is no value."
    return replace(finding, added=shown, text=text)


def _empty(statement: Statement, context: Context) -> Proof | None:
    """A proof that the hypotheses contradict each other, or that there is no law as declared."""
    laws = {s.name: s.kind for s in statement.symbols if isinstance(s.kind, Law | KnownLaw)}
    sets = (c for kind in laws.values() for c in kind.conditions)
    nothing = replace(
        statement,
        symbols=tuple(s for s in statement.symbols if s.name not in laws),
        assertion=Compare("lt", lift(0), lift(0)),
        where=tuple(c for c in (*statement.where, *sets) if not free_names(c) & laws.keys()),
        by=None,
    )
    proof = by_provers(nothing, context)
    return proof if isinstance(proof, Proof) else None


def prove(statement: Statement, context: Context, tell: bool = True) -> Proof | Witness | None:
    """A proof of a comparison over all its sets, an exact counterexample, or None.

    Args:
        tell: look for a proof that the second checker may read, where one is known that it cannot.
    """
    if getattr(statement.by, "derives", False):
        return _by_derivation(statement, context)
    alone = statement.by is None and context.classics
    if alone and statement.ranging and (answer := _for_every_function(statement, context)):
        return answer
    found = by_provers(statement, context, tell)
    if found is not None or not alone:
        return found
    bound = None if statement.ranging else _for_every_function(statement, context)
    return bound or _by_classics(statement, context)


def _for_every_function(statement: Statement, context: Context) -> Proof | Witness | None:
    """The same from the class of its functions; of what is not found nothing is kept."""
    if stored := proof_cache.stored_proof(statement, context):
        return stored
    found = for_every_function(statement, context)
    told = isinstance(found, Proof) and found.how
    return proof_cache.around(statement, context, lambda _: found) if told else found


def _by_classics(statement: Statement, context: Context) -> Proof | None:
    """A proof by a classic that a statement has the form of."""
    for name, by in classics.derivations(statement):
        found = _by_derivation(replace(statement, by=by), context)
        if found is not None and not found.argued:
            return found if found.read else replace(found, text=f"{found.text}, by {name}")
    return None


def _by_derivation(statement: Statement, context: Context) -> Proof | None:
    apart = replace(context, kept=context.kept.apart(), classics=False)

    def find(_: proof_cache.Before) -> Proof | None:
        found = _derived(statement, apart)
        proof = found.proof(statement, context)
        if proof is None:
            return None
        how = proof_export.document(statement, found, lambda leaf: leaf_proof(leaf, apart))
        return replace(proof, how=how)

    return proof_cache.around(statement, context, find, apart)


def _derived(statement: Statement, context: Context) -> Derivation:
    anew = replace(context, known=None, classics=False)
    return derive(statement, context, lambda inner: leaf(inner, anew))


def _not_through(statement: Statement, context: Context) -> str:
    """What a derivation of the statement's own stumbles over, for a reader."""
    if not getattr(statement.by, "derives", False):
        return ""
    found = _derived(statement, context).failure
    return f"; its derivation does not go through: {found.rstrip('.')}" if found else ""


def leaf(statement: Statement, context: Context) -> Finding:
    """A leaf of a derivation; a mutant of a derived statement shares most leaves with it."""
    return (_common_leaf if statement.by is None else _examined_leaf)(statement, context)


def _examined_leaf(statement: Statement, context: Context) -> Finding:
    """A false leaf fails at a few points, and most others are proved at once."""
    if not isinstance(statement.assertion, Compare) or statement.exists:
        return examine(statement, context)
    before = proof_cache.before(statement, context)
    if before.asked:
        answer = leaf_proof(statement, context)
        if isinstance(answer, Proof) and not answer.argued:
            return proved(statement, answer, Found())
    # What had no proof in an earlier run is likely to need the longer search.
    quick = not before.unproved
    found = _seen_of_leaf(statement, context, quick)
    if not found.witnesses:
        answer = leaf_proof(statement, context)
        if isinstance(answer, Proof):
            return proved(statement, answer, Found())
        if found.undefined or not found.tried:
            return examine(statement, context)
        if quick:
            found = _seen_of_leaf(statement, context, False)
        if isinstance(answer, Witness):
            found.witnesses.append(answer)
    if found.witnesses:
        return violated(statement, found.plainest)
    return unrefuted(statement, found, "")


def _seen_of_leaf(statement: Statement, context: Context, quick: bool) -> Found:
    budget, corners = ((12, 12, 12), 40) if quick else ((30, 100, 600), 100)
    return search(statement, context, budget=budget, corners=corners)


def leaf_proof(statement: Statement, context: Context) -> Proof | Witness | None:
    """The proof of a leaf, which its finding and the document of a derivation both need."""
    return (_common_proof if statement.by is None else prove)(statement, context)


_common_proof = shared(prove)
_common_leaf = shared(_examined_leaf)

"""The findings of a search and of a proof, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.display.digits import against
from verify.display.digits import ratio as as_shown
from verify.language.statement import Compare, Statement
from verify.methods.base import Proof
from verify.methods.evidence import BESIDE, PROOFS, Finding, Level, Outcome
from verify.methods.interpolant import described
from verify.methods.search.plainer import plainer, valueless_at
from verify.methods.search.worst import Found, Witness, made_plain, roughly, shown, sides

Values = Mapping[str, Any]


def proved(statement: Statement, proof: Proof, found: Found) -> Finding:
    """The statement holds by a proof; beside it the worst point that a search found."""
    argued, level = proof.argued, proof.level
    if statement.beside:
        argued += (BESIDE,)
    if argued and level in PROOFS:
        level = Level.ARGUED
    text = proof.text
    if proof.unearned:
        level = Level.NUMERIC
        text = f"{_nowhere_violated(found)}; with an argument, but {proof.unearned}"
    finding = _held(statement, found, proof.method, level, text)
    sampled = bool(proof.unearned)
    return replace(finding, fixed=proof.fixed, sampled=sampled, argued=argued, read=proof.read)


def unrefuted(statement: Statement, found: Found, refused: str) -> Finding:
    """A search found no violation, and there is no proof.

    Args:
        refused: what the statement's own derivation stumbled over, "" if it has none.
    """
    seen = _nowhere_violated(found)
    return replace(_held(statement, found, "search", Level.NUMERIC, seen, refused), sampled=True)


def _held(
    statement: Statement, found: Found, method: str, level: Level, text: str, behind: str = ""
) -> Finding:
    """A statement that holds, with the worst point that a search found."""
    left, right = sides(statement, found.instance) if found.instance else (None, None)
    ratio = _telling(statement, found)
    return Finding(
        statement.hash,
        method,
        level,
        Outcome.HOLDS,
        f"{text}{_at_worst(ratio, found, strict=left != right)}{behind}.",
        point=found.instance,
        left=left,
        right=right,
        ratio=ratio,
    )


def _telling(statement: Statement, found: Found) -> float | None:
    """The largest ratio of the sides, where it says something.

    That of an equation is 1 wherever it holds; one that is not positive is no size.
    """
    if _relation(statement) == "eq" or found.ratio is None or found.ratio <= 0:
        return None
    return found.ratio


def _at_worst(ratio: float | None, found: Found, *, strict: bool) -> str:
    """The largest ratio that was found, and where.

    Args:
        strict: the sides differ there.
    """
    if ratio is None:
        return ""
    value = as_shown(ratio)
    near = " to 6 digits" * (strict and value == "1")
    where = f" at {roughly(found.instance)}" if found.instance else ""
    return f"; largest ratio found of left to right side {value}{near}{where}"


def _nowhere_violated(found: Found) -> str:
    tight = ""
    if found.active:
        some = "some" if found.active - {frozenset()} else "none"
        tight = f", {some} of them where a hypothesis holds with equality"
    finest = f", {found.finest}" if found.finest else ""
    finest += f", undecided at {found.unclear} more" if found.unclear else ""
    return f"no violation at {found.tried} points{tight}{finest}"


def unclear(statement: Statement, found: Found) -> Finding:
    """No point at which the sides could be compared."""
    text = f"the sides could not be compared at any of {found.unclear} points."
    return Finding(statement.hash, "search", Level.NUMERIC, Outcome.INCONCLUSIVE, text)


def nowhere(statement: Statement, emptiness: Proof | None, answer: Proof | None) -> Finding:
    """No point of the sets meets the hypotheses: proved, or not found.

    A proof under hypotheses that nothing is known to meet supports the statement at best: it may
    say nothing.

    Args:
        emptiness: a proof that the hypotheses contradict each other. answer: one of the statement.
    """
    if emptiness is not None:
        outcome, level = Outcome.HYPOTHESES_EMPTY, emptiness.level
        text = f"the hypotheses contradict each other ({emptiness.text})."
    else:
        outcome, level = Outcome.INCONCLUSIVE, Level.NUMERIC
        text = "no point was found that meets the hypotheses."
        if answer is not None:
            # True, and perhaps of nothing: it has the proof's level and is no more than supported.
            outcome, level = Outcome.HOLDS, answer.level
            text = f"proved ({answer.text}), but {text[:-1]}: give one by `at`."
    sampled = outcome is Outcome.HOLDS
    return Finding(statement.hash, "search", level, outcome, text, sampled=sampled)


def not_real(statement: Statement, point: Values) -> Finding:
    """The statement has no value at a point that its hypotheses allow."""
    point = plainer(statement, point, valueless_at)
    text = f"it has no real value at {shown(point)}."
    return Finding(statement.hash, "search", Level.EXACT, Outcome.NOT_REAL, text, point=point)


def perhaps_isolated(statement: Statement) -> Finding:
    """It lacks a value at edges, and possibly around them."""
    text = "lacks a value at some points; that these are isolated is not proved."
    return Finding(statement.hash, "search", Level.NUMERIC, Outcome.INCONCLUSIVE, text)


def failure(statement: Statement, found: Found, first: Sequence[Values] = ()) -> Finding:
    """The finding of a violated statement: the most ordinary instance, the plainest beside it.

    Ordinary are the paper's settings, then the instances that the author points at. Of either one
    that is left open has plain values.
    """
    plain = found.plainest
    exact = [w for w in found.witnesses if w.exact == plain.exact]
    settings = (*first, *statement.look)
    ordinary = next((w for fixed in settings for w in exact if w.meets(fixed)), None)
    plain = made_plain(statement, plain)
    ordinary = plain if ordinary is None else made_plain(statement, ordinary, settings)
    finding = violated(statement, ordinary)
    beside = ""
    if plain.point != ordinary.point:
        beside += f"; plainest instance: {violated(statement, plain).text[:-1]}"
    here, largest = ordinary.ratio or 0.0, max(w.ratio or 0.0 for w in (ordinary, plain, *exact))
    if (
        largest > here
        and as_shown(largest) != as_shown(here)
        and _relation(statement) in ("le", "lt")
    ):
        beside += f"; largest ratio of left to right side found: {as_shown(largest)}"
    return replace(
        finding, text=f"{finding.text[:-1]}{beside}.", witness={"plainest": dict(plain.point)}
    )


def violated(statement: Statement, witness: Witness) -> Finding:
    """The finding of a statement that an instance violates."""
    level = Level.NUMERIC
    if witness.exact:
        rational = not isinstance(witness.left, float) and not isinstance(witness.right, float)
        level = Level.EXACT if rational else Level.CERTIFIED
    relation = {"eq": "is not", "loewner": "is not below"}.get(
        _relation(statement), "is not at most"
    )
    if _relation(statement) == "lt":
        relation = "equals" if witness.left == witness.right else "is not less than"
    left, right = against(witness.left, witness.right)
    function = described(statement, witness.point)
    beside = f", {function}" if function else ""
    return Finding(
        statement.hash,
        "search",
        level,
        Outcome.FAILS,
        f"{left} {relation} {right} at {shown(witness.point)}{beside}.",
        point=witness.point,
        left=witness.left,
        right=witness.right,
        ratio=witness.ratio,
    )


def _relation(statement: Statement) -> str:
    a = statement.assertion
    return a.relation if isinstance(a, Compare) else ""


def covered(finding: Finding, statement: Statement) -> bool:
    """Whether a finding proves the whole statement."""
    return (
        finding.speaks_of(statement)
        and finding.outcome is Outcome.HOLDS
        and finding.covers_all
        and (finding.level in PROOFS or finding.level is Level.RECOMPUTED)
    )

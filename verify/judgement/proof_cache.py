"""Proofs that are kept: read by the second checker before they count, in place of a search.

A proof that the checker accepts is stored with its statement. Of one that it does not read, the
methods that found it are remembered and tried first; of a statement without a proof, that there was
none. What is stored can hide a proof so, until it is looked for anew, and cannot make one.
"""

import functools
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from verify.checker import documents
from verify.judgement.checked import accepted, document, statement_text
from verify.language.statement import Statement
from verify.language.symbols import as_written
from verify.methods.base import Proof, Prover
from verify.methods.context import Context
from verify.methods.derive import derived
from verify.methods.enumerate import size
from verify.methods.evidence import Level
from verify.methods.search.known import read, written
from verify.methods.search.points import inside
from verify.methods.search.worst import Found, Witness, again

Refuted = TypeVar("Refuted", bound=Witness | None)
SOURCES = Path(documents.__file__).parent
# The method that tells a kind of proof, and where a proof by cases has those of the cases.
METHODS = {
    "identity": "reduce",
    "signs": "decompose",
    "multipliers": "multipliers",
    "cases": "decompose",
    "stronger": "decompose",
    "enumerate": "enumerate",
    "boxes": "boxes",
    "induct": "induct",
    "links": "derive",
    "squares": "performance",
}
PIECES = {"cases": "paths", "split": "pieces", "both": "pieces"}
WORDS = {
    "identity": "a polynomial identity",
    "signs": "the signs of a polynomial's terms",
    "multipliers": "multipliers of the conditions",
    "cases": "cases",
    "split": "cases",
    "stronger": "a stronger sentence",
    "both": "both orders of an equation",
    "enumerate": "evaluating every point",
    "boxes": "enclosures over boxes",
    "induct": "induction",
    "squares": "multiples of its conditions and squares",
}


def stored_proof(statement: Statement, context: Context) -> Proof | None:
    """The proof that is stored of a statement, if the checker accepts it."""
    goals = context.kept.entry(statement.hash).get("goals")
    level = accepted(statement, goals) if goals else None
    if level is None:
        return None
    try:
        proof = _kept(statement, goals, level, context)
    except (LookupError, TypeError, AttributeError):
        return None  # of a form that was not written here, beside what is read
    context.kept.read.add(statement.hash)
    return proof


@dataclass(frozen=True)
class Before:
    """What an earlier run left of a statement, beside a proof.

    Attributes:
        asked: it looked for a proof, so that this comes before a counterexample.
        by: the methods that found one; empty where none did, None where that is not known.
        untold: it was tried in vain to tell how a decided statement goes.
    """

    asked: bool
    by: Sequence[str] | None
    untold: bool

    @property
    def unproved(self) -> bool:
        """Whether a proof was looked for in vain."""
        return self.by is not None and not self.by

    def ordered(self, provers: Sequence[Prover]) -> Sequence[Prover]:
        """The provers, those first that found a proof; none where none did."""
        if not self.by:
            return provers if self.by is None else ()
        return sorted(provers, key=lambda prover: prover.name not in (self.by or ()))


def before(statement: Statement, context: Context) -> Before:
    """What an earlier run left of it."""
    entry = context.kept.entry(statement.hash)
    by = entry.get("by")
    asked = not entry.keys().isdisjoint(("goals", "by", "refused"))
    return Before(asked, by if isinstance(by, list) else None, entry.get("untold") is True)


def around(
    statement: Statement,
    context: Context,
    find: Callable[[Before], Proof | Refuted],
    rests_on: Context | None = None,
    *,
    tell: bool = True,
) -> Proof | Refuted | None:
    """The proof that is stored, or what is found anew, which is kept: the one way to a proof.

    Args:
        find: looks for a proof, with the help of what an earlier run left.
        rests_on, tell: of :func:`keep`.
    """
    if stored := stored_proof(statement, context):
        return stored
    found = find(before(statement, context))
    if found is None or isinstance(found, Proof):
        return keep(statement, found, context, rests_on, tell=tell)
    return found


def keep(
    statement: Statement,
    proof: Proof | None,
    context: Context,
    rests_on: Context | None = None,
    *,
    tell: bool = True,
) -> Proof | None:
    """Keep what was found about a statement, and say whether the checker accepts it.

    Args:
        rests_on: what was kept on the way, which a proof that the checker accepts holds itself.
        tell: a proof that can be told was looked for.
    """
    refused = {}
    if proof is not None and not proof.fixed and not proof.argued:
        goals = proof.how and proof.how["goals"]
        if goals and (asked := document(statement, goals)) is not None:
            name = _name(asked)
            # What the checker refuses it refuses after its most work, and would each time.
            before = context.kept.entry(statement.hash).get("refused")
            if before != name and (level := accepted(statement, goals)):
                return _kept(statement, goals, level, context)
            refused = {"refused": name}
    if rests_on is not None:
        context.kept.take(rests_on.kept)
        if refused:
            context.kept.keep(statement.hash, refused)
    else:
        by = proof.method.split(", ") if proof is not None else []
        vain = tell and proof is not None and proof.level is Level.DECIDED
        decided = {"untold": True} if vain else {}
        # Of an attempt before this one, which told more, nothing is left.
        context.kept.used.get(statement.hash, {}).pop("refused", None)
        context.kept.keep(statement.hash, {"by": by} | decided | refused)
    return proof


def _name(document: str) -> str:
    """Of a document and of the checker that reads it."""
    return hashlib.sha256(_checker() + document.encode()).hexdigest()[:12]


@functools.cache
def _checker() -> bytes:
    return b"".join(path.read_bytes() for path in sorted(SOURCES.glob("*.py")))


def _kept(statement: Statement, goals: Any, level: Level, context: Context) -> Proof:
    """A proof that the checker accepts: whatever is said of it follows from what was read."""
    text, how = _in_words(statement, goals), {"goals": goals}
    proof = Proof(methods(goals), level, text, how=how, read=True)
    context.kept.keep(statement.hash, {"statement": statement_text(statement), "goals": goals})
    return proof


def methods(goals: Any) -> str:
    """The names of the methods that tell such proofs."""
    return ", ".join(dict.fromkeys(m for goal in goals for m in _methods(goal.get("how") or {})))


def _methods(how: Any) -> list[str]:
    """The methods whose kinds of proof are told."""
    by = how.get("by", "signs")
    pieces = how.get(PIECES.get(by, ""))
    if pieces:
        return [method for piece in pieces for method in _methods(piece)]
    return [METHODS[by]]


def _in_words(statement: Statement, goals: Any) -> str:
    """What kind of proof was read: the same words where it was found and where it was stored."""
    hows = [goal.get("how") or {} for goal in goals]
    if len(hows) == 1 and "leaves" in hows[0]:
        return derived(len(hows[0]["leaves"]))
    words = WORDS | {"enumerate": _points_in_words(size(statement.symbols))}
    return "by " + ", ".join(dict.fromkeys(words[how.get("by", "signs")] for how in hows))


def _points_in_words(number: int | None) -> str:
    """What an enumeration looks at; the number is the statement's own, and None where a symbol that
    its goals do not have is from a set that is not finite."""
    if number is None:
        return WORDS["enumerate"]
    return "evaluating its only point" if number == 1 else f"evaluating all {number} points"


def keep_seen(statement: Statement, found: Found, context: Context) -> Found:
    """Keep the first and the worst points of a search, and say what is seen at these alone."""
    seen = found
    try:
        entry = _told(seen)
        # Until no point is dropped: a later run, which looks at these alone, says the same.
        while looked_at := _at(statement, [*entry, *_pointed(statement)]):
            before, seen, entry = entry, looked_at, _told(looked_at)
            if entry == before:
                break
        else:
            return found
    except ValueError:
        return found
    context.kept.keep(statement.hash, {"seen": entry})
    return seen


def _told(found: Found) -> list[Any]:
    told = [p for p in (found.first, found.worst or None, found.highest) if p is not None]
    return [written(p) for k, p in enumerate(told) if p not in told[:k]]


def seen_before(statement: Statement, context: Context) -> Found | None:
    """What an earlier search saw of a statement that was proved then, and what `at` has."""
    entry = context.kept.entry(statement.hash).get("seen")
    if not entry or not isinstance(entry, list):
        return None
    return _at(statement, [*entry, *_pointed(statement)])


def _pointed(statement: Statement) -> Iterator[Any]:
    """The instances of its author that give every symbol a value, as they are stored."""
    for values in statement.look:
        point = {n: as_written(v) for n, v in values.items() if n in statement.by_name}
        if len(point) == len(statement.symbols) and inside(statement, point):
            yield written(point)


def _at(statement: Statement, entry: Sequence[Any]) -> Found | None:
    """What is seen at stored points; None unless the statement has a value and holds at each."""
    try:
        points = [read(p) for p in entry]
    except ValueError:
        return None
    seen = again(statement, points, proved=True)
    if not points or seen.tried < len(points) or seen.witnesses or seen.undefined:
        return None
    return seen

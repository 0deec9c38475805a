"""Stored proofs: what a file holds, and the answer about each."""

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.checker.links import checked, spoken
from verify.checker.readable import declared, readable
from verify.checker.rules import free
from verify.checker.text import (
    MOST_WORK,
    Malformed,
    NotRead,
    Refused,
    Tree,
    Work,
    conjuncts,
    read,
    symbol,
)
from verify.checker.values import Goal

MOST_BYTES = 2_000_000
LETTERS = 10  # of a text that stands in several places are a step
NUMBERED = re.compile("#[0-9]{1,6}")
MOST_IN_FILE = 20 * MOST_WORK
ACCEPTED = ("accepted", "accepted but for words")
STATUS = {"refused": 1, "not read": 1, "malformed": 2}


@dataclass(frozen=True)
class Answer:
    """What became of a proof: accepted (but for words), refused or not read, with one line why.

    Attributes:
        enclosed: of one that is accepted: whether it rests on enclosures of numbers.
    """

    word: str
    why: str = ""
    enclosed: bool = False


def answer(proof: Mapping[str, Any], work: Work | None = None) -> Answer:
    """The answer about a statement with its proof.

    Args:
        work: the steps that it may take; what is left of them afterwards.
        proof: ``statement`` with ``symbols``, ``given`` and ``prove``, and ``goals``, one for each
            part of what it says, with ``how`` and the ``needs``; in these ``#3`` is the fourth of
            the ``texts``, if there are any.

    Raises:
        Malformed: it is none. Spent: it takes too much work.
    """
    work = work or Work()
    try:
        said, goals = proof["statement"], spelled(proof["goals"], proof.get("texts", []), work)
        symbols = tuple(symbol(line) for line in said["symbols"])
        if len({s.name for s in symbols}) < len(symbols):
            raise Malformed("a symbol that is declared twice")
        given = tuple(part for text in said["given"] for part in _hypotheses(read(text)))
        if set().union(*map(free, given)) - {s.name for s in symbols}:
            # It could be the name of an index, or of what is drawn, on the way.
            raise Refused("a hypothesis about what is not declared")
        parts = conjuncts(read(said["prove"]))
        if len(goals) != len(parts):
            raise Refused("a part of the statement without a proof")
        for part, goal in zip(parts, goals, strict=True):
            checked(Goal(symbols, given, part, work), goal.get("how"), goal.get("needs", ()))
    except NotRead as error:
        return Answer("not read", _line(error))
    except Refused as error:
        return Answer("refused", _line(error))
    except RecursionError:
        return Answer("refused", "nested too deeply")
    except Malformed:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        raise Malformed(f"a proof of another form ({_line(error)})") from error
    words = spoken(goals)
    return Answer(ACCEPTED[bool(words)], _printed("; ".join(words)), work.enclosed)


def spelled(told: Any, texts: Sequence[str], work: Work) -> Any:
    """What is told, with its texts in the places of their numbers.

    Raises:
        Malformed: there is no text of a number. Spent: together they are too long.
    """
    if isinstance(told, str) and NUMBERED.fullmatch(told) and texts:
        place = int(told[1:])
        if place >= len(texts) or not isinstance(texts[place], str):
            raise Malformed(f"a text that there is not: {told}")
        work.spend(1 + len(texts[place]) // LETTERS)
        return texts[place]
    if isinstance(told, dict):
        return {name: spelled(part, texts, work) for name, part in told.items()}
    return [spelled(part, texts, work) for part in told] if isinstance(told, list) else told


def _hypotheses(condition: Tree) -> tuple[Tree, ...]:
    """The comparisons of a hypothesis; one that is not read is left out, which is weaker."""
    try:
        return conjuncts(condition)
    except NotRead:
        return ()


def _line(said: object) -> str:
    return _printed(" ".join(str(said).split())[:200])


def _printed(text: str) -> str:
    """A text without what would move a terminal's line."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def of_file(path: str) -> int:
    """Check a file, print a line a proof and the statements that are accepted; 0, 1 or 2."""
    try:
        proofs = _loaded(path)
    except (OSError, ValueError, RecursionError) as error:
        print(f"malformed: {path}: {_line(error)}")
        return 2
    left, status = MOST_IN_FILE, 0
    for name, proof in proofs.items():
        work = Work(min(MOST_WORK, left))
        left -= work.left
        try:
            found = answer(proof, work)
        except Malformed as error:
            found = Answer("malformed", _line(error))
        left += max(work.left, 0)
        print(f"{found.word}: {path}: {_line(name)}" + (f": {found.why}" if found.why else ""))
        for line in stated(proof["statement"], found) if found.word in ACCEPTED else ():
            print(f"    {_printed(line)}")
        status = max(status, STATUS.get(found.word, 0))
    return status


def stated(said: Mapping[str, Any], found: Answer) -> list[str]:
    """What was accepted, for a reader: sets, hypotheses, conclusion, and the hash of this text.

    The key of a proof says nothing here: it is not computed of what was checked.
    """
    text = json.dumps([said["symbols"], said["given"], said["prove"]])
    sets = "; ".join(declared(symbol(line)) for line in said["symbols"])
    return [
        *([f"for all {sets}"] if sets else []),
        *(f"where {readable(read(line))}" for line in said["given"]),
        readable(read(said["prove"])),
        f"{'by enclosures of numbers' if found.enclosed else 'exact'}, "
        f"sha256 {hashlib.sha256(text.encode()).hexdigest()}",
    ]


def _loaded(path: str) -> dict[str, Any]:
    """The proofs of a file, by statement hash; of a claim's file (verify/proofs) those it tells."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
        raise Malformed("a file must be a plain file of at most 2 MB")
    with open(path, encoding="utf-8") as file:
        document = json.load(file, object_pairs_hook=_once, parse_constant=_none)
    if not isinstance(document, dict) or not document:
        raise Malformed("a document must be an object of proofs")
    if document.keys() <= {"violations", "proofs"}:
        kept = document.get("proofs", {})
        if not isinstance(kept, dict):
            raise Malformed("what is kept must be an object of proofs")
        document = {k: v for k, v in kept.items() if not isinstance(v, dict) or "goals" in v}
    if not document:
        raise Malformed("a file must have a proof that is told. Found none")
    if not all(isinstance(proof, dict) for proof in document.values()):
        raise Malformed("a proof must be an object")
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise Malformed("a key that is written twice")
    return dict(pairs)


def _none(token: str) -> None:
    raise Malformed(f"a number must be finite. Found {token}")

"""``ledger.lock``: what every claim came to, of which code, and which sentence was read with it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verify.judgement.record import ClaimRecord, StatementRecord
from verify.language.claims import Claim
from verify.ledger.collection import LOCK
from verify.ledger.words import NO_WORDS, Words

HEAD = "# id verdict code statements meaning"
NONE = "-"
DIGITS = 12


@dataclass(frozen=True)
class Line:
    """A claim's line.

    Attributes:
        id, verdict: the claim's.
        code: the hash of its module and of all that it imports.
        statements: the hash of the statements that its row displays.
        meaning: the hash of its words and of the statements with which they were last read, or
            ``-`` where it has none.
    """

    id: str
    verdict: str
    code: str
    statements: str
    meaning: str = NONE

    def __str__(self) -> str:
        return f"{self.id} {self.verdict} {self.code} {self.statements} {self.meaning}"


def displayed(record: ClaimRecord) -> tuple[StatementRecord, ...]:
    """The statements that a claim's section displays, in its order."""
    parts = (s for p in record.parts for s in (p.printed, p.repaired, p.instead))
    return tuple(s for s in (*parts, *record.notes) if s is not None)


def digest(*texts: str) -> str:
    """A short hash of several texts."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:DIGITS]


def line(record: ClaimRecord, words: Words = NO_WORDS) -> Line:
    """The line of a record whose words, if it has any, have just been read."""
    statements = digest(*(s.hash for s in displayed(record)))
    return Line(record.id, record.verdict, record.sources, statements, read_with(statements, words))


def read_with(statements: str, words: Words) -> str:
    """The hash of words and of the statements with which they were read; NONE without words."""
    said = [text for text in (words.meaning, *words.notes) if text]
    return digest(statements, *said) if said else NONE


def kept(
    records: Sequence[ClaimRecord], words: Mapping[str, Words], before: Sequence[Line]
) -> list[Line]:
    """The lines of all records, each sentence as it was last read."""
    read = {old.id: old.meaning for old in before}
    lines = [line(record, words.get(record.id, NO_WORDS)) for record in records]
    return [
        new if new.meaning == NONE else replace(new, meaning=read.get(new.id, NONE))
        for new in lines
    ]


def renewed(
    records: Sequence[ClaimRecord], words: Mapping[str, Words], before: Sequence[Line]
) -> list[Line]:
    """The lines of before; the sentences of these records have been read."""
    read = {r.id: line(r, words.get(r.id, NO_WORDS)).meaning for r in records}
    return [replace(old, meaning=read.get(old.id, old.meaning)) for old in before]


def rendered(lines: Iterable[Line]) -> str:
    """The file."""
    return "\n".join([HEAD, *map(str, lines)]) + "\n"


def parsed(text: str) -> list[Line]:
    """The lines of a file.

    Raises:
        ValueError: a line is none.
    """
    found = []
    for number, row in enumerate(text.splitlines(), start=1):
        if row.startswith("#") or not row:
            continue
        words = row.split(" ")
        if len(words) != len(HEAD.split()) - 1:
            raise ValueError(f"{LOCK} must have five words a line. Found {row!r:.60} in {number}.")
        found.append(Line(*words))
    return found


def stale(
    records: Sequence[ClaimRecord],
    codes: Mapping[str, str],
    words: Mapping[str, Words],
    claims: Sequence[Claim] | None,
    place: Path,
) -> list[str]:
    """Differences between records, with today's code, and the lock.

    Args:
        records: of the claims that are compared. codes: today's hash of each one's module.
        words: today's, by id.
        claims: all that there are, where no other line may exist; else None.
        place: of the file.
    """
    if not place.exists():
        return [f"{place} must exist. Found none: run 'python -m verify'."]
    lines = {old.id: old for old in parsed(place.read_text(encoding="utf-8"))}
    problems = []
    for record in records:
        old = lines.get(record.id)
        if old is None:
            problems.append(f"{record.id} is not in {place}.")
            continue
        if old.verdict != record.verdict:
            problems.append(f"{record.id} is {old.verdict} in {place}. Found {record.verdict}.")
        if old.code != codes[record.id]:
            problems.append(f"{record.id}: its sources have changed since the ledger was made.")
        now = line(record, words.get(record.id, NO_WORDS))
        if old.statements != now.statements:
            problems.append(f"{record.id}: its statements have changed since the ledger was made.")
        problems += unread(now, old, "" if place == LOCK else f"{place.parent} ")
    if claims is not None:
        known = {claim.id for claim in claims}
        problems += [f"{name} in {place} is no claim." for name in lines if name not in known]
    return problems


def unread(now: Line, old: Line, folder: str = "") -> list[str]:
    """Whether a sentence was read with other statements, or never.

    Args:
        folder: of the paper and a space, where it is none of this project's.
    """
    if now.meaning in (NONE, old.meaning):
        return []
    return [
        f"{now.id}: its meaning must be read with the statements of today. "
        f"Run 'python -m verify {folder}--read {now.id}'."
    ]

"""``python -m benchmarks.proofs [SELECTOR...]``: what the second checker accepts.

Of the statements that the ledger's records prove, each is proved again, its proof written as text
and read by :mod:`verify.checker`. Counted by method, with the reasons for the others.
"""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.checker.documents import answer
from verify.checker.text import Malformed
from verify.judgement.examine import prove
from verify.judgement.narrowing import narrowed_search
from verify.judgement.written import statement_text
from verify.language.claims import cited
from verify.language.statement import Statement
from verify.ledger.selection import chosen
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import PROOFS, Finding

LEDGER = Path("build/ledger.json")
BUDGET = (12, 12, 12)  # points that are looked at for values that are missing


@dataclass(frozen=True)
class Row:
    """A statement: its claim, method, the checker's answer, bytes and seconds of both."""

    claim: str
    hash: str
    method: str
    word: str
    why: str
    size: int
    found: float
    checked: float


def statements(selectors: Sequence[str]) -> Iterator[tuple[str, Statement]]:
    """The comparisons of claims and of the lemmas that they cite, each once."""
    seen: set[str] = set()
    for entry in chosen(selectors):
        drafts = list(entry.claim.drafts)
        said = [draft.build() for draft in drafts]
        said += [lemma.build() for draft in drafts for lemma in cited(draft)]
        for statement in said:
            if statement.hash not in seen and statement_text(statement) is not None:
                seen.add(statement.hash)
                yield entry.claim.id, statement


def methods(place: Path) -> Mapping[str, str]:
    """The method of each statement that the ledger's records prove, by hash."""
    found: dict[str, str] = {}
    waiting = [json.loads(place.read_text(encoding="utf-8"))]
    while waiting:
        value = waiting.pop()
        waiting += value.values() if isinstance(value, dict) else value
        waiting = [v for v in waiting if isinstance(v, dict | list)]
        if not isinstance(value, dict) or not {"hash", "finding"} <= set(value):
            continue
        finding = value["finding"]
        if finding["outcome"] == "holds" and finding["level"] in PROOFS:
            found[value["hash"]] = finding["method"]
    return found


def row(claim: str, statement: Statement, method: str) -> Row:
    """Prove a statement and have the proof read."""
    start = time.perf_counter()
    context = Context()
    seen = narrowed_search(statement, context, (), BUDGET)
    narrowed = statement if isinstance(seen, Finding) else seen.narrowed
    proof = prove(narrowed, context)
    found = time.perf_counter() - start
    text = statement_text(narrowed)
    if not isinstance(proof, Proof) or proof.how is None or text is None:
        why = "the engine tells nothing" if isinstance(proof, Proof) else "not proved here"
        return Row(claim, statement.hash, method, "not emitted", why, 0, found, 0.0)
    document = {"statement": text, **proof.how}
    size = len(json.dumps(document))
    start = time.perf_counter()
    try:
        said = answer(document)
        word, why = said.word, said.why
    except Malformed as error:
        word, why = "malformed", str(error)
    return Row(claim, statement.hash, method, word, why, size, found, time.perf_counter() - start)


def table(rows: Sequence[Row]) -> str:
    """The counts by method, and the reasons."""
    by: dict[str, list[Row]] = defaultdict(list)
    for r in rows:
        by[r.method].append(r)
    lines = [f"{'method':32} proved accepted refused unread untold    bytes  found checked"]
    for name, group in [*sorted(by.items()), ("all", list(rows))]:
        words = Counter(r.word for r in group)
        counts = [words[w] for w in ("accepted", "refused", "not read", "not emitted")]
        size = sum(r.size for r in group)
        seconds = (sum(r.found for r in group), sum(r.checked for r in group))
        lines.append(
            f"{name[:32]:32} {len(group):6} {counts[0]:8} {counts[1]:7} {counts[2]:6} {counts[3]:6}"
            f" {size:8} {seconds[0]:6.1f} {seconds[1]:7.1f}"
        )
    reasons = Counter((r.word, r.why.partition(":")[0]) for r in rows if r.word != "accepted")
    lines += [f"{count:5} {word}: {why}" for (word, why), count in reasons.most_common(40)]
    return "\n".join(lines)


def main(selectors: Sequence[str]) -> int:
    """Print the table; a proof of another form than the checker's makes the run fail."""
    known = methods(LEDGER)
    rows = []
    for claim, statement in statements(selectors):
        if statement.hash in known:
            rows.append(row(claim, statement, known[statement.hash]))
            if rows[-1].word != "accepted":
                print(
                    f"{rows[-1].word}: {claim} {statement.hash} {rows[-1].method}: {rows[-1].why}"
                )
    print(table(rows))
    return int(any(r.word == "malformed" for r in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

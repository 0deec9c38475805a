"""What the second checker accepts of what is proved.

``python -m benchmarks.audits.proofs [SELECTOR...]``.

Each statement of the claims, and of the lemmas that they cite, is proved anew; its proof is written
as text and read by :mod:`verify.checker`. What is proved is counted by method and by the checker's
answer, and what is not accepted is listed by its reason and its name. With ``--stored`` what
``verify/proofs`` holds is read from there, and the others alone are found anew. The documents are
kept in ``build/proofs.jsonl``; ``--again`` reads that file in place of proving.
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from verify.checker.documents import answer
from verify.checker.text import Malformed
from verify.judgement.checked import statement_text
from verify.judgement.examine import examine, prove
from verify.judgement.exists import Escape, exhibited
from verify.judgement.narrowing import narrowed_search
from verify.judgement.proof_cache import methods
from verify.language.claims import cited
from verify.language.statement import Statement
from verify.ledger.collection import PROOFS as STORED
from verify.ledger.proofs import read
from verify.ledger.selection import chosen
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import PROOFS, Finding, Outcome

KEPT = Path("build/proofs.jsonl")
BUDGET = (12, 12, 12)  # points that are looked at for values that are missing
WORDS = ("accepted", "kernel", "refused", "not read", "not told")
SHOWN = 4  # claims that a reason is printed with


@dataclass(frozen=True)
class Proved:
    """A statement that the engine proves.

    Attributes:
        claim: the first claim that has it. hash: its own. method: of the proof.
        document: what the checker reads, or None where the method does not tell how it went.
        why: what is not told then. seconds: that the proof took.
    """

    claim: str
    hash: str
    method: str
    document: Mapping[str, Any] | None
    why: str
    seconds: float


@dataclass(frozen=True)
class Row:
    """A proof with the checker's answer: its word, one line why, bytes and seconds."""

    proved: Proved
    word: str
    why: str = ""
    size: int = 0
    seconds: float = 0.0


def statements(selectors: Sequence[str]) -> Iterator[tuple[str, Statement]]:
    """The statements of claims and of the lemmas that they cite, each once."""
    seen: set[str] = set()
    for entry in chosen(selectors):
        drafts = list(entry.claim.drafts)
        said = [draft.build() for draft in drafts]
        said += [lemma.build() for draft in drafts for lemma in cited(draft)]
        for statement in said:
            if statement.hash not in seen:
                seen.add(statement.hash)
                yield entry.claim.id, statement


def proved(claim: str, statement: Statement) -> Proved | None:
    """A statement with its proof, or None where the engine has none (but for words)."""
    start, context, asked = time.perf_counter(), Context(), statement
    if statement.exists and not isinstance(statement.by, Escape):
        statement = exhibited(statement)  # as a run does: what holds for these constants
    text = statement_text(statement)
    if text is None:
        finding = examine(statement, context)
        if finding.outcome is not Outcome.HOLDS or finding.level not in PROOFS:
            return None
        name = type(statement.assertion).__name__.lower()
        why = f"a {name}"
        method, document = finding.method, None
    else:
        seen = narrowed_search(statement, context, (), BUDGET)
        narrowed = statement if isinstance(seen, Finding) else seen.narrowed
        proof = prove(narrowed, context)
        if not isinstance(proof, Proof) or proof.level not in PROOFS:
            return None
        method, why = proof.method, "the method does not tell its proof"
        said = statement_text(narrowed)
        document = None if proof.how is None else {"statement": said, **proof.how}
    seconds = time.perf_counter() - start
    return Proved(claim, asked.hash, method, document, why, seconds)


def stored() -> dict[str, Proved]:
    """The proofs of ``verify/proofs``, by statement hash."""
    found = {}
    for path in sorted(STORED.glob("*/*.json")):
        for key, entry in read(path)[1].stored.items():
            if "goals" in entry:
                document = {name: entry[name] for name in ("statement", "goals")}
                claim = f"{path.parent.name}/{path.stem}"
                found[key] = Proved(claim, key, methods(entry["goals"]), document, "", 0.0)
    return found


def row(found: Proved) -> Row:
    """A proof after the checker has read it; a certificate is what the kernel has accepted."""
    if found.document is None:
        return Row(found, "kernel" if found.method == "certify" else "not told", found.why)
    size = len(json.dumps(found.document))
    start = time.perf_counter()
    try:
        said = answer(found.document)
        word, why = said.word, said.why
    except Malformed as error:
        word, why = "malformed", str(error)
    return Row(found, word, why, size, time.perf_counter() - start)


def table(rows: Sequence[Row]) -> str:
    """Counts by method and by paper, and what is not accepted by its reason, with names."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for r in rows:
        groups[r.proved.method].append(r)
    by_paper: dict[str, list[Row]] = defaultdict(list)
    for r in rows:
        by_paper[r.proved.claim.split("/")[0]].append(r)
    lines = [
        f"{'':32} proved accepted   of   kernel  refused not read not told    bytes   found checked"
    ]
    for name, group in [*sorted(groups.items()), *by_paper.items(), ("all", list(rows))]:
        words = Counter(r.word for r in group)
        accepted, *others = (words[w] for w in WORDS)
        share = f"{100 * accepted / max(1, len(group)):3.0f} %"
        found = sum(r.proved.seconds for r in group)
        lines.append(
            f"{name[:32]:32} {len(group):6} {accepted:8} {share:>6}"
            f" {others[0]:8} {others[1]:8} {others[2]:8} {others[3]:8}"
            f" {sum(r.size for r in group):8} {found:7.1f} {sum(r.seconds for r in group):7.1f}"
        )
    return "\n".join(lines)


def reasons(rows: Iterable[Row], shown: int = SHOWN) -> str:
    """What is not accepted, counted by its reason, with the names of some claims."""
    by: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for r in rows:
        if r.word not in ("accepted", "kernel"):
            by[r.word, r.why.partition(":")[0]].append(r)
    lines = []
    for (word, why), group in sorted(by.items(), key=lambda pair: -len(pair[1])):
        names = [f"{r.proved.claim} ({r.proved.method})" for r in group]
        more = f" and {len(names) - shown} more" if len(names) > shown else ""
        lines.append(f"{len(group):5} {word}: {why}: {', '.join(names[:shown])}{more}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the tables; a proof of another form than the checker's makes the run fail."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.proofs")
    parser.add_argument("selectors", nargs="*", metavar="SELECTOR")
    parser.add_argument("--again", action="store_true", help="read the proofs that were kept")
    parser.add_argument("--stored", action="store_true", help="prove what is not stored alone")
    parser.add_argument("--jobs", type=int, default=1, help="claims that are proved at a time")
    parser.add_argument("--every", action="store_true", help="name every claim of a reason")
    asked = parser.parse_args(arguments)
    if asked.again:
        kept = [Proved(**json.loads(line)) for line in KEPT.read_text("utf-8").splitlines()]
        wanted = {entry.claim.id for entry in chosen(asked.selectors)}
        found: Iterable[Proved] = [one for one in kept if one.claim in wanted]
    else:
        found = list(_kept(asked.selectors, asked.jobs, stored() if asked.stored else {}))
    rows = [row(one) for one in found]
    print(table(rows))
    print(reasons(rows, len(rows) if asked.every else SHOWN))
    return int(any(r.word == "malformed" for r in rows))


def _kept(selectors: Sequence[str], jobs: int, known: Mapping[str, Proved]) -> Iterator[Proved]:
    """What is proved, each claim's written to the file as soon as it is found.

    Args:
        known: what need not be found, by statement hash.
    """
    by_claim: dict[str, list[str]] = defaultdict(list)
    kept = []
    for claim, statement in statements(selectors):
        if statement.hash in known:
            kept.append(replace(known[statement.hash], claim=claim))
        else:
            by_claim[claim].append(statement.hash)
    KEPT.parent.mkdir(exist_ok=True)
    each = Parallel(n_jobs=jobs, return_as="generator")
    anew = each(delayed(_of_claim)(claim, own) for claim, own in by_claim.items())
    with KEPT.open("w", encoding="utf-8") as file:
        for several in chain([kept], anew):
            for one in several:
                file.write(json.dumps(asdict(one)) + "\n")
                yield one
            file.flush()


def _of_claim(claim: str, hashes: Sequence[str]) -> list[Proved]:
    """The statements of a claim that are proved, of those that are asked for."""
    asked = [statement for _, statement in statements([claim]) if statement.hash in hashes]
    found = [proved(claim, statement) for statement in asked]
    return [one for one in found if one is not None]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run claims, one after another or in worker processes; finished records are kept on disk."""

import hashlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dptheory.cluster import WorkerKilled, active
from dptheory.files import write_atomically
from dptheory.processes import in_processes
from verify.judgement.judge import is_record_of, run_claim
from verify.judgement.record import ClaimRecord
from verify.ledger import costs, proofs, sources
from verify.ledger.collection import paper_of, project
from verify.ledger.record import from_json, to_json
from verify.ledger.selection import Entry, entries_of
from verify.methods.context import Context
from verify.methods.kept import Kept
from verify.methods.search.known import Known

CACHE = Path("build/claims")
ENGINE = "verify.judgement.judge"
DIED = "the process that checked it ended (out of memory?)."
EDITED = "its sources were edited while it was checked: run it again."
# Values are recorded as they are, however many digits a rational number has.
sys.set_int_max_str_digits(0)
Finished = Callable[[ClaimRecord], None]


def run_entry(
    entry: Entry, context: Context, *, reuse: bool = True, fresh: bool = False, aside: bool = False
) -> ClaimRecord:
    """``run_claim`` with a cache: keyed by code, versions, mode, seed; data files compared.

    Args:
        reuse: take a finished record from the cache. fresh: look at nothing that was found before.
        aside: keep what is found beside what the paper keeps (:func:`proofs.place`).
    """
    if reuse and (record := kept(entry, context)) is not None:
        return record
    digest = sources.code_hash(entry.module)
    place = _place(entry, context, digest)
    stored = proofs.place(entry, aside)
    if aside and stored is not None:
        stored.unlink(missing_ok=True)
    # Another seed is asked for so as to look elsewhere, and mode full so as to look longer.
    if fresh or context.seed or context.mode == "full" or stored is None:
        known, proved = Known({}), Kept()
    else:
        known, proved = proofs.read(stored)
    with sources.reading() as opened:
        record = run_claim(entry.claim, context, known, proved)
    if not (sources.steady(entry.module) and sources.steady(ENGINE)):
        # What was imported and what the digest names are not the same.
        return _unfinished(entry, EDITED)
    if stored is not None and record.verdict != "error" and context == Context():
        # Other modes find less or more.
        proofs.write(stored, known, proved)
    data = {str(p): sources.file_hash(p) for p in sources.data_among(opened)}
    content = {"claim": to_json(record) | {"sources": digest}, "data": data}
    if not aside:  # a later run, which reads what the paper keeps, would show another instance
        text = json.dumps(content)
        write_atomically(place, f"{_seal(place, text)}\n{text}", follow=False)
    return from_json(content["claim"])


def _seal(place: Path, text: str) -> str:
    return f"{place.stem} {hashlib.sha256(text.encode()).hexdigest()}"


def _place(entry: Entry, context: Context, digest: str) -> Path:
    """Where the record of a claim is kept, for this code of the claim and of the engine."""
    code = digest + sources.code_hash(ENGINE)
    key = f"{entry.claim.id}:{code}:{context.mode}:{context.seed}"
    return CACHE / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"


def kept(entry: Entry, context: Context) -> ClaimRecord | None:
    """A finished record whose data files are what they were; None where there is none.

    One that was cut short, edited or put in another's place is named, and its claim checked again;
    so is, without a word, a claim that broke: it may have been the machine.
    """
    digest = sources.code_hash(entry.module)
    place = _place(entry, context, digest)
    try:
        seal, _, text = place.read_text(encoding="utf-8", errors="replace").partition("\n")
    except OSError:
        return None
    try:
        # A checksum is no proof of who made it: what follows may be anything.
        if seal != _seal(place, text):
            raise ValueError("a record must fit its checksum.")
        record, data = _content(json.loads(text))
        if record.verdict == "error":
            return None
        if record.sources != digest or not is_record_of(record, entry.claim):
            raise ValueError("a record must be of the claim.")
        same = all(sources.file_hash(Path(p)) == h for p, h in data.items())
    except (ValueError, RecursionError):
        print(f"{place} is damaged: {entry.claim.id} is checked again.", file=sys.stderr)
        return None
    return record if same else None


def _content(kept: Any) -> tuple[ClaimRecord, dict[str, Any]]:
    """A record and the hashes of its data files.

    Raises:
        ValueError: it is something else.
    """
    if not isinstance(kept, dict) or kept.keys() != {"claim", "data"}:
        raise ValueError("a file of a record must hold claim and data.")
    if not isinstance(kept["data"], dict):
        raise ValueError("data must be hashes by path.")
    return from_json(kept["claim"]), kept["data"]


def _enter(folder: str) -> None:
    """Work in the folder of the run: its records, its shared runs, the user's modules.

    Raises:
        ValueError: the worker is on a machine that has no such folder.
    """
    try:
        os.chdir(folder)
    except OSError as error:
        raise ValueError(
            f"a worker must see the folder {folder}. Found {error.strerror}."
        ) from error
    if folder not in sys.path:
        sys.path.insert(0, folder)


def _work(
    claim_id: str, module: str, context: Context, reuse: bool, fresh: bool, aside: bool, folder: str
) -> dict[str, Any]:
    """Worker entry: claims hold functions and are not sent between processes."""
    _enter(folder)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sources.steady(ENGINE)
    (entry,) = [e for e in entries_of(module) if e.claim.id == claim_id]
    return to_json(run_entry(entry, context, reuse=reuse, fresh=fresh, aside=aside))


def run_all(
    entries: Sequence[Entry],
    context: Context,
    *,
    jobs: int = 1,
    reuse: bool = True,
    fresh: bool = False,
    aside: bool = False,
    finished: Finished = lambda _: None,
) -> list[ClaimRecord]:
    """Run entries, in parallel where ``jobs`` > 1; records come back in the entries' order.

    A worker that dies (out of memory) makes ``error`` of its own claim and of no other.

    Args:
        reuse, fresh, aside: as of :func:`run_entry`.
        finished: called with each record as it arrives.
    """
    sources.steady(ENGINE)
    if jobs == 1 and active() is None:
        records = []
        for entry in entries:
            records.append(run_entry(entry, context, reuse=reuse, fresh=fresh, aside=aside))
            finished(records[-1])
        return records
    found: dict[str, ClaimRecord] = {}

    def take(document: dict[str, Any]) -> None:
        record = from_json(document)
        found[record.id] = record
        finished(record)

    for entry in entries:
        if reuse and (record := kept(entry, context)) is not None:
            found[record.id] = record
            finished(record)
    waiting = [entry for entry in entries if entry.claim.id not in found]
    # The costly ones first, so that workers finish together.
    waiting.sort(key=lambda entry: -costs.of(entry.claim.id))
    _prepare({entry.module for entry in waiting}, jobs)
    options = (context, reuse, fresh, aside, os.getcwd())
    try:
        _in_pool(waiting, jobs, options, take)
    except WorkerKilled:
        for entry in [e for e in waiting if e.claim.id not in found]:
            try:
                _in_pool([entry], 2, options, take)
            except WorkerKilled:
                take(to_json(_unfinished(entry, DIED)))
    return [found[entry.claim.id] for entry in entries]


def _prepare(modules: Collection[str], jobs: int) -> None:
    """Have all workers compute the runs that claims share; one would compute, the others wait."""
    papers = [*project().papers, *map(paper_of, modules)]
    for name in dict.fromkeys(name for paper in papers for name in paper.shared):
        if any(sources.depends(module, name) for module in modules):
            # What cannot be computed is an error of the claims that ask for it, not of the run.
            with suppress(Exception):
                importlib.import_module(name).prepare(jobs)


def _in_pool(
    entries: Sequence[Entry], jobs: int, options: tuple[Any, ...], take: Callable[[Any], None]
) -> None:
    work = ((_work, (e.claim.id, e.module, *options)) for e in entries)
    left = "the finished claims are kept, the same command checks the rest"
    for document in in_processes(work, jobs, ordered=False, kept=left):
        take(document)


def _unfinished(entry: Entry, why: str) -> ClaimRecord:
    """The record of a claim about which nothing can be said."""
    claim = entry.claim
    return ClaimRecord(
        id=claim.id,
        paper=claim.id.split("/")[0],
        where=claim.where,
        title=claim.title,
        ours=False,
        verdict="error",
        extent=None,
        reason=why,
        strength="",
        tightness=None,
        repair=None,
        instead=None,
        parts=(),
        notes=(),
        controls=(),
        needs_data=(),
        evidence=(),
        seconds=0.0,
        sources=sources.code_hash(entry.module),
    )

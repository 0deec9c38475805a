"""Run claims: evidence, controls, verdict, record; finished records are kept under ``build/``."""

import dataclasses
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dptheory.files import write_atomically
from verify.checks import verdict
from verify.checks.base import Check, ControlResult, run_controls
from verify.checks.covariance import covariance_of
from verify.checks.claim import Claim
from verify.context import Context
from verify.checks.evidence import Evidence, Form, Outcome, Scope
from verify.records import jsonable
from verify.selection import Entry, all_entries, select
from verify.sources import source_hash

CACHE = Path("build/claims")
# Verdicts that rest on conclusive evidence for every part, or on a counterexample.
SETTLED = (
    verdict.Verdict.VERIFIED,
    verdict.Verdict.CORRECTED,
    verdict.Verdict.REFUTED,
    verdict.Verdict.VACUOUS,
    verdict.Verdict.UNDEFINED,
)
Record = dict[str, Any]


def run_claim(claim: Claim, context: Context) -> Record:
    """Check one claim and decide its verdict; returns the ledger's entry without its hash."""
    start = time.perf_counter()
    evidence: list[Evidence] = []
    controls: list[ControlResult] = []
    for form, checks in _forms(claim):
        for check in checks:
            here = context.named(f"{claim.id}/{form}/{check.name}")
            found = dataclasses.replace(check.run(here), form=form)
            evidence.append(found)
            results = run_controls(check, found.outcome, here)
            results += _missing_control(check, found, results, claim)
            controls += results
            if claim.units and (free := covariance_of(check, claim.units)) is not None:
                evidence.append(dataclasses.replace(free.run(here), form=form))
    decision = verdict.decide(evidence, assumption=claim.assumption)
    tight = [e.tightness for e in evidence if e.form is Form.PRINTED and e.tightness is not None]
    scope = Scope.ALL if decision.verdict in SETTLED else Scope.SAMPLED
    record: Record = jsonable(
        {
            "id": claim.id,
            "paper": claim.id.split("/")[0],
            "where": claim.where,
            "title": claim.title,
            "statement": claim.statement,
            "verdict": decision.verdict,
            "reason": decision.reason,
            "scope": scope,
            "tightness": max(tight) if tight else None,
            "repair": _repair(claim, evidence),
            "note": claim.note,
            "controls": [dataclasses.asdict(c) for c in controls],
            "seconds": time.perf_counter() - start,
            "evidence": [dataclasses.asdict(e) for e in evidence],
        }
    )
    return record


def _forms(claim: Claim) -> Iterator[tuple[Form, tuple[Check, ...]]]:
    yield Form.PRINTED, claim.checks
    if claim.repair is not None:
        yield Form.REPAIR, claim.repair.checks


def _repair(claim: Claim, evidence: Sequence[Evidence]) -> Record | None:
    if claim.repair is None:
        return None
    found = [e for e in evidence if e.form is Form.REPAIR]
    parts = {e.part for e in found}
    proved = all(any(e.conclusive for e in found if e.part == part) for part in parts)
    return {
        "scope": Scope.ALL if proved else Scope.SAMPLED,
        "statement": claim.repair.statement,
        "changes": list(claim.repair.changes),
        "consequence": claim.repair.consequence,
    }


def _missing_control(
    check: Check, found: Evidence, results: Sequence[ControlResult], claim: Claim
) -> list[ControlResult]:
    """A check without a control that can fail it is a defect, and is recorded as one.

    A failing check of a printed form has the repair's checks as its known-true neighbours.
    """
    if found.outcome is Outcome.HOLDS:
        wanted = "a rejection"
    elif found.outcome is Outcome.FAILS and not (claim.repair and found.form is Form.PRINTED):
        wanted = "an acceptance"
    else:
        return []
    if any(r.expected != found.outcome for r in results):
        return []
    return [ControlResult(check.name, "(none)", wanted, "no control", False)]


def run_entry(entry: Entry, context: Context, *, reuse: bool = True) -> Record:
    """``run_claim`` with a cache keyed by the hash of code (the engine's too), mode and seed."""
    digest = source_hash(entry.module)
    code = f"{digest}:{source_hash(__name__)}"
    key = hashlib.sha256(
        f"{entry.claim.id}:{code}:{context.mode}:{context.seed}".encode()
    ).hexdigest()[:24]
    path = CACHE / f"{key}.json"
    if reuse and path.exists():
        cached: Record = json.loads(path.read_text(encoding="utf-8"))
        return cached
    record = run_claim(entry.claim, context) | {"source_hash": digest}
    write_atomically(path, json.dumps(record))
    return record


def _run_by_id(module: str | None, claim_id: str, context: Context, reuse: bool) -> Record:
    """Worker entry: claims hold functions and are not sent between processes."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    (entry,) = select(all_entries(module), [claim_id])
    return run_entry(entry, context, reuse=reuse)


def run_all(
    entries: Sequence[Entry],
    context: Context,
    *,
    jobs: int = 1,
    reuse: bool = True,
    module: str | None = None,
    finished: Callable[[Record], None] = lambda _: None,
) -> list[Record]:
    """Run entries, in parallel where ``jobs`` > 1; records come back in the entries' order.

    Args:
        module: the user's module that the entries come from, or None for the project's own.
        finished: called with each record as it arrives.
    """
    records = []
    if jobs == 1:
        for entry in entries:
            records.append(run_entry(entry, context, reuse=reuse))
            finished(records[-1])
        return records
    from joblib import Parallel, delayed

    stream = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(_run_by_id)(module, entry.claim.id, context, reuse) for entry in entries
    )
    for record in stream:
        records.append(record)
        finished(record)
    order = {entry.claim.id: i for i, entry in enumerate(entries)}
    return sorted(records, key=lambda r: order[r["id"]])


def defects(record: Record) -> list[str]:
    """What makes a record unfit for the ledger: disagreeing routes, controls that misbehave."""
    found = []
    if record["verdict"] == verdict.Verdict.ERROR:
        found.append(f"{record['id']}: {record['reason']}")
    found += [
        f"{record['id']}: control {c['name']!r} of {c['check']!r} should say {c['expected']}. "
        f"Found {c['found']}."
        for c in record["controls"]
        if not c["behaves"]
    ]
    return found

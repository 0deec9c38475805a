"""Run a claim of the old form: evidence, controls, verdict, record."""

import dataclasses
import time
from collections.abc import Iterator, Sequence
from typing import Any

from verify.checks import verdict
from verify.checks.base import Check, ControlResult, run_controls
from verify.checks.claim import Claim
from verify.checks.covariance import covariance_of
from verify.checks.evidence import Evidence, Form, Outcome, Scope
from verify.context import Context
from verify.records import jsonable

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

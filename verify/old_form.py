"""The one adapter for claims that are not yet written in the new form; it goes with them.

Their grades were not earned by the machine: what they call proved counts as ``supported`` at most,
and only a refutation with an exact witness keeps its weight. Their displays are words.
"""

from typing import Any

from verify.checks.claim import Claim as OldClaim
from verify.checks.run import Record, run_claim
from verify.context import Context
from verify.controls import Answer, ControlResult
from verify.evidence import Finding, Level, Outcome
from verify.record import ClaimRecord, PartRecord
from verify.verdict import Verdict

FORM = "old form"


def run(claim: OldClaim, context: Context) -> ClaimRecord:
    """Run an old claim and cap what it says."""
    record = run_claim(claim, context)
    evidence = tuple(_finding(e) for e in record["evidence"])
    verdict = capped(record)
    return ClaimRecord(
        id=claim.id,
        paper=claim.id.split("/")[0],
        where=claim.where,
        title=claim.title,
        form=FORM,
        ours=False,
        verdict=verdict.value,
        extent=None,
        reason=f"{record['reason']} (old form: {record['verdict']})",
        strength=FORM,
        tightness=record["tightness"],
        repair=None,
        instead=None,
        parts=tuple(_part(name, record) for name in _parts(record)),
        notes=(),
        controls=tuple(_control(c) for c in record["controls"]),
        needs_data=(),
        evidence=evidence,
        seconds=record["seconds"],
    )


def capped(record: Record) -> Verdict:
    """The old verdict, as far as it was earned."""
    old = record["verdict"]
    failing = [
        e
        for e in record["evidence"]
        if e["form"] == "printed" and e["outcome"] == Outcome.FAILS.value
    ]
    if old in ("corrected", "refuted"):
        exact = any(e["level"] == Level.EXACT.value and e["instance"] for e in failing)
        return Verdict.REFUTED if exact else Verdict.INCONCLUSIVE
    kept = {"verified": Verdict.SUPPORTED, "supported": Verdict.SUPPORTED, "error": Verdict.ERROR}
    return kept.get(old, Verdict.INCONCLUSIVE)


def _parts(record: Record) -> list[str]:
    return list(dict.fromkeys(e["part"] for e in record["evidence"] if e["form"] == "printed"))


def _part(name: str, record: Record) -> PartRecord:
    found = [e for e in record["evidence"] if e["part"] == name and e["form"] == "printed"]
    return PartRecord(
        name=name, verdict=FORM, extent=None, reason=found[0]["summary"], printed=None
    )


def _finding(e: dict[str, Any]) -> Finding:
    return Finding(
        statement="",
        method=e["check"],
        level=Level(e["level"]),
        outcome=Outcome(e["outcome"]),
        text=e["summary"],
        sampled=True,
        point=e["instance"],
        left=e["measured"],
        right=e["bound"],
        ratio=e["tightness"],
    )


def _control(c: dict[str, Any]) -> ControlResult:
    answer = Answer.REJECTED if c["behaves"] else Answer.ACCEPTED
    return ControlResult(c["check"], c["name"], FORM, c["check"], answer, False, str(c["found"]))

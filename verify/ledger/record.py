"""The ledger's records: typed objects in memory, JSON on disk (``verify/ledger.schema.json``)."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verify.judgement.controls import ControlResult
from verify.ledger.json_forms import jsonable
from verify.methods.evidence import Finding


@dataclass(frozen=True, kw_only=True)
class StatementRecord:
    """A statement as the ledger shows it, with what was found about it.

    Attributes:
        says: the sentence, rendered from the tested formula. hypotheses: one each.
        hash: of the statement. beside: the display is not the tested object.
        strength: verified, argued or supported where it holds, else the outcome.
        finding: the evidence.
        remarks: true but empty: a tautology, an ignored symbol, a hypothesis not needed.
    """

    says: str
    hypotheses: tuple[str, ...]
    hash: str
    beside: bool
    definition: bool
    in_words: bool
    strength: str
    finding: Finding
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PartRecord:
    """One part of a claim: its verdict, and the statements that decide it."""

    name: str
    verdict: str
    extent: str | None
    reason: str
    printed: StatementRecord | None
    repaired: StatementRecord | None = None
    instead: StatementRecord | None = None
    no_correction: str = ""
    settings: tuple[tuple[str, float | None], ...] = ()
    misprint: str = ""


@dataclass(frozen=True, kw_only=True)
class ClaimRecord:
    """One entry of the ledger."""

    id: str
    paper: str
    where: str
    title: str
    ours: bool
    verdict: str
    extent: str | None
    reason: str
    strength: str
    tightness: float | None
    repair: str | None
    instead: str | None
    parts: tuple[PartRecord, ...]
    notes: tuple[StatementRecord, ...]
    controls: tuple[ControlResult, ...]
    needs_data: tuple[str, ...]
    evidence: tuple[Finding, ...]
    seconds: float
    sources: str = ""

    @property
    def defects(self) -> list[str]:
        """What makes the record unfit for the ledger."""
        found = [f"{self.id}: {self.reason}"] if self.verdict == "error" else []
        found += [
            f"{self.id}: control {c.name!r} of {c.statement!r} must be rejected. Found it accepted."
            for c in self.controls
            if not c.behaves
        ]
        return found


def to_json(record: ClaimRecord) -> dict[str, Any]:
    """The record as JSON values; controls say whether they behave."""
    document: dict[str, Any] = jsonable(_plain(record))
    for control, entry in zip(record.controls, document["controls"], strict=True):
        entry["behaves"] = control.behaves
    return document


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return value


def from_json(document: Mapping[str, Any]) -> ClaimRecord:
    """The record of a JSON document that :func:`to_json` wrote."""
    from verify.judgement.controls import Answer
    from verify.methods.evidence import Level, Outcome

    def finding(entry: Mapping[str, Any]) -> Finding:
        return Finding(
            **{
                **entry,
                "level": Level(entry["level"]),
                "outcome": Outcome(entry["outcome"]),
                "argued": tuple(entry["argued"]),
            }
        )

    def statement(entry: Mapping[str, Any] | None) -> StatementRecord | None:
        if entry is None:
            return None
        return StatementRecord(
            **{
                **entry,
                "hypotheses": tuple(entry["hypotheses"]),
                "remarks": tuple(entry["remarks"]),
                "finding": finding(entry["finding"]),
            }
        )

    def part(entry: Mapping[str, Any]) -> PartRecord:
        named = {k: statement(entry[k]) for k in ("printed", "repaired", "instead")}
        pairs = tuple((name, ratio) for name, ratio in entry["settings"])
        return PartRecord(**{**entry, **named, "settings": pairs})

    def control(entry: Mapping[str, Any]) -> ControlResult:
        fields = {k: v for k, v in entry.items() if k != "behaves"}
        return ControlResult(**{**fields, "answer": Answer(entry["answer"])})

    return ClaimRecord(
        **{
            **document,
            "parts": tuple(map(part, document["parts"])),
            "notes": tuple(s for s in map(statement, document["notes"]) if s is not None),
            "controls": tuple(map(control, document["controls"])),
            "evidence": tuple(map(finding, document["evidence"])),
            "needs_data": tuple(document["needs_data"]),
        }
    )

"""The ledger's records as JSON (``verify/ledger.schema.json``), and back."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from verify.judgement.controls import Answer, ControlResult
from verify.judgement.record import (
    ClaimRecord,
    LemmaRecord,
    PartRecord,
    StatementRecord,
    StepRecord,
)
from verify.ledger.json_forms import jsonable
from verify.methods.evidence import Finding, Level, Outcome


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

    def finding(entry: Mapping[str, Any]) -> Finding:
        return Finding(
            **{
                **entry,
                "level": Level(entry["level"]),
                "outcome": Outcome(entry["outcome"]),
                "argued": tuple(entry["argued"]),
            }
        )

    def steps(entries: Sequence[Mapping[str, Any]]) -> tuple[StepRecord, ...]:
        return tuple(StepRecord(text=e["text"], cites=tuple(e["cites"])) for e in entries)

    def statement(entry: Mapping[str, Any] | None) -> StatementRecord | None:
        if entry is None:
            return None
        return StatementRecord(
            **{
                **entry,
                "hypotheses": tuple(entry["hypotheses"]),
                "remarks": tuple(entry["remarks"]),
                "finding": finding(entry["finding"]),
                "steps": steps(entry["steps"]),
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
            "lemmas": tuple(
                LemmaRecord(**{**one, "steps": steps(one["steps"])}) for one in document["lemmas"]
            ),
        }
    )

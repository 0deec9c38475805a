"""What is stored of earlier searches saves work and decides nothing."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as Q
from pathlib import Path
from typing import Any

import pytest

from verify.__main__ import main
from verify.judgement.examine import examine
from verify.language import natural, notation, positive, real, says, total
from verify.language.statement import Statement
from verify.ledger import collection, lock, proofs, selection
from verify.methods.context import Context
from verify.methods.evidence import Finding, Outcome
from verify.methods.search import worst
from verify.methods.search.known import MOST_DIGITS, Known

V = notation(
    x=positive("x", unit="1"),
    y=real("y", unit="1"),
    T=natural("T", unit="1"),
    k=natural("k", unit="1"),
)
FALSE = says(V.x * V.x >= V.x, given=[V.y <= V.x]).build()
TRUE = says(V.x * V.x + 1 >= 2 * V.x).build()
LONG = says(total(V.k, 1, V.T, 1 / V.k) <= 2).build()
NOTHING = {"no entry": {}, "no list": 3, "no point": [7], "null": [None]}
FORGED: dict[str, Any] = {
    "outside the set": [{"x": "-1/2", "y": -1}],
    "against a hypothesis": [{"x": "1/2", "y": 1}],
    "no violation": [{"x": 2, "y": 1}],
    "one violation and one that is none": [{"x": "1/2", "y": 0}, {"x": 2, "y": 1}],
    "of another statement": [{"T": 5}],
    "one value too many": [{"x": "1/2", "y": 0, "z": 1}],
    "no number": [{"x": "a half", "y": 0}],
    "floating point": [{"x": 0.5, "y": 0}],
    "a truth value": [{"x": True, "y": 0}],
    "divided by zero": [{"x": "1/0", "y": 0}],
    "too many digits": [{"x": "1/" + "7" * (MOST_DIGITS + 1), "y": 0}],
    "too long": [{"x": 10**7000, "y": 0}],
    "a tuple": [{"x": ["1/2", "1/3"], "y": 0}],
    "nested": [{"x": [[[[[1]]]]], "y": 0}],
    **NOTHING,
}


def found(statement: Statement, known: Known | None) -> Finding:
    return examine(statement, replace(Context(), known=known))


def first_found(statement: Statement) -> tuple[Finding, dict[str, Any]]:
    known = Known({})
    return found(statement, known), known.found


def forged(kept: dict[str, Any], entry: Any) -> Known:
    """The same entry under every key."""
    return Known(dict.fromkeys(kept, entry))


def test_a_known_violation_is_shown_as_the_search_showed_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert FALSE.hash != TRUE.hash
    finding, kept = first_found(FALSE)
    assert finding == found(FALSE, None)
    assert finding.outcome is Outcome.FAILS

    def searched(*_: Any) -> Any:
        raise AssertionError("what is known must not be searched for")

    monkeypatch.setattr(worst, "_anew", searched)
    known = Known(json.loads(json.dumps(kept)))
    assert found(FALSE, known) == finding
    assert known.found == kept


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_point_costs_a_search_and_decides_nothing(name: str) -> None:
    finding, kept = first_found(FALSE)
    known = forged(kept, FORGED[name])
    assert found(FALSE, known) == finding
    assert known.found == kept


def test_a_point_of_another_statement_refutes_no_true_one() -> None:
    """Under every key that the true statement asks for stand points that refute another one."""
    finding = found(TRUE, None)
    assert finding.outcome is Outcome.HOLDS

    class Forged(dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            return [{"x": "1/2"}]

    known = Known(Forged())
    assert found(TRUE, known) == finding
    assert known.found == {}


def test_a_point_with_a_long_sum_is_not_evaluated() -> None:
    finding, kept = first_found(LONG)
    known = forged(kept, [{"T": 10**9}])
    assert found(LONG, known) == finding


def test_another_violation_is_one() -> None:
    """Whoever stores another instance has it shown, made plain as one that a search finds."""
    _, kept = first_found(FALSE)
    finding = found(FALSE, forged(kept, [{"x": "2/3", "y": 0}]))
    assert finding.outcome is Outcome.FAILS
    assert finding.point == {"x": Q(1, 2), "y": 0}


# Files -------------------------------------------------------------------------------------------

CLAIM = "accelerated/eq-18"
(ENTRY,) = selection.chosen([CLAIM])
Run = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``verify`` of one claim in mode standard with stored files of its own: what is stored."""
    monkeypatch.setattr(collection, "PROOFS", tmp_path / "proofs")
    monkeypatch.setattr(proofs, "ASIDE", tmp_path / "aside")
    monkeypatch.setattr("verify.ledger.run.CACHE", tmp_path / "claims")
    # The hash that the lock has, whatever the sources are while they are worked on.
    (line,) = [x for x in lock.parsed(lock.LOCK.read_text("utf-8")) if x.id == CLAIM]
    monkeypatch.setattr("verify.report.code_hash", lambda _: line.code)

    def run(*arguments: str, status: int = 0) -> str:
        assert main([CLAIM, "--jobs", "1", *arguments]) == status
        path = proofs.place(ENTRY)
        return path.read_text() if path is not None and path.exists() else ""

    return run


def test_a_stored_file_has_the_same_bytes_on_every_run(check: Run) -> None:
    first = check("--fresh")
    assert first.startswith('{\n "violations": {\n')
    path = proofs.place(ENTRY)
    assert path is not None
    written = path.stat().st_mtime_ns
    assert check("--check") == check("--fresh") == check("--seed", "1") == first
    assert path.stat().st_mtime_ns == written


def test_what_is_found_aside_is_no_record_of_a_later_run(check: Run, tmp_path: Path) -> None:
    check("--fresh")
    (record,) = (tmp_path / "claims").glob("*.json")
    record.unlink()
    check("--fresh", "--check")
    assert not record.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"violations": 3}', "[" * 100_000, "\xff"])
def test_a_damaged_file_is_written_anew(check: Run, text: str) -> None:
    first = check("--fresh")
    path = proofs.place(ENTRY)
    assert path is not None
    path.write_text(text, encoding="latin-1")
    assert check("--check", "--mode", "standard") == first


def test_what_was_edited_is_found_out_by_a_fresh_check(
    check: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    first = check("--fresh")
    assert check("--check", "--fresh") == first
    path = proofs.place(ENTRY)
    assert path is not None
    edited = '{"violations": {"0123456789abcdef": [{}]}}'
    path.write_text(edited)
    capsys.readouterr()
    assert check("--check", "--fresh", status=1) == edited
    assert f"{CLAIM}: what is violated is not what verify/proofs has." in capsys.readouterr().err
    assert check("--fresh") == first


def test_what_belongs_to_no_claim_is_removed(check: Run) -> None:
    check("--fresh")
    (collection.PROOFS / "accelerated" / "no-claim.json").write_text("{}")
    proofs.sweep([ENTRY])
    assert [path.stem for path in collection.PROOFS.glob("*/*")] == ["eq-18"]

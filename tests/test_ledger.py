"""The ledger's files: what is written, how it reads back, and what its hashes cover."""

import json
import math
from fractions import Fraction as Q
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.files import write_atomically
from verify import ledger, sources
from verify.context import Context
from verify.checks.evidence import Outcome
from verify.records import jsonable
from verify.run import run_claim
from verify.selection import all_entries, select
from verify.units import exponents, factor


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """A verified and a corrected claim, in mode quick."""
    entries = select(all_entries(), ["accelerated/eq-11-full-batch", "accelerated/thm-a2"])
    context = Context(mode="quick")
    return [run_claim(e.claim, context) | {"source_hash": "0123456789ab"} for e in entries]


def rendered(records: list[dict[str, Any]]) -> str:
    return ledger.render(ledger.document(records, "quick", 0), {"accelerated": "A paper"})


def test_the_document_has_the_schema_of_the_design(records: list[dict[str, Any]]) -> None:
    document = json.loads(json.dumps(ledger.document(records, "quick", 3), allow_nan=False))
    assert set(document) == {"schema", "version", "mode", "seed", "claims"}
    assert (document["schema"], document["mode"], document["seed"]) == (1, "quick", 3)
    wanted = (
        "id paper where title statement verdict reason scope tightness repair source_hash "
        "controls seconds evidence"
    )
    found = "level form scope outcome summary measured bound tightness instance witness"
    for claim in document["claims"]:
        assert set(wanted.split()) <= set(claim)
        for evidence in claim["evidence"]:
            assert set(found.split()) <= set(evidence)


def test_the_rendering_reads_back(records: list[dict[str, Any]]) -> None:
    assert ledger.read_rows(rendered(records)) == {
        "accelerated/thm-a2": ("corrected", "0123456789ab"),
        "accelerated/eq-11-full-batch": ("verified", "0123456789ab"),
    }


def test_the_rendering_changes_only_when_results_do(records: list[dict[str, Any]]) -> None:
    slower = [r | {"seconds": 99.0} for r in records]
    assert rendered(slower) == rendered(records)
    other = [records[0] | {"verdict": "refuted"}, records[1]]
    assert rendered(other) != rendered(records)
    rounding = [r | {"reason": "ratio 0.12345678901"} for r in records]
    noise = [r | {"reason": "ratio 0.12345678902"} for r in records]
    assert rendered(rounding) == rendered(noise)


def test_findings_can_be_replayed(records: list[dict[str, Any]]) -> None:
    text = rendered(records)
    findings = text.split("findings\n")[1]
    corrected = findings.split("- `accelerated/thm-a2`")[1].split("- `accelerated/")[0]
    assert "Repair:" in corrected
    assert "Consequence:" in corrected
    assert "python -m verify accelerated/thm-a2`" in corrected
    assert "python -m verify accelerated/eq-11-full-batch`" not in findings


def test_cells_with_bars_stay_one_row(records: list[dict[str, Any]]) -> None:
    barred = [records[0] | {"title": "|x| and `y`", "where": "a | b"}]
    assert list(ledger.read_rows(rendered(barred))) == [records[0]["id"]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Q(2, 11), "2/11"),
        (math.inf, None),
        (math.nan, None),
        (np.float64(0.5), 0.5),
        (np.array([1.0, math.inf]), [1.0, None]),
        ({1: (Q(1), True)}, {"1": ["1", True]}),
        (Outcome.NOT_REAL, "not-real"),
        (10**30, 10**30),
    ],
)
def test_numbers_in_json(value: Any, expected: Any) -> None:
    assert jsonable(value) == expected
    json.dumps(jsonable(value), allow_nan=False)


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


# Hashes -----------------------------------------------------------------------------------------


def write_package(folder: Path, name: str, leaf: str) -> None:
    """A package of three modules, each importing the next inside a function or at the top."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "top.py").write_text(f"from {name} import middle\n")
    (package / "middle.py").write_text(f"def f():\n    from {name}.leaf import x\n    return x\n")
    (package / "leaf.py").write_text(leaf)
    (package / "aside.py").write_text("y = 1\n")


def test_the_hash_covers_what_a_module_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "hashed_package"
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "PROJECT", (name,))
    write_package(tmp_path, name, "x = 1\n")
    first = sources.source_hash(f"{name}.top")
    assert len(first) == 12
    assert sources.source_hash(f"{name}.top") == first
    (tmp_path / name / "aside.py").write_text("y = 2\n")
    assert sources.source_hash(f"{name}.top") == first
    (tmp_path / name / "leaf.py").write_text("x = 2\n")
    assert sources.source_hash(f"{name}.top") != first


def test_the_hash_of_a_claim_covers_the_library(root: Path, scratch: Path, python: Any) -> None:
    """A change in a module that a claim imports changes its hash, an unrelated one does not."""
    code = (
        "from verify.sources import source_hash;"
        "print(*map(source_hash, ('verify.papers.accelerated.appendix_a',"
        "'verify.papers.accelerated.prop_3_1')))"
    )

    def hashes() -> list[str]:
        return python("-c", code, cwd=scratch, tree=scratch).stdout.split()

    before = hashes()
    assert before == [
        sources.source_hash(f"verify.papers.accelerated.{m}") for m in ("appendix_a", "prop_3_1")
    ]
    path = scratch / "dptheory" / "privacy" / "laplace.py"
    path.write_text(path.read_text() + "\nEXTRA = 1\n")
    after = hashes()
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


# Units ------------------------------------------------------------------------------------------


def test_units_multiply() -> None:
    assert exponents("loss^2/length") == {"loss": 2, "length": -1, "time": 0}
    assert exponents("1/time") == {"loss": 0, "length": 0, "time": -1}
    assert factor("loss/length^2", {"loss": Q(3), "length": Q(2)}) == Q(3, 4)
    with pytest.raises(ValueError, match=r"a unit must be made of .*\. Found 'meter'"):
        exponents("meter")

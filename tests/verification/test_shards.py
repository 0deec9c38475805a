"""Claims that are checked in shares, or by a scheduler's workers: what one machine finds."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dptheory.shares import shared
from verify.__main__ import main
from verify.ledger import costs, proofs, shards
from verify.ledger import run as run_module
from verify.ledger.selection import all_entries
from verify.methods.context import Context

# Eight lemmas, one of them false.
EIGHT = """
from verify.language import claim, notation, positive, says

V = notation(x=positive("x", unit="1"), y=positive("y", unit="1"))

def lemma(k):
    most = k - 1 if k == 5 else k + 1
    return claim(f"mine/{k}", f"Lemma {k}", "a sum", says(V.x + k * V.y <= most * (V.x + V.y)))


CLAIMS = tuple(lemma(k) for k in range(1, 9))
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """``run(folder, *arguments, status=0)``: the claims of the document that is written there."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "eight.py").write_text(EIGHT)

    def run(name: str, *arguments: str, status: int = 0) -> dict[str, Any]:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        shutil.copy(tmp_path / "eight.py", folder)
        monkeypatch.chdir(folder)
        words = ["--module", "eight", "--mode", "quick", "--jobs", "1", "--json", "claims.json"]
        assert main([*words, "--output", "page.md", *arguments]) == status
        return json.loads((folder / "claims.json").read_text()) if status == 0 else {}

    return run


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what the clock said."""
    return document | {"claims": [c | {"seconds": 0} for c in document["claims"]]}


@pytest.mark.cluster
def test_eight_shards_merged_have_the_bytes_of_one_machine(run, tmp_path, capsys):
    whole = run("one")
    assert [c["verdict"] for c in whole["claims"]].count("refuted") == 1
    shards = [f"shard-{i}" for i in range(1, 9)]
    found = [run(name, "--shard", f"{i}/8") for i, name in enumerate(shards, start=1)]
    assert sorted(c["id"] for d in found for c in d["claims"]) == [f"mine/{k}" for k in range(1, 9)]
    folders = [str(tmp_path / name / "build" / "claims") for name in shards]
    capsys.readouterr()
    run("all", "--merge", *folders[1:], status=2)
    assert "--merge must find every claim" in capsys.readouterr().err
    merged = run("all", "--merge", *folders)
    assert timeless(merged) == timeless(whole)
    # Seconds are those that the shards took: nothing was checked again.
    assert {c["id"]: c["seconds"] for d in found for c in d["claims"]} == {
        c["id"]: c["seconds"] for c in merged["claims"]
    }
    pages = [(tmp_path / name / "page.md").read_bytes() for name in ("one", "all")]
    assert pages[0] == pages[1]


@pytest.mark.cluster
def test_workers_of_a_scheduler_find_what_one_machine_finds(python, tmp_path):
    def run(name: str, *arguments: str) -> dict[str, Any]:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "eight.py").write_text(EIGHT)
        words = ("--module", "eight", "--mode", "quick", "--json", "claims.json")
        # A process of its own: what pytest has loaded counts as code of the user's.
        done = python("-m", "verify", *words, "--output", "page.md", *arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
        return json.loads((folder / "claims.json").read_text())

    by_workers = run("workers", "--scheduler", "local:1")
    assert timeless(by_workers) == timeless(run("one", "--jobs", "1"))
    pages = [(tmp_path / name / "page.md").read_bytes() for name in ("one", "workers")]
    assert pages[0] == pages[1]
    # Every record is kept, and none is found again.
    records = sorted((tmp_path / "workers" / "build" / "claims").glob("*.json"))
    assert len(records) == 8
    assert run("workers", "--jobs", "1") == by_workers
    assert sorted((tmp_path / "workers" / "build" / "claims").glob("*.json")) == records


def test_a_share_brings_what_it_found_for_the_proofs(tmp_path, monkeypatch):
    entry: Any = SimpleNamespace(claim=SimpleNamespace(id="nsgd/lemma-2"))
    monkeypatch.setattr(proofs, "FOLDER", tmp_path / "proofs")
    monkeypatch.setattr(run_module, "CACHE", tmp_path / "claims")
    monkeypatch.setattr(run_module, "place_of", lambda *_: tmp_path / "claims" / "record.json")
    monkeypatch.setattr(run_module, "kept", lambda *_: "a record")
    place = proofs.FOLDER / "nsgd" / "lemma-2.json"
    place.parent.mkdir(parents=True)
    place.write_text("{}")
    shards.keep([entry])
    (tmp_path / "claims" / "record.json").write_text("a record")
    brought = shutil.move(tmp_path / "claims", tmp_path / "brought")
    place.unlink()
    shards.merge([entry], Context(), [str(brought)])
    assert place.read_text() == "{}"
    assert (tmp_path / "claims" / "record.json").read_text() == "a record"


def test_the_whole_ledger_has_costs_and_eight_workers_share_it_well():
    seconds = [costs.of(e.claim.id) for e in all_entries()]
    assert max(sum(seconds[k] for k in share) for share in shared(seconds, 8)) < sum(seconds) / 6
    assert set(costs.known()) <= {e.claim.id for e in all_entries()}
    assert costs.of("mine/unknown") > 0


def test_workers_are_started_where_they_pay():
    cheap, dear = (sorted(costs.known(), key=costs.of)[k] for k in (slice(3), slice(-3, None)))
    assert costs.workers(cheap, 2) == 1
    assert costs.workers(dear, 2) == 2
    assert costs.workers(dear, 8) == 3
    assert costs.workers(["mine/unknown", "mine/other"], 2) == 2


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--shard", "2/1"], "--shard must be I/N"),
        (["--shard", "1/2", "--merge", "x"], "--shard and --merge exclude each other"),
        (["--merge", "none"], "--merge must have folders"),
        (["--merge", ".", "--check"], "--merge must be without --check"),
        (
            ["--shard", "9/9"],
            "--shard must leave something to every share. Found share 9 of 9, for 8.",
        ),
        (["--scheduler", "local:0"], "--scheduler must be local:N"),
    ],
)
def test_what_cannot_be_shared_is_refused(words, found, run, capsys):
    run("refused", *words, status=2)
    assert found in capsys.readouterr().err

"""Claims that a scheduler's workers check: what one machine finds."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from verify.__main__ import main
from verify.ledger import costs
from verify.ledger.selection import all_entries

# Eight lemmas, one of them false.
EIGHT = """
from verify.language import claim, notation, positive, says

V = notation(x=positive("x", unit="1"), y=positive("y", unit="1"))

def lemma(k):
    most = k - 1 if k == 5 else k + 1
    return claim(f"mine/{k}", f"Lemma {k}", "a sum", says(V.x + k * V.y <= most * (V.x + V.y)))


CLAIMS = tuple(lemma(k) for k in range(1, 9))
"""


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what the clock said."""
    return document | {"claims": [c | {"seconds": 0} for c in document["claims"]]}


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


@pytest.fixture
def eight(python, tmp_path):
    """``eight(*words)``: the run of the command about the eight lemmas, in their folder."""
    (tmp_path / "eight.py").write_text(EIGHT)
    words = ("-m", "verify", "--module", "eight", "--mode", "quick", "--output", "page.md")
    return lambda *more: python(*words, *more, cwd=tmp_path)


def claims(path: Path) -> list[dict[str, Any]]:
    """The claims of a document."""
    return json.loads(path.read_text())["claims"]


def test_two_runs_in_one_folder_find_the_same(eight, tmp_path):
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(eight, "--json", f"{name}.json") for name in ("one", "other")]
        assert [run.result().returncode for run in runs] == [0, 0]
    one, other = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("one", "other"))
    assert timeless(one) == timeless(other)
    assert len(list((tmp_path / "build" / "claims").iterdir())) == 8
    # What they left is whole: a third run takes it.
    assert "damaged" not in eight("--json", "third.json").stderr
    assert all(c in one["claims"] + other["claims"] for c in claims(tmp_path / "third.json"))


def test_records_are_kept_whatever_the_clock_said_and_no_edit_is_missed(eight, tmp_path):
    def seconds() -> list[float]:
        assert eight("--json", "claims.json").returncode == 0
        return [claim["seconds"] for claim in claims(tmp_path / "claims.json")]

    first, source = seconds(), tmp_path / "eight.py"
    for path in (source, *(tmp_path / "build" / "claims").iterdir()):
        os.utime(path, (2**32, 2**32))
    assert seconds() == first
    # As long as before, and of the same second: only the text tells them apart.
    source.write_text(EIGHT.replace("Lemma", "Title"))
    os.utime(source, (2**32, 2**32))
    assert seconds() != first


@pytest.mark.cluster
@pytest.mark.parametrize("words", [["--jobs", "2"], ["--scheduler", "local:1"]])
def test_a_worker_that_may_not_write_is_a_line(words, eight, tmp_path):
    # Root may write everywhere: a file is in the way of the folder of records.
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "claims").touch()
    done = eight(*words)
    said = [line for line in done.stderr.splitlines() if "takes longer than" not in line]
    assert (done.returncode, said) == (2, [f"verify: {tmp_path}/build/claims: File exists"])


def test_claims_have_costs():
    assert set(costs.known()) <= {e.claim.id for e in all_entries()}
    assert costs.of("mine/unknown") > 0


def test_workers_are_started_where_they_pay():
    cheap, dear = (sorted(costs.known(), key=costs.of)[k] for k in (slice(3), slice(-3, None)))
    assert costs.workers(cheap, 2) == 1
    assert costs.workers(dear, 2) == 2
    assert costs.workers(dear, 8) == 3
    assert costs.workers(["mine/unknown", "mine/other"], 2) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--shard", "1/2"],
            "--shard is gone: many machines are reached by --scheduler. Found --shard.",
        ),
        (
            ["--merge=here"],
            "--merge is gone: many machines are reached by --scheduler. Found --merge=here.",
        ),
    ],
)
def test_shares_of_a_run_are_gone(words, said, capsys):
    with pytest.raises(SystemExit) as refused:
        main(words)
    assert refused.value.code == 2
    assert capsys.readouterr() == ("", f"verify: {said}\n")


def test_an_address_that_is_none_is_refused(capsys):
    assert main(["--scheduler", "local:0"]) == 2
    assert "--scheduler must be local:N" in capsys.readouterr().err

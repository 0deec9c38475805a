"""Claims that a scheduler's workers check: what one machine finds."""

import json
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

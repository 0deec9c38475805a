"""One item a claim: its verdict is the ledger's, no two routes disagree, its controls behave."""

import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from verify import papers, units
from verify.checks.claim import Claim
from verify.context import MAX_TESTS, Context
from verify.checks.evidence import Level
from verify.run import defects, run_claim
from verify.selection import Entry, all_entries
from verify.checks.verdict import Verdict

ENTRIES = all_entries()
Records = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def records() -> Records:
    """What ``test_claim`` found, for the tests that speak of all claims."""
    return {}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.claim.id)
def test_claim(entry: Entry, ledger_rows: dict[str, tuple[str, str]], records: Records) -> None:
    record = run_claim(entry.claim, Context(mode="quick"))
    assert defects(record) == []
    assert entry.claim.id in ledger_rows, "run 'python -m verify'"
    assert record["verdict"] == ledger_rows[entry.claim.id][0], record["reason"]
    records[entry.claim.id] = record


def test_the_ledger_lists_exactly_the_claims_in_code(
    ledger_rows: dict[str, tuple[str, str]],
) -> None:
    assert list(ledger_rows) == [entry.claim.id for entry in ENTRIES]


def test_ids_are_unique_and_carry_their_paper() -> None:
    count = Counter(entry.claim.id for entry in ENTRIES)
    assert [name for name, n in count.items() if n > 1] == []
    for entry in ENTRIES:
        slug, _, name = entry.claim.id.partition("/")
        assert entry.module.startswith(f"verify.papers.{slug}.")
        assert name
        assert name == name.lower()


def test_every_paper_and_every_claim_is_listed() -> None:
    """A claim that a module states but no tuple lists would never be checked."""
    listed = {id(entry.claim) for entry in ENTRIES}
    folders = [m.name for m in pkgutil.iter_modules(papers.__path__) if m.ispkg]
    assert sorted(folders) == sorted(papers.SLUGS) == sorted(papers.TITLES)
    for slug in papers.SLUGS:
        package = importlib.import_module(f"verify.papers.{slug}")
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            stated = {n: c for n, c in vars(module).items() if isinstance(c, Claim)}
            assert [n for n, c in stated.items() if id(c) not in listed] == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.claim.id)
def test_a_claim_is_well_formed(entry: Entry) -> None:
    claim = entry.claim
    assert all((claim.where, claim.title, claim.statement, claim.checks))
    for unit in claim.units.values():
        units.exponents(unit)
    forms = [claim.checks] + ([claim.repair.checks] if claim.repair else [])
    for checks in forms:
        assert checks
        names = [check.name for check in checks]
        assert sorted(names) == sorted(set(names)), "names separate the random streams"
    if claim.repair:
        assert claim.repair.changes


def test_records_agree_with_what_the_verdicts_promise(records: Records) -> None:
    """Verified claims rest on no repair; corrected ones have a statement to offer."""
    if len(records) < len(ENTRIES):
        pytest.skip("needs a run of all claims")
    for record in records.values():
        if record["verdict"] == Verdict.CORRECTED:
            assert record["repair"] or any(e["setting"] for e in record["evidence"])
        if record["verdict"] == Verdict.VERIFIED:
            assert record["scope"] == "all"
            assert all(e["outcome"] != "fails" for e in record["evidence"])


def test_statistical_checks_stay_within_the_family(records: Records) -> None:
    """The family-wise level holds for at most MAX_TESTS checks and controls."""
    if len(records) < len(ENTRIES):
        pytest.skip("needs a run of all claims")
    statistical = [
        (record["id"], e["check"])
        for record in records.values()
        for e in record["evidence"]
        if e["level"] == Level.STATISTICAL
    ]
    controls = sum(
        (record["id"], control["check"]) in statistical
        for record in records.values()
        for control in record["controls"]
    )
    assert len(statistical) + controls <= MAX_TESTS


def test_importing_verify_loads_no_paper_and_no_numpy(root: Path) -> None:
    code = (
        "import sys, verify, verify.__main__;"
        "heavy = {'numpy', 'scipy', 'sympy', 'rich', 'cvxpy', 'numba', 'matplotlib', 'joblib'};"
        "print(sorted(m for m in sys.modules if m in heavy or m.startswith('verify.papers')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

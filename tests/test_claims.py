"""One item a claim: its verdict is the ledger's, no two routes disagree, its controls behave.

Finished claims are kept: a second run on unchanged code computes none of them again.
"""

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from verify import papers
from verify.display.latex.symbols import letters as latex
from verify.judgement.record import ClaimRecord
from verify.language import Claim
from verify.ledger import lock
from verify.ledger.collection import project
from verify.ledger.meanings import all_words, letters
from verify.ledger.selection import Entry
from verify.ledger.words import NO_WORDS
from verify.methods.context import MAX_TESTS
from verify.methods.evidence import Level

LOCK = Path(__file__).resolve().parents[1] / lock.LOCK
# The ids of the lock, so that collecting the tests imports no paper; that they are those of the
# code is a test.
IDS = [x.id for x in lock.parsed(LOCK.read_text("utf-8"))] if LOCK.exists() else ["no lock"]
Entries = dict[str, Entry]
Records = dict[str, ClaimRecord]


@pytest.fixture(scope="module")
def records() -> Records:
    """What ``test_claim`` found, for the tests that speak of all claims."""
    return {}


@pytest.mark.parametrize("name", IDS)
def test_claim(name, entries, judged, ledger_lines, records):
    assert name in entries, "run 'python -m verify'"
    record = judged(name)
    assert record.defects == []
    assert record.verdict == ledger_lines[name].verdict, record.reason
    records[name] = record


def test_the_ledger_lists_exactly_the_claims_in_code(ledger_lines, entries):
    assert list(ledger_lines) == list(entries) == IDS


def test_ids_carry_their_paper(entries: Entries) -> None:
    for full, entry in entries.items():
        slug, _, name = full.partition("/")
        assert entry.module.startswith(f"verify.papers.{slug}.")
        assert name
        assert name == name.lower()


def test_titles_are_headings(entries: Entries) -> None:
    """A capital first, and no raw formula outside dollars."""
    for entry in entries.values():
        title = entry.claim.title
        words = re.sub(r"\$[^$]+\$", "", title)
        assert not title[0].islower()
        assert not re.search(r"[_^\\]|\b(?:alpha|beta|gamma|delta|kappa|mu|sigma|tau)\b", words)


def test_every_note_has_words(entries: Entries) -> None:
    """A formula without a word tells nobody what it is for."""
    words = all_words()
    said = {name: len(words.get(name, NO_WORDS).notes) for name in entries}
    assert said == {name: len(entry.claim.notes) for name, entry in entries.items()}


def test_every_letter_of_a_section_is_explained(entries: Entries) -> None:
    """Of the letters of its statements none is left to a reader's guess."""
    of = letters(project())
    lacking = []
    for name, entry in entries.items():
        paper, _, claim = name.partition("/")
        explained = of[paper].common.keys() | of[paper].own.get(claim, {}).keys()
        stated = entry.claim.printed, entry.claim.repairs, entry.claim.instead
        drafts = [*(draft for found in stated for draft in found.values()), *entry.claim.notes]
        shown = {latex(s) for draft in drafts for s in draft.build().symbols}
        lacking += [f"{name}: {letter}" for letter in sorted(shown - explained)]
    assert lacking == []


def test_a_letter_of_one_claim_is_one_of_its_letters(entries: Entries) -> None:
    of = letters(project())
    assert {f"{slug}/{claim}" for slug, found in of.items() for claim in found.own} <= set(entries)


def test_every_paper_and_every_claim_is_listed(entries: Entries) -> None:
    """A claim that a module states but no tuple lists would never be checked."""
    listed = {id(entry.claim) for entry in entries.values()}
    folders = [m.name for m in pkgutil.iter_modules(papers.__path__) if m.ispkg]
    assert sorted(folders) == sorted(papers.SLUGS)
    for slug in papers.SLUGS:
        package = importlib.import_module(f"verify.papers.{slug}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            stated = {n: c for n, c in vars(module).items() if isinstance(c, Claim)}
            assert [n for n, c in stated.items() if id(c) not in listed] == []


def test_records_show_what_was_tested(records: Records) -> None:
    assert records, "no claim was run"
    for record in records.values():
        for part in record.parts:
            assert part.printed is not None
            assert part.printed.says
            assert part.printed.finding.statement == part.printed.hash


def test_statistical_checks_stay_within_the_family(records: Records) -> None:
    """The family-wise level holds for at most MAX_TESTS cells, each of which spends a share."""
    cells = [
        cell
        for record in records.values()
        for finding in record.evidence
        if finding.level is Level.STATISTICAL
        for cell in finding.witness["cells"]
    ]
    assert len(cells) <= MAX_TESTS


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

"""``python -m verify``: selectors, files, comparison with the ledger, resumption, bad input."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from joblib.externals.loky import get_reusable_executor

from verify.__main__ import main
from verify.judgement.record import ClaimRecord
from verify.language import Claim
from verify.ledger import collection, lock, selection, sources
from verify.ledger.record import to_json
from verify.ledger.run import run_all
from verify.ledger.selection import all_entries, chosen
from verify.ledger.sources import code_hash
from verify.methods.context import Context

FULL_BATCH = "accelerated/eq-11-full-batch"
TABLES = tomllib.loads(Path(__file__).with_name("verify_cli.toml").read_text(encoding="utf-8"))
STALE, FALSIFIED, MODULES = TABLES["stale"], TABLES["falsified"], TABLES["modules"]
NAMED = """
from verify.language import claim, notation, real, says

{0} = claim("mine/{0}".lower(), "draft", "a square", says(notation(a=real(unit="1")).a ** 2 >= 0))
"""

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
Run = Callable[..., Any]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A working folder of one's own; what a run leaves behind stays there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def verify(here: Path, capsys: Capture) -> Run:
    """``verify(*arguments, status=0)``: the output and the errors of the command in mode quick."""

    def run(*arguments: str, status: int = 0, jobs: str = "1") -> Any:
        assert main(["--mode", "quick", "--jobs", jobs, *arguments]) == status
        return capsys.readouterr()

    return run


@pytest.fixture
def mine(here: Path, verify: Run, request: pytest.FixtureRequest) -> Run:
    """``verify`` of a module of two claims; it has the test's name, as it is imported once."""
    name = "claims_of_" + request.node.name
    (here / f"{name}.py").write_text(MODULES["two_claims"])
    return lambda *arguments, **more: verify("--module", name, *arguments, **more)


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_seconds(v) for k, v in value.items() if k != "seconds"}
    return [without_seconds(v) for v in value] if isinstance(value, list) else value


def claims(text: str) -> list[dict[str, Any]]:
    return json.loads(text)["claims"]


# Selectors --------------------------------------------------------------------------------------


def test_selectors() -> None:
    def ids(*selectors: str) -> list[str]:
        return [e.claim.id for e in chosen(selectors)]

    everything = [e.claim.id for e in all_entries()]
    assert ids() == everything
    assert ids("accelerated") == [i for i in everything if i.startswith("accelerated/")]
    assert ids(FULL_BATCH) == [FULL_BATCH]
    assert ids("accelerated/eq-11*") == ["accelerated/eq-11", FULL_BATCH]
    assert ids(FULL_BATCH, "accelerated/eq-11*", "accelerated/eq-11") == ids("accelerated/eq-11*")
    assert ids("accelerated/thm-a3", "accelerated/thm-a1") == [
        "accelerated/thm-a1",
        "accelerated/thm-a3",
    ], "in the order of the ledger"
    assert ids("thm-a1") == ids("THM-A1") == ["accelerated/thm-a1"], "as pytest -k finds it"
    for unknown in ("accelerate_", "accelerated/eq-11 ", "nothing*", ""):
        with pytest.raises(ValueError, match=r"^selector must be a slug \(accelerated, "):
            ids(unknown)


def test_every_claim_that_a_module_names_is_in_the_ledger() -> None:
    """Its id stands in the module's text: by that it is chosen before any paper is imported."""
    known = {e.claim.id: e.module for e in all_entries()}
    for paper in collection.project().papers:
        for name in paper.modules:
            named = {c.id for c in vars(sys.modules[name]).values() if isinstance(c, Claim)}
            assert named <= known.keys(), name
            stated = {id for id, module in known.items() if module == name}
            assert stated <= {*selection._ids_in(paper, name)}


def test_a_module_has_the_claims_that_it_names_and_not_those_that_it_imports(
    here: Path, verify: Run
) -> None:
    (here / "named_first.py").write_text(NAMED.format("FIRST"))
    (here / "named_second.py").write_text("from named_first import FIRST" + NAMED.format("SECOND"))
    assert verify("named_second.py", "--list").out == "mine/second\n"


def test_a_selector_imports_its_module_and_no_other(python: Run, root: Path) -> None:
    code = f"""
import sys
from verify.ledger.selection import chosen
try:
    chosen(["nonsense-id"])
except ValueError as error:
    print(error)
chosen(["{FULL_BATCH}"])
print(*sorted(m for m in sys.modules if ".results." in m))"""
    done = python("-c", code, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    refused, loaded = done.stdout.splitlines()
    assert refused.startswith("selector must be a slug (accelerated, ")
    assert loaded == "verify.papers.accelerated.results.prop_3_1"


def test_shared_runs_are_found_by_the_claims_that_rest_on_them() -> None:
    first, *others = collection.project().papers
    shared = [name for paper in (first, *others) for name in paper.shared]
    assert shared == ["verify.papers.accelerated.laboratory.data_sets"]
    asking = {n for n in first.modules if sources.depends(n, shared[0])}
    results = "verify.papers.accelerated.results."
    assert asking == {results + "fig_3", results + "section_5_text"}


def test_a_selection_is_printed_and_written_where_asked(here: Path, verify: Run) -> None:
    printed = verify(FULL_BATCH, "--json", "out.json", "--output", "out.md").out
    assert FULL_BATCH in printed
    assert "1 claim: 1 verified." in printed
    document = json.loads((here / "out.json").read_text())
    assert [c["id"] for c in document["claims"]] == [FULL_BATCH]
    assert (document["mode"], document["seed"], document["schema"]) == ("quick", 0, 2)
    shown = (here / "out.md").read_text()
    assert f"|[`{FULL_BATCH}`](docs/ledger/accelerated.md#eq-11-full-batch)|" in shown
    assert f"### `{FULL_BATCH}`: " in shown
    left = {p.name for p in here.iterdir()}
    assert left == {"out.json", "out.md", "build"}, "the ledger is for whole runs"
    assert {p.name for p in (here / "build").iterdir()} == {"claims"}


def test_a_whole_run_writes_the_ledger(here: Path, verify: Run, monkeypatch: Patch) -> None:
    few = chosen([FULL_BATCH, "accelerated/eq-40"])
    monkeypatch.setattr(selection, "chosen", lambda selectors, of: few)
    # These two are not all that the papers' lemmas are for.
    monkeypatch.setattr("verify.report.uncited", lambda claims, modules: [])
    monkeypatch.setattr("verify.report.all_words", lambda _: {})
    verify()
    lines = lock.parsed((here / "ledger.lock").read_text())
    assert [x.id for x in lines] == [e.claim.id for e in few]
    assert [x.code for x in lines] == [code_hash(e.module) for e in few]
    assert (here / "docs/ledger/accelerated.md").read_text().count("### `accelerated/") == 2
    assert (here / "paper_checks.md").read_text().count("](docs/ledger/accelerated.md#") == 2
    assert len(claims((here / "build" / "ledger.json").read_text())) == 2
    verify("--check")
    monkeypatch.setattr(selection, "chosen", lambda selectors, of: few[:1])
    complaint = f"{few[1].claim.id} in ledger.lock is no claim."
    assert complaint in verify("--check", status=1).err


# Workers, seeds, resumption ---------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing(mine: Run, monkeypatch: Patch) -> None:
    found = []
    get_reusable_executor().shutdown()  # workers of another test look for modules elsewhere
    for jobs in ("1", "2"):
        monkeypatch.setattr("verify.ledger.run.CACHE", Path(jobs))
        records = without_seconds(claims(mine("--json", "-", jobs=jobs).out))
        # What this process has loaded beside the module is no source in the workers.
        found.append([record | {"sources": ""} for record in records])
    assert found[0] == found[1]
    assert [record["verdict"] for record in found[1]] == ["verified"] * 2


def test_each_stream_has_what_was_asked_for(mine: Run) -> None:
    printed = mine("--output", "page.md", "--controls").out
    assert "2 claims: 2 verified." in printed
    assert "controls: mutant" in printed
    assert all(word in printed for word in ("rejected", "slack", "not judged", "survivor"))
    output = mine("--output", "-")
    assert output.out == Path("page.md").read_text()
    assert "2 claims: 2 verified." in output.err
    output = mine("--json", "-")
    assert [c["id"] for c in claims(output.out)] == ["mine/first", "mine/second"]
    assert "2 claims" in output.err
    assert not Path("-").exists()
    words = "--json and --output must not both be the standard output. Found - twice."
    assert mine("--output", "-", "--json", "-", status=2) == ("", f"verify: {words}\n")


POINT = "at a = 1/3, b = 2/7, c = 5/11, d = 3/13, e = 8/17."
PAGES = """
import sys
from verify.__main__ import main
for arguments in (["--module", "contact"], ["groupwise/lemma-a1-monotone"],
                  ["lssgd/prop-1-limit", "nsgd/signal-enhanced"]):
    assert main(["--mode", "quick", "--jobs", "1", *arguments, "--output", "-", "--json", "l"]) == 0
    sys.stdout.write(open("l").read())
"""


def test_the_page_does_not_follow_the_hash_seed(
    here: Path, python: Run, monkeypatch: Patch
) -> None:
    (here / "contact.py").write_text(MODULES["contact"])
    pages = []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = python("-c", PAGES, cwd=here)
        assert done.returncode == 0, done.stderr
        pages.append(re.sub(r'"seconds": [^,}]*', "", done.stdout))
        shutil.rmtree(here / "build")
    assert pages[0] == pages[1]
    assert POINT in pages[0]
    assert "lemma-a1-monotone" in pages[0]


def test_finished_claims_are_reused_until_a_source_changes(here: Path, mine: Run) -> None:
    mine()
    path, text = record_of("mine/first")
    path.write_text(sealed(path, text.replace('"reason": "', '"reason": "from the record')))

    def reused(*more: str) -> bool:
        return claims(mine("--json", "-", *more).out)[0]["reason"].startswith("from the record")

    assert reused()
    assert not reused("--seed", "1")
    (source,) = here.glob("*.py")
    source.write_text(source.read_text() + "\n# a remark\n")
    # As in a new process: what is loaded no longer is what the file says.
    del sys.modules[source.stem]
    assert not reused()


def record_of(claim_id: str) -> tuple[Path, str]:
    """Where a finished claim is kept, and what the file says below its first line."""
    texts = {p: p.read_text().partition("\n")[2] for p in Path("build/claims").iterdir()}
    ((path, text),) = [(p, t) for p, t in texts.items() if json.loads(t)["claim"]["id"] == claim_id]
    return path, text


def sealed(path: Path, text: str) -> str:
    """A record as it would be written to that place."""
    return f"{path.stem} {hashlib.sha256(text.encode()).hexdigest()}\n{text}"


# What may happen to a file: of this record and of another claim's.
DAMAGES: dict[str, Callable[[bytes, bytes], bytes]] = {
    "cut short": lambda mine, other: mine[: len(mine) // 2],
    "emptied": lambda mine, other: b"",
    "edited": lambda mine, other: mine.replace(b"verified", b"refuted_"),
    "swapped": lambda mine, other: other,
    "not text": lambda mine, other: b"\xff\xfe" + mine,
}


def nested(text: str) -> str:
    """A record whose witness is nested beyond what Python reads."""
    deep = "[" * 100_000 + "]" * 100_000
    return re.sub(r'"witness": \{[^{}]*\}', f'"witness": {{"deep": {deep}}}', text, count=1)


def with_value(text: str, name: str, value: Any) -> str:
    """A record with another value of a field."""
    content = json.loads(text)
    return json.dumps(content | {"claim": content["claim"] | {name: value}})


def without(text: str, name: str) -> str:
    """A record that lacks a field."""
    content = json.loads(text)
    del content["claim"][name]
    return json.dumps(content)


def with_all(text: str, old: str, new: str) -> str:
    """A record in which a word is another one wherever it stands."""
    assert old in text
    return text.replace(f'"{old}"', f'"{new}"')


# What somebody may write who computes the checksum anew: of this record and of another claim's.
FORGED: dict[str, Callable[[str, str], str]] = {
    "another verdict": lambda mine, other: with_value(mine, "verdict", "refuted"),
    "a verdict that there is not": lambda mine, other: with_value(mine, "verdict", "banana"),
    "another claim's record": lambda mine, other: other,
    "another claim's under this id": lambda mine, other: with_value(other, "id", "mine/first"),
    "nested without end": lambda mine, other: nested(mine),
    "nested a little": lambda mine, other: with_value(mine, "evidence", [[[]]]),
    "a part that is none": lambda mine, other: with_value(mine, "parts", 5),
    "a number for a text": lambda mine, other: with_value(mine, "reason", 5),
    "a field less": lambda mine, other: without(mine, "reason"),
    "a field more": lambda mine, other: with_value(mine, "more", ""),
    "every verdict": lambda mine, other: with_all(mine, "verified", "refuted"),
    "every outcome": lambda mine, other: with_all(mine, "holds", "fails"),
    "no part": lambda mine, other: with_value(mine, "parts", []),
    "other sources": lambda mine, other: with_value(mine, "sources", "0" * 12),
    "no record": lambda mine, other: "[]",
    "no data": lambda mine, other: json.dumps({"claim": json.loads(mine)["claim"], "data": []}),
}


def test_a_damaged_or_forged_record_is_named_and_checked_again(mine: Run) -> None:
    right = without_seconds(json.loads(mine("--json", "-").out))
    (path, own), (foreign, other) = (record_of(f"mine/{name}") for name in ("first", "second"))
    written = {name: d(path.read_bytes(), foreign.read_bytes()) for name, d in DAMAGES.items()}
    written |= {name: sealed(path, f(own, other)).encode() for name, f in FORGED.items()}
    for name, content in written.items():
        path.write_bytes(content)
        found = mine("--json", "-")
        assert without_seconds(json.loads(found.out)) == right, name
        assert found.err.startswith(f"{path} is damaged: mine/first is checked again.\n"), name
    assert "damaged" not in mine().err


def test_a_claim_that_broke_is_checked_again(mine: Run, monkeypatch: Patch) -> None:
    def broken(*_: Any) -> Any:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("verify.judgement.judge.examine", broken)
        found = mine("--json", "-", status=1)
    assert {c["verdict"] for c in claims(found.out)} == {"error"}
    assert {c["verdict"] for c in claims(mine("--json", "-").out)} == {"verified"}


def test_interrupted_work_resumes(here: Path) -> None:
    entries = chosen(["accelerated/eq-11*"])
    context = Context(mode="quick")
    seen: list[str] = []

    def interrupt(record: ClaimRecord) -> None:
        seen.append(record.id)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(entries, context, finished=interrupt)
    (saved,) = Path("build/claims").iterdir()
    first = json.loads(saved.read_text().partition("\n")[2])["claim"]
    assert seen == [first["id"]] == ["accelerated/eq-11"]
    again = run_all(entries, context)
    assert to_json(again[0]) == first, "read back, its time included"
    assert [r.id for r in again] == ["accelerated/eq-11", FULL_BATCH]


# --check ----------------------------------------------------------------------------------------


def test_an_edited_ledger_is_stale_and_a_fresh_one_passes(
    here: Path, verify: Run, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("verify.report.all_words", lambda _: {})
    page = here / "ledger.lock"
    assert "ledger.lock must exist" in verify("--check", FULL_BATCH, status=1).err
    (only,) = chosen([FULL_BATCH])
    with monkeypatch.context() as patched:
        patched.setattr(selection, "chosen", lambda selectors, of: [only])
        patched.setattr("verify.report.uncited", lambda claims, modules: [])
        verify()
    fresh = page.read_text()
    assert verify("--check", FULL_BATCH).err == ""
    assert page.read_text() == fresh
    for pattern, replacement, complaint in STALE:
        page.write_text(re.sub(pattern, replacement, fresh, count=1))
        found = verify("--check", FULL_BATCH, status=1)
        assert found.err == f"verify: {FULL_BATCH}{complaint}\n"


# Falsification ----------------------------------------------------------------------------------


def test_falsified_claims_lose_their_verdict(
    scratch: Path, python: Run, root: Path, ledger_lines: dict[str, lock.Line]
) -> None:
    shutil.copy(root / "ledger.lock", scratch)
    for module, printed, falsified in FALSIFIED.values():
        path = scratch / "verify" / "papers" / "accelerated" / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert text.count(printed) == 1
        path.write_text(text.replace(printed, falsified), encoding="utf-8")
    command = ("-m", "verify", *FALSIFIED, "--check", "--jobs", "1", "--json", "-")
    after = python(*command, cwd=scratch, tree=scratch)
    assert after.returncode == 1
    assert json.loads(after.stdout)["mode"] == "quick"
    found = {c["id"]: c["verdict"] for c in claims(after.stdout)}
    assert set(found.values()) <= {"refuted", "inconclusive"}
    for name in FALSIFIED:
        before = ledger_lines[name].verdict
        assert before in ("verified", "argued", "supported")
        assert f"{name} is {before} in ledger.lock. Found {found[name]}." in after.stderr
        assert f"{name}: its sources have changed" in after.stderr


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "said"), TABLES["bad_input"], ids=str)
def test_bad_input(here: Path, complaint: Run, line: str, said: str) -> None:
    found = complaint(main, line.split())
    assert found.startswith("verify: ")
    assert said in found
    assert list(here.iterdir()) == [], "nothing is written"


def test_a_module_without_claims_is_refused(here: Path, verify: Run) -> None:
    (here / "empty_claims.py").write_text("CLAIMS = ()\n")
    found = verify("--module", "empty_claims", status=2)
    assert "must have at least one claim" in found.err


def test_help_is_fast(root: Path) -> None:
    """No number crunching at import: 0.15 s of CPU, twice that on a slow machine."""
    child = subprocess.Popen(
        [sys.executable, "-m", "verify", "--help"], cwd=root, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    assert usage.ru_utime + usage.ru_stime < 0.3

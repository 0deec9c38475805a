"""``python -m verify``: selectors, files, comparison with the ledger, resumption, bad input."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verify import papers
from verify.__main__ import main
from verify.judgement.record import ClaimRecord
from verify.ledger import page as ledger
from verify.ledger import selection, sources
from verify.ledger.record import to_json
from verify.ledger.run import run_all
from verify.ledger.selection import all_entries, chosen, entries_of
from verify.ledger.sources import code_hash
from verify.methods.context import Context

FULL_BATCH = "accelerated/eq-11-full-batch"
QUICK = ["--mode", "quick", "--jobs", "1"]

# Two claims of a user, with a place for edits.
MODULE = '''"""Two small claims."""

from verify.language import claim, notation, real, says

V = notation(a=real(unit="1"), b=real(unit="1"))


def square(name, factor):
    expanded = V.a**2 + factor * V.a * V.b + V.b**2
    return claim(f"mine/{name}", "draft", name, says((V.a + V.b) ** 2 == expanded))


CLAIMS = (square("first", 2), square("second", 2))
'''

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of one's own; what a run leaves behind stays there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def user_module(here: Path, request: pytest.FixtureRequest) -> str:
    """A module of two claims; modules are imported once, so that every test has its own name."""
    name = "claims_of_" + re.sub(r"\W", "_", request.node.name)
    (here / f"{name}.py").write_text(MODULE)
    return name


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_seconds(v) for k, v in value.items() if k != "seconds"}
    if isinstance(value, list):
        return [without_seconds(v) for v in value]
    return value


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


def test_ids_stand_in_the_text_of_their_modules() -> None:
    """A claim is chosen by the text of its module before any paper is imported."""
    for slug in papers.SLUGS:
        for name in papers.names(slug):
            assert {e.claim.id for e in entries_of(name)} <= set(papers.ids_in(name)), name


@pytest.mark.parametrize(
    ("selector", "loaded"),
    [(FULL_BATCH, ["verify.papers.accelerated.results.prop_3_1"]), ("nonsense-id", [])],
)
def test_a_selector_imports_its_module_and_no_other(
    python: Callable, root: Path, selector: str, loaded: list[str]
) -> None:
    code = (
        "import sys\n"
        "from verify.ledger.selection import chosen\n"
        "try:\n"
        f"    chosen(['{selector}'])\n"
        "except ValueError as error:\n"
        "    assert str(error).startswith('selector must be a slug (accelerated, ')\n"
        "print(*sorted(m for m in sys.modules if '.results.' in m))"
    )
    done = python("-c", code, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == loaded


def test_shared_runs_are_found_by_the_claims_that_rest_on_them() -> None:
    shared = [n for slug in papers.SLUGS for n in papers.experiments(slug)]
    assert shared == ["verify.papers.accelerated.laboratory.data_sets"]
    asking = {n for n in papers.names("accelerated") if sources.depends(n, shared[0])}
    results = "verify.papers.accelerated.results."
    assert asking == {results + "fig_3", results + "section_5_text"}


def test_a_selection_is_printed_and_written_where_asked(here: Path, capsys: Capture) -> None:
    assert main([*QUICK, FULL_BATCH, "--json", "out.json", "--output", "out.md"]) == 0
    printed = capsys.readouterr().out
    assert FULL_BATCH in printed
    assert "1 claim: 1 verified." in printed
    assert [c["id"] for c in claims((here / "out.json").read_text())] == [FULL_BATCH]
    rows = ledger.read_rows((here / "out.md").read_text())
    module = "verify.papers.accelerated.results.prop_3_1"
    assert rows == {FULL_BATCH: ("verified", code_hash(module))}
    left = {p.name for p in here.iterdir()}
    assert left == {"out.json", "out.md", "build"}, "paper_checks.md is for whole runs"
    assert {p.name for p in (here / "build").iterdir()} == {"claims"}


def test_json_on_standard_output_is_json_alone(here: Path, capsys: Capture) -> None:
    assert main([*QUICK, "accelerated/thm-a1", FULL_BATCH, "--json", "-"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert [c["id"] for c in document["claims"]] == ["accelerated/thm-a1", FULL_BATCH]
    assert (document["mode"], document["seed"], document["schema"]) == ("quick", 0, 2)
    assert "2 claims" in captured.err


def test_controls_are_printed_on_request(here: Path, user_module: str, capsys: Capture) -> None:
    assert main([*QUICK, "--module", user_module, "--controls"]) == 0
    printed = capsys.readouterr().out
    assert "controls: mutant" in printed
    assert all(word in printed for word in ("rejected", "slack", "not judged", "survivor"))


def test_a_whole_run_writes_the_ledger(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    few = chosen(["accelerated/thm-a1", FULL_BATCH])
    monkeypatch.setattr(selection, "chosen", lambda selectors, module: few)
    # These two are not all that the papers' lemmas are for.
    monkeypatch.setattr("verify.ledger.report.uncited", lambda claims, modules: [])
    assert main(QUICK) == 0
    rows = ledger.read_rows((here / "paper_checks.md").read_text())
    assert list(rows) == ["accelerated/thm-a1", FULL_BATCH]
    assert len(claims((here / "build" / "ledger.json").read_text())) == 2
    assert main(["--check", "--jobs", "1"]) == 0
    monkeypatch.setattr(selection, "chosen", lambda selectors, module: few[:1])
    capsys.readouterr()
    assert main(["--check", "--jobs", "1"]) == 1
    assert f"{FULL_BATCH} in paper_checks.md is no claim." in capsys.readouterr().err


# Workers, seeds, resumption ---------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = []
    for jobs in ("1", "2"):
        (here / jobs).mkdir()
        monkeypatch.chdir(here / jobs)
        selection = ["accelerated/eq-11*", "accelerated/thm-a1"]
        assert main([*selection, "--mode", "quick", "--json", "-", "--jobs", jobs]) == 0
        documents.append(without_seconds(json.loads(capsys.readouterr().out)))
    assert documents[0] == documents[1]
    assert len(documents[0]["claims"]) == 3


def test_the_page_goes_to_the_standard_output_where_it_is_asked_for(
    here: Path, user_module: str, capsys: Capture
) -> None:
    selection = [*QUICK, "--module", user_module]
    assert main([*selection, "--output", "page.md"]) == 0
    assert "2 claims: 2 verified." in capsys.readouterr().out
    assert main([*selection, "--output", "-"]) == 0
    output = capsys.readouterr()
    assert output.out == Path("page.md").read_text()
    assert "2 claims: 2 verified." in output.err
    assert not Path("-").exists()
    assert main([*selection, "--output", "-", "--json", "-"]) == 2
    words = "--json and --output must not both be the standard output. Found - twice."
    assert capsys.readouterr() == ("", f"verify: {words}\n")


# False where five numbers meet, which no sample does: a prover finds the point.
CONTACT = '''"""A claim that fails at one point."""

from fractions import Fraction as F

from verify.language import claim, notation, number, real, says

V = notation(**{name: real(unit="1") for name in "abcde"})
NEAR = (V.a - F(1, 3)) ** 2 + (V.b - F(2, 7)) ** 2 + (V.c - F(5, 11)) ** 2
AWAY = NEAR + (V.d - F(3, 13)) ** 2 + (V.e - F(8, 17)) ** 2
CLAIMS = (claim("mine/contact", "draft", "contact", says(number(0) < AWAY)),)
'''
POINT = "at a = 1/3, b = 2/7, c = 5/11, d = 3/13, e = 8/17."


@pytest.mark.parametrize(
    ("selection", "shown"),
    [
        (["--module", "contact"], POINT),
        (["groupwise/lemma-a1-monotone", "lssgd/prop-1-limit", "nsgd/signal-enhanced"], "lemma"),
    ],
)
def test_the_page_does_not_follow_the_hash_seed(
    selection: list[str], shown: str, here: Path, root: Path
) -> None:
    pages = []
    for seed in ("1", "2"):
        folder = here / seed
        folder.mkdir()
        (folder / "contact.py").write_text(CONTACT)
        done = subprocess.run(
            [sys.executable, "-m", "verify", *QUICK, *selection, "--output", "-", "--json", "l"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(root), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        ledgers = json.loads((folder / "l").read_text())
        pages.append((done.stdout, json.dumps(without_seconds(ledgers))))
    assert pages[0] == pages[1]
    assert shown in pages[0][0]


def test_user_modules_work_with_workers(python: Callable, here: Path, user_module: str) -> None:
    done = python("-m", "verify", "--module", user_module, "--jobs", "2", cwd=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 claims: 2 verified." in done.stdout


def test_finished_claims_are_reused_until_a_source_changes(
    here: Path, user_module: str, capsys: Capture
) -> None:
    arguments = [*QUICK, "--module", user_module, "--json", "-"]
    assert main(arguments) == 0
    capsys.readouterr()
    path, text = record_of("mine/first")
    path.write_text(sealed(path, text.replace('"reason": "', '"reason": "from the record')))

    def reasons(*more: str) -> list[str]:
        assert main([*arguments, *more]) == 0
        return [c["reason"] for c in claims(capsys.readouterr().out)]

    assert reasons()[0].startswith("from the record")
    assert not reasons("--seed", "1")[0].startswith("from the record")
    source = here / f"{user_module}.py"
    source.write_text(source.read_text() + "\n# a remark\n")
    assert not reasons()[0].startswith("from the record")


def record_of(claim_id: str) -> tuple[Path, str]:
    """Where a finished claim is kept, and what the file says below its first line."""
    texts = {p: p.read_text().partition("\n")[2] for p in Path("build/claims").iterdir()}
    ((path, text),) = [(p, t) for p, t in texts.items() if json.loads(t)["claim"]["id"] == claim_id]
    return path, text


def sealed(path: Path, text: str) -> str:
    """A record as it would be written to that place."""
    return f"{path.stem} {hashlib.sha256(text.encode()).hexdigest()}\n{text}"


@pytest.mark.parametrize("damage", ["cut short", "emptied", "edited", "swapped", "not text"])
def test_a_damaged_record_is_named_and_checked_again(
    damage: str, here: Path, user_module: str, capsys: Capture
) -> None:
    arguments = [*QUICK, "--module", user_module, "--json", "-"]
    assert main(arguments) == 0
    right = claims(capsys.readouterr().out)
    path, _ = record_of("mine/first")
    other, _ = record_of("mine/second")
    before = path.read_bytes()
    damaged = {
        "cut short": before[: len(before) // 2],
        "emptied": b"",
        "edited": before.replace(b"verified", b"refuted_"),
        "swapped": other.read_bytes(),
        "not text": b"\xff\xfe" + before,
    }
    path.write_bytes(damaged[damage])
    assert main(arguments) == 0
    output = capsys.readouterr()
    assert [c["verdict"] for c in claims(output.out)] == [c["verdict"] for c in right]
    assert output.err.splitlines()[0] == (f"{path} is damaged: mine/first is checked again.")
    assert main(arguments) == 0
    assert "damaged" not in capsys.readouterr().err


def nested(text: str) -> str:
    """A record whose witness is nested beyond what Python reads."""
    deep = "[" * 100_000 + "]" * 100_000
    return re.sub(r'"witness": \{[^{}]*\}', f'"witness": {{"deep": {deep}}}', text, count=1)


def without(text: str, name: str) -> str:
    """A record that lacks a field."""
    content = json.loads(text)
    del content["claim"][name]
    return json.dumps(content)


def with_value(text: str, name: str, value: Any) -> str:
    """A record with another value of a field."""
    content = json.loads(text)
    content["claim"][name] = value
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


@pytest.mark.parametrize("forgery", FORGED)
def test_a_record_with_a_new_checksum_is_no_proof(
    forgery: str, here: Path, user_module: str, capsys: Capture
) -> None:
    arguments = [*QUICK, "--module", user_module, "--json", "-"]
    assert main(arguments) == 0
    right = without_seconds(json.loads(capsys.readouterr().out))
    path, mine = record_of("mine/first")
    _, other = record_of("mine/second")
    path.write_text(sealed(path, FORGED[forgery](mine, other)))
    assert main(arguments) == 0
    output = capsys.readouterr()
    assert without_seconds(json.loads(output.out)) == right
    assert output.err.splitlines()[0] == f"{path} is damaged: mine/first is checked again."


def test_a_claim_that_broke_is_checked_again(
    here: Path, user_module: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = [*QUICK, "--module", user_module, "--json", "-"]

    def broken(*_: Any) -> Any:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("verify.judgement.judge.examine", broken)
        assert main(arguments) == 1
    assert {c["verdict"] for c in claims(capsys.readouterr().out)} == {"error"}
    assert main(arguments) == 0
    assert {c["verdict"] for c in claims(capsys.readouterr().out)} == {"verified"}


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


@pytest.fixture
def checked(here: Path, capsys: Capture) -> Path:
    """A fresh ``paper_checks.md`` of one claim."""
    assert main([*QUICK, FULL_BATCH, "--output", "paper_checks.md"]) == 0
    capsys.readouterr()
    return here / "paper_checks.md"


CHECK = ["--check", "--jobs", "1", FULL_BATCH]


def test_a_fresh_ledger_passes(checked: Path, capsys: Capture) -> None:
    before = checked.read_text()
    assert main(CHECK) == 0
    assert capsys.readouterr().err == ""
    assert checked.read_text() == before


@pytest.mark.parametrize(
    ("pattern", "replacement", "complaint"),
    [
        (r"\*\*verified\*\*", "**refuted**", "is refuted in paper_checks.md. Found verified."),
        (r"=[0-9a-f]{12}", "=" + "0" * 12, "its sources have changed since the ledger was made."),
        (r"\| `accel.*\n", "", "is not in paper_checks.md."),
    ],
)
def test_an_edited_ledger_is_stale(
    checked: Path, capsys: Capture, pattern: str, replacement: str, complaint: str
) -> None:
    checked.write_text(re.sub(pattern, replacement, checked.read_text(), count=1))
    assert main(CHECK) == 1
    assert capsys.readouterr().err == f"verify: {FULL_BATCH}{separator(complaint)}{complaint}\n"


def separator(complaint: str) -> str:
    return ": " if complaint.startswith("its") else " "


def test_a_missing_ledger_is_stale(here: Path, capsys: Capture) -> None:
    assert main(CHECK) == 1
    assert "paper_checks.md must exist" in capsys.readouterr().err


# Falsification ----------------------------------------------------------------------------------

FALSIFIED = {
    # A constant, an exponent and two hypotheses: (file, printed, falsified).
    FULL_BATCH: ("results/prop_3_1", "V.S / (V.b * V.n)", "V.S / (2 * V.b * V.n)"),
    "accelerated/eq-40": (
        "lemmas/sampling",
        "POPULATION <= V.S_k**2 / 4",
        "POPULATION <= V.S_k**3 / 4",
    ),
    "accelerated/thm-3.5-noise-level": (
        "results/thm_3_5_noise",
        "given=[V.alpha * V.L < 2 * (1 + V.beta)]",
        "given=[]",
    ),
    "accelerated/thm-a3": (
        "results/thm_a3",
        "ON_Y <= AMPLIFIED * ON_Y2",
        "ON_Y <= SHARE * AMPLIFIED * ON_Y2",
    ),
}


def test_falsified_claims_lose_their_verdict(scratch: Path, python: Callable) -> None:
    def verify(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = ("-m", "verify", *FALSIFIED, "--mode", "quick", "--jobs", "1", "--json", "-")
        return python(*command, *arguments, cwd=scratch, tree=scratch)

    def verdicts(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
        return {c["id"]: c["verdict"] for c in claims(done.stdout)}

    before = verify("--output", "paper_checks.md")
    assert before.returncode == 0, before.stderr
    first = verdicts(before)
    assert first == {
        FULL_BATCH: "verified",
        "accelerated/eq-40": "verified",
        "accelerated/thm-3.5-noise-level": "verified",
        "accelerated/thm-a3": "argued",
    }
    for module, printed, falsified in FALSIFIED.values():
        path = scratch / "verify" / "papers" / "accelerated" / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert text.count(printed) == 1
        path.write_text(text.replace(printed, falsified), encoding="utf-8")
    after = verify("--check")
    assert after.returncode == 1
    found = verdicts(after)
    assert set(found.values()) <= {"refuted", "inconclusive"}
    for name in FALSIFIED:
        assert f"{name} is {first[name]} in paper_checks.md. Found {found[name]}." in after.stderr
        assert f"{name}: its sources have changed" in after.stderr


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["no-such-paper"], "selector must be a slug"),
        (["accelerated/no-such-claim"], "Found 'accelerated/no-such-claim'."),
        (["--mode", "fast"], "invalid choice: 'fast'"),
        (["--jobs", "0"], "--jobs must be from 1 to "),
        (["--jobs", "-3"], "Found -3."),
        (["--jobs", "two"], "invalid int value: 'two'"),
        (["--seed", "x"], "invalid int value: 'x'"),
        (["--json", "missing/ledger.json"], "Found missing/ledger.json."),
        (["--json", "."], "must be"),
        (["--output", "missing/out.md"], "Found missing/out.md."),
        (["--module", "no_such_module"], "--module must name an importable module."),
        (["--module", ".relative"], "--module must be a dotted name."),
        (["--module", "json"], "--module must define a tuple CLAIMS"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(here: Path, capsys: Capture, arguments: list[str], complaint: str) -> None:
    try:
        status: Any = main(arguments)
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert captured.err.startswith("verify: ")
    assert captured.err.count("\n") == 1
    assert complaint in captured.err
    assert list(here.iterdir()) == [], "nothing is written"


def test_a_module_without_claims_is_refused(here: Path, capsys: Capture) -> None:
    (here / "empty_claims.py").write_text("CLAIMS = ()\n")
    assert main(["--module", "empty_claims"]) == 2
    assert "must list at least one claim" in capsys.readouterr().err


def test_bad_input_in_a_real_process(here: Path, python: Callable) -> None:
    done = python("-m", "verify", "--module", "no_such_module", cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_help_is_fast(root: Path) -> None:
    """No number crunching at import: 0.15 s of CPU, twice that on a slow machine."""
    child = subprocess.Popen(
        [sys.executable, "-m", "verify", "--help"], cwd=root, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    assert usage.ru_utime + usage.ru_stime < 0.3

"""The ledger's files: what is written, how it reads back, and what its hashes cover."""

import dataclasses
import json
import math
import re
import sys
from collections import Counter
from fractions import Fraction as Q
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from benchmarks.audits import grades
from dptheory.files import write_atomically
from verify.judgement.controls import Answer
from verify.judgement.judge import is_record_of, run_claim
from verify.judgement.record import ClaimRecord, QuoteRecord
from verify.language import claim, notation, positive, says
from verify.language.claims import Claim
from verify.language.units import exponents, factor
from verify.ledger import lock, meanings, readme, run, sections, sources
from verify.ledger import page as ledger
from verify.ledger.json_forms import jsonable
from verify.ledger.letters import Letters
from verify.ledger.record import from_json, to_json
from verify.ledger.selection import entries_of
from verify.ledger.words import Words
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome

V = notation(a=positive(unit="1"), b=positive(unit="1"))
a, b = V.a, V.b
TRUE = says(2 * a * b <= a**2 + b**2)
FALSE = says(2 * a * b <= a**2)


@pytest.fixture(scope="module")
def records() -> list[ClaimRecord]:
    """A verified and a corrected claim, in mode quick."""
    context = Context(mode="quick")
    claims = (
        claim("mine/true", "(1)", "true", TRUE),
        claim("mine/corrected", "(2)", "a | b", FALSE, repaired=TRUE),
    )
    return [dataclasses.replace(run_claim(c, context), sources="0123456789ab") for c in claims]


def rendered(records: list[ClaimRecord]) -> str:
    said = {"mine/corrected": Words("The bound of (2) fails by a factor {ratio}.")}
    meant, _ = meanings.meanings(records, said)
    page = ledger.render(records, {"mine": "A paper"}, meant)
    return page + sections.render(records, "A paper", meant)


def test_the_document_has_the_published_schema(records: list[ClaimRecord]) -> None:
    document = json.loads(json.dumps(ledger.document(records, "quick", 3), allow_nan=False))
    schema = json.loads(ledger.SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)
    assert (document["schema"], document["mode"], document["seed"]) == (2, "quick", 3)
    document["claims"][0]["verdict"] = "true"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)


def finding(method: str, level: str, outcome: str = "holds", **fields: Any) -> Finding:
    return Finding("0" * 16, method, Level(level), Outcome(outcome), "t.", **fields)


@pytest.mark.parametrize(
    ("found", "checked_by"),
    [
        (finding("decompose", "exact", read=True), "checker"),
        (finding("derive", "argued", read=True, argued=("so",)), "checker"),
        (finding("certify", "certified"), "kernel"),
        (finding("certify", "certified", "fails"), "kernel"),
        (finding("certify", "certified", "inconclusive"), ""),
        (finding("multipliers, decide", "decided"), "z3 alone"),
        (finding("limit", "exact"), "sympy alone"),
        (finding("derive", "exact"), "derive alone"),
        (finding("recompute", "recomputed"), "recompute alone"),
        (finding("simulate", "statistical"), "simulate alone"),
        (finding("derive", "argued", argued=("so",)), "words"),
        (finding("search", "exact", "fails", point={"a": 1}), "instance"),
        (finding("search", "exact", "not-real", point={"a": 1}), "instance"),
        (finding("escape", "exact", "fails"), "escape alone"),
        (finding("search", "decided", "hypotheses-empty"), "z3 alone"),
        (finding("search", "numeric", "inconclusive"), ""),
    ],
)
def test_what_checked_a_finding_a_second_time(found: Finding, checked_by: str) -> None:
    assert found.checked_by == checked_by


def test_the_page_says_what_was_checked_twice(records: list[ClaimRecord]) -> None:
    true, corrected = records
    assert (true.checked_by, corrected.checked_by) == (("checker",), ("instance", "checker"))
    assert (true.checked_twice, corrected.checked_twice) == (True, False)
    page = rendered(records)
    assert "Of 1 verified claims 1 were checked twice in every part." in page
    assert "|**corrected**, repair verified|in general|exact|instance; checker|" in page
    assert (
        "- statement, true: exact, by `decompose`, the proof read by the second checker: " in page
    )
    counts = [c for r in records for c in r.controls]
    asked = Counter(c.answer for c in counts)
    assert f"\n\nControls: {len(counts)} changed statements: {asked[Answer.REJECTED]} rej" in page
    assert f", {asked[Answer.UNJUDGED]} not refuted and not put to the method" in page
    assert page.count(" changed statements: ") == 3, "in all, and of each claim"
    forged = {**to_json(true)}
    forged["parts"][0]["printed"]["checked_by"] = "kernel"
    assert not is_record_of(from_json(forged), claim("mine/true", "(1)", "true", TRUE))
    assert is_record_of(true, claim("mine/true", "(1)", "true", TRUE))


def test_records_survive_json(records: list[ClaimRecord]) -> None:
    for record in records:
        document = json.loads(json.dumps(to_json(record), allow_nan=False))
        assert to_json(from_json(document)) == document


def test_the_lock_reads_back(records: list[ClaimRecord]) -> None:
    lines = lock.kept(records, {"mine/corrected": Words("It fails.")}, [])
    assert lock.parsed(lock.rendered(lines)) == lines
    assert [(x.id, x.verdict, x.code) for x in lines] == [
        ("mine/true", "verified", "0123456789ab"),
        ("mine/corrected", "corrected", "0123456789ab"),
    ]
    with pytest.raises(ValueError, match="five words a line"):
        lock.parsed("mine/true verified")


def test_a_meaning_is_read_with_its_statements(records: list[ClaimRecord]) -> None:
    _, corrected = records
    said = {corrected.id: Words("It fails.")}
    new = lock.line(corrected, said[corrected.id])
    (fresh,) = lock.kept([corrected], said, [])
    assert lock.unread(new, fresh) == [
        "mine/corrected: its meaning must be read with the statements of today. "
        "Run 'python -m verify --read mine/corrected'."
    ]
    read = lock.renewed([corrected], said, [fresh])
    assert read == [new]
    assert lock.unread(new, read[0]) == []
    assert lock.kept([corrected], said, read) == read, "a run reads nothing, and forgets nothing"
    other = lock.line(corrected, Words("It fails badly."))
    assert lock.unread(other, read[0])
    part = corrected.parts[0]
    assert part.repaired is not None
    changed = dataclasses.replace(part, repaired=dataclasses.replace(part.repaired, hash="0" * 16))
    moved = dataclasses.replace(corrected, parts=(changed,))
    assert lock.unread(lock.line(moved, said[corrected.id]), read[0])


@pytest.mark.parametrize(
    ("sentence", "complaint"),
    [
        ("(2) fails by {ratio}, at a = {a}; Theorem 3.5 and L2 stay.", ""),
        ("It fails by 17.", "a number must be a slot. Found '17"),
        ("It fails by {factor}.", "a slot must name a number. Found 'factor'"),
        ("It fails by {note 1.ratio}.", "a slot must name a number"),
        ("$2ab$ is displayed; $a^2/2$, $b-1$ and $0<a$ are written.", ""),
        ("The factor is $2$.", "a number must be a slot. Found $2$"),
        ("The factor is $17a$.", "a number of two digits must be a slot. Found $17a$"),
        ("It fails at $a=3$.", "a side of a formula must have a letter or be 0 or 1. Found $a=3$"),
        ("It fails at $c$.", "a formula must have letters of its record, not c. Found $c$"),
        ("With b squared it holds.", "a formula must be in dollars. Found 'b squared'"),
        ("It fails by three hundredths.", "a formula must be in dollars. Found 'hundredths'"),
        ("It fails for C_t.", "a formula must be in dollars. Found 'C_t'"),
        ("It fails at large mu.", "a formula must be in dollars. Found 'mu'"),
        ("Long. " * 50, "must have at most 250 characters"),
    ],
)
def test_the_numbers_of_a_meaning_are_the_record_s(
    records: list[ClaimRecord], sentence: str, complaint: str
) -> None:
    found, wrong = meanings.meanings(records, {"mine/corrected": Words(sentence)})
    assert ("mine/corrected" in found) == (not complaint)
    assert complaint in "".join(wrong)
    assert "{" not in "".join(words.meaning for words in found.values())


def test_what_fails_must_have_a_meaning(records: list[ClaimRecord]) -> None:
    assert meanings.without(records, {"mine/corrected": Words("It fails.")}) == []
    assert meanings.without(records, {"mine/gone": Words("It fails.")}) == [
        "mine/corrected fails, and must have a meaning.",
        "mine/gone has a meaning and is no claim.",
    ]


def test_the_findings_count_what_fails_and_what_of_it_is_empty(records: list[ClaimRecord]) -> None:
    true, corrected = records
    said = {"mine/corrected": Words("It fails.")}
    empty = dataclasses.replace(true, verdict="vacuous")
    ours = dataclasses.replace(corrected, ours=True)
    for rows, count in (
        ([true, corrected], "2 claims, 1 of which fail as printed.\n"),
        (
            [empty, corrected, ours],
            "3 claims, 2 of which fail as printed "
            "(1 of them: empty at the paper's own settings).\n",
        ),
    ):
        shown = readme.findings(rows, {"mine": "A paper"}, {"mine": ["mine/corrected"]}, said)
        assert f"**A paper**: {count}" in shown


def test_the_rendering_changes_only_when_results_do(records: list[ClaimRecord]) -> None:
    def with_all(**changes: Any) -> str:
        return rendered([dataclasses.replace(r, **changes) for r in records])

    assert with_all(seconds=99.0) == rendered(records)
    assert with_all(verdict="refuted") != rendered(records)
    assert with_all(tightness=0.12345678901) == with_all(tightness=0.12345678902)


def test_a_section_says_what_its_letters_mean(records: list[ClaimRecord]) -> None:
    common = {"a": "a number", "q": "no letter of it"}
    assert Letters(common=common).told(records[0]) == "Letters: $a$ a number."
    shown = sections.section(records[0], letters=Letters(common=common, own={"true": {"a": "two"}}))
    assert "- Letters: $a$ two." in shown
    assert not any(line.startswith("- Letters") for line in sections.section(records[0]))


@pytest.mark.parametrize(
    ("printed", "told"),
    [(r"\nu_t+q", ["q"]), (r"\nu+\bar q", [r"\nu"]), (r"\nu^2+q_t+p", []), ("x_t=q", ["q", "x_t"])],
)
def test_letters_of_a_print_are_told_where_they_stand_alone(
    records: list[ClaimRecord], printed: str, told: list[str]
) -> None:
    quote = QuoteRecord(latex=printed, tied="", link="", rearranged=False, reading="")
    part = dataclasses.replace(records[0].parts[0], quotes=(quote,))
    record = dataclasses.replace(records[0], parts=(part,))
    common, prints = {"x_t": "an iterate", "p": "of others"}, {"q": "a rate", r"\nu": "a scale"}
    assert sorted(Letters(common=common, prints=prints).of(record)) == sorted(told)


def test_findings_show_what_was_tested_and_can_be_replayed(records: list[ClaimRecord]) -> None:
    page, _, shown = rendered(records).partition("# A paper\n")
    assert "- `mine/corrected`: The bound of (2) fails by a factor " in page
    assert "[`mine/corrected`](docs/ledger/mine.md#corrected)" in page
    corrected = shown.split('<a id="corrected"></a>')[1]
    for what in ("Read as: $", "True: $", "Instance: ", "`python -m verify mine/corrected`"):
        assert what in corrected


@pytest.mark.parametrize(("constant", "shown"), [(2, "; for example $C=2$"), (Q(1, 2), "")])
def test_constants_that_do_are_shown_beside_their_statement(constant: Any, shown: str) -> None:
    known = V.extended(C=positive(unit="1"))
    said = says(known.a <= known.C * known.a, exists={"C": constant})
    record = run_claim(claim("mine/some", "(3)", "some", said), Context(mode="quick"))
    assert record.parts[0].printed is not None
    _, _, behind = record.parts[0].printed.says.partition(" for all $a>0$")
    assert behind == shown


def test_what_makes_a_line_too_long_has_a_line_of_its_own(records: list[ClaimRecord]) -> None:
    _, corrected = records
    (part,) = corrected.parts
    assert part.printed is not None
    long = "units: " + "a loss and a length, " * 20
    printed = dataclasses.replace(part.printed, remarks=(long,))
    reason = f"1 is not at most {'0' * 400}; plainest instance: 2 is not 1. "
    reason += "Fails in (1); of our choice: a."
    changed = dataclasses.replace(part, printed=printed, reason=reason)
    shown = sections.section(dataclasses.replace(corrected, parts=(changed,)))
    first = shown.index(f"  - Remark: {long}.")
    assert "Remark" not in shown[first - 1]
    assert shown[first + 1 : first + 5] == [
        f"- Instance: 1 is not at most {'0' * 400};",
        "  - plainest instance: 2 is not 1.",
        "  - Fails in (1);",
        "  - of our choice: $a$.",
    ]
    short = dataclasses.replace(part.printed, remarks=("does not depend on a",))
    changed = dataclasses.replace(part, printed=short)
    shown = sections.section(dataclasses.replace(corrected, parts=(changed,)))
    assert any(line.endswith("(fails) Remark: does not depend on a.") for line in shown)


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
    (package / "top.py").write_text("from . import middle\n")
    (package / "middle.py").write_text(f"def f():\n    from {name}.leaf import x\n    return x\n")
    (package / "leaf.py").write_text(leaf)
    (package / "aside.py").write_text("y = 1\n")


def test_the_hash_covers_what_a_module_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "hashed_package"
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, name, "x = 1\n")
    first = sources.code_hash(f"{name}.top")
    assert len(first) == 12
    assert sources.code_hash(f"{name}.top") == first
    (tmp_path / name / "aside.py").write_text("y = 2\n")
    assert sources.code_hash(f"{name}.top") == first
    (tmp_path / name / "leaf.py").write_text("x = 2\n")
    assert sources.code_hash(f"{name}.top") != first


USERS = """
from {helper} import NUMBER
from verify.language import claim, notation, positive, says

V = notation(x=positive("x", unit="1"))
CLAIMS = (claim("me/shift", "a note", "a shift", says(V.x <= V.x + NUMBER)),)
"""


@pytest.mark.parametrize("edited", ["before", "during", "never"])
def test_a_file_that_is_edited_after_its_import_leaves_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    helper, module = tmp_path / f"number_{edited}.py", f"edited_{edited}"
    helper.write_text("NUMBER = 1\n")
    (tmp_path / f"{module}.py").write_text(USERS.format(helper=helper.stem))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(run, "CACHE", tmp_path / "kept")
    for name in (helper.stem, module):
        # Forgotten at the end: what is loaded counts among the sources of every user's claim.
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]
    (entry,) = entries_of(module)

    def checked(claim: Claim, context: Context, *stored: Any) -> ClaimRecord:
        if edited == "during":
            helper.write_text("NUMBER = -1\n")
        return run_claim(claim, context, *stored)

    monkeypatch.setattr(run, "run_claim", checked)
    if edited == "before":
        helper.write_text("NUMBER = -1\n")
    record = run.run_entry(entry, Context(mode="quick"))
    kept = run.kept(entry, Context(mode="quick"))
    if edited == "never":
        assert kept is not None
        assert (record.verdict, kept.verdict) == ("verified", "verified"), record.reason
    else:
        assert (record.verdict, record.reason) == ("error", run.EDITED)
        assert kept is None
        assert not (tmp_path / "kept").exists()


def test_the_hash_covers_the_versions_of_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources.code_hash("verify.language.claims")
    monkeypatch.setattr(sources, "versions", lambda: ("numpy 99",))
    assert sources.code_hash("verify.language.claims") != before


def test_a_claim_depends_on_the_modules_of_the_library_that_it_imports() -> None:
    results, laplace = "verify.papers.accelerated.results", "dptheory.privacy.laplace"
    assert sources.depends(f"{results}.prop_3_1", laplace)
    assert not sources.depends(f"{results}.thm_a1", laplace)


def test_a_claim_depends_on_the_data_of_its_paper_that_it_names() -> None:
    found = sources.files("verify.papers.accelerated.results.fig_1")
    assert [path.name for path in found if path.suffix != ".py"] == ["fig_1.txt"]


# Units ------------------------------------------------------------------------------------------


def test_units_multiply() -> None:
    assert exponents("loss^2/length") == {"loss": 2, "length": -1, "time": 0}
    assert exponents("1/time") == {"loss": 0, "length": 0, "time": -1}
    assert exponents("gradient^2") == {"loss": 2, "length": -2, "time": 0}
    assert exponents("probability") == exponents("1")
    assert factor("loss/length^2", {"loss": Q(3), "length": Q(2)}) == Q(3, 4)
    with pytest.raises(ValueError, match=r"a unit must be made of .*\. Found 'meter'"):
        exponents("meter")


def test_what_is_offered_instead_of_a_failing_statement_does_not_fail(root: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in root.glob("docs/ledger/*.md")]
    lines = [line for text in texts for line in text.splitlines()]
    offered = [x for x in lines if x.startswith(("- True", "- Instead", "- Note"))]
    assert offered
    assert [line[:100] for line in offered if re.search(r"\((fails|inconclusive)\)", line)] == []


def test_each_note_has_words_with_numbers_of_its_own(records: list[ClaimRecord]) -> None:
    noted = run_claim(
        claim("mine/noted", "(3)", "c", TRUE, notes=[says(a <= a + b), says(b <= 3 * b)]),
        Context(mode="quick"),
    )
    texts = ("the bound is sharp", "a loose bound, of which $b$ is {ratio} times")
    meant, wrong = meanings.meanings([noted], {"mine/noted": Words(notes=texts)})
    page = "\n".join(sections.section(noted, meant["mine/noted"]))
    assert not wrong
    assert "- Note, the bound is sharp: $" in page
    assert "- Note, a loose bound, of which $b$ is 0.333 times: $" in page
    few, wrong = meanings.meanings([noted], {"mine/noted": Words(notes=texts[:1])})
    assert not few
    assert wrong == ["mine/noted: each note must have words. Found 1 for 2 notes."]


def test_the_history_of_verdicts_reads_ids_with_and_without_their_folder() -> None:
    page = (
        "| [`eq-10`](docs/ledger/accelerated.md#eq-10) | §3 | L1 sensitivity | **refuted** | |\n"
        "| [`nsgd/eq-1`](docs/ledger/nsgd.md#eq-1) | §2 | a step | **verified** | |\n"
        "| `lssgd/eq-2` | §2 | smoothing | **needs-data** | |\n"
    )
    found = {"accelerated/eq-10": "refuted", "nsgd/eq-1": "verified", "lssgd/eq-2": "needs-data"}
    assert grades.verdicts(page) == found

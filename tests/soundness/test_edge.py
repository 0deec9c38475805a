"""A statement that has no value on part of its sets: what it lacks is displayed."""

from dataclasses import replace
from typing import Any

import pytest
from sound import QUICK, judged
from soundness.edge_statements import ADDED, UNDEFINED, V, c, x
from verification.statements import said

from verify.judgement.examine import examine
from verify.judgement.judge import run_claim
from verify.language import Draft, Formula, Setting, claim, number
from verify.language.statement import Statement
from verify.ledger.page import extent
from verify.methods.evidence import Finding
from verify.methods.kept import Kept


@pytest.mark.parametrize(("claimed", "added", "true"), ADDED.values(), ids=ADDED)
def test_a_hypothesis_that_is_lacking_is_displayed(
    claimed: Formula, added: list[str], true: Draft
) -> None:
    record = judged(said(claimed))
    assert (record.verdict, record.extent) == ("verified", "at the edge"), record.reason
    shown = tuple(f"${condition}$" for condition in added)
    assert record.parts[0].printed is not None
    assert record.parts[0].printed.hypotheses == record.evidence[0].added == shown
    assert record.parts[0].printed.says.endswith(f" with {' and '.join(shown)}")
    assert f"{' and '.join(shown)} is added here" in record.parts[0].printed.remarks[-1]
    assert f"without {' and '.join(shown)} there is no value" in record.reason
    complete = judged(true)
    assert (complete.verdict, complete.extent) == ("verified", None), complete.reason


@pytest.mark.parametrize("claimed", UNDEFINED.values(), ids=UNDEFINED)
def test_what_cannot_be_named_has_no_answer(claimed: Formula) -> None:
    assert judged(said(claimed)).verdict == "undefined"


def test_a_setting_of_the_paper_must_have_a_value() -> None:
    for values, verdict in (
        ({"x": 0}, "undefined"),
        ({"x": 1}, "verified"),
        ({"y": 0}, "verified"),
    ):
        setting = Setting(name="Table 1", values=values)
        record = judged(said(V("y*x/x == y")), settings=(setting,))
        assert record.verdict == verdict, record.reason


def test_what_is_false_beside_is_refuted() -> None:
    assert judged(said(V("x/abs(x) <= 1/2"))).verdict == "refuted"


def test_what_is_added_to_one_part_is_no_extent_of_another_that_fails() -> None:
    added, false = (said(V(text)) for text in ("1 / n <= 1", "a <= a - 1"))
    for parts, expected in (
        ({"one": added}, "at the edge: $n\\ne 0$ added"),
        ({"one": added, "two": false}, "in general"),
    ):
        record = run_claim(claim("test/one", "here", "a test", parts), QUICK)
        assert extent(record) == expected


@pytest.mark.parametrize(
    ("claimed", "level"),
    [(x * x / x <= abs(x), "exact"), (0 * c <= x / x * number(2).log(), "certified")],
)
def test_a_stored_proof_under_what_is_added_is_graded_by_the_checker(
    claimed: Formula, level: str
) -> None:
    statement = said(claimed).build()
    first, stored = _with_stored(statement, {})
    assert (first.level.value, first.read, bool(first.added)) == (level, True, True)
    for word in ("exact", "certified"):
        forged = {name: entry | {"level": word} for name, entry in stored.items()}
        assert _with_stored(statement, forged) == (first, stored)


def _with_stored(statement: Statement, stored: dict[str, Any]) -> tuple[Finding, dict[str, Any]]:
    kept = Kept(stored)
    return examine(statement, replace(QUICK, kept=kept)), kept.used

"""True statements that say little: the ledger says so, in a remark or by a control."""

import pytest
from sound import GOOD, judged, remarks
from verification.statements import corpus, said

from verify.judgement.controls import Answer
from verify.language import says

LISTS = corpus(__file__, "empty")
V, TAUTOLOGIES, NOT_NEEDED = LISTS.V, LISTS.drafts("tautologies"), LISTS.drafts("not_needed")


@pytest.mark.parametrize("name", TAUTOLOGIES)
def test_a_tautology_is_remarked(name: str) -> None:
    record = judged(TAUTOLOGIES[name])
    assert record.verdict in GOOD, record.reason
    assert "both sides are one formula" in remarks(record)


@pytest.mark.parametrize(("text", "symbol"), LISTS.tables["ignoring"].values())
def test_a_symbol_without_influence_is_remarked(text: str, symbol: str) -> None:
    record = judged(said(LISTS.read(text)))
    assert record.verdict in GOOD, record.reason
    assert f"says nothing about {symbol}" in remarks(record)


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_a_hypothesis_that_is_not_needed_is_slack(name: str) -> None:
    record = judged(NOT_NEEDED[name], mode="standard")
    assert record.verdict in GOOD, record.reason
    slack = [c.name for c in record.controls if c.answer is Answer.SLACK]
    assert any(n.startswith("hypothesis") for n in slack), record.controls


def test_a_statement_that_says_something_has_no_remark() -> None:
    needed = says(V.x**2 <= V.x, given=["x <= 1"])
    record = judged(needed, mode="standard")
    assert record.verdict in GOOD
    assert remarks(record) == ()
    (dropped,) = [c for c in record.controls if c.name.startswith("hypothesis")]
    assert dropped.answer is Answer.REJECTED
    assert remarks(judged(says((V.a + V.b) ** 2 == V.a**2 + 2 * V.a * V.b + V.b**2))) == ()
    assert remarks(judged(says(V.of(lambda y, a: min(y, a)) <= 1))) == ()

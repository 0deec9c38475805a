"""A statement that has no value on part of its sets: what it lacks is displayed."""

import pytest
from sound import judged
from verification.statements import corpus, said

from verify.language import Setting

LISTS = corpus(__file__, "edge")
ADDED = LISTS.tables["added"]


@pytest.mark.parametrize(("text", "added", "true"), ADDED.values(), ids=ADDED)
def test_a_hypothesis_that_is_lacking_is_displayed(text: str, added: list[str], true: str) -> None:
    record = judged(said(LISTS.read(text)))
    assert (record.verdict, record.extent) == ("verified", "at the edge"), record.reason
    shown = tuple(f"${condition}$" for condition in added)
    assert record.parts[0].printed is not None
    assert record.parts[0].printed.hypotheses == record.evidence[0].added == shown
    assert record.parts[0].printed.says.endswith(f" with {' and '.join(shown)}")
    assert f"without {' and '.join(shown)}" in record.parts[0].printed.remarks[-1]
    assert f"without {' and '.join(shown)} there is no value" in record.reason
    complete = judged(LISTS.read(true))
    assert (complete.verdict, complete.extent) == ("verified", None), complete.reason


@pytest.mark.parametrize("draft", LISTS.drafts("undefined").values(), ids=LISTS.tables["undefined"])
def test_what_cannot_be_named_has_no_answer(draft: object) -> None:
    assert judged(draft).verdict == "undefined"


def test_a_setting_of_the_paper_must_have_a_value() -> None:
    for values, verdict in (
        ({"x": 0}, "undefined"),
        ({"x": 1}, "verified"),
        ({"y": 0}, "verified"),
    ):
        setting = Setting(name="Table 1", values=values)
        record = judged(said(LISTS.V("y*x/x == y")), settings=(setting,))
        assert record.verdict == verdict, record.reason


def test_what_is_false_beside_is_refuted() -> None:
    assert judged(said(LISTS.V("x/abs(x) <= 1/2"))).verdict == "refuted"

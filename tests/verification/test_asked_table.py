"""Displays of papers outside the five: what is read, what is asked back, what comes of it."""

import pytest

from benchmarks.studies.foreign_displays import ASKED_BACK, NONSENSE, READ, REFUSED, VERDICTS
from verify.asked import asked
from verify.judgement.judge import run_claim
from verify.methods.context import Context

NOT_READ = ASKED_BACK | REFUSED | NONSENSE


@pytest.mark.parametrize("name", READ)
def test_a_display_is_read_whole(name: str) -> None:
    question = asked(*READ[name])
    assert len(question.claim.printed) == len(question.said)


@pytest.mark.parametrize("name", NOT_READ)
def test_what_is_not_read_is_asked_back_by_its_place(name: str) -> None:
    statement, sets, why = NOT_READ[name]
    with pytest.raises(ValueError, match=r"at place \d+ of") as caught:
        asked(statement, sets)
    assert why in str(caught.value)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_statement_has_its_verdict(name: str) -> None:
    statement, sets, given, verdict = VERDICTS[name]
    record = run_claim(asked(statement, sets, given).claim, Context(mode="quick"))
    assert (record.verdict, record.reason if record.verdict == "error" else "") == (verdict, "")

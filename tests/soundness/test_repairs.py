"""What may not be called a correction of the printed statement, and what may."""

from fractions import Fraction

import pytest
from sound import judged, must_not_pass
from soundness import repaired_statements
from soundness.repaired_statements import SQUARE
from verification.statements import drafts

from verify.language import Setting

REFUSED = drafts(repaired_statements.REFUSED)
CORRECTIONS = drafts(repaired_statements.CORRECTIONS)


@pytest.mark.parametrize("name", REFUSED)
def test_a_false_or_circular_repair_is_no_correction(name: str) -> None:
    printed, repaired = REFUSED[name]
    record = must_not_pass(printed, repaired=repaired)
    assert record.verdict == "refuted", (record.verdict, record.reason)


def test_a_hypothesis_that_no_setting_meets_is_no_correction() -> None:
    repaired = SQUARE.but(also=["x <= 1/2"])
    for value in (0.7, -3, 2, Fraction(51, 100), 0.5):
        settings = (Setting(name="theirs", values={"x": value}),)
        record = judged(SQUARE, repaired=repaired, settings=settings)
        assert record.verdict == ("corrected" if value == 0.5 else "refuted"), value


@pytest.mark.parametrize("name", CORRECTIONS)
def test_a_true_repair_is_a_correction(name: str) -> None:
    printed, repaired = CORRECTIONS[name]
    record = judged(printed, repaired=repaired)
    assert record.verdict == "corrected", record.reason
    assert all(c.behaves for c in record.controls)

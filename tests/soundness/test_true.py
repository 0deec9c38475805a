"""True statements that must come out as such: none refuted, undefined or an error."""

from typing import Any

import pytest
from sound import GOOD, judged
from soundness import true_statements
from verification.statements import drafts

from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.induct import Induct
from verify.methods.reduce import Reduce

HOLDS = drafts(true_statements.TRUE)
# Where the list names the method, or the provers are known to reach the statement.
BY_METHOD: dict[str, Any] = {
    "7 amplification": Boxes(),
    "7 ln(1 + x)": Boxes(),
    "8 AM-HM": Decide(),
    "8 Young": Decide(),
    "8 descent": Decide(),
    "8 (1 - x)^t": Induct(),
    "10 the whitened norm": Reduce(),
}
# Supported, or proved in mode standard only: that is allowed, a refutation is not.
SUPPORTED = {"10 the order", "6 the mean", "6 twice the mean", "6 shifted", "6 the second moment"}


@pytest.mark.parametrize("name", HOLDS)
def test_a_true_statement_holds(name: str) -> None:
    record = judged(HOLDS[name])
    assert record.verdict in (*GOOD, "supported"), (record.verdict, record.reason)
    assert record.verdict != "supported" or name in SUPPORTED, record.reason
    assert all(c.behaves for c in record.controls)


@pytest.mark.parametrize("name", BY_METHOD)
def test_the_named_method_proves_it(name: str) -> None:
    record = judged(HOLDS[name].but(by=BY_METHOD[name]))
    assert record.verdict == "verified", record.reason


def test_a_finite_set_is_looked_at_as_a_whole() -> None:
    assert "evaluating all 8192 points" in judged(HOLDS["11 thirteen bits"]).reason

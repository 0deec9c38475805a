"""True statements that say little: the ledger says so, in a remark or by a control."""

import math
from fractions import Fraction
from typing import Any

import pytest
from sound import GOOD, judged, remarks
from verification.notation import V

from verify.judgement.controls import Answer
from verify.language import Draft, agrees, says

F = Fraction
T, r, x, y = V.T, V.r, V.x, V.y


def library(a: Any, b: Any) -> Any:
    """A definition that is compared with itself."""
    return math.sqrt(a * b)


TAUTOLOGIES: dict[str, Draft] = {
    "one side twice": says(x**2 <= x**2),
    "summands in another order": says(x + 2 * y == y * 2 + x),
    "factors in another order": says(V.a * V.b / 3 == V.b * V.a / 3),
    "under a root": says((V.a * V.b).sqrt() <= (V.b * V.a).sqrt()),
    "minus twice": says(0 - (0 - r) == r),
    "times one": says(1 * r + 0 == r),
    "a max": says(V.of(lambda a, b: max(a, b)) <= V.of(lambda a, b: max(a, b))),
    "a definition of itself": agrees(V.of(library) == V.of(library)),
}
IGNORING: dict[str, tuple[Draft, str]] = {
    "quantified over": (says(y <= 1, forall="a"), "a"),
    "minus itself": (says(y + V.a - V.a <= 1), "a"),
    "over itself": (says(y * V.a / V.a <= 1), "a"),
    "times zero": (says(y + 0 * r <= 1), "r"),
    "to the power zero": (says(y * T**0 <= 1), "T"),
    "its sign alone": (says(y * V.a / abs(V.a) <= 1), "a"),
}
NOT_NEEDED: dict[str, Draft] = {
    "a hypothesis": says(x * y <= x, given=[V("x <= 1")]),
    "one of two": says(x**2 <= x, given=[V("x <= 1"), V("x <= 10")]),
    "the set again": says(y**2 <= y, given=[V("y <= 1")]),
    "about another symbol": says(y**2 <= y, given=[V("a <= b")]),
    "an order": says(V.a < V.a + 1, given=[V("a >= 1/2")]),
}


@pytest.mark.parametrize("name", TAUTOLOGIES)
def test_a_tautology_is_remarked(name: str) -> None:
    record = judged(TAUTOLOGIES[name])
    assert record.verdict in GOOD, record.reason
    assert "both sides are one formula" in remarks(record)


@pytest.mark.parametrize("name", IGNORING)
def test_a_symbol_without_influence_is_remarked(name: str) -> None:
    draft, symbol = IGNORING[name]
    record = judged(draft)
    assert record.verdict in GOOD, record.reason
    assert f"says nothing about {symbol}" in remarks(record)


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_a_hypothesis_that_is_not_needed_is_slack(name: str) -> None:
    record = judged(NOT_NEEDED[name], mode="standard")
    assert record.verdict in GOOD, record.reason
    slack = [c.name for c in record.controls if c.answer is Answer.SLACK]
    assert any(n.startswith("hypothesis") for n in slack), record.controls


def test_a_statement_that_says_something_has_no_remark() -> None:
    needed = says(x**2 <= x, given=[V("x <= 1")])
    record = judged(needed, mode="standard")
    assert record.verdict in GOOD
    assert remarks(record) == ()
    (dropped,) = [c for c in record.controls if c.name.startswith("hypothesis")]
    assert dropped.answer is Answer.REJECTED
    assert remarks(judged(says((V.a + V.b) ** 2 == V.a**2 + 2 * V.a * V.b + V.b**2))) == ()
    assert remarks(judged(says(V.of(lambda y, a: min(y, a)) <= 1))) == ()

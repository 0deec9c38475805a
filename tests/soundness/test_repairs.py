"""What may not be called a correction of the printed statement, and what may."""

from fractions import Fraction
from typing import Any

import pytest
from sound import judged, must_not_pass
from verification.notation import V as SHARED

from verify.judgement.exists import Escape
from verify.language import Draft, Setting, between, nonnegative, notation, one_of, positive, says

F = Fraction
V = SHARED.extended(
    x=nonnegative(unit="1", search=(F(1, 100), 1)), B=positive(unit="1"), m=positive(unit="1")
)
B, a, b, x = V.B, V.a, V.b, V.x
# False for x > 1.
SQUARE = says(x**2 <= x)
BARE = says(x <= B)
MEANS = says((a + b) / 2 <= (a * b).sqrt())
# False whatever the constant.
LINE = says(V.x <= V.c * V.B, exists={"c": None}, by=Escape({"x": 2 * V.c, "B": 1}))


def with_set(**sets: Any) -> Draft:
    """The square with another set of x."""
    return says((notation(**sets)).of(lambda x: x**2) <= (notation(**sets)).of(lambda x: x))


REFUSED: dict[str, tuple[Draft, Draft]] = {
    # The displayed constant, exponent, sign or symbol is false, whatever the lemmas say.
    "a constant": (SQUARE, SQUARE.but(right=x / 1000, also=[V("x <= 1")])),
    "an exponent": (SQUARE, SQUARE.but(right=x**3, also=[V("x <= 1")])),
    "a sign": (SQUARE, SQUARE.but(right=-x, also=[V("x <= 1")])),
    "a symbol": (MEANS, MEANS.but(right=a)),
    "just too small": (SQUARE, SQUARE.but(right=x + x**2 - F(1, 10**9))),
    # The conclusion among the hypotheses, however it is written.
    "the conclusion": (SQUARE, SQUARE.but(also=[V("x**2 <= x")])),
    "the conclusion twice": (SQUARE, SQUARE.but(also=[V("2*x**2 <= 2*x")])),
    "its sides swapped": (SQUARE, SQUARE.but(also=[V("-x <= -(x*x)")])),
    "as a product": (SQUARE, SQUARE.but(also=[V("x*(x - 1) <= 0")])),
    "squared": (BARE, BARE.but(also=[V("x**2 <= B**2")])),
    "under exp": (BARE, BARE.but(also=[V("exp(x) <= exp(B)")])),
    "times a symbol": (BARE, BARE.but(also=[V("m*x <= m*B")])),
    "split in two": (BARE, BARE.but(also=[V("x <= m"), V("m <= B")])),
    "with a constant": (LINE, LINE.but(also=[V("x <= 2*B")], exists={"c": 2}, by=None)),
    "with room": (BARE, BARE.but(also=[V("x + 1 <= B")])),
    "of the means": (MEANS, MEANS.but(also=[V("(a + b)**2 <= 4*a*b")])),
    "of the means, halved": (MEANS, MEANS.but(also=[V("a + b <= 2*sqrt(a*b)")])),
    "a max": (BARE, BARE.but(also=[V("max(x, B) <= B")])),
    # Hypotheses that hold nowhere, at one point, or in no setting.
    "an empty hypothesis": (SQUARE, SQUARE.but(also=[V("x <= 1/2"), V("x >= 3/4")])),
    "one point": (SQUARE, SQUARE.but(also=[V("x == 1")])),
    "one point, as an inequality": (SQUARE, SQUARE.but(also=[V("abs(x - 1) <= 0")])),
    "the edge": (SQUARE, SQUARE.but(also=[V("x <= 0")])),
    "a root of a negative number": (SQUARE, SQUARE.but(also=[V("sqrt(-1 - x) >= 0")])),
    "a line": (MEANS, MEANS.but(also=[V("a == b")])),
    "no value at all": (SQUARE, SQUARE.but(also=[V("1/(x - x) >= 0")])),
    # A set that shrinks is no quantifier any more.
    "a listed set": (SQUARE, with_set(x=one_of([0], unit="1"))),
    "two values": (SQUARE, with_set(x=one_of([0, 1], unit="1"))),
    "an interval of one point": (SQUARE, with_set(x=between(0, 0, unit="1"))),
    # Another statement.
    "another relation": (SQUARE, says(x**2 < x + x**2 + 1)),
    "an identity": (SQUARE, says(x**2 == x * x)),
    "another left side": (SQUARE, SQUARE.but(left=x / 2)),
    "fewer symbols": (BARE, says(x <= x + 1)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_false_or_circular_repair_is_no_correction(name: str) -> None:
    printed, repaired = REFUSED[name]
    record = must_not_pass(printed, repaired=repaired)
    assert record.verdict == "refuted", (record.verdict, record.reason)


def test_a_hypothesis_that_no_setting_meets_is_no_correction() -> None:
    repaired = SQUARE.but(also=[V("x <= 1/2")])
    for value in (0.7, -3, 2, F(51, 100)):
        record = judged(
            SQUARE, repaired=repaired, settings=(Setting(name="theirs", values={"x": value}),)
        )
        assert record.verdict == "refuted", value
    assert (
        judged(
            SQUARE, repaired=repaired, settings=(Setting(name="theirs", values={"x": 0.5}),)
        ).verdict
        == "corrected"
    )


CORRECTIONS: dict[str, tuple[Draft, Draft]] = {
    "a hypothesis": (SQUARE, SQUARE.but(also=[V("x <= 1")])),
    "a strict one": (SQUARE, SQUARE.but(also=[V("x < 1/2")])),
    "another right side": (SQUARE, SQUARE.but(right=x + x**2)),
    "a smaller set": (SQUARE, with_set(x=between(0, 1, unit="1"))),
    "a constant": (MEANS, MEANS.but(right=a + b)),
    "an exhibited constant": (
        LINE,
        LINE.but(also=[V("x <= m"), V("m*m <= B*B")], exists={"c": 2}, by=None),
    ),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_a_true_repair_is_a_correction(name: str) -> None:
    printed, repaired = CORRECTIONS[name]
    record = judged(printed, repaired=repaired)
    assert record.verdict == "corrected", record.reason
    assert all(c.behaves for c in record.controls)

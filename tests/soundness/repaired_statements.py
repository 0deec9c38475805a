"""What may not be called a correction of the printed statement, and what may."""

from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import Escape, between, nonnegative, notation, one_of, positive, says, tends

V = SHARED.extended(
    x=nonnegative(unit="1", search=(F(1, 100), 1)), B=positive(unit="1"), m=positive(unit="1")
)
a, b, c, x, T, B = V.a, V.b, V.c, V.x, V.T, V.B

SQUARE = says(x**2 <= x)  # false for x > 1
BARE = says(x <= B)
MEANS = says((a + b) / 2 <= (a * b).sqrt())
LINE = says(
    x <= c * B, exists={"c": None}, by=Escape({"x": 2 * c, "B": 1})
)  # false whatever the constant


# The square with another set of x.
def with_set(**sets: Any) -> Any:
    return says(notation(**sets).of(lambda x: x**2) <= notation(**sets).of(lambda x: x))


# Printed, and repaired.
REFUSED = {
    # The displayed constant, exponent, sign or symbol is false, whatever the lemmas say.
    "a constant": [SQUARE, SQUARE.but(right=x / 1000, also=["x <= 1"])],
    "an exponent": [SQUARE, SQUARE.but(right=x**3, also=["x <= 1"])],
    "a sign": [SQUARE, SQUARE.but(right=-x, also=["x <= 1"])],
    "a symbol": [MEANS, MEANS.but(right=a)],
    "the quantity itself": [SQUARE, SQUARE.but(right=x**2)],
    "just too small": [SQUARE, SQUARE.but(right=x + x**2 - F(1, 10**9))],
    # The conclusion among the hypotheses, however it is written.
    "the conclusion": [SQUARE, SQUARE.but(also=["x**2 <= x"])],
    "the conclusion twice": [SQUARE, SQUARE.but(also=["2*x**2 <= 2*x"])],
    "its sides swapped": [SQUARE, SQUARE.but(also=["-x <= -(x*x)"])],
    "as a product": [SQUARE, SQUARE.but(also=["x*(x - 1) <= 0"])],
    "squared": [BARE, BARE.but(also=["x**2 <= B**2"])],
    "under exp": [BARE, BARE.but(also=["exp(x) <= exp(B)"])],
    "times a symbol": [BARE, BARE.but(also=["m*x <= m*B"])],
    "split in two": [BARE, BARE.but(also=["x <= m", "m <= B"])],
    "with a constant": [LINE, LINE.but(also=["x <= 2*B"], exists={"c": 2}, by=None)],
    "with room": [BARE, BARE.but(also=["x + 1 <= B"])],
    "of the means": [MEANS, MEANS.but(also=["(a + b)**2 <= 4*a*b"])],
    "of the means, halved": [MEANS, MEANS.but(also=["a + b <= 2*sqrt(a*b)"])],
    "a max": [BARE, BARE.but(also=["max(x, B) <= B"])],
    # Hypotheses that hold nowhere, at one point, or in no setting.
    "an empty hypothesis": [SQUARE, SQUARE.but(also=["x <= 1/2", "x >= 3/4"])],
    "one point": [SQUARE, SQUARE.but(also=["x == 1"])],
    "one point, as an inequality": [SQUARE, SQUARE.but(also=["abs(x - 1) <= 0"])],
    "the edge": [SQUARE, SQUARE.but(also=["x <= 0"])],
    "a root of a negative number": [SQUARE, SQUARE.but(also=["sqrt(-1 - x) >= 0"])],
    "a line": [MEANS, MEANS.but(also=["a == b"])],
    "no value at all": [SQUARE, SQUARE.but(also=["1/(x - x) >= 0"])],
    # A set that shrinks is no quantifier any more.
    "a listed set": [SQUARE, with_set(x=one_of([0], unit="1"))],
    "two values": [SQUARE, with_set(x=one_of([0, 1], unit="1"))],
    "an interval of one point": [SQUARE, with_set(x=between(0, 0, unit="1"))],
    # Another statement.
    "another relation": [SQUARE, x**2 < x + x**2 + 1],
    "an identity": [SQUARE, x**2 == x * x],
    "another left side": [SQUARE, SQUARE.but(left=x / 2)],
    "fewer symbols": [BARE, x <= x + 1],
}

CORRECTIONS = {
    "a hypothesis": [SQUARE, SQUARE.but(also=["x <= 1"])],
    "the left side of an identity": [1 + 2 * x == (1 + x) ** 2, 1 + 2 * x + x**2 == (1 + x) ** 2],
    "the formula of a limit": [tends(2 / T, T, "oo", 1), tends((T + 2) / T, T, "oo", 1)],
    "a strict one": [SQUARE, SQUARE.but(also=["x < 1/2"])],
    "another right side": [SQUARE, SQUARE.but(right=x + x**2)],
    "a smaller set": [SQUARE, with_set(x=between(0, 1, unit="1"))],
    "a constant": [MEANS, MEANS.but(right=a + b)],
    "an exhibited constant": [
        LINE,
        LINE.but(also=["x <= m", "m*m <= B*B"], exists={"c": 2}, by=None),
    ],
}

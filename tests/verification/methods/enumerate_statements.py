"""Finite sets: every point, exactly."""

from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import natural, notation, one_of, says

V = SHARED.extended(
    v0=one_of(range(20), unit="1"),
    v1=one_of(range(20), unit="1"),
    v2=one_of(range(20), unit="1"),
    t=natural(least=31, most=60),
    t690=natural(most=690),
    t691=natural(most=691),
    long=natural(most=2000),
    large=natural(most=300_001),
    s=one_of((F(-1, 2), 0, F(1, 3)), unit="1"),
    words=one_of(((1, 2), (3, 4)), unit="1"),
)
s, t, v0, v1, v2, t690, t691, long = V.s, V.t, V.v0, V.v1, V.v2, V.t690, V.t691, V.long
words = V.words

B = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})
bits = sum((getattr(B, f"b{i}") for i in range(1, 13)), B.b0)
product = v0 * v1 * v2
five_at_7 = says(V.of(lambda v0: 5 if v0 == 7 else 0) <= 4)
# exp(log 3) = 3: balls never tell equality from a small difference.
undecided = "exp(log(v0 + 1)) <= v0 + 1"

PROVED: dict[str, Any] = {
    "13 bits": bits <= 13,
    "8000 values": product <= 19**3,
    "a power of two": 2**t - 1 < 2**t,
    "listed values": s * s <= F(1, 4),
    "a hypothesis": says(v0 * v1 <= 0, given=("v0 <= 0",)),
    "without the value of the branch": five_at_7.but(given=("v0 != 7",)),
    "values that are no numbers": words[1] <= 3,
    "an undecided hypothesis that is not needed": says(v0 <= 19, given=(undecided,)),
    "where the quotient has a value": says(v0 / v0 <= 1, given=("v0 >= 1",)),
}

IRRATIONAL = {"irrational values": 1 / t <= 1 / t.sqrt(), "as many as hold": t690.exp() <= 10**300}

REFUTED: dict[str, Any] = {
    "13 bits": bits <= 12,
    "8000 values": product <= 19**3 - 1,
    "a power of two": 2**t <= 2**t - 1,
    "an overflow": long.exp() <= 10**308,
    "listed values": s < F(1, 3),
    "a branch": five_at_7,
    "a hypothesis": says(v0**2 == v0, given=("v0 <= 2",)),
    "one value more than it holds for": t691.exp() <= 10**300,
    "values that are no numbers": words[1] <= 2,
}

OPEN = {
    "a point without a value": v0 / v0 <= 1,
    "a point that cannot be decided": (v0 + 1).log().exp() <= v0 + 1,
    "an undecided hypothesis": says(v0 <= 18, given=(undecided,)),
}

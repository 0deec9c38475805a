"""Induction: true statements for all t, and false ones that look like them."""

import math
from fractions import Fraction as F

from verification.notation import V as SHARED

from verify.language import between, natural, number, positive, product, says, total

V = SHARED.extended(
    x=between(0, 1, unit="1"),
    b=between(0, 1, unit="1"),
    c=between(0, 1, ends="[)", unit="1"),
    z=between(-1, math.inf, unit="1"),
    low=between(-3, 10, unit="1"),
    r=positive(unit="1"),
    t0=natural(least=0),
    t4=natural(least=4),
    t3=natural(least=3),
    m=natural(),
    i=natural(),
    short=natural(most=5),
    seven=natural(most=7),
    eight=natural(most=8),
)
b, c, x, z, t, low, t0, t4, t3, m, i = V.b, V.c, V.x, V.z, V.t, V.low, V.t0, V.t4, V.t3, V.m, V.i
short, seven, eight = V.short, V.seven, V.eight


PROVED = {
    "geometric decay from 0": (1 - x) ** t0 <= (-x * t0).exp(),
    "geometric decay from 1": (1 - x) ** t <= (-x * t).exp(),
    "sum of naturals": total(i, 1, t, i) == t * (t + 1) / 2,
    "sum of squares": total(i, 1, t, i**2) == t * (t + 1) * (2 * t + 1) / 6,
    "sum of roots": total(i, 1, t, 1 / i.sqrt()) <= 2 * t.sqrt(),
    "geometric sum backwards": (1 - b) * total(i, 1, t, b ** (t - i)) == 1 - b**t,
    "geometric sum": (1 - b) * total(i, 0, t - 1, b**i) == 1 - b**t,
    "geometric sum, bounded": (1 - c) * total(i, 1, t, c ** (t - i)) <= 1,
    "Bernoulli": (1 + z) ** t >= 1 + t * z,
    "a power above its exponent": t < 2**t,
    "squares below powers from 4": t4**2 <= 2**t4,
    "squares below powers, by hypothesis": says(t**2 <= 2**t, given=("t >= 4",)),
    "sum of inverse squares": total(i, 1, t, 1 / i**2) <= 2 - 1 / t,
    "product": product(i, 1, t, (i + 1) / i) == t + 1,
    "two steps at a time": total(i, 1, 2 * t, i) == t * (2 * t + 1),
    "a bounded natural": short**2 <= 5 * short,
    "a range that ends in time": seven**2 <= 7 * seven,
}

FALSE = {
    "one less": 2**t <= 2**t - 1,
    "decay twice as fast": (1 - x) ** t0 <= (-2 * x * t0).exp(),
    "decay a little faster": (1 - x) ** t <= (-F(101, 100) * x * t).exp(),
    "false at 3 only": t**2 <= 2**t,
    "false at its start": t3**2 <= 2**t3,
    "true at its start only": total(i, 1, t, i) == t * (t + 1) / 2 + t - 1,
    "false from some t on": 2**t <= 1000 * t,
    "false far out": t**2 <= 10**9 * t,
    "geometric sum, one more": (1 - b) * total(i, 1, t, b ** (t - i)) == 1 - b ** (t + 1),
    "geometric sum below its first term": (1 - c) * total(i, 1, t, c ** (t - i)) <= F(1, 2),
    "constant of the roots": total(i, 1, t, 1 / i.sqrt()) <= F(19, 10) * t.sqrt(),
    "Bernoulli below -2": (1 + low) ** t >= 1 + t * low,
    "Bernoulli, more slope": (1 + z) ** t >= 1 + t * z + (t - 1) * z / 10,
    "strict where equal at 1": total(i, 1, t, 1 / i**2) < 2 - 1 / t,
    "a sum that may be empty": total(i, m, t, number(1)) == t - m + 1,
    "a hypothesis that fails at t": says(t <= 3, given=("(t - 1)*(t - 2)*(t - 5) <= 0",)),
    # b^t = sum over t = 1..1 of b^t would be b = b^t.
    "an index with the name of t": total(t, 1, 1, b**t) == b**t,
    # i is a symbol with i >= 5 and the index of a sum over 1..t.
    "an index with the name of a symbol": says(
        total(i, 1, t, b ** (t - i)) + 0 * i <= F(1, 2) * t, given=["i >= 5"]
    ),
    "a range that ends one too late": eight**2 <= 7 * eight,
    "alternating": says((-1) ** t + F(1, 2) >= 0, given=("t >= 2",)),
}

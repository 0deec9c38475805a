"""Ball arithmetic on boxes: what it must prove, refute and leave open."""

from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    PI,
    between,
    largest,
    natural,
    nonnegative,
    one_of,
    real,
    says,
    total,
    vector,
)

V = SHARED.extended(
    x=between(0, 1, unit="1"),
    share=between(F(1, 20), F(19, 20), unit="1"),
    eps=between(F(1, 10), 4, unit="1"),
    eps0=between(0, 4, unit="1"),
    signed=between(-1, 1, unit="1"),
    third=between(F(1, 3), 3, unit="1"),
    any=real(unit="1"),
    u=nonnegative(unit="1", search=(F(1, 100), 1)),
    k=natural(most=9),
    c=one_of((1, 2, 5), unit="1"),
    v=vector(2, unit="1"),
    m=natural(),
    i=natural(),
    larger=between(F(-1, 1000), 10, unit="1"),
    left=between(0, 1, unit="1", ends="[)"),
    below=between(-1, 0, unit="1"),
)
a, b, c, x, u, y, q, half, wide, n, k = V.a, V.b, V.c, V.x, V.u, V.y, V.q, V.half, V.wide, V.n, V.k
share, eps, eps0, signed, third, any, m = V.share, V.eps, V.eps0, V.signed, V.third, V.any, V.m
i, larger, left, below = V.i, V.larger, V.left, V.below

far = largest(abs(x - F(7123, 10000)), abs(y - F(3337, 10000)))

PROVED: dict[str, Any] = {
    "a contact of order 3": (1 + wide).log() >= wide - wide**2 / 2,
    "the same without an upper end": (1 + u).log() >= u - u**2 / 2,
    "sides apart": (1 + share * (eps.exp() - 1)).log() <= share * (eps.exp() - 1),
    "sides that meet on edges": (1 + q * (eps0.exp() - 1)).log() <= q * (eps0.exp() - 1),
    "edges of an unbounded set": (1 + q * (u.exp() - 1)).log() <= q * (u.exp() - 1),
    "a maximum with contact inside": V.of(lambda x: max(F(1, 4), x * (1 - x))) <= F(1, 4),
    "a branch of Python": V.of(lambda x: x if x < F(1, 2) else 1 - x) <= F(1, 2),
    "an open end where the sides meet": F(1, 2) * half < half,
    "an open end, order 2": 0 < half**2,
    "a product on open ends": 0 < a * half,
    "a logarithm at an open end": half.log() <= half - 1,
    "a pole at an open end": 1 / half >= 1,
    "a root at its corner": x.sqrt() >= x,
    "a broken power": x ** F(3, 2) <= x,
    "a variable power": third ** (-q) <= 3**q,
    "an absolute value": signed**2 <= abs(signed),
    "a cosine at its top": signed.cos() >= 1 - signed**2 / 2,
    "a square at a third": ((x - F(1, 3)) ** 2).exp() >= 1,
    "a convex contact inside": (x - F(1, 3)).exp() >= x + F(2, 3),
    "the exponential above its tangent, all reals": any.exp() >= 1 + any,
    "contact on a diagonal": x * x + y * y >= 2 * x * y,
    "naturals and a root": 1 / n <= 1 / n.sqrt(),
    "bounded naturals only": (k - 1) * (k - 2) >= 0,
    "a sum to a bounded natural": total(n, 1, k, 1 / n.sqrt()) <= 2 * k.sqrt(),
    "listed values": c * x <= c + F(1, 100),
    "a hypothesis that cuts": says(u**2 <= u, given=("u <= 1",)),
    "a hypothesis between symbols": says(u <= V.of(lambda u, x: 1), given=("u <= x",)),
    "a hypothesis that empties boxes": says(x >= F(1, 20), given=("x**2 + y**2 >= 101/100",)),
    "exactly equal": (x + 1) ** 2 == x * x + 2 * x + 1,
    "an interval from zero": wide * (wide + F(1, 1000)) >= 0,
    "zero and above": u * (u + F(1, 1000)) >= 0,
    "above zero": a * (a + F(1, 1000)) >= 0,
    "a closed end": F(1, 2) * x <= x,
    "a divisor above zero": 1 / (signed**2 + F(1, 50)) >= F(9, 10),
    "irrational numbers": x * PI <= F(22, 7),
}

REFUTED: dict[str, Any] = {
    "a maximum": V.of(lambda x: max(F(1, 4), x * (1 - x) + F(1, 100))) <= F(1, 4),
    "a branch": V.of(lambda x: 5 if x == 0 else x) <= 1,
    "a branch at an inner point": V.of(lambda x: 2 if x == F(1, 2) else x) <= 1,
    "math.exp": x.exp() <= F(27, 10),
    "the search box is no hypothesis": u**2 <= u,
    "a dip near the end": wide * (wide - F(1, 10000)) >= 0,
    "a closed end where the sides meet": F(1, 2) * x < x,
    "a vertex where the sides meet": x * y < x + y,
    "one hundredth too strong": (1 + wide).log() >= wide - wide**2 * F(49, 100),
    "unbounded": a - b <= 10**6,
    "naturals": n * n >= 3 * n - 1,
    "within the hypotheses": says(u**2 <= u, given=("u <= 1001/1000",)),
    "one listed value": c * x <= 4,
    "a plateau but for a small square": 1 + largest(0, F(1, 1000) * (1 - 2 * far / F(1, 100))) <= 1,
    "a set one thousandth larger": larger * (larger + F(1, 1000)) >= 0,
    "the end that is closed": F(1, 2) * left < left,
    "a contact along a closed face": 0 < x * half,
    # 0^0 = 1: the power reaches 1 at the corner, and jumps there.
    "zero to the power zero": x**y <= F(99, 100),
}

OPEN = {
    "a contact missed by little": [
        (1 + wide).log() >= wide - wide**2 / 2 + F(1, 100),
        x * (1 - x) <= F(1, 4) - F(1, 100),
        any.exp() >= 1 + F(1, 100) + any,
        (1 + wide).log() >= wide - wide**2 / 2 + F(1, 10**6),
        x * (1 - x) <= F(1, 4) - F(1, 10**6),
        any.exp() >= 1 + F(1, 10**6) + any,
        (1 + wide).log() >= wide - wide**2 / 2 + F(1, 10**12),
        x * (1 - x) <= F(1, 4) - F(1, 10**12),
        any.exp() >= 1 + F(1, 10**12) + any,
    ],
    "a divisor that straddles zero": [1 / (signed - F(1, 3)) <= 10**9],
    "zero to the power zero": [x**y < 1],
    "two different sums are no square": [total(i, 1, n, below) * total(i, 1, m, -below) >= 0],
}

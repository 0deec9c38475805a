"""True statements that must come out as such: none refuted, undefined or an error."""

from fractions import Fraction
from functools import reduce

import pytest
from sound import GOOD, judged
from verification.notation import V as SHARED

from verify.language import (
    Draft,
    Formula,
    below,
    between,
    dot,
    expectation,
    inverse,
    largest,
    law,
    least,
    matrix,
    natural,
    nonnegative,
    norm,
    notation,
    one_of,
    positive,
    real,
    says,
    total,
)
from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.induct import Induct
from verify.methods.reduce import Reduce

F = Fraction
V = SHARED.extended(
    g=nonnegative(unit="1"),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1", shape="psd"),
    C=matrix("d", unit="1", shape="psd"),
    q=between(F(1, 20), F(19, 20), unit="1"),
    eps=between(F(1, 10), 4, unit="1"),
    u=between(F(1, 100), 10, unit="1"),
    p=between(0, 1, unit="1"),
    e=nonnegative(unit="1"),
    R=positive(unit="1"),
    n=natural(least=0),
    m=natural(least=2),
)
L, T, a, alpha, b, e, eps, g, half, n = V.L, V.T, V.a, V.alpha, V.b, V.e, V.eps, V.g, V.half, V.n
p, q, r, s, u, y = V.p, V.q, V.r, V.s, V.u, V.y
NOISE = notation(
    R=positive(unit="1"), w=real(unit="1"), W=law(unit="1", radius=notation(R=positive(unit="1")).R)
)


def clip(x: Formula, bound: Formula) -> Formula:
    """min{1, bound/|x|}, which has no value at x = 0."""
    return least(1, bound / abs(x))


HOLDS: dict[str, Draft] = {
    # 1. Integers are numbers like any other to a square root.
    "1 two roots": says(a + b <= F(3, 2) * (a**2 + b**2).sqrt()),
    "1 the root of T": says(1 / T <= 1 / T.sqrt()),
    "1 a sum of roots": says(total(V.k, 1, V.T, 1 / V.k ** F(1, 2)) <= 2 * V.T ** F(1, 2)),
    "1 roots of whole numbers": says(T.sqrt() ** 2 == T),
    "1 a root of 4 T^2": says((4 * T**2).sqrt() == 2 * T),
    "1 a power of one half": says(T**0.5 >= 1),
    # 2. A difference whose worst point is 0 up to rounding.
    "2 a difference": says(2 * r * s - r**2 - s**2 <= 0),
    "2 with a root": says((a * b).sqrt() - (a + b) / 2 <= 0),
    "2 with decimals": says(0.3 * y - 0.1 * y - 0.2 * y <= 0),
    "2 with an exponential": says(1 + r - r.exp() <= 0),
    # 3. A decimal is the decimal that it shows.
    "3 three tenths": says(0.1 * r * 3 == 0.3 * r),
    "3 seven tenths": says(0.7 * r + 0.2 * r == 0.9 * r),
    "3 the other side": says(1.1 * y * 1.1 <= 1.21 * y),
    "3 small": says(0.001 * r * 1000 == r),
    # 4. Exact fractions meet balls.
    "4 a half": says(F(1, 2) * half < half, by=Boxes()),
    "4 a third": says(F(1, 3) * half**2 < half, by=Boxes()),
    "4 0.3": says(0.3 * half <= F(3, 10) * half, by=Boxes()),
    "4 fractions and exp": says(F(1, 3) + half <= half.exp() + F(1, 7), by=Boxes()),
    # 5. Mutants that cannot be false are not demanded.
    "5 x (x - 1)": says(y * (y - 1) <= 0),
    "5 -x": says(-y <= y),
    "5 0 <= x": says(y >= 0),
    "5 x <= 1": says(y**3 <= 1),
    # 6. Unbiased noise.
    "6 the mean": says(expectation(NOISE.W, NOISE.w, NOISE.w) == 0),
    "6 twice the mean": says(expectation(NOISE.W, NOISE.w, 2 * NOISE.w) == 0),
    "6 shifted": says(expectation(NOISE.W, NOISE.w, NOISE.w + NOISE.R) == NOISE.R),
    "6 the second moment": says(expectation(NOISE.W, NOISE.w, NOISE.w**2) <= NOISE.R**2),
    # 7. Where the sides do not meet.
    "7 amplification": says((1 + q * (eps.exp() - 1)).log() <= q * (eps.exp() - 1)),
    "7 ln(1 + x)": says((1 + u).log() >= u - u**2 / 2),
    "7 where the sides meet": says((1 + p * (e.exp() - 1)).log() <= p * (e.exp() - 1)),
    "7 exp": says(r.exp() >= 1 + r),
    # 8. Textbook lines.
    "8 AM-HM": says(2 / (1 / a + 1 / b) <= (a + b) / 2),
    "8 AM-HM of three": says(3 / (1 / a + 1 / b + 1 / V.c) <= (a + b + V.c) / 3),
    "8 Young": says(r * s <= V.c * r**2 / 2 + s**2 / (2 * V.c)),
    "8 descent": says(
        -alpha * g**2 + L * alpha**2 * g**2 / 2 <= -alpha * g**2 / 2, given=[V("alpha*L <= 1")]
    ),
    "8 (1 - x)^t": says((1 - y) ** n <= (-y * n).exp()),
    "8 Bernoulli": says((1 + y) ** n >= 1 + n * y),
    "8 Cauchy-Schwarz": says(dot(V.X, V.Y) <= norm(V.X) * norm(V.Y)),
    "8 the triangle": says(norm(V.X + V.Y) <= norm(V.X) + norm(V.Y)),
    # 9. No value at one point.
    "9 clipping": says(clip(V.r, V.c) <= 2 * V.c / (V.c + abs(V.r))),
    "9 a sign": says(r / abs(r) <= 1),
    "9 a quotient": says(g / g == 1),
    "9 x log x": says(y * y.log() <= 0),
    # 10. Every dimension.
    "10 the whitened norm": says(
        dot(inverse(V.A) @ V.X, inverse(inverse(V.A) @ inverse(V.A.T)) @ (inverse(V.A) @ V.X))
        == dot(V.X, V.X)
    ),
    "10 the inverse of a product": says(inverse(V.A @ V.A) == inverse(V.A) @ inverse(V.A)),
    "10 the transpose": says((V.A @ V.B).T == V.B @ V.A.T),
    "10 a square": says((V.B + V.C) @ (V.B + V.C) == V.B @ V.B + V.B @ V.C + V.C @ V.B + V.C @ V.C),
    "10 the order": says(below(V.B, V.B + V.C)),
}
# Where the list names the method, or the provers are known to reach the statement.
BY_METHOD: dict[str, Draft] = {
    "7 amplification by boxes": HOLDS["7 amplification"].but(by=Boxes()),
    "7 ln(1 + x) by boxes": HOLDS["7 ln(1 + x)"].but(by=Boxes()),
    "8 AM-HM by decide": HOLDS["8 AM-HM"].but(by=Decide()),
    "8 Young by decide": HOLDS["8 Young"].but(by=Decide()),
    "8 descent by decide": HOLDS["8 descent"].but(by=Decide()),
    "8 (1 - x)^t by induct": HOLDS["8 (1 - x)^t"].but(by=Induct()),
    "10 whitened by reduce": HOLDS["10 the whitened norm"].but(by=Reduce()),
}
VERIFIED = [
    name
    for name in HOLDS
    if name
    not in (
        # Supported, or proved in mode standard only: that is allowed, a refutation is not.
        "10 the order",
        "6 the mean",
        "6 twice the mean",
        "6 shifted",
        "6 the second moment",
    )
]
BITS = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})


@pytest.mark.parametrize("name", HOLDS)
def test_a_true_statement_holds(name: str) -> None:
    record = judged(HOLDS[name])
    assert record.verdict in (*GOOD, "supported"), (record.verdict, record.reason)
    assert record.verdict != "supported" or name not in VERIFIED, record.reason
    assert all(c.behaves for c in record.controls)


@pytest.mark.parametrize("name", BY_METHOD)
def test_the_named_method_proves_it(name: str) -> None:
    record = judged(BY_METHOD[name])
    assert record.verdict == "verified", record.reason


def test_a_finite_set_is_looked_at_as_a_whole() -> None:
    bits = reduce(lambda p, q: p + q, (getattr(BITS, f"b{i}") for i in range(13)))
    record = judged(says(bits <= 13))
    assert record.verdict == "verified"
    assert "8192" in record.reason
    assert judged(says(largest(V.y, V.z) <= 1)).verdict == "verified"

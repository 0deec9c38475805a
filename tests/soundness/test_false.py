"""False statements, written as an honest author in a hurry writes them, and worse ones.

Each is judged by the automatic choice of methods, and put to every prover by itself, without the
search that would have found the counterexample first.
"""

import math
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from sound import PROVERS, must_fail, proves
from verification.notation import V as SHARED

from verify.language import (
    PI,
    Draft,
    Formula,
    Notation,
    below,
    between,
    dot,
    expectation,
    largest,
    least,
    matrix,
    natural,
    nonnegative,
    norm,
    notation,
    one_of,
    positive,
    product,
    real,
    says,
    sequence,
    total,
)

F = Fraction
V = SHARED.extended(
    x=nonnegative(unit="1", search=(F(1, 100), 1)),
    low=nonnegative(unit="1", search=(0, 1)),
    edge=between(F(-1, 1000), 10, unit="1"),
    alpha=positive(unit="1", search=(F(1, 10), 10)),
    L=positive(unit="1", search=(F(1, 10), 10)),
    t=natural(least=31, most=60),
    u=natural(least=1, most=2000),
    p=one_of((2, 3, 5, 7, 11, 13, 17, 19, 23, 29), unit="1"),
    A=matrix(2, unit="1", shape="psd"),
    B=matrix(2, unit="1", shape="psd"),
    seq=sequence("T", unit="1"),
)
A, a, alpha, B, b, edge, k, L, low, p = V.A, V.a, V.alpha, V.B, V.b, V.edge, V.k, V.L, V.low, V.p
r, T, t, u, wide, X, x, Y, y = V.r, V.T, V.t, V.u, V.wide, V.X, V.x, V.Y, V.y


def bits(count: int, values: tuple[Any, ...] = (0, 1)) -> tuple[Notation, Formula]:
    """Symbols of a finite set each, and their sum."""
    v = notation(**{f"b{i}": one_of(values, unit="1") for i in range(count)})
    return v, reduce(lambda p, q: p + q, (getattr(v, f"b{i}") for i in range(count)))


def pareto(shape: Fraction) -> Formula:
    """The mean of a Pareto law on [1, oo), as the quotient of two integrals that it is."""
    v = notation(shape=one_of((shape,), unit="1"))
    return v.shape / (v.shape - 1)


BITS13, SUM13 = bits(13)
THREE20, SUM20 = bits(3, tuple(range(20)))
BITS16, SUM16 = bits(16)
LAWS = notation(
    # (probability, value) pairs: 1 + 10^6 with probability 10^-6, else 1; and two more.
    rare=one_of((((F(1, 10**6), 1 + 10**6), (1 - F(1, 10**6), 1)),), unit="1"),
    coin=one_of((((F(1, 2), 0), (F(1, 2), 1)),), unit="1"),
    heavy=one_of((((F(999, 1000), 0), (F(1, 1000), 10**9)),), unit="1"),
    v=real(unit="1"),
    c=between(0, 1, unit="1"),
)


def bump(x: Any, y: Any) -> Any:
    """1 on the unit square, and 0.1 % more on a cube of side 1/100."""
    return max(1, 1.001 - max(abs(x - F(73, 100)), abs(y - F(29, 100))) * F(2, 10))


def ridge(x: Any, y: Any) -> Any:
    """A peak of 1/1000 that is 1/50 wide."""
    return max(0, F(1, 1000) - ((x - F(61, 100)) ** 2 + (y - F(17, 100)) ** 2) * 10)


def gate(x: Any) -> Any:
    """Too large between 0.4 and 0.45 only."""
    if F(4, 10) < x < F(45, 100):
        return 1 + (x - F(4, 10)) * (F(45, 100) - x)
    return 1


def at_zero(x: Any) -> Any:
    """x, but 5 at 0."""
    return 5 if x == 0 else x


def nested(x: Any, y: Any) -> Any:
    """Three branches, one of them a line."""
    if x < y:
        return 0
    if x == y:
        return 1
    return 0


FALSE: dict[str, Draft] = {
    # 1. An inequality that a sampled search does not notice.
    "1 a narrow peak": says(1 / (1 + (1000 * (y - 0.37)) ** 2) <= 0.999),
    "1 far out": says(a <= 10**9),
    "1 near zero": says(1 / a <= 10**12),
    "1 two large numbers": says(a / b <= 10**10),
    # 2. Finite sets without a silent limit.
    "2 13 bits": says(SUM13 <= 12),
    "2 16 bits": says(SUM16 < 16),
    "2 20 values of 3 symbols": says(SUM20 <= 56),
    "2 the product of 20 values": says(THREE20.of(lambda b0, b1, b2: b0 * b1 * b2) <= 19**3 - 1),
    "2 only the first corner": says(SUM13 >= 1),
    "2 no pair of primes": says(2 * p * u <= 2 * 29 * 1998 - 1, given=[V("u < 1999")]),
    # 3. Exact arithmetic: no tolerance, and an overflow is no pass.
    "3 2^t": says(2**t <= 2**t - 1),
    "3 2^(10 t)": says(2 ** (10 * t) <= 2 ** (10 * t) - 1),
    "3 e^t": says(u.exp() <= 1e308),
    "3 e^(e^u)": says((u / 250).exp().exp() <= 1e300),
    "3 3^u": says(3**u - 1 < 3**u - 1),
    "3 a factorial": says(product(k, 1, t, k) <= product(k, 1, t, k) - 1),
    "3 1 + 10^-30": says(1 + y * F(1, 10**30) == 1),
    "3 a root of nearly 1": says((1 + y * F(1, 10**50)).sqrt() <= 1),
    "3 an exponent near 1": says(2 ** (1 + y * F(1, 10**45)).sqrt() <= 2),
    # 4. Balls: undecided comparisons and midpoints are no proofs.
    "4 max": says(V.of(lambda y: max(F(1, 4), y * (1 - y) + F(1, 100))) <= F(1, 4)),
    "4 max of formulas": says(largest(F(1, 4), y * (1 - y) + F(1, 1000)) <= F(1, 4)),
    "4 a gate": says(V.of(lambda y: gate(y)) <= 1),
    "4 math.exp": says(y.exp() <= 1 + y + y**2 / 2),
    "4 clipping": says(V.of(lambda r: abs(r) / max(1, abs(r) / 3)) <= F(2999, 1000)),
    "4 min of three": says(V.of(lambda y, z: min(y, z, 1 - y)) >= F(1, 10)),
    "4 the middle": says(abs(y - F(1, 2)) <= F(499, 1000)),
    "4 a floor": says(V.of(lambda wide: math.floor(wide)) <= 9),
    "4 a cosine": says(wide.cos() <= F(999, 1000)),
    # 5. A branch at one point.
    "5 at 0": says(V.of(lambda y: 5 if y == 0 else y) == y),
    "5 at 0, a helper": says(V.of(lambda x: at_zero(x)) == x),
    "5 at 1": says(V.of(lambda y: 2 if y == 1 else y) <= 1),
    "5 where both are equal": says(V.of(lambda y, z: nested(y, z)) == 0),
    "5 kappa = 1": says(V.of(lambda a, b: 1 if a == b else 0) == 0),
    "5 a difference": says(V.of(lambda y: 3 if y - F(1, 2) == 0 else 0) == 0),
    "5 not at 0": says(V.of(lambda y: 0 if y else 7) == 0),
    "5 t = 0": says(0**k == 0),
    # 6. Proofs that cover a part.
    "6 alpha L": says(alpha * L <= 1, given=[V("alpha*L <= 1 + 1/1000000")]),
    "6 the square": says((alpha * L) ** 2 <= 1, given=[V("alpha*L <= 1 + 1e-9")]),
    "6 a wedge": says(V.of(lambda a, b: 1 if a < b < F(1001, 1000) * a else 0) <= 0),
    "6 a thinner wedge": says(
        V.of(lambda a, b: 1 if a < b and b < F(100001, 100000) * a else 0) <= 0
    ),
    "6 x >= -1/1000": says(edge >= 0),
    "6 boxes that start too late": says(wide * (wide - F(1, 10**4)) >= 0),
    "6 boxes that start later": says(wide * (wide - F(1, 10**7)) >= 0),
    "6 boxes that end too early": says(wide * (F(9999, 1000) - wide) >= 0),
    "6 even t only": says((-1) ** k >= 1),
    "6 two steps": says(T * (T - 1) * (T - 2) * (T - 9) <= 0),
    # 7. A search box is no hypothesis.
    "7 x^2 <= x": says(x**2 <= x),
    "7 x <= 1": says(x <= 1),
    "7 exp": says(low.exp() <= 1 + 2 * low),
    "7 both": says(alpha <= 100 * L),
    "7 just outside": says(low <= F(1000001, 1000000)),
    # 13. Means of declared laws, computed.
    "13 a Pareto law": says(pareto(F(105, 100)) <= 20),
    "13 rare and large": says(expectation(LAWS.rare, LAWS.v, LAWS.v) <= F(3, 2)),
    "13 its square": says(expectation(LAWS.rare, LAWS.v, LAWS.v**2) <= 10**6),
    "13 a fair coin": says(expectation(LAWS.coin, LAWS.v, LAWS.v) == 0.51),
    "13 heavier": says(expectation(LAWS.heavy, LAWS.v, LAWS.v) < 10**6),
    # 14. Matrices that do not commute.
    "14 squares": says(below(A @ A, B @ B), given=[below(A, B)]),
    "14 A B is symmetric": says(A @ B == B @ A),
    "14 the square of a sum": says((A + B) @ (A + B) == A @ A + 2 * (A @ B) + B @ B),
    "14 the cube": says(below(A @ A @ A, B @ B @ B), given=[below(A, B)]),
    # 17. Tight on a plateau, false on a small cube.
    "17 a bump": says(V.of(lambda y, z: bump(y, z)) <= 1),
    "17 a ridge": says(V.of(lambda y, z: ridge(y, z)) <= 0),
    "17 a corner": says(V.of(lambda y, z: max(1, y + z - F(99, 100))) <= 1),
    "17 a small disc": says(
        V.of(lambda y, z: max(0, 1e-5 - (y - 0.3141) ** 2 - (z - 0.2718) ** 2)) <= 0
    ),
    # 18. No value is no proof, and the points that have one speak.
    "18 the root": says((x - 1).sqrt() <= -1, given=[V("x >= 1")]),
    "18 the logarithm": says(y.log() >= 0, given=[V("y > 0")]),
    "18 a quotient": says(1 / r <= 0, given=[V("r != 0")]),
    # Others of these kinds: vectors, sums, sequences, signs.
    "6 a triangle": says(norm(X + Y) <= F(999, 1000) * (norm(X) + norm(Y))),
    "6 Cauchy-Schwarz": says(dot(X, Y) <= F(999, 1000) * norm(X) * norm(Y)),
    "6 parallelogram": says(norm(X + Y) ** 2 + norm(X - Y) ** 2 == 2 * norm(X) ** 2 + norm(Y) ** 2),
    "6 a sum to T": says(total(k, 1, T, 1 / k) <= 3),
    "6 a sum of roots": says(total(k, 1, T, k ** F(-1, 2)) <= 2 * T ** F(1, 2) - F(11, 10)),
    "6 Bernoulli": says((1 + y) ** T <= 1 + T * y),
    "6 the entries": says(total(k, 1, T, V.seq[k]) >= 0),
    "5 abs": says(abs(r) == r),
    "7 a constant": says(PI <= F(314159, 100000)),
    "4 least": says(least(y, 1 - y) >= y * (1 - y) + F(1, 100)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_fails_with_a_witness(name: str) -> None:
    must_fail(FALSE[name])


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", FALSE)
def test_no_prover_proves_a_false_statement(name: str, prover: str) -> None:
    assert not proves(FALSE[name], prover)

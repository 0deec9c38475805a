"""False statements, written as an honest author in a hurry writes them, and worse ones."""

import math
from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    PI,
    Real,
    below,
    between,
    dot,
    expectation,
    function,
    largest,
    law,
    least,
    let,
    matrix,
    mean,
    natural,
    noise,
    nonnegative,
    norm,
    norm1,
    notation,
    of_kind,
    one_of,
    positive,
    product,
    real,
    says,
    sequence,
    total,
    vector,
)
from verify.language.laws import (
    gaussian_noise,
    laplace_noise,
    with_replacement,
    without_replacement,
)

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
    j=natural(),
    steps=natural(search=(1, 6)),
    records=natural(least=2, search=(2, 5)),
    size=natural(search=(1, 5)),
    drawn=vector("records", unit="1"),
    Gauss=of_kind(gaussian_noise("records", 1), unit="1"),
    Laplace=of_kind(laplace_noise("records", 1), unit="1"),
    Without=of_kind(without_replacement("records", "size"), unit="1"),
    dim=natural(),
    far=vector("dim", unit="1"),
    bits=sequence("T", unit="1", entry=Real(F(0), F(1))),
    P=law("P", unit="1", dimension=1),
    With=of_kind(with_replacement("records", "size"), unit="1"),
)
r, a, b, alpha, L, x, u, y, z, wide = V.r, V.a, V.b, V.alpha, V.L, V.x, V.u, V.y, V.z, V.wide
n, T, t, k, X, Y, low, edge, p, A, B = V.n, V.T, V.t, V.k, V.X, V.Y, V.low, V.edge, V.p, V.A, V.B
seq, j, steps, records, size, drawn = V.seq, V.j, V.steps, V.records, V.size, V.drawn
Gauss, Laplace, Without, far, bits, P = V.Gauss, V.Laplace, V.Without, V.far, V.bits, V.P
With = V.With

c = V.c
f = function("f", "d", smooth=L, strongly_convex=c)
convex = function("f", "d", smooth=L, convex=True)
smooth = function("f", "d", smooth=L)
kinked = function("f", "d", convex=True, lipschitz=a)
ahead = let("y", X - convex.grad(X) / L)
noisy = noise("w", "d", second_moment_at_most=b)

of_13 = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})
of_16 = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(16)})
of_20 = notation(**{f"b{i}": one_of(range(20), unit="1") for i in range(3)})


def sum_of(v: Any) -> Any:
    return sum((getattr(v, name) for name in list(v)[1:]), v.b0)


sum_13 = sum_of(of_13)
shape = notation(shape=one_of((F(105, 100),), unit="1")).shape
# (probability, value) pairs: 1 + 10^6 with probability 10^-6, else 1; and two more.
rare = notation(rare=one_of((((F(1, 10**6), 1 + 10**6), (1 - F(1, 10**6), 1)),), unit="1")).rare
coin = notation(coin=one_of((((F(1, 2), 0), (F(1, 2), 1)),), unit="1")).coin
coins = notation(
    coins=one_of((((F(1, 2), 0), (F(1, 2), 1)), ((F(1, 3), 0), (F(2, 3), 1))), unit="1")
).coins
heavy = notation(heavy=one_of((((F(999, 1000), 0), (F(1, 1000), 10**9)),), unit="1")).heavy
v = notation(v=real(unit="1")).v


# 1 on the unit square, and 0.1 % more on a cube of side 1/100.
def bump(x: Any, y: Any) -> Any:
    return max(1, 1.001 - max(abs(x - F(73, 100)), abs(y - F(29, 100))) * F(2, 10))


# A peak of 1/1000 that is 1/50 wide.
def ridge(x: Any, y: Any) -> Any:
    return max(0, F(1, 1000) - ((x - F(61, 100)) ** 2 + (y - F(17, 100)) ** 2) * 10)


# Too large between 0.4 and 0.45 only.
def gate(x: Any) -> Any:
    return 1 + (x - F(4, 10)) * (F(45, 100) - x) if F(4, 10) < x < F(45, 100) else 1


def at_zero(x: Any) -> Any:
    return 5 if x == 0 else x


def nested(x: Any, y: Any) -> Any:
    return 0 if x < y else 1 if x == y else 0


FALSE = {
    # 1. An inequality that a sampled search does not notice.
    "1 a narrow peak": 1 / (1 + (1000 * (y - 0.37)) ** 2) <= 0.999,
    "1 far out": a <= 10**9,
    "1 near zero": 1 / a <= 10**12,
    "1 two large numbers": a / b <= 10**10,
    # 2. Finite sets without a silent limit.
    "2 13 bits": sum_13 <= 12,
    "2 16 bits": sum_of(of_16) < 16,
    "2 20 values of 3 symbols": sum_of(of_20) <= 56,
    "2 the product of 20 values": of_20.of(lambda b0, b1, b2: b0 * b1 * b2) <= 19**3 - 1,
    "2 only the first corner": sum_13 >= 1,
    "2 no pair of primes": says(2 * p * u <= 2 * 29 * 1998 - 1, given=["u < 1999"]),
    # 3. Exact arithmetic: no tolerance, and an overflow is no pass.
    "3 2^t": 2**t <= 2**t - 1,
    "3 2^(10 t)": 2 ** (10 * t) <= 2 ** (10 * t) - 1,
    "3 e^t": u.exp() <= 1e308,
    "3 e^(e^u)": (u / 250).exp().exp() <= 1e300,
    "3 3^u": 3**u - 1 < 3**u - 1,
    "3 a factorial": product(k, 1, t, k) <= product(k, 1, t, k) - 1,
    "3 1 + 10^-30": 1 + y * F(1, 10**30) == 1,
    "3 a root of nearly 1": (1 + y * F(1, 10**50)).sqrt() <= 1,
    "3 an exponent near 1": 2 ** (1 + y * F(1, 10**45)).sqrt() <= 2,
    # 4. Balls: undecided comparisons and midpoints are no proofs.
    "4 max": V.of(lambda y: max(F(1, 4), y * (1 - y) + F(1, 100))) <= F(1, 4),
    "4 max of formulas": largest(F(1, 4), y * (1 - y) + F(1, 1000)) <= F(1, 4),
    "4 a gate": V.of(lambda y: gate(y)) <= 1,
    "4 math.exp": y.exp() <= 1 + y + y**2 / 2,
    "4 clipping": V.of(lambda r: abs(r) / max(1, abs(r) / 3)) <= F(2999, 1000),
    "4 min of three": V.of(lambda y, z: min(y, z, 1 - y)) >= F(1, 10),
    "4 the middle": abs(y - F(1, 2)) <= F(499, 1000),
    "4 a floor": V.of(lambda wide: math.floor(wide)) <= 9,
    "4 a cosine": wide.cos() <= F(999, 1000),
    # 5. A branch at one point.
    "5 at 0": V.of(lambda y: 5 if y == 0 else y) == y,
    "5 at 0, a helper": V.of(lambda x: at_zero(x)) == x,
    "5 at 1": V.of(lambda y: 2 if y == 1 else y) <= 1,
    "5 where both are equal": V.of(lambda y, z: nested(y, z)) == 0,
    "5 kappa = 1": V.of(lambda a, b: 1 if a == b else 0) == 0,
    "5 a difference": V.of(lambda y: 3 if y - F(1, 2) == 0 else 0) == 0,
    "5 not at 0": V.of(lambda y: 0 if y else 7) == 0,
    "5 t = 0": 0**k == 0,
    # 6. Proofs that cover a part.
    "6 alpha L": says(alpha * L <= 1, given=["alpha*L <= 1 + 1/1000000"]),
    "6 the square": says((alpha * L) ** 2 <= 1, given=["alpha*L <= 1 + 1e-9"]),
    "6 a wedge": V.of(lambda a, b: 1 if a < b < F(1001, 1000) * a else 0) <= 0,
    "6 a thinner wedge": V.of(lambda a, b: 1 if a < b and b < F(100001, 100000) * a else 0) <= 0,
    "6 x >= -1/1000": edge >= 0,
    "6 boxes that start too late": wide * (wide - F(1, 10**4)) >= 0,
    "6 boxes that start later": wide * (wide - F(1, 10**7)) >= 0,
    "6 boxes that end too early": wide * (F(9999, 1000) - wide) >= 0,
    "6 even t only": (-1) ** k >= 1,
    "6 two steps": T * (T - 1) * (T - 2) * (T - 9) <= 0,
    # 7. A search box is no hypothesis.
    "7 x^2 <= x": x**2 <= x,
    "7 x <= 1": x <= 1,
    "7 exp": low.exp() <= 1 + 2 * low,
    "7 both": alpha <= 100 * L,
    "7 just outside": low <= F(1000001, 1000000),
    # 13. Means of declared laws, computed.
    "13 a Pareto law": shape / (shape - 1) <= 20,
    "13 rare and large": expectation(rare, v, v) <= F(3, 2),
    "13 its square": expectation(rare, v, v**2) <= 10**6,
    "13 a fair coin": expectation(coin, v, v) == 0.51,
    "13 heavier": expectation(heavy, v, v) < 10**6,
    # 14. Matrices that do not commute.
    "14 squares": says(below(A @ A, B @ B), given=[below(A, B)]),
    "14 A B is symmetric": A @ B == B @ A,
    "14 the square of a sum": (A + B) @ (A + B) == A @ A + 2 * (A @ B) + B @ B,
    "14 the cube": says(below(A @ A @ A, B @ B @ B), given=[below(A, B)]),
    # 17. Tight on a plateau, false on a small cube.
    "17 a bump": V.of(lambda y, z: bump(y, z)) <= 1,
    "17 a ridge": V.of(lambda y, z: ridge(y, z)) <= 0,
    "17 a corner": V.of(lambda y, z: max(1, y + z - F(99, 100))) <= 1,
    "17 a small disc": V.of(lambda y, z: max(0, 1e-5 - (y - 0.3141) ** 2 - (z - 0.2718) ** 2)) <= 0,
    # 18. No value is no proof, and the points that have one speak.
    "18 the root": says((x - 1).sqrt() <= -1, given=["x >= 1"]),
    "18 the logarithm": says(y.log() >= 0, given=["y > 0"]),
    "18 a quotient": says(1 / r <= 0, given=["r != 0"]),
    # Others of these kinds: vectors, sums, sequences, signs.
    "6 a triangle": norm(X + Y) <= F(999, 1000) * (norm(X) + norm(Y)),
    "6 Cauchy-Schwarz": dot(X, Y) <= F(999, 1000) * norm(X) * norm(Y),
    "6 parallelogram": norm(X + Y) ** 2 + norm(X - Y) ** 2 == 2 * norm(X) ** 2 + norm(Y) ** 2,
    "6 a sum to T": total(k, 1, T, 1 / k) <= 3,
    "6 a sum of roots": total(k, 1, T, k ** F(-1, 2)) <= 2 * T ** F(1, 2) - F(11, 10),
    "6 Bernoulli": (1 + y) ** T <= 1 + T * y,
    "6 the entries": total(k, 1, T, seq[k]) >= 0,
    "5 abs": abs(r) == r,
    "7 a constant": PI <= F(314159, 100000),
    "4 least": least(y, 1 - y) >= y * (1 - y) + F(1, 100),
    # 19. Roots of unity, and laws known by their moments.
    "19 a single root of unity": total(j, 1, steps, (2 * PI * j / steps).cos()) == 0,
    "19 roots of half a turn": total(j, 1, steps, (PI * j * n / steps).cos()) <= 0,
    "19 a sum one step short": says(
        total(j, 1, steps - 1, (2 * PI * j / steps).cos()) == 0, given=[steps >= 2]
    ),
    "19 half a turn too far": says((2 * a).cos() <= a.cos(), given=[2 * a <= 5]),
    "19 Gaussian fourth moments of a Laplace law": expectation(Laplace, drawn, drawn[1] ** 4) <= 12,
    "19 the fourth moment of a length": expectation(Gauss, drawn, dot(drawn, drawn) ** 2)
    == records**2 + records,
    "19 a pair with replacement": says(
        expectation(Without, drawn, drawn[1] * drawn[2]) == size * (size - 1) / records**2,
        given=[size <= records],
    ),
    "19 no record twice": expectation(With, drawn, drawn[1] ** 2) == size / records,
    "19 a batch of all is no batch of one": says(
        expectation(Without, drawn, drawn[1] ** 2) <= 1 / records, given=[size <= records]
    ),
    # 20. Sizes beyond an ordinary search: long sums and large dimensions.
    "20 the harmonic sum passes 7": total(k, 1, T, 1 / k) <= 7,
    "20 a harmonic sum with a factor": total(k, 1, T, a / k) <= 8 * a,
    "20 a sum of squares": total(k, 1, T, 1 / k**2) <= F(1644, 1000),
    "20 a product": product(k, 1, T, 1 + 1 / k**2) <= F(367, 100),
    "20 the norms": norm1(far) <= 15 * norm(far),
    "20 151 entries": total(k, 1, T, bits[k]) <= 150,
    "20 alternating entries": norm1(far) ** 2 <= 200 * dot(far, far),
    # 21. Laws of more than two atoms.
    "21 kurtosis and skewness": expectation(P, v, v**4) * expectation(P, v, v**2)
    == expectation(P, v, v**3) ** 2 + expectation(P, v, v**2) ** 3,
    "21 a heavy tail": expectation(P, v, v**4) <= 20 * expectation(P, v, v**2) ** 2,
    # 22. Listed laws, which are finite sets.
    "22 one of two coins": expectation(coins, v, v) <= F(3, 5),
    # 23. Sides that meet at irrational points alone.
    "23 the root of 2": 0 < (a**2 - 2) ** 2,
    "23 a cube root": 0 < (r**3 - 5) ** 2,
    "23 arithmetic and geometric mean": 4 * a**2 < a**4 + 4,
    "23 a quotient": 2 < a**2 / 3 + 3 / a**2,
    "23 within a hypothesis": says(0 < (r**2 - 2) ** 2, given=["r < -1.4"]),
    "23 beside another symbol": 0 < (a**2 - 2 * b**2) ** 2,
    # 24. Functions of a class, and noise.
    "24 a long step": says(
        norm(X - f.argmin - b * f.grad(X)) ** 2 <= (1 - b * c) ** 2 * norm(X - f.argmin) ** 2,
        given=[b * L <= 2],
    ),
    "24 a step to L/7": convex(ahead) - convex.min <= L * norm(X - convex.argmin) ** 2 / 7,
    "24 a misquoted lemma": (
        c * norm(X - f.argmin) ** 2 + norm(f.grad(X)) ** 2 / L <= dot(f.grad(X), X - f.argmin)
    ),
    "24 smooth alone": smooth(Y) + dot(smooth.grad(Y), X - Y) <= smooth(X),
    "24 half of the noise": mean(noisy, norm(X + noisy) ** 2) <= norm(X) ** 2 + b / 2,
    "24 noise of the past": mean(noisy, dot(X + noisy, noisy)) <= 0,
    "24 subgradients at a point": kinked.min + norm(kinked.grad(X)) ** 2 <= kinked(X),
}

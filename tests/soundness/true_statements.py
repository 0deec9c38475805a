"""True statements that must come out as such: none refuted, undefined or an error."""

from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    below,
    between,
    dot,
    expectation,
    function,
    inverse,
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
    notation,
    one_of,
    positive,
    real,
    says,
    total,
)
from verify.methods.boxes import Boxes

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
r, s, a, b, c, alpha, L, x, u, y, z = V.r, V.s, V.a, V.b, V.c, V.alpha, V.L, V.x, V.u, V.y, V.z
q, half, n, T, k, X, Y, g, A, B, C = V.q, V.half, V.n, V.T, V.k, V.X, V.Y, V.g, V.A, V.B, V.C
eps, p, e = V.eps, V.p, V.e

NOISE = notation(
    R=positive(unit="1"), w=real(unit="1"), W=law(unit="1", radius=notation(R=positive(unit="1")).R)
)


smooth = function("f", "d", smooth=L)
ahead = let("y", X - smooth.grad(X) / L)
noisy = noise("w", "d", second_moment_at_most=b)


# min{1, bound/|x|}, which has no value at x = 0.
def clip(x: Any, bound: Any) -> Any:
    return least(1, bound / abs(x))


bits = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})

TRUE = {
    # 1. Integers are numbers like any other to a square root.
    "1 two roots": a + b <= F(3, 2) * (a**2 + b**2).sqrt(),
    "1 the root of T": 1 / T <= 1 / T.sqrt(),
    "1 a sum of roots": total(k, 1, T, 1 / k ** F(1, 2)) <= 2 * T ** F(1, 2),
    "1 roots of whole numbers": T.sqrt() ** 2 == T,
    "1 a root of 4 T^2": (4 * T**2).sqrt() == 2 * T,
    "1 a power of one half": T**0.5 >= 1,
    # 2. A difference whose worst point is 0 up to rounding.
    "2 a difference": 2 * r * s - r**2 - s**2 <= 0,
    "2 with a root": (a * b).sqrt() - (a + b) / 2 <= 0,
    "2 with decimals": 0.3 * y - 0.1 * y - 0.2 * y <= 0,
    "2 with an exponential": 1 + r - r.exp() <= 0,
    # 3. A decimal is the decimal that it shows.
    "3 three tenths": 0.1 * r * 3 == 0.3 * r,
    "3 seven tenths": 0.7 * r + 0.2 * r == 0.9 * r,
    "3 the other side": 1.1 * y * 1.1 <= 1.21 * y,
    "3 small": 0.001 * r * 1000 == r,
    # 4. Exact fractions meet balls.
    "4 a half": says(F(1, 2) * half < half, by=Boxes()),
    "4 a third": says(F(1, 3) * half**2 < half, by=Boxes()),
    "4 0.3": says(0.3 * half <= F(3, 10) * half, by=Boxes()),
    "4 fractions and exp": says(F(1, 3) + half <= half.exp() + F(1, 7), by=Boxes()),
    # 5. Mutants that cannot be false are not demanded.
    "5 x (x - 1)": y * (y - 1) <= 0,
    "5 -x": -y <= y,
    "5 0 <= x": y >= 0,
    "5 x <= 1": y**3 <= 1,
    # 6. Unbiased noise.
    "6 the mean": expectation(NOISE.W, NOISE.w, NOISE.w) == 0,
    "6 twice the mean": expectation(NOISE.W, NOISE.w, 2 * NOISE.w) == 0,
    "6 shifted": expectation(NOISE.W, NOISE.w, NOISE.w + NOISE.R) == NOISE.R,
    "6 the second moment": expectation(NOISE.W, NOISE.w, NOISE.w**2) <= NOISE.R**2,
    # 7. Where the sides do not meet.
    "7 amplification": (1 + q * (eps.exp() - 1)).log() <= q * (eps.exp() - 1),
    "7 ln(1 + x)": (1 + u).log() >= u - u**2 / 2,
    "7 where the sides meet": (1 + p * (e.exp() - 1)).log() <= p * (e.exp() - 1),
    "7 exp": r.exp() >= 1 + r,
    # 8. Textbook lines.
    "8 AM-HM": 2 / (1 / a + 1 / b) <= (a + b) / 2,
    "8 AM-HM of three": 3 / (1 / a + 1 / b + 1 / c) <= (a + b + c) / 3,
    "8 Young": r * s <= c * r**2 / 2 + s**2 / (2 * c),
    "8 descent": says(
        -alpha * g**2 + L * alpha**2 * g**2 / 2 <= -alpha * g**2 / 2, given=["alpha*L <= 1"]
    ),
    "8 (1 - x)^t": (1 - y) ** n <= (-y * n).exp(),
    "8 Bernoulli": (1 + y) ** n >= 1 + n * y,
    "8 Cauchy-Schwarz": dot(X, Y) <= norm(X) * norm(Y),
    "8 the triangle": norm(X + Y) <= norm(X) + norm(Y),
    # 9. No value at one point.
    "9 clipping": clip(r, c) <= 2 * c / (c + abs(r)),
    "9 a sign": r / abs(r) <= 1,
    "9 a quotient": g / g == 1,
    "9 x log x": y * y.log() <= 0,
    # 10. Every dimension.
    "10 the whitened norm": dot(
        inverse(A) @ X, inverse(inverse(A) @ inverse(A.T)) @ (inverse(A) @ X)
    )
    == dot(X, X),
    "10 the inverse of a product": inverse(A @ A) == inverse(A) @ inverse(A),
    "10 the transpose": (A @ B).T == B @ A.T,
    "10 a square": (B + C) @ (B + C) == B @ B + B @ C + C @ B + C @ C,
    "10 the order": below(B, B + C),
    # 11. Sets that are looked at as a whole.
    "11 thirteen bits": sum((getattr(bits, name) for name in list(bits)[1:]), bits.b0) <= 13,
    "11 a square": largest(y, z) <= 1,
    # 12. Functions of a class, and noise.
    "12 descent": smooth(ahead) <= smooth(X) - norm(smooth.grad(X)) ** 2 / (2 * L),
    "12 noise": mean(noisy, norm(X + noisy) ** 2) <= norm(X) ** 2 + b,
}

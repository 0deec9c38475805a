"""Substitutions and signs. Each false one differs from its namesake in a constant, a relation
or a set.
"""

from fractions import Fraction as F

from verification.notation import V as SHARED

from verify.language import between, natural, real, says

V = SHARED.extended(
    x=real(unit="1"),
    y=real(unit="1"),
    momentum=between(0, 1, unit="1", ends="[)"),
    k=natural(least=2),
)
a, b, x, u, y, q, n, k, momentum = V.a, V.b, V.x, V.u, V.y, V.q, V.n, V.k, V.momentum


PROVED = {
    "a square": 2 * x * y <= x**2 + y**2,
    "a set": u * q <= u,
    "an end of a set": 2 / n <= 2,
    "a later start": k / (k - 1) <= 2,
    "a hypothesis": says(a / b <= 1, given=["a <= b"]),
    "a product below a bound": says(a * u / 2 <= a * u - b * a**2 * u / 2, given=["a*b <= 1"]),
    "an open end": momentum / (1 + momentum) < F(1, 2),
    "momentum": 1 <= (1 + momentum) / (1 - momentum),
    "a root": V.of(lambda a, b: (a * b).sqrt()) <= (a + b) / 2,
    "a maximum": V.of(lambda a, b: max(a, b)) <= a + b,
    "an absolute value": abs(x + y) <= abs(x) + abs(y),
    "a quadratic form": x**2 + x * y + y**2 >= 0,
}

FALSE = {
    "a square": 3 * x * y <= x**2 + y**2,
    "a set": u * a <= u,
    "an end of a set": 2 / n <= F(199, 100),
    "a later start": k / (k - 1) <= F(199, 100),
    "a hypothesis": says(a / b <= 1, given=["a <= 2*b"]),
    "a product below a bound": says(a * u / 2 <= a * u - b * a**2 * u / 2, given=["a*b <= 2"]),
    "an open end": q / (1 + q) < F(1, 2),
    "momentum": 1 < (1 + momentum) / (1 - momentum),
    "a root": V.of(lambda a, b: (a * b).sqrt()) <= (a + b) / 3,
    "a maximum": V.of(lambda x, y: max(x, y)) <= x + y,
    "an absolute value": abs(x) + abs(y) <= abs(x + y),
    "a quadratic form": x**2 + 3 * x * y + y**2 >= 0,
}

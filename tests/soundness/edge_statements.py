"""Formulas without a value on part of their sets: a hypothesis that names the part is displayed, or
the statement is undefined.
"""

from verification.notation import V as SHARED

from verify.language import (
    floor,
    least,
    natural,
    nonnegative,
    norm,
    one_of,
    positive,
    real,
    says,
    vector,
)

V = SHARED.extended(
    n=natural(least=0),
    m=natural(least=0),
    a=nonnegative(unit="1"),
    x=real(unit="1"),
    y=real(unit="1"),
    c=positive("c", unit="1"),
    d=natural(),
    g=vector("d", "g", unit="1"),
    short=natural("s", least=0, most=3),
    bit=one_of([0, 1], unit="1"),
)
a, c, x, y, n, d, m, g, short, bit = V.a, V.c, V.x, V.y, V.n, V.d, V.m, V.g, V.short, V.bit

par = n - 2 * floor(n / 2)

# [what is said, the hypotheses that are added, the same with them]
ADDED = {
    "a whole number": (1 / n <= 1, [r"n\ne 0"], says(1 / n <= 1, given=["n != 0"])),
    "two whole numbers": (
        (n - m) / (n - m) == 1, [r"n\ne m"], says((n - m) / (n - m) == 1, given=["n != m"])),
    "a logarithm": (a.log() <= a - 1, ["0<a"], says(a.log() <= a - 1, given=["0 < a"])),
    "an absolute value": (x / abs(x) <= 1, [r"x\ne 0"], says(x / abs(x) <= 1, given=["x != 0"])),
    "a line": (
        (x - y) ** 2 / (x - y) ** 2 <= 1, [r"x\ne y"],
        says((x - y) ** 2 / (x - y) ** 2 <= 1, given=["x != y"])),
    "a number on the left": (
        (1 - x) / (1 - x) == 1, [r"x\ne 1"], says((1 - x) / (1 - x) == 1, given=["x != 1"])),
    "factors": (
        2 * x * y / (2 * x * y) == 1, [r"x\ne 0", r"y\ne 0"],
        says(x * y / (x * y) == 1, given=["x != 0", "y != 0"])),
    "a real beside a whole number": (
        (x - par) / (x - par) == 1, [r"x\ne n-2\left\lfloor\frac{n}{2}\right\rfloor"],
        says(1 + 0 * par <= 1)),
    "a length": (
        least(1, c / norm(g)) <= 2 * c / (c + norm(g)), [r"\lVert g\rVert\ne 0"],
        says(least(1, c / norm(g)) <= 2 * c / (c + norm(g)), given=[norm(g) > 0])),
    "one of four": (
        short / short == 1, [r"s\ne 0"], says(short / short == 1, given=["short != 0"])),
}  # fmt: skip

UNDEFINED = {
    "half of the whole numbers": par / par == 1,
    "half, under a logarithm": par.log() <= par,
    "half of four": (short - 2 * floor(short / 2)) / (short - 2 * floor(short / 2)) == 1,
    "ten whole numbers": floor(n / 10) / floor(n / 10) == 1,
    "half, times a real": x - x * par <= (x - x * par) ** 2 / (x - x * par),
    "one value of two": 1 / bit <= 1,
    "one branch alone": V.of(lambda x, y: y / x if y > 0 else 0)
    <= V.of(lambda x, y: y / x if y > 0 else 0),
    "an open set in every dimension": 0 * d + x.sqrt() <= x.sqrt(),
}

"""Certificates by multipliers, by kind. Each false one differs from its namesake in a constant, a
relation or a hypothesis.
"""

from fractions import Fraction as F

from verification.notation import V as SHARED

from verify.language import real, says

V = SHARED.extended(x=real(unit="1"), y=real(unit="1"))
a, b, c, x, y = V.a, V.b, V.c, V.x, V.y


PROVED = {
    "a square": 2 * x * y <= x**2 + y**2,
    "a square with a contact at a third": 0 <= 9 * x**2 - 6 * x + 1,
    "a contact on a line": 4 * x * y <= x**2 + 4 * y**2,
    "a product of two hypotheses": says(0 <= (1 - a) * (1 - b), given=["a <= 1", "b <= 1"]),
    "a hypothesis times a generator": says(a**2 * b <= a, given=["a * b <= 1"]),
    "a chain": says(a <= c, given=["a <= b", "b <= c"]),
    "an equation": says(a**2 + b**2 + 2 * a * b == 1, given=["a + b == 1"]),
    "an equation that removes a letter": says(a * b <= F(1, 4), given=["a + b == 1"]),
    "a strict one": says(a * b < 1, given=["a < 1", "b <= 1"]),
    "a root": (a * b).sqrt() <= (a + b) / 2,
    "powers of three": 3 * a * b * c <= a**3 + b**3 + c**3,
    "motzkin": 0 <= x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2,
    "nesbitt": F(3, 2) <= a / (b + c) + b / (a + c) + c / (a + b),
    "hypotheses that contradict each other": says(b <= 0, given=["a + 1 <= c", "c <= a"]),
    "a maximum": V.of(lambda a, b: max(a, b)) <= a + b,
    "on an edge": says(a**2 <= a, given=["a <= 1"]),
}

FALSE = {
    "a square": 3 * x * y <= x**2 + y**2,
    "a square with a contact at a third": 0 < 9 * x**2 - 6 * x + 1,
    "a contact on a line": 4 * x * y <= x**2 + F(399, 100) * y**2,
    "a product of two hypotheses": says(0 < (1 - a) * (1 - b), given=["a <= 1", "b <= 1"]),
    "a hypothesis times a generator": says(a**2 * b <= a, given=["a * b <= 2"]),
    "a chain": says(a < c, given=["a <= b", "b <= c"]),
    "an equation": says(a**2 + b**2 + a * b == 1, given=["a + b == 1"]),
    "an equation that removes a letter": says(a * b <= F(6, 25), given=["a + b == 1"]),
    "a strict one": says(a * b < 1, given=["a <= 1", "b <= 1"]),
    "a root": (a * b).sqrt() < (a + b) / 2,
    "motzkin": 0 < x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2,
    "nesbitt": F(3, 2) < a / (b + c) + b / (a + c) + c / (a + b),
    "hypotheses that contradict each other": says(b <= 0, given=["a <= c", "c <= a"]),
    "on an edge": says(a**2 < a, given=["a <= 1"]),
}

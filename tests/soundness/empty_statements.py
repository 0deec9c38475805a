"""True statements that say little."""

import math

from verification.notation import V

from verify.language import agrees, says

r, a, b, x, y, T = V.r, V.a, V.b, V.x, V.y, V.T


TAUTOLOGIES = {
    "one side twice": x**2 <= x**2,
    "summands in another order": x + 2 * y == y * 2 + x,
    "factors in another order": a * b / 3 == b * a / 3,
    "under a root": (a * b).sqrt() <= (b * a).sqrt(),
    "minus twice": 0 - (0 - r) == r,
    "times one": 1 * r + 0 == r,
    "a max": V.of(lambda a, b: max(a, b)) <= V.of(lambda a, b: max(a, b)),
    "a definition of itself": agrees(
        V.of(lambda a, b: math.sqrt(a * b)) == V.of(lambda a, b: math.sqrt(a * b))
    ),
}

# A statement and the symbol that it says nothing about.
IGNORING = {
    "quantified over": (says(y <= 1, forall="a"), "a"),
    "minus itself": (y + a - a <= 1, "a"),
    "over itself": (y * a / a <= 1, "a"),
    "times zero": (y + 0 * r <= 1, "r"),
    "to the power zero": (y * T**0 <= 1, "T"),
    "its sign alone": (y * a / abs(a) <= 1, "a"),
}

NOT_NEEDED = {
    "a hypothesis": says(x * y <= x, given=["x <= 1"]),
    "one of two": says(x**2 <= x, given=["x <= 1", "x <= 10"]),
    "the set again": says(y**2 <= y, given=["y <= 1"]),
    "about another symbol": says(y**2 <= y, given=["a <= b"]),
    "an order": says(a < a + 1, given=["a >= 1/2"]),
}

r"""A normalised step for every law of the deviation that is symmetric about 0.

The law is that of e with a fair sign, e drawn from Q: every symmetric law is of this form (with
itself for Q). Its mean square is that of Q, at most :math:`s^2`. The bound of a pair is convex in
:math:`|e|^2`: it lies above its tangent at :math:`s^2`, which falls.
"""

from functools import partial

from verify.language import Formula, expectation, index, law, lemma, nonnegative, norm, number, real
from verify.methods.derive import Derive, cases, chain, expect, shown, substitute
from verify.papers.groupwise.lemmas.symmetric_pair import PAIR, kept, pair
from verify.papers.groupwise.lemmas.symmetric_pair import V as LENGTHS

V = LENGTHS.extended(
    Q=law("Q", unit="gradient", dimension="d"),
    s=nonnegative("s", unit="gradient", search=(0, 10)),
    v=nonnegative("v", unit="gradient^2", search=(0, 100)),
    t=real("t", unit="gradient^2", search=(-10, 100)),
    a=real("a", unit="gradient", search=(-10, 100)),
    c=real("c", unit="1/gradient", search=(-10, 100)),
    w=nonnegative("w", unit="gradient^2", search=(0, 100)),
)
E = index("e")
SQUARE = norm(V.g) ** 2

# Over e drawn from Q.
mean = partial(expectation, V.Q, E)


def slope(square: Formula, variance: Formula) -> Formula:
    """By how much the bound of a pair falls with the mean square of the deviation."""
    root = (4 * variance + square).sqrt()
    return (
        V.gamma * square * (1 + 2 * V.gamma / root) / (variance + V.gamma**2 + V.gamma * root) ** 2
    )


def tangent(square: Formula, variance: Formula, place: Formula) -> Formula:
    """The tangent of the bound at another mean square."""
    return kept(square, place) + slope(square, place) * (place - variance)


TANGENT = lemma(
    "groupwise/symmetric-tangent", kept(V.G**2, V.v) >= tangent(V.G**2, V.v, V.w), given=[V.G > 0]
)
SPREAD = mean(norm(E) ** 2)
DESCENT = mean(pair(V.g, E))
BOUND = kept(SQUARE, V.s**2)
LINE = lemma(
    "groupwise/symmetric-line",
    V.a + V.c * (V.s**2 - SPREAD) == mean(V.a + V.c * (V.s**2 - norm(E) ** 2)),
)
BELOW = lemma(
    "groupwise/symmetric-below",
    tangent(SQUARE, V.t, V.s**2) >= BOUND,
    given=[V.t <= V.s**2, norm(V.g) > 0],
)
# The hypothesis on the law stands in the last lemma alone: the others hold for every law.
ABOVE = lemma(
    "groupwise/symmetric-above-tangent",
    DESCENT >= tangent(SQUARE, SPREAD, V.s**2),
    given=[norm(V.g) > 0],
    by=Derive(
        substitute(LINE, {"a": BOUND, "c": slope(SQUARE, V.s**2)}),
        expect(
            V.Q,
            E,
            chain(
                substitute(TANGENT, {"G": norm(V.g), "v": norm(E) ** 2, "w": V.s**2}),
                substitute(PAIR, {}),
            ),
        ),
    ),
)
NOTHING = lemma(
    "groupwise/symmetric-no-gradient",
    DESCENT >= BOUND,
    given=[norm(V.g) <= 0],
    by=Derive(shown(BOUND <= 0), expect(V.Q, E, shown(number(0) <= pair(V.g, E)))),
)
DESCENDS = lemma(
    "groupwise/symmetric-descent",
    DESCENT >= BOUND,
    given=[V.s**2 >= SPREAD],
    by=Derive(
        cases(
            norm(V.g) > 0,
            chain(substitute(BELOW, {"t": SPREAD}), substitute(ABOVE, {})),
            substitute(NOTHING, {}),
        )
    ),
)

r"""A normalised step for every law of the deviation that is symmetric about 0.

The law is that of e with a fair sign, e drawn from Q: every symmetric law is of this form (with
itself for Q). Its mean square is that of Q, at most :math:`s^2`. The bound of a pair is convex in
:math:`|e|^2`: it lies above its tangent at :math:`s^2`, which falls.
"""

from verify.formula.expression import Node, expectation, lift, norm
from verify.language.claim import Lemma
from verify.language.notation import law, nonnegative, real
from verify.language.says import at_least, equal
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
E = Node("symbol", (), "e")
SQUARE = norm(V.g) ** 2


def mean(body: Node) -> Node:
    """The mean over e drawn from Q."""
    return expectation(V.Q, E, body)


def slope(square: Node, variance: Node) -> Node:
    """By how much the bound of a pair falls with the mean square of the deviation."""
    root = (4 * variance + square).sqrt()
    return (
        V.gamma * square * (1 + 2 * V.gamma / root) / (variance + V.gamma**2 + V.gamma * root) ** 2
    )


def tangent(square: Node, variance: Node, place: Node) -> Node:
    """The tangent of the bound at another mean square."""
    return kept(square, place) + slope(square, place) * (place - variance)


TANGENT = Lemma(
    id="groupwise/symmetric-tangent",
    says=at_least(V, kept(V.G**2, V.v), tangent(V.G**2, V.v, V.w), where=[V.G > 0]),
)
SPREAD = mean(norm(E) ** 2)
DESCENT = mean(pair(V.g, E))
BOUND = kept(SQUARE, V.s**2)
LINE = Lemma(
    id="groupwise/symmetric-line",
    says=equal(V, V.a + V.c * (V.s**2 - SPREAD), mean(V.a + V.c * (V.s**2 - norm(E) ** 2))),
)
BELOW = Lemma(
    id="groupwise/symmetric-below",
    says=at_least(V, tangent(SQUARE, V.t, V.s**2), BOUND, where=[V.t <= V.s**2, norm(V.g) > 0]),
)
# The hypothesis on the law stands in the last lemma alone: the others hold for every law.
ABOVE = Lemma(
    id="groupwise/symmetric-above-tangent",
    says=at_least(
        V,
        DESCENT,
        tangent(SQUARE, SPREAD, V.s**2),
        where=[norm(V.g) > 0],
        by=Derive(
            chain(
                substitute(LINE.says, {"a": BOUND, "c": slope(SQUARE, V.s**2)}),
                expect(
                    V.Q,
                    E,
                    chain(
                        substitute(TANGENT.says, {"G": norm(V.g), "v": norm(E) ** 2, "w": V.s**2}),
                        substitute(PAIR.says, {}),
                    ),
                ),
            )
        ),
    ),
)
NOTHING = Lemma(
    id="groupwise/symmetric-no-gradient",
    says=at_least(
        V,
        DESCENT,
        BOUND,
        where=[norm(V.g) <= 0],
        by=Derive(chain(shown(BOUND <= 0), expect(V.Q, E, shown(lift(0) <= pair(V.g, E))))),
    ),
)
DESCENDS = Lemma(
    id="groupwise/symmetric-descent",
    says=at_least(
        V,
        DESCENT,
        BOUND,
        where=[V.s**2 >= SPREAD],
        by=Derive(
            cases(
                norm(V.g) > 0,
                chain(substitute(BELOW.says, {"t": SPREAD}), substitute(ABOVE.says, {})),
                substitute(NOTHING.says, {}),
            )
        ),
    ),
)

r"""Appendix E, Proposition E.2: adaptive composition of Rényi curves.

By induction: T mechanisms have a moment, the sum of :math:`p^\alpha q^{1-\alpha}` over their joint
outputs, of at most :math:`e^{(\alpha-1)\sum_i\epsilon_i}`. One more multiplies each term by its own
moment given that output, which is at most :math:`e^{(\alpha-1)\epsilon_{T+1}}`: its curve is a
supremum over the earlier outputs too. At order 1 the divergences themselves add up.
"""

import math
from fractions import Fraction as F

from verify.language import claim, index, number, says, total
from verify.language.symbols import Real, between, natural, nonnegative, notation, real, sequence
from verify.methods.derive import Derive, add, chain, given, multiply, substitute, sum_over
from verify.papers.lssgd.lemmas.composition import most, one_more

V = notation(
    n=natural("n", search=(1, 5)),  # joint outputs of the first T mechanisms
    T=natural("T", least=0, search=(0, 4)),
    order=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 8)),
    spent=nonnegative(r"\sum_{i\le T}\epsilon_i", unit="1", search=(0, 3)),
    next=nonnegative(r"\epsilon_{T+1}", unit="1", search=(0, 3)),
    # p^alpha q^(1-alpha) of each output, and p; the next moment and divergence, as shares.
    terms=sequence("n", r"(p^\alpha q^{1-\alpha})", unit="1", entry=Real(F(0))),
    chances=sequence("n", "p", unit="1", entry=Real(F(0), F(1))),
    share=sequence("n", "s", unit="1", entry=Real(F(0), F(1))),
    a=nonnegative("a", unit="1", search=(0, 9)),
    c=between(0, 1, "c", unit="1"),
    whole=real("M", unit="1", search=(-9, 9)),
    first=real("D", unit="1", search=(-9, 9)),
)
INDEX = index("x")

STEP = one_more(V, V.n, V.order, V.spent, V.next)

# Order 1.
CHANCE = V.chances[INDEX]
ALL = total(INDEX, 1, V.n, CHANCE)
ONE = says(V.a * (V.c * V.next) <= V.a * V.next)
ORDER_1 = says(
    V.first + total(INDEX, 1, V.n, CHANCE * (V.share[INDEX] * V.next)) <= V.spent + V.next,
    given=[V.first <= V.spent, ALL <= 1],
    by=Derive(
        add(
            given(V.first <= V.spent),
            chain(
                sum_over(INDEX, 1, V.n, substitute(ONE, {"a": CHANCE, "c": V.share[INDEX]})),
                multiply(given(ALL <= 1), V.next),
            ),
        )
    ),
)

# Two coins that share a secret: each is fair by itself, whatever the data; together they differ.
MANY, FEW = number(F(3, 8)), number(F(1, 8))
PROP_E2 = (
    claim(
        "nsgd/prop-e2",
        "App E, Prop E.2",
        "Composition of Rényi curves: the step from $T$ mechanisms to $T+1$",
    )
    .says(
        {"one more, orders above 1": STEP, "one more, order 1": ORDER_1},
        notes=(
            # Read without the supremum over earlier outputs, as (45) stands, the sum is 0 at order
            # 2 for a fair coin and its exclusive or with the data's bit, kept with probability 3/4.
            says(2 * (MANY + FEW) ** 2 / (MANY + FEW) == 1),
            says(number(0) < (2 * MANY**2 / FEW + 2 * FEW**2 / MANY).log()),
        ),
    )
    .quoting(
        r"\epsilon_M(\alpha)\le\sum_i\epsilon_{M_i}(\alpha)",
        part="one more, orders above 1",
        reading=r"by induction: the step from T mechanisms to T + 1, for the moments "
        r"$e^{(\alpha-1)\epsilon_M(\alpha)}$",
    )
    .rejects(
        "the larger budget", part="one more, orders above 1", right=most(V.order, V.spent), by=None
    )
    .rejects("the next budget left out", part="one more, order 1", right=V.spent, by=None)
)

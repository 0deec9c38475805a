r"""Appendix A, Lemmas 2 and 3: composition of RDP, and from RDP to (epsilon, delta)-DP.

A mechanism is :math:`(\alpha,\rho)`-RDP when the moment, the sum of :math:`p^\alpha q^{1-\alpha}`
over its outputs, is at most :math:`e^{(\alpha-1)\rho}`. One mechanism after another: the moment of
both is the sum of the first one's terms, each times the second one's moment given that output.
"""

import math
from fractions import Fraction as F

from verify.language import claim, says, symbols, total
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.lssgd.lemmas.composition import most, one_more, x
from verify.papers.lssgd.lemmas.conversion import ONE_OUTPUT, moment_term

V = symbols.notation(
    N=symbols.natural("N", search=(1, 5)),  # outputs of the first mechanism
    alpha=symbols.between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 8)),
    rho=symbols.nonnegative(r"\rho", unit="1", search=(0, 3)),
    rho1=symbols.nonnegative(r"\rho_1", unit="1", search=(0, 9)),
    rho2=symbols.nonnegative(r"\rho_2", unit="1", search=(0, 3)),
    # p^alpha q^(1-alpha) for each output of the first mechanism.
    terms=symbols.sequence("N", r"(p^\alpha q^{1-\alpha})", unit="1", entry=symbols.Real(F(0))),
    # The second one's moments in units of what they may be.
    share=symbols.sequence("N", "s", unit="1", entry=symbols.Real(F(0), F(1))),
    a=symbols.nonnegative("a", unit="1", search=(0, 9)),
    whole=symbols.real("M", unit="1", search=(-9, 9)),
    c=symbols.between(0, 1, "c", unit="1"),
    p=symbols.sequence("N", "p", unit="1", entry=symbols.Real(F(0), F(1), open_low=True)),
    q=symbols.sequence("N", "q", unit="1", entry=symbols.Real(F(0), F(1), open_low=True)),
    event=symbols.sequence("N", "s", unit="1", entry=symbols.Real(F(0), F(1))),
    s=symbols.between(0, 1, "s", unit="1"),
    delta=symbols.between(0, 1, r"\delta", unit="1", ends="()"),
)
COMPOSED = one_more(V, V.N, V.alpha, V.rho1, V.rho2)
LEMMA_2 = claim("lssgd/lemma-2", "App A.1, Lemma 2", "Adaptive composition", COMPOSED).rejects(
    "the larger budget", right=most(V.alpha, V.rho1)
)

# The probabilities of the outputs on neighbours; an event takes each whole, or a share of it. That
# the probabilities add up to 1 is not needed; one that is impossible on the first data set adds
# nothing left of the bound.
EPSILON = V.rho + (1 / V.delta).log() / (V.alpha - 1)
HERE, THERE, TAKEN = V.p[x], V.q[x], V.event[x]
MOMENT = total(x, 1, V.N, moment_term(HERE, THERE, V.alpha))
ALLOWED = most(V.alpha, V.rho) >= MOMENT
EVENT, EVENT_THERE = total(x, 1, V.N, TAKEN * HERE), total(x, 1, V.N, TAKEN * THERE)
SHARE = (-(V.alpha - 1) * EPSILON).exp()
LOSS = {"p": HERE, "q": THERE, "level": EPSILON}
SCALED = says(V.s * V.a <= V.a)
WHOLE = {"s": TAKEN, "a": moment_term(HERE, THERE, V.alpha)}
PRIVATE = says(
    EVENT <= EPSILON.exp() * EVENT_THERE + V.delta,
    given=[ALLOWED],
    by=Derive(
        sum_over(x, 1, V.N, multiply(substitute(ONE_OUTPUT, LOSS), TAKEN)),
        add(
            shown(EPSILON.exp() * EVENT_THERE == EPSILON.exp() * EVENT_THERE),
            chain(
                multiply(sum_over(x, 1, V.N, substitute(SCALED, WHOLE)), SHARE),
                multiply(given(ALLOWED), SHARE),
            ),
        ),
    ),
)
LEMMA_3 = (
    claim("lssgd/lemma-3", "App A.1, Lemma 3", r"From RDP to $(\epsilon,\delta)$-DP")
    .says(PRIVATE)
    .rejects("epsilon without rho", right=(EPSILON - V.rho).exp() * EVENT_THERE)
)

r"""Appendix A, Lemmas 2 and 3: composition of RDP, and from RDP to (epsilon, delta)-DP.

A mechanism is :math:`(\alpha,\rho)`-RDP when the moment, the sum of :math:`p^\alpha q^{1-\alpha}`
over its outputs, is at most :math:`e^{(\alpha-1)\rho}`. One mechanism after another: the moment of
both is the sum of the first one's terms, each times the second one's moment given that output.
"""

import math
from fractions import Fraction as F

from verify.language import claim, says, symbols
from verify.papers.lssgd.lemmas.composition import most, one_more

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
    p=symbols.between(0, 1, "p", unit="1", ends="()"),
    q=symbols.between(0, 1, "q", unit="1", ends="()"),
    delta=symbols.between(0, 1, r"\delta", unit="1", ends="()"),
)
COMPOSED = one_more(V, V.N, V.alpha, V.rho1, V.rho2)
LEMMA_2 = claim("lssgd/lemma-2", "App A, Lemma 2", "adaptive composition", COMPOSED).rejects(
    "the larger budget", right=most(V.alpha, V.rho1)
)

# An event and its complement: their moment is at most that of the mechanism.
BINARY = V.p**V.alpha * V.q ** (1 - V.alpha) + (1 - V.p) ** V.alpha * (1 - V.q) ** (1 - V.alpha)
EPSILON = V.rho + (1 / V.delta).log() / (V.alpha - 1)
PRIVATE = says(V.p <= EPSILON.exp() * V.q + V.delta, given=[most(V.alpha, V.rho) >= BINARY]).argued(
    "p^alpha q^(1-alpha) is at most e^((alpha-1) rho): p/q above e^epsilon gives p at most "
    "e^((alpha-1)(rho-epsilon)) = delta."
)
LEMMA_3 = claim(
    "lssgd/lemma-3", "App A, Lemma 3", "from RDP to (epsilon, delta)-DP", PRIVATE
).rejects("epsilon without rho", right=(EPSILON - V.rho).exp() * V.q)

CLAIMS = (LEMMA_2, LEMMA_3)

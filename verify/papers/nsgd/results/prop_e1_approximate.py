r"""Appendix E, Proposition E.1(iii): (epsilon, delta)-DP by the Rényi curve, and back.

*If:* an event has the probabilities P and Q on two neighbours, and its part of the moment,
:math:`P^\alpha Q^{1-\alpha}`, is at most the moment. *Only if* is judged on the Gaussian mechanism.
"""

import math
from fractions import Fraction as F

from verify.language import between, claim, largest, number, positive, says
from verify.methods.derive import Derive, add, cases, chain, given, monotone, multiply, shown, words
from verify.papers.nsgd.lemmas.gaussian_profile import least_delta, normal_tail
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    order=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 8)),
    rho=positive(r"\epsilon_M(\alpha)", unit="1", search=(0.01, 3)),
    one=between(0, 1, "P", unit="1", ends="()"),
    other=between(0, 1, "Q", unit="1", ends="()"),
)
EXCESS, ODDS = V.order - 1, V.eps.exp()
PART = V.one * (EXCESS * (V.one / V.other).log()).exp()
SPENT = (EXCESS * (V.rho - V.eps)).exp()
LESS = (-(EXCESS * V.eps)).exp()
IN_EXCESS = monotone("log", shown(V.one / V.other >= ODDS))
IF = says(
    V.one <= ODDS * V.other + V.delta,
    given=[(EXCESS * V.rho).exp() >= PART, V.delta >= SPENT],
    by=Derive(
        cases(
            V.one <= ODDS * V.other,
            shown(V.one <= ODDS * V.other + V.delta),
            chain(
                multiply(
                    chain(
                        multiply(monotone("exp", multiply(IN_EXCESS, EXCESS)), V.one),
                        given((EXCESS * V.rho).exp() >= PART),
                    ),
                    LESS,
                ),
                shown(ODDS * V.other + V.delta >= SPENT),
            ),
        )
    ),
)
# The Gaussian mechanism: the least delta by any order, and the least one altogether.
LOST = V.noise**2 * V.eps - F(1, 2)
EXACT = least_delta(V.eps, V.noise)
NEAR, FAR = (V.noise * V.eps + sign / (2 * V.noise) for sign in (-1, 1))
TAIL = normal_tail(NEAR)
CHERNOFF = (-(NEAR**2) / 2).exp() / 2
HALF = says(
    EXACT <= (-(LOST**2) / (2 * V.noise**2)).exp() / 2,
    given=[LOST >= 0],
    by=Derive(
        add(
            words(
                "The privacy loss is normal, so that the least delta is a difference of two tails.",
                EXACT == TAIL - ODDS * normal_tail(FAR),
            ),
            multiply(words("A probability is not negative.", number(0) <= normal_tail(FAR)), ODDS),
        ),
        words("From 0 on the tail of Z is at most half of exp(-x^2/2).", TAIL <= CHERNOFF),
        shown(CHERNOFF == (-(LOST**2) / (2 * V.noise**2)).exp() / 2),
    ),
)
APPROXIMATE = (
    claim(
        "nsgd/prop-e1-approximate",
        "App E, Prop E.1(iii)",
        "approximate differential privacy by the Rényi curve",
    )
    .says(
        {"if": IF, "only if": says((-(largest(0, LOST) ** 2) / (2 * V.noise**2)).exp() <= EXACT)},
        # From epsilon = 1/(2 sigma^2) on, half of what the orders ask for is enough here.
        instead={"only if": HALF},
        notes=(
            # The exponent of the print at any order, and where it is least.
            says(EXCESS * (V.order / (2 * V.noise**2) - V.eps) >= -(LOST**2) / (2 * V.noise**2)),
        ),
    )
    .quoting(r"\delta\ge\exp[(\alpha-1)(\epsilon_M(\alpha)-\epsilon)]", part="if")
    .quoting(
        r"\Pr[M(\mathbb D)\in S]\le e^\epsilon\Pr[M(\mathbb D')\in S]+\delta",
        part="if",
        letters={r"\Pr[M(\mathbb D)\in S]": V.one, r"\Pr[M(\mathbb D')\in S]": V.other},
    )
    .rejects("a quarter", HALF.but(right=HALF.right / 4))
    .rejects("delta left out", part="if", right=ODDS * V.other)
)

r"""Theorem 1 of the group-wise paper without a union over the groups, explicit, for every T.

**Convergence.** :mod:`dptheory.bounds.grouped`, given the telescoped inequality: the descents of a
step are worth at most :math:`\kappa`, which at a learning rate :math:`\eta` is
:math:`\sqrt M\big(\frac{L_0-L_*}{\eta BT}+\frac{\mathcal L\eta B}2(1+\frac{\sigma^2d}{B^2})\big)`,
least at the paper's (``groupwise/thm-1`` proves the inequality there).

**Against (16).** At the norm :math:`\sqrt Ms` that (16) allows for some r, with
:math:`s=\mathcal M^{-1}(a)+\frac cr` and :math:`c=\frac\xi{\sqrt M}`, the descents are worth
:math:`a/2` or more: the bound is at most (16), whatever r is.

**More groups.** The leading term is :math:`M^{1/4}(\xi/\sqrt M+\gamma)`: going from M to N groups
lowers it exactly while :math:`\gamma\sqrt[4]{MN}\le\xi`, if the groups share the noise, and raises
it if one group carries all. Of the whole bound x this is not enough: with
:math:`w_N=\xi/\sqrt N+\gamma` and :math:`q=D/(\varrho\sqrt T)` it is lowered exactly while
:math:`q\sqrt N(x+w_N^2/\gamma)\le x^2`, which takes many steps.
"""

import math
from fractions import Fraction as F

from verify.language import between, claim, natural, nonnegative, positive, says
from verify.language.formulas import Formula, external, number, put
from verify.methods import derive
from verify.methods.derive import Derive, cases, chain, given, having, multiply, shown, substitute
from verify.papers.dptheory.lemmas import grouped_descent as steps
from verify.papers.dptheory.lemmas.grouped_descent import descended, near, reach
from verify.papers.groupwise.formulas.printed_1 import DESCENT, SECOND_MOMENT, WORTH, below
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.formulas.printed_r import fourth_root
from verify.papers.groupwise.laboratory import runs
from verify.papers.groupwise.lemmas.groups_add import worth
from verify.papers.groupwise.notation import GRADIENT

V = PAPER.extended(
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    kappa=positive(r"\kappa", unit=GRADIENT, search=(0.01, 10)),
    N=natural("N", search=(1, 200)),
    s=positive("s", unit=GRADIENT, search=(0.01, 10)),
    c=nonnegative("c", unit=GRADIENT, search=(0, 10)),
    r=between(1, math.inf, "r", unit="1", ends="()", search=(1, 20)),
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
)
BU = "Theorem 1 of Bu et al. without a union bound"
w = V.xi * V.M ** number(F(-1, 2)) + V.gamma
LEFT_OUT = w * V.M.sqrt()

# Convergence ----------------------------------------------------------------------------------
KNOWN = V.kappa >= DESCENT
MEAN = external("E|g_t|", runs.mean_size, V.seen, balls=runs.enclosed_size)
SHORT, LONG = (chain(step, given(KNOWN)) for step in steps.mean_is_worth(MEAN, w, LEFT_OUT))
IN_EXPECTATION = says(
    MEAN <= reach(V.kappa, w, LEFT_OUT),
    given=[KNOWN],
    by=Derive(
        having(
            [derive.words("A mean of lengths is at least 0.", number(0) <= MEAN)],
            having([SHORT, LONG], substitute(steps.REACHES, {"w": w, "q": LEFT_OUT, "n": MEAN})),
        )
    ),
)
NEEDED = V.kappa / V.rho
LIKELY = below(reach(NEEDED, w, LEFT_OUT))
IN_PROBABILITY = says(
    LIKELY >= 1 - V.rho,
    given=[KNOWN],
    by=Derive(
        shown(1 - V.rho == LIKELY - V.rho + (1 - LIKELY)),
        derive.add(
            shown(LIKELY - V.rho == LIKELY - V.rho),
            multiply(
                having(
                    [derive.words("A probability is at most 1.", LIKELY <= 1)],
                    chain(
                        multiply(
                            substitute(steps.IS_WORTH, {"w": w, "q": LEFT_OUT, "kappa": NEEDED}),
                            1 - LIKELY,
                        ),
                        steps.markov(1 - LIKELY, reach(NEEDED, w, LEFT_OUT), w, LEFT_OUT),
                        given(KNOWN),
                    ),
                ),
                V.rho / V.kappa,
            ),
        ),
    ),
)
WAY = V.eta * V.B
AT_A_RATE = V.M.sqrt() * (V.gap / (WAY * V.T) + V.smooth * WAY * SECOND_MOMENT / 2)
CONVERGENCE = claim(
    "dptheory/grouped-convergence",
    BU,
    "A bound on the gradient with high probability, from the mean descent of a step",
).says(IN_PROBABILITY, ours=True)
IN_THE_MEAN = claim(
    "dptheory/grouped-mean", BU, "A bound on the mean gradient, from the mean descent of a step"
).says(
    {"in expectation": IN_EXPECTATION, "the best learning rate": says(AT_A_RATE >= WORTH)},
    ours=True,
)

# Against (16) ---------------------------------------------------------------------------------
# s = M^{-1}(a) + c/r with c = xi/sqrt(M), and a/2 by (10).
HALF = (
    (V.s - V.c / V.r)
    * (V.gamma / ((V.r - 1) * V.s + V.gamma) - V.gamma / ((V.r + 1) * V.s + V.gamma))
    / 2
)
OWN = V.c + V.gamma
ALLOWED = V.M.sqrt() * V.s
DESCENDED = descended(ALLOWED, OWN, OWN * V.M.sqrt())
NEVER_ABOVE = says(
    DESCENDED >= HALF,
    over=V,
    given=[V.c <= V.r * V.s],
    by=Derive(
        cases(
            V.s <= V.c + 2 * V.gamma,
            chain(
                multiply(
                    substitute(steps.NEAR, {}),
                    V.gamma * V.s / (V.r * (OWN**2 + V.gamma * V.s) * steps.SQUARES),
                ),
                shown(worth(V.s, OWN) <= worth(ALLOWED, OWN)),
                shown(worth(ALLOWED, OWN) <= DESCENDED),
            ),
            chain(
                multiply(substitute(steps.FAR, {}), 1 / (V.r * steps.SQUARES)),
                shown(V.s - OWN <= ALLOWED - OWN * V.M.sqrt()),
                shown(ALLOWED - OWN * V.M.sqrt() <= DESCENDED),
            ),
        )
    ),
)
AGAINST_16 = claim(
    "dptheory/grouped-against-16", BU, "The explicit bound is never above (16), that of the proof"
).says(NEVER_ABOVE, ours=True)


# More groups ----------------------------------------------------------------------------------
def leading(groups: Formula, deviation: Formula) -> Formula:
    """What of the leading term depends on the number of groups."""
    return fourth_root(groups) * (deviation + V.gamma)


def of_groups(formula: Formula) -> Formula:
    """The same with N groups."""
    return put(formula, {"M": V.N})


WORTH_OF_M = V.q * V.M.sqrt()
BOUND, FAR_END = reach(WORTH_OF_M, w, LEFT_OUT), WORTH_OF_M + LEFT_OUT
BOUND_N, FAR_END_N, NEAR_END_N = map(of_groups, (BOUND, FAR_END, near(WORTH_OF_M, w)))
ENDS = {"x": BOUND, "l": V.q * V.N.sqrt(), "u": of_groups(w**2 / V.gamma)}
ASKED = put(steps.V.l * steps.V.x + steps.V.l * steps.V.u, ENDS)
LOWERED = says(
    BOUND_N <= BOUND,
    over=V,
    given=[V.N > V.M, ASKED <= BOUND**2],
    by=Derive(shown(BOUND_N <= NEAR_END_N), substitute(steps.AT_MOST, ENDS)),
)
RAISED = says(
    BOUND < BOUND_N,
    over=V,
    given=[V.N > V.M, ASKED > BOUND**2],
    by=Derive(
        cases(
            NEAR_END_N <= FAR_END_N,
            substitute(steps.BEYOND, ENDS),
            chain(shown(BOUND <= FAR_END), shown(FAR_END < FAR_END_N)),
        )
    ),
)
SHARED_M, SHARED_N = (leading(k, V.xi / k.sqrt()) for k in (V.M, V.N))
BOTH = V.gamma * fourth_root(V.M) * fourth_root(V.N)
GROUPS = claim(
    "dptheory/grouped-more-groups",
    BU,
    "When more groups lower the leading term, and when the whole bound",
).says(
    {
        "noise shared by the groups": says(SHARED_N <= SHARED_M, given=[V.N >= V.M, V.xi >= BOTH]),
        "beyond": says(SHARED_M < SHARED_N, given=[V.N > V.M, V.xi < BOTH]),
        "noise of one group": says(leading(V.M, V.s) <= leading(V.N, V.s), given=[V.N >= V.M]),
        "the whole bound": LOWERED,
        "the whole bound, beyond": RAISED,
    },
    ours=True,
)

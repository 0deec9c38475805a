r"""Theorem 1 at the learning rate of its proof, with every constant.

A run is known through Assumption 4.3 (symmetric deviations, :math:`\xi^2/M` a group) and what the
descent lemma gives when it is summed over the steps (:mod:`.telescope`; Assumptions 4.1 and 4.2).
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, lemma, positive, says
from verify.methods import derive
from verify.methods.derive import Derive, substitute
from verify.papers.groupwise.formulas import printed_1
from verify.papers.groupwise.formulas.printed_1 import BUDGET, DESCENT, RATE, WIDTH, WORTH, below
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.lemmas.groups_add import ADD, WEAKER, worth
from verify.papers.groupwise.lemmas.groups_add import V as GROUPS
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENDS
from verify.papers.groupwise.lemmas.tails import DESCENT as TAIL
from verify.papers.groupwise.lemmas.telescope import AT_THE_RATE, DESCENTS, telescoped

# A start above the lower bound: the learning rate of the proof is 0 otherwise.
V = PAPER.extended(gap=PAPER.gap.within("(0, inf)", search=(0.01, 10)))
CONSTANT = V.M.sqrt() * BUDGET + WIDTH * (V.M.sqrt() * BUDGET / V.gamma).sqrt() + V.gamma
LEVEL = V.rho ** F(-3, 2) * printed_1.QUARTER * CONSTANT

# A norm of k + w sqrt(k/gamma) is worth k or more, and c times that norm c k.
W = GROUPS.extended(
    k=positive("k", unit="gradient", search=(0.01, 10)),
    root=positive("q", unit="gradient", search=(0.01, 10)),
    c=positive("c", unit="1", search=(1, 10)),
)
REACHED = lemma(
    "groupwise/worth-of-a-level",
    W.c * W.k <= worth(W.n),
    given=[W.root**2 * W.gamma == W.k * W.w**2, W.n >= W.c * (W.k + W.root), W.c >= 1],
)
# The mean over rho, what comes to it, and the factor by which the level exceeds both.
NEEDED = WORTH / V.rho
SECOND = WIDTH * (NEEDED / V.gamma).sqrt()
MORE = V.rho ** F(-1, 2)
AT_LEVEL = lemma(
    "groupwise/worth-of-the-level",
    MORE * NEEDED <= worth(LEVEL, WIDTH),
    over=V,
    by=Derive(
        substitute(
            REACHED,
            {"k": NEEDED, "root": SECOND, "c": MORE, "n": LEVEL, "w": WIDTH, "gamma": V.gamma},
        )
    ),
)
LESS = lemma("groupwise/power-of-a-probability", 1 - V.rho <= 1 - V.rho ** F(3, 2))


def probable(level: Formula) -> Draft:
    """At some step the gradient is below the level with probability 1 - rho."""
    return says(below(level) >= 1 - V.rho, given=[telescoped(RATE, DESCENT)], over=V)


PROVED = Derive(
    substitute(LESS, {}),
    derive.words(
        "On average the descents of a step are worth sqrt(M/T) D, by descents-on-average and "
        "descents-at-the-rate. A gradient of norm x descends by gamma x^2/(w^2 + gamma x) at "
        "least, by symmetric-descent, descent-of-a-group and groups-add, and a norm at the level "
        "by that mean over rho^(3/2), by worth-of-the-level: tail-of-the-descent.",
        1 - V.rho ** F(3, 2) <= below(LEVEL),
        cites=[DESCENTS, AT_THE_RATE, DESCENDS, WEAKER, ADD, AT_LEVEL, TAIL],
    ),
)

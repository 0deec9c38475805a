r"""Theorem 1 at the learning rate of its proof, with every constant.

A run is known through Assumption 4.3 (symmetric deviations, :math:`\xi^2/M` a group) and what the
descent lemma gives when it is summed over the steps (:mod:`.telescope`; Assumptions 4.1 and 4.2).
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, says
from verify.papers.groupwise.formulas.printed_1 import BUDGET, DESCENT, QUARTER, RATE, WIDTH, below
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.lemmas.groups_add import ADD, WEAKER
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENDS
from verify.papers.groupwise.lemmas.tails import DESCENT as TAIL
from verify.papers.groupwise.lemmas.telescope import AT_THE_RATE, DESCENTS, telescoped

# A start above the lower bound: the learning rate of the proof is 0 otherwise.
V = PAPER.extended(gap=PAPER.gap.within("(0, inf)", search=(0.01, 10)))
PROOF = (
    "By descents-on-average and descents-at-the-rate the descents of a step are worth sqrt(M/T) D "
    "on average, with D = sqrt(2(L_0 - L_*)L(1 + sigma^2 d/B^2)). By symmetric-descent, "
    "descent-of-a-group and groups-add a gradient of norm x descends by gamma x^2/(w^2 + gamma x) "
    "at least, with w = xi/sqrt(M) + gamma, and by tail-of-the-descent a norm at which that is the "
    "mean over rho is reached with probability rho at most. This norm is at most "
    "k + w sqrt(k/gamma) for a mean over rho of k."
)
CONSTANT = V.M.sqrt() * BUDGET + WIDTH * (V.M.sqrt() * BUDGET / V.gamma).sqrt() + V.gamma
LEVEL = V.rho ** F(-3, 2) * QUARTER * CONSTANT


def probable(level: Formula) -> Draft:
    """At some step the gradient is below the level with probability 1 - rho."""
    known = below(level)
    return says(known >= 1 - V.rho, given=[telescoped(RATE, DESCENT)], over=V).argued(
        PROOF, cites=[DESCENTS, AT_THE_RATE, DESCENDS, WEAKER, ADD, TAIL]
    )

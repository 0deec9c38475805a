r"""Section 4, (7): standard SGD at the learning rate of Appendix A.3.

The hypothesis is the telescoped inequality of A.3. The proof goes through the mean of
:math:`\Vert g_t\Vert`; that of its square gives :math:`\varrho^{-1/2}` in the place of
:math:`\varrho^{-1}` (note). Where nothing is to be gained and nothing is noise, the gradient is 0
and the strict inequality in the event fails.
"""

from verify.language import Draft, Formula, claim, instance, says
from verify.papers.groupwise.formulas import printed_1 as p
from verify.papers.groupwise.formulas.printed_1 import V
from verify.papers.groupwise.lemmas.tails import SQUARED

PROOF = (
    "The telescoped inequality bounds the mean square of the gradient by 2(L_0 - L_*)L + xi^2/B "
    "over sqrt(T), which the square of the level exceeds by the factor 1/rho or more, and "
    "tail-of-the-square does the rest."
)
TELESCOPED = V.gap >= p.SGD_STEP * (V.T * p.SQUARE) - p.SGD_NOISE


def probable(level: Formula) -> Draft:
    """The gradient is below the level with probability 1 - rho."""
    known = p.below(level, V.norms)
    return says(known >= 1 - V.rho, given=[TELESCOPED]).argued(PROOF, cites=[SQUARED])


PRINTED = 1 / V.rho * p.QUARTER * p.SGD.sqrt()
PROBABLE = probable(PRINTED)
SOMETHING = p.SGD > 0
ONE_STEP = instance("B=1 T=1 xi=0/1 smooth=1/1")
FAR = ONE_STEP | instance("gap=1/2 rho=3/4 norms=((1/1,1/1),)")

EQ_7 = claim(
    "groupwise/eq-7",
    "§4, (7)",
    "convergence of standard SGD",
    PROBABLE.but(at=ONE_STEP | instance("gap=0/1 rho=1/2 norms=((1/1,0/1),)")),
    repaired=PROBABLE.but(also=[SOMETHING]),
    notes=(probable((1 / V.rho).sqrt() * p.QUARTER * p.SGD.sqrt()).but(also=[SOMETHING]),),
).rejects("half the bound", probable(PRINTED / 2).but(at=FAR))

CLAIMS = (EQ_7,)

r"""Section 4, (7): standard SGD at the learning rate of Appendix A.3.

The hypothesis is the telescoped inequality of A.3. The proof goes through the mean of
:math:`\Vert g_t\Vert`; that of its square gives :math:`\varrho^{-1/2}` in the place of
:math:`\varrho^{-1}` (note). Where nothing is to be gained and nothing is noise, the gradient is 0
and the strict inequality in the event fails.
"""

from verify.language import Draft, Formula, claim, instance, lemma, nonnegative, says
from verify.methods import derive
from verify.methods.derive import Derive, add, given, multiply, shown, substitute
from verify.papers.groupwise.formulas import printed_1 as p
from verify.papers.groupwise.lemmas.tails import SQUARED

V = p.V.extended(square=nonnegative("q", unit="gradient^2", search=(0, 10)))


def telescoped(square: Formula) -> Formula:
    """The loss falls no further than to its lower bound, for gradients of this mean square."""
    return V.gap >= p.SGD_STEP * (V.T * square) - p.SGD_NOISE


SCALE = 2 * V.smooth / V.T.sqrt()
AVERAGE = lemma(
    "groupwise/mean-square-of-sgd",
    V.square <= p.SGD / V.T.sqrt(),
    given=[telescoped(V.square)],
    by=Derive(
        shown(V.square <= SCALE * p.SGD_STEP * (V.T * V.square)),
        multiply(add(given(telescoped(V.square)), shown(p.SGD_NOISE == p.SGD_NOISE)), SCALE),
    ),
)
ROOT = p.QUARTER * p.SGD.sqrt()
PRINTED = 1 / V.rho * ROOT
SOMETHING = p.SGD > 0
# What the mean square is of the square of the level, at most, and that this is less than rho.
SHARE = lemma("groupwise/level-of-sgd", p.SGD / V.T.sqrt() == V.rho**2 * PRINTED**2)
LESS = lemma("groupwise/square-of-a-probability", 1 - V.rho <= 1 - V.rho**2)
BELOW = p.below(PRINTED, V.norms)
MARKOV = derive.words(
    "By mean-square-of-sgd, tail-of-the-square and level-of-sgd, at a step drawn uniformly.",
    1 - V.rho**2 <= BELOW,
    cites=[AVERAGE, SQUARED, SHARE],
)

PROVED = Derive(substitute(LESS, {}), MARKOV)


def probable(level: Formula) -> Draft:
    """The gradient is below the level with probability 1 - rho."""
    return says(p.below(level, V.norms) >= 1 - V.rho, given=[telescoped(p.SQUARE)])


ONE_STEP = instance("B=1 T=1 xi=0/1 smooth=1/1")
FAR = ONE_STEP | instance("gap=1/2 rho=3/4 norms=((1/1,1/1),)")
EQ_7 = (
    claim("groupwise/eq-7", "§4, (7)", "Convergence of standard SGD")
    .says(
        probable(PRINTED).but(
            by=PROVED, at=ONE_STEP | instance("gap=0/1 rho=1/2 norms=((1/1,0/1),)")
        ),
        repaired=probable(PRINTED).but(also=[SOMETHING], by=PROVED),
        notes=(probable((1 / V.rho).sqrt() * ROOT).but(also=[SOMETHING]),),
    )
    .quoting(
        r"\max_t P\big(\|g_t\|<\frac{1}{\varrho T^{1/4}}\sqrt{2(L_0-L_*)\mathcal L+"
        r"\xi^2/B}\big)\ge1-\varrho",
        reading="The step is drawn uniformly, and no step is more probable than the best one.",
    )
    .quoting(
        r"\min_t a P(\|g_t\|>a)\le T^{-1/4}\sqrt{2(L_0-L_*)\mathcal L+\xi^2/B}",
        reading="At the a for which the right side is a times the failure probability this "
        "gives the tested line.",
    )
    .rejects("half the bound", probable(PRINTED / 2).but(at=FAR))
)

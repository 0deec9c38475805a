r"""Appendix F, Corollary 1: the largest second moment of T steps.

With the weights :math:`\beta_2^j` a step adds a nonnegative term: the last sum is the largest. The
t of :math:`\mu^*` and :math:`\nu^*` is read as T.
"""

from fractions import Fraction as F

from verify.language.claim import Control, claim
from verify.language.says import at_most
from verify.methods.derive import Derive, words
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu, nu, true_nu
from verify.papers.adambc.lemmas.second_moment import TAIL_BOUND, V, spread, tail

LARGEST = r"\Pr[\sup_tv_t^p\ge\delta]"
BORDER = nu(V.T) ** 2 / B_STAR
EXCESS = 2 * B_STAR * logarithm(V.T) + V.x
SNLI = {"T": 1, "C": F(1, 10), "run": (F(1, 10),), "beta2": F(999, 1000), "Phi": F(1, 40960000)}
AT_SNLI = SNLI | {"alpha": F(1, 10), "x": 0}
# No value meets the hypotheses, whatever the gradients: here those of size C.
NEAR = at_most(
    V,
    tail(V.C, V.T, V.delta, LARGEST),
    V.alpha,
    where=[V.delta >= mu(V.T) + (2 * nu(V.T) ** 2 * logarithm(V.T)).sqrt(), V.delta <= BORDER],
)
# delta is the least threshold of the second case, which lies beyond the border, and x.
EXCEEDED = tail(V.run, V.T, mu(V.T) + EXCESS, LARGEST)
FAR = at_most(V, EXCEEDED, V.alpha, look=[AT_SNLI])
# As in Lemma 3: the union bound is not needed.
REPAIRED = FAR.but(
    where=[2 * spread(V.T) * logarithm() <= EXCESS**2],
    by=Derive(words("The last sum is the largest: second-moment-tail.", V.alpha >= EXCEEDED)),
)
COR_1 = claim(
    "adambc/cor-1",
    "App F, Cor 1",
    "the largest second moment",
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={"large thresholds": REPAIRED},
    rests_on=(TAIL_BOUND,),
    rejects=(
        Control(
            name="repaired, without the gradients",
            says=REPAIRED.but(
                where=[2 * true_nu(V.T) ** 2 * logarithm() <= EXCESS**2], look=[AT_SNLI]
            ),
        ),
    ),
)

CLAIMS = (COR_1,)

r"""Appendix F, Lemma 3: the tail of the second moment, without normalisation.

The lemma's sum has the weights :math:`\beta_2^j`, as in its proof. The printed :math:`\nu^*` and
:math:`b^*` do not contain the gradients, whose products with the noise spread the sum.
"""

from fractions import Fraction as F

from verify.claim import Control, claim
from verify.papers.adambc.lemmas.second_moment import EXCEEDED, EXCESS, TAIL, V, tail
from verify.papers.adambc.lemmas.shifted_square import SHIFTED_SQUARE
from verify.papers.adambc.printed_f import B_STAR, logarithm, mu, nu, true_nu
from verify.papers.adambc.settings import WITH_PHI
from verify.statement import at_most

BORDER = nu(V.t) ** 2 / B_STAR
SNLI = {"t": 1, "C": F(1, 10), "g": (F(1, 10),), "beta2": F(999, 1000), "Phi": F(1, 40960000)}
AT_SNLI = SNLI | {"alpha": F(1, 10), "x": 0}
# No value meets the hypotheses, whatever the gradients: here those of size C.
NEAR = at_most(
    V,
    tail(V.C, V.t, V.delta),
    V.alpha,
    where=[V.delta >= mu(V.t) + (2 * nu(V.t) ** 2 * logarithm()).sqrt(), V.delta <= BORDER],
)
# delta is the least threshold of the second case, which lies beyond the border, and x.
FAR = at_most(V, EXCEEDED, V.alpha, look=[AT_SNLI])
LEMMA_3 = claim(
    "adambc/lemma-3",
    "App F, Lemma 3",
    "tail of the second moment",
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={"large thresholds": TAIL.but(look=[AT_SNLI])},
    rests_on=(SHIFTED_SQUARE,),
    settings=WITH_PHI,
    rejects=(
        Control(
            name="repaired, without the gradients",
            says=TAIL.but(where=[2 * true_nu(V.t) ** 2 * logarithm() <= EXCESS**2], look=[AT_SNLI]),
        ),
    ),
)

CLAIMS = (LEMMA_3,)

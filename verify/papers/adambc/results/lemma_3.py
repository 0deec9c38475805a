r"""Appendix F, Lemma 3: the tail of the second moment, without normalisation.

The lemma's sum has the weights :math:`\beta_2^j`, as in its proof. The printed :math:`\nu^*` and
:math:`b^*` do not contain the gradients, whose products with the noise spread the sum.
"""

from fractions import Fraction as F

from verify.language.claim import Control, claim
from verify.language.notation import one_of
from verify.language.says import at_most, less
from verify.methods.derive import Derive, words
from verify.papers.adambc.formulas.concentration import at
from verify.papers.adambc.formulas.printed_c import LEVELS, STEPS
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu, nu, powers, true_nu
from verify.papers.adambc.lemmas.second_moment import (
    ARGUMENT,
    EXCEEDED,
    EXCESS,
    TAIL,
    V,
    spread,
    tail,
)
from verify.papers.adambc.lemmas.shifted_square import SHIFTED_SQUARE
from verify.papers.adambc.settings import WITH_PHI

BORDER = nu(V.t) ** 2 / B_STAR
SNLI = {"t": 1, "C": F(1, 10), "g": (F(1, 10),), "beta2": F(999, 1000), "Phi": F(1, 40960000)}
AT_SNLI = SNLI | {"alpha": F(1, 10), "x": 0}
LEAST = mu(V.t) + (2 * nu(V.t) ** 2 * logarithm()).sqrt()
EMPTY = less(V, BORDER, LEAST)
# No value meets the hypotheses, whatever the gradients: here those of size C.
NEAR = at_most(
    V,
    tail(V.C, V.t, V.delta),
    V.alpha,
    where=[V.delta >= LEAST, V.delta <= BORDER],
)
# delta is the least threshold of the second case, which lies beyond the border, and x.
FAR = at_most(V, EXCEEDED, V.alpha, look=[AT_SNLI])
# The distance from the largest mean: where it is enough the printed threshold is.
DISTANCE = mu(V.t) + EXCESS - powers(V.t) * (V.C**2 + V.Phi)
ENOUGH = 2 * spread(V.t) * logarithm() <= DISTANCE**2
FAR_ENOUGH = FAR.but(
    where=[ENOUGH],
    by=Derive(words(f"{ARGUMENT} That mean is at C.", V.alpha >= EXCEEDED)),
    look=(),
)
# SNLI at the levels and the steps of the tables, but for the first: the printed one is enough.
TABLES = V.extended(
    t=one_of(STEPS[1:], "t", unit="1"), alpha=one_of(LEVELS, r"\alpha", unit="probability")
)
AT_RUN = {name: WITH_PHI[0].values[name] for name in ("C", "beta2", "Phi")} | {"x": 0}
IN_A_RUN = at_most(TABLES, at(2 * spread(V.t) * logarithm(), AT_RUN), at(DISTANCE**2, AT_RUN))
LEMMA_3 = claim(
    "adambc/lemma-3",
    "App F, Lemma 3",
    "tail of the second moment",
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={"large thresholds": TAIL.but(look=[AT_SNLI])},
    rests_on=(SHIFTED_SQUARE,),
    # It fails for few steps only.
    notes=(EMPTY, FAR_ENOUGH, IN_A_RUN),
    rejects=(
        Control(
            name="repaired, without the gradients",
            says=TAIL.but(where=[2 * true_nu(V.t) ** 2 * logarithm() <= EXCESS**2], look=[AT_SNLI]),
        ),
    ),
)

CLAIMS = (LEMMA_3,)

r"""Appendix A.2, (13): Markov's inequality, at the step that (12) speaks of.

(12) bounds the mean of :math:`\mathcal M`, which is negative for gradients shorter than
:math:`\frac\xi{r\sqrt M}`, so that the printed inference fails. The display does not: (10) holds
with the positive part of :math:`\mathcal M` as well (a lemma of ``groupwise/lemma-a1``), and so do
(11) and (12), which use (10) alone. The gradients against the inference are any that (12) allows,
not those of a run in a setting of the paper.
"""

from fractions import Fraction as F

from verify.language.claim import Control, Lemma, claim
from verify.language.notation import real
from verify.language.says import at_most
from verify.methods.derivation.chance import indicator
from verify.methods.derive import Derive, chain, expect, given, markov, multiply, substitute
from verify.papers.groupwise.formulas.printed_a import BOUND, POSITIVE, VALUE, E, W, mean
from verify.papers.groupwise.notation import GRADIENT

V = W.extended(
    x=real("x", unit=GRADIENT, search=(-5, 10)),
)
EVENT = indicator(V.a < VALUE)
ABOVE = V.M * mean(EVENT)
SUM = V.M * mean(VALUE)
# (12) for the positive part is asked for in this form, divided by a.
PLUS = V.M * (mean(POSITIVE) / V.a)
ONE = Lemma(
    id="groupwise/event-of-positive-part",
    says=at_most(V, indicator(V.x > V.a), indicator((V.x + abs(V.x)) / 2 >= V.a)),
)
MARKOV = Lemma(
    id="groupwise/markov-of-groups",
    says=at_most(
        V,
        ABOVE,
        PLUS,
        by=Derive(
            multiply(
                chain(
                    expect(V.P, E, substitute(ONE.says, {"x": VALUE})),
                    markov(V.P, E, POSITIVE, V.a),
                ),
                V.M,
            )
        ),
    ),
)
# Stability, batch and steps as for CIFAR10 in the paper; about one gradient of eight is short.
SHORT = {
    "M": 1, "d": 22 * 10**6, "B": 1000, "T": 250, "gap": F(2, 5), "smooth": F(1, 100), "noise": 1,
    "xi": 1, "gamma": F(1, 100), "r": F(11, 10), "a": F(8, 100),
    "P": (
        (F(87, 200), (10,)), (F(87, 200), (-10,)), (F(13, 200), (F(3, 100),)),
        (F(13, 200), (F(-3, 100),)),
    ),
}  # fmt: skip
POSITIVE_PART = BOUND / V.a >= PLUS
DISPLAY = at_most(
    V,
    ABOVE,
    BOUND / V.a,
    where=[POSITIVE_PART],
    by=Derive(chain(substitute(MARKOV.says, {}), given(POSITIVE_PART))),
)
FROM_12 = at_most(V, ABOVE, BOUND / V.a, where=[SUM <= BOUND], look=[SHORT])
NONE = SHORT | {"P": ((F(3, 10), (10,)), (F(3, 10), (-10,)), (F(2, 5), (0,)))}
EQ_13 = claim(
    "groupwise/eq-13",
    "App A.2, (13)",
    "Markov's inequality for M: the display, and how it is inferred",
    {"the display": DISPLAY, "from (12), M being nonnegative": FROM_12},
    repaired={"from (12), M being nonnegative": DISPLAY},
    rests_on=(ONE, MARKOV),
    rejects=(
        Control(name="half of the bound", says=DISPLAY.but(right=BOUND / (2 * V.a), look=[NONE])),
    ),
)

CLAIMS = (EQ_13,)

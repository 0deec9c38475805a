r"""Appendix A.2, (13): Markov's inequality, at the step that (12) speaks of.

(12) bounds the mean of :math:`\mathcal M`, which is negative for gradients shorter than
:math:`\frac\xi{r\sqrt M}`, so that the printed inference fails. The display does not: (10) holds
with the positive part of :math:`\mathcal M` as well (a lemma of ``groupwise/lemma-a1``), and so do
(11) and (12), which use (10) alone. The gradients against the inference are any that (12) allows,
not those of a run in a setting of the paper.
"""

from verify.language import claim, indicator, instance, lemma, real, says
from verify.methods.derive import Derive, chain, expect, given, markov, multiply, substitute
from verify.papers.groupwise.formulas.printed_a import BOUND, POSITIVE, VALUE, E, W, mean

V = W.extended(x=real("x", unit="gradient", search=(-5, 10)))
ABOVE = V.M * mean(indicator(V.a < VALUE))
# (12) for the positive part is asked for in this form, divided by a.
PLUS = V.M * (mean(POSITIVE) / V.a)
ONE = lemma(
    "groupwise/event-of-positive-part",
    indicator(V.x > V.a) <= indicator((V.x + abs(V.x)) / 2 >= V.a),
)
MARKOV = lemma(
    "groupwise/markov-of-groups",
    ABOVE <= PLUS,
    by=Derive(
        multiply(
            chain(expect(V.P, E, substitute(ONE, {"x": VALUE})), markov(V.P, E, POSITIVE, V.a)), V.M
        )
    ),
)
# Stability, batch and steps as for CIFAR10 in the paper; about one gradient of eight is short.
SHORT = instance(
    "M=1 B=1000 T=250 gap=2/5 smooth=1/100 noise=1 xi=1 gamma=1/100 r=11/10 a=8/100 "
    "P=((87/200,(10,)),(87/200,(-10,)),(13/200,(3/100,)),(13/200,(-3/100,)))"
) | {"d": 22 * 10**6}
POSITIVE_PART = BOUND / V.a >= PLUS
DISPLAY = says(
    ABOVE <= BOUND / V.a,
    given=[POSITIVE_PART],
    by=Derive(substitute(MARKOV, {}), given(POSITIVE_PART)),
)
FROM_12 = says(ABOVE <= BOUND / V.a, given=[(V.M * mean(VALUE)) <= BOUND], at=SHORT)
NONE = SHORT | instance("P=((3/10,(10,)),(3/10,(-10,)),(2/5,(0,)))")
EQ_13 = (
    claim(
        "groupwise/eq-13",
        "App A.2, (13)",
        "Markov's inequality for M: the display, and how it is inferred",
    )
    .says(
        {"the display": DISPLAY, "from (12), M being nonnegative": FROM_12},
        repaired={"from (12), M being nonnegative": DISPLAY},
    )
    .quoting(
        r"\min_t\sum_mP(\mathcal M(\cdot)>a)\le\frac2a\sqrt{\frac MT}\sqrt{2(L_0-"
        r"L_*)\mathcal L\left(1+\frac{\sigma^2d}{B^2}\right)}",
        part="the display",
        reading="At the step of (12), the sum over the groups being M times the mean over a "
        "group drawn uniformly.",
    )
    .rejects("half of the bound", part="the display", right=BOUND / (2 * V.a), at=NONE)
)

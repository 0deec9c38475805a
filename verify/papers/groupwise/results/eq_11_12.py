r"""Appendix A.2, (11), its right side as a function of :math:`\eta_0`, and (12).

The value of a step is the mean of the sum over the groups of :math:`\mathcal M`. By (9) and (10)
the loss falls in a step by :math:`\frac{B\eta}{2\sqrt M}` times it, less the second-order term, and
by z more; over all steps by :math:`L_0-L_*` at most. Of :math:`\mathcal M` only (10) is used.
(12) goes from the average over the steps to the smallest mean: that of a step is the smallest one
and z more.
"""

from fractions import Fraction as F

from verify.language import Formula, Real, claim, instance, positive, real, says, sequence, total
from verify.methods.derive import Derive, given, multiply, shown, substitute, sum_over
from verify.papers.groupwise.formulas.printed_1 import INSIDE, SECOND_MOMENT
from verify.papers.groupwise.formulas.printed_1 import V as THEOREM
from verify.papers.groupwise.formulas.printed_a import BOUND
from verify.papers.groupwise.lemmas.telescope import AVERAGE, TELESCOPE, falls
from verify.papers.groupwise.lemmas.telescope import V as STEPS
from verify.papers.groupwise.notation import t
from verify.papers.groupwise.settings import GROUPS

# A start above the lower bound: the printed base rate is 0 otherwise.
V = STEPS.extended(base=positive(r"\eta_0", unit="length", search=(0.01, 10)))
RATE = V.base / (V.B * V.T.sqrt())
SECOND = V.smooth * RATE**2 / 2 * (V.B**2 + V.noise**2 * V.d)
WEIGHT = V.B * RATE / (2 * V.M.sqrt())
AT_RATE = substitute(TELESCOPE, {"c": WEIGHT, "q": SECOND})


def hyperbola(base: Formula) -> Formula:
    """The right side of (11)."""
    return (V.M / V.T).sqrt() * (2 * V.gap / base + V.smooth * base * SECOND_MOMENT)


NOISE = V.smooth * V.base**2 * SECOND_MOMENT
EQ_11 = says(AVERAGE <= hyperbola(V.base), given=[falls(WEIGHT, SECOND)], by=Derive(AT_RATE))
# Steps that fall by nothing more, at the printed rate: M = T = B = d = 1.
TIGHT = instance("M=1 T=1 B=1 d=1 gap=1 smooth=1 noise=1 base=1 values=(4/1,) more=(0/1,)")
TELESCOPED = (
    claim("groupwise/eq-11", "App A.2, (11)", "The average over the steps")
    .says(EQ_11.but(at=TIGHT), settings=GROUPS)
    .quoting(
        r"E(\frac1T\sum_{t,m}\mathcal M)\le\sqrt{M/T}\,[\frac{2(L_0-L_*)}{\eta_0}+"
        r"\mathcal L\eta_0(1+\frac{\sigma^2d}{B^2})]",
        reading="The mean of the sum over the groups is one number a step, and the sum is "
        "over the steps.",
    )
    .quoting(
        r"2(L_0-L_*)\ge\sqrt{T/M}\,\eta_0E(\frac1T\sum_{t,m}\mathcal M)-\mathcal L"
        r"\eta_0^2(1+\frac{\sigma^2d}{B^2})",
        reading="The tested line is this one solved for the average.",
    )
    .quoting(
        r"\eta B=\eta_0/\sqrt T", reading="The learning rate of the hypothesis is written with it."
    )
    .rejects(
        "the noise half as large",
        EQ_11.but(right=hyperbola(V.base) - (V.M / V.T).sqrt() * NOISE / (2 * V.base)),
    )
)

BEST = (2 * V.gap / (V.smooth * SECOND_MOMENT)).sqrt()
EQ_11_MINIMUM = (
    claim("groupwise/eq-11-minimum", "App A.2, after (11)", "The best base learning rate")
    .says(
        {
            "least": says(hyperbola(V.base) >= hyperbola(BEST)),
            "value": says(hyperbola(BEST) == (2 * (V.M / V.T).sqrt() * INSIDE.sqrt())),
        },
        settings=GROUPS,
    )
    .quoting(
        r"\eta_0=\sqrt{2(L_0-L_*)/(\mathcal L(1+\sigma^2d/B^2))}",
        part="least",
        reading="The printed rate stands on the right: no other has a smaller right side of (11).",
    )
)

W = THEOREM.extended(
    T=THEOREM.T.within(search=(1, 6)),
    low=real(r"\min_tE\sum_m\mathcal{M}", unit="gradient", search=(-5, 10)),
    more=sequence("T", "z", unit="gradient", entry=Real(F(0))),
)
AVERAGED = 1 / W.T * total(t, 1, W.T, W.low + W.more[t]) <= BOUND
EQ_12 = (
    claim("groupwise/eq-12", "App A.2, (12)", "The smallest mean of the steps")
    .says(
        says(
            W.low <= BOUND,
            given=[AVERAGED],
            by=Derive(
                multiply(sum_over(t, 1, W.T, shown(W.low <= W.low + W.more[t])), 1 / W.T),
                given(AVERAGED),
            ),
        ),
        settings=GROUPS,
    )
    .quoting(
        r"\min_t\mathbb E(\sum_m\mathcal M(\|g^{(m)}_t\|-\frac{\xi}{r\sqrt M}))\le2"
        r"\sqrt{\frac MT}\sqrt{2(L_0-L_*)\mathcal L\left(1+\frac{\sigma^2d}{B^2}"
        r"\right)}",
        letters={r"\min_t\mathbb E(\sum_m\mathcal M(\|g^{(m)}_t\|-\frac{\xi}{r\sqrt M}))": W.low},
    )
)

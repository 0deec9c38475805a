r"""Appendix A.2, (12): from the average over the steps to the smallest mean.

The mean of a step is the smallest one and z more.
"""

from fractions import Fraction as F

from verify.language import Real, claim, real, says, sequence, total
from verify.methods.derive import Derive, given, multiply, shown, sum_over
from verify.papers.groupwise.formulas.printed_1 import V as THEOREM
from verify.papers.groupwise.formulas.printed_a import BOUND
from verify.papers.groupwise.notation import t
from verify.papers.groupwise.settings import GROUPS

V = THEOREM.extended(
    T=THEOREM.T.within(search=(1, 6)),
    low=real(r"\min_tE\sum_m\mathcal{M}", unit="gradient", search=(-5, 10)),
    more=sequence("T", "z", unit="gradient", entry=Real(F(0))),
)
AVERAGED = 1 / V.T * total(t, 1, V.T, V.low + V.more[t]) <= BOUND
EQ_12 = (
    claim("groupwise/eq-12", "App A.2, (12)", "the smallest mean of the steps")
    .says(
        says(
            V.low <= BOUND,
            given=[AVERAGED],
            by=Derive(
                multiply(sum_over(t, 1, V.T, shown(V.low <= V.low + V.more[t])), 1 / V.T),
                given(AVERAGED),
            ),
        ),
        settings=GROUPS,
    )
    .quoting(
        r"\min_t\mathbb E(\sum_m\mathcal M(\|g^{(m)}_t\|-\frac{\xi}{r\sqrt M}))\le2"
        r"\sqrt{\frac MT}\sqrt{2(L_0-L_*)\mathcal L\left(1+\frac{\sigma^2d}{B^2}"
        r"\right)}",
        letters={r"\min_t\mathbb E(\sum_m\mathcal M(\|g^{(m)}_t\|-\frac{\xi}{r\sqrt M}))": V.low},
    )
)

r"""Automatic clipping tells lengths apart: the ratios of its condition fix those of all blocks.

The blocks of a gradient of length s are :math:`sc_m` long, :math:`\sum_mc_m^2=1`. By the condition
those of another gradient, t > s long, are :math:`k_m=(sc_m+\gamma)(t+\gamma)/(s+\gamma)-\gamma`:
more than t in all, unless M = 1.
"""

from fractions import Fraction as F

from verify.language import Formula, Real, between, instance, lemma, positive, says, sequence, total
from verify.methods.derive import Derive, shown, substitute, sum_over
from verify.papers.groupwise.notation import STABILITY, m
from verify.papers.groupwise.notation import V as PAPER

V = PAPER.extended(
    s=positive("s", unit="gradient", search=(0.1, 20)),
    t=positive("t", unit="gradient", search=(0.1, 20)),
    share=between(0, 1, "c", unit="1"),
    shares=sequence("M", "c", unit="1", entry=Real(F(0), F(1))),
)
FACTOR = (V.t + STABILITY) / (V.s + STABILITY)
EXTRA = (FACTOR - 1) * STABILITY
SLOPE = FACTOR * V.s * (FACTOR * V.s + 2 * EXTRA)


def other(share: Formula) -> Formula:
    """The length of a block of the other gradient."""
    return (V.s * share + STABILITY) * FACTOR - STABILITY


BLOCK = lemma(
    "groupwise/automatic-block",
    other(V.share) ** 2 >= SLOPE * V.share**2 + EXTRA**2,
    given=[V.t > V.s],
)
C = V.shares[m]
WHOLE = total(m, 1, V.M, C**2)
LONGER = says(
    V.t**2 < total(m, 1, V.M, other(C) ** 2),
    given=[V.M >= 2, V.t > V.s, (WHOLE == 1)],
    at=instance("M=2 shares=(3/5,4/5) s=5/1 t=10/1"),
    by=Derive(
        shown(V.t**2 < SLOPE + V.M * EXTRA**2), sum_over(m, 1, V.M, substitute(BLOCK, {"share": C}))
    ),
)

r"""Section 4, Theorem 2: layer-wise clipping cannot always do what all-layer clipping does.

The pair of the proof, [3, 4] and [6, 0] at R = 4, proves the theorem, but both are clipped: the
thresholds that the first layer needs, :math:`R\Vert g^{(1)}\Vert/\Vert g\Vert`, are 12/5 and 4. The
kernel says the same of the lengths (docs/grouping.md).
"""

from fractions import Fraction as F
from typing import Any

from dptheory.gradients.representability import AutomaticClipping, FlatClipping, representable
from verify.language import certified, claim, each, instance, number, quantity, says
from verify.papers.groupwise.formulas.printed_2 import V, abadi, apart, at, auto, block, whole

PAIR = instance("i1=3 i2=4 j1=6 j2=0")


def the_pair_clipped_at_4() -> Any:
    """The pair at R = 4."""
    return representable(FlatClipping(F(16)), [[9, 16], [36, 0]]).certificate


def the_pair_clipped_automatically() -> Any:
    """The pair, for every R."""
    return representable(AutomaticClipping(), [[3, 4], [6, 0]]).certificate


APART = apart(abadi)
AT_4 = PAIR | instance("R=4")
LEAST = F(9, 25)
THM_2 = (
    claim(
        "groupwise/thm-2", "§4, Thm 2", "Layer-wise clipping does not generalise all-layer clipping"
    )
    .says(
        says(number(0) < APART, exists=AT_4),
        notes=(
            certified(the_pair_clipped_at_4, says="not abadi"),
            # How far off the best thresholds are.
            says(at(APART, AT_4) >= LEAST),
            says(at(APART, AT_4 | instance("R1=4 R2=16/5")) == LEAST),
        ),
    )
    .quoting(
        r"g_i=[3,4],g_j=[6,0],R=4",
        reading="The pair and the threshold that the statement exhibits, by the lengths of "
        "the two layers.",
    )
    .rejects(
        "samples in proportion",
        right=at(APART, instance("i1=3 i2=4 j1=6 j2=8") | instance("R=4")),
        exists=None,
        at=instance("R1=12/5 R2=16/5"),
    )
)

# Its example.
ZERO, THREE, FOUR, SIX = (quantity(v, "gradient") for v in (0, 3, 4, 6))
G_3_4, G_6_0 = whole(THREE, FOUR), whole(SIX, ZERO)
OF_I = block(abadi, THREE, G_3_4, FOUR, V.R1)
OF_J = block(abadi, SIX, G_6_0, FOUR, V.R1)
# With [j, 0] for [6, 0], 3 < j <= R < 5, the printed reasons hold.
G_J_0 = whole(V.j1, ZERO)
MENDED = [V.j1 > THREE, V.j1 <= V.R, V.R < G_3_4]
FIRST_CASE = says(number(0) < OF_J, given=[V.R1 < SIX], at=instance("R1=4"))
THM_2_EXAMPLE = (
    claim("groupwise/thm-2-example", "§4, proof of Thm 2", "The numbers of the proof")
    .says(
        {
            "<1>, the first sample": says(FOUR < G_3_4),
            "<1>, its components": says(
                each(abadi(THREE, G_3_4, FOUR) < THREE, abadi(FOUR, G_3_4, FOUR) < FOUR)
            ),
            "<2>, the second sample": says(G_6_0 <= FOUR),
            "R_1 below": FIRST_CASE,
            "R_1 above": says(number(0) < OF_I, given=[V.R1 > SIX], at=instance("R1=12/5")),
        },
        # With the second sample clipped, "R_1 below" has an exception.
        repaired={"R_1 below": FIRST_CASE.but(also=[(V.R1 != FOUR)])},
        instead={"<2>, the second sample": says(FOUR < G_6_0)},
        notes=(
            # No R clips the first sample and not the second.
            says(V.R < G_6_0, given=[V.R < G_3_4]),
            # The pair does nevertheless, at R_1 = 4 and at R_1 = 6 as well.
            says(number(0) < OF_I + OF_J),
            says(number(0) < block(abadi, V.j1, G_J_0, V.R, V.R1), given=[*MENDED, V.j1 > V.R1]),
            says(number(0) < block(abadi, THREE, G_3_4, V.R, V.R1), given=[*MENDED, V.j1 <= V.R1]),
        ),
    )
    .quoting(r"R_1<\|g_j^{(1)}\|", part="R_1 below", letters={r"\|g_j^{(1)}\|": SIX})
    .quoting(
        r"R_1>\|g_j^{(1)}\|>\|g_i^{(1)}\|",
        part="R_1 above",
        letters={r"\|g_j^{(1)}\|": SIX, r"\|g_i^{(1)}\|": THREE},
    )
    .rejects("R_1 above 2", part="R_1 above", given=[quantity(2, "gradient") < V.R1])
    .rejects("clipped by 5", part="<2>, the second sample", left=G_3_4)
)

APART_AUTO = apart(auto)
SAME = instance("i1=3 i2=4 j1=3 j2=4")
SHARES = instance("R1=301/501 R2=401/501")
THM_2_AUTO = (
    claim("groupwise/thm-2-auto", "§4, proof of Thm 2", "Theorem 2 with automatic clipping")
    .says(
        says(number(0) < APART_AUTO, exists=PAIR),
        notes=(certified(the_pair_clipped_automatically, says="not auto"),),
    )
    .rejects(
        "twice the same lengths",
        right=at(APART_AUTO, SAME),
        exists=None,
        at=instance("R=1/1") | SHARES,
    )
)

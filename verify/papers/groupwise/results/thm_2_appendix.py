r"""Appendix A.1, Theorem 2: when group-wise clipping cannot do what all-layer clipping does.

Samples 1 and 2 of the appendix are i and j here, m is 1 in its two layers. The block of group m is
one of those of its gradient, hence no longer than it: any batch and any groups are spoken of. The
print overlooks blocks of length 0, which both clippings keep; [6, 0] of Section 4 has one.
"""

from fractions import Fraction as F

from verify.formula.expression import Node
from verify.language.claim import Control, claim
from verify.language.notation import positive
from verify.language.says import equal, less
from verify.papers.groupwise.formulas.printed_2 import (
    EACH_ALONE,
    OF_I,
    OF_J,
    PARTS,
    POSITIVE,
    abadi,
    apart,
    at,
    block,
    both_ways,
)
from verify.papers.groupwise.formulas.printed_2 import V as PAPER
from verify.papers.groupwise.notation import GRADIENT

V = PAPER.extended(
    input_j=positive(r"\Vert a_j\Vert", unit="1", search=(0.1, 10)),
    b_j=positive(r"\Vert\partial L_j/\partial s\Vert", unit=GRADIENT, search=(0.1, 20)),
)

# One sample clipped, the other not ---------------------------------------------------------------

MIXED = [*PARTS, V.n_i < V.n_j, V.g_i > V.R, V.g_j < V.R]
# [0, 5] and [1, 0], clipped at 4: R_1 = 2 and R_2 = 4 do for both.
EMPTY_BLOCK = {"n_i": F(0), "g_i": F(5), "n_j": F(1), "g_j": F(1), "R": F(4), "R_m": F(2)}
LENGTHS = {"i1": F(0), "i2": F(5), "j1": F(1), "j2": F(0)}
THAT_PAIR = LENGTHS | {"R": F(4), "R1": F(2), "R2": F(4)}
NEAR = {"n_i": F(3), "g_i": F(5), "n_j": F(7, 2), "g_j": F(7, 2), "R": F(4)}
BELOW = less(
    V,
    abadi(V.n_j, V.n_j, V.R_m),
    abadi(V.n_j, V.g_j, V.R),
    where=[*MIXED, V.R_m < V.n_j],
    look=[NEAR | {"R_m": F(5)}],
)
ABOVE = less(
    V,
    abadi(V.n_i, V.g_i, V.R),
    abadi(V.n_i, V.n_i, V.R_m),
    where=[*MIXED, V.R_m > V.n_j],
    look=[EMPTY_BLOCK, NEAR | {"R_m": F(2)}, NEAR | {"g_i": F(3), "R_m": F(5)}],
)
ONE_CLIPPED = [*PARTS, V.g_i > V.R, V.g_j <= V.R, V.n_i > 0]
OWN = V.R * V.n_i / V.g_i
APPENDIX_CONDITION = claim(
    "groupwise/thm-2-appendix-condition",
    "App A.1, proof of Thm 2",
    "one sample clipped and the other not",
    {"R_1 below": BELOW, "R_1 above": ABOVE},
    repaired={"R_1 above": ABOVE.but(also=[V.n_i > 0])},
    notes=(
        equal(V, at(apart(abadi), THAT_PAIR), 0),
        # From which length of the other block on no R_m does for both, R_m = |g_j^(m)| included,
        less(V, 0, OF_I + OF_J, where=[*ONE_CLIPPED, V.n_j > OWN]),
        # and up to which this one does.
        equal(
            V,
            OF_I + OF_J,
            0,
            where=[*ONE_CLIPPED, V.n_j <= OWN, V.R_m.equals(OWN)],
            look=[NEAR | {"n_j": F(2), "R_m": F(12, 5)}],
        ),
    ),
    rejects=(
        Control(
            name="R_1 above half of the block",
            says=ABOVE.but(where=[V.n_i > 0, V.n_i <= V.g_i, V.g_i > V.R, V.R_m > V.n_i / 2]),
        ),
    ),
)

# Any batch, any groups ---------------------------------------------------------------------------

REPRODUCED = [
    abadi(V.n_i, V.n_i, V.R_m).equals(abadi(V.n_i, V.g_i, V.R)),
    abadi(V.n_j, V.n_j, V.R_m).equals(abadi(V.n_j, V.g_j, V.R)),
]
BOTH_CLIPPED = [*PARTS, V.g_i > V.R, V.g_j > V.R]
UNCLIPPED = {"n_i": F(1), "g_i": F(2), "n_j": F(6), "g_j": F(10), "R": F(4), "R_m": F(12, 5)}
IN_PROPORTION = {"n_i": F(3), "g_i": F(5), "n_j": F(6), "g_j": F(10), "R": F(4), "R_m": F(12, 5)}
NECESSARY = equal(
    V,
    V.n_i / V.g_i,
    V.n_j / V.g_j,
    where=[*BOTH_CLIPPED, *REPRODUCED],
    look=[*EACH_ALONE, IN_PROPORTION, *both_ways(UNCLIPPED)],
)

# Weight and bias of a linear layer: |a| |dL/ds| and |dL/ds| long.


def linear(a: Node, b: Node) -> Node:
    """The length of its gradient."""
    return b * (1 + a**2).sqrt()


LINEAR, OTHER = linear(V.input, V.b), linear(V.input_j, V.b_j)
WEIGHTS = (V.input * V.b / LINEAR - V.input_j * V.b_j / OTHER) ** 2
BIASES = (V.b / LINEAR - V.b_j / OTHER) ** 2
# For every network: the condition fails in some group, also here.
ALIKE = {"input": F(3, 4), "b": F(4), "input_j": F(3, 4), "b_j": F(8), "R": F(4)}
IMPOSSIBLE = less(V, 0, WEIGHTS + BIASES, where=[V.R < LINEAR, V.R < OTHER], look=[ALIKE])
OF_WEIGHT = block(abadi, V.input * V.b, LINEAR, V.R, V.R_m)
OF_BIAS = block(abadi, V.b, LINEAR, V.R, V.R_m)
NECESSARY_CONDITION = claim(
    "groupwise/thm-2-necessary-condition",
    "App A.1, generalisation (Abadi)",
    "what the samples of a batch must have in common",
    {"necessary": NECESSARY, "impossible": IMPOSSIBLE},
    repaired={
        "necessary": NECESSARY.but(also=POSITIVE),
        "impossible": IMPOSSIBLE.but(also=[V.input.differs(V.input_j)]),
    },
    notes=(
        # It is sufficient, and then at every R,
        equal(
            V,
            OF_I + OF_J,
            0,
            where=[
                *PARTS,
                V.n_i > 0,
                (V.n_i * V.g_j).equals(V.n_j * V.g_i),
                V.R_m.equals(OWN),
            ],
            look=[IN_PROPORTION],
        ),
        # and where it holds, weight and bias as groups, clipping by groups does the same.
        equal(
            V,
            OF_WEIGHT,
            0,
            where=[V.R_m.equals(V.R * V.input / (1 + V.input**2).sqrt())],
            look=[{"input": F(3, 4), "b": F(4), "R": F(4), "R_m": F(12, 5)}],
        ),
        equal(
            V,
            OF_BIAS,
            0,
            where=[V.R_m.equals(V.R / (1 + V.input**2).sqrt())],
            look=[{"input": F(3, 4), "b": F(4), "R": F(4), "R_m": F(16, 5)}],
        ),
    ),
)

CLAIMS = (APPENDIX_CONDITION, NECESSARY_CONDITION)

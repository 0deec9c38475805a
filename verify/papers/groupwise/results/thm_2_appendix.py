r"""Appendix A.1, Theorem 2: when group-wise clipping cannot do what all-layer clipping does.

Samples 1 and 2 of the appendix are i and j here, m is 1 in its two layers. The block of group m is
one of those of its gradient, hence no longer than it: any batch and any groups are spoken of. The
print overlooks blocks of length 0, which both clippings keep; [6, 0] of Section 4 has one.
Automatic clipping: "practically impossible" is said of its condition, which two gradients of other
lengths, t > s, never meet in two groups or more.
"""

from verify.language import Formula, claim, instance, number, positive, says
from verify.papers.groupwise.formulas import printed_2 as p
from verify.papers.groupwise.formulas.printed_2 import V as PAPER
from verify.papers.groupwise.lemmas.automatic_ratios import LONGER
from verify.papers.groupwise.notation import STABILITY

V = PAPER.extended(
    input_j=positive(r"\Vert a_j\Vert", unit="1", search=(0.1, 10)),
    b_j=positive(r"\Vert\partial L_j/\partial s\Vert", unit="gradient", search=(0.1, 20)),
)

# One sample clipped, the other not.
MIXED = [*p.PARTS, V.n_i < V.n_j, V.g_i > V.R, V.g_j < V.R]
# [0, 5] and [1, 0], clipped at 4: R_1 = 2 and R_2 = 4 do for both.
EMPTY_BLOCK = instance("n_i=0/1 g_i=5/1 n_j=1/1 g_j=1/1 R=4/1 R_m=2/1")
THAT_PAIR = instance("i1=0 i2=5 j1=1 j2=0") | instance("R=4/1 R1=2 R2=4")
NEAR = instance("n_i=3/1 g_i=5/1 n_j=7/2 g_j=7/2 R=4/1")
BELOW = says(
    p.abadi(V.n_j, V.n_j, V.R_m) < p.abadi(V.n_j, V.g_j, V.R),
    given=[*MIXED, V.R_m < V.n_j],
    at=NEAR | instance("R_m=5/1"),
)
ABOVE = says(
    p.abadi(V.n_i, V.g_i, V.R) < p.abadi(V.n_i, V.n_i, V.R_m),
    given=[*MIXED, V.R_m > V.n_j],
    at=[EMPTY_BLOCK, NEAR | instance("R_m=2/1"), NEAR | instance("g_i=3/1 R_m=5/1")],
)
ONE_CLIPPED = [*p.PARTS, V.g_i > V.R, V.g_j <= V.R, V.n_i > 0]
OWN = V.R * V.n_i / V.g_i
APPENDIX_CONDITION = (
    claim(
        "groupwise/thm-2-appendix-condition",
        "App A.1, proof of Thm 2",
        "One sample clipped and the other not",
    )
    .says(
        {"R_1 below": BELOW, "R_1 above": ABOVE},
        repaired={"R_1 above": ABOVE.but(also=[V.n_i > 0])},
        notes=(
            says(p.at(p.apart(p.abadi), THAT_PAIR) == 0),
            # From which length of the other block on no R_m does for both,
            # R_m = |g_j^(m)| included,
            says(number(0) < p.OF_I + p.OF_J, given=[*ONE_CLIPPED, V.n_j > OWN]),
            # and up to which this one does.
            says(
                p.OF_I + p.OF_J == 0,
                given=[*ONE_CLIPPED, V.n_j <= OWN, (V.R_m == OWN)],
                at=NEAR | instance("n_j=2/1 R_m=12/5"),
            ),
        ),
    )
    .quoting(
        r"\|g_1^{(1)}\|<\|g_2^{(1)}\|",
        part="R_1 below",
        letters={r"\|g_1^{(1)}\|": V.n_i, r"\|g_2^{(1)}\|": V.n_j},
    )
    .quoting(r"\|g_1\|>R>\|g_2\|", part="R_1 below", letters={r"\|g_1\|": V.g_i, r"\|g_2\|": V.g_j})
    .quoting(
        r"R_1<\|g_2^{(1)}\|", part="R_1 below", letters={r"R_1": V.R_m, r"\|g_2^{(1)}\|": V.n_j}
    )
    .quoting(
        r"R_1>\|g_2^{(1)}\|", part="R_1 above", letters={r"R_1": V.R_m, r"\|g_2^{(1)}\|": V.n_j}
    )
    .rejects(
        "R_1 above half of the block",
        part="R_1 above",
        given=[V.n_i > 0, V.n_i <= V.g_i, V.g_i > V.R, V.R_m > V.n_i / 2],
    )
)

# Any batch, any groups.
REPRODUCED = [
    (p.abadi(V.n_i, V.n_i, V.R_m) == p.abadi(V.n_i, V.g_i, V.R)),
    (p.abadi(V.n_j, V.n_j, V.R_m) == p.abadi(V.n_j, V.g_j, V.R)),
]
UNCLIPPED = instance("n_i=1/1 g_i=2/1 n_j=6/1 g_j=10/1 R=4/1 R_m=12/5")
IN_PROPORTION = instance("n_i=3/1 g_i=5/1 n_j=6/1 g_j=10/1 R=4/1 R_m=12/5")
NECESSARY = says(
    V.n_i / V.g_i == V.n_j / V.g_j,
    given=[*[*p.PARTS, V.g_i > V.R, V.g_j > V.R], *REPRODUCED],
    at=[*p.EACH_ALONE, IN_PROPORTION, *p.both_ways(UNCLIPPED)],
)

# Weight and bias of a linear layer: |a| |dL/ds| and |dL/ds| long; its gradient.
LINEAR, OTHER = (b * (1 + a**2).sqrt() for a, b in ((V.input, V.b), (V.input_j, V.b_j)))
WEIGHTS = (V.input * V.b / LINEAR - V.input_j * V.b_j / OTHER) ** 2
BIASES = (V.b / LINEAR - V.b_j / OTHER) ** 2
# For every network: the condition fails in some group, also here.
ALIKE = instance("input=3/4 b=4/1 input_j=3/4 b_j=8/1 R=4/1")
IMPOSSIBLE = says(number(0) < WEIGHTS + BIASES, given=[V.R < LINEAR, V.R < OTHER], at=ALIKE)
NECESSARY_CONDITION = (
    claim(
        "groupwise/thm-2-necessary-condition",
        "App A.1, generalisation (Abadi)",
        "What the samples of a batch must have in common",
    )
    .says(
        {"necessary": NECESSARY, "impossible": IMPOSSIBLE},
        notes=(
            # It is sufficient, and then at every R,
            says(
                p.OF_I + p.OF_J == 0,
                given=[*p.PARTS, V.n_i > 0, (V.n_i * V.g_j == V.n_j * V.g_i), (V.R_m == OWN)],
                at=IN_PROPORTION,
            ),
            # and where it holds, weight and bias as groups, clipping by groups does the same.
            says(
                p.block(p.abadi, V.input * V.b, LINEAR, V.R, V.R_m) == 0,
                given=[(V.R_m == V.R * V.input / (1 + V.input**2).sqrt())],
                at=instance("input=3/4 b=4/1 R=4/1 R_m=12/5"),
            ),
            says(
                p.block(p.abadi, V.b, LINEAR, V.R, V.R_m) == 0,
                given=[(V.R_m == V.R / (1 + V.input**2).sqrt())],
                at=instance("input=3/4 b=4/1 R=4/1 R_m=16/5"),
            ),
        ),
    )
    .quoting(r"\frac{\|g_i^{(m)}\|}{\|g_i\|}=\frac{\|g_j^{(m)}\|}{\|g_j\|}", part="necessary")
    .quoting(r"R<\|g_i\|", part="necessary")
    .repaired(part="necessary", also=p.POSITIVE)
    .repaired(part="impossible", also=[(V.input != V.input_j)])
)


def ratio(n: Formula, g: Formula) -> Formula:
    """R_m/R for a block of a gradient."""
    return (n + STABILITY) / (g + STABILITY)


AUTO_REPRODUCED = [
    (p.auto(V.n_i, V.n_i, V.R_m) == p.auto(V.n_i, V.g_i, V.R)),
    (p.auto(V.n_j, V.n_j, V.R_m) == p.auto(V.n_j, V.g_j, V.R)),
]
AUTO_OF_J = p.block(p.auto, V.n_j, V.g_j, V.R, V.R_m)
SAME = instance("n_i=3/1 g_i=5/1 n_j=3/1 g_j=5/1 R=501/1 R_m=301/1")
AUTO_NECESSARY = says(
    ratio(V.n_i, V.g_i) == ratio(V.n_j, V.g_j),
    given=[*p.PARTS, *AUTO_REPRODUCED],
    at=[*p.EACH_ALONE, SAME],
)
AUTO_CONDITION = (
    claim(
        "groupwise/thm-2-auto-condition",
        "App A.1, generalisation (AUTO)",
        "What the samples of a batch must have in common, automatic clipping",
    )
    .says(
        {"required": AUTO_NECESSARY, "practically impossible": LONGER},
        notes=(
            # It is sufficient.
            says(
                p.block(p.auto, V.n_i, V.g_i, V.R, V.R_m) + AUTO_OF_J == 0,
                given=[
                    (ratio(V.n_i, V.g_i) == ratio(V.n_j, V.g_j)),
                    (V.R_m == V.R * ratio(V.n_i, V.g_i)),
                ],
                at=SAME,
            ),
        ),
    )
    .quoting(
        r"\frac{R_mg_i^{(m)}}{\|g_i^{(m)}\|+0.01}=\frac{Rg_i^{(m)}}{\|g_i\|+0.01}",
        part="required",
        reading="The hypothesis has the lengths of both sides: two vectors of one direction "
        "are equal where these are.",
    )
    .quoting(
        r"\frac{\|g_i^{(m)}\|+0.01}{\|g_i\|+0.01}=\frac{\|g_j^{(m)}\|+0.01}{\|g_j\|+" r"0.01}",
        part="required",
    )
    .repaired(part="required", also=p.POSITIVE)
)

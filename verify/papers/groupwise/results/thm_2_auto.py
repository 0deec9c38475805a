r"""Appendix A.1, Theorem 2: what automatic clipping by groups asks of the samples of a batch.

The blocks are those of group m in samples i and j of any batch. The print asks for the condition
of blocks of length 0 as well, which stay 0 whatever R_m is. "Practically impossible": two gradients
of other lengths, t > s, never meet it in two groups or more.
"""

from verify.language import Formula, claim, instance, says
from verify.papers.groupwise.formulas import printed_2 as p
from verify.papers.groupwise.formulas.printed_2 import V
from verify.papers.groupwise.lemmas.automatic_ratios import LONGER
from verify.papers.groupwise.notation import STABILITY


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
        "what the samples of a batch must have in common, automatic clipping",
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

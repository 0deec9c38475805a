r"""Section 4, Proposition 1, and Appendix E, Proposition 5: the privacy of DP-AdamBC.

Both algorithms ask for the same thing, the noisy sum of clipped gradients at a point that earlier
answers determine; the analysis covers every such point, for a record, there or not, moves the sum
by at most C. What they release is a function of the answers: it merges some of them. With
probabilities :math:`p_i` and :math:`q_i` of the answers under two neighbours, the least
:math:`\delta` at :math:`\epsilon` is :math:`\sum_i\max(0,p_i-e^\epsilon q_i)`, and merging does
not add to it. Of normal answers it is the supremum over the partitions into finitely many cells.
"""

from fractions import Fraction as F

from verify.language import claim, largest, norm, says, symbols, total
from verify.methods.derive import Derive, cases, shown, sum_over
from verify.papers.adambc import notation
from verify.papers.adambc.notation import i

V = notation.V.extended(
    h=symbols.vector("d", r"\nabla L", unit=notation.GRADIENT),
    n=symbols.natural("n", search=(1, 6)),
    p=symbols.sequence("n", "p", unit="probability", entry=symbols.Real(F(0))),
    r=symbols.sequence("n", "q", unit="probability", entry=symbols.Real(F(0))),
    E=symbols.between(1, float("inf"), r"e^{\epsilon}", unit="1", ends="[)"),
)
CLIPPED = says(norm(V.h) / largest(1, norm(V.h) / V.C) <= V.C)
EXCESS = V.p[i] - V.E * V.r[i]
APART = total(i, 1, V.n, largest(0, EXCESS))
TOGETHER = total(i, 1, V.n, EXCESS)
MERGED = says(
    largest(0, TOGETHER) <= APART,
    by=Derive(
        cases(
            TOGETHER >= 0,
            sum_over(i, 1, V.n, shown(largest(0, EXCESS) >= EXCESS)),
            sum_over(i, 1, V.n, shown(largest(0, EXCESS) >= 0 * EXCESS)),
        )
    ),
)
SENSITIVITY = "what is asked for moves by at most C at every point, as in DP-SGD"
POST_PROCESSING = "δ of what is released: at most that of the answers which lead to it"
PROP_1 = (
    claim("adambc/prop-1", "§4, Prop 1; App E, Prop 5", "Privacy of DP-AdamBC")
    .says({SENSITIVITY: CLIPPED, POST_PROCESSING: MERGED})
    .rejects("half the norm", part=SENSITIVITY, right=V.C / 2)
    .rejects("the other way round", MERGED.but(left=APART, right=largest(0, TOGETHER)))
)

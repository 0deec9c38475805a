r"""Section 2.3, (4): the sensitivity of the sum of clipped gradients is at most 1.

One record adds the vector of its clipped groups, of length :math:`x_m/(\sqrt M(x_m+0.01))` where
its gradient in group m is :math:`x_m` long. Data sets differ by one record more or less.
"""

from verify.language import Formula, claim, number, says, total
from verify.methods.derive import Derive, square_root, substitute, sum_over
from verify.papers.groupwise.notation import STABILITY, V, m
from verify.papers.groupwise.settings import GROUPS


def clipped(length: Formula) -> Formula:
    """How long a group of this length is after clipping."""
    return length / (V.M.sqrt() * (length + STABILITY))


# Every group adds at most 1/M to the square.
SHARE = says(clipped(V.y) ** 2 <= 1 / V.M)
TERMS = sum_over(m, 1, V.M, substitute(SHARE, {"y": V.x[m], "M": V.M}))
EQ_4 = (
    claim("groupwise/eq-4-sensitivity", "§2.3, (4)", "sensitivity for every number of groups")
    .says(
        says(
            total(m, 1, V.M, clipped(V.x[m]) ** 2).sqrt() <= number(1),
            by=Derive(square_root(TERMS)),
        ),
        settings=GROUPS,
        # Equal lengths: as close to 1 as one likes, for every number of groups.
        notes=(says(total(m, 1, V.M, clipped(V.y) ** 2).sqrt() == V.y / (V.y + STABILITY)),),
    )
    .rejects("99 %", right=number(99) / 100)
)

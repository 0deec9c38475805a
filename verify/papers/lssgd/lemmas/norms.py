r"""The norm before and after smoothing, by the forward difference :math:`D_+`.

The matrix of (3) is :math:`A_\sigma=I+\sigma D_+^\top D_+`, as :math:`L=-D_+^\top D_+`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import Point
from verify.language import dot, lemma, of_kind, says, transpose, vector
from verify.methods.derive import Derive, substitute
from verify.papers.lssgd import notation


@dataclass(frozen=True)
class ForwardDifference(notation.OneMatrix):
    """The circulant matrix with entries -1 on the diagonal and 1 beside it."""

    def _value(self, point: Point) -> Any:
        d = int(point["d"])
        places = [[(int(j == (i + 1) % d), int(i == j)) for j in range(d)] for i in range(d)]
        return tuple(tuple(Fraction(a - b) for a, b in row) for row in places)

    def words(self) -> str:
        return "the circulant forward difference"


V = notation.V.extended(
    u=vector("d", r"\mathbf{d}", unit=notation.GRADIENT),
    p=vector("d", "p", unit=notation.GRADIENT),
    q=vector("d", "q", unit=notation.GRADIENT),
    D=of_kind(ForwardDifference("d", "any"), "D_+", unit="1"),
)
STEPS = V.D @ V.u
BENDS = -(transpose(V.D) @ STEPS)  # L d
SMOOTHED = V.u - V.sigma * BENDS  # A d, that is g
SUMS = dot(V.u, V.u) + 2 * V.sigma * dot(STEPS, STEPS) + V.sigma**2 * dot(BENDS, BENDS)
NORMS = lemma("lssgd/norm-identity", SUMS == dot(SMOOTHED, SMOOTHED))
LONGER = says(
    dot(V.u, V.u) <= dot(V.u, V.u) + 2 * V.sigma * dot(V.p, V.p) + V.sigma**2 * dot(V.q, V.q)
)
SHORTER = lemma(
    "lssgd/smoothing-shortens",
    dot(V.u, V.u) <= dot(SMOOTHED, SMOOTHED),
    by=Derive(substitute(LONGER, {"p": STEPS, "q": BENDS}), substitute(NORMS, {})),
)
# A difference that is not the same in all coordinates has a step between two of them.
UNEVEN = [V.sigma > 0, dot(STEPS, STEPS) > 0]
YET_LONGER = says(
    dot(V.u, V.u) < dot(V.u, V.u) + 2 * V.sigma * dot(V.p, V.p) + V.sigma**2 * dot(V.q, V.q),
    given=[V.sigma > 0, dot(V.p, V.p) > 0],
)
STRICTLY_SHORTER = says(
    dot(V.u, V.u) < dot(SMOOTHED, SMOOTHED),
    given=UNEVEN,
    by=Derive(substitute(YET_LONGER, {"p": STEPS, "q": BENDS}), substitute(NORMS, {})),
)

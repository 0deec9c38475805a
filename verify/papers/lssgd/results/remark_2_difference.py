r"""Section 3, Remark 2: what smoothing changes in the bound of Theorem 2.

The distance :math:`w^0-w^*` is given by its coordinates :math:`e_i` in an orthonormal eigenbasis of
:math:`A_\sigma`. The sums of :math:`D_\sigma` and :math:`G^2` measure a length in units of a
gradient.
"""

from verify.language import Formula, claim, number, positive, says, total
from verify.papers.lssgd.formulas.smoothing import eigenvalue, gamma
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.notation import i

V = PAPER.extended(
    C2=positive("C_2", unit="1", search=(0.1, 10)),
    eps=positive(r"\epsilon", unit="1", search=(0.05, 10)),
    ell=positive(r"\log(1/\delta)", unit="1", search=(0.5, 20)),
)

D = total(i, 1, V.d, eigenvalue(i) * V.errors[i] ** 2)  # D_sigma
D0 = total(i, 1, V.d, V.errors[i] ** 2)


def squared(D: Formula, gamma: Formula) -> Formula:
    """The square of the bound."""
    inside = V.C2**2 * V.G**2 * 6 * gamma * (D + V.G**2 / V.b) * V.d * V.ell
    return inside / (V.n * V.eps) ** 2


def factor(square: Formula) -> Formula:
    """gamma(D_sigma + G^2) over D_0 + G^2, with some square in the place of G^2."""
    return gamma() * (D + square) / (D0 + square)


DIFFERENCE = (
    claim("lssgd/remark-2-difference", "§3, Remark 2", r"The terms that depend on $\sigma$")
    .says(says(squared(D, gamma()) / squared(D0, number(1)) == factor(V.G**2), given=["b <= n"]))
    .repaired(right=factor(V.G**2 / V.b))
    .rejects("G^2/b^2", right=factor(V.G**2 / V.b**2))
)

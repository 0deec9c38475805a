r"""Section 3, Remark 2: what smoothing changes in the bound of Theorem 2.

Its sums of :math:`D_\sigma` and :math:`G^2` measure a length in units of a gradient.
"""

from typing import Any

from verify.language import Draft, Formula, between, claim, nonnegative, number, positive, says
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.notation import V as PAPER

V = PAPER.extended(
    C2=positive("C_2", unit="1", search=(0.1, 10)),
    D=nonnegative(r"D_\sigma", unit="gradient^2", search=(0, 9)),
    D0=nonnegative("D_0", unit="gradient^2", search=(0, 9)),
    eps=positive(r"\epsilon", unit="1", search=(0.05, 10)),
    ell=positive(r"\log(1/\delta)", unit="1", search=(0.5, 20)),
    gamma=between(0, 1, r"\gamma", unit="1", ends="(]"),
)


def squared(distance: Formula, gamma: Formula) -> Any:
    """The square of the bound."""
    constants = V.n, V.eps, V.d, V.ell
    return printed.thm_2_squared(V.C2, distance, V.G, V.b, *constants, gamma)


RATIO = says(
    squared(V.D, V.gamma) / squared(V.D0, number(1)) == printed.factor(V.gamma, V.D, V.D0, V.G**2)
)


def with_square(square: Formula) -> Draft:
    """The same with another square beside the distances."""
    return RATIO.but(right=printed.factor(V.gamma, V.D, V.D0, square))


DIFFERENCE = claim(
    "lssgd/remark-2-difference",
    "§3, Remark 2",
    "what depends on sigma",
    RATIO,
    repaired=with_square(V.G**2 / V.b),
).rejects("G^2/b^2", with_square(V.G**2 / V.b**2))

CLAIMS = (DIFFERENCE,)

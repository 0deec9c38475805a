r"""The inverse of :math:`A_\sigma`: its entries at distance m, and the sum of their squares.

Around a circle of d points :math:`c_m=(\omega^m+\omega^{d-m})/((1-\omega^d)\sqrt{4\sigma+1})`
solves :math:`A_\sigma c=e_0`. The powers :math:`x=\omega^m` and :math:`y=\omega^d` are symbols, so
that two identities settle every dimension.
"""

from verify.language import Formula, lemma, says
from verify.papers.lssgd.formulas.smoothing import OMEGA, ROOT, XI, V, gamma

SMOOTHING = [V.sigma > 0]


def entry(power: Formula, whole: Formula) -> Formula:
    """c_m, from omega^m and omega^d."""
    return (power + whole / power) / ((1 - whole) * ROOT)


def prop_1(whole: Formula) -> Formula:
    """Proposition 1's form, which is c_0, from omega^d."""
    return (1 + whole) / ((1 - whole) * ROOT)


def partial_sum(m: Formula, power: Formula, whole: Formula) -> Formula:
    """The sum of (omega^i + omega^(d-i))^2 over i = 0, ..., m - 1."""
    rising = (1 - power**2) / (1 - OMEGA**2)
    falling = (1 / power**2 - 1) / (1 / OMEGA**2 - 1)
    return rising + 2 * m * whole + whole**2 * falling


def prop_2(whole: Formula) -> Formula:
    """Proposition 2's form, from omega^d."""
    top = 2 * whole**2 * OMEGA - XI * whole**2 + 2 * XI * V.d * whole - 2 * OMEGA + XI
    return top / (V.sigma**2 * XI**3 * (1 - whole) ** 2)


OFF_DIAGONAL = lemma(
    "lssgd/inverse-off-diagonal",
    (1 + 2 * V.sigma) * entry(V.x, V.y)
    == V.sigma * (entry(V.x * OMEGA, V.y) + entry(V.x / OMEGA, V.y)),
    given=SMOOTHING,
)
DIAGONAL = lemma(
    "lssgd/inverse-diagonal",
    (1 + 2 * V.sigma) * prop_1(V.y) - 2 * V.sigma * entry(OMEGA, V.y) == 1,
    given=SMOOTHING,
)
INVERSE = (
    "By the lemmas c_m is the inverse's entry at distance m, and c_{d-m} = c_m closes the circle: "
    "the mean of the inverse's eigenvalues is the entry c_0 of its diagonal."
)
CLOSED = prop_1(OMEGA**V.d)
GAMMA_FORM = lemma(
    "lssgd/gamma-closed-form",
    says(gamma() == CLOSED, given=SMOOTHING).argued(INVERSE, cites=[OFF_DIAGONAL, DIAGONAL]),
)
ONE_MORE_SQUARE = lemma(
    "lssgd/one-more-square",
    partial_sum(V.m + 1, V.x * OMEGA, V.y) - partial_sum(V.m, V.x, V.y) == (V.x + V.y / V.x) ** 2,
    given=SMOOTHING,
)
ALL_SQUARES = lemma(
    "lssgd/all-squares",
    partial_sum(V.d, V.y, V.y) / ((1 - V.y) ** 2 * (4 * V.sigma + 1)) == prop_2(V.y),
    given=SMOOTHING,
)

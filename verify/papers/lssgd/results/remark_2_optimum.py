r"""Section 3, Remark 2: the smoothing that makes the bound of Theorem 2 least.

With an error e at the start :math:`D_\sigma=\Vert e\Vert^2+\sigma S`, S the sum of its squared
differences. With many coordinates :math:`\gamma` is :math:`1/\sqrt{1+4\sigma}` (Proposition 1,
Table 3), and the factor :math:`\gamma(D_\sigma+G^2/b)` is :math:`(c+\sigma S)/\sqrt{1+4\sigma}`, c
being its value without smoothing. The sums measure a length in units of a gradient.
"""

from verify.language import Formula, claim, nonnegative, positive, says
from verify.papers.lssgd.notation import V as PAPER

SQUARE = "gradient^2"
V = PAPER.extended(
    c=positive("c", unit=SQUARE, search=(0.1, 10)),
    S=positive("S", unit=SQUARE, search=(0.01, 10)),
    more=nonnegative(r"\sigma'", unit="1", search=(0, 40)),
)


def factor(sigma: Formula, roughness: Formula) -> Formula:
    """The factor of the bound."""
    return (V.c + sigma * roughness) / (1 + 4 * sigma).sqrt()


BEST = V.c / V.S - 0.5
OPTIMUM = (
    claim("lssgd/optimal-smoothing", "§3, Remark 2", "An optimal smoothing")
    .says(
        says(factor(BEST, V.S) <= factor(V.sigma, V.S), given=["S <= 2 * c"]),
        notes=(
            # Its value; a rougher start is best left alone; from a constant error none is best.
            says(factor(BEST, V.S) == (V.S * (4 * V.c - V.S)).sqrt() / 2, given=["S <= 2 * c"]),
            says(V.c <= factor(V.sigma, V.S), given=["2 * c <= S"]),
            says(factor(V.more, 0 * V.S) < factor(V.sigma, 0 * V.S), given=["sigma < more"]),
        ),
    )
    .rejects("a tenth less", right=0.9 * factor(V.sigma, V.S))
)

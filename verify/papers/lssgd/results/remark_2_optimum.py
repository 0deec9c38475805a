r"""Section 3, Remark 2: the smoothing that makes the bound of Theorem 2 least.

With an error e at the start :math:`D_\sigma=\Vert e\Vert^2+\sigma S`, S the sum of its squared
differences. With many coordinates :math:`\gamma` is :math:`1/\sqrt{1+4\sigma}` (Proposition 1,
Table 3), and the factor :math:`\gamma(D_\sigma+G^2/b)` is :math:`(c+\sigma S)/\sqrt{1+4\sigma}`, c
being its value without smoothing. The sums measure a length in units of a gradient.
"""

from verify.formula.expression import Node
from verify.language.claim import Control, claim
from verify.language.notation import nonnegative, positive
from verify.language.says import at_most, equal, less
from verify.papers.lssgd.notation import V as PAPER

SQUARE = "gradient^2"
V = PAPER.extended(
    c=positive("c", unit=SQUARE, search=(0.1, 10)),
    S=positive("S", unit=SQUARE, search=(0.01, 10)),
    more=nonnegative(r"\sigma'", unit="1", search=(0, 40)),
)


def factor(sigma: Node, roughness: Node) -> Node:
    """The factor of the bound."""
    found: Node = (V.c + sigma * roughness) / (1 + 4 * sigma).sqrt()
    return found


BEST = V.c / V.S - 0.5
LEAST = at_most(V, factor(BEST, V.S), factor(V.sigma, V.S), where=["S <= 2 * c"])
OPTIMUM = claim(
    "lssgd/optimal-smoothing",
    "§3, Remark 2",
    "an optimal smoothing",
    LEAST,
    rejects=(Control(name="a tenth less", says=LEAST.but(right=0.9 * factor(V.sigma, V.S))),),
    notes=(
        # Its value; a rougher start is best left alone; from a constant error none is best.
        equal(
            V,
            factor(BEST, V.S),
            (V.S * (4 * V.c - V.S)).sqrt() / 2,
            where=["S <= 2 * c"],
        ),
        at_most(V, V.c, factor(V.sigma, V.S), where=["2 * c <= S"]),
        less(V, factor(V.more, 0 * V.S), factor(V.sigma, 0 * V.S), where=["sigma < more"]),
    ),
)

CLAIMS = (OPTIMUM,)

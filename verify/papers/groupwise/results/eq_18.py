r"""Appendix A.2, (18), and the expansion after (16): the inverse to first order, at a fixed r.

Both print o(x), and the end of the proof of (18) :math:`O(x^2)`. That is what is tested, with a
constant, for every x up to half of the pole of (17).
"""

from verify.language import Formula, claim, says
from verify.methods.derive import Derive, cases, chain, multiply, shown
from verify.papers.groupwise.formulas import printed_r as r
from verify.papers.groupwise.formulas.printed_r import V
from verify.papers.groupwise.settings import GROUPS

NEAR = [V.xi > 0, V.a * (V.r**2 - 1) <= V.gamma]
EXCESS, LINE = r.inverse(V.a), V.a * r.SLOPE
GAP = 2 * V.gamma - (V.r**2 - 1) * V.a
ABOVE = r.SLOPE * (V.r**2 - 1) / V.gamma * V.a**2
BELOW = ((V.r + V.gamma / r.SHIFT) ** 2 - 1) / r.SHIFT * V.a**2
REMAINDER = ABOVE + BELOW

# The inverse between its line and two parabolas.
UPPER, LOWER = 2 * V.gamma * LINE / GAP, (2 * V.gamma * LINE - V.gamma * BELOW) / GAP
SIZE = abs(EXCESS - LINE)
BETWEEN = cases(
    LINE <= EXCESS,
    chain(
        shown(SIZE == EXCESS - LINE),
        shown(UPPER - LINE >= EXCESS - LINE),
        shown(UPPER - LINE <= ABOVE),
        shown(ABOVE <= REMAINDER),
    ),
    chain(
        shown(SIZE == LINE - EXCESS),
        shown(LINE - LOWER >= LINE - EXCESS),
        shown(LINE - LOWER <= BELOW),
        shown(BELOW <= REMAINDER),
    ),
    SIZE <= REMAINDER,
)
FIRST_ORDER = says(SIZE <= REMAINDER, given=NEAR, by=Derive(BETWEEN))
EQ_18 = (
    claim("groupwise/eq-18", "App A.2, (18)", "the inverse to first order")
    .says(FIRST_ORDER, settings=GROUPS)
    .quoting(
        r"\mathcal M^{-1}=x\,\dfrac{r^2(\frac\xi{\sqrt M}+\gamma)^2-(\frac\xi{\sqrt "
        r"M})^2}{2\frac\xi{\sqrt M}\gamma r}+o(x)",
        reading="The o(x) is a bound of the order of x squared, for x up to half of the pole "
        "of (17); a stands for x.",
    )
    .rejects("a slope one per cent larger", left=abs(EXCESS - LINE * 1.01))
)


def difference(rest: Formula) -> Formula:
    """The radius from its printed expansion."""
    return abs(r.RADIUS - (V.r * r.FACTOR + rest / V.r))


EXPANSION = says(
    difference(r.REST) <= V.M.sqrt() * REMAINDER,
    given=NEAR,
    by=Derive(multiply(BETWEEN, V.M.sqrt())),
)
R_EXPANSION = (
    claim("groupwise/r-expansion", "App A.2, after (16)", "the radius to first order")
    .says(EXPANSION, settings=GROUPS)
    .quoting(
        r"\sqrt M\mathcal M^{-1}(a)+\frac\xi r=r\frac{aM(\xi/\sqrt M+\gamma)^2}{2\xi"
        r"\gamma}+\frac1r(\xi-\frac{a\xi}{2\gamma})+o(a)",
        reading="The o(a) is a bound of the order of the square of a, for a up to half of "
        "the pole of (17).",
    )
    .rejects("the second term at a = 0", left=difference(V.xi))
)

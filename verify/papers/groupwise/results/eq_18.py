r"""Appendix A.2, (18), and the expansion after (16): the inverse to first order, at a fixed r.

Both print o(x), and the end of the proof of (18) :math:`O(x^2)`. That is what is tested, with a
constant, for every x up to half of the pole of (17).
"""

from verify.language import Formula, claim, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, cases, chain, multiply, shown
from verify.papers.groupwise.formulas import printed_r as r
from verify.papers.groupwise.settings import GROUPS

NEAR = [r.V.xi > 0, r.V.a * (r.V.r**2 - 1) <= r.V.gamma]
EXCESS, LINE = r.inverse(r.V.a), r.V.a * r.SLOPE
GAP = 2 * r.V.gamma - (r.V.r**2 - 1) * r.V.a
ABOVE = r.SLOPE * (r.V.r**2 - 1) / r.V.gamma * r.V.a**2
BELOW = ((r.V.r + r.V.gamma / r.SHIFT) ** 2 - 1) / r.SHIFT * r.V.a**2
REMAINDER = ABOVE + BELOW


def between_lines() -> Link:
    """The inverse between its line and two parabolas."""
    upper, lower = 2 * r.V.gamma * LINE / GAP, (2 * r.V.gamma * LINE - r.V.gamma * BELOW) / GAP
    size = abs(EXCESS - LINE)
    return cases(
        LINE <= EXCESS,
        chain(
            shown(size == EXCESS - LINE),
            shown(upper - LINE >= EXCESS - LINE),
            shown(upper - LINE <= ABOVE),
            shown(ABOVE <= REMAINDER),
        ),
        chain(
            shown(size == LINE - EXCESS),
            shown(LINE - lower >= LINE - EXCESS),
            shown(LINE - lower <= BELOW),
            shown(BELOW <= REMAINDER),
        ),
        size <= REMAINDER,
    )


FIRST_ORDER = says(abs(EXCESS - LINE) <= REMAINDER, given=NEAR, by=Derive(between_lines()))
EQ_18 = claim(
    "groupwise/eq-18", "App A.2, (18)", "the inverse to first order", FIRST_ORDER, settings=GROUPS
).rejects("a slope one per cent larger", left=abs(EXCESS - LINE * 1.01))


def difference(rest: Formula) -> Formula:
    """The radius from its printed expansion."""
    return abs(r.RADIUS - (r.V.r * r.FACTOR + rest / r.V.r))


EXPANSION = says(
    difference(r.REST) <= r.V.M.sqrt() * REMAINDER,
    given=NEAR,
    by=Derive(
        chain(
            shown(difference(r.REST) == r.V.M.sqrt() * abs(EXCESS - LINE)),
            multiply(between_lines(), r.V.M.sqrt()),
        )
    ),
)
R_EXPANSION = claim(
    "groupwise/r-expansion",
    "App A.2, after (16)",
    "the radius to first order",
    EXPANSION,
    settings=GROUPS,
).rejects("the second term at a = 0", left=difference(r.V.xi))

CLAIMS = (EQ_18, R_EXPANSION)

r"""Appendix A.2, (14)-(16), from the groups' norms to the norm of the gradient, and (18).

What every outcome of an event implies is at least as probable: the statements are about one
outcome. The groups' norms are shares in [0, 1] of the largest one. (15) prints the squares of the
norms, from which the norms follow for :math:`a(r^2-1)<2\gamma` alone. Where
:math:`a(r^2-1)>2\gamma` the function :math:`\mathcal M` stays below a, and (17) gives a negative
norm, which no gradient has.

(18) and the expansion after (16), the inverse to first order at a fixed r, both print o(x), and the
end of the proof of (18) :math:`O(x^2)`. That is what is tested, with a constant, for every x up to
half of the pole of (17).
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, Real, claim, instance, says, sequence, total
from verify.methods.derivation.links import Link
from verify.methods.derive import (
    Derive,
    cases,
    chain,
    given,
    multiply,
    shown,
    square_root,
    sum_over,
)
from verify.papers.groupwise.formulas import printed_r as r
from verify.papers.groupwise.formulas.printed_r import V as PRINTED
from verify.papers.groupwise.notation import m
from verify.papers.groupwise.settings import GROUPS

V = PRINTED.extended(share=sequence("M", r"\theta", unit="1", entry=Real(F(0), F(1))))
LENGTH = total(m, 1, V.M, (V.share[m] * V.s) ** 2).sqrt()
EACH = r.inverse(V.a) + r.SHIFT


def of_the_whole(statement: Draft, longest: Link) -> Draft:
    """With the proof from a bound on the longest group, times the root of M."""
    shares = sum_over(m, 1, V.M, shown((V.share[m] * V.s) ** 2 <= V.s**2))
    return statement.but(by=Derive(square_root(shares), longest))


WHOLE = of_the_whole(
    says(LENGTH < r.RADIUS, given=[(V.a * (V.r**2 - 1) != 2 * V.gamma), V.s < EACH]),
    chain(multiply(given(V.s < EACH), V.M.sqrt()), shown(V.M.sqrt() * EACH == r.RADIUS)),
)
SQUARES = says(V.s < EACH, given=[V.s**2 < EACH**2])
NORMS = SQUARES.but(also=[r.INSIDE])
EQ_15_16 = (
    claim("groupwise/eq-15-16", "App A.2, (14)-(16)", "From the groups to the gradient")
    .says(
        {"the norms from the squares of (15)": NORMS, "the gradient from the norms": WHOLE},
        settings=GROUPS,
    )
    .quoting(
        r"\max_tP\big(\bigcap_m\|g_t^{(m)}\|^2<(\mathcal M^{-1}(a)+\frac{\xi}{r\sqrt "
        r"M})^2\big)\ge1-\frac{2\sqrt M}{a\sqrt T}\sqrt{2(L_0-L_*)\mathcal L\left(1+"
        r"\frac{\sigma^2d}{B^2}\right)}",
        part="the norms from the squares of (15)",
        reading="One outcome of the event; what every outcome implies is at least as probable.",
    )
    .rejects("without the root of M", part="the gradient from the norms", right=EACH)
    .rejects("the squares of (15) for every a", SQUARES)
)

# An outcome of the event of (14).
OUTCOME = says(LENGTH < r.RADIUS, given=[r.growth(V.s - r.SHIFT) < V.a])
JUST_BEYOND = instance("M=1 share=(1,) s=1 xi=1 gamma=1 r=2 a=669/1000")
EQ_16_RANGE = (
    claim("groupwise/eq-16-range", "App A.2, (16)", "The bound for every $a$")
    .says(
        OUTCOME,
        repaired=of_the_whole(OUTCOME.but(also=[r.INSIDE]), shown(V.M.sqrt() * V.s < r.RADIUS)),
        settings=GROUPS[::3],
        notes=(says(r.RADIUS < 0, given=[r.BEYOND]),),
    )
    .quoting(
        r"\max_tP\big(\|g_t\|<\sqrt M\mathcal M^{-1}(a;r,\xi,\gamma)+\frac\xi r\big)"
        r"\ge1-\frac{2\sqrt M}{a\sqrt T}\sqrt{2(L_0-L_*)\mathcal L\left(1+\frac{"
        r"\sigma^2d}{B^2}\right)}",
        reading="One outcome of the event of (14); what every outcome implies is at least as "
        "probable.",
    )
    .rejects("half a per cent beyond", also=[V.a * (V.r**2 - 1) < 2.01 * V.gamma], at=JUST_BEYOND)
)

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
EQ_18 = (
    claim("groupwise/eq-18", "App A.2, (18)", "The inverse to first order")
    .says(says(SIZE <= REMAINDER, given=NEAR, by=Derive(BETWEEN)), settings=GROUPS)
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
    claim("groupwise/r-expansion", "App A.2, after (16)", "The radius to first order")
    .says(EXPANSION, settings=GROUPS)
    .quoting(
        r"\sqrt M\mathcal M^{-1}(a)+\frac\xi r=r\frac{aM(\xi/\sqrt M+\gamma)^2}{2\xi"
        r"\gamma}+\frac1r(\xi-\frac{a\xi}{2\gamma})+o(a)",
        reading="The o(a) is a bound of the order of the square of a, for a up to half of "
        "the pole of (17).",
    )
    .rejects("the second term at a = 0", left=difference(V.xi))
)

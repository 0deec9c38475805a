r"""Section 3.4: the bias of clipping and normalising, and what their noise scales with.

:math:`\nabla f=su` with a unit vector u, :math:`g=\nabla f+e`. The bias is the gap between
:math:`\nabla f` and :math:`E[\bar hg]` or :math:`E[hg]`, here its component along a unit vector v.
Footnote 1 speaks of directions: :math:`E[hg]` is a pure number, and :math:`rE[hg]` is compared. The
toy law of Appendix A.1 shows what a small c or r does to the direction.
"""

from fractions import Fraction as F

from verify.language import Formula, behaves, claim, dot, instance, norm, number, says
from verify.language.symbols import of_kind, positive
from verify.methods.derive import Derive, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as printed
from verify.papers.nsgd.formulas.printed_a import CLIPPING, GRADIENT, LONGEST, NORMALISING, E, mean
from verify.papers.nsgd.laboratory.runs import one_rate_over_one_rate, shortfall_over_shortfall
from verify.papers.nsgd.lemmas.descent import averaged
from verify.papers.nsgd.notation import Direction
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.results.section_3_3 import toy_clipped, toy_normalised
from verify.papers.nsgd.settings import CLIPPING as THRESHOLDS
from verify.papers.nsgd.settings import REGULARISERS

V = PAPER.extended(
    v=of_kind(Direction("d"), "v", unit="1"),
    c_2=positive("c'", unit="gradient", search=(0.01, 10)),
    r_2=positive("r'", unit="gradient", search=(0.01, 10)),
)
UNITS = [printed.UNIT, (norm(V.v) == 1)]
OWN, ALONG = dot(V.v, V.s * V.u), dot(V.v, GRADIENT)
UP = dot(V.u, GRADIENT)


def gap(factor: Formula, own: Formula = OWN, along: Formula = ALONG) -> Formula:
    """The bias along v, or with the others along u."""
    return mean(own - factor * along)


SELF = dot(V.u, V.s * V.u)
SCALED = V.r * NORMALISING

SHARE = LONGEST / (V.r + LONGEST)
LEFT = LONGEST**2 / (V.r + LONGEST)  # goes to 0 as r grows
# What is lost is at most the square of the length over r and it, up to a term of mean 0.
Y, MOVED = norm(GRADIENT), dot(V.v, E)
LOST = Y / (V.r + Y) * ALONG
LITTLE = chain(
    shown(LOST - MOVED <= Y**2 / (V.r + Y) - MOVED), shown(Y**2 / (V.r + Y) - MOVED <= LEFT - MOVED)
)
LARGE_C = says(
    mean(CLIPPING * ALONG) == OWN,
    given=[*UNITS, V.c >= LONGEST],
    by=Derive(expect(V.P, E, shown(CLIPPING * ALONG == ALONG))),
)
SMALL_C, SMALL_R = (
    says(
        gap(factor, SELF, UP) >= V.s - level,
        given=[printed.UNIT],
        by=averaged(V.s - level, SELF - factor * UP),
    )
    for factor, level in ((CLIPPING, V.c), (SCALED, V.r))
)
# The toy law turns the direction round, unless c or r is large enough for the gradient.
TURNED_C = says(toy_clipped(V.s) < 0, given=[V.s > 0, V.c < V.tau0 - 2 * V.s])
BIAS = (
    claim(
        "nsgd/bias-large-threshold",
        "§3.4, the induced bias",
        "The bias at small and large $c$ and $r$",
    )
    .says(
        {
            "none at a large c": LARGE_C,
            "another direction at a small c": TURNED_C,
            # A reading: r E[hg], which has the direction of E[hg], where what is printed goes to 0.
            "little of r E[hg] at a large r": says(
                gap(SCALED) <= LEFT, given=UNITS, by=Derive(expect(V.P, E, LITTLE))
            ),
            "another direction at a small r": says(
                V.r * toy_normalised(V.s) < 0,
                given=[V.s > 0, 6 * V.r * V.s < (V.tau0 - 2 * V.s) * (V.tau0 + V.s)],
            ),
        },
        notes=(
            # Of the length no more than c and r is left.
            SMALL_C,
            SMALL_R,
            # As printed, not scaled by r, it goes to 0 as r grows, the gap to all of the gradient.
            says(
                mean(Y / (V.r + Y)) <= SHARE,
                by=Derive(expect(V.P, E, shown(Y / (V.r + Y) <= SHARE))),
                given=[printed.UNIT],
            ),
            # In between the bias need not fall: under the toy law it grows with c at first.
            says(V.s - toy_clipped(V.s) == V.s + V.c / 3, given=[V.c <= V.tau0 / 2 - V.s]),
        ),
    )
    .rejects(
        "half of the longest",
        part="none at a large c",
        given=[*UNITS, 2 * V.c >= LONGEST],
        at={**instance("d=1 tau0=1 tau1=0 u=(1,) v=(1,) P=((1,(0,)),)"), "s": 3, "c": 2},
    )
)


def step_size(threshold: Formula, scale: Formula) -> Formula:
    """(4) with r and 1, (8) with c and c."""
    curvature = V.L1 * (threshold + V.tau0) + V.L0
    return (2 / (curvature * V.T * V.d * scale**2 * V.noise**2)).sqrt()


def size(rate: Formula, scale: Formula) -> Formula:
    """The root mean square of the noise in a step."""
    return rate * scale * V.noise * V.d.sqrt()


LANES = "clipping, rate over c against normalising, r as c; eps = 8"
OWN_GRIDS = "normalising against clipping; eps = 8"
# Under different scales: on the paper's own grids, and with r and c over the same values at noise
# that is as large, where the learning rate varies with 1/c.
ROBUST = behaves(
    "less",
    (OWN_GRIDS, "normalising, r as c against clipping, rate over c; eps = 8"),
    one_rate_over_one_rate,
)
NOISE = (
    claim("nsgd/noise-and-r", "§3.4, the added noise", "Noise, learning rate, $c$ and $r$")
    .says(
        {
            "the noise of clipping at two thresholds": says(
                size(V.rate, V.c_2) == V.c_2 / V.c * size(V.rate, V.c)
            ),
            "DP-NSGD is more robust": ROBUST,
        },
        repaired={"DP-NSGD is more robust": behaves("less", (OWN_GRIDS,), one_rate_over_one_rate)},
        settings=(*THRESHOLDS, *REGULARISERS),
        notes=(
            # The step sizes of the theorems vary with r as with c: times c, (8) is (4) at r = c.
            says(V.c * step_size(V.c, V.c) == step_size(V.c, number(F(1)))),
            # At equal noise and over the same values DP-SGD is more robust, and easier to tune,
            behaves("less", (LANES,), one_rate_over_one_rate),
            behaves("less", (LANES,), shortfall_over_shortfall),
            # also than it is with a learning rate that is not divided by c,
            behaves(
                "less",
                ("clipping, rate over c against clipping; eps = 8",),
                shortfall_over_shortfall,
            ),
            # and DP-NSGD is the more robust one because its grid holds small values only.
            behaves(
                "less",
                ("normalising against normalising, r as c; eps = 8",),
                one_rate_over_one_rate,
            ),
        ),
    )
    .rejects(
        "the other way round",
        part="DP-NSGD is more robust",
        cells=("clipping against normalising; eps = 8",),
    )
)

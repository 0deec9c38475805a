r"""Section 3.3: (11), and that clipping descends where normalising does not.

(11): clipping lies between normalising and twice that; both descend in proportion to a large
gradient.

:math:`\nabla f=su` with a unit vector u and :math:`g=\nabla f+e`, as in Lemma A.3. Without noise
and with all records in the batch, DP-NSGD stops where :math:`E[hg]=0`. The toy law of Appendix A.1
is that of three records on the line with gradients :math:`s+\tau_0`, :math:`s-\tau_0/2` and
:math:`s-\tau_0/2`.
"""

from fractions import Fraction as F

from verify.language import Draft, claim, instance, lemma, real, says
from verify.language.formulas import Formula, dot, largest, least, norm, number
from verify.methods.derive import Derive, cases, chain, expect, multiply, shown, substitute
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.descent import CAPPED, CLIPPED_FAR, CLIPPED_NEAR
from verify.papers.nsgd.lemmas.drift import CLIPPED_DRIFT
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING

CLIPPED = least(1, V.c / norm(V.g))
NORMALISED = V.c / (V.c + norm(V.g))
LOWER, UPPER = says(NORMALISED <= CLIPPED), says(CLIPPED <= 2 * NORMALISED)
EQ_11 = (
    claim("nsgd/eq-11", "§3.3, (11)", "Clipping against normalising")
    .says({"from below": LOWER, "from above": UPPER}, settings=CLIPPING)
    .quoting(
        r"\frac c{c+\|g\|}\le\min\{1,\frac c{\|g\|}\}\le\frac{2c}{c+\|g\|}",
        part=("from below", "from above"),
    )
    .rejects("factor 3/2", part="from above", right=3 * NORMALISED / 2)
)

# At small gradients a clipped step descends on average, for every law, if c >= tau_0. The
# deviation is at most RADIUS long, in every dimension.
NEAR = V.s < p.BORDER
KEPT = (1 - V.tau1) * V.s**2 / 2


def line(x: Formula) -> Formula:
    r"""An affine function of <su, g> below its clipped value, for every :math:`c\ge\tau_0`.

    In <u, g> it meets x at :math:`s-\varrho` and :math:`\tau_0` at :math:`s+\varrho`.
    """
    return KEPT + (V.tau0 + p.RADIUS - V.s) / (2 * p.RADIUS) * (x - V.s**2)


SCALAR = V.extended(x=real("x", unit="gradient^2", search=(-10, 10)))
DOWNHILL = says(
    line(SCALAR.x) <= V.tau0 / (V.s + p.RADIUS) * SCALAR.x,
    given=[NEAR, SCALAR.x >= 0, SCALAR.x <= V.s * (V.s + p.RADIUS)],
)
UPHILL = says(line(SCALAR.x) <= SCALAR.x, given=[NEAR, SCALAR.x >= V.s * (V.s - p.RADIUS)])

# The clipped component above its line, for every gradient, then on average.
AVERAGED = KEPT + (V.tau0 + p.RADIUS - V.s) / (2 * p.RADIUS) * dot(p.FULL, p.E)
ABOVE_LINE = cases(
    p.ALONG <= 0,
    chain(substitute(UPHILL, {"x": p.ALONG}), shown(p.ALONG <= p.CLIPPING * p.ALONG)),
    chain(
        substitute(DOWNHILL, {"x": p.ALONG}),
        multiply(shown(V.tau0 / (V.s + p.RADIUS) <= p.CLIPPING), p.ALONG),
    ),
    line(p.ALONG) <= p.CLIPPING * p.ALONG,
)
THRESHOLD = lemma(
    "nsgd/clipped-descent-threshold",
    p.mean(p.CLIPPING * p.ALONG) >= KEPT,
    given=[p.UNIT, NEAR, V.c >= V.tau0],
    by=Derive(expect(V.P, p.E, chain(shown(AVERAGED == line(p.ALONG)), ABOVE_LINE))),
)

MOVES = [p.UNIT, V.s > 0]
DESCENDS = says(number(0) < p.mean(p.CLIPPING * p.ALONG), given=MOVES)
FAR = chain(shown(CAPPED > 0), substitute(CLIPPED_FAR, {}))
ABOVE = DESCENDS.but(
    also=[V.c >= V.tau0],
    by=Derive(cases(NEAR, chain(shown(KEPT > 0), substitute(THRESHOLD, {})), FAR)),
)
BY_THEOREM = DESCENDS.but(
    also=[V.c > 2 * p.BORDER],
    by=Derive(cases(NEAR, chain(shown(V.s**2 > 0), substitute(CLIPPED_NEAR, {})), FAR)),
)


# The toy law, d = 1.
def toy_clipped(s: Formula) -> Formula:
    """E of the clipped gradient."""
    up, down = s + V.tau0, s - V.tau0 / 2
    return (V.c / largest(V.c, abs(up)) * up + 2 * (V.c / largest(V.c, abs(down)) * down)) / 3


def toy_normalised(s: Formula) -> Formula:
    """E of the normalised gradient."""
    up, down = s + V.tau0, s - V.tau0 / 2
    return (up / (V.r + abs(up)) + 2 * (down / (V.r + abs(down)))) / 3


LAW = ((F(1, 3), (1,)), (F(2, 3), (F(-1, 2),)))
AT_NINE_TENTHS = instance("d=1 c=9/10 tau0=1 tau1=0 s=1/100 u=(1,)") | {"P": LAW}
POSITIVE = (
    claim("nsgd/clipping-stays-positive", "§3.3, after (11)", "A clipped step descends on average")
    .says(
        BY_THEOREM,
        notes=(
            # Half of what the theorem asks for is enough,
            ABOVE,
            # and no less is: at every c < tau_0 the toy law moves uphill.
            says(toy_clipped(V.s) < 0, given=[V.s > 0, V.c < V.tau0, 2 * V.s < V.tau0 - V.c]),
        ),
    )
    .rejects(
        "nine tenths of tau_0", ABOVE.but(given=[*MOVES, 10 * V.c >= 9 * V.tau0], at=AT_NINE_TENTHS)
    )
)

REACH = 3 * V.r + V.tau0 / 2
FLOOR = ((REACH**2 + 2 * V.tau0**2).sqrt() - REACH) / 2  # s^2 + (3 r + tau_0/2) s = tau_0^2/2
PRINTED = 8 * (V.r + 2 * V.tau0) * V.tau0**2 / (V.r * (V.r + V.tau0))
COMPARISON = (
    claim(
        "nsgd/floor-comparison",
        "§3.3, after Cor 3.5; App A.1",
        r"DP-NSGD has a floor, and for $2\tau_0/(1-\tau_1)<c$ DP-SGD has none",
    )
    .says(
        {
            "the mean step of DP-NSGD vanishes": says(
                toy_normalised(FLOOR) == 0, given=[V.r > V.tau0]
            ),
            "at a gradient that is not 0": says(number(0) < FLOOR, given=[V.r > V.tau0]),
            "that of DP-SGD does not": BY_THEOREM,
        },
        notes=(
            # The order of the printed floor is that of this one; it is 48 to 90 times as high.
            says(PRINTED >= 48 * FLOOR, given=[V.r > V.tau0]),
            says(PRINTED <= 90 * FLOOR, given=[V.r > V.tau0]),
            # Below tau_0 DP-SGD has a floor as well: the toy law stops it at half of what c lacks.
            says(toy_clipped((V.tau0 - V.c) / 2) == 0, given=[V.c < V.tau0]),
        ),
    )
    .rejects(
        "at twice the gradient",
        part="the mean step of DP-NSGD vanishes",
        left=toy_normalised(2 * FLOOR),
    )
)


def descends(rate: Formula, factor: Formula, share: Formula, slope: Formula) -> Draft:
    """A step descends in proportion to the gradient, by its least factor, under every step."""
    step = factor * p.ALONG
    proof = chain(
        shown(slope * V.s <= share * p.SQUARED), expect(V.P, p.E, shown(share * p.ALONG <= step))
    )
    return says(
        rate * p.mean(step) >= rate * (slope * V.s),
        given=[p.UNIT, p.LARGE],
        by=Derive(multiply(proof, rate)),
    )


def normalised(e: Formula) -> Formula:
    """A normalised step along the gradient, for a deviation."""
    return dot(p.FULL, p.FULL + e) / (V.r + norm(p.FULL + e))


def between(share: Formula, factor: Formula) -> Draft:
    """By (11), for every gradient and then on average, where both descend."""
    return says(
        V.rate * p.mean(share * p.ALONG) <= V.rate * p.mean(factor * p.ALONG),
        given=[p.UNIT, p.LARGE],
        by=Derive(multiply(expect(V.P, p.E, shown(share * p.ALONG <= factor * p.ALONG)), V.rate)),
    )


AT_C = V.c / (V.c + norm(p.GRADIENT))  # c h for r = c
LARGE_GRADIENTS = (
    claim(
        "nsgd/large-gradient-descent", "§3.3, text with (11)", "Descent where the gradient is large"
    )
    .says(
        {
            "normalising": descends(V.eta, p.NORMALISING, 1 / (V.r + p.LONGEST), V.tau0 / p.REACH),
            "clipping": descends(
                V.rate, p.CLIPPING, V.c / (V.c + p.LONGEST), V.tau0 * V.c / p.REACH_C
            ),
            "clipping, once normalising": between(AT_C, p.CLIPPING),
            "clipping, twice normalising": between(p.CLIPPING, 2 * AT_C),
        },
        notes=(
            # No larger constant: the deviations RADIUS u and -RADIUS u, at the border.
            says(
                (normalised(p.RADIUS * V.u) + normalised(-p.RADIUS * V.u)) / 2
                == V.tau0 / p.REACH * V.s,
                given=[p.UNIT, (V.s == p.BORDER)],
            ),
            # Clipping at c >= 2 tau_0/(1 - tau_1) keeps more, at alpha = 0 too.
            CLIPPED_DRIFT.says,
        ),
    )
    .rejects("normalising, twice", part="normalising", right=2 * V.eta * V.tau0 / p.REACH * V.s)
    .rejects(
        "clipping, three times", part="clipping", right=3 * V.rate * V.tau0 * V.c / p.REACH_C * V.s
    )
)

r"""Appendix A.1, and §3.3: the toy law under both steps, and the lower bound it is to show optimal.

The law: :math:`\tau_1=0`, and the deviation is :math:`\tau_0u` with probability 1/3,
:math:`-\tau_0u/2` else. The example illustrates the proof of Theorem 3.2, whose hypothesis
:math:`r>\tau_0` stands over the sign. The law names the direction of the gradient of f, which a
gradient of 0 does not have: any direction is allowed there, and the step is 0 in each.

The lower bound :math:`\Omega(\eta(s^2/r-\tau_0^3/r^2))` would be optimal if the toy law, in the
range where it is said to ascend, lost a fixed share of what the bound allows. What a law can lose
is a multiple of :math:`\tau_0^2s/r^2`, and so of :math:`\tau_0^4/r^3` at the worst s.
"""

from fractions import Fraction as F

from verify.language import Escape, Formula, claim, dot, instance, largest, norm, number, says
from verify.methods.derive import Derive, cases, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.formulas.printed_a import FULL, UNIT
from verify.papers.nsgd.lemmas.drift import V, drift, drift_bound
from verify.papers.nsgd.settings import CLIPPING, REGULARISERS

AHEAD, BACK = FULL + V.tau0 * V.u, FULL - V.tau0 / 2 * V.u  # the two gradients


def normalised(g: Formula) -> Formula:
    """<grad f, h g>."""
    return dot(FULL, g) / (V.r + norm(g))


def clipping(g: Formula) -> Formula:
    """The factor of clipping, which is 1 at g = 0."""
    return V.c / largest(V.c, norm(g))


def on_axis(x: Formula) -> Formula:
    """The same for the gradient x u."""
    return V.s * x / (V.r + abs(x))


MEAN = normalised(AHEAD) / 3 + 2 * normalised(BACK) / 3
DESCENT = V.eta * MEAN
CLIPPED = clipping(AHEAD) * dot(FULL, AHEAD) / 3 + 2 * clipping(BACK) * dot(FULL, BACK) / 3
# The same descent in components along u.
COMPONENTS = V.eta * (on_axis(V.s + V.tau0) / 3 + 2 * on_axis(V.s - V.tau0 / 2) / 3)

TOP = V.s**3 + (3 * V.r + V.tau0 / 2) * V.s**2 - V.tau0**2 * V.s / 2
PRINTED = V.eta * TOP / (3 * (V.r + V.tau0 + V.s) * (V.r + V.tau0 / 2 - V.s))
FORMULA = says(DESCENT == PRINTED, given=[UNIT])
TOY_FORMULA = (
    claim("nsgd/toy-formula", "App A.1", "Descent under the toy law")
    .says(
        FORMULA,
        settings=REGULARISERS,
        # In the range of which the paper reads the sign off it, it is right.
        notes=(FORMULA.but(also=[10 * V.r * V.s <= V.tau0**2, V.r > V.tau0]),),
    )
    .quoting(
        r"\mathfrak A=\eta\mathbb E[\langle\nabla f,hg\rangle]"
        r"=\frac{\eta(\|\nabla f\|^3+(3r+\tau_0/2)\|\nabla f\|^2-\tau_0^2\|\nabla f\|"
        r"/2)}{3(r+\tau_0+\|\nabla f\|)(r+\tau_0/2-\|\nabla f\|)}",
        letters={r"\mathbb E[\langle\nabla f,hg\rangle]": MEAN},
    )
    .repaired(
        # Beyond, both gradients point ahead.
        also=[2 * V.s <= V.tau0]
    )
    .rejects("up to tau_0", also=[V.s <= V.tau0])
)

NEAR = [UNIT, 10 * V.r * V.s <= V.tau0**2]
SIGN = says(DESCENT < 0, given=[*NEAR, V.r > V.tau0])
TOY_SIGN = (
    claim("nsgd/toy-sign", "App A.1", "The toy law ascends near a stationary point")
    .says(
        SIGN,
        notes=(
            # The least r for which it holds.
            SIGN.but(given=[*NEAR, V.s > 0, 20 * V.r**2 > 5 * V.r * V.tau0 + V.tau0**2]),
            # Up to tau_0^2/(8r), and not from tau_0^2/(6r) on.
            says(DESCENT < 0, given=[UNIT, V.s > 0, V.r > V.tau0, 8 * V.r * V.s <= V.tau0**2]),
            says(number(0) < DESCENT, given=[UNIT, V.r > V.tau0, 6 * V.r * V.s >= V.tau0**2]),
        ),
    )
    .quoting(r"\mathfrak A<0", reading="the mean is written out over the two deviations")
    .quoting(r"\|\nabla f(x_k)\|\le\tau_0^2/(10r)")
    .repaired(also=[V.s > 0])
    .rejects("from any r", given=[*NEAR, V.s > 0])
)

INSIDE = [UNIT, V.s <= V.c - V.tau0]
TOY_CLIPPING = (
    claim("nsgd/toy-clipping", "App A.1", "Clipping under the toy law")
    .says(
        {
            "ahead, no clipping": says(clipping(AHEAD) == 1, given=INSIDE),
            "back, no clipping": says(clipping(BACK) == 1, given=INSIDE),
            "descent": says(V.rate * CLIPPED == V.rate * V.s**2, given=INSIDE),
        },
        settings=CLIPPING,
    )
    .quoting(r"\|\nabla f\|\le c-\tau_0", part="descent")
    .quoting(
        r"\bar h\equiv1",
        part=("ahead, no clipping", "back, no clipping"),
        reading="A part for each of the two gradients of the toy law, that ahead of the mean and "
        r"that behind it; the factor is written $c/\max(c,\lVert g\rVert)$",
    )
    .quoting(
        r"\bar{\mathfrak A}=\eta\mathbb E[\langle\nabla f,\bar hg\rangle]=\eta\|\nabla f\|^2",
        part="descent",
        letters={r"\mathbb E[\langle\nabla f,\bar hg\rangle]": CLIPPED},
    )
    .rejects("up to c", part="descent", given=[UNIT, V.s <= V.c])
)

OPTIMAL = says(
    COMPONENTS <= V.c1 * V.eta * (V.s**2 / V.r - V.tau0**3 / V.r**2),
    given=[10 * V.r * V.s <= V.tau0**2, V.r > V.tau0],
    exists={"c1": None},
    # Near the worst s of the toy law.
    by=Escape(family={"tau0": 1, "eta": 1, "s": 1 / (12 * V.r)}, beyond={"r": 2 + 1 / V.c1}),
)
# tau_0^2 s in place of tau_0^3.
LINEAR = OPTIMAL.but(
    right=V.c1 * V.eta * (V.s**2 / V.r - V.tau0**2 * V.s / V.r**2),
    exists={"c1": F(1, 100)},
    by=None,
)
DESCENDS = p.mean(p.NORMALISING * p.ALONG)
LEAST = -(p.BORDER**4) / (4 * V.r * (V.r + p.BORDER) ** 2)
# From the border on no gradient points against the step.
LINE = 1 / (V.r + p.LONGEST)
BY_SIGN = cases(
    p.SMALL,
    chain(shown(drift_bound(p.BORDER) >= LEAST), drift(p.BORDER)),
    chain(
        shown(LINE * p.SQUARED >= LEAST),
        expect(V.P, p.E, shown(LINE * p.ALONG <= p.NORMALISING * p.ALONG)),
    ),
)
WEIGHT = (V.s + V.t) / (p.LONGEST + V.t)
TIGHT = V.r * p.LONGEST**2 == 2 * p.LONGEST * V.r * V.t + V.t**2 * (V.r + 2 * p.LONGEST)
TOY = instance("d=1 r=1/1 tau0=1/1 tau1=0/1 s=1/20 u=(1/1,) P=((1/3,(1/1,)),(2/3,(-1/2,)))")
LOWER_BOUND = (
    claim(
        "nsgd/lower-bound-optimal",
        "§3.3; App A.1",
        "Whether the lower bound of a normalised step is optimal",
    )
    .says(
        OPTIMAL,
        repaired=LINEAR,
        notes=(
            # All laws: the order of the repaired bound, and the least value over all gradients.
            says(
                DESCENDS >= drift_bound(p.BORDER),
                given=[p.UNIT, p.SMALL],
                by=Derive(drift(p.BORDER)),
            ),
            says(DESCENDS >= LEAST, given=[p.UNIT], by=Derive(BY_SIGN)),
            # The bound is attained, for every t, by two atoms, -t u and the longest gradient.
            says(
                WEIGHT * on_axis(p.LONGEST) + (1 - WEIGHT) * on_axis(-V.t) == drift_bound(V.t),
                given=[TIGHT, V.s + V.t <= p.RADIUS],
                at=instance("r=1/1 tau0=3/4 tau1=0/1 s=1/4 t=1/3"),
            ),
        ),
    )
    .quoting(
        r"\mathfrak A=\Omega(\eta(\|\nabla f\|^2/r-\tau_0^3/r^2))",
        reading=(
            r"The paper calls this bound optimal. Tested is that $\mathfrak A$ under the toy law "
            r"is at most a constant times what stands in the $\Omega$"
        ),
    )
    .rejects("a 200th of the least value", says(DESCENDS >= LEAST / 200, given=[p.UNIT], at=TOY))
)

r"""§3.3 and Appendix A.1: is the lower bound :math:`\Omega(\eta(s^2/r-\tau_0^3/r^2))` optimal?

It would be if the toy law, in the range where it is said to ascend, lost a fixed share of what the
bound allows. What a law can lose is a multiple of :math:`\tau_0^2s/r^2`, and so of
:math:`\tau_0^4/r^3` at the worst s.
"""

from fractions import Fraction as F

from verify.language import Escape, claim, instance, says
from verify.methods.derive import Derive, cases, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.formulas.printed_toy import COMPONENTS, on_axis
from verify.papers.nsgd.lemmas.drift import V, drift, drift_bound

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
AHEAD = cases(
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
        "the lower bound of a normalised step is optimal",
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
            says(DESCENDS >= LEAST, given=[p.UNIT], by=Derive(AHEAD)),
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
            "that the bound is optimal: under the toy law A is at most a constant times its "
            "argument"
        ),
    )
    .rejects("a 200th of the least value", says(DESCENDS >= LEAST / 200, given=[p.UNIT], at=TOY))
)

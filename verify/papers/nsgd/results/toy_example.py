r"""Appendix A.1: what the toy law says of normalising and clipping.

The example illustrates the proof of Theorem 3.2, whose hypothesis :math:`r>\tau_0` stands over the
sign. Its law names the direction of the gradient of f, which a gradient of 0 does not have: any
direction is allowed there, and the step is 0 in each.
"""

from verify.language import claim, number, says
from verify.papers.nsgd.formulas.printed_a import UNIT
from verify.papers.nsgd.formulas.printed_toy import AHEAD, BACK, CLIPPED, DESCENT, clipping
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING, REGULARISERS

TOP = V.s**3 + (3 * V.r + V.tau0 / 2) * V.s**2 - V.tau0**2 * V.s / 2
PRINTED = V.eta * TOP / (3 * (V.r + V.tau0 + V.s) * (V.r + V.tau0 / 2 - V.s))
FORMULA = says(DESCENT == PRINTED, given=[UNIT])
TOY_FORMULA = (
    claim("nsgd/toy-formula", "App A.1", "descent under the toy law")
    .says(
        FORMULA,
        settings=REGULARISERS,
        # In the range of which the paper reads the sign off it, it is right.
        notes=(FORMULA.but(also=[10 * V.r * V.s <= V.tau0**2, V.r > V.tau0]),),
    )
    .quoting(
        r"\mathfrak A=\eta\mathbb E\langle\nabla f,hg\rangle=\frac{\eta(s^3+(3r+"
        r"\tau_0/2)s^2-\tau_0^2s/2)}{3(r+\tau_0+s)(r+\tau_0/2-s)}"
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
    claim("nsgd/toy-sign", "App A.1", "the toy law ascends near a stationary point")
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
    .quoting(r"\mathfrak A<0", reading="the expectation is written out over the two deviations")
    .quoting(r"s\le\tau_0^2/(10r)")
    .repaired(also=[V.s > 0])
    .rejects("from any r", given=[*NEAR, V.s > 0])
)

INSIDE = [UNIT, V.s <= V.c - V.tau0]
TOY_CLIPPING = (
    claim("nsgd/toy-clipping", "App A.1", "clipping under the toy law")
    .says(
        {
            "first factor": says(clipping(AHEAD) == 1, given=INSIDE),
            "second factor": says(clipping(BACK) == 1, given=INSIDE),
            "descent": says(V.rate * CLIPPED == V.rate * V.s**2, given=INSIDE),
        },
        settings=CLIPPING,
    )
    .quoting(r"\|\nabla f\|\le c-\tau_0", part="descent")
    .quoting(
        r"\bar h\equiv1",
        part=("first factor", "second factor"),
        reading="a part for each of the two gradients",
    )
    .quoting(r"\bar{\mathfrak A}=\eta s^2", part="descent")
    .rejects("up to c", part="descent", given=[UNIT, V.s <= V.c])
)

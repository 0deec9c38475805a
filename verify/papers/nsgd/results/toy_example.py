r"""Appendix A.1: what the toy law says of normalising and clipping.

The example illustrates the proof of Theorem 3.2, whose hypothesis :math:`r>\tau_0` stands over the
sign. Its law names the direction of the gradient of f, which a gradient of 0 does not have: any
direction is allowed there, and the step is 0 in each.
"""

from verify.language.claim import Control, claim
from verify.language.says import equal, less
from verify.papers.nsgd.formulas.printed_a import UNIT
from verify.papers.nsgd.formulas.printed_toy import AHEAD, BACK, CLIPPED, DESCENT, clipping
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING, REGULARISERS

TOP = V.s**3 + (3 * V.r + V.tau0 / 2) * V.s**2 - V.tau0**2 * V.s / 2
PRINTED = V.eta * TOP / (3 * (V.r + V.tau0 + V.s) * (V.r + V.tau0 / 2 - V.s))
FORMULA = equal(V, DESCENT, PRINTED, where=[UNIT])
TOY_FORMULA = claim(
    "nsgd/toy-formula",
    "App A.1",
    "descent under the toy law",
    FORMULA,
    # Beyond, both gradients point ahead.
    repaired=FORMULA.but(also=[2 * V.s <= V.tau0]),
    settings=REGULARISERS,
    rejects=(Control(name="up to tau_0", says=FORMULA.but(also=[V.s <= V.tau0])),),
)

NEAR = [UNIT, 10 * V.r * V.s <= V.tau0**2]
SIGN = less(V, DESCENT, 0, where=[*NEAR, V.r > V.tau0])
TOY_SIGN = claim(
    "nsgd/toy-sign",
    "App A.1",
    "the toy law ascends near a stationary point",
    SIGN,
    repaired=SIGN.but(also=[V.s > 0]),
    notes=(
        # The least r for which it holds.
        SIGN.but(where=[*NEAR, V.s > 0, 20 * V.r**2 > 5 * V.r * V.tau0 + V.tau0**2]),
        # Up to tau_0^2/(8r), and not from tau_0^2/(6r) on.
        less(V, DESCENT, 0, where=[UNIT, V.s > 0, V.r > V.tau0, 8 * V.r * V.s <= V.tau0**2]),
        less(V, 0, DESCENT, where=[UNIT, V.r > V.tau0, 6 * V.r * V.s >= V.tau0**2]),
    ),
    rejects=(Control(name="from any r", says=SIGN.but(where=[*NEAR, V.s > 0])),),
)

INSIDE = [UNIT, V.s <= V.c - V.tau0]
PLAIN = equal(V, V.rate * CLIPPED, V.rate * V.s**2, where=INSIDE)
TOY_CLIPPING = claim(
    "nsgd/toy-clipping",
    "App A.1",
    "clipping under the toy law",
    {
        "first factor": equal(V, clipping(AHEAD), 1, where=INSIDE),
        "second factor": equal(V, clipping(BACK), 1, where=INSIDE),
        "descent": PLAIN,
    },
    settings=CLIPPING,
    rejects=(Control(name="up to c", says=PLAIN.but(where=[UNIT, V.s <= V.c])),),
)

CLAIMS = (TOY_FORMULA, TOY_SIGN, TOY_CLIPPING)

r"""At small gradients a clipped step descends on average, for every law, if :math:`c\ge\tau_0`.

The deviation is at most :math:`\varrho=\tau_0+\tau_1s` long, in every dimension.
"""

from verify.language import Formula, dot, lemma, real, says
from verify.methods.derive import Derive, cases, chain, expect, multiply, shown, substitute
from verify.papers.nsgd.formulas import printed_a
from verify.papers.nsgd.formulas.printed_a import ALONG, CLIPPING, FULL, RADIUS, UNIT, E, mean
from verify.papers.nsgd.notation import V

NEAR = V.s < printed_a.BORDER
KEPT = (1 - V.tau1) * V.s**2 / 2


def line(x: Formula) -> Formula:
    r"""An affine function of <su, g> below its clipped value, for every :math:`c\ge\tau_0`.

    In <u, g> it meets x at :math:`s-\varrho` and :math:`\tau_0` at :math:`s+\varrho`.
    """
    return KEPT + (V.tau0 + RADIUS - V.s) / (2 * RADIUS) * (x - V.s**2)


SCALAR = V.extended(x=real("x", unit="gradient^2", search=(-10, 10)))
DOWNHILL = says(
    line(SCALAR.x) <= V.tau0 / (V.s + RADIUS) * SCALAR.x,
    given=[NEAR, SCALAR.x >= 0, SCALAR.x <= V.s * (V.s + RADIUS)],
)
UPHILL = says(line(SCALAR.x) <= SCALAR.x, given=[NEAR, SCALAR.x >= V.s * (V.s - RADIUS)])

# The clipped component above its line, for every gradient, then on average.
AVERAGED = KEPT + (V.tau0 + RADIUS - V.s) / (2 * RADIUS) * dot(FULL, E)
POINTWISE = cases(
    ALONG <= 0,
    chain(substitute(UPHILL, {"x": ALONG}), shown(ALONG <= CLIPPING * ALONG)),
    chain(
        substitute(DOWNHILL, {"x": ALONG}),
        multiply(shown(V.tau0 / (V.s + RADIUS) <= CLIPPING), ALONG),
    ),
    line(ALONG) <= CLIPPING * ALONG,
)
THRESHOLD = lemma(
    "nsgd/clipped-descent-threshold",
    mean(CLIPPING * ALONG) >= KEPT,
    given=[UNIT, NEAR, V.c >= V.tau0],
    by=Derive(expect(V.P, E, chain(shown(AVERAGED == line(ALONG)), POINTWISE))),
)

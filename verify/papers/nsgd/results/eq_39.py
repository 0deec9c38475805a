r"""Appendix C.2, (39) and the display after (40): the coefficient of large gradients.

(20) at the :math:`\alpha_0` of (39) takes :math:`\alpha_0/(1-\tau_1)`, a pure number, from
:math:`\tau_0c/(c(1-\tau_1)+2\tau_0)`, a gradient: this is where c is compared with 1.
"""

from fractions import Fraction as F

from verify.language import claim, number, put, says
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.formulas.printed_theorems import STEEP_C
from verify.papers.nsgd.lemmas.drift import CLIPPED_DRIFT
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING

EQ_39 = (
    claim("nsgd/eq-39", "App C.2, (39)", "the share alpha_0 for clipping")
    .says(
        says(p.ALPHA_39 < F(1, 2)),
        settings=CLIPPING,
        notes=(says(p.ALPHA_39 <= (1 - V.tau1) / 4, given=[p.THRESHOLD]),),
    )
    .quoting(r"\alpha_0=\frac{\tau_0(1-\tau_1)}{c(1-\tau_1)+2\tau_0}<\frac12")
    .rejects("a third", right=F(1, 3))
)

GIVEN = V.tau0 * V.c / p.REACH_C
LEFT = GIVEN - p.ALPHA_39 / (1 - V.tau1)
ABOVE = V.c > 2 * p.BORDER
POSITIVE = says(number(0) < STEEP_C, given=[ABOVE])
# What (20) should take at (39): it multiplies |grad f|, is positive, and holds for every law.
RIGHT = V.tau0 * (V.c + (1 + V.tau1) * p.BORDER) / p.REACH_C
DESCENDS = says(
    put(p.CLIPPED, {"alpha": p.ALPHA_39}) >= RIGHT * V.s,
    given=[p.UNIT, p.LARGE, ABOVE],
    by=Derive(substitute(CLIPPED_DRIFT, {"alpha": p.ALPHA_39})),
)
COEFFICIENT = (
    claim(
        "nsgd/case-1-coefficient", "App C.2, after (40); (43)", "the coefficient of large gradients"
    )
    .says(
        {"is that of (20) at (39)": says(LEFT == STEEP_C), "is positive": POSITIVE},
        instead={"is positive": DESCENDS},
        settings=CLIPPING,
        notes=(
            # With the factor c that the second term lacks nothing is left at (39), half at half of
            # it.
            says(GIVEN - p.ALPHA_39 * V.c / (1 - V.tau1) == 0),
            says(GIVEN - p.ALPHA_39 / 2 * V.c / (1 - V.tau1) == GIVEN / 2),
        ),
    )
    .quoting(
        r"\frac{\tau_0(c-1)}{c(1-\tau_1)+2\tau_0}\eta\|\nabla f(x_k)\|"
        r"\le f(x_k)-\mathbb E_k[f(x_{k+1})]+\eta^2\left(\frac{(L_1(c+\tau_0)"
        r"+L_0)dc^2\sigma^2}{2}+\frac{4(L_0(1-\tau_1)+2L_1\tau_0)\tau_0^2}{(1-"
        r"\tau_1)^3}\right)",
        part="is positive",
        reading="the coefficient on its left alone",
    )
    .rejects("c above the threshold and above 1/2", part="is positive", also=[2 * V.c > 1])
)

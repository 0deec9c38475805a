"""Appendix B.2, (27): the share alpha_0 for normalising."""

from fractions import Fraction as F

from verify.language import claim, says
from verify.papers.nsgd.formulas.printed_a import ALPHA_27, REACH
from verify.papers.nsgd.formulas.printed_theorems import STEEP
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import REGULARISERS

COEFFICIENT = says(V.tau0 / REACH - ALPHA_27 / (1 - V.tau1) == STEEP)
EQ_27 = (
    claim("nsgd/eq-27", "App B.2, (27)", "the share alpha_0 for normalising")
    .says(
        {"below a quarter": says(ALPHA_27 < F(1, 4)), "coefficient of case 1": COEFFICIENT},
        settings=REGULARISERS,
        notes=(says(ALPHA_27 < F(1, 6), given=[V.r > V.tau0]),),
    )
    .quoting(
        r"\alpha_0=\frac{\tau_0(1-\tau_1)}{2r(1-\tau_1)+4\tau_0}<\frac14", part="below a quarter"
    )
    .rejects("a fifth", part="below a quarter", right=F(1, 5))
)

r"""The cumulant generating function of :math:`2gz+z^2` about its mean, against parabolas.

For z normal of variance :math:`\Phi` its value at :math:`\lambda` is :math:`-u-\ln(1-2u)/2
+2u^2r/(1-2u)` with :math:`u=\lambda\Phi<1/2` and :math:`r=g^2/\Phi`.
"""

from fractions import Fraction as F

from verify.language import Formula, lemma, nonnegative, real
from verify.methods.derive import Derive, add, shown
from verify.papers.adambc.formulas.concentration import V as PAPER

V = PAPER.extended(
    u=real("u", unit="1", search=(-1, 0.5)), r=nonnegative("r", unit="1", search=(0, 10))
)
LEAST = F(31, 10)  # nu^2 over Phi^2 of a squared normal variable; 16 ln 2 - 8 is 3.0904


def central(u: Formula) -> Formula:
    """Without a gradient."""
    return -u - (1 - 2 * u).log() / 2


def cumulant(u: Formula, r: Formula) -> Formula:
    """With the gradient."""
    return central(u) + 2 * u**2 * r / (1 - 2 * u)


BOUNDED = [4 * abs(V.u) <= 1]
CENTRAL = lemma("adambc/squared-normal", central(V.u) <= LEAST / 2 * V.u**2, given=BOUNDED)
SUB_EXPONENTIAL = lemma(
    "adambc/noncentral-sub-exponential",
    cumulant(V.u, V.r) <= LEAST / 2 * V.u**2 + 4 * V.r * V.u**2,
    given=BOUNDED,
    by=Derive(
        add(
            shown(central(V.u) <= LEAST / 2 * V.u**2),
            shown(2 * V.u**2 * V.r / (1 - 2 * V.u) <= 4 * V.r * V.u**2),
        )
    ),
)
RIGHT = lemma(
    "adambc/noncentral-right-tail",
    cumulant(V.u, V.r) <= V.u**2 * (1 + 2 * V.r) / (1 - 2 * V.u),
    given=[V.u >= 0, 2 * V.u < 1],
)
LEFT = lemma(
    "adambc/noncentral-left-tail", cumulant(V.u, V.r) <= V.u**2 * (1 + 2 * V.r), given=[V.u <= 0]
)

r"""The cumulant generating function of :math:`2gz+z^2` about its mean, against parabolas.

For z normal of variance :math:`\Phi` its value at :math:`\lambda` is :math:`-u-\ln(1-2u)/2
+2u^2r/(1-2u)` with :math:`u=\lambda\Phi<1/2` and :math:`r=g^2/\Phi`.
"""

from fractions import Fraction as F

from verify.formula.expression import Node
from verify.language.claim import Lemma
from verify.language.notation import nonnegative, real
from verify.language.says import at_most
from verify.methods.derive import Derive, add, shown
from verify.papers.adambc.formulas.concentration import V as PAPER

V = PAPER.extended(
    u=real("u", unit="1", search=(-1, 0.5)),
    r=nonnegative("r", unit="1", search=(0, 10)),
)
LEAST = F(31, 10)  # nu^2 over Phi^2 of a squared normal variable; 16 ln 2 - 8 is 3.0904


def central(u: Node) -> Node:
    """Without a gradient."""
    return -u - (1 - 2 * u).log() / 2


def cumulant(u: Node, r: Node) -> Node:
    """With the gradient."""
    return central(u) + 2 * u**2 * r / (1 - 2 * u)


BOUNDED = [4 * abs(V.u) <= 1]
CENTRAL = Lemma(
    id="adambc/squared-normal",
    says=at_most(V, central(V.u), LEAST / 2 * V.u**2, where=BOUNDED),
)
SUB_EXPONENTIAL = Lemma(
    id="adambc/noncentral-sub-exponential",
    says=at_most(
        V,
        cumulant(V.u, V.r),
        LEAST / 2 * V.u**2 + 4 * V.r * V.u**2,
        where=BOUNDED,
        by=Derive(
            add(
                shown(central(V.u) <= LEAST / 2 * V.u**2),
                shown(2 * V.u**2 * V.r / (1 - 2 * V.u) <= 4 * V.r * V.u**2),
            )
        ),
    ),
)
RIGHT = Lemma(
    id="adambc/noncentral-right-tail",
    says=at_most(
        V,
        cumulant(V.u, V.r),
        V.u**2 * (1 + 2 * V.r) / (1 - 2 * V.u),
        where=[V.u >= 0, 2 * V.u < 1],
    ),
)
LEFT = Lemma(
    id="adambc/noncentral-left-tail",
    says=at_most(V, cumulant(V.u, V.r), V.u**2 * (1 + 2 * V.r), where=[V.u <= 0]),
)

r"""The square of a gradient with noise is sub-exponential, with a size that the gradient enters.

With :math:`z\sim N(0,\Phi)` the centred :math:`w(g+z)^2` has, by completing the square, the
logarithm of its moment generating function
:math:`-\lambda a-\frac12\ln(1-2\lambda a)+2\lambda^2wg^2a/(1-2\lambda a)`, :math:`a=w\Phi`.
"""

from verify.language import Formula, lemma, positive, real
from verify.papers.adambc.formulas.printed_f import W
from verify.papers.adambc.notation import GRADIENT

V = W.extended(
    lam=real(r"\lambda", unit="1/gradient^2", search=(-2, 2)),
    weight=positive("w", unit="1", search=(0.01, 1)),
    gradient=real("g", unit=GRADIENT, search=(-2, 2)),
)


def log_mgf(weight: Formula, gradient: Formula) -> Formula:
    """The logarithm of the moment generating function."""
    a = weight * V.Phi
    centred = -V.lam * a - (1 - 2 * V.lam * a).log() / 2
    return centred + 2 * V.lam**2 * weight * gradient**2 * a / (1 - 2 * V.lam * a)


def bound(weight: Formula) -> Formula:
    r""":math:`\lambda^2\nu^2/2` with :math:`\nu^2=4w^2\Phi(\Phi+2C^2)`."""
    return V.lam**2 * (4 * weight**2 * V.Phi * (V.Phi + 2 * V.C**2)) / 2


SHIFTED_SQUARE = lemma(
    "adambc/shifted-square",
    log_mgf(V.weight, V.gradient) <= bound(V.weight),
    given=[4 * V.weight * V.Phi * abs(V.lam) <= 1, abs(V.gradient) <= V.C],
)

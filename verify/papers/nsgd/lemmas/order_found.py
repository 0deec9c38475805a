r"""An order for the proof of Lemma 3.1: :math:`\alpha=1+2\ell/\epsilon`.

With :math:`\ell=\ln(1/\delta)`, :math:`k=\gamma^2T`, :math:`\epsilon\le\ell` and
:math:`\sigma\ge\tfrac{13}2\sqrt{k\ell}/\epsilon` the order is cheap enough,
:math:`7k\alpha/\sigma^2\le\epsilon/2`; for :math:`\epsilon\le16k` it is in the range of (46), and
the variance is at least 3/2.
"""

from fractions import Fraction as F

from verify.language import between, lemma, notation, number, positive
from verify.methods.derive import Derive, chain, monotone, multiply, shown

V = notation(
    k=positive("k", unit="1", search=(0.01, 10)),
    eps=positive(r"\epsilon", unit="1", search=(0.01, 10)),
    ell=positive(r"\ell", unit="1", search=(0.1, 20)),
    variance=positive(r"\sigma^2", unit="1", search=(0.5, 2000)),
    rate=between(0, F(1, 10), r"\gamma", unit="1", ends="()", search=(1e-6, 0.1)),
)
C1, C2 = 16, F(13, 2)
ORDER = 1 + 2 * V.ell / V.eps
ENOUGH = [V.eps <= V.ell, V.variance >= C2**2 * V.k * V.ell / V.eps**2]
SMALL = C1 * V.k >= V.eps
TRIPLE = shown(3 * V.ell / V.eps >= ORDER)
CHEAP = lemma(
    "nsgd/order-is-cheap",
    ORDER <= V.eps * V.variance / (14 * V.k),
    given=ENOUGH,
    by=Derive(TRIPLE, shown(V.eps * V.variance / (14 * V.k) >= 3 * V.ell / V.eps)),
)
IN_RANGE = lemma(
    "nsgd/order-is-in-range",
    ORDER <= V.variance / 2 * (1 / V.rate).log(),
    given=[*ENOUGH, SMALL],
    by=Derive(
        TRIPLE,
        shown(V.variance / 2 * F(23, 10) >= 3 * V.ell / V.eps),
        multiply(
            chain(shown(number(10).log() >= F(23, 10)), monotone("log", shown(1 / V.rate >= 10))),
            V.variance / 2,
        ),
    ),
)
LARGE = lemma("nsgd/variance-is-large", V.variance >= F(3, 2), given=[*ENOUGH, SMALL])

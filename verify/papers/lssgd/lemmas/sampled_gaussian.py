r"""Lemma 1 for batches: the Rényi divergence of neighbours is at most :math:`5\tau^2\alpha u`.

Here :math:`u=1/\sigma'^2\le1`. Neighbours (one record replaced) give mixtures with the common part
C, where the record is not drawn. By :data:`MIXTURES` and convexity every hockey-stick divergence,
in both directions, is at most that of :math:`(1-\tau)N(0,1)+\tau N(\sqrt u,1)` against N(0, 1).
With :data:`MOMENTS`, the standard normal reference, R the ratio of the two Gaussians and
:math:`L=1+\tau(R-1)`,

.. math:: D_\alpha \le \frac{2}{\alpha-1}\mathbb E\,\varphi_\alpha(L)1_{L>1}
          \le \alpha\tau^2K,\qquad K = \mathbb E(R-1)_+^2(1+\tau(R-1)_+)^{(\alpha-2)_+},

as :math:`\varphi_\alpha(L) = L^\alpha-1-\alpha(L-1) \le
\frac{\alpha(\alpha-1)}2(L-1)^2L^{(\alpha-2)_+}` for L > 1. What remains is :math:`K\le5u`.

Orders up to 2: :math:`K\le e^u-1`. Up to 3: :math:`(1+x)^p\le1+x`, :math:`x\le\tau R`,
:math:`\mathbb E(R-1)^2R=e^{3u}-2e^u+1` and :math:`\tau\le ue^{-2}/(1+u)`. Larger ones, with
:math:`p=\alpha-2` and :math:`\tau\le ue^{-\alpha}/(1+u)`: by convexity :math:`(1+x)^p\le
(1-c)^{1-p}+c^{1-p}x^p`, c = 1/(p+1), and :math:`\mathbb ER^{p+2}=e^{(p+2)(p+1)u/2}`; for
:math:`p\ge2` the last term is largest at u = 1 and p = 2, and :math:`(1+1/p)^{p-1}<e`.

For :math:`\tau\alpha\le1` and :math:`\alpha\le1/(4u)`, so :math:`u<1/8`: where :math:`R\le2`,
:math:`(1+\tau(R-1))^{\alpha-2}\le e`. Elsewhere it is at most :math:`R^{\alpha-2}(R/2)^m`, and
:math:`m+\alpha-2=(\ln2)/u` makes the expectation at most :math:`(4e^u-3)e^{-c/u}/(4\sqrt2)` with
:math:`c=(\ln2)^2/2-(\ln2)/4`; then :math:`e^{-c/u}/u\le1/(ce)`.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_lower
from verify.formula.evaluate import Undecided, Undefined
from verify.language import Draft, E, Formula, Lemma, between, external, lemma, number, real, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, cases, chain, multiply, shown, substitute, words
from verify.papers.enclosures import enclosed
from verify.papers.lssgd.notation import V as PAPER

V = PAPER.extended(
    alpha=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.01, 12)),
    tau=between(0, 1, r"\tau", unit="1", ends="(]", search=(1e-6, 0.2)),
    ratio=between(0, math.inf, r"\sigma'^2", unit="1", ends="()", search=(0.5, 400)),
    more=between(0, math.inf, "s-1", unit="1", ends="[)", search=(0, 9)),
    A=real("A", unit="1", search=(0, 9)),
    B=real("B", unit="1", search=(0, 9)),
    C=real("C", unit="1", search=(0, 9)),
    L=between(0, math.inf, "L", unit="1", ends="()", search=(0.1, 9)),
    excess=between(0, math.inf, r"\alpha-1", unit="1", ends="()", search=(0.1, 9)),
    u=between(0, 1, "u", unit="1", ends="(]"),
    small=between(0, Fraction(1, 8), "u", unit="1", ends="(]"),
    p=between(1, 2, "p", unit="1"),
    large=between(2, math.inf, "p", unit="1", ends="[)", search=(2, 40)),
)

PLACES = 4001  # of the trapezoidal rule
LEAST_EXCESS = 1e-5  # of an order

# Neighbours and moments --------------------------------------------------------------------------


def mixed() -> Formula:
    """tau (A - s' ((1 - s/s') C + (s/s') B)), s' = 1 + (s - 1)/tau."""
    s, stretched = 1 + V.more, 1 + V.more / V.tau
    return V.tau * (V.A - stretched * ((1 - s / stretched) * V.C + s / stretched * V.B))


MIXTURES = lemma(
    "lssgd/mixtures",
    (1 - V.tau) * V.C + V.tau * V.A - (1 + V.more) * ((1 - V.tau) * V.C + V.tau * V.B) == mixed(),
)
# On the right alpha (alpha - 1) times the integral of t^(alpha-2) (L - t) over t from 1 to L.
ORDER = V.excess + 1
MOMENTS = lemma(
    "lssgd/moments",
    V.L**ORDER - 1 - ORDER * (V.L - 1)
    == ORDER * V.excess * (V.L * (V.L**V.excess - 1) / V.excess - (V.L**ORDER - 1) / ORDER),
)

# K <= 5 u ----------------------------------------------------------------------------------------
SLOPE, SMALL_SLOPE = Fraction(7, 4), Fraction(9, 8)
STEEP = (number(2).log() ** 2 / 2 - number(2).log() / 4) * E  # c e
TANGENT = says((V.large + 1).log() <= number(3).log() + (V.large - 2) / 3)
OTHERS = -V.large * number(2).log() - (V.large + 2) * (V.large - 1) / 2
LOWEST = number(3).log() - 2 * number(2).log() - 2  # at p = 2
LAST_TERM = says(
    (V.large - 1) * (V.large + 1).log() + OTHERS <= LOWEST,
    by=Derive(
        add(multiply(substitute(TANGENT, {}), V.large - 1), shown(OTHERS == OTHERS)),
        shown((V.large - 1) * (number(3).log() + (V.large - 2) / 3) + OTHERS <= LOWEST),
    ),
)
K_LEMMAS = (
    lemma("lssgd/k-orders-to-2", V.u.exp() - 1 <= SLOPE * V.u),
    lemma(
        "lssgd/k-orders-to-3",
        SLOPE + ((3 * V.u).exp() - 2 * V.u.exp() + 1) / (E**2 * (1 + V.u)) <= 5,
    ),
    lemma(
        "lssgd/k-orders-to-4",
        (1 + 1 / V.p) ** (V.p - 1) * SLOPE
        + (V.p + 1) ** (V.p - 1)
        * ((V.p + 2) * (V.p + 1) * V.u / 2 - V.p * (V.p + 2)).exp()
        / (1 + V.u) ** V.p
        <= 5,
    ),
    lemma("lssgd/k-last-term", LAST_TERM),
    lemma("lssgd/k-orders-from-4", E * SLOPE + 3 / (4 * E**2) <= 5),
)
LARGE_LEMMAS = (
    lemma("lssgd/k-small-u", V.small.exp() - 1 <= SMALL_SLOPE * V.small),
    lemma(
        "lssgd/k-large-variance",
        E * SMALL_SLOPE + (4 * V.small.exp() - 3) / (4 * number(2).sqrt() * STEEP) <= 5,
    ),
)

# The bound ---------------------------------------------------------------------------------------


def divergence(alpha: Any, ratio: Any, tau: Any) -> float:
    r"""The largest Rényi divergence of order $\alpha$ over neighbours; one pair's is computed.

    Raises:
        Undefined: an argument is out of its set. Undecided: it is beyond double precision, or the
            order so close to 1 that another one stands for it.
    """
    if not (alpha > 1 and ratio > 0 and 0 < tau <= 1):
        raise Undefined("no such release")
    if alpha - 1 < LEAST_EXCESS:
        raise Undecided("an order close to 1")
    found = subsampled_lower(
        float(alpha), math.sqrt(ratio), float(tau), neighbouring=Neighbouring.REPLACE_ONE
    )
    if not math.isfinite(found):
        raise Undecided("a divergence beyond double precision")
    return found


def mean_square(alpha: Any, ratio: Any, tau: Any) -> float:
    """K, by the trapezoidal rule over the standard normal places where R > 1.

    Raises:
        Undefined: an argument is out of its set. Undecided: it is beyond double precision.
    """
    if not (alpha > 1 and ratio > 0 and 0 < tau <= 1):
        raise Undefined("no such release")
    power, shift = max(float(alpha) - 2, 0.0), 1 / math.sqrt(ratio)
    places = np.linspace(shift / 2, shift * (power + 2) + 12, PLACES)[1:]
    logs = shift * places - shift**2 / 2  # of R
    kept = math.log1p(-float(tau)) if tau < 1 else -math.inf
    whole = np.logaddexp(kept, math.log(tau) + logs)
    terms = 2 * (logs + np.log1p(-np.exp(-logs))) + power * whole - places**2 / 2
    if terms.max() > 700:
        raise Undecided("a moment beyond double precision")
    return float(np.exp(terms).sum() * (places[1] - places[0]) / math.sqrt(2 * math.pi))


def enclosed_attained(alpha: Any, ratio: Any, tau: Any) -> Any:
    r"""What one pair attains at a whole order: $\ln(E[R^\alpha])/(\alpha-1)$ for its ratio $R$."""
    order = int(alpha)
    rate, inverse = ball(tau), ball(1 / Fraction(ratio))
    moment = sum(
        math.comb(order, i)
        * (1 - rate) ** (order - i)
        * rate**i
        * (inverse * (i * (i - 1)) / 2).exp()
        for i in range(order + 1)
    )
    return moment.log() / (order - 1)


attained_at = partial(enclosed, "D_\\alpha", enclosed_attained)
D = external("D_\\alpha", divergence, V.alpha, V.ratio, V.tau)
BOUND = 5 * V.tau**2 * V.alpha / V.ratio
PRINTED_ORDERS = (1 / (V.tau * (1 + V.ratio))).log() >= V.alpha
MIXED = (
    r"With $u=1/\sigma'^2$ and $R$ the ratio of the densities of $N(\sqrt u,1)$ and $N(0,1)$: by "
    r"convexity the hockey-stick divergences of neighbours, in both directions, are at most those "
    r"of $(1-\tau)N(0,1)+\tau N(\sqrt u,1)$ against $N(0,1)$; integrated, they bound the Rényi "
    r"divergence by $\alpha\tau^2K$."
)
K = external(r"E(R-1)_+^2(1+\tau(R-1)_+)^{(\alpha-2)_+}", mean_square, V.alpha, V.ratio, V.tau)
U = 1 / V.ratio
UP_TO_2 = chain(
    words(
        r"For $\alpha\le2$ the exponent in $K$ is 0, so that $K\le E(R-1)^2$, the right side.",
        K <= U.exp() - 1,
    ),
    substitute(K_LEMMAS[0], {"u": U}),
    shown(SLOPE * U <= 5 * U),
)


def larger_orders(cites: Sequence[Lemma] = K_LEMMAS[1:]) -> Link:
    """K for all orders, from the bounds for those above 2."""
    larger = words(
        r"For larger orders the lemmas cited bound $K$, each in its range of $\alpha$.",
        K <= 5 * U,
        cites=cites,
    )
    return cases(V.alpha <= 2, UP_TO_2, larger, K <= 5 * U)


def subsampled(*where: Formula, orders: Link) -> Draft:
    """The subsampled bound of Lemma 1 in a range of its arguments."""
    return says(
        D <= BOUND,
        given=list(where),
        at=LOOK,
        by=Derive(
            words(MIXED, D <= V.alpha * V.tau**2 * K, cites=[MIXTURES, MOMENTS]),
            multiply(orders, V.alpha * V.tau**2),
        ),
    )


LOOK = tuple(
    {"alpha": a, "ratio": r, "tau": t}
    for a, r, t in (
        (Fraction(309, 100), Fraction(3, 2), Fraction(91, 5000)),
        (Fraction(2), Fraction(2), Fraction(1, 50)),
        (Fraction(5), Fraction(3, 2), Fraction(1, 1000)),
        (Fraction(3), Fraction(50), Fraction(1, 2000)),
        (Fraction(12), Fraction(2), Fraction(1, 10**6)),
    )
)
SUBSAMPLED = subsampled(V.ratio >= Fraction(3, 2), PRINTED_ORDERS, orders=larger_orders())
LARGER_RANGES = {
    "smaller variances": subsampled(V.ratio >= 1, PRINTED_ORDERS, orders=larger_orders()),
    "orders up to 2": subsampled(V.ratio >= 1, V.alpha <= 2, orders=UP_TO_2),
    "large variances": subsampled(
        V.ratio >= 4 * V.alpha,
        V.tau * V.alpha <= 1,
        orders=larger_orders([*K_LEMMAS[1:], *LARGE_LEMMAS]),
    ),
}

r"""One Gaussian release on a batch drawn without replacement: its Rényi divergence.

A substituted record moves the sum over a batch by at most 1, the noise has deviation
:math:`\sigma`, and :math:`\gamma=B/N`. Write :math:`u=1/\sigma^2`,
:math:`\mathcal L=\ln(1/\gamma)`, :math:`y\sim N(-u/2,u)` for the loss of the release itself and
:math:`f(y)=\ln(1+\gamma(e^y-1))`, :math:`\Lambda=e^f`. Neighbours satisfy
(:mod:`dptheory.privacy.rdp`), with :math:`\varphi(\Lambda)=\Lambda^\alpha-1-\alpha(\Lambda-1)\ge0`,

.. math:: (\alpha-1)D_\alpha \le \ln(1+2\,\mathbb E\,\varphi(\Lambda)1_{y>0}),\qquad
          D_\alpha \le \alpha\gamma^2K,\quad K=\mathbb E(e^y-1)_+^2\Lambda^{(\alpha-2)_+}.

For :math:`\sigma\ge6/5`, :math:`\gamma<1/10` and :math:`\alpha u\le\mathcal L/2` this gives
:math:`7\gamma^2\alpha u`. Everywhere :math:`\gamma\mathcal L/2\le0.1153`.

*The loss beyond 1.* :math:`\mathcal Lf(y)\le\tfrac25y^2` for :math:`y\ge1`: up to
:math:`\mathcal L` because :math:`f\le\gamma(e^y-1)` and :math:`(e^y-1)/y^2` is largest at an end;
from there on because :math:`f\le y-\mathcal L+\ln2`. So :math:`\Lambda^\alpha\le
e^{y^2/(5u)}` there.

*Orders up to 2.* :math:`K\le e^u-1`.

*Larger ones,* :math:`\gamma\alpha\le\tfrac45`. Up to y = 1,
:math:`\Lambda^{\alpha-2}\le e^{(e-1)\min(4/5,0.1153/u)}`; beyond it
:math:`K`'s part is at most :math:`\sqrt{5/3}\,e^{7u/4}` times the chance that
:math:`N(\tfrac52u,\tfrac53u)` exceeds 1.

*Still larger ones.* Now :math:`\alpha>8` and :math:`u\le0.1153/0.8`. Up to y = 1,
:math:`f(y)\le\gamma y+e\gamma y^2/2`, and with :math:`s=e\alpha\gamma u\le0.1153e`

.. math:: \ln\mathbb E\,\Lambda^\alpha1_{y\le1} \le X =
          \frac{\alpha\gamma u(e/2-1/2+eu/8+\alpha\gamma/2)}{1-s};

beyond it :math:`\mathbb E\Lambda^\alpha1_{y>1}\le t=\sqrt{5/12}\,e^{-1/2-3/(10u)}`; and
:math:`1+2(e^X+t-1)\le e^{2X+2t}`.
"""

import math
from fractions import Fraction as F
from functools import partial
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undecided, Undefined
from verify.language import E, Formula, Lemma, between, external, lemma, number, put
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, cases, chain, multiply, shown, substitute, words
from verify.papers.lssgd.lemmas.sampled_gaussian import MIXTURES, MOMENTS, divergence
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    order=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.01, 30)),
    noise=PAPER.noise.within(search=(0.4, 10)),
    limit=between(F(23, 10), math.inf, r"\mathcal{L}", unit="1", search=(2.3, 30)),
    y=between(F(23, 10), math.inf, "y", unit="1", search=(2.3, 60)),
    x=between(F(52, 25), math.inf, "x", unit="1", search=(2.08, 60)),
    small=between(0, F(18, 125), "u", unit="1", ends="(]"),
    middle=between(F(18, 125), F(2, 5), "u", unit="1"),
    large=between(F(2, 5), F(25, 36), "u", unit="1"),
    any_u=between(0, F(25, 36), "u", unit="1", ends="(]"),
)
RATE = V.B / V.N
PLAIN = 100  # denominators of instances that are worth an enclosure
SHARE = F(1153, 10000)  # at least gamma L / 2

# The numbers of the proof.
REACH = (E - 1) * SHARE
HALVED = (number(F(5, 3))).sqrt() / 2
RATE_TIMES_LIMIT = lemma("nsgd/rate-times-limit", V.limit * (-V.limit).exp() <= 2 * SHARE)
BEYOND_1 = (
    lemma("nsgd/loss-at-1", 2 * SHARE * (E - 1) <= F(2, 5)),
    lemma("nsgd/loss-at-limit", 1 - (-V.limit).exp() <= F(2, 5) * V.limit),
    lemma(
        "nsgd/loss-beyond-limit", V.limit * (V.y - V.limit + number(2).log()) <= F(2, 5) * V.y**2
    ),
)
ORDERS_TO_2 = lemma("nsgd/orders-to-2", V.any_u.exp() - 1 <= 7 * V.any_u)
GROWTH = lemma("nsgd/small-growth", V.small.exp() - 1 <= F(27, 25) * V.small)
TAIL = lemma("nsgd/small-tail", (-V.x).exp() <= F(13, 50) / V.x)
FACTOR = ((E - 1) * F(4, 5)).exp()


def beyond(u: Formula) -> Formula:
    """What a loss beyond 1 adds to K where N(5u/2, 5u/3) is below 1 on average."""
    return HALVED * (F(3, 2) - 3 / (10 * u)).exp()


SMALL_U = lemma(
    "nsgd/small-u", F(27, 25) * FACTOR + HALVED * number(F(3, 2)).exp() * F(13, 15) <= 7
)
SMALL = (
    FACTOR * (V.small.exp() - 1) + HALVED * number(F(3, 2)).exp() * (-(3 / (10 * V.small))).exp()
)
SMALL_K = lemma(
    "nsgd/moment-at-small-u",
    SMALL <= 7 * V.small,
    by=Derive(
        add(
            multiply(substitute(GROWTH, {}), FACTOR),
            multiply(substitute(TAIL, {"x": 3 / (10 * V.small)}), HALVED * number(F(3, 2)).exp()),
        ),
        multiply(substitute(SMALL_U, {}), V.small),
    ),
)
MIDDLE = (REACH / V.middle).exp() * (V.middle.exp() - 1) + beyond(V.middle)
MIDDLE_K = lemma("nsgd/middle-u", MIDDLE <= 7 * V.middle)
LARGE = (REACH / V.large).exp() * (V.large.exp() - 1) + 2 * HALVED * (F(7, 4) * V.large).exp() * (
    F(1, 2) + F(2, 5) * (F(5, 2) * V.large - 1) * (3 / (5 * V.large)).sqrt()
)
LARGE_K = lemma("nsgd/large-u", LARGE <= 7 * V.large)
FROM_8 = lemma(
    "nsgd/orders-from-8",
    2 * ((E / 2 - F(1, 2) + E * SHARE / F(32, 5)) * F(5, 4) + F(1, 2)) / (1 - SHARE * E)
    + 2 * HALVED * number(F(-1, 2)).exp() * F(13, 15) / F(16, 25)
    <= F(49, 8),
)


def attained(order: Any, noise: Any, rate: Any) -> float:
    r"""The Rényi divergence at :math:`(\alpha,\sigma,\gamma)`, of order :math:`\alpha`.

    Raises:
        Undefined: an argument is out of its set. Undecided: it is beyond double precision.
    """
    a, z, q = float(order), float(noise), float(rate)
    if not (a > 1 and z > 0 and 0 < q <= 1):
        raise Undefined("no such release")
    if a / z > 300:
        raise Undecided("an integral over too large a range")
    # The trapezoidal rule: the integrand is analytic up to a distance of pi z from the real line.
    step = min(0.1, z / 4)
    x = np.arange(-14.0, a / z + 14.0, step)
    gain = q * np.expm1((x - 0.5 / z) / z)
    weight = -(x**2) / 2
    # An exponent beyond 700 has no double.
    power = np.exp(np.minimum(weight + a * np.log1p(gain), 700.0))
    excess = power - np.exp(weight) * (1 + a * gain)
    small = np.expm1(np.minimum(a * np.log1p(gain), 1.0)) - a * gain
    least = a * (a - 1) / 2 * gain**2 * (1 + (a - 2) / 3 * gain)
    near = np.exp(weight) * np.where(np.abs(gain) * a < 1e-5, least, small)
    if power.max() > 1e300:
        raise Undecided("a moment beyond double precision")
    mean = float(np.sum(np.where(np.abs(gain) * a < 0.5, near, excess)))
    return math.log1p(mean * step / math.sqrt(2 * math.pi)) / (a - 1)


def enclosed_attained(order: Any, noise: Any, rate: Any) -> Any:
    """A ball for it: the integral up to a distance, and both tails by max(1, ratio).

    It takes long: only for orders and noise that are plain fractions.
    """
    from flint import acb, arb

    if not all(isinstance(x, int | F) and F(x).denominator <= PLAIN for x in (order, noise)):
        return None
    a, z, q = ball(order), ball(noise), ball(rate)
    if not (a > 1 and z > 0 and q > 0 and q <= 1):
        return None
    end = arb(math.ceil(float(a / z)) + 18)

    def integrand(x: Any, analytic: bool) -> Any:
        ratio = 1 - q + q * (x / z - 1 / (2 * z**2)).exp()
        return (a * ratio.log(analytic=analytic) - x * x / 2).exp()

    inside = acb.integral(integrand, acb(-end), acb(end)).real / (2 * arb.pi()).sqrt()
    root = arb(2).sqrt()
    tail = (end / root).erfc() + (a * (a - 1) / (2 * z**2)).exp() * ((end - a / z) / root).erfc()
    moment = inside + tail * arb(0, 1)
    return moment.log() / (a - 1)


# The same in a formula, of order, noise and rate.
pair = partial(
    external,
    r"D_\alpha((1-\gamma)N(0,\sigma^2)+\gamma N(1,\sigma^2)\Vert N(0,\sigma^2))",
    attained,
    balls=enclosed_attained,
)
D = external("D_\\alpha", divergence, V.order, V.noise**2, RATE)
PAIR = pair(V.order, V.noise, RATE)
BOUND = 7 * RATE**2 * V.order / V.noise**2
TOP = V.noise**2 / 2 * (1 / RATE).log()
BATCH = 10 * V.B < V.N
LOOK = tuple(
    {"B": B, "N": N, "noise": noise, "order": order}
    for B, N, noise, order in (
        (1, 11, F(5, 4), F(9, 5)),
        (1, 55, F(5, 4), F(31, 10)),
        (1, 10**5, F(5, 4), F(89, 10)),
        (1, 11, F(8), F(76)),
        (1000, 50000, F(6, 5), F(14, 5)),
    )
)
U = 1 / V.noise**2
SCALE = RATE**2 * V.order
FROM_VARIANCE = [BATCH, V.order <= TOP, 5 * V.noise >= 6]


def regime(text: str, k: Formula, below: Lemma, name: str, *cites: Lemma) -> Link:
    """Where the moment K is at most a formula in u, which a lemma bounds by 7u.

    Args:
        text: why. k: the formula. below: the lemma. name: its u. cites: what the words rest on.
    """
    here = put(k, {name: U})
    return chain(
        words(text, SCALE * here >= D, cites=[MIXTURES, MOMENTS, *cites]),
        multiply(substitute(below, {name: U}), SCALE),
    )


CONVEXITY = (
    "Convexity bounds the hockey-stick divergences of neighbours by those of (1-g) N(0,1) + g "
    "N(sqrt u,1) against N(0,1), g = B/N, and so D by alpha g^2 K. "
)
ORDERS = CONVEXITY + "For orders up to 2, K is at most the second moment e^u - 1."
UP_TO_1 = (
    "Up to a loss of 1 its factor is at most the first exponential; beyond it the ratio's power "
    "alpha is at most exp(y^2/(5u)), and "
)
HIGH = (
    "D is at most ln(1 + 2 E phi)/(alpha-1), and up to a loss of 1 the logarithm is quadratic at "
    "most: the last of the lemmas has the numbers."
)
NORMAL = UP_TO_1 + "the rest is a normal tail."
DIRECT = UP_TO_1 + "the rest is a normal probability, at most 1/2 and the density at the mean."
FEW = regime(ORDERS, V.any_u.exp() - 1, ORDERS_TO_2, "any_u")
ALL_PAIRS = lemma(
    "nsgd/subsampled-release",
    D <= BOUND,
    given=FROM_VARIANCE,
    at=LOOK,
    by=Derive(
        cases(
            V.order <= 2,
            FEW,
            cases(
                RATE * V.order <= F(4, 5),
                cases(
                    U <= F(18, 125),
                    regime(CONVEXITY + NORMAL, SMALL, SMALL_K, "small", *BEYOND_1),
                    cases(
                        U <= F(2, 5),
                        regime(
                            CONVEXITY + NORMAL,
                            MIDDLE,
                            MIDDLE_K,
                            "middle",
                            RATE_TIMES_LIMIT,
                            *BEYOND_1,
                        ),
                        regime(
                            CONVEXITY + DIRECT, LARGE, LARGE_K, "large", RATE_TIMES_LIMIT, *BEYOND_1
                        ),
                        conclusion=D <= BOUND,
                    ),
                    conclusion=D <= BOUND,
                ),
                chain(
                    words(
                        HIGH,
                        F(49, 8) * RATE**2 * V.order**2 * U / (V.order - 1) >= D,
                        cites=[MIXTURES, MOMENTS, RATE_TIMES_LIMIT, *BEYOND_1, TAIL, FROM_8],
                    ),
                    shown(F(49, 8) * RATE**2 * V.order**2 * U / (V.order - 1) <= BOUND),
                ),
                conclusion=D <= BOUND,
            ),
            conclusion=D <= BOUND,
        )
    ),
)
A_PAIR = lemma(
    "nsgd/pair-on-a-subsample",
    PAIR <= BOUND,
    given=FROM_VARIANCE,
    at=LOOK,
    by=Derive(
        words("D is the largest divergence of all pairs.", PAIR <= D), substitute(ALL_PAIRS, {})
    ),
)

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

from verify.language import E, Lemma, between, external, lemma, number, put
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, cases, chain, multiply, shown, substitute, words
from verify.papers.lssgd.lemmas.sampled_gaussian import MIXTURES, MOMENTS, divergence
from verify.papers.nsgd.laboratory.sampled_pair import attained, enclosed_attained
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
RATE = V.B / V.N  # gamma
BOUND = 7 * RATE**2 * V.order / V.noise**2
TOP = V.noise**2 / 2 * (1 / RATE).log()
BATCH = 10 * V.B < V.N
WHERE = [BATCH, V.order <= TOP, 5 * V.noise >= 6]
D = external("D_\\alpha", divergence, V.order, V.noise**2, RATE)
# That of one pair, of order, noise and rate.
pair = partial(
    external,
    r"D_\alpha((1-\gamma)N(0,\sigma^2)+\gamma N(1,\sigma^2)\Vert N(0,\sigma^2))",
    attained,
    balls=enclosed_attained,
)
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

# The numbers of the proof.
SHARE = F(1153, 10000)  # at least gamma L / 2
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
TAIL = lemma("nsgd/small-tail", (-V.x).exp() <= F(13, 50) / V.x)
FACTOR, OF_TAIL = ((E - 1) * F(4, 5)).exp(), HALVED * number(F(3, 2)).exp()
GROWTH = lemma("nsgd/small-growth", V.small.exp() - 1 <= F(27, 25) * V.small)
SMALL_U = lemma("nsgd/small-u", F(27, 25) * FACTOR + OF_TAIL * F(13, 15) <= 7)
SMALL = lemma(
    "nsgd/moment-at-small-u",
    FACTOR * (V.small.exp() - 1) + OF_TAIL * (-(3 / (10 * V.small))).exp() <= 7 * V.small,
    by=Derive(
        add(
            multiply(substitute(GROWTH, {}), FACTOR),
            multiply(substitute(TAIL, {"x": 3 / (10 * V.small)}), OF_TAIL),
        ),
        multiply(substitute(SMALL_U, {}), V.small),
    ),
)
MIDDLE = lemma(
    "nsgd/middle-u",
    ((E - 1) * SHARE / V.middle).exp() * (V.middle.exp() - 1)
    + HALVED * (F(3, 2) - 3 / (10 * V.middle)).exp()
    <= 7 * V.middle,
)
LARGE = lemma(
    "nsgd/large-u",
    ((E - 1) * SHARE / V.large).exp() * (V.large.exp() - 1)
    + 2
    * HALVED
    * (F(7, 4) * V.large).exp()
    * (F(1, 2) + F(2, 5) * (F(5, 2) * V.large - 1) * (3 / (5 * V.large)).sqrt())
    <= 7 * V.large,
)
FROM_8 = lemma(
    "nsgd/orders-from-8",
    2 * ((E / 2 - F(1, 2) + E * SHARE / F(32, 5)) * F(5, 4) + F(1, 2)) / (1 - SHARE * E)
    + 2 * HALVED * number(F(-1, 2)).exp() * F(13, 15) / F(16, 25)
    <= F(49, 8),
)

# The proof.
u = 1 / V.noise**2
UP_TO_1 = (
    r"Up to $y=1$ the power of $\Lambda$ in $K$ is at most the first exponential of the lemma; "
    r"beyond it $\Lambda^\alpha\le\exp(y^2/(5u))$, and the rest is a normal "
)
HIGH = F(49, 8) * RATE**2 * V.order**2 * u / (V.order - 1)
either = partial(cases, conclusion=D <= BOUND)


def regime(text: str, moment: Lemma, name: str, *cites: Lemma) -> Link:
    """Where the moment K is at most the left side of a lemma, which is below 7u.

    Args:
        text: why. name: the u of the lemma. cites: what the words rest on.
    """
    convex = (
        r"Let $u=1/\sigma^2$, $y\sim N(-u/2,u)$, $\Lambda=1+\frac BN(e^y-1)$ and "
        r"$K=E[\max(0,e^y-1)^2\Lambda^{\max(0,\alpha-2)}]$. Convexity bounds the hockey-stick "
        r"divergences of neighbours by those of $(1-\frac BN)N(0,1)+\frac BNN(\sqrt u,1)$ against "
        r"$N(0,1)$, and so $D$ by $\alpha(B/N)^2K$. "
    )
    bound = RATE**2 * V.order * put(moment.says.left, {name: u})
    return chain(
        words(convex + text, bound >= D, cites=[MIXTURES, MOMENTS, *cites]),
        multiply(substitute(moment, {name: u}), RATE**2 * V.order),
    )


ALL_PAIRS = lemma(
    "nsgd/subsampled-release",
    D <= BOUND,
    given=WHERE,
    at=LOOK,
    by=Derive(
        either(
            V.order <= 2,
            regime(
                "For orders up to 2, $K$ is at most the second moment $e^u-1$.",
                ORDERS_TO_2,
                "any_u",
            ),
            either(
                RATE * V.order <= F(4, 5),
                either(
                    u <= F(18, 125),
                    regime(UP_TO_1 + "tail.", SMALL, "small", *BEYOND_1),
                    either(
                        u <= F(2, 5),
                        regime(UP_TO_1 + "tail.", MIDDLE, "middle", RATE_TIMES_LIMIT, *BEYOND_1),
                        regime(
                            UP_TO_1 + "probability, at most 1/2 and the density at the mean.",
                            LARGE,
                            "large",
                            RATE_TIMES_LIMIT,
                            *BEYOND_1,
                        ),
                    ),
                ),
                chain(
                    words(
                        r"$D$ is at most $\ln(1+2E[\varphi])/(\alpha-1)$, where $\varphi$ is "
                        r"$\Lambda^\alpha-1-\alpha(\Lambda-1)$ for $y>0$ and else 0. Up to $y=1$ "
                        r"$\ln\Lambda$ is at most a quadratic: orders-from-8 has the numbers.",
                        HIGH >= D,
                        cites=[MIXTURES, MOMENTS, RATE_TIMES_LIMIT, *BEYOND_1, TAIL, FROM_8],
                    ),
                    shown(HIGH <= BOUND),
                ),
            ),
        )
    ),
)
OF_PAIR = pair(V.order, V.noise, RATE)
A_PAIR = lemma(
    "nsgd/pair-on-a-subsample",
    OF_PAIR <= BOUND,
    given=WHERE,
    at=LOOK,
    by=Derive(
        words("D is the largest divergence of all pairs.", OF_PAIR <= D), substitute(ALL_PAIRS, {})
    ),
)

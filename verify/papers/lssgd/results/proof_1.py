r"""Appendix A, proof of Theorem 1: algebra and composition.

By Lemma 1 the Gaussian mechanism of noise nu and sensitivity Delta is
:math:`(\alpha,\alpha/(2\nu^2/\Delta^2))`-RDP, and :math:`(\alpha,5\tau^2\alpha/(\nu^2/\Delta^2))`
on a subsample. Lemmas 2 and 3 add up the steps and convert the sum.
"""

import math

from verify.language import between, claim, natural, says
from verify.papers.lssgd import notation as symbols
from verify.papers.lssgd.formulas import printed_privacy as printed

V = symbols.V.extended(
    alpha=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 300)),
    k=natural("k", least=0, search=(0, 100)),
)
TAU = V.b / V.n
VARIANCE = printed.variance(V.T, V.alpha, V.G, V.mu, V.n, V.epsilon)
RATIO = VARIANCE / (2 * V.G / V.b) ** 2  # nu^2/Delta^2
PRINTED_RATIO = printed.noise_ratio(V.T, V.alpha, V.mu, V.n, V.b, V.epsilon)
STEP = V.mu * V.epsilon / V.T

ALGEBRA = (
    claim("lssgd/proof-1-algebra", "App A.1, proof of Thm 1", "Algebra of the proof of Theorem 1")
    .says(
        {
            "full data": says(
                V.alpha / (2 * RATIO) == (V.n**2 * V.epsilon * V.mu / V.b**2) / (10 * V.T)
            ),
            "subsampled": says(5 * TAU**2 * V.alpha / RATIO == STEP),
            "variance ratio": says(RATIO == PRINTED_RATIO),
            "order": says(
                1 / (TAU * (1 + PRINTED_RATIO))
                == printed.order_argument(V.T, V.alpha, V.mu, V.n, V.b, V.epsilon)
            ),
        }
    )
    .quoting(r"\nu^2=20T\alpha G^2/(\mu n^2\epsilon)", part="variance ratio")
    .quoting(
        r"\nu^2/\Delta^2=5T\alpha b^2/(n^2\epsilon\mu)\ge1.5",
        part="variance ratio",
        letters={r"\nu^2": VARIANCE, r"\Delta": 2 * V.G / V.b},
    )
    .quoting(
        r"\frac1{\tau(1+\nu^2/\Delta^2)}=\frac{\mu n^3\epsilon}{5b^3T\alpha+\mu bn^2"
        r"\epsilon}",
        part="order",
        letters={r"\tau": TAU, r"\nu^2/\Delta^2": PRINTED_RATIO},
    )
    .rejects("tau for tau^2", part="subsampled", left=5 * TAU * V.alpha / RATIO)
)

# delta < 1, so that the order of Lemma 3 exceeds 1.
ELL = (1 / V.delta).log()
ORDER = printed.order(ELL, V.mu, V.epsilon)
SPENT = V.k * V.mu * V.epsilon / V.T + (1 - V.mu) * V.epsilon  # of w^k
COMPOSITION = (
    claim(
        "lssgd/proof-1-composition",
        "App A.1, proof of Thm 1",
        "Composition over the iterations in the proof of Theorem 1",
    )
    .says(
        {
            "every iterate": says(printed.lemma_3(V.k * STEP, ELL, ORDER) == SPENT),
            "last iterate": says(printed.lemma_3(V.T * STEP, ELL, ORDER) == V.epsilon),
        },
        # No iterate costs more than the last one.
        notes=(says(SPENT <= V.epsilon, given=["k <= T"]),),
    )
    .rejects("one step for all", part="every iterate", left=printed.lemma_3(STEP, ELL, ORDER))
)

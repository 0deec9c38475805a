"""Appendix A, Lemma 1: Rényi divergence of the Gaussian mechanism, plain and subsampled."""

import math
from fractions import Fraction

from verify.language import Draft, between, claim, dot, nonnegative, norm, number, says, vector
from verify.methods.derive import Derive, given, monotone, shown
from verify.papers.lssgd import notation
from verify.papers.lssgd.lemmas import sampled_gaussian
from verify.papers.lssgd.lemmas.sampled_gaussian import V as SAMPLED

# The Gaussian mechanism ------------------------------------------------------------------------
V = notation.V.extended(
    alpha=between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 100)),
    sensitivity=nonnegative(r"\Delta(q)", unit=notation.GRADIENT, search=(0, 10)),
    output=vector("d", "x", unit=notation.GRADIENT),
)
# ln of p^alpha q^(1-alpha) without the norming, p and q with centres g and h.
FROM_G, FROM_H = V.output - V.g, V.output - V.h
EXPONENT = -(V.alpha * dot(FROM_G, FROM_G) + (1 - V.alpha) * dot(FROM_H, FROM_H)) / (2 * V.nu**2)
CENTRE = V.output - (V.alpha * V.g + (1 - V.alpha) * V.h)
RHO = V.alpha * dot(V.g - V.h, V.g - V.h) / (2 * V.nu**2)
SQUARE = says(
    EXPONENT == -dot(CENTRE, CENTRE) / (2 * V.nu**2) + (V.alpha - 1) * RHO,
    # A shifted Gaussian integrates to 1.
    display=r"D_\alpha(N(g,\nu^2I)\Vert N(g',\nu^2I))=\frac{\alpha\Vert g-g'\Vert^2}{2\nu^2}",
)
WORST = says(
    RHO <= V.alpha * V.sensitivity**2 / (2 * V.nu**2), given=[norm(V.g - V.h) <= V.sensitivity]
)
GAUSSIAN = (
    claim("lssgd/lemma-1-gaussian", "App A.1, Lemma 1", "Gaussian mechanism")
    .says({"divergence": SQUARE, "worst neighbours": WORST})
    .quoting(
        r"D_\alpha(\mathcal M(S)\|\mathcal M(S'))=\frac1{\alpha-1}\log\mathbb E"
        r"\left(\frac{\mathcal M(S)}{\mathcal M(S')}\right)^\alpha\le\rho",
        part="divergence",
        reading=(
            "The exponent that the expectation has for two Gaussians, as a complete"
            "d square; the bound is the other part."
        ),
    )
    .quoting(
        r"\alpha>1", part="divergence", reading="It is the range of the order in what is tested."
    )
    .rejects("half of it", part="worst neighbours", right=WORST.right / 2)
)

# On a subsample ----------------------------------------------------------------------------------
# A pair that attains the mixtures, where sigma'^2 = 3/2.
CLOSE = sampled_gaussian.attained_at(3, Fraction(3, 2), Fraction(18, 1000))
SUBSAMPLED_CLAIM = (
    claim("lssgd/lemma-1-subsampled", "App A.1, Lemma 1", "Gaussian mechanism on a subsample")
    .says(
        sampled_gaussian.SUBSAMPLED,
        # The best constant is at least 0.72 instead of 5, and the order at most ln(2/(5 tau)).
        notes=(
            says(
                number(Fraction(72, 100) * (Fraction(18, 1000) ** 2 * 3 / Fraction(3, 2))) <= CLOSE
            ),
            says(
                SAMPLED.alpha <= (2 / (5 * SAMPLED.tau)).log(),
                given=[SAMPLED.ratio >= Fraction(3, 2), sampled_gaussian.PRINTED_ORDERS],
                by=Derive(
                    given(sampled_gaussian.PRINTED_ORDERS),
                    monotone(
                        "log",
                        shown(2 / (5 * SAMPLED.tau) >= 1 / (SAMPLED.tau * (1 + SAMPLED.ratio))),
                    ),
                ),
            ),
        ),
    )
    .quoting(
        r"\alpha\le\log(1/\tau(1+\sigma'^2))",
        reading=(
            "All of tau (1 + sigma'^2) is read as the divisor, as the proof of Theorem 1 writes it."
        ),
    )
    .quoting(
        r"\sigma'^2=\sigma^2/\Delta^2(q)\ge1.5", letters={r"\sigma^2/\Delta^2(q)": SAMPLED.ratio}
    )
    .rejects("the constant 3/5", right=sampled_gaussian.BOUND * 3 / 25)
)


def exceeds(alpha: int, ratio: Fraction, tau: Fraction) -> Draft:
    """The bound fails for a pair that attains the mixtures."""
    return says(
        number(5 * tau**2 * alpha / ratio) < sampled_gaussian.attained_at(alpha, ratio, tau)
    )


VARIANCE_RANGE = claim(
    "lssgd/lemma-1-variance-range", "App A.1, Lemma 1", "Range of the variance in Lemma 1"
).says(
    sampled_gaussian.SUBSAMPLED,
    # It holds from sigma'^2 = 1 on, and no more at 1/2.
    notes=(
        sampled_gaussian.LARGER_RANGES["smaller variances"],
        exceeds(10, Fraction(1, 2), Fraction(3, 10**5)),
    ),
)
ORDER_RANGE = claim(
    "lssgd/lemma-1-order-range", "App A.1, Lemma 1; Thm 1", "Range of the order in Lemma 1"
).says(
    sampled_gaussian.SUBSAMPLED,
    # It holds for larger orders, without a subsample for all, and not without any range.
    notes=(
        sampled_gaussian.LARGER_RANGES["orders up to 2"],
        sampled_gaussian.LARGER_RANGES["large variances"],
        says(
            V.alpha * V.sensitivity**2 / (2 * V.nu**2) <= 5 * V.sensitivity**2 * V.alpha / V.nu**2
        ),
        exceeds(20, Fraction(3, 2), Fraction(1, 10)),
    ),
)

r"""Appendix C.1, Lemma C.1: the second-order terms of a clipped step, for every gradient g.

The first condition of (34) is multiplied out, so that it says nothing of an L_1 that is 0. It alone
is needed for (35), the two others for (36), (37) and (38).
"""

from fractions import Fraction

from verify.language import Formula, claim, dot, instance, norm, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, cases, chain, multiply, shown
from verify.papers.nsgd.formulas import printed_c as p
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING

VARIANCE = V.d * V.c**2 * V.noise**2
GRADIENT_TERMS = [V.rate <= limit for limit in p.limits(V.alpha)[1:]]

SPARE = V.alpha * V.rate * p.FACTOR / 4 * p.SIZE**2
WEIGHT = p.GROWTH * V.rate**2 * p.FACTOR**2
FLOOR = 2 * p.MIXED * V.tau0**2 / (1 - V.tau1) ** 3 * V.rate**2
PRODUCT, SQUARE = dot(V.G, p.DEVIATION), norm(p.DEVIATION) ** 2


def far(product: Formula, share: Fraction) -> Link:
    """Large gradients: the second term alone, from the third condition."""
    return chain(
        multiply(shown(product <= p.SIZE**2), share * WEIGHT),
        multiply(
            shown(p.GROWTH * V.rate * p.FACTOR <= V.alpha / 4),
            share * V.rate * p.FACTOR * p.SIZE**2,
        ),
        shown(share * SPARE <= FLOOR + SPARE),
    )


# Small gradients: the square of a difference, from the second condition.
BOTH = p.BORDER**2 / 2 + p.SIZE**2 / 2
LIMIT = p.MIXED / (1 - V.tau1) * V.rate**2 * p.FACTOR
NEAR_PRODUCT = chain(
    multiply(shown(PRODUCT <= p.BORDER * p.SIZE), WEIGHT),
    multiply(shown(BOTH >= p.BORDER * p.SIZE), WEIGHT),
    multiply(shown(LIMIT >= WEIGHT), BOTH),
    shown(LIMIT * BOTH <= FLOOR + SPARE),
)
# The first term alone, without a condition.
NEAR_SQUARE = chain(
    multiply(shown(SQUARE <= p.BORDER**2), WEIGHT / 2),
    shown(WEIGHT / 2 * p.BORDER**2 <= FLOOR),
    shown(FLOOR <= FLOOR + SPARE),
)
EQ_35 = says(
    p.GROWTH / 2 * V.rate**2 * VARIANCE <= p.CURVATURE / 2 * V.rate**2 * VARIANCE + SPARE,
    given=[p.ASSUMED, (6 * V.L1 * V.d * V.c * V.noise**2 * V.rate <= V.alpha)],
)
# Instances at which the sides of (36) and (37) are as close as was found.
AT_BORDER = instance("d=1 c=2 tau0=1 tau1=0 alpha=1/2 L0=1 L1=0 rate=1/16 G=(1,) g=(2,)")
UNCLIPPED = AT_BORDER | instance("c=1/2 rate=1/4 G=(1/2,) g=(1/2,)")
EQ_36 = says(
    WEIGHT * PRODUCT <= FLOOR + SPARE,
    given=[p.ASSUMED, *GRADIENT_TERMS],
    by=Derive(cases(p.SIZE <= p.BORDER, NEAR_PRODUCT, far(PRODUCT, Fraction(1)))),
    at=AT_BORDER,
)
EQ_37 = says(
    WEIGHT / 2 * SQUARE <= FLOOR + SPARE,
    given=[p.ASSUMED, *GRADIENT_TERMS],
    by=Derive(cases(p.SIZE <= p.BORDER, NEAR_SQUARE, far(SQUARE, Fraction(1, 2)))),
    at=AT_BORDER | instance("c=7/10 tau1=29/30 rate=5/28 G=(49,) g=(19/30,)"),
)

# The noise needs 2(1 + tau_1) for 6.
SHARP_NOISE = EQ_35.but(
    given=[p.ASSUMED, 2 * (1 + V.tau1) * V.L1 * V.d * V.c * V.noise**2 * V.rate <= V.alpha]
)
LEMMA_C1_35 = (
    claim("nsgd/lemma-c1-eq-35", "App C.1, Lemma C.1, (35)", "Noise term of a clipped step")
    .says(EQ_35, notes=(SHARP_NOISE,))
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2dc^2\sigma^2\le\frac{L_1(c+\tau_0)+L_0}{2}"
        r"\eta^2dc^2\sigma^2+\frac{\alpha\eta\bar h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .quoting(
        r"\eta\le\min\{\frac\alpha{6L_1dc\sigma^2},\frac{\alpha(1-\tau_1)}{2L_0(1-"
        r"\tau_1)+4L_1\tau_0},\frac{\alpha\tau_0(1-\tau_1)}{4c(L_0(1-\tau_1)+2L_1"
        r"\tau_0)}\}",
        reading=(
            "Each limit is a hypothesis where it is used; the first one is multiplied out "
            r"because $L_1$ may be 0"
        ),
    )
    .rejects(
        "19/10 for 2",
        given=[
            p.ASSUMED,
            (1 + V.tau1) * 19 * V.L1 * V.d * V.c * V.noise**2 * V.rate <= 10 * V.alpha,
        ],
        at=instance(
            "d=1 noise=1 c=1 tau0=1 tau1=0 alpha=1/2 L0=1 L1=10/19 rate=1/2 G=(1000,) g=(1001,)"
        ),
    )
)
LEMMA_C1_36 = (
    claim("nsgd/lemma-c1-eq-36", "App C.1, Lemma C.1, (36)", "Mixed term of a clipped step", EQ_36)
    .quoting(
        r"(L_0+L_1\|\nabla f(x_k)\|)\eta^2\bar h_k^2\langle\nabla f(x_k),g_k-\nabla f(x_k)\rangle"
        r"\le\frac{2(L_0(1-\tau_1)+2L_1\tau_0)\tau_0^2}{(1-\tau_1)^3}\eta^2"
        r"+\frac{\alpha\eta\bar h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("24/100 of the bound", right=6 * (FLOOR + SPARE) / 25)
)
LEMMA_C1_37 = (
    claim("nsgd/lemma-c1-eq-37", "App C.1, Lemma C.1, (37)", "Deviation term of a clipped step")
    .says(EQ_37)
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2\bar h_k^2\|g_k-\nabla f(x_k)\|^2"
        r"\le\frac{2(L_0(1-\tau_1)+2L_1\tau_0)\tau_0^2}{(1-\tau_1)^3}\eta^2"
        r"+\frac{\alpha\eta\bar h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("3/10 of the bound", right=3 * (FLOOR + SPARE) / 10)
)
LEMMA_C1_38 = (
    claim("nsgd/lemma-c1-eq-38", "App C.1, Lemma C.1, (38)", "Gradient term of a clipped step")
    .says(says(WEIGHT / 2 * p.SIZE**2 <= SPARE, given=[p.ASSUMED, *GRADIENT_TERMS], at=UNCLIPPED))
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2\bar h_k^2\|\nabla f(x_k)\|^2"
        r"\le\frac{\alpha\eta\bar h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("99/100 of the bound", right=99 * SPARE / 100)
)
# A gradient with the deviation along it, and none of it clipped.
DOUBLED = instance("d=1 c=64/5 tau0=1 tau1=1/2 L0=1 L1=1 rate=1/100 G=(4,) g=(7,)")

NEAR = [p.ASSUMED, p.SIZE <= p.BORDER]
LEMMA_C1_SMALL = (
    claim(
        "nsgd/lemma-c1-small-case", "App C.1, proof of (36)", "Small gradients in the proof of (36)"
    )
    .says(
        {
            "deviation": says(norm(p.DEVIATION) <= p.BORDER, given=NEAR),
            "the first term alone": says(WEIGHT * PRODUCT <= FLOOR, given=NEAR, at=DOUBLED),
        },
        settings=CLIPPING[-1:],
        # The deviation is at most (1 + tau_1) tau_0/(1 - tau_1).
        notes=(says(norm(p.DEVIATION) <= (1 + V.tau1) * p.BORDER / 2, given=NEAR),),
    )
    .quoting(
        r"(L_0+L_1\|\nabla f(x_k)\|)\eta^2\bar h_k^2\langle\nabla f(x_k),g_k-\nabla f("
        r"x_k)\rangle\le\frac{2(L_0(1-\tau_1)+2L_1\tau_0)\tau_0^2}{(1-\tau_1)^3}\eta^2",
        part="the first term alone",
    )
    .quoting(
        r"\|g_k-\nabla f(x_k)\|\le\tau_0+\tau_1\|\nabla f(x_k)\|\le 2\tau_0/(1-\tau_1)",
        part="deviation",
        letters=p.PRINTED,
    )
    .repaired(
        part="the first term alone",
        right=(1 + V.tau1) * FLOOR,
        by=Derive(
            multiply(shown((1 + V.tau1) * p.BORDER**2 / 2 >= PRODUCT), WEIGHT),
            shown(WEIGHT * ((1 + V.tau1) * p.BORDER**2 / 2) <= (1 + V.tau1) * FLOOR),
        ),
    )
)

LARGE = [p.ASSUMED, p.SIZE > p.BORDER]
FAR_DEVIATION = says(norm(p.DEVIATION) <= (1 + V.tau1) / 2 * p.SIZE, given=LARGE)
FAR_SIZE = says(norm(V.g) >= (1 - V.tau1) / 2 * p.SIZE, given=LARGE)
FAR_GROWTH = says(
    p.FACTOR * p.GROWTH <= V.c * V.L0 / V.tau0 + 2 * V.c * V.L1 / (1 - V.tau1),
    given=LARGE,
    at=instance("d=1 c=1/10 tau0=1 tau1=0 L0=1 L1=1 G=(2001/1000,) g=(1001/1000,)"),
)
LEMMA_C1_STEP_II = (
    claim("nsgd/lemma-c1-step-ii", "App C.1, proof step (ii)", "Large gradients and clipping")
    .says(
        {"deviation": FAR_DEVIATION, "gradient": FAR_SIZE, "scaled growth": FAR_GROWTH},
        settings=CLIPPING[-1:],
    )
    .quoting(
        r"\|g_k-\nabla f(x_k)\|\le\frac{1+\tau_1}{2}\|\nabla f(x_k)\|",
        part="deviation",
        letters=p.PRINTED,
    )
    .quoting(r"\|g_k\|\ge\frac{1-\tau_1}{2}\|\nabla f(x_k)\|", part="gradient", letters=p.PRINTED)
    .quoting(
        r"\bar h_k(L_0+L_1\|\nabla f(x_k)\|)\le\frac{c(L_0+L_1\|\nabla f(x_k)\|)}{\|g_k\|}"
        r"\le\frac{2c(L_0+L_1\|\nabla f(x_k)\|)}{(1-\tau_1)\|\nabla f(x_k)\|}"
        r"\le\frac{cL_0}{\tau_0}+\frac{2cL_1}{1-\tau_1}",
        part="scaled growth",
        letters=p.PRINTED,
    )
    .rejects(
        "99/100 of the bound",
        part="scaled growth",
        right=(V.c * V.L0 / V.tau0 + 2 * V.c * V.L1 / (1 - V.tau1)) * 99 / 100,
    )
)

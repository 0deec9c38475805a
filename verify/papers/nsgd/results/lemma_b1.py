r"""Appendix B.1, Lemma B.1: the second-order terms of a normalised step, for every gradient g.

The conditions (22) are multiplied out, so that they say nothing of an L_1 that is 0. (24), (25) and
(26) are shown from the first two of them.
"""

from fractions import Fraction
from typing import Any

from verify.language import Formula, claim, dot, instance, largest, norm, says
from verify.methods.derive import Derive, cases, chain, multiply, shown
from verify.papers.nsgd.formulas import printed_b as p
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import REGULARISERS

ADMISSIBLE = [p.ASSUMED, V.r > V.tau0]
GRADIENT_TERMS = [4 * V.L0 * V.eta <= p.GAP * V.alpha, 4 * V.L1 * V.eta <= (1 - V.tau1) * V.alpha]
VARIANCE = V.d * V.noise**2

SPARE = V.alpha * V.eta * p.FACTOR / 4 * p.SIZE**2
WEIGHT = p.GROWTH * V.eta**2 * p.FACTOR**2
FLOOR = (V.L0 * (1 - V.tau1) + V.L1 * V.tau0) * V.tau0**2 / (V.r**2 * (1 - V.tau1) ** 3)


def split(product: Formula, share: Any) -> Derive:
    """Small gradients by the first term, large ones by the second."""
    weight, floor = share * WEIGHT, share * FLOOR * V.eta**2
    return Derive(
        cases(
            p.SIZE <= p.BORDER,
            chain(
                multiply(shown(product <= p.BORDER**2), weight),
                shown(weight * p.BORDER**2 <= floor),
                shown(floor <= floor + SPARE),
            ),
            chain(
                multiply(shown(product <= p.SIZE**2), weight),
                multiply(
                    shown(p.GROWTH * V.eta * p.FACTOR <= V.alpha / 4),
                    share * V.eta * p.FACTOR * p.SIZE**2,
                ),
                shown(share * SPARE <= floor + SPARE),
            ),
        )
    )


PRODUCT, SQUARE = dot(V.G, p.DEVIATION), norm(p.DEVIATION) ** 2
EQ_23 = says(
    p.GROWTH / 2 * V.eta**2 * VARIANCE <= p.CURVATURE / 2 * V.eta**2 * VARIANCE + SPARE,
    given=[*ADMISSIBLE, *GRADIENT_TERMS, (6 * V.L1 * VARIANCE * V.eta <= V.alpha)],
)
# Both sides are close where tau_1 is near 1, r is large and the gradient is beyond the border.
FAR_OUT = instance(
    "d=1 noise=1/10 tau0=1 tau1=99/100 alpha=1/2 L1=1/100 eta=1/8 G=(1000,) g=(1991,)"
) | {"r": 10**7, "L0": 10**7 - 1}
EQ_24 = says(
    WEIGHT * PRODUCT <= FLOOR * V.eta**2 + SPARE,
    given=ADMISSIBLE + GRADIENT_TERMS,
    by=split(PRODUCT, 1),
    at=FAR_OUT,
)
STATIONARY = FAR_OUT | instance("tau1=0 L1=0 G=(0,) g=(1,)")
EQ_25 = says(
    WEIGHT / 2 * SQUARE <= FLOOR / 2 * V.eta**2 + SPARE,
    given=ADMISSIBLE + GRADIENT_TERMS,
    by=split(SQUARE, Fraction(1, 2)),
    at=STATIONARY,
)
AT_LIMIT = FAR_OUT | instance("tau1=0 L1=0 G=(1,) g=(0,)")
EQ_26 = says(WEIGHT / 2 * p.SIZE**2 <= SPARE, given=ADMISSIBLE + GRADIENT_TERMS, at=AT_LIMIT)

STEP_I = (
    claim(
        "nsgd/lemma-b1-step-i",
        "App B.1, proof of Lemma B.1, step (i)",
        "The factor of a large gradient",
    )
    .says(says(1 / (3 * p.SIZE) <= p.FACTOR, given=[p.ASSUMED, p.SIZE > V.r + V.tau0]))
    .rejects("5/2 for 3", left=2 / (5 * p.SIZE))
)

# The noise needs the third condition alone, with 2(1 + tau_1) for 6 and for every r.
SHARP_NOISE = EQ_23.but(given=[p.ASSUMED, 2 * (1 + V.tau1) * V.L1 * VARIANCE * V.eta <= V.alpha])
FAR_NOISE = STATIONARY | instance("noise=1 r=1 L1=10/19 eta=1/2 G=(1000,) g=(1001,)")
LEMMA_B1_23 = (
    claim("nsgd/lemma-b1-eq-23", "App B.1, Lemma B.1, (23)", "Noise term of a normalised step")
    .says(EQ_23, notes=(SHARP_NOISE,))
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2d\sigma^2\le\frac{L_0+L_1(r+\tau_0)}{2}"
        r"\eta^2d\sigma^2+\frac{\alpha\eta h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .quoting(
        r"\eta\le\min(\frac{(r-\tau_0)\alpha}{4L_0},\frac{(1-"
        r"\tau_1)\alpha}{4L_1},\frac\alpha{6L_1d\sigma^2})",
        reading=(r"Each limit is a hypothesis, multiplied out because $L_1$ may be 0"),
    )
    .rejects(
        "19/10 for 2",
        SHARP_NOISE.but(
            given=[p.ASSUMED, (1 + V.tau1) * 19 * V.L1 * VARIANCE * V.eta <= 10 * V.alpha],
            at=FAR_NOISE,
        ),
    )
)
LEMMA_B1_24 = (
    claim("nsgd/lemma-b1-eq-24", "App B.1, Lemma B.1, (24)", "Mixed term of a normalised step")
    .says(EQ_24)
    .quoting(
        r"(L_0+L_1\|\nabla f(x_k)\|)\eta^2h_k^2\langle\nabla f(x_k),g_k-\nabla f(x_k)\rangle"
        r"\le\frac{(L_0(1-\tau_1)+L_1\tau_0)\tau_0^2}{r^2(1-\tau_1)^3}\eta^2"
        r"+\frac{\alpha\eta h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("49/50 of the bound", left=WEIGHT * PRODUCT * 50 / 49)
)
LEMMA_B1_25 = (
    claim("nsgd/lemma-b1-eq-25", "App B.1, Lemma B.1, (25)", "Deviation term of a normalised step")
    .says(EQ_25)
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2h_k^2\|g_k-\nabla f(x_k)\|^2"
        r"\le\frac{(L_0(1-\tau_1)+L_1\tau_0)\tau_0^2}{2r^2(1-\tau_1)^3}\eta^2"
        r"+\frac{\alpha\eta h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("99/100 of the first term", right=99 * FLOOR / 200 * V.eta**2 + SPARE)
)
LEMMA_B1_26 = (
    claim("nsgd/lemma-b1-eq-26", "App B.1, Lemma B.1, (26)", "Gradient term of a normalised step")
    .says(EQ_26, notes=(EQ_26.but(right=SPARE / 2),))
    .quoting(
        r"\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2h_k^2\|\nabla f(x_k)\|^2"
        r"\le\frac{\alpha\eta h_k}{4}\|\nabla f(x_k)\|^2",
        letters=p.PRINTED,
    )
    .rejects("49/100 of the bound", right=49 * SPARE / 100)
)

SCALED = p.FACTOR * p.GROWTH
STEP_II = says(SCALED <= largest(V.L0 / p.GAP, V.L1 / (1 - V.tau1)), given=ADMISSIBLE)
LEMMA_B1_STEP_II = (
    claim("nsgd/lemma-b1-step-ii", "App B.1, proof step (ii)", "A bound on the scaled growth")
    .says(STEP_II)
    .quoting(
        r"h_k(L_0+L_1\|\nabla f(x_k)\|)\le\frac{L_0+L_1\|\nabla f(x_k)\|}{r-\tau_0+(1-"
        r"\tau_1)\|\nabla f(x_k)\|}\le\max\left(\frac{L_0}{r-\tau_0},\frac{L_1}{1-\tau_1}\right)",
        letters=p.PRINTED,
    )
    .rejects("(1 - tau_1)^2 for 1 - tau_1", right=largest(V.L0 / p.GAP, V.L1 * (1 - V.tau1)))
)

# At the regulariser 1 of the experiments: a gradient that is much shorter than that of f.
SHORTENED = instance(
    "d=1 r=1 tau0=1/2 tau1=3/5 alpha=1/2 L0=1/100 L1=3/20 eta=1 G=(10000,) g=(4000,)"
)
# It has no value where tau_1 = 0.
STEP_III = STEP_II.but(right=largest(V.L0 / p.GAP, V.L1 / V.tau1), at=SHORTENED)
PRINTED_LIMITS = [2 * V.L0 * V.eta <= p.GAP * V.alpha, 2 * V.L1 * V.eta <= V.tau1 * V.alpha]
TRUE_LIMITS = [PRINTED_LIMITS[0], 2 * V.L1 * V.eta <= (1 - V.tau1) * V.alpha]
BY_LIMITS = EQ_26.but(given=ADMISSIBLE + PRINTED_LIMITS, at=SHORTENED)
PRINTED_III = (
    r"\frac{L_0+L_1\|\nabla f(x_k)\|}2\eta^2h_k^2\|\nabla f(x_k)\|^2"
    r"\le\max\left(\frac{L_0}{r-\tau_0},\frac{L_1}{\tau_1}\right)\frac{\eta^2}2"
    r"h_k\|\nabla f(x_k)\|^2\le\frac{\eta\alpha h_k}4\|\nabla f(x_k)\|^2"
)
LEMMA_B1_STEP_III = (
    claim("nsgd/lemma-b1-step-iii", "App B.1, proof step (iii)", "The step size for (26)")
    .says(
        {"bound": STEP_III, "step size": BY_LIMITS},
        repaired={"bound": STEP_II, "step size": BY_LIMITS.but(given=ADMISSIBLE + TRUE_LIMITS)},
        elsewhere={"bound": ("proof step (ii)", STEP_II)},
        settings=REGULARISERS[-1:],
        # The printed limits do where tau_1 is at most 1/2.
        notes=(BY_LIMITS.but(also=[2 * V.tau1 <= 1], at=()),),
    )
    .quoting(PRINTED_III, part="step size")
    .quoting(
        PRINTED_III.rsplit(r"\le", 1)[0],
        part="bound",
        reading=r"Divided by $\frac{\eta^2}2h_k\|\nabla f(x_k)\|^2$",
    )
    .quoting(
        r"\eta\le\frac\alpha2\min(\frac{r-\tau_0}{L_0},\frac{\tau_1}{L_1})",
        part="step size",
        reading=(r"Each limit is a hypothesis, multiplied out because $L_1$ may be 0"),
    )
    .rejects("tau_1 up to 3/5", part="step size", also=[5 * V.tau1 <= 3])
)

r"""Appendix C.2, Lemma C.2: how many steps put the step size of clipping below (34).

Where :math:`L_1=0` the first condition of (34) has no value, and says nothing.
"""

from verify.language import claim, largest, least, says
from verify.papers.nsgd.formulas.printed_c import CURVATURE, MIXED, limits, step
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPED_RUNS

LARGEST = largest(
    6 * V.L1 * V.d * V.c * V.noise**2 / V.alpha,
    (2 * V.L0 * (1 - V.tau1) + 4 * V.L1 * V.tau0) / (V.alpha * (1 - V.tau1)),
    4 * V.c * MIXED / (V.alpha * V.tau0 * (1 - V.tau1)),
)
ENOUGH_STEPS = 2 / (CURVATURE * V.d * V.c**2 * V.noise**2) * LARGEST**2
LIMITS = limits(V.alpha)
LEMMA_C2 = (
    claim("nsgd/lemma-c2", "App C.2, Lemma C.2", "steps that are enough for (34)")
    .says(
        says(step() <= least(*LIMITS), given=[V.L1 > 0, ENOUGH_STEPS <= V.T]),
        settings=CLIPPED_RUNS[-1:],
        notes=(
            # They are necessary, too.
            says(ENOUGH_STEPS <= V.T, given=[V.L1 > 0, *(bound >= step() for bound in LIMITS)]),
            # For the theorem's thresholds the second condition follows from the third.
            says(LIMITS[2] <= LIMITS[1], given=[V.c * (1 - V.tau1) > 2 * V.tau0]),
        ),
    )
    .quoting(
        r"T\ge\frac2{(L_1(c+\tau_0)+L_0)dc^2\sigma^2}\max\{"
        r"\frac{6L_1dc\sigma^2}\alpha,\frac{2L_0(1-\tau_1)+4L_1\tau_0}{\alpha(1-"
        r"\tau_1)},\frac{4c(L_0(1-\tau_1)+2L_1\tau_0)}{\alpha\tau_0(1-\tau_1)}\}^2"
    )
    .rejects("99/100 of the steps", given=[V.L1 > 0, 99 * ENOUGH_STEPS <= 100 * V.T])
)

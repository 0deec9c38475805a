r"""Runs whose steps are too long for their problem, :math:`L_0x^2/2`.

:math:`\eta L_0=3r`, clipped :math:`\eta L_0=3`.

All records are equal, so that nothing deviates. A step from a gradient of norm s leaves a norm of
at least :math:`s(\frac{3r}{r+s}-1)`, clipped :math:`|s-3\min(s,c)|`, less the length w of its noise
in the gradient. While :math:`w\le G/2` a run that starts at s = G therefore stays in
:math:`[G,\frac23r]`, clipped :math:`[G,2c+\frac G2]`. The noise of a step has the mean square
:math:`\eta^2L_0^2d\sigma^2` (clipped: :math:`c^2` times that, which is :math:`\eta c` for
:math:`\eta`).
"""

from verify.language import Formula, least, lemma, positive, real
from verify.papers.nsgd.lemmas import far_start
from verify.papers.nsgd.lemmas.descent import REACHED

V = far_start.V.extended(
    size=positive("s", unit="gradient", search=(0.1, 100)),
    w=real("w", unit="gradient", search=(-10, 10)),
)
LOW = V.size >= V.slope
QUIET = [-V.slope / 2 <= V.w, V.w <= V.slope / 2]
MOVED = V.size * (3 * V.r / (V.r + V.size) - 1) + V.w
MOVED_C = abs(V.size - 3 * least(V.size, V.c)) + V.w
WITHIN, WITHIN_C = V.size <= 2 * V.r / 3, V.size <= 2 * V.c + V.slope / 2
WIDE, WIDE_C = V.r >= 5 * V.slope, V.c >= 2 * V.slope
STAYS = (
    lemma("nsgd/long-step-stays-up", V.slope <= MOVED, given=[LOW, WITHIN, WIDE, *QUIET]),
    lemma("nsgd/long-step-stays-down", MOVED <= 2 * V.r / 3, given=[LOW, WITHIN, WIDE, *QUIET]),
)
STAYS_C = (
    lemma(
        "nsgd/long-clipped-step-stays-up", V.slope <= MOVED_C, given=[LOW, WITHIN_C, WIDE_C, *QUIET]
    ),
    lemma(
        "nsgd/long-clipped-step-stays-down",
        MOVED_C <= 2 * V.c + V.slope / 2,
        given=[LOW, WITHIN_C, WIDE_C, *QUIET],
    ),
)


def noise(step: Formula) -> Formula:
    """The mean squares of the noise of T steps, in the gradient."""
    return V.T * (step * V.L0 * V.noise) ** 2 * V.d


# By Chebyshev's inequality and a union one of T steps has w > G/2 with at most this probability.
NOISE, NOISE_C = noise(V.eta), noise(V.rate * V.c)
LEAVES = 4 * NOISE / V.slope**2
LONG_STEPS = lemma(
    "nsgd/long-steps",
    V.low >= far_start.SMALLEST,
    given=[16 * NOISE <= V.slope**2, V.low >= V.slope * (1 - LEAVES)],
)
# What such steps are worth to the repaired bounds.
WORTH_OF_LONG_STEPS = lemma(
    "nsgd/worth-of-long-steps",
    far_start.SMALLEST <= REACHED,
    given=[V.slope**2 <= V.kappa, V.floor < V.cap],
)

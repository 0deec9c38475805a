r"""A run that starts far out on a slope: :math:`L_0x_1^2/2`, continued with the slope G.

All records are equal, so that nothing deviates. The start is so far out that the signal of T steps,
at most :math:`\eta T` (clipped: :math:`\eta cT`), and noise up to :math:`Y` leave the run on the
slope, where every gradient has the norm G: :math:`D_f=G(\eta T+Y)+\frac{G^2}{2L_0}` or more. The
noise of T steps has variance :math:`\eta^2\sigma^2T` (clipped: :math:`c^2` times that, which is the
lemma with :math:`\eta c` for :math:`\eta`).
"""

from verify.language import Formula, lemma, positive
from verify.papers.nsgd.lemmas import descent
from verify.papers.nsgd.notation import SMALLEST_NORM

V = descent.V.extended(
    slope=positive("G", unit="gradient", search=(0.1, 100)),
    low=positive(SMALLEST_NORM, unit="gradient"),
)
SMALLEST = 3 * V.slope / 4
# How the printed bounds of the expectation are read on these slopes.
STANDS_FOR = (
    r"For an $f$ with a long slope of gradient $G$. A run that starts far out, as the hypothesis "
    r"$\dots\le D_f$ says, stays on it with probability 3/4 at least. So the expectation on the "
    r"left is at least $3G/4$, which stands in its place"
)


def gap(signal: Formula, spread: Formula) -> Formula:
    """The least D_f of the start, Y being twice the standard deviation of the noise.

    Args:
        signal: how far a step goes at most. spread: the standard deviation of its noise.
    """
    return V.slope * (signal * V.T + 2 * spread * V.T.sqrt()) + V.slope**2 / (2 * V.L0)


GAP = gap(V.eta, V.eta * V.noise)
GAP_C = gap(V.rate * V.c, V.rate * V.c * V.noise)
# Y. By Kolmogorov's inequality the noise ever exceeds it with at most this probability.
ROOM = (V.Df - V.slope**2 / (2 * V.L0)) / V.slope - V.eta * V.T
LEAVES = (V.eta * V.noise) ** 2 * V.T / ROOM**2
FAR_START = lemma(
    "nsgd/far-start", V.low >= SMALLEST, given=[V.Df >= GAP, V.low >= V.slope * (1 - LEAVES)]
)
# What the room is worth to the repaired bounds, which are therefore above G on the slopes.
WORTH_OF_A_SLOPE = lemma(
    "nsgd/worth-of-a-slope",
    SMALLEST <= descent.REACHED,
    given=[V.slope * V.cap <= V.kappa, V.floor < V.cap],
)

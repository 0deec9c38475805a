r"""What Theorem 1, its assumptions and Appendix A.3 print, over the symbols of the theorem.

A run R is seen at a step t drawn uniformly from 0, ..., T-1 (``laboratory/runs``).
"""

from fractions import Fraction

from verify.language import Formula, between, external, natural, nonnegative, number, positive
from verify.papers.enclosures import computed
from verify.papers.groupwise.laboratory import runs
from verify.papers.groupwise.laboratory.runs import SEEN, SIZES
from verify.papers.groupwise.notation import V as PAPER

V = PAPER.extended(
    M=PAPER.M.within(search=(1, 2)),
    d=natural("d", search=(1, 1000)),
    T=natural("T", search=(1, 1000)),
    rho=between(0, 1, r"\varrho", unit="probability", ends="()"),
    gap=nonnegative("(L_0-L_*)", unit="loss", search=(0, 10)),
    smooth=positive(r"\mathcal{L}", unit="loss/length^2", search=(0.01, 10)),
    noise=nonnegative(r"\sigma", unit="1", search=(0, 10)),
    xi=nonnegative(r"\xi", unit="gradient", search=(0, 10)),
    gamma=positive(r"\gamma", unit="gradient", search=(0.01, 2)),
    seen=SEEN,
    norms=SIZES,
)
SQUARE = computed("E|g_t|^2", runs.mean_square, V.norms)
DESCENT = computed("E sum_m <g_t, g_{t,i}/(|g_{t,i}|+gamma)>", runs.descent, V.seen, V.gamma)


def below(level: Formula, run: Formula = V.seen) -> Formula:
    """max_t P(|g_t| < level), at least."""
    return external("P(|g_t| < .)", runs.below, run, level, balls=runs.enclosed_below)


SECOND_MOMENT = 1 + V.noise**2 * V.d / V.B**2
INSIDE = 2 * V.gap * V.smooth * SECOND_MOMENT
BUDGET = INSIDE.sqrt()  # D
# What the descents of a step are worth on average, at the learning rate of the proof.
WORTH = (V.M / V.T).sqrt() * BUDGET
WIDTH = V.xi / V.M.sqrt() + V.gamma
RATE = (2 * V.gap / (V.smooth * SECOND_MOMENT * V.T)).sqrt() / V.B

QUARTER = V.T ** number(Fraction(-1, 4))

# Appendix A.3.
SGD = 2 * V.gap * V.smooth + V.xi**2 / V.B
SGD_NOISE = V.xi**2 / (2 * V.B * V.smooth)
SGD_STEP = 1 / (V.smooth * V.T.sqrt()) - 1 / (2 * V.smooth * V.T)

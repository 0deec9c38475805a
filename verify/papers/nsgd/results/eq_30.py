r"""Appendix B.2, (30), and C.2, (42): the bounds at the printed step sizes (29) and (41).

The averaged inequality has :math:`L_0(1-\tau_1)` where (30) and (42) have :math:`L_0`, and the
share of steps with a small gradient where (30) has 1. That (30) and (42) add 1 to :math:`D_f` comes
from step sizes that do not contain it.
"""

from verify.language import Formula, between, claim, says
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPED_RUNS, NORMALISED_RUNS

V = PAPER.extended(share=between(0, 1, r"\frac{\vert\mathcal{U}^c\vert}{T}", unit="1"))
REST = 1 - V.tau1

NORMALISED = (V.L1 * (V.r + V.tau0) + V.L0) * V.d * V.noise**2
SPREAD = 3 * V.tau0**2 / (2 * V.r**2 * REST**3)
FLOOR = 4 * V.tau0**3 / (V.r * (V.r + V.tau0) * REST**3)
CLIPPED = (V.L1 * (V.c + V.tau0) + V.L0) * V.d * V.c**2 * V.noise**2
SPREAD_CLIPPED = 4 * V.tau0**2 / REST**3


def step(curvature: Formula) -> Formula:
    """(29) and (41)."""
    return (2 / (V.T * curvature)).function("sqrt")


def averaged(curvature: Formula) -> Formula:
    """The first two terms of the averaged inequality at the printed step size."""
    return V.Df / (V.T * step(curvature)) + step(curvature) * curvature / 2


def leading(curvature: Formula) -> Formula:
    """The first term of (30) and (42)."""
    return (V.Df + 1) * (curvature / (2 * V.T)).function("sqrt")


SECOND = (
    step(NORMALISED) * SPREAD * (V.L0 * REST + V.L1 * V.tau0),
    SPREAD * (V.L0 + V.L1 * V.tau0) * step(NORMALISED),
)
OF_30 = {
    "first term": says(averaged(NORMALISED) == leading(NORMALISED)),
    "second term": says(SECOND[0] <= SECOND[1]),
    "third term": says(FLOOR * V.share <= FLOOR),
}
EQ_30 = claim(
    "nsgd/eq-30",
    "App B.2, (30)",
    "the bound at the printed step size",
    OF_30,
    settings=NORMALISED_RUNS,
    notes=(says(SECOND[1] - SECOND[0] == SPREAD * V.L0 * V.tau1 * step(NORMALISED)),),
).rejects(
    "D_f + 1/2", part="first term", right=leading(NORMALISED) * (2 * V.Df + 1) / (2 * V.Df + 2)
)

SECOND_CLIPPED = (
    step(CLIPPED) * SPREAD_CLIPPED * (V.L0 * REST + 2 * V.L1 * V.tau0),
    SPREAD_CLIPPED * (V.L0 + 2 * V.L1 * V.tau0) * step(CLIPPED),
)
OF_42 = {
    "first term": says(averaged(CLIPPED) == leading(CLIPPED)),
    "second term": says(SECOND_CLIPPED[0] <= SECOND_CLIPPED[1]),
}
EQ_42 = claim(
    "nsgd/eq-42",
    "App C.2, (42)",
    "the bound at the printed step size of DP-SGD",
    OF_42,
    settings=CLIPPED_RUNS,
    notes=(
        says(
            SECOND_CLIPPED[1] - SECOND_CLIPPED[0] == SPREAD_CLIPPED * V.L0 * V.tau1 * step(CLIPPED)
        ),
    ),
).rejects("D_f + 1/2", part="first term", right=leading(CLIPPED) * (2 * V.Df + 1) / (2 * V.Df + 2))

CLAIMS = (EQ_30, EQ_42)

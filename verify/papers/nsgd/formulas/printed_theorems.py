r"""Theorems 3.2 and 3.4 and the last displays of Appendices B.2 and C.2, errors left in.

The step size of DP-NSGD is a length (``V.eta``), that of DP-SGD length^2/loss (``V.rate``).
"""

from verify.language import Formula
from verify.papers.nsgd.notation import V

REST = 1 - V.tau1
BORDER = V.tau0 / REST
# L_1(r + tau_0) + L_0 and L_1(c + tau_0) + L_0.
CURVATURE, CURVATURE_C = V.L1 * (V.r + V.tau0) + V.L0, V.L1 * (V.c + V.tau0) + V.L0
POWER, POWER_C = V.d * V.noise**2, V.d * V.c**2 * V.noise**2
# The noise of a step over eta^2.
K, K_C = CURVATURE * V.d * V.noise**2, CURVATURE_C * V.d * V.c**2 * V.noise**2
NOISE, NOISE_C = CURVATURE * POWER / 2, CURVATURE_C * POWER_C / 2
# The constants of (24) and (36) without eta^2.
SPREAD = (V.L0 * REST + V.L1 * V.tau0) * V.tau0**2 / (V.r**2 * REST**3)
SPREAD_C = 2 * (V.L0 * REST + 2 * V.L1 * V.tau0) * V.tau0**2 / REST**3

STEP = (2 / (CURVATURE * V.T * POWER)).sqrt()  # (4), (29)
STEP_C = (2 / (CURVATURE_C * V.T * POWER_C)).sqrt()  # (8), (41)
# (30) without its third term, which is the loss of (18).
FIRST_30 = (V.Df + 1) * (CURVATURE * POWER / (2 * V.T)).sqrt()
SECOND_30 = 3 * (V.L0 + V.L1 * V.tau0) * V.tau0**2 / (2 * V.r**2 * REST**3) * STEP
DELTA_42 = (V.Df + 1) * (CURVATURE_C * POWER_C / (2 * V.T)).sqrt() + 4 * (
    V.L0 + 2 * V.L1 * V.tau0
) * V.tau0**2 / REST**3 * STEP_C
FLOOR_5 = 8 * (V.r + 2 * V.tau0) * V.tau0**2 / (V.r * (V.r + V.tau0) * REST**3)

# Coefficients of |grad f| and |grad f|^2 in the displays after (28) and (40).
STEEP, FLAT = V.tau0 / (2 * V.r * REST + 4 * V.tau0), 3 * REST / (4 * V.r * REST + 8 * V.tau0)
STEEP_C = V.tau0 * (V.c - 1) / (V.c * REST + 2 * V.tau0)


def fourth_root(x: Formula) -> Formula:
    """The fourth root."""
    return x.sqrt().sqrt()


# (5), the part that vanishes.
VANISHING_5 = fourth_root((V.Df + 1) ** 2 * V.r**3 * POWER / V.T) + fourth_root(
    1 / (V.T * V.r**3 * POWER)
)


def step_size(noise: Formula) -> Formula:
    """(29) and (41), from K."""
    return (2 / (V.T * noise)).sqrt()


def bound_31(delta: Formula) -> tuple[Formula, Formula]:
    """The two entries of (31)."""
    reach = V.r + 2 * V.tau0
    return (8 * reach / (3 * REST) * delta).sqrt(), 2 * reach / V.tau0 * delta


def bound_43(delta: Formula) -> tuple[Formula, Formula]:
    """The two entries of (43)."""
    return (4 * delta).sqrt(), 2 * (V.c + 2 * V.tau0) / (V.tau0 * (V.c - 1)) * delta

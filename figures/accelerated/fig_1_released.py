r"""Figure 1 with the parameters of the released curves: :math:`\mu = 0.1`, V = 10, C_t = t."""

from figures.accelerated import fig_1
from figures.accelerated.fig_1 import draw, tables
from verify.papers.accelerated.laboratory.heavy_ball_bounds import RELEASED

PARAMETERS = fig_1.Parameters(RELEASED.mu, RELEASED.start)

__all__ = ["PARAMETERS", "draw", "tables"]

r"""Figure 1 with the parameters of the released curves: :math:`\mu = 0.1`, V = 10, C_t = t."""

from functools import partial

from figures.accelerated import fig_1
from verify.papers.accelerated.laboratory.heavy_ball_bounds import RELEASED

tables, draw = partial(fig_1.tables, RELEASED), fig_1.draw

r"""Figure 1 with the parameters of the released curves: :math:`\mu = 0.1`, V = 10, C_t = t."""

from dptheory.experiments.heavy_ball_bounds import RELEASED
from figures.accelerated import fig_1
from figures.accelerated.fig_1 import draw

__all__ = ["draw", "tables"]


def tables() -> dict[str, fig_1.Table]:
    """The tables of :mod:`figures.accelerated.fig_1`."""
    return fig_1.tables(RELEASED)

r"""The analogue of Figure 2 of Yang et al. (2022): DP-SGD and DP-NSGD at :math:`\epsilon=8`.

As :mod:`figures.nsgd.fig_1`, with noise: batches of 64 of 4,000 records without replacement, one
record substituted, :math:`\delta=10^{-5}`, all iterates released.
"""

from figures.nsgd.curves import Parameters, draw, tables

PARAMETERS = Parameters(epsilon=8.0)

__all__ = ["PARAMETERS", "draw", "tables"]

r"""The analogue of Figure 2 of Yang et al. (2022): DP-SGD and DP-NSGD at :math:`\epsilon=8`.

As :mod:`figures.nsgd.fig_1`, with noise: batches of 64 of 4,000 records without replacement, one
record substituted, :math:`\delta=10^{-5}`, all iterates released.
"""

from functools import partial

from figures.nsgd import curves

tables, draw = partial(curves.tables, 8.0), curves.draw

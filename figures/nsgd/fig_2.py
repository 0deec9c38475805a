r"""The analogue of Figure 2 of Yang et al. (2022): DP-SGD and DP-NSGD at :math:`\epsilon=8`.

As :mod:`figures.nsgd.fig_1`, with noise: batches of 64 of 4,000 records without replacement, one
record substituted, :math:`\delta=10^{-5}`, all iterates released.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

from dptheory.experiments.clipping_images import FOLDER
from dptheory.experiments.clipping_sweeps import STEPS
from figures.lssgd.bands import Table
from figures.nsgd import curves


def tables(
    seeds: Sequence[int] = curves.SEEDS, steps: int = STEPS, folder: Path = FOLDER
) -> dict[str, Table]:
    """See :func:`figures.nsgd.curves.tables`."""
    return curves.tables(8.0, seeds, steps, folder)


def draw(data: Mapping[str, Table]) -> Figure:
    """Eight panels."""
    return curves.draw(data, 2.5)

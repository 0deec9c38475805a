r"""The analogue of Figure 1 of Yang et al. (2022): clipped and normalised SGD without noise.

Training loss and accuracy for every threshold c and every regulariser r of the paper, on images of
digits (:mod:`dptheory.experiments.clipping_images`), ten runs with 95 % bands. At one learning
rate the accuracy varies with c and hardly with r, as printed; at the best rate of each it varies
with both. The rate drops after half and three quarters of the steps.
"""

import math
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
    return curves.tables(math.inf, seeds, steps, folder)


def draw(data: Mapping[str, Table]) -> Figure:
    """Eight panels."""
    return curves.draw(data, 2.5)

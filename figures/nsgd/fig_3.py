r"""The analogue of Figure 3 of Yang et al. (2022): accuracy over the paper's grids.

DP-NSGD over learning rate and r above, DP-SGD over learning rate and c below, at
:math:`\epsilon=2,4,8`; means of ten runs on images of digits
(:mod:`verify.papers.nsgd.laboratory.clipping_sweeps`). The paper's picture is there: columns above,
diagonals below. That it is one of coordinates shows :mod:`figures.nsgd.fair`.
"""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from figures.nsgd import maps
from figures.nsgd.curves import SEEDS
from figures.panels import Table, Tables, panels
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import FOLDER


def tables(
    seeds: Sequence[int] = SEEDS, steps: int = sweeps.STEPS, folder: Path = FOLDER
) -> dict[str, Table]:
    """``normalise_<eps>`` and ``clip_<eps>``."""
    result: dict[str, Table] = {}
    for eps in sweeps.BUDGETS:
        normalised = sweeps.tables(
            sweeps.NORMALISED, eps, seeds, steps=steps, folder=folder, jobs=2
        )
        clipped = sweeps.tables(sweeps.CLIPPED, eps, seeds, steps=steps, folder=folder, jobs=2)
        result[f"normalise_{eps:g}"] = maps.table(normalised, sweeps.REGULARISERS)
        result[f"clip_{eps:g}"] = maps.table(clipped, sweeps.THRESHOLDS)
    return result


def draw(data: Tables) -> Figure:
    """Six maps."""
    figure, axes = panels(12, 5.2, 2, 3)
    for row, (rule, name, letter) in zip(
        axes, (("normalise", "DP-NSGD", "r"), ("clip", "DP-SGD", "c")), strict=True
    ):
        for axis, eps in zip(row, sweeps.BUDGETS, strict=True):
            title = rf"{name}, $\epsilon$ = {eps:g}"
            maps.heat(axis, data[f"{rule}_{eps:g}"], title, letter, "learning rate")
    return figure

r"""The analogue of Figure 3 of Wang et al. (2019) on digits: training loss with smoothing.

Rows: two budgets. Left: the learning rate a/t of the iteration t with one a for all, the largest
one that is tried, as a comparison at one common rate does. Right: a constant rate of its own for
each smoothing, that of the least final training loss. Ten runs with common batches and noise, 95 %
bands; :mod:`verify.papers.lssgd.laboratory.lssgd_digits` says the rest.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.lssgd.fig_4 import COLOURS
from figures.lssgd.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from verify.papers.lssgd.laboratory.lssgd_digits import FOLDER, GRID, cell, results, tuned

SHOWN = (0, 1, 3)
COMMON = GRID["1/iteration"][-1]


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    budgets: Annotated[tuple[float, ...], Range("(0, 100]", "values of epsilon, a row each", 3)] = (
        2.0,
        1.0,
    )


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<common|tuned>_<eps>_<smoothing>``: training loss against the epoch."""
    setting = chosen.setting
    epochs = np.array(setting.recorded) / setting.per_epoch
    result: dict[str, Table] = {}
    for eps in chosen.budgets:
        pair = [cell(setting, schedule, eps) for schedule in ("1/iteration", "constant")]
        found = results(setting, FOLDER, pair, jobs=2)
        common, own = (found[c]["loss"] for c in pair)
        best = tuned(own)[1]
        for i in SHOWN:
            result[f"common_{eps:g}_{i}"] = band("epoch", epochs, common[:, i, -1])
            result[f"tuned_{eps:g}_{i}"] = band("epoch", epochs, best[:, i])
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A row a budget, two columns."""
    rows = len(chosen.budgets)
    figure, axes = panels(8.5, 2.8 * rows, rows, 2, sharex=True, squeeze=False)
    titles = {"common": rf"$\eta_t={COMMON:g}/t$ for all", "tuned": r"constant $\eta$, tuned"}
    for row, eps in zip(axes, chosen.budgets, strict=True):
        for axis, (name, title) in zip(row, titles.items(), strict=True):
            for i in SHOWN:
                plot(axis, data[f"{name}_{eps:g}_{i}"], COLOURS[i], rf"$\sigma={i}$")
            axis.set(title=rf"$\epsilon={eps:g}$: {title}", yscale="log")
        row[0].set_ylabel("training loss")
    for axis in axes[-1]:
        axis.set_xlabel("epoch")
    axes[0, 0].legend()
    return figure

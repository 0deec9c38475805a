r"""The analogue of Figure 3 of Wang et al. (2019) on digits: training loss with smoothing.

Rows: two budgets. Left: the learning rate a/t of the iteration t with one a for all, the largest
one that is tried, as a comparison at one common rate does. Right: a constant rate of its own for
each smoothing, that of the least final training loss. Ten runs with common batches and noise, 95 %
bands; :mod:`verify.papers.lssgd.laboratory.lssgd_digits` says the rest.
"""

import numpy as np
from matplotlib.figure import Figure

from figures.lssgd.fig_4 import COLOURS
from figures.panels import Table, Tables, band, panels, plot
from verify.papers.lssgd.laboratory.lssgd_digits import (
    FOLDER,
    GRID,
    STANDARD,
    Setting,
    cell,
    results,
    tuned,
)

BUDGETS = (2.0, 1.0)
SHOWN = (0, 1, 3)
COMMON = GRID["1/iteration"][-1]


def tables(setting: Setting = STANDARD) -> dict[str, Table]:
    """``<common|tuned>_<eps>_<smoothing>``: training loss against the epoch."""
    epochs = np.array(setting.recorded) / setting.per_epoch
    result: dict[str, Table] = {}
    for eps in BUDGETS:
        pair = [cell(setting, schedule, eps) for schedule in ("1/iteration", "constant")]
        found = results(setting, FOLDER, pair, jobs=2)
        common, own = (found[c]["loss"] for c in pair)
        best = tuned(own)[1]
        for i in SHOWN:
            result[f"common_{eps:g}_{i}"] = band("epoch", epochs, common[:, i, -1])
            result[f"tuned_{eps:g}_{i}"] = band("epoch", epochs, best[:, i])
    return result


def draw(data: Tables) -> Figure:
    """Two rows of budgets, two columns."""
    figure, axes = panels(8.5, 5.6, 2, 2, sharex=True)
    titles = {"common": rf"$\eta_t={COMMON:g}/t$ for all", "tuned": r"constant $\eta$, tuned"}
    for row, eps in zip(axes, BUDGETS, strict=True):
        for axis, (name, title) in zip(row, titles.items(), strict=True):
            for i in SHOWN:
                plot(axis, data[f"{name}_{eps:g}_{i}"], COLOURS[i], rf"$\sigma={i}$")
            axis.set(title=rf"$\epsilon={eps:g}$: {title}", yscale="log")
        row[0].set_ylabel("training loss")
    for axis in axes[-1]:
        axis.set_xlabel("epoch")
    axes[0, 0].legend()
    return figure

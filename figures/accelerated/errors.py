r"""The six panels of Figures 3 and 4 of Kuru et al. (2020), from the Section 5 experiment.

Mean of :math:`F(x_t) - F^*` over 20 runs with its 95 % band (normal, pointwise); every run spends
:math:`\epsilon = 1` in total. Levels differ from the printed curves by the noise: those have the
standard deviation :math:`b_t` where Laplace(:math:`b_t`) has :math:`\sqrt2b_t` (ledger:
accelerated/fig-3-final-errors). Open circles are the ends of printed curves. Noise of variance
:math:`b_t^2` is Laplace noise of the scale :math:`b_t/\sqrt2`, which spends :math:`\sqrt2\epsilon`
(accelerated/released-budget); the legend says so.
"""

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures.panels import Table, Tables, band, panels
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from verify.papers.accelerated.laboratory import accelerated_logistic as experiment

COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE)


def _name(cell: experiment.Cell) -> str:
    return f"{cell.algorithm}_c{cell.c}_T{cell.T}"


def tables(setting: experiment.Setting, m: int) -> dict[str, Table]:
    """A table a cell: iteration ``t``, ``mean`` and band ``low``, ``high`` of the error."""
    chosen = [cell for cell in experiment.cells(setting) if cell.m == m]
    found = experiment.results(setting, experiment.FOLDER, chosen, jobs=2)
    return {_name(cell): band("t", arrays["t"], arrays["gap"]) for cell, arrays in found.items()}


def draw(
    data: Tables,
    setting: experiment.Setting,
    m: int,
    printed: Mapping[experiment.Cell, float] | None = None,
) -> Figure:
    """A row for each step size factor c, a column for each algorithm."""
    figure, axes = panels(15, 5.6, len(setting.factors), 6, sharex=True, sharey=True, squeeze=False)
    for row, c in enumerate(setting.factors):
        for column, algorithm in enumerate(experiment.PLAIN + experiment.OPTIMISED):
            axis = axes[row, column]
            for colour, T in zip(COLOURS, setting.horizons, strict=False):
                cell = experiment.Cell(algorithm, m, T, c)
                table = data[_name(cell)]
                axis.semilogy(table["t"], table["mean"], color=colour, label=f"$T={T}$")
                # A band below zero has no place on a logarithmic axis.
                low = np.maximum(table["low"], 1e-3 * table["mean"])
                axis.fill_between(
                    table["t"], low, table["high"], color=colour, alpha=0.25, linewidth=0
                )
                if printed and cell in printed:
                    axis.plot(table["t"][-1], 10 ** printed[cell], "o", color=colour, mfc="none")
            axis.set(title=f"{algorithm}, $c={c}$", ylim=(1e-3, 100))
        axes[row, 0].set_ylabel(r"$F(x_t)-F^*$")
    for axis in axes[-1]:
        axis.set_xlabel("iteration $t$")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    if printed:
        handles.append(Line2D([], [], linestyle="", marker="o", color=GREY, markerfacecolor="none"))
        spent = math.sqrt(2) * setting.epsilon
        labels.append(rf"end of the printed curve, whose noise needs $\epsilon={spent:.2f}$")
    figure.legend(handles, labels, loc="outside upper center", ncol=len(handles))
    return figure

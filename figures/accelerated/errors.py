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
from dataclasses import dataclass, fields, replace
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures.panels import Table, Tables, band, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from verify.papers.accelerated.laboratory import accelerated_logistic as experiment

COLOURS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE)
DEFAULT = experiment.SECTION_5
SMALL = DEFAULT.batch_sizes[0]


@dataclass(frozen=True)
class Parameters:
    """What may be changed; Section 5's values."""

    epsilon: Annotated[float, Range("(0, 1e3]", "budget of a run")] = DEFAULT.epsilon
    n: Annotated[int, Range("[1001, 1e6]", "number of records")] = DEFAULT.n
    dimension: Annotated[int, Range("[1, 1000]", "d")] = DEFAULT.dimension
    regularisation: Annotated[float, Range("(0, 10]", "lambda")] = DEFAULT.regularisation
    sensitivity: Annotated[float, Range("(0, 1e6]", "S_1")] = DEFAULT.sensitivity
    start: Annotated[float, Range("[-100, 100]", "every coordinate of x_0")] = DEFAULT.start
    horizons: Annotated[tuple[int, ...], Range("[1, 10000]", "values of T", 5)] = DEFAULT.horizons
    factors: Annotated[
        tuple[float, ...], Range("(0, 1]", "c of the step size c/L, a row each", 3)
    ] = DEFAULT.factors
    runs: Annotated[int, Range("[2, 1000]", "runs of a curve")] = DEFAULT.runs
    seed: Annotated[int, Range("[0, 1e6]", "of noise and batches")] = DEFAULT.seed
    data_seed: Annotated[int, Range("[0, 1e6]", "of the records")] = DEFAULT.data_seed
    thinning: Annotated[
        int, Range("[1, 10000]", "keep every so-many-th record, for a quick look")
    ] = DEFAULT.thinning

    @property
    def m(self) -> int:
        """The batch size."""
        return self.n

    @property
    def batch_sizes(self) -> tuple[int, int]:
        """Those of the experiment, from which the runs of a cell have their seeds."""
        return SMALL, self.n

    @property
    def setting(self) -> experiment.Setting:
        """What all cells share."""
        own = {field.name: getattr(self, field.name) for field in fields(Parameters)}
        return replace(DEFAULT, batch_sizes=self.batch_sizes, **own)


def _name(cell: experiment.Cell) -> str:
    return f"{cell.algorithm}_c{cell.c}_T{cell.T}"


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a cell: iteration ``t``, ``mean`` and band ``low``, ``high`` of the error."""
    setting = chosen.setting
    cells = [cell for cell in experiment.cells(setting) if cell.m == chosen.m]
    found = experiment.results(setting, experiment.FOLDER, cells, jobs=2)
    return {_name(cell): band("t", arrays["t"], arrays["gap"]) for cell, arrays in found.items()}


def draw(
    data: Tables, chosen: Parameters, printed: Mapping[experiment.Cell, float] | None = None
) -> Figure:
    """A row for each step size factor c, a column for each algorithm."""
    factors, horizons = chosen.factors, chosen.horizons
    figure, axes = panels(15, 2.8 * len(factors), len(factors), 6, sharey=True, squeeze=False)
    for row, c in enumerate(factors):
        for column, algorithm in enumerate(experiment.PLAIN + experiment.OPTIMISED):
            axis = axes[row, column]
            # The longest run is drawn first and broadest: one that it covers stays visible.
            for place, (colour, T) in reversed(
                list(enumerate(zip(COLOURS, horizons, strict=False)))
            ):
                cell = experiment.Cell(algorithm, chosen.m, T, c)
                table = data[_name(cell)]
                width = 0.9 + 0.9 * place
                axis.loglog(table["t"] + 1, table["mean"], color=colour, lw=width, label=f"$T={T}$")
                # A band below zero has no place on a logarithmic axis.
                low = np.maximum(table["low"], 1e-3 * table["mean"])
                axis.fill_between(
                    table["t"] + 1, low, table["high"], color=colour, alpha=0.25, linewidth=0
                )
                if printed and cell in printed:
                    end = table["t"][-1] + 1, 10 ** printed[cell]
                    axis.plot(*end, "o", color=colour, mfc="none")
            axis.set(title=f"{algorithm}, $c={c:g}$", ylim=(1e-3, 100))
        axes[row, 0].set_ylabel(r"$F(x_t)-F^*$")
    for axis in axes[-1]:
        axis.set_xlabel("iteration $t+1$")
    handles, labels = (shown[::-1] for shown in axes[0, 0].get_legend_handles_labels())
    if printed:
        handles.append(Line2D([], [], linestyle="", marker="o", color=GREY, markerfacecolor="none"))
        spent = math.sqrt(2) * chosen.epsilon
        labels.append(rf"end of the printed curve, whose noise needs $\epsilon={spent:.2f}$")
    figure.legend(handles, labels, loc="outside upper center", ncol=len(handles))
    return figure

r"""Six private methods on the breast-cancer data: final error against the horizon.

Logistic regression with rows of L1 norm 1 (n = 569), full batch, :math:`\epsilon = 10`, 20 runs,
95 % bands. The horizontal lines are the two alternatives that anyone would try first: doing nothing
(staying at 0), and output perturbation.
"""

import numpy as np
from matplotlib.figure import Figure

from figures.panels import Table, Tables, band, columns, error_bars, panels
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from verify.papers.accelerated.laboratory import accelerated_logistic as experiment

COLOURS = (GREY, GREEN, BLUE, ORANGE, VERMILION, PURPLE)


def tables() -> dict[str, Table]:
    """A table an algorithm and factor: ``T``, ``mean``, ``low``, ``high``; and the lines."""
    setting = experiment.BREAST_CANCER
    chosen = [cell for cell in experiment.cells(setting) if cell.m == setting.n]
    found = experiment.results(setting, experiment.FOLDER, chosen)
    result: dict[str, Table] = {}
    for algorithm in experiment.PLAIN + experiment.OPTIMISED:
        for c in setting.factors:
            row = [found[k]["gap"] for k in chosen if (k.algorithm, k.c) == (algorithm, c)]
            finals = np.stack([gap[:, -1] for gap in row], axis=1)
            result[f"{algorithm}_c{c}"] = band("T", setting.horizons, finals)
    perturbed = experiment.output_perturbation(setting, 4000).mean()
    return result | {"lines": columns(nothing=[row[0][0, 0]], perturbed=[perturbed])}


def draw(data: Tables) -> Figure:
    """A panel for each step size factor."""
    figure, axes = panels(10, 4, 1, len(experiment.BREAST_CANCER.factors), sharey=True)
    for axis, c in zip(axes, experiment.BREAST_CANCER.factors, strict=True):
        for colour, algorithm in zip(COLOURS, experiment.PLAIN + experiment.OPTIMISED, strict=True):
            table = data[f"{algorithm}_c{c}"]
            half = error_bars(table)
            axis.errorbar(table["T"], table["mean"], yerr=half, color=colour, label=algorithm)
        (nothing,), (perturbed,) = data["lines"].values()
        axis.axhline(nothing, color="black", linestyle=":", label="stay at 0")
        axis.axhline(perturbed, color="black", linestyle="--", label="output perturbation")
        axis.set(xscale="log", yscale="log", xlabel="horizon $T$", title=f"$c={c}$")
    axes[0].set_ylabel(r"final $F(x)-F^*$")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside right center")
    return figure

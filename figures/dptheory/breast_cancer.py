r"""Six private methods on the breast-cancer data: final error against the horizon.

Logistic regression with rows of L1 norm 1 (n = 569), full batch, :math:`\epsilon = 10`, 20 runs,
95 % bands. The horizontal lines are the two alternatives that anyone would try first: doing nothing
(staying at 0), and output perturbation.
"""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from dptheory.experiments.accelerated_logistic import (
    BREAST_CANCER,
    FOLDER,
    OPTIMISED,
    PLAIN,
    cells,
    output_perturbation,
    results,
)
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION

Table = Mapping[str, NDArray[np.float64]]
COLOURS = (GREY, GREEN, BLUE, ORANGE, VERMILION, PURPLE)
BAND = 1.96  # standard errors


def tables() -> dict[str, Table]:
    """A table an algorithm and factor: ``T``, ``mean``, ``half`` (of the band); and the lines."""
    setting = BREAST_CANCER
    chosen = [cell for cell in cells(setting) if cell.m == setting.n]
    found = results(setting, FOLDER, chosen)
    result: dict[str, Table] = {}
    for algorithm in PLAIN + OPTIMISED:
        for c in setting.factors:
            row = [found[k]["gap"] for k in chosen if (k.algorithm, k.c) == (algorithm, c)]
            finals = [gap[:, -1] for gap in row]
            result[f"{algorithm}_c{c}"] = {
                "T": np.array(setting.horizons, dtype=float),
                "mean": np.array([f.mean() for f in finals]),
                "half": np.array([BAND * f.std(ddof=1) / len(f) ** 0.5 for f in finals]),
            }
    perturbed = output_perturbation(setting, 4000)
    result["lines"] = {
        "nothing": np.array([row[0][0, 0]]),
        "output perturbation": np.array([perturbed.mean()]),
    }
    return result


def draw(data: Mapping[str, Table]) -> Figure:
    """A panel for each step size factor."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.subplots(1, len(BREAST_CANCER.factors), sharey=True)
    for axis, c in zip(axes, BREAST_CANCER.factors, strict=True):
        for colour, algorithm in zip(COLOURS, PLAIN + OPTIMISED, strict=True):
            table = data[f"{algorithm}_c{c}"]
            axis.errorbar(
                table["T"], table["mean"], yerr=table["half"], color=colour, label=algorithm
            )
        lines = data["lines"]
        axis.axhline(lines["nothing"][0], color="black", linestyle=":", label="stay at 0")
        axis.axhline(
            lines["output perturbation"][0],
            color="black",
            linestyle="--",
            label="output perturbation",
        )
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_xlabel("horizon $T$")
        axis.set_title(f"$c={c}$")
    axes[0].set_ylabel(r"final $F(x)-F^*$")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center")
    return figure

r"""Six private methods on the breast-cancer data: final error against the horizon.

Logistic regression with rows of L1 norm 1 (n = 569), full batch, :math:`\epsilon = 10`, 20 runs,
95 % bands. The horizontal lines are the two alternatives that anyone would try first: doing nothing
(staying at 0), and output perturbation.
"""

from dataclasses import asdict, dataclass, replace
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.panels import Table, Tables, band, columns, error_bars, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from verify.papers.accelerated.laboratory import accelerated_logistic as experiment

COLOURS = (GREY, GREEN, BLUE, ORANGE, VERMILION, PURPLE)


DEFAULT = experiment.BREAST_CANCER


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    epsilon: Annotated[float, Range("(0, 1e3]", "budget of a run")] = DEFAULT.epsilon
    regularisation: Annotated[float, Range("(0, 10]", "lambda")] = DEFAULT.regularisation
    horizons: Annotated[tuple[int, ...], Range("[1, 10000]", "values of T", 8)] = DEFAULT.horizons
    factors: Annotated[
        tuple[float, ...], Range("(0, 1]", "c of the step size c/L, a panel each", 3)
    ] = DEFAULT.factors
    runs: Annotated[int, Range("[2, 1000]", "runs of a point")] = DEFAULT.runs
    seed: Annotated[int, Range("[0, 1e6]", "of the noise")] = DEFAULT.seed


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table an algorithm and factor: ``T``, ``mean``, ``low``, ``high``; and the lines."""
    setting = replace(DEFAULT, **asdict(chosen))
    cells = [cell for cell in experiment.cells(setting) if cell.m == setting.n]
    found = experiment.results(setting, experiment.FOLDER, cells)
    result: dict[str, Table] = {}
    for algorithm in experiment.PLAIN + experiment.OPTIMISED:
        for c in setting.factors:
            row = [found[k]["gap"] for k in cells if (k.algorithm, k.c) == (algorithm, c)]
            finals = np.stack([gap[:, -1] for gap in row], axis=1)
            result[f"{algorithm}_c{c}"] = band("T", setting.horizons, finals)
    perturbed = experiment.output_perturbation(setting, 4000).mean()
    return result | {"lines": columns(nothing=[row[0][0, 0]], perturbed=[perturbed])}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel for each step size factor."""
    figure, axes = panels(10, 4, 1, len(chosen.factors), sharey=True, squeeze=False)
    for axis, c in zip(axes[0], chosen.factors, strict=True):
        for colour, algorithm in zip(COLOURS, experiment.PLAIN + experiment.OPTIMISED, strict=True):
            table = data[f"{algorithm}_c{c}"]
            half = error_bars(table)
            axis.errorbar(table["T"], table["mean"], yerr=half, color=colour, label=algorithm)
        (nothing,), (perturbed,) = data["lines"].values()
        axis.axhline(nothing, color="black", linestyle=":", label="stay at 0")
        axis.axhline(perturbed, color="black", linestyle="--", label="output perturbation")
        axis.set(xscale="log", yscale="log", xlabel="horizon $T$", title=f"$c={c:g}$")
    axes[0, 0].set_ylabel(r"final $F(x)-F^*$")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside right center")
    return figure

r"""The analogue of Figure 1 of Wang et al. (2019) on digits: what privacy costs DP-SGD.

Left and middle: training and validation loss of softmax regression under DP-SGD, each budget at
the constant learning rate of the least final training loss. Right: validation accuracy against the
budget, at the learning rate of the best one, with one release of a noisy minimiser beside it (best
of six penalties). Ten runs, 95 % bands; data, budgets (replace-one, batches without replacement,
:math:`\delta = 10^{-5}`) and what is tuned: :mod:`verify.papers.lssgd.laboratory.lssgd_digits`.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.lssgd.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.lssgd.laboratory.lssgd_digits import FOLDER, cell, results, tuned
from verify.papers.lssgd.laboratory.lssgd_digits import output_perturbation as perturbed

COLOURS = (VERMILION, ORANGE, BLUE)
DRAWS = 50


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    budgets: Annotated[tuple[float, ...], Range("(0, 100]", "values of epsilon", 3)] = (1, 2, 4)


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<loss|validation_loss>_<eps>`` against the epoch, and accuracies against eps."""
    setting, budgets = chosen.setting, (*chosen.budgets, math.inf)
    cells = {eps: cell(setting, "constant", eps) for eps in budgets}
    found = results(setting, FOLDER, list(cells.values()), jobs=2)
    epochs = np.array(setting.recorded) / setting.per_epoch
    result: dict[str, Table] = {}
    best = []
    for eps in budgets:
        values = found[cells[eps]]
        factor = tuned(values["loss"])[0][0]
        for name in ("loss", "validation_loss"):
            result[f"{name}_{eps:g}"] = band("epoch", epochs, values[name][:, 0, factor])
        best.append(tuned(values["accuracy"], largest=True)[1][:, 0, -1])
    result["dp_sgd"] = band("eps", chosen.budgets, np.stack(best[:-1], axis=-1))
    released = [perturbed(setting, eps, DRAWS) for eps in chosen.budgets]
    best_penalty = [values[values.mean(axis=1).argmax()] for values in released]
    result["output"] = band("eps", chosen.budgets, np.stack(best_penalty, axis=-1))
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, axes = panels(11, 3.2, 1, 3)
    titles = {"loss": "training loss", "validation_loss": "validation loss"}
    for axis, (name, title) in zip(axes, titles.items(), strict=False):
        for eps, colour in zip(chosen.budgets, COLOURS, strict=False):
            plot(axis, data[f"{name}_{eps:g}"], colour, rf"$\epsilon={eps:g}$")
        plot(axis, data[f"{name}_inf"], GREY, "no noise")
        axis.set(title=title, xlabel="epoch", yscale="log")
    axes[0].legend()
    plot(axes[2], data["dp_sgd"], BLUE, "DP-SGD", "o-")
    plot(axes[2], data["output"], GREEN, "output perturbation", "s--")
    axes[2].set(title="validation accuracy", xlabel=r"$\epsilon$", ylim=(0, 1))
    axes[2].legend()
    return figure

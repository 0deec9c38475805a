r"""The analogue of Figure 5 of Wang et al. (2019) on digits: accuracy and budget over the epochs.

Panels: noise multipliers. Solid lines: validation accuracy of DP-SGD, DP-LSSGD, DP-Adam and
DP-LS-Adam (smoothing 1), each at the constant learning rate of its own best final accuracy; dashed:
the budget spent, the same for all four (replace-one, batches without replacement,
:math:`\delta = 10^{-5}`; Poisson batches and add-or-remove-one would give less than half). Softmax
regression stands in for the paper's CNN. Ten runs, 95 % bands; see
:mod:`verify.papers.lssgd.laboratory.lssgd_digits`.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.lssgd.training import Training
from figures.panels import Table, Tables, band, columns, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from verify.papers.lssgd.laboratory import lssgd_digits as digits
from verify.papers.lssgd.laboratory.lssgd_digits import FOLDER, tuned

SCHEDULES = {"constant": ("DP-SGD", "DP-LSSGD"), "adam": ("DP-Adam", "DP-LS-Adam")}
COLOURS = {"DP-SGD": GREY, "DP-LSSGD": BLUE, "DP-Adam": ORANGE, "DP-LS-Adam": GREEN}


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    budgets: Annotated[
        tuple[float, ...], Range("(0, 100]", "values of epsilon, a panel each", 3)
    ] = (4.0, 2.0, 1.0)


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<method>_<eps>``: accuracy against the epoch; ``budget_<eps>``: eps against the epoch."""
    setting = chosen.setting
    cells = {(s, eps): digits.cell(setting, s, eps) for eps in chosen.budgets for s in SCHEDULES}
    found = digits.results(setting, FOLDER, list(cells.values()), jobs=2)
    epochs = np.array(setting.recorded) / setting.per_epoch
    result: dict[str, Table] = {}
    for (schedule, eps), c in cells.items():
        best = tuned(found[c]["accuracy"], largest=True)[1]
        for i, method in enumerate(SCHEDULES[schedule]):
            result[f"{method}_{eps:g}"] = band("epoch", epochs, best[:, i])
        spent = [digits.epsilon(setting, c.noise_multiplier, t) for t in setting.recorded[1:]]
        multiplier = np.full(len(spent), c.noise_multiplier)
        result[f"budget_{eps:g}"] = columns(epoch=epochs[1:], eps=spent, multiplier=multiplier)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel for each multiplier."""
    figure, axes = panels(11, 3.4, 1, len(chosen.budgets), squeeze=False)
    for axis, eps in zip(axes[0], chosen.budgets, strict=True):
        for method, colour in COLOURS.items():
            plot(axis, data[f"{method}_{eps:g}"], colour, method)
        budget = data[f"budget_{eps:g}"]
        axis.set(title=f"noise multiplier {budget['multiplier'][0]:.3g}", xlabel="epoch")
        right = axis.twinx()
        right.plot(budget["epoch"], budget["eps"], "--", color=PURPLE)
        right.set_ylim(0, 1.05 * eps)
        right.grid(visible=False)
    axes[0, 0].set_ylabel("validation accuracy")
    right.set_ylabel(r"$\epsilon$ spent (dashed)")
    axes[0, 0].legend()
    return figure

r"""DP-Adam, DP-AdamBC, DP-SGD, DP-Adam's twin and DP2-RMSProp at equal budgets and equal tuning.

Final loss (excess, on the quadratic) and accuracy against the budget: all iterates, Poisson
batches, add-or-remove-one, :math:`\delta=10^{-5}`. Each at the best of 24 configurations, chosen on
other runs; 20 data sets or ten splits, 95 % bands. See
:mod:`verify.papers.adambc.laboratory.adam_contest`.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.adambc.own import Own, own
from figures.adambc.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from verify.papers.adambc.laboratory.adam_contest import POINTS, Task, compared
from verify.papers.adambc.laboratory.adam_images import images
from verify.papers.adambc.laboratory.adam_runs import RECORDS, Judged, contest, epsilon

COLOURS = {
    "DP-SGD": GREY,
    "twin of DP-Adam": GREEN,
    "DP-Adam": BLUE,
    "DP-AdamBC": ORANGE,
    "DP2-RMSProp": PURPLE,
}
PANELS = {
    "points_loss": "quadratic: excess loss",
    "images_loss": "images: training loss",
    "images_accuracy": "images: accuracy",
}


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    noise_multipliers: Annotated[
        tuple[float, ...], Range("[0.3, 100]", "sigma, a budget each", 5)
    ] = POINTS.multipliers
    own: Own | None = None  # by --with

    @property
    def colours(self) -> dict[str, str]:
        """Of each method."""
        return COLOURS if self.own is None else COLOURS | {self.own.name: VERMILION}


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<problem>_<loss|accuracy>_<method>`` against eps."""
    result: dict[str, Table] = {}
    for problem, task in chosen.tasks.items():
        n = RECORDS if problem == "points" else images(0).size
        eps = [epsilon(task.release(s), n, task.plan.steps) for s in chosen.noise_multipliers]
        found = [_compared(task, s, chosen.own) for s in chosen.noise_multipliers]
        for method in chosen.colours:
            finals = np.stack([one[method].values[:, -1] for one in found], axis=1)
            result[f"{problem}_loss_{method}"] = band("eps", eps, finals[..., 0])
            if problem == "images":
                result[f"{problem}_accuracy_{method}"] = band("eps", eps, finals[..., 1])
    return result


def _compared(task: Task, multiplier: float, method: Own | None) -> dict[str, Judged]:
    """The competitors, and the own one, at their best configurations."""
    found = compared(task, multiplier)
    if method is None:
        return found
    release, lanes = task.release(multiplier), {method.name: method.lanes}
    return found | contest(task.problem, release, lanes, task.plan)


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, axes = panels(12, 3.5, 1, 3)
    for axis, (panel, title) in zip(axes, PANELS.items(), strict=True):
        for method, colour in chosen.colours.items():
            plot(axis, data[f"{panel}_{method}"], colour, method, "o-")
        axis.set(title=title, xlabel=r"$\epsilon$", xscale="log")
        ticks = data[f"{panel}_DP-SGD"]["eps"]
        axis.set_xticks(ticks, [f"{eps:.2g}" for eps in ticks])
        axis.minorticks_off()
    axes[0].set_yscale("log")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=6)
    return figure


__all__ = ["PARAMETERS", "draw", "own", "tables"]

r"""Is there a right floor :math:`\gamma'` for DP-AdamBC? Final loss against the floor.

The floor is in units of :math:`\Phi r`, :math:`r=(1-\beta_1)/(1+\beta_1)`, which keeps the noise's
part of an update below a sign (:mod:`dptheory.optimizers.floor`), the loss in units of DP-Adam's
at its own best step size. Curves: noise multipliers; every point at its own best step size, chosen
on other runs, 95 % bands of the ratio of means (delta method). Left: an ill-scaled quadratic, 20
data sets; right: images, ten splits.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from figures.adambc.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.adambc.laboratory.adam_contest import POINTS
from verify.papers.adambc.laboratory.adam_sweeps import FLOORS, swept

COLOURS = (BLUE, ORANGE, GREEN)
TICKS = {"points": (0.8, 1, 1.5, 2, 3, 4, 6), "images": (1, 1.1, 1.2, 1.3, 1.4, 1.6)}


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    noise_multipliers: Annotated[tuple[float, ...], Range("(0, 1e3]", "sigma, a curve each", 3)] = (
        POINTS.multipliers
    )


PARAMETERS = Parameters()


def relative(values: NDArray[np.float64], base: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of shape (runs, points) whose mean is the ratio of means, to first order a run each.

    Args:
        values: shape (runs, points).
        base: of the same runs, shape (runs,).
    """
    ratio = values.mean(axis=0) / base.mean()
    linear: NDArray[np.float64] = ratio + (values - ratio * base[:, None]) / base.mean()
    return linear


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<problem>_<multiplier>``: relative loss against the floor."""
    result: dict[str, Table] = {}
    for problem, task in chosen.tasks.items():
        for multiplier in chosen.noise_multipliers:
            found = swept(task, "floor", multiplier)
            base = found.adam.values[:, -1, 0]
            finals = np.stack([judged.values[:, -1, 0] for judged in found.values], axis=-1)
            result[f"{problem}_{multiplier:g}"] = band("floor", FLOORS, relative(finals, base))
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, axes = panels(10, 3.4, 1, 2)
    titles = {"points": "quadratic", "images": "images"}
    for axis, (problem, title) in zip(axes, titles.items(), strict=True):
        for multiplier, colour in zip(chosen.noise_multipliers, COLOURS, strict=False):
            label = rf"$\sigma$ = {multiplier:g}"
            plot(axis, data[f"{problem}_{multiplier:g}"], colour, label, "o-")
        axis.axhline(1, color=GREY, linestyle="--", label="DP-Adam")
        axis.axvline(1, color=GREY, linestyle=":")
        axis.set(xscale="log", yscale="log", title=title, xlabel=r"$\gamma'/(\Phi r)$")
        axis.set_yticks(TICKS[problem], [f"{tick:g}" for tick in TICKS[problem]])
        axis.minorticks_off()
        axis.legend()
    axes[0].set_ylabel("final loss over DP-Adam's")
    return figure

r"""The distance between DP-Adam and its twin against noise to signal.

The twin is DP-SGD with momentum and the schedule (3); both have one step size (0.01), the same
data, batches and noise. Left: the distance of the last iterates over the length of DP-Adam's way;
right: the twin's final loss over DP-Adam's. Noise to signal: :math:`\Phi` over the mean square of a
coordinate of the full gradient on DP-Adam's path. 200 steps; 20
quadratics, ten regressions on rare features or four splits of the images, 95 % bands. See
:mod:`verify.papers.adambc.laboratory.adam_twins`.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.adambc.floor import relative
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.adambc.laboratory.adam_twins import MULTIPLIERS, RUNS, STEPS, distances

COLOURS = {"points": ORANGE, "features": GREEN, "images": BLUE}
TITLES = {"points": "quadratic", "features": "rare features", "images": "images"}


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    steps: Annotated[int, Range("[1, 100000]", "T")] = STEPS
    runs_points: Annotated[int, Range("[2, 1000]", "data sets")] = RUNS["points"]
    runs_features: Annotated[int, Range("[2, 1000]", "data sets")] = RUNS["features"]
    runs_images: Annotated[int, Range("[2, 1000]", "splits of the images")] = RUNS["images"]
    noise_multipliers: Annotated[
        tuple[float, ...], Range("(0, 1e4]", "sigma, a point each", 20)
    ] = MULTIPLIERS


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``distance_<problem>`` and ``loss_<problem>`` against noise to signal."""
    result: dict[str, Table] = {}
    for name in COLOURS:
        runs = getattr(chosen, f"runs_{name}")
        found = distances(name, multipliers=chosen.noise_multipliers, steps=chosen.steps, runs=runs)
        at = found["noise_to_signal"].mean(axis=1)
        result[f"distance_{name}"] = band("noise_to_signal", at, found["distance"].T)
        final = found["losses"][..., -1]
        ratios = [relative(twin[:, None], adam) for adam, twin in final.transpose(0, 2, 1)]
        result[f"loss_{name}"] = band("noise_to_signal", at, np.hstack(ratios))
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(10, 3.4, 1, 2)
    for name, colour in COLOURS.items():
        plot(left, data[f"distance_{name}"], colour, TITLES[name], "o-")
        plot(right, data[f"loss_{name}"], colour, TITLES[name], "o-")
    right.axhline(1, color=GREY, linestyle="--")
    left.set(ylabel="distance over the way", ylim=(0.02, 10))
    right.set(ylabel="twin's final loss over DP-Adam's", ylim=(0.05, 300))
    for axis in (left, right):
        axis.set(xscale="log", yscale="log", xlabel="noise to signal")
        axis.legend()
    return figure

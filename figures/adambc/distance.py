r"""The distance between DP-Adam and its twin against noise to signal.

The twin is DP-SGD with momentum and the schedule (3); both have one step size (0.01), the same
data, batches and noise. Left: the distance of the last iterates over the length of DP-Adam's way;
right: the twin's final loss over DP-Adam's. Noise to signal: :math:`\Phi` over the mean square of a
coordinate of the full gradient on DP-Adam's path. 200 steps; 20
quadratics, ten regressions on rare features or four splits of the images, 95 % bands. See
:mod:`verify.papers.adambc.laboratory.adam_twins`.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from figures.adambc.floor import relative
from figures.panels import Table, Tables, band, panels, plot
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.adambc.laboratory.adam_runs import FOLDER
from verify.papers.adambc.laboratory.adam_twins import RUNS, STEPS, distances

COLOURS = {"points": ORANGE, "features": GREEN, "images": BLUE}
TITLES = {"points": "quadratic", "features": "rare features", "images": "images"}


def tables(
    steps: int = STEPS, runs: Mapping[str, int] = RUNS, folder: Path = FOLDER
) -> dict[str, Table]:
    """``distance_<problem>`` and ``loss_<problem>`` against noise to signal."""
    result: dict[str, Table] = {}
    for name in COLOURS:
        found = distances(name, steps=steps, runs=runs[name], folder=folder)
        at = found["noise_to_signal"].mean(axis=1)
        result[f"distance_{name}"] = band("noise_to_signal", at, found["distance"].T)
        final = found["losses"][..., -1]
        ratios = [relative(twin[:, None], adam) for adam, twin in final.transpose(0, 2, 1)]
        result[f"loss_{name}"] = band("noise_to_signal", at, np.hstack(ratios))
    return result


def draw(data: Tables) -> Figure:
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

r"""Theorem 1 of Wang et al. (2019): where it applies, and its noise beside exact accounts.

Left: its conditions can hold above the lines only, whatever :math:`\mu` and the number of
iterations; the paper's MNIST settings are 15 to 50 orders of magnitude below. In the green region
the repaired conditions hold for 50 epochs and :math:`\delta = 10^{-5}`, so that the noise is proved
to give the budget. Right: the noise in those settings.
"""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION
from verify.papers.lssgd.laboratory.theorem_1_map import (
    BATCH,
    BUDGETS,
    DELTA,
    DELTAS,
    PAPER,
    N,
    least_ratio,
    noises,
    repaired_range,
)

Table = Mapping[str, NDArray[np.float64]]


def tables() -> dict[str, Table]:
    """``map``: log10 of n/b on the boundaries against epsilon; ``settings``: those of the paper;
    ``noise``: the noise that a budget needs, by theorem and accounts."""
    eps = np.geomspace(0.08, 10, 200)
    lower, upper = repaired_range(eps, DELTA)
    boundaries = {f"printed {delta:g}": least_ratio(eps, delta) for delta in DELTAS}
    found = [noises(e) for e in BUDGETS]
    return {
        "map": {"epsilon": eps, **boundaries, "repaired from": lower, "repaired to": upper},
        "settings": {
            "epsilon": np.array(PAPER),
            "log10 ratio": np.full(len(PAPER), np.log10(N / BATCH)),
        },
        "noise": {
            "epsilon": np.array(BUDGETS),
            "theorem 1": np.array([f.theorem for f in found]),
            "exact": np.array([f.exact for f in found]),
            "renyi": np.array([f.renyi for f in found]),
            "poisson": np.array([f.poisson for f in found]),
        },
    }


def draw(data: Mapping[str, Table]) -> Figure:
    """Two panels: the map and the noise."""
    figure = Figure(figsize=(9.5, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    _draw_map(left, data["map"], data["settings"])
    _draw_noise(right, data["noise"])
    return figure


def _draw_map(axis: Axes, table: Table, settings: Table) -> None:
    eps = table["epsilon"]
    lower, upper = 10 ** table["repaired from"], 10 ** table["repaired to"]
    axis.fill_between(
        eps, lower, upper, upper > lower, color=GREEN, alpha=0.35, linewidth=0, label="repaired"
    )
    for delta, colour in zip(DELTAS, (SKY, BLUE, PURPLE), strict=True):
        ratio = table[f"printed {delta:g}"]
        inside = ratio < 30
        label = rf"printed, $\delta=10^{{{np.log10(delta):.0f}}}$"
        axis.plot(eps[inside], 10 ** ratio[inside], color=colour, label=label)
    axis.plot(
        settings["epsilon"],
        10 ** settings["log10 ratio"],
        "o",
        color=VERMILION,
        label="MNIST, §4.1",
    )
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_ylim(1, 1e25)
    axis.set_xlabel(r"budget $\epsilon$")
    axis.set_ylabel(r"records by batch size, $n/b$")
    axis.set_title("where the conditions of Theorem 1 can hold")
    axis.legend()


def _draw_noise(axis: Axes, table: Table) -> None:
    eps = table["epsilon"]
    for name, colour, mark, label in (
        ("theorem 1", VERMILION, "o-", "Theorem 1 (conditions fail)"),
        ("renyi", ORANGE, "s-", "enough by Rényi divergences, replace-one"),
        ("exact", BLUE, "o-", "enough by exact account, replace-one"),
        ("poisson", GREY, "^--", "enough by exact account, Poisson, add-or-remove-one"),
    ):
        axis.plot(eps, table[name], mark, color=colour, markersize=4, label=label)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_ylim(None, 12)
    axis.set_xlabel(r"budget $\epsilon$ at $\delta=10^{-5}$")
    axis.set_ylabel(r"noise $\nu/G$ in a coordinate")
    axis.set_title("noise of the MNIST setting, 50 epochs")
    axis.legend()

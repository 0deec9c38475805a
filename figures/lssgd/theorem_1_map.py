r"""Theorem 1 of Wang et al. (2019): where it applies, and its noise beside exact accounts.

Left: its conditions can hold above the lines only, whatever :math:`\mu` and the number of
iterations; the paper's MNIST settings are 15 to 50 orders of magnitude below. In the green region
the repaired conditions hold for 50 epochs and :math:`\delta = 10^{-5}`, so that the noise is proved
to give the budget. Right: the noise in those settings.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
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

KINDS = {
    "theorem": (VERMILION, "o-", "Theorem 1 (conditions fail)"),
    "renyi": (ORANGE, "s-", "enough by Rényi divergences, replace-one"),
    "exact": (BLUE, "o-", "enough by exact account, replace-one"),
    "poisson": (GREY, "^--", "enough by exact account, Poisson, add-or-remove-one"),
}


def tables() -> dict[str, Table]:
    """``map``: log10 of n/b on the boundaries against epsilon; ``settings``: those of the paper;
    ``noise``: the noise that a budget needs, by theorem and accounts."""
    eps = np.geomspace(0.08, 10, 200)
    lower, upper = repaired_range(eps, DELTA)
    boundaries = {f"printed {delta:g}": least_ratio(eps, delta) for delta in DELTAS}
    found = [noises(e) for e in BUDGETS]
    return {
        "map": {"epsilon": eps, **boundaries, "repaired from": lower, "repaired to": upper},
        "settings": columns(epsilon=PAPER, **{"log10 ratio": [np.log10(N / BATCH)] * len(PAPER)}),
        "noise": columns(epsilon=BUDGETS, **{k: [getattr(f, k) for f in found] for k in KINDS}),
    }


def draw(data: Tables) -> Figure:
    """Two panels: the map and the noise."""
    figure, (left, right) = panels(9.5, 4.2, 1, 2)
    _draw_map(left, data["map"], data["settings"])
    _draw_noise(right, data["noise"])
    return figure


def _draw_map(axis: Axes, table: Table, settings: Table) -> None:
    eps = table["epsilon"]
    lower, upper = 10 ** table["repaired from"], 10 ** table["repaired to"]
    area = axis.fill_between(eps, lower, upper, upper > lower, color=GREEN, alpha=0.35, linewidth=0)
    area.set_label("repaired")
    for delta, colour in zip(DELTAS, (SKY, BLUE, PURPLE), strict=True):
        ratio = table[f"printed {delta:g}"]
        inside = ratio < 30
        label = rf"printed, $\delta=10^{{{np.log10(delta):.0f}}}$"
        axis.plot(eps[inside], 10 ** ratio[inside], color=colour, label=label)
    marks = settings["epsilon"], 10 ** settings["log10 ratio"]
    axis.plot(*marks, "o", color=VERMILION, label="MNIST, §4.1")
    axis.set(xscale="log", yscale="log", ylim=(1, 1e25))
    axis.set(xlabel=r"budget $\epsilon$", ylabel=r"records by batch size, $n/b$")
    axis.set_title("where the conditions of Theorem 1 can hold")
    axis.legend()


def _draw_noise(axis: Axes, table: Table) -> None:
    eps = table["epsilon"]
    for name, (colour, mark, label) in KINDS.items():
        axis.plot(eps, table[name], mark, color=colour, markersize=4, label=label)
    axis.set(xscale="log", yscale="log", ylim=(None, 12))
    axis.set(xlabel=r"budget $\epsilon$ at $\delta=10^{-5}$")
    axis.set_ylabel(r"noise $\nu/G$ in a coordinate")
    axis.set_title("noise of the MNIST setting, 50 epochs")
    axis.legend()

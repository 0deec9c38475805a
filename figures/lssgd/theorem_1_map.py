r"""Theorem 1 of Wang et al. (2019): where it applies, and its noise beside exact accounts.

Left: its conditions can hold above the lines only, whatever :math:`\mu` and the number of
iterations; the paper's MNIST settings are 15 to 50 orders of magnitude below. In the green region
the repaired conditions hold for 50 epochs and :math:`\delta = 10^{-5}`, so that the noise is proved
to give the budget. Right: the noise in those settings.
"""

from dataclasses import asdict, dataclass
from typing import Annotated

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dptheory.ranges import count
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION
from verify.papers.lssgd.laboratory.theorem_1_map import (
    BUDGETS,
    DELTAS,
    MNIST,
    PAPER,
    Setting,
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


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    n: Annotated[int, Range("[100, 1e7]", "number of records")] = MNIST.n
    batch: Annotated[int, Range("[1, 1e6]", "b, below n")] = MNIST.batch
    epochs: Annotated[int, Range("[1, 1000]", "passes over the records")] = MNIST.epochs
    delta: Annotated[float, Range("[1e-12, 0.01]", "of the budget")] = MNIST.delta

    def __post_init__(self) -> None:
        count("batch", self.batch, most=self.n - 1)

    @property
    def setting(self) -> Setting:
        """The training."""
        return Setting(**asdict(self))


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``map``: log10 of n/b on the boundaries against epsilon; ``settings``: that of the paper's
    budgets; ``noise``: the noise that a budget needs, by theorem and accounts."""
    eps = np.geomspace(0.08, 10, 200)
    lower, upper = repaired_range(eps, chosen.delta, chosen.epochs)
    boundaries = {f"printed {delta:g}": least_ratio(eps, delta) for delta in DELTAS}
    found = [noises(e, chosen.setting) for e in BUDGETS]
    return {
        "map": {"epsilon": eps, **boundaries, "repaired from": lower, "repaired to": upper},
        "settings": columns(
            epsilon=PAPER, **{"log10 ratio": [np.log10(chosen.n / chosen.batch)] * len(PAPER)}
        ),
        "noise": columns(epsilon=BUDGETS, **{k: [getattr(f, k) for f in found] for k in KINDS}),
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels: the map and the noise."""
    figure, (left, right) = panels(9.5, 4.2, 1, 2)
    _draw_map(left, data["map"], data["settings"])
    _draw_noise(right, data["noise"])
    left.lines[-1].set_label(
        "MNIST, §4.1" if chosen == PARAMETERS else "chosen setting, §4.1's budgets"
    )
    left.legend()
    right.set_xlabel(rf"budget $\epsilon$ at $\delta$ = {chosen.delta:g}")
    right.set_title(f"noise of this setting, {chosen.epochs} epochs")
    return figure


def _draw_map(axis: Axes, table: Table, settings: Table) -> None:
    eps = table["epsilon"]
    lower, upper = 10 ** table["repaired from"], 10 ** table["repaired to"]
    area = axis.fill_between(eps, lower, upper, upper > lower, color=GREEN, alpha=0.35, linewidth=0)
    area.set_label("repaired: within the band")
    for delta, colour in zip(DELTAS, (SKY, BLUE, PURPLE), strict=True):
        ratio = table[f"printed {delta:g}"]
        inside = ratio < 30
        label = rf"printed, $\delta=10^{{{np.log10(delta):.0f}}}$"
        axis.plot(eps[inside], 10 ** ratio[inside], color=colour, label=label)
    marks = settings["epsilon"], 10 ** settings["log10 ratio"]
    axis.plot(*marks, "o", color=VERMILION)
    axis.set(xscale="log", yscale="log", ylim=(1, 1e25))
    axis.set(xlabel=r"budget $\epsilon$", ylabel=r"records by batch size, $n/b$")
    axis.set_title("where the conditions of Theorem 1 can hold")


def _draw_noise(axis: Axes, table: Table) -> None:
    eps = table["epsilon"]
    for name, (colour, mark, label) in KINDS.items():
        axis.plot(eps, table[name], mark, color=colour, markersize=4, label=label)
    axis.set(xscale="log", yscale="log", ylim=(None, 12))
    axis.set_ylabel(r"noise $\nu/G$ in a coordinate")
    axis.legend()

r"""The analogue of Figure 3 of Bu et al. (2023): one network, accuracy and memory against M.

The widest network of :mod:`verify.papers.groupwise.laboratory.grouping_sweeps` at
:math:`\epsilon=2` and 8, every M at its own learning rate, 20 runs with 95 % intervals; and, which
the paper does not show, the training loss, every M at the learning rate that is best for the loss.
Memory is that of the network itself, uniform groups beside the best ones.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.groupwise.analogues import Runs, bars, numbers, uniform_table
from figures.panels import Table, Tables, band, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, ORANGE, VERMILION
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

COLOURS = (ORANGE, BLUE, VERMILION)
WHAT = {"accuracy": sweeps.ACCURACY, "loss": sweeps.LOSS}


@dataclass(frozen=True)
class Parameters(Runs):
    """What may be changed."""

    budgets: Annotated[tuple[float, ...], Range("(0, 100]", "values of epsilon", 3)] = (
        sweeps.BUDGETS
    )
    width: Annotated[int, Range("[1, 256]", "of the network")] = sweeps.WIDTHS[-1]


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<accuracy|loss>_<eps>``, their slopes against the budget, and ``optimal``."""
    shape = sweeps.hidden(chosen.width)
    result: dict[str, Table] = {}
    for name, what in WHAT.items():
        slopes = []
        for eps in chosen.budgets:
            found, values = uniform_table(shape, eps, chosen, what)
            result[f"{name}_{eps:g}"] = found
            slopes.append(sweeps.slope(values, [int(m) for m in found["M"]]))
        result[f"slope_{name}"] = band("eps", chosen.budgets, np.stack(slopes, axis=1))
    best = sweeps.optimal_groups(shape)
    peaks = [sweeps.memory(shape, one) for one in best.values()]
    return result | {"optimal": columns(M=list(best), memory=peaks)}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, axes = panels(12, 3.8, 1, 3)
    for axis, name in zip(axes, WHAT, strict=False):
        for eps, colour in zip(chosen.budgets, COLOURS, strict=False):
            bars(axis, data[f"{name}_{eps:g}"], "M", colour, rf"$\epsilon$ = {eps:g}")
        axis.legend(fontsize=7)
    axes[0].set_title(f"accuracy, width {chosen.width}, tuned for it")
    axes[1].set_title("training loss, tuned for it")
    uniform, best = data[f"accuracy_{chosen.budgets[0]:g}"], data["optimal"]
    axes[2].plot(uniform["M"], uniform["memory"], "o-", color=ORANGE, label="uniform")
    axes[2].plot(best["M"], best["memory"], ".--", color=GREEN, label="smallest peak")
    axes[2].set(title="peak memory, stored numbers a sample", ylim=(0, None))
    axes[2].legend(fontsize=7)
    for axis in axes:
        numbers(axis, (1, 2, 4, 8, 16))
    return figure

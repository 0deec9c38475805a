r"""Which of the two is easier to tune, in fair coordinates.

Maps at :math:`\epsilon=8`: DP-SGD over (c, learning rate) as printed and over (c, learning rate
over c); DP-NSGD over the paper's regularisers and over the thresholds' values; and with the rate
times r, which is to it what the printed coordinates are to DP-SGD. By (11) of the paper the second
and the fourth are the same method up to a factor of two a record, with the same noise. On the
right what the best of four random configurations lacks to the best of all maps, 95 % intervals,
12 runs (:mod:`verify.papers.nsgd.laboratory.clipping_sweeps`).
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.nsgd import maps
from figures.nsgd.training import Training
from figures.panels import Table, Tables, band, error_bars, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps

WIDE = ("DP-NSGD", "r")
GRIDS = {
    "clip": ("DP-SGD", "c", "learning rate", sweeps.CLIPPED, sweeps.THRESHOLDS, ORANGE),
    "clip_over_c": ("DP-SGD", "c", "learning rate times c", sweeps.FAIR, sweeps.THRESHOLDS, BLUE),
    "normalise": ("DP-NSGD", "r", "learning rate", sweeps.NORMALISED, sweeps.REGULARISERS, GREEN),
    "normalise_wide": (*WIDE, "learning rate", sweeps.REGULARISED, sweeps.THRESHOLDS, PURPLE),
    "normalise_times_r": (*WIDE, "learning rate over r", sweeps.COUPLED, sweeps.THRESHOLDS, GREY),
}


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    budgets: Annotated[
        tuple[float, ...], Range("(0, inf]", "values of epsilon; the maps have the last", 4)
    ] = (2.0, 8.0)


PARAMETERS = Parameters(runs=12)


def tables(chosen: Parameters) -> dict[str, Table]:
    """``map_<grid>`` and ``lacking_<grid>`` against eps."""
    result: dict[str, Table] = {}
    lacking: dict[str, list[sweeps.Values]] = {name: [] for name in GRIDS}
    for eps in chosen.budgets:
        found = {
            name: sweeps.tables(lanes, eps, chosen.seeds, steps=chosen.steps, jobs=2)
            for name, (_, _, _, lanes, _, _) in GRIDS.items()
        }
        best = np.max([t.max(axis=(1, 2)) for t in found.values()], axis=0)
        for name, table in found.items():
            lacking[name].append(sweeps.shortfall(table, best))
            if eps == chosen.budgets[-1]:
                result[f"map_{name}"] = maps.table(table, GRIDS[name][4])
    for name, values in lacking.items():
        result[f"lacking_{name}"] = band("eps", chosen.budgets, np.stack(values, axis=1))
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Five maps and the intervals."""
    figure, axes = panels(13, 6, 2, 3)
    *maps_of, last = axes.flat
    marks = dict(zip(GRIDS, "ABCDE", strict=True))
    for (name, (method, letter, rate, *_)), axis in zip(GRIDS.items(), maps_of, strict=True):
        title = rf"{marks[name]}: {method}, $\epsilon$ = {chosen.budgets[-1]:g}"
        image = maps.heat(axis, data[f"map_{name}"], title, letter, rate)
    maps.bar(figure, image, maps_of)
    for place, (name, (method, letter, _, _, parameters, colour)) in enumerate(GRIDS.items()):
        table = data[f"lacking_{name}"]
        at = np.arange(len(table["eps"])) + 0.12 * (place - 2)
        label = f"{marks[name]}: {method}, {letter} up to {parameters[-1]:g}"
        last.errorbar(at, table["mean"], error_bars(table), fmt="o", color=colour, label=label)
    last.set_xticks(range(len(table["eps"])), [rf"$\epsilon$ = {x:g}" for x in table["eps"]])
    last.set(
        title="what the best of four random settings lacks",
        ylabel="accuracy of the best less theirs",
    )
    last.margins(y=1.1)  # room for the legend
    last.set_ylim(0, None)
    last.legend(fontsize=8, loc="upper center")
    return figure

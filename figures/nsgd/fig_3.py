r"""The analogue of Figure 3 of Yang et al. (2022): accuracy over the paper's grids.

DP-NSGD over learning rate and r above, DP-SGD over learning rate and c below, at
:math:`\epsilon=2,4,8`; means of ten runs on images of digits
(:mod:`verify.papers.nsgd.laboratory.clipping_sweeps`). The paper's picture is there: columns above,
diagonals below. That it is one of coordinates shows :mod:`figures.nsgd.fair`.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from figures.nsgd import maps
from figures.nsgd.training import Training
from figures.panels import Table, Tables, panels
from figures.parameters import Range
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    budgets: Annotated[tuple[float, ...], Range("(0, inf]", "values of epsilon", 3)] = (
        sweeps.BUDGETS
    )


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``normalise_<eps>`` and ``clip_<eps>``."""
    result: dict[str, Table] = {}
    seeds, steps = chosen.seeds, chosen.steps
    for eps in chosen.budgets:
        normalised = sweeps.tables(sweeps.NORMALISED, eps, seeds, steps=steps, jobs=2)
        clipped = sweeps.tables(sweeps.CLIPPED, eps, seeds, steps=steps, jobs=2)
        result[f"normalise_{eps:g}"] = maps.table(normalised, sweeps.REGULARISERS)
        result[f"clip_{eps:g}"] = maps.table(clipped, sweeps.THRESHOLDS)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A column of maps a budget."""
    figure, axes = panels(12, 5.2, 2, len(chosen.budgets), squeeze=False)
    for row, (rule, name, letter) in zip(
        axes, (("normalise", "DP-NSGD", "r"), ("clip", "DP-SGD", "c")), strict=True
    ):
        for axis, eps in zip(row, chosen.budgets, strict=True):
            title = rf"{name}, $\epsilon$ = {eps:g}"
            image = maps.heat(axis, data[f"{rule}_{eps:g}"], title, letter, "learning rate")
    maps.bar(figure, image, list(axes.flat))
    return figure

r"""The analogue of Figure 4 of Wang et al. (2019) on digits: accuracy against the learning rate.

Rows: schedules a/t (t the iteration), a over the epoch, and a constant; columns: budgets. The paper
compares all smoothings at each a of a range in which larger is better; over a range wide enough for
every smoothing to have its best rate inside, the curves are shifted rather than raised. Ten runs
with common batches and noise, 95 % bands; :mod:`verify.papers.lssgd.laboratory.lssgd_digits` says
the rest.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from matplotlib.figure import Figure

from figures.lssgd.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, VERMILION
from verify.papers.lssgd.laboratory.lssgd_digits import (
    FOLDER,
    GRID,
    STANDARD,
    Setting,
    cell,
    results,
)

COLOURS = (GREY, BLUE, GREEN, VERMILION)  # of the smoothings 0, 1, 2, 3
BUDGETS = "values of epsilon, a panel each"


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    by_iteration: Annotated[
        tuple[float, ...], Range("(0, 100]", f"rate a over the iteration: {BUDGETS}", 3)
    ] = (4.0, 2.0)
    by_epoch: Annotated[
        tuple[float, ...], Range("(0, 100]", f"rate a over the epoch: {BUDGETS}", 3)
    ] = (2.0,)
    constant: Annotated[tuple[float, ...], Range("(0, 100]", f"constant rate a: {BUDGETS}", 3)] = (
        4.0,
        2.0,
        1.0,
    )
    smoothings: Annotated[tuple[float, ...], Range("[0, 1000]", "strengths of smoothing", 4)] = (
        STANDARD.smoothings
    )

    @property
    def setting(self) -> Setting:
        """What all cells share."""
        return replace(super().setting, smoothings=self.smoothings)

    @property
    def panels(self) -> tuple[tuple[str, float], ...]:
        """Schedule and budget of each panel."""
        budgets = {
            "1/iteration": self.by_iteration,
            "1/epoch": self.by_epoch,
            "constant": self.constant,
        }
        return tuple((schedule, eps) for schedule, found in budgets.items() for eps in found)


PARAMETERS = Parameters()


def _name(schedule: str, eps: float, i: int) -> str:
    return f"{schedule.replace('/', '_')}_{eps:g}_{i}"


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<schedule>_<eps>_<smoothing>``: final validation accuracy against a."""
    setting = chosen.setting
    cells = {panel: cell(setting, *panel) for panel in chosen.panels}
    found = results(setting, FOLDER, list(cells.values()), jobs=2)
    return {
        _name(schedule, eps, i): band("a", GRID[schedule], found[c]["accuracy"][:, i, :, -1])
        for (schedule, eps), c in cells.items()
        for i in range(len(setting.smoothings))
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels a row."""
    rows = -(-len(chosen.panels) // 3)
    figure, axes = panels(11, 2.9 * rows, rows, 3, squeeze=False)
    for axis in axes.flat[len(chosen.panels) :]:
        axis.set_axis_off()
    for axis, (schedule, eps) in zip(axes.flat, chosen.panels, strict=False):
        for i, smoothing in enumerate(chosen.smoothings):
            table = data[_name(schedule, eps, i)]
            plot(axis, table, COLOURS[i], rf"$\sigma={smoothing:g}$", "o-")
        rate = {"constant": "a", "1/iteration": "a/t", "1/epoch": r"a/\mathrm{epoch}"}[schedule]
        axis.set_xscale("log", base=2)
        axis.set(title=rf"$\eta_t={rate}$, $\epsilon={eps:g}$", xlabel="a")
    for axis in axes[:, 0]:
        axis.set_ylabel("validation accuracy")
    axes[0, 0].legend()
    return figure

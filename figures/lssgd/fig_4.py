r"""The analogue of Figure 4 of Wang et al. (2019) on digits: accuracy against the learning rate.

Rows: schedules a/t (t the iteration), a over the epoch, and a constant; columns: budgets. The paper
compares all smoothings at each a of a range in which larger is better; over a range wide enough for
every smoothing to have its best rate inside, the curves are shifted rather than raised. Ten runs
with common batches and noise, 95 % bands; :mod:`verify.papers.lssgd.laboratory.lssgd_digits` says
the rest.
"""

from matplotlib.figure import Figure

from figures.panels import Table, Tables, band, panels, plot
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
BUDGETS = {"1/iteration": (4.0, 2.0), "1/epoch": (2.0,), "constant": (4.0, 2.0, 1.0)}
PANELS = tuple((schedule, eps) for schedule, budgets in BUDGETS.items() for eps in budgets)


def _name(schedule: str, eps: float, i: int) -> str:
    return f"{schedule.replace('/', '_')}_{eps:g}_{i}"


def tables(setting: Setting = STANDARD) -> dict[str, Table]:
    """``<schedule>_<eps>_<smoothing>``: final validation accuracy against a."""
    cells = {panel: cell(setting, *panel) for panel in PANELS}
    found = results(setting, FOLDER, list(cells.values()), jobs=2)
    return {
        _name(schedule, eps, i): band("a", GRID[schedule], found[c]["accuracy"][:, i, :, -1])
        for (schedule, eps), c in cells.items()
        for i in range(len(setting.smoothings))
    }


def draw(data: Tables) -> Figure:
    """Two rows of three panels."""
    figure, axes = panels(11, 5.8, 2, 3)
    for axis, (schedule, eps) in zip(axes.flat, PANELS, strict=True):
        for i, smoothing in enumerate(STANDARD.smoothings):
            table = data[_name(schedule, eps, i)]
            plot(axis, table, COLOURS[i], rf"$\sigma={smoothing:g}$", "o-")
        rate = {"constant": "a", "1/iteration": "a/t", "1/epoch": r"a/\mathrm{epoch}"}[schedule]
        axis.set_xscale("log", base=2)
        axis.set(title=rf"$\eta_t={rate}$, $\epsilon={eps:g}$", xlabel="a")
    for axis in axes[:, 0]:
        axis.set_ylabel("validation accuracy")
    axes[0, 0].legend()
    return figure

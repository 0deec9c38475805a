r"""Figure 2 of Kuru et al. (2020): optimal noise of the multistage method for 2 to 5 stages.

The Laplace scale :math:`b_t` of every iteration in units of :math:`S_1/(n\epsilon)`, from (34) and
(31), beside the constant scale T that spends the same budget. The scale falls within a stage and
jumps up where the next one starts with a smaller step size. Open circles are read off the figure as
its authors released it: there the last iteration of each stage but the last has more noise, since
the program leaves a factor 2 of (34) out of its weight.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREY, VERMILION
from verify.papers.accelerated.laboratory.masg_noise import PRINTED, STAGES, Setting, figure_2
from verify.papers.accelerated.laboratory.released import curves

OPEN: Any = {
    "color": GREY,
    "markerfacecolor": "none",
    "markersize": 5,
    "zorder": 3,
    "clip_on": False,
}


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    mu: Annotated[float, Range("(0, 1e6]", "strong convexity, below the smoothness")] = PRINTED.mu
    smoothness: Annotated[float, Range("(0, 1e6]", "L")] = PRINTED.smoothness
    first_stage: Annotated[int, Range("[1, 1000]", "n_1, iterations of the first stage")] = (
        PRINTED.first_stage
    )
    stages: Annotated[tuple[int, ...], Range("[1, 7]", "numbers of stages, a panel each", 4)] = (
        STAGES
    )

    @property
    def setting(self) -> Setting:
        """What all panels share."""
        return Setting(self.mu, self.smoothness, self.first_stage)


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a panel, ``stages_<K>``: ``t`` from 1, ``stage``, ``optimal`` and ``equal`` scales;
    one ``released_<K>``, where it has the figure's setting: ``t`` and ``optimal`` of the points
    read off the released figure; ``summary``: K, T and the noise term of the bound over that of
    equal noise."""
    result: dict[str, Table] = {}
    found = [figure_2(number, chosen.setting) for number in chosen.stages]
    for number, panel in zip(chosen.stages, found, strict=True):
        T = len(panel.scales)
        stage = np.repeat(np.arange(1, number + 1), [s.iterations for s in panel.plan])
        result[f"stages_{number}"] = columns(
            t=np.arange(1, T + 1), stage=stage, optimal=panel.scales, equal=np.full(T, T)
        )
        if number in curves() and chosen.setting == PRINTED:
            drawn = curves()[number]
            heights = [float(drawn.value(t)) for t in drawn.heights]
            result[f"released_{number}"] = columns(t=list(drawn.heights), optimal=heights)
    lengths, savings = [len(one.scales) for one in found], [one.saving for one in found]
    return result | {"summary": columns(K=chosen.stages, T=lengths, saving=savings)}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel a number of stages."""
    rows = (len(chosen.stages) + 1) // 2
    figure, axes = panels(9, 3 * rows, rows, min(2, len(chosen.stages)), squeeze=False)
    summary = zip(*data["summary"].values(), strict=True)
    for axis, (number, T, saving) in zip(axes.flat, summary, strict=False):
        _draw_panel(axis, data[f"stages_{number:.0f}"], data.get(f"released_{number:.0f}"))
        axis.set_title(f"{number:.0f} stages, $T={T:.0f}$; noise term {saving:.2f} of equal noise")
    for axis in axes.flat[len(chosen.stages) :]:
        axis.set_axis_off()
    for axis in axes[:, 0]:
        axis.set_ylabel(r"scale $b_t\,n\epsilon/S_1$")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncol=4)
    return figure


def _draw_panel(axis: Axes, table: Table, released: Table | None) -> None:
    t = table["t"]
    changes = t[1:][np.diff(table["stage"]) > 0] - 0.5
    whole = axis.get_xaxis_transform()
    axis.vlines(changes, 0, 1, GREY, ":", label="next stage", transform=whole, linewidth=0.6)
    axis.plot(t, table["optimal"], color=BLUE, label="optimal, (31) with (34)")
    axis.plot(t, table["equal"], "--", color=VERMILION, label="equal noise")
    if released is not None:
        axis.plot(*released.values(), "o", label="released figure", **OPEN)
    axis.set(xlim=(1, t[-1]), ylim=(0, None), xlabel="iteration $t$")

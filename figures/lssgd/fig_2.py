r"""Figure 2 of Wang et al.: two signals, one draw of their noise, and what smoothing leaves.

With it, exactly, the mean squared error after smoothing over the one before, as a function of the
smoothing: the printed strengths are marked by circles, the best ones by stars.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dptheory.smoothing import solve
from figures.panels import Table, Tables, columns
from figures.parameters import Range
from figures.style import BLUE, GREY, VERMILION
from verify.papers.lssgd.laboratory.smoothing_figures import (
    POINTS,
    SIGNALS,
    Signal,
    best_smoothing,
    bias,
    error_ratio,
    noisy,
    variance,
)

STRENGTHS = np.geomspace(0.1, 1000, 121)
COLOURS = {"v_1": BLUE, "v_2": VERMILION}


FIRST, SECOND = SIGNALS.values()


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    smoothing_1: Annotated[float, Range("(0, 1000]", "sigma for v_1")] = FIRST.smoothing
    smoothing_2: Annotated[float, Range("(0, 1000]", "sigma for v_2")] = SECOND.smoothing
    deviation_1: Annotated[float, Range("(0, 10]", "of the noise of v_1")] = FIRST.deviation
    deviation_2: Annotated[float, Range("(0, 10]", "of the noise of v_2")] = SECOND.deviation
    seed: Annotated[int, Range("[0, 1e6]", "of the noise")] = 0

    @property
    def signals(self) -> Mapping[str, Signal]:
        """The two signals by name."""
        first = replace(FIRST, deviation=self.deviation_1, smoothing=self.smoothing_1)
        second = replace(SECOND, deviation=self.deviation_2, smoothing=self.smoothing_2)
        return {"v_1": first, "v_2": second}


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``signal_<name>``: clean, noisy, and smoothed at the printed and at the best strength;
    ``error_<name>``: squared bias, variance and error over the noise's variance by strength;
    ``marks``: printed and best strength and error of the two signals."""
    result: dict[str, Table] = {}
    rows = []
    for name, signal in chosen.signals.items():
        draw, unit = noisy(signal, chosen.seed), signal.deviation**2
        best = best_smoothing(signal)
        printed, smoothed = solve(draw, signal.smoothing), solve(draw, best)
        result[f"signal_{name}"] = columns(
            clean=signal.clean, noisy=draw, printed=printed, best=smoothed
        )
        result[f"error_{name}"] = columns(
            smoothing=STRENGTHS,
            bias=[bias(signal, s) / unit for s in STRENGTHS],
            variance=[variance(signal, s) / unit for s in STRENGTHS],
            error=[error_ratio(signal, s) for s in STRENGTHS],
        )
        rows.append([v for s in (signal.smoothing, best) for v in (s, error_ratio(signal, s))])
    names = ("printed", "printed_error", "best", "best_error")
    return result | {"marks": columns(**dict(zip(names, np.array(rows).T, strict=True)))}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """The line, the errors, and four images of the square signal."""
    figure = Figure(figsize=(11, 6.4), layout="constrained")
    axes = figure.subplot_mosaic("LLEE;abcd", height_ratios=(1.15, 1))
    _draw_line(axes["L"], data["signal_v_1"], data["marks"])
    _draw_errors(axes["E"], data, _word(chosen))
    marks, square = data["marks"], data["signal_v_2"]
    titles = {
        "clean": "$v_2$, clean",
        "noisy": "noisy",
        "printed": rf"smoothed, $\sigma={marks['printed'][1]:g}$ ({_word(chosen)})",
        "best": rf"smoothed, $\sigma={marks['best'][1]:.1f}$ (best)",
    }
    for panel, (column, title) in zip("abcd", titles.items(), strict=True):
        image = square[column].reshape(POINTS, POINTS)
        axes[panel].imshow(image, cmap="RdBu_r", vmin=-1.3, vmax=1.3)
        axes[panel].set_title(title)
        axes[panel].set_axis_off()
    return figure


def _word(chosen: Parameters) -> str:
    """Whose strengths they are."""
    shown = PARAMETERS.smoothing_1, PARAMETERS.smoothing_2
    return "printed" if (chosen.smoothing_1, chosen.smoothing_2) == shown else "chosen"


def _draw_line(axis: Axes, table: Table, marks: Table) -> None:
    i = np.arange(1, POINTS + 1)
    axis.plot(i, table["noisy"], color="0.7", linewidth=0.9, label="noisy")
    axis.plot(i, table["clean"], "--", color=GREY, label="clean")
    label = rf"smoothed, $\sigma={marks['printed'][0]:g}$"
    axis.plot(i, table["printed"], color=BLUE, label=label)
    axis.set(xlabel="$i$", title="$v_1$")
    axis.legend(loc="upper right")


def _draw_errors(axis: Axes, data: Tables, word: str) -> None:
    for row, (name, colour) in enumerate(COLOURS.items()):
        table, marks = data[f"error_{name}"], data["marks"]
        axis.loglog(table["smoothing"], table["error"], color=colour, label=f"${name}$, error")
        axis.plot(table["smoothing"], table["bias"], ":", color=colour, label="squared bias")
        axis.plot(marks["printed"][row], marks["printed_error"][row], "o", color=colour)
        axis.plot(marks["best"][row], marks["best_error"][row], "*", color=colour, markersize=12)
    for mark, label in (("o", f"{word} strength"), ("*", "best strength")):
        axis.plot([], [], mark, color=GREY, label=label)
    one = data["error_v_1"]
    axis.plot(one["smoothing"], one["variance"], "--", color=GREY, label=r"variance, $\beta$")
    axis.set(ylim=(0.003, 1.2), xlabel=r"smoothing $\sigma$")
    axis.set_title("mean squared error over that before smoothing")
    # Curves go everywhere: the legend stands beside them.
    axis.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8)

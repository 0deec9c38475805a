r"""Figure 2 of Wang et al.: two signals, one draw of their noise, and what smoothing leaves.

With it, exactly, the mean squared error after smoothing over the one before, as a function of the
smoothing: the printed strengths are marked by circles, the best ones by stars.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dptheory.smoothing import solve
from figures.panels import Table, Tables, columns
from figures.style import BLUE, GREY, VERMILION
from verify.papers.lssgd.laboratory.smoothing_figures import (
    POINTS,
    SIGNALS,
    best_smoothing,
    bias,
    error_ratio,
    noisy,
    variance,
)

STRENGTHS = np.geomspace(0.1, 1000, 121)
COLOURS = {"v_1": BLUE, "v_2": VERMILION}


def tables() -> dict[str, Table]:
    """``signal_<name>``: clean, noisy, and smoothed at the printed and at the best strength;
    ``error_<name>``: squared bias, variance and error over the noise's variance by strength;
    ``marks``: printed and best strength and error of the two signals."""
    result: dict[str, Table] = {}
    rows = []
    for name, signal in SIGNALS.items():
        draw, best, unit = noisy(signal), best_smoothing(name), signal.deviation**2
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


def draw(data: Tables) -> Figure:
    """The line, the errors, and four images of the square signal."""
    figure = Figure(figsize=(11, 6.4), layout="constrained")
    axes = figure.subplot_mosaic("LLEE;abcd", height_ratios=(1.15, 1))
    _draw_line(axes["L"], data["signal_v_1"], data["marks"])
    _draw_errors(axes["E"], data)
    marks, square = data["marks"], data["signal_v_2"]
    titles = {
        "clean": "$v_2$, clean",
        "noisy": "noisy",
        "printed": rf"smoothed, $\sigma={marks['printed'][1]:g}$ (printed)",
        "best": rf"smoothed, $\sigma={marks['best'][1]:.1f}$ (best)",
    }
    for panel, (column, title) in zip("abcd", titles.items(), strict=True):
        image = square[column].reshape(POINTS, POINTS)
        axes[panel].imshow(image, cmap="RdBu_r", vmin=-1.3, vmax=1.3)
        axes[panel].set_title(title)
        axes[panel].set_axis_off()
    return figure


def _draw_line(axis: Axes, table: Table, marks: Table) -> None:
    i = np.arange(1, POINTS + 1)
    axis.plot(i, table["noisy"], color="0.7", linewidth=0.9, label="noisy")
    axis.plot(i, table["clean"], "--", color=GREY, label="clean")
    label = rf"smoothed, $\sigma={marks['printed'][0]:g}$"
    axis.plot(i, table["printed"], color=BLUE, label=label)
    axis.set(xlabel="$i$", title="$v_1$")
    axis.legend(loc="upper right")


def _draw_errors(axis: Axes, data: Tables) -> None:
    for row, (name, colour) in enumerate(COLOURS.items()):
        table, marks = data[f"error_{name}"], data["marks"]
        axis.loglog(table["smoothing"], table["error"], color=colour, label=f"${name}$, error")
        axis.plot(table["smoothing"], table["bias"], ":", color=colour, label="squared bias")
        axis.plot(marks["printed"][row], marks["printed_error"][row], "o", color=colour)
        axis.plot(marks["best"][row], marks["best_error"][row], "*", color=colour, markersize=12)
    for mark, label in (("o", "printed strength"), ("*", "best strength")):
        axis.plot([], [], mark, color=GREY, label=label)
    one = data["error_v_1"]
    axis.plot(one["smoothing"], one["variance"], "--", color=GREY, label=r"variance, $\beta$")
    axis.set(ylim=(0.003, 1.2), xlabel=r"smoothing $\sigma$")
    axis.set_title("mean squared error over that before smoothing")
    axis.legend(loc="lower left", ncol=2, fontsize=8)

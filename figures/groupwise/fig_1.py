r"""The analogue of Figure 1 of Bu et al. (2023): accuracy and memory against M, and model size.

Networks of eight layers, 8, 16 and 24 wide, and softmax regression, on images of digits at
:math:`\epsilon=2` (:mod:`verify.papers.groupwise.laboratory.grouping_sweeps`): every M at its own
learning rate, 20 runs with 95 % intervals. The last point of a line is parameter-wise clipping.
Right: what it lacks to all-layer clipping.
"""

import numpy as np
from matplotlib.figure import Figure

from figures.groupwise.analogues import STANDARD, Runs, bars, numbers, uniform_table
from figures.panels import Table, Tables, band, error_bars, panels
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

EPS = 2.0
COLOURS = dict(zip((0, *sweeps.WIDTHS), (GREY, ORANGE, GREEN, BLUE), strict=True))


def tables(runs: Runs = STANDARD) -> dict[str, Table]:
    """``width_<w>`` (0: softmax regression), and ``slope`` and ``gap`` against the width."""
    result: dict[str, Table] = {}
    slopes, gaps = [], []
    for width in COLOURS:
        shape = sweeps.hidden(width) if width else sweeps.SOFTMAX
        found, accuracies = uniform_table(shape, EPS, runs)
        result[f"width_{width}"] = found
        slopes.append(sweeps.slope(accuracies, [int(m) for m in found["M"]]))
        gaps.append(sweeps.gap(accuracies))
    widths = list(COLOURS)
    result["slope"] = band("width", widths, np.stack(slopes, axis=1))
    result["gap"] = band("width", widths, np.stack(gaps, axis=1))
    return result


def draw(data: Tables) -> Figure:
    """Three panels."""
    figure, (left, middle, right) = panels(12, 3.8, 1, 3)
    for width, colour in COLOURS.items():
        found = data[f"width_{width}"]
        label = f"8 layers, width {width}" if width else "softmax regression"
        bars(left, found, "M", colour, label)
        middle.plot(found["M"], found["memory"], "o-", markersize=4, color=colour, label=label)
    left.set(title=r"accuracy, $\epsilon$ = 2", ylim=(0.5, None))
    middle.set(title="peak memory, stored numbers a sample", ylim=(0, None))
    for axis in (left, middle):
        numbers(axis, (1, 2, 4, 8, 16))
    left.legend(fontsize=7)
    gap = data["gap"]
    places = np.arange(len(gap["width"]))
    colours = list(COLOURS.values())
    right.bar(places, gap["mean"], 0.6, yerr=error_bars(gap), capsize=3, color=colours)
    right.axhline(0, color=VERMILION, linewidth=0.8)
    right.set_xticks(places, ["softmax", *(f"width {w:g}" for w in gap["width"][1:])])
    right.set(title="accuracy lost from M = 1 to parameter-wise")
    return figure

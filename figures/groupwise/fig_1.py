r"""The analogue of Figure 1 of Bu et al. (2023): accuracy and memory against M, and model size.

Networks of eight layers, 8, 16 and 24 wide, and softmax regression, on images of digits at
:math:`\epsilon=2` (:mod:`verify.papers.groupwise.laboratory.grouping_sweeps`): every M at its own
learning rate, 20 runs with 95 % intervals. The last point of a line is parameter-wise clipping.
Right: what it lacks to all-layer clipping.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.groupwise.analogues import Runs, bars, numbers, uniform_table
from figures.panels import Table, Tables, band, error_bars, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

COLOURS = (GREY, ORANGE, GREEN, BLUE)


@dataclass(frozen=True)
class Parameters(Runs):
    """What may be changed."""

    epsilon: Annotated[float, Range("(0, 100]", "budget of a run")] = 2.0
    widths: Annotated[tuple[int, ...], Range("[1, 256]", "of the networks", 3)] = sweeps.WIDTHS

    @property
    def colours(self) -> dict[int, str]:
        """Of each width; 0 is softmax regression."""
        return dict(zip((0, *self.widths), COLOURS, strict=False))


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``width_<w>`` (0: softmax regression), and ``slope`` and ``gap`` against the width."""
    result: dict[str, Table] = {}
    slopes, gaps = [], []
    for width in chosen.colours:
        shape = sweeps.hidden(width) if width else sweeps.SOFTMAX
        found, accuracies = uniform_table(shape, chosen.epsilon, chosen)
        result[f"width_{width}"] = found
        slopes.append(sweeps.slope(accuracies, [int(m) for m in found["M"]]))
        gaps.append(sweeps.gap(accuracies))
    widths = list(chosen.colours)
    result["slope"] = band("width", widths, np.stack(slopes, axis=1))
    result["gap"] = band("width", widths, np.stack(gaps, axis=1))
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, (left, middle, right) = panels(12, 3.8, 1, 3)
    for width, colour in chosen.colours.items():
        found = data[f"width_{width}"]
        label = f"8 layers, width {width}" if width else "softmax regression"
        bars(left, found, "M", colour, label)
        middle.plot(found["M"], found["memory"], "o-", markersize=4, color=colour, label=label)
    left.set(title=rf"accuracy, $\epsilon$ = {chosen.epsilon:g}", ylim=(0.5, None))
    middle.set(title="peak memory, stored numbers a sample", ylim=(0, None))
    for axis in (left, middle):
        numbers(axis, (1, 2, 4, 8, 16))
    left.legend(fontsize=7)
    gap = data["gap"]
    places = np.arange(len(gap["width"]))
    colours = list(chosen.colours.values())
    right.bar(places, gap["mean"], 0.6, yerr=error_bars(gap), capsize=3, color=colours)
    right.axhline(0, color=VERMILION, linewidth=0.8)
    right.set_xticks(places, ["softmax", *(f"width {w:g}" for w in gap["width"][1:])])
    right.set(title="accuracy lost from M = 1 to parameter-wise")
    return figure

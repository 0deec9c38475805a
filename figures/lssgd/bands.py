"""Means of runs with their 95 % band (normal, pointwise), as tables and as lines."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from figures.style import BLUE, GREEN, GREY, VERMILION

Table = Mapping[str, NDArray[np.float64]]
# One colour for each smoothing 0, 1, 2, 3.
COLOURS = (GREY, BLUE, GREEN, VERMILION)


def band(name: str, at: ArrayLike, values: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Columns ``name``, ``mean``, ``low``, ``high`` of values of shape (runs, points)."""
    mean = values.mean(axis=0)
    half = 1.96 * values.std(axis=0, ddof=1) / np.sqrt(len(values))
    at = np.asarray(at, dtype=np.float64)
    return {name: at, "mean": mean, "low": mean - half, "high": mean + half}


def plot(axis: Axes, table: Table, colour: str, label: str, style: str = "-") -> None:
    """A line with its band; the first column is the abscissa."""
    name = next(iter(table))
    axis.plot(table[name], table["mean"], style, color=colour, label=label)
    axis.fill_between(
        table[name], table["low"], table["high"], color=colour, alpha=0.2, linewidth=0
    )

"""Histograms as tables of bins, and densities from quantiles."""

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from figures.panels import Array, Table


def histogram(values: ArrayLike, edges: Array) -> dict[str, Array]:
    """Columns ``low``, ``high``, ``density``: shares of all values over the widths of the bins."""
    flat = np.asarray(values, dtype=np.float64).ravel()
    counts, _ = np.histogram(flat, edges)
    return {"low": edges[:-1], "high": edges[1:], "density": counts / (flat.size * np.diff(edges))}


def stairs(axis: Axes, table: Table, unit: float, colour: str, label: str) -> None:
    """A histogram as a line with a light filling; empty bins are left out."""
    edges = np.append(table["low"], table["high"][-1]) / unit
    heights = np.where(table["density"] > 0, table["density"], np.nan) * unit
    axis.stairs(heights, edges, color=colour, label=label)
    axis.stairs(np.nan_to_num(heights), edges, color=colour, alpha=0.15, fill=True)


def density(quantiles: Array, probabilities: Array) -> dict[str, Array]:
    """Columns ``at`` and ``density``: difference quotients between neighbouring quantiles."""
    return {
        "at": (quantiles[1:] + quantiles[:-1]) / 2,
        "density": np.diff(probabilities) / np.diff(quantiles),
    }

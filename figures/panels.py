"""Tables of numbers, panels to draw them in, and means of runs with their 95 % band."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Table = Mapping[str, Array]
Tables = Mapping[str, Table]
BAND = 1.96  # standard errors


def panels(
    width: float, height: float, rows: int = 1, columns: int = 1, **shared: Any
) -> tuple[Figure, Any]:
    """A figure of so many inches, and its axes as matplotlib's ``subplots`` returns them."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **shared)


def columns(**values: ArrayLike) -> Table:
    """A table of these columns."""
    return {name: np.asarray(column, dtype=np.float64) for name, column in values.items()}


def band(name: str, at: ArrayLike, values: Array) -> Table:
    """Columns ``name``, ``mean``, ``low``, ``high`` of values of shape (runs, points)."""
    mean = values.mean(axis=0)
    half = BAND * values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return {**columns(**{name: at}), "mean": mean, "low": mean - half, "high": mean + half}


def plot(axis: Axes, table: Table, colour: str, label: str, style: str = "-") -> None:
    """A line with its band; the first column is the abscissa."""
    at = next(iter(table.values()))
    axis.plot(at, table["mean"], style, color=colour, label=label)
    axis.fill_between(at, table["low"], table["high"], color=colour, alpha=0.2, linewidth=0)


def error_bars(table: Table) -> list[Array]:
    """The band's parts below and above the mean."""
    return [table["mean"] - table["low"], table["high"] - table["mean"]]

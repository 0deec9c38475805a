"""One look for all figures, numbers as CSV, and files that do not change by themselves."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

mpl.use("Agg")
mpl.rcParams.update(
    {
        "svg.hashsalt": "dptheory",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.25,
        "legend.frameon": False,
        "lines.linewidth": 1.4,
    }
)

# Okabe and Ito's palette, readable with colour-vision deficiencies.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9")


def write_columns(path: Path, columns: Mapping[str, ArrayLike]) -> None:
    """Write equally long columns as CSV with full precision."""
    arrays = {name: np.asarray(column) for name, column in columns.items()}
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(arrays)
        writer.writerows(
            [repr(value.item()) for value in row] for row in zip(*arrays.values(), strict=True)
        )


def read_columns(path: Path) -> dict[str, NDArray[np.float64]]:
    """Read what :func:`write_columns` wrote."""
    with path.open(newline="", encoding="utf-8") as stream:
        names, *rows = csv.reader(stream)
    values = np.array(rows, dtype=np.float64).T
    return dict(zip(names, values, strict=True))


def save(figure: Figure, stem: Path, formats: Sequence[str] = ("png", "svg")) -> None:
    """Write the figure in every format, without dates."""
    for kind in formats:
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(
            stem.with_suffix(f".{kind}"), dpi=130, bbox_inches="tight", metadata=metadata
        )

r"""Columns with public ranges, and records of numbers that are alike in size.

A value v of a column with the range [l, h] becomes :math:`2\frac{v-l}{h-l}-1`, cut to [-1, 1], and
a constant column 1 is added, whose weight is the intercept. So a record of d columns has an
:math:`L_1` length of at most d + 1 and an :math:`L_2` length of at most :math:`\sqrt{d+1}`,
whatever the data are: the bounds are as public as the ranges, and a record is changed by itself
alone.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.problems.files import LARGEST, NUMBER, cells_of
from dptheory.ranges import require

Array = NDArray[np.float64]
HEAD = ["name", "low", "high"]


@dataclass(frozen=True)
class Column:
    """A column of records.

    Attributes:
        name: as in the first line of the file, or its number from 0.
        low, high: the ends of its range, low < high, in the column's unit.
    """

    name: str
    low: float
    high: float


def read_ranges(option: str, path: Path) -> tuple[Column, ...]:
    """The columns of a CSV of names, lowest and highest values, one line a column.

    Args:
        option: the option that names the file, for messages.
        path: the file; its first line may be "name,low,high".

    Raises:
        ValueError: it is no such file, names a column twice, or a range is empty.
    """
    rows = cells_of(option, path)
    rows = rows[1:] if rows[0] == HEAD else rows
    found = tuple(_column(option, row, line) for line, row in enumerate(rows, start=1))
    names = [column.name for column in found]
    allowed = f"a table {','.join(HEAD)} of one column or more, each once"
    require(0 < len({*names}) == len(names), option, allowed, f"{len(names)} in {path}")
    return found


def _column(option: str, row: list[str], line: int) -> Column:
    """A line of the table."""
    fits = len(row) == len(HEAD) and row[0] != "" and all(map(NUMBER.fullmatch, row[1:]))
    low, high = (float(cell) for cell in row[1:]) if fits else (0.0, 0.0)
    fits = fits and -LARGEST <= low < high <= LARGEST
    allowed = f"a table {','.join(HEAD)} with low < high, at most {LARGEST:g} in size"
    require(fits, option, allowed, f"{','.join(row)} as column {line}")
    return Column(row[0], low, high)


def scaled(features: Array, columns: tuple[Column, ...]) -> Array:
    """Records of shape (n, d) in [-1, 1], and a last column of ones; shape (n, d + 1).

    Args:
        features: a column of them for each of the columns.
        columns: d of them.
    """
    low, high = (np.array([getattr(c, end) for c in columns]) for end in ("low", "high"))
    inside = 2 * (np.clip(features, low, high) - low) / (high - low) - 1
    return np.column_stack([inside, np.ones(len(inside))])

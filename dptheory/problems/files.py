"""Records from a file: a table of numbers with a column of labels, or arrays of NumPy."""

import csv
import io
import zipfile
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.files import text_of
from dptheory.ranges import require

Array = NDArray[np.float64]
Labels = NDArray[Any]
SHOWN, LISTED = 40, 4  # characters of a cell in a message, and labels


class Wanted(Enum):
    """What the labels of a file are read as."""

    NUMBERS = "finite numbers as they stand"
    SIGNS = "-1 and 1 for two labels in their order, numbers or words"
    KINDS = "0, ..., K - 1 for K >= 2 labels in their order, numbers or words"


@public
def read_records(
    option: str, path: Path, label: str | None, wanted: Wanted
) -> tuple[Array, Labels]:
    """Features of shape (n, d), finite, and labels of shape (n,).

    A file ``.npz`` has arrays ``features`` and ``labels`` (nothing pickled is read); any other is
    a CSV, numbers but for labels, with or without a line of names. The first line has names where a
    cell is a word, but for a label that other records have too.

    Args:
        option: the option that names the file, for messages.
        path: the file.
        label: name, or number from 0, of the CSV's column of labels; the last one by default.
        wanted: what labels are read as: floats, or whole numbers for kinds.

    Raises:
        ValueError: the file cannot be read, is no such table, a number is not finite, or the labels
            are not those that are wanted.
    """
    features, labels = (_arrays if path.suffix == ".npz" else _table)(option, path, label)
    shaped = features.ndim == 2 and features.size > 0 and labels.shape == features.shape[:1]
    allowed = "a file of features of shape (n, d) and labels of shape (n,)"
    require(shaped, option, allowed, f"{path} with {features.shape} and {labels.shape}")
    _require_finite(option, path, "features", features)
    word = next((cell for cell in labels.tolist() if not _is_number(cell)), None)
    if word is None:
        labels = labels.astype(np.float64)
        _require_finite(option, path, "labels", labels)
    if wanted is not Wanted.NUMBERS:
        return features, _kinds(labels, wanted)
    require(word is None, "labels", "numbers", f"{str(word)[:SHOWN]!r} in {path}")
    return features, labels


def _require_finite(option: str, path: Path, name: str, values: Array) -> None:
    bad = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1))
    found = f"record {bad[0]} of {path}" if bad.size else ""
    require(not bad.size, option, f"a file of finite {name}", found)


def _kinds(labels: Labels, wanted: Wanted) -> Labels:
    """Labels of two or more values, by their order."""
    values, kinds = np.unique(labels, return_inverse=True)
    two = wanted is Wanted.SIGNS
    listed = ", ".join(str(v)[:SHOWN].removesuffix(".0") for v in values[:LISTED])
    fits = values.size == 2 if two else values.size >= 2
    allowed = "of two values" if two else "of two values or more"
    require(fits, "labels", allowed, f"{values.size} ({listed})")
    return 2.0 * kinds - 1 if two else kinds.astype(np.int64)


def _arrays(option: str, path: Path, label: str | None) -> tuple[Array, Labels]:
    require(label is None, "--label", "left out with an npz file", label)
    allowed = "an npz file with numerical arrays features and labels (which may be words)"
    try:
        with np.load(path, allow_pickle=False) as stored:
            features, labels = stored["features"], stored["labels"]
            if np.iscomplexobj(features) or labels.dtype.kind not in "biufUS":
                raise ValueError("entries of another kind")
            if labels.dtype.kind == "S":
                labels = labels.astype(str)
            return features.astype(np.float64), labels
    except (OSError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ValueError(f"{option} must be {allowed}. Found {path} ({reason}).") from error


def _table(option: str, path: Path, label: str | None) -> tuple[Array, Labels]:
    lines = [[c.strip() for c in row] for row in csv.reader(io.StringIO(text_of(option, path)))]
    lines = [row for row in lines if row]
    require(bool(lines), option, "a table of at least one record", path)
    width = len(lines[0])
    require(width >= 2, option, "a table of at least two columns", f"{width} in {path}")
    column = _column(label, lines[0])
    if _has_names(lines, column):
        lines = lines[1:]
    require(bool(lines), option, "a table of at least one record", path)
    for place, row in enumerate(lines, start=1):
        found = f"{len(row)} columns in record {place} of {path}"
        require(len(row) == width, option, f"a table of {width} columns", found)
        cells = (cell for k, cell in enumerate(row) if k != column)
        wrong = next((cell for cell in cells if not _is_number(cell)), None)
        found = f"{str(wrong)[:SHOWN]!r} in record {place} of {path}"
        require(wrong is None, option, "a table of numbers but for labels", found)
    labels = [row.pop(column) for row in lines]
    return np.array([[float(cell) for cell in row] for row in lines]), np.array(labels)


def _has_names(lines: list[list[str]], column: int) -> bool:
    """Whether the first line has names of columns."""
    words = [k for k, cell in enumerate(lines[0]) if not _is_number(cell)]
    others = (row[column] for row in lines[1:] if len(row) > column)
    return bool(words) and (words != [column] or lines[0][column] not in others)


def _is_number(cell: str | float) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _column(label: str | None, first: list[str]) -> int:
    """The number of the column of labels."""
    if label is None:
        return len(first) - 1
    if label in first and not all(map(_is_number, first)):
        return first.index(label)
    allowed = f"a column: its name or a number from 0 to {len(first) - 1}"
    fits = label.isascii() and label.isdecimal() and int(label[:9]) < len(first)
    require(fits, "--label", allowed, label)
    return int(label)

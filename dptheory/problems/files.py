"""Records from a file: a table of numbers with a column of labels, or arrays of NumPy."""

import csv
import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.files import text_of
from dptheory.ranges import require

Array = NDArray[np.float64]
SHOWN = 40  # characters of a cell in a message


@public
def read_records(option: str, path: Path, label: str | None) -> tuple[Array, Array]:
    """Features of shape (n, d) and labels of shape (n,), all finite.

    A file ``.npz`` has arrays ``features`` and ``labels`` (nothing pickled is read); any other is
    a CSV of numbers with or without a line of names.

    Args:
        option: the option that names the file, for messages.
        path: the file.
        label: name, or number from 0, of the CSV's column of labels; the last one by default.

    Raises:
        ValueError: the file cannot be read, is no such table, or a number is not finite.
    """
    read = _arrays if path.suffix == ".npz" else _table
    features, labels = read(option, path, label)
    shaped = features.ndim == 2 and features.size > 0 and labels.shape == features.shape[:1]
    allowed = "a file of features of shape (n, d) and labels of shape (n,)"
    require(shaped, option, allowed, f"{path} with {features.shape} and {labels.shape}")
    for name, values in (("features", features), ("labels", labels)):
        bad = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1))
        found = f"record {bad[0]} of {path}" if bad.size else ""
        require(not bad.size, option, f"a file of finite {name}", found)
    return features, labels


def _arrays(option: str, path: Path, label: str | None) -> tuple[Array, Array]:
    require(label is None, "--label", "left out with an npz file", label)
    allowed = "an npz file with numerical arrays features and labels"
    try:
        with np.load(path, allow_pickle=False) as stored:
            found = stored["features"], stored["labels"]
            if any(np.iscomplexobj(values) for values in found):
                raise ValueError("complex numbers")
            return found[0].astype(np.float64), found[1].astype(np.float64)
    except (OSError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ValueError(f"{option} must be {allowed}. Found {path} ({reason}).") from error


def _table(option: str, path: Path, label: str | None) -> tuple[Array, Array]:
    lines = [row for row in csv.reader(io.StringIO(text_of(option, path))) if row]
    require(bool(lines), option, "a table of at least one record", path)
    names = [] if all(map(_is_number, lines[0])) else [name.strip() for name in lines.pop(0)]
    require(bool(lines), option, "a table of at least one record", path)
    width = len(lines[0])
    require(width >= 2, option, "a table of at least two columns", f"{width} in {path}")
    for place, row in enumerate(lines, start=1):
        found = f"{len(row)} columns in record {place} of {path}"
        require(len(row) == width, option, f"a table of {width} columns", found)
        wrong = next((cell for cell in row if not _is_number(cell)), None)
        found = f"{str(wrong)[:SHOWN]!r} in record {place} of {path}"
        require(wrong is None, option, "a table of numbers", found)
    values = np.array([[float(cell) for cell in row] for row in lines])
    column = _column(label, names, width)
    return np.delete(values, column, axis=1), values[:, column]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _column(label: str | None, names: list[str], width: int) -> int:
    """The number of the column of labels."""
    if label is None:
        return width - 1
    if label in names:
        return names.index(label)
    allowed = f"a column: its name or a number from 0 to {width - 1}"
    fits = label.isascii() and label.isdecimal() and int(label[:9]) < width
    require(fits, "--label", allowed, label)
    return int(label)

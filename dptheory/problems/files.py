"""Records from a file: a table of numbers with a column of labels, or arrays of NumPy.

The number n of records sets the noise of a private run. So a file is read only if it is plainly a
table with one line a record and at most one line of names; anything else is refused, with the
record and the column. Messages come to logs and records may be private: no message shows a cell.
"""

import csv
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.files import at_once, text_of
from dptheory.ranges import require, told

Array = NDArray[np.float64]
Placing = Callable[[str], int]
LONGEST, LONGEST_LABEL = 10**9, 100  # bytes of a table, and characters
LARGEST = 1e50  # of a number: products of a few of them are floats
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
QUOTED = re.compile(r'"(?<![^,\n]")([^",\n]*)"(?![^,\n])')  # a cell that needs no quotes
# The letters of what programs write where a value is missing or no number.
MISSING = {"", "na", "nan", "nat", "null", "none", "nil", "missing", "inf", "infinity"}
SEPARATORS = {";": "semicolons", "\t": "tabs"}  # other than commas
OTHERS = {"|": "bars", " ": "blanks"}  # that are not read, but named
UNCLEAR = "a table whose first line is plainly names or a record (--names yes or no says which)"
COUNTED = 4  # columns whose names 0, 1, 2, ... are hardly a record


class Wanted(Enum):
    """What the labels of a file are read as."""

    NUMBERS = "finite numbers as they stand"
    SIGNS = "-1 and 1 for two labels in their order, numbers or words"
    KINDS = "0, ..., K - 1 for K >= 2 labels in their order, numbers or words"


@dataclass(frozen=True)
class Records:
    """Records of a file.

    Attributes:
        features: of shape (n, d), finite.
        labels: of shape (n,): numbers, or where ``words`` are given their places among these.
        words: labels that are no numbers, sorted.
        named: whether the first line was read as names.
        left_out: names of columns that were not asked for.
    """

    features: Array
    labels: NDArray[Any]
    words: tuple[str, ...] = ()
    named: bool = False
    left_out: tuple[str, ...] = ()


def read_records(
    option: str,
    path: Path,
    label: str | None,
    wanted: Wanted,
    names: bool | None = None,
    *,
    columns: Sequence[str] | None = None,
    positive: str | None = None,
) -> Records:
    """The records of a file, their labels as numbers.

    A file ``.npz`` has arrays ``features`` and ``labels`` (nothing pickled is read); any other is
    a CSV in UTF-8 with commas, or with semicolons or tabs and no comma, numbers but for labels and
    for columns that are not asked for. Labels are all numbers or all words, and
    none is missing. The first line has names where every cell is a word and that of the labels is
    none of them, or where columns are numbered 0, 1, 2, ...; it is a record where every cell but
    the label is a number. Where it may be either, ``names`` has to say what it is.

    Args:
        option: the option that names the file, for messages.
        path: the file.
        label: name, or number from 0, of the CSV's column of labels; the last one by default.
        wanted: what labels are read as: floats, or whole numbers for kinds.
        names: whether the CSV's first line has names; told by its cells by default.
        columns: the features that are wanted, in this order, by name, or by number from 0 where
            there are no names; all of them by default.
        positive: the label that is 1 where signs are wanted; all others are -1 then.

    Raises:
        ValueError: the file cannot be read, is no such table, has no such column, a number is not
            finite or larger than ``LARGEST``, or the labels are not those that are wanted.
    """
    if path.suffix.lower() == ".npz":
        for other, value in (("--label", label), ("--names", names)):
            require(value is None, other, "left out with an npz file", value)
        found = _arrays(option, path, columns)
    else:
        found = _table(option, path, label, names, columns)
    features, labels = found.features, found.labels
    shaped = features.ndim == 2 and features.size > 0 and labels.shape == features.shape[:1]
    allowed = "a file of features of shape (n, d) and labels of shape (n,)"
    require(shaped, option, allowed, f"{path} with {features.shape} and {labels.shape}")
    _require_moderate(option, path, features)
    _require_moderate(option, path, labels[:, None])
    if positive is not None:
        return replace(found, labels=_against_rest(found, positive))
    if wanted is not Wanted.NUMBERS:
        return replace(found, labels=_kinds(option, path, found, wanted))
    require(not found.words, option, "a file with labels that are numbers", f"words in {path}")
    return found


def _require_moderate(option: str, path: Path, values: Array) -> None:
    """Raise ValueError at a number that is not finite or too large."""
    if -LARGEST <= values.min() and values.max() <= LARGEST:
        return
    row, _ = np.argwhere(~(np.abs(values) <= LARGEST))[0]
    allowed = f"a file of finite numbers of at most {LARGEST:g}"
    require(False, option, allowed, f"another number in record {row + 1} of {path}")


def _against_rest(found: Records, positive: str) -> NDArray[Any]:
    """1 where a label is the one that is named, -1 elsewhere."""
    if found.words:
        place: float = found.words.index(positive) if positive in found.words else -1
    else:
        place = float(positive) if NUMBER.fullmatch(positive) else np.nan
    signs = np.where(found.labels == place, 1.0, -1.0)
    allowed = "one of two or more labels of the file"
    require(np.unique(signs).size == 2, "--positive", allowed, positive)
    return signs


def _kinds(option: str, path: Path, found: Records, wanted: Wanted) -> NDArray[Any]:
    """Labels of two or more values, by their order."""
    values, kinds = np.unique(found.labels, return_inverse=True)
    two = wanted is Wanted.SIGNS
    fits = values.size == 2 if two else values.size >= 2
    allowed = "two values" if two else "two or more values"
    if two and values.size > 2:
        allowed += " (--positive LABEL is one against the rest; tune nonconvex takes several)"
    require(fits, option, f"a file with labels of {allowed}", f"{values.size} in {path}")
    return 2.0 * kinds - 1 if two else kinds.astype(np.int64)


def _arrays(option: str, path: Path, columns: Sequence[str] | None) -> Records:
    allowed = "an npz file with numerical arrays features and labels (which may be words)"
    try:
        with open(path, "rb", opener=at_once) as stream, np.load(stream) as stored:
            if stored.zip.testzip() is not None:
                raise ValueError("a checksum is wrong")
            features, labels = stored["features"], stored["labels"]
        if features.dtype.kind not in "biuf" or labels.dtype.kind not in "biufUS":
            raise ValueError("entries of another kind")
        if columns is not None:
            width = features.shape[1] if features.ndim == 2 else 0
            features = features[:, _places(path, [str(k) for k in range(width)], columns, None)]
        features = features.astype(np.float64, copy=False)
        if labels.dtype.kind in "biuf":
            return Records(features, labels.astype(np.float64, copy=False))
        values, places = np.unique(labels.astype(str), return_inverse=True)
    except ArgumentError:
        raise
    # NumPy and zipfile raise some fifteen kinds of errors at files that are damaged.
    except Exception as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise ArgumentError(
            f"{option} must be {allowed}. Found {path} ({told(reason)})."
        ) from error
    cells = [value.strip() for value in values.tolist()]
    return _labelled(option, path, Records(features, places), cells)


def _labelled(option: str, path: Path, read: Records, cells: list[str]) -> Records:
    """Records whose labels are places in a list of texts: with numbers, or with sorted words."""
    places = read.labels.astype(np.int64)

    def shown(cell: str) -> str:
        record = int(np.flatnonzero(places == cells.index(cell))[0]) + 1
        return f"{_said(cell)} in record {record}"

    numbers = [cell for cell in cells if NUMBER.fullmatch(cell)]
    others = [cell for cell in cells if not NUMBER.fullmatch(cell)]
    wrong = [cell for cell in others if not _is_label(cell)][:1]
    allowed = "a table without missing labels: numbers, or words with a letter"
    require(not wrong, option, allowed, f"{' '.join(map(shown, wrong))} of {path}")
    if not others:
        return replace(read, labels=np.array([float(cell) for cell in cells])[places])
    allowed = "a table whose labels are all numbers or all words"
    found = " and ".join(map(shown, [*others[:1], *numbers[:1]]))
    require(not numbers, option, allowed, f"{found} of {path}")
    words, ranks = np.unique(cells, return_inverse=True)
    return replace(read, labels=ranks[places], words=tuple(words.tolist()))


def _has_word(cell: str) -> bool:
    """Whether a text has letters, other than those of a missing value."""
    return "".join(filter(str.isalpha, cell)).casefold() not in MISSING


def _said(cell: str) -> str:
    """What a text is, which is not shown: it may be of a private record."""
    if NUMBER.fullmatch(cell):
        return "a number"
    if "".join(filter(str.isalnum, cell)).casefold() in MISSING:
        return "a missing value"
    return "a word" if _is_label(cell) else "a text"


def _is_label(cell: str) -> bool:
    """Whether a text that is no number is a label: no error of a spreadsheet, no part of a line."""
    plain = cell.isprintable() and len(cell) <= LONGEST_LABEL
    return plain and _has_word(cell) and not cell.startswith("#") and not {*";|"} & {*cell}


def _table(
    option: str, path: Path, label: str | None, names: bool | None, columns: Sequence[str] | None
) -> Records:
    text = _with_commas(option, path, text_of(option, path, LONGEST))
    text = QUOTED.sub(r"\1", text) if '"' in text else text
    line = next(_lines(text), "")
    first = next(_rows(option, path, iter([line])), [])
    _require_commas(option, path, line, len(first))
    column = _column(label, first)
    if names is None and columns and not any(map(NUMBER.fullmatch, columns)):
        names = {*columns} <= {*first} or None
    skips = _without_numbers(option, path, first, column) if names is None else names
    # Other quotes are left to the careful reader, but for those of names.
    quoted = text.find('"', text.find(line) + len(line) * skips) >= 0
    read = None if quoted else _quickly(text, skips, column, len(first))
    own = first if skips else [str(k) for k in range(len(first))]
    places = [k for k in range(len(first)) if k != column]
    if columns is not None:
        places = _places(path, own, columns, column)
    table, cells = read or _carefully(option, path, text, skips, column, own, places)
    named = _is_named(first, column, table[:, column], cells, skips) if names is None else names
    found_label = f"{_said(first[column])} as the label in line 1 of {path}"
    require(named is not None, option, UNCLEAR, found_label)
    if named and not skips:
        table, cells = table[1:], cells[1:]
        table[:, column] -= bool(cells)  # a place less: the first was that of the name
    require(len(table) > 0, option, "a table of at least one record", path)
    no_names = named or label is None or NUMBER.fullmatch(label)
    require(no_names, "--label", "the number of a column: no line of names was read", label)
    left_out = tuple(own[k] for k in range(len(own)) if k not in {*places, column})
    features = table[:, places]
    found = Records(features, table[:, column], named=bool(named), left_out=left_out)
    return _labelled(option, path, found, cells) if cells else found


def cells_of(option: str, path: Path) -> list[list[str]]:
    """The cells of a small table with commas, or with semicolons or tabs and no comma.

    Args:
        option: the option that names the file, for messages.
        path: the file.

    Raises:
        ValueError: the file cannot be read, or is no such table.
    """
    return list(_rows(option, path, _lines(_with_commas(option, path, text_of(option, path)))))


def _lines(text: str) -> Iterator[str]:
    """The lines that are not blank, one after the other: a list of them takes twice the memory."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if line and not line.isspace():
            yield line
        start = end + 1


def _rows(option: str, path: Path, lines: Iterator[str]) -> Iterator[list[str]]:
    """The cells of lines, without blanks around them."""
    reader, place = csv.reader(lines, strict=True), 1
    try:
        for place, row in enumerate(reader, start=1):
            if reader.line_num != place:
                raise csv.Error("a quoted cell has more than one line")
            yield [cell.strip() for cell in row]
    except csv.Error as error:
        found = f"{error} at record {place} of {path}"
        raise ArgumentError(f"{option} must be a table with commas. Found {found}.") from error


def _with_commas(option: str, path: Path, text: str) -> str:
    """The text with commas for the semicolons or tabs that separate its cells.

    Raises:
        ValueError: it has both them and commas, as where numbers have decimal commas.
    """
    line = next(_lines(text), "")
    marks = [mark for mark in SEPARATORS if mark in line]
    if "," in line or len(marks) != 1:
        return text
    allowed = f"a table of {SEPARATORS[marks[0]]} without commas, with decimal points"
    require("," not in text, option, allowed, f"a comma in {path}")
    return text.replace(marks[0], ",")


def _places(path: Path, own: list[str], columns: Sequence[str], label: int | None) -> list[int]:
    """Where the columns are that are wanted."""
    for name in columns:
        fits = own.count(name) == 1 and (label is None or own[label] != name)
        require(fits, "--ranges", f"of columns of {path} other than the label, each once", name)
    return [own.index(name) for name in columns]


def _require_commas(option: str, path: Path, line: str, width: int) -> None:
    """Raise ValueError at a first line with less than two cells."""
    counts = [
        f"{line.count(mark)} {word}" for mark, word in (SEPARATORS | OTHERS).items() if mark in line
    ]
    has = f" (its first line has {', '.join(counts)})" if counts else ""
    allowed = "a table of at least two columns, separated by commas, semicolons or tabs"
    require(width >= 2, option, allowed, f"{width}{has} in {path}")


def _column(label: str | None, first: list[str]) -> int:
    """The number of the column of labels."""
    if label is None:
        return len(first) - 1
    if first.count(label) == 1 and not NUMBER.fullmatch(label):
        return first.index(label)
    allowed = f"a column: its name, which no other has, or a number from 0 to {len(first) - 1}"
    fits = label.isascii() and label.isdecimal() and int(label[:9]) < len(first)
    require(fits, "--label", allowed, label)
    return int(label)


def _without_numbers(option: str, path: Path, first: list[str], column: int) -> bool:
    """Whether a first line has no number; refused where it has, and is no record either."""
    if all(NUMBER.fullmatch(cell) for k, cell in enumerate(first) if k != column):
        return False
    wrong = next((cell for cell in first if not _has_word(cell)), None)
    require(wrong is None, option, UNCLEAR, f"{_said(wrong or '')} in line 1 of {path}")
    return True


def _is_named(
    first: list[str], column: int, labels: Array, cells: list[str], skipped: bool
) -> bool | None:
    """Whether the first line has names, None where it may be a record as well.

    Args:
        first: its cells.
        column: of the labels.
        labels: of the lines that were read; the first line's is the first unless it was skipped.
        cells: the texts that the labels are places of, if they are.
        skipped: whether the first line has no number.
    """
    own = first[column]
    if skipped:
        return None if own in cells else True
    again = bool((labels[1:] == labels[0]).any())
    if NUMBER.fullmatch(own):
        if not _is_counted(first):
            return False
        from_zero = first[:2] == ["0", "1"] and len(first) >= COUNTED
        return True if from_zero and not again else None
    if again or not _is_label(own):
        return False
    others = first[:column] + first[column + 1 :]
    plain = len(first) >= COUNTED or all(map(NUMBER.fullmatch, cells[1:]))
    return True if plain and others == [str(k) for k in range(len(others))] else None


def _is_counted(first: list[str]) -> bool:
    """Whether cells are whole numbers at equal distances, such as numbers of columns, or years."""
    if not all(cell.isdecimal() for cell in first):
        return False
    steps = np.diff([float(cell) for cell in first])
    return bool(steps[0] > 0 and (steps == steps[0]).all() and (len(steps) > 1 or steps[0] == 1))


def _quickly(text: str, skips: bool, column: int, width: int) -> tuple[Array, list[str]] | None:
    """What :func:`_carefully` reads, by NumPy's compiled reader; None where something is wrong."""
    for worded in (False, True):
        places: dict[str, int] = {}
        converters: dict[int | str, Placing] | None = {column: _placing(places)} if worded else None
        lines = islice(_lines(text), skips, None)
        line = next(lines, None)
        if line is None:
            return None
        try:
            table = np.loadtxt(
                chain([line], lines), delimiter=",", comments=None, ndmin=2, encoding="utf-8",
                converters=converters,
            )  # fmt: skip
        except ValueError:
            continue
        # It reads NaN and infinities, which are no numbers here.
        if table.shape[1] == width and np.isfinite(table.min()) and np.isfinite(table.max()):
            return table, list(places)
    return None


def _placing(places: dict[str, int]) -> Placing:
    """What numbers the different labels in the order of their first records."""
    return lambda cell: places.setdefault(cell.strip(), len(places))


def _carefully(
    option: str, path: Path, text: str, skips: bool, column: int, own: list[str], wanted: list[int]
) -> tuple[Array, list[str]]:
    """Numbers of shape (n, d + 1), in the column of labels their places in a list of texts.

    Args:
        option, path: for messages.
        text: of the file.
        skips: whether the first line is left out.
        column: of the labels.
        own: names or numbers of the d + 1 columns.
        wanted: the columns that are read; others are 0.

    Raises:
        ValueError: a line is no record.
    """
    values, places, width = array("d"), dict[str, int](), len(own)
    placed, others = _placing(places), {*range(width)} - {*wanted, column}
    for record, row in enumerate(_rows(option, path, islice(_lines(text), skips, None)), start=1):
        found = f"{len(row)} columns in record {record} of {path}"
        require(len(row) == width, option, f"a table of {width} columns", found)
        row[column] = str(placed(row[column]))
        for k in others:
            row[k] = "0"
        wrong = next((k for k, cell in enumerate(row) if not NUMBER.fullmatch(cell)), None)
        if wrong is not None:
            found = f"{_said(row[wrong])} in record {record}, column {own[wrong]}, of {path}"
            require(False, option, "a table of numbers but for labels", found)
        values.extend(map(float, row))
    return np.array(values).reshape(-1, width), list(places)

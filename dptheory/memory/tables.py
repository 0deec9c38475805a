"""A user's own network from a CSV file of layer shapes.

The first line names the columns: ``name, tokens, inputs, outputs`` and, if wanted, ``block``, in
any order. Then a line a layer, from the input to the output: whole numbers, T from 1, d and p from
0 (0 for what a layer does not store, such as the input of one that trains its bias only). ``block``
numbers the blocks of uniform groups 1, 2, ... and is empty or 0 in the stem and the head; without
that column every layer is a block.

Three more columns tell :mod:`.step` what a layer holds besides, each with empty places where the
usual is right: ``kind`` (linear, convolution, embedding, norm; linear), ``stored`` (numbers of its
input that are kept: 0 if a layer before reads the same tensor, the image once if the kernels of a
convolution overlap; T d) and ``saved`` (numbers that autograd saves between it and the next layer,
for activation functions and attention; 0). ``inputs`` of an embedding is 1 and ``entries`` is its
vocabulary. A layer has a matrix of d p numbers and no bias, a norm p and p, an embedding without
``entries`` nothing.
"""

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.files import text_of
from dptheory.memory.functions import Pointwise
from dptheory.memory.layers import EMBEDDING, KINDS, LINEAR, Layer, Network
from dptheory.ranges import require

SHAPES = {"tokens": 1, "inputs": 0, "outputs": 0}
REQUIRED = ("name", *SHAPES)
BLOCK = "block"
KIND, STORED, SAVED, ENTRIES = "kind", "stored", "saved", "entries"
OPTIONAL = (BLOCK, KIND, STORED, SAVED, ENTRIES)
MOST = 10**15


@public
def read_network(path: Path) -> Network:
    r"""The network of a CSV file, named after it.

    Args:
        path: of the file, its columns as the module's docstring says.

    Raises:
        ValueError: the file cannot be read or is malformed; one line with the line of the
            file, what was found and what is allowed.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "small.csv")
        ...     _ = path.write_text("name,tokens,inputs,outputs\na,1,20,10\nb,1,10,2\n")
        ...     [layer.outputs for layer in read_network(path).layers]
        [10, 2]
    """
    stream = io.StringIO(text_of("model", path))
    try:
        reader = csv.DictReader(stream, skipinitialspace=True, strict=True)
        columns = [str(name).strip() for name in reader.fieldnames or ()]
        _check_columns(columns, path)
        reader.fieldnames = columns
        layers = tuple(
            _layer(row, f"model {path}, line {reader.line_num}", i)
            for i, row in enumerate(reader, 1)
        )
    except csv.Error as error:
        raise ArgumentError(f"model must be a CSV file. Found {path} ({error}).") from error
    try:
        return Network(str(path), layers)
    except ValueError as error:
        raise ArgumentError(f"model: {error}") from error


def _check_columns(columns: list[str], path: Path) -> None:
    """Raise ValueError unless the columns are the required ones and some of the others."""
    others = [name for name in columns if name not in REQUIRED]
    if len(columns) != len(set(columns)) or set(REQUIRED) - {*columns} or {*others} - {*OPTIONAL}:
        raise ArgumentError(
            f"model {path} must begin with the columns {', '.join(REQUIRED)} and, if wanted, "
            f"{', '.join(OPTIONAL)}. Found {', '.join(columns) or 'none'}."
        )


def _layer(row: Mapping[Any, Any], where: str, number: int) -> Layer:
    """The layer of a line; ``number`` is its block where there is no such column."""
    if None in row or None in row.values():
        found = sum(value is not None for key, value in row.items() if key is not None)
        found += len(row.get(None, ()))
        columns = sum(key is not None for key in row)
        raise ArgumentError(f"{where} must have {columns} entries. Found {found}.")
    T, d, p = (_size(row[what], f"{where}: {what}", least) for what, least in SHAPES.items())
    block = _size(row[BLOCK] or "0", f"{where}: {BLOCK}", 0) if BLOCK in row else number
    name = row["name"].strip()
    require(name.isprintable(), f"{where}: name", "of printable characters", repr(name))
    kind = row.get(KIND, "").strip() or LINEAR
    require(kind in KINDS, f"{where}: {KIND}", f"one of {', '.join(KINDS)}", repr(kind))
    stored, saved, entries = (
        _size(row[what], f"{where}: {what}", 0) if row.get(what, "").strip() else None
        for what in (STORED, SAVED, ENTRIES)
    )
    then = (Pointwise(saved),) if saved else ()
    tensors = (entries * p,) if entries is not None and kind == EMBEDDING else ()
    return Layer(name, T, d, p, block, kind, tensors, stored=stored, then=then)


def _size(text: str, what: str, least: int) -> int:
    """The whole number that a text is, in its range."""
    found = re.fullmatch(r"\s*([0-9]{1,16})\s*", text)
    if found is None or not least <= int(found[1]) <= MOST:
        raise ArgumentError(
            f"{what} must be a whole number from {least} to {MOST}. Found {text!r}."
        )
    return int(found[1])

"""The options of a file of records, and its reading, for every command that takes one."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands import options

if TYPE_CHECKING:
    from dptheory.problems.files import Records, Wanted

NAMED = "first line read as names"
NAMES = {"yes": True, "no": False}


def add_options(p: Any) -> None:
    """How a CSV is read."""
    options.text(p, "label", "name or number; default the last", metavar="COLUMN")
    options.add(p, "names", "default: by its cells", among=NAMES)


def records_of(
    option: str,
    arguments: argparse.Namespace,
    wanted: "Wanted",
    columns: Sequence[str] | None = None,
    positive: str | None = None,
) -> "Records":
    """The records of the file that an option names.

    Args:
        option: names the file.
        arguments: the command's, with how a CSV is read.
        wanted, columns, positive: as in :func:`~dptheory.problems.files.read_records`.

    Raises:
        ArgumentError: it is no such file.
    """
    from dptheory.problems.files import read_records

    path = Path(getattr(arguments, option.removeprefix("--")))
    return read_records(
        option, path, arguments.label, wanted, NAMES.get(arguments.names),
        columns=columns, positive=positive,
    )  # fmt: skip

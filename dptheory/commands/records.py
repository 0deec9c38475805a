"""The options of a file of records, and its reading, for every command that takes one."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands.arguments import require

if TYPE_CHECKING:
    from dptheory.problems.files import Records, Wanted

NAMED = "first line read as names"
NAMES = {"yes": True, "no": False}


def add_options(group: Any) -> None:
    """How a CSV is read."""
    group.add_argument("--label", metavar="COLUMN", help="of the CSV, name or number (last)")
    group.add_argument(
        "--names", metavar="yes|no", help="whether the CSV's first line has names (by its cells)"
    )


def records_of(option: str, arguments: argparse.Namespace, wanted: "Wanted") -> "Records":
    """The records of the file that an option names.

    Raises:
        ValueError: it is no such file.
    """
    from dptheory.problems.files import read_records

    names, path = arguments.names, Path(getattr(arguments, option.removeprefix("--")))
    require(names is None or names in NAMES, "--names", "yes or no", names)
    return read_records(option, path, arguments.label, wanted, NAMES.get(names))

"""``python -m figures [NAME ...] [--output DIR] [--reuse-data]``."""

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import NoReturn

from figures import NAMES

DATA = Path("build/figures")


class _Parser(argparse.ArgumentParser):
    """One line on bad usage, exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"figures: {' '.join(message.split())}\n")


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = _Parser(prog="python -m figures", description="Draw the figures, CSV first.")
    p.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)} (default: all)")
    p.add_argument("--output", default="docs/images", metavar="DIR", help="folder of the images")
    p.add_argument("--reuse-data", action="store_true", help=f"redraw from the CSV files in {DATA}")
    return p


def main(argv: list[str] | None = None) -> int:
    """Draw the figures; 0 when done, 2 on bad input."""
    arguments = parser().parse_args(argv)
    names = arguments.names or list(NAMES)
    try:
        _check(names, Path(arguments.output), arguments.reuse_data)
    except ValueError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    from figures.files import read_tables, save, write_tables

    for name in names:
        module = importlib.import_module(NAMES[name])
        if not arguments.reuse_data:
            write_tables(DATA / name, module.tables())
        for path in save(module.draw, read_tables(DATA / name), Path(arguments.output) / name):
            print(path)
    return 0


def _check(names: list[str], output: Path, reuse: bool) -> None:
    """Refuse bad input before anything is computed.

    Raises:
        ValueError: an unknown figure, a folder that cannot be written, or no data to reuse.
    """
    for name in names:
        if name not in NAMES:
            raise ValueError(f"NAME must be one of {', '.join(NAMES)}. Found {name!r}.")
        if reuse and not (DATA / name).is_dir():
            raise ValueError(f"--reuse-data must find CSV files in {DATA / name}. Found none.")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"--output must be a folder that can be written. Found {output} ({error.strerror})."
        ) from error
    if not os.access(output, os.W_OK):
        raise ValueError(f"--output must be a folder that can be written. Found {output}.")


if __name__ == "__main__":
    raise SystemExit(main())

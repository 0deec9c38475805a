"""``python -m figures [NAME ...] [--output DIR] [--reuse-data]``."""

import argparse
import importlib
from pathlib import Path

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.files import folder_of
from dptheory.parser import Parser
from dptheory.processes import quietly
from figures import NAMES
from figures.catalogue import SHOWN

DATA = Path("build/figures")


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = Parser(prog="python -m figures", description="Draw the figures, CSV first.")
    p.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)} (default: all)")
    p.add_argument("--output", default="docs/images", metavar="DIR", help="folder of the images")
    p.add_argument("--reuse-data", action="store_true", help=f"redraw from the CSV files in {DATA}")
    add_scheduler(p)
    return p


def main(argv: list[str] | None = None) -> int:
    """Draw the figures; 0 when done, else as :func:`~dptheory.processes.quietly`."""
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments), "figures", vars(arguments))


def _run(arguments: argparse.Namespace) -> int:
    names = arguments.names or list(NAMES)
    _check(names, arguments.output, arguments.reuse_data)
    check_scheduler(arguments.scheduler)
    from figures.files import read_tables, save, write_tables

    footers = {shown.name: shown.footer for shown in SHOWN}
    with scheduled(arguments.scheduler, "figures"):
        for name in names:
            module = importlib.import_module(NAMES[name])
            if not arguments.reuse_data:
                write_tables(DATA / name, module.tables())
            stem = Path(arguments.output) / name
            for path in save(module.draw, read_tables(DATA / name), stem, footers[name]):
                print(path)
    return 0


def _check(names: list[str], output: str, reuse: bool) -> None:
    """Refuse bad input before anything is computed.

    Raises:
        ValueError: an unknown figure, a folder that cannot be written, or no data to reuse.
    """
    for name in names:
        if name not in NAMES:
            raise ValueError(f"NAME must be one of {', '.join(NAMES)}. Found {name!r}.")
        if reuse and not (DATA / name).is_dir():
            raise ValueError(f"--reuse-data must find CSV files in {DATA / name}. Found none.")
    folder_of("--output", output)


if __name__ == "__main__":
    raise SystemExit(main())

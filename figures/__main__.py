"""``python -m figures [FOLDER] [NAME ...] [--output DIR] [--reuse-data]``."""

import argparse
import importlib
from pathlib import Path

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.files import folder_of
from dptheory.parser import Parser
from dptheory.processes import quietly
from figures import NAMES
from figures.catalogue import Catalogue, of_paper, of_project


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = Parser(prog="python -m figures", description="Draw the figures, CSV first.")
    p.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"of {', '.join(NAMES)} (default: all); or a paper's folder, and names of its own",
    )
    p.add_argument(
        "--output",
        metavar="DIR",
        help="folder of the images (default: docs/images; images/ of a paper)",
    )
    p.add_argument(
        "--reuse-data", action="store_true", help="redraw from the CSV files in build/figures"
    )
    add_scheduler(p)
    return p


def main(argv: list[str] | None = None) -> int:
    """Draw the figures; 0 when done, else as :func:`~dptheory.processes.quietly`."""
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments), "figures", vars(arguments))


def _run(arguments: argparse.Namespace) -> int:
    catalogue, names = _asked(arguments.names)
    output = arguments.output or str(catalogue.images)
    _check(catalogue, names, output, arguments.reuse_data)
    check_scheduler(arguments.scheduler)
    from figures.files import read_tables, save, write_tables

    footers = {shown.name: shown.footer for shown in catalogue.shown}
    with scheduled(arguments.scheduler, "figures"):
        for name in names:
            module = importlib.import_module(catalogue.modules[name])
            data = catalogue.data / name
            if not arguments.reuse_data:
                write_tables(data, module.tables())
            stem = Path(output) / name
            for path in save(module.draw, read_tables(data), stem, footers[name]):
                print(path)
    return 0


def _asked(words: list[str]) -> tuple[Catalogue, list[str]]:
    """The figures to draw, and those that there are: a paper's, where a word is its folder.

    Raises:
        ValueError: the folder is no package that can be imported.
    """
    folder = next((Path(word) for word in words if (Path(word) / "figures.toml").exists()), None)
    found: Catalogue | None = None
    if folder is not None:
        from verify.ledger import collection, selection

        paper = collection.of_package(selection.module_of(folder))
        found = of_paper(paper.package, paper.slug, folder)
    catalogue = found or of_project()
    return catalogue, [w for w in words if Path(w) != folder] or list(catalogue.modules)


def _check(catalogue: Catalogue, names: list[str], output: str, reuse: bool) -> None:
    """Refuse bad input before anything is computed.

    Raises:
        ValueError: an unknown figure, a folder that cannot be written, or no data to reuse.
    """
    for name in names:
        if name not in catalogue.modules:
            known = ", ".join(catalogue.modules)
            raise ValueError(f"NAME must be one of {known}. Found {name!r}.")
        data = catalogue.data / name
        if reuse and not data.is_dir():
            raise ValueError(f"--reuse-data must find CSV files in {data}. Found none.")
    folder_of("--output", output)


if __name__ == "__main__":
    raise SystemExit(main())

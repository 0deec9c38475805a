"""``python -m figures [FOLDER] [NAME ...] [--set PARAMETER=VALUE ...] [--output DIR]``."""

import argparse
import importlib
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.files import folder_of
from dptheory.parser import Parser
from dptheory.processes import quietly
from figures import NAMES
from figures.catalogue import Catalogue, of_paper, of_project
from figures.parameters import changes, chosen, listed

CONTEST = "adambc-contest"


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
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="PARAMETER=VALUE",
        help="draw with other parameters; the images go beside the CSV files, and say so",
    )
    p.add_argument(
        "--with",
        dest="own",
        metavar="FILE",
        help=f"draw a method of your own into {CONTEST} (docs/figures.md)",
    )
    p.add_argument("--parameters", action="store_true", help="list what --set takes, and ranges")
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
    for name in names:
        if name not in catalogue.modules:
            known = ", ".join(catalogue.modules)
            raise ValueError(f"NAME must be one of {known}. Found {name!r}.")
    check_scheduler(arguments.scheduler)
    if arguments.parameters:
        for name in names:
            print(listed(name, importlib.import_module(catalogue.modules[name]).PARAMETERS))
        return 0
    wanted = [_wanted(name, catalogue, arguments) for name in names]
    for folder in dict.fromkeys(drawing.image.parent for drawing in wanted):
        folder_of("--output", str(folder))
    with scheduled(arguments.scheduler, "figures"):
        for drawing in wanted:
            for path in _draw(drawing, arguments.reuse_data):
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


@dataclass(frozen=True)
class Drawing:
    """A figure that is to be drawn.

    Attributes:
        module: the figure's. parameters: its ``PARAMETERS``, or a changed copy.
        data: the folder of its CSV files. image: path of its images, without an ending.
        footer: the line below it.
    """

    module: ModuleType
    parameters: Any
    data: Path
    image: Path
    footer: str


def _wanted(name: str, catalogue: Catalogue, arguments: argparse.Namespace) -> Drawing:
    """What is drawn, and where; bad input is refused before anything is computed.

    Raises:
        ValueError: a parameter is refused, or there is no data to reuse.
    """
    if arguments.own is not None and name != CONTEST:
        raise ValueError(f"--with must stand with {CONTEST} alone. Found {name}.")
    module = importlib.import_module(catalogue.modules[name])
    parameters = chosen(name, module.PARAMETERS, arguments.set)
    changed = changes(parameters, module.PARAMETERS)
    marks = [f"{key}-{now}" for key, (now, _) in changed.items()]
    said = [f"{key} = {now} (was {old})" for key, (now, old) in changed.items()]
    if arguments.own is not None:
        parameters = replace(parameters, own=module.own(arguments.own))
        marks.append(f"with-{parameters.own.name}")
        said.append(f"with {parameters.own.name}")
    # A changed figure never takes the place of the one that pages show.
    stem = "_".join((name, *marks))
    if arguments.reuse_data:
        _check_data(catalogue.data / stem)
    folder = Path(arguments.output or (catalogue.data if said else catalogue.images))
    footer = next(shown.footer for shown in catalogue.shown if shown.name == name)
    if said:
        footer = f"{footer}\nChanged: {', '.join(said)}"
    return Drawing(module, parameters, catalogue.data / stem, folder / stem, footer)


def _check_data(folder: Path) -> None:
    if not folder.is_dir():
        raise ValueError(f"--reuse-data must find CSV files in {folder}. Found none.")


def _draw(drawing: Drawing, reuse: bool) -> list[Path]:
    """Compute the numbers unless they are there, and draw them."""
    from figures.files import read_tables, save, write_tables

    module, parameters = drawing.module, drawing.parameters
    if not reuse:
        write_tables(drawing.data, module.tables(parameters))
    return save(
        partial(module.draw, chosen=parameters),
        read_tables(drawing.data),
        drawing.image,
        drawing.footer,
    )


if __name__ == "__main__":
    raise SystemExit(main())

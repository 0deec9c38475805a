"""``python -m figures [NAME ...] [--set PARAMETER=VALUE ...] [--parameters] [--output DIR]``."""

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
from figures.catalogue import SHOWN
from figures.parameters import changes, chosen, listed

CONTEST = "adambc-contest"
DATA, IMAGES = Path("build/figures"), Path("docs/images")


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = Parser(prog="python -m figures", description="Draw the figures, CSV first.")
    p.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)} (default: all)")
    p.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="PARAMETER=VALUE",
        help=f"draw with other parameters; CSV and images go to {DATA} under a name that says so",
    )
    p.add_argument(
        "--with",
        dest="own",
        metavar="FILE",
        help=f"draw a method of your own into {CONTEST} (docs/figures.md)",
    )
    p.add_argument("--parameters", action="store_true", help="list what --set takes, and ranges")
    p.add_argument("--output", metavar="DIR", help=f"folder of the images (default: {IMAGES})")
    p.add_argument("--reuse-data", action="store_true", help=f"redraw from the CSV files in {DATA}")
    add_scheduler(p)
    return p


def main(argv: list[str] | None = None) -> int:
    """Draw the figures; 0 when done, else as :func:`~dptheory.processes.quietly`."""
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments), "figures", vars(arguments))


def _run(arguments: argparse.Namespace) -> int:
    names = arguments.names or list(NAMES)
    for name in names:
        if name not in NAMES:
            raise ValueError(f"NAME must be one of {', '.join(NAMES)}. Found {name!r}.")
    check_scheduler(arguments.scheduler)
    if arguments.parameters:
        print(
            "\n".join(
                listed(name, importlib.import_module(NAMES[name]).PARAMETERS) for name in names
            )
        )
        return 0
    wanted = [_wanted(name, arguments) for name in names]
    for folder in dict.fromkeys(drawing.image.parent for drawing in wanted):
        folder_of("--output", str(folder))
    with scheduled(arguments.scheduler, "figures"):
        for drawing in wanted:
            for path in _draw(drawing, arguments.reuse_data):
                print(path)
    return 0


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


def _wanted(name: str, arguments: argparse.Namespace) -> Drawing:
    """What is drawn, and where; bad input is refused before anything is computed.

    Raises:
        ValueError: a parameter is refused, or there is no data to reuse.
    """
    if arguments.own is not None and name != CONTEST:
        raise ValueError(f"--with must stand with {CONTEST} alone. Found {name}.")
    module = importlib.import_module(NAMES[name])
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
        _check_data(DATA / stem)
    folder = Path(arguments.output or (DATA if said else IMAGES))
    footer = next(shown.footer for shown in SHOWN if shown.name == name)
    if said:
        footer = f"{footer}\nChanged: {', '.join(said)}"
    return Drawing(module, parameters, DATA / stem, folder / stem, footer)


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

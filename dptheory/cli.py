"""The command ``dptheory``: one module of :mod:`dptheory.commands` a subcommand.

A command module offers ``add(subparsers)`` and ``run(arguments) -> int``; it imports nothing
numerical before ``run``, so that every ``--help`` is instant. What the ledger and the figures do
is offered by entry points (:mod:`dptheory.offered`), and their words are theirs to read.
"""

import importlib
import sys
from collections.abc import Callable
from types import ModuleType

from dptheory import __version__
from dptheory.offered import offered
from dptheory.processes import quietly
from dptheory.usage import Parser

COMMANDS = (
    "rate",
    "map",
    "allocate",
    "tune",
    "tune-nonconvex",
    "plan",
    "simulate",
    "privacy",
    "second-moment",
    "worst-law",
    "memory",
    "verify",
    "figures",
)
OFFERED = ("verify", "figures")


def parser() -> Parser:
    """The command's parser with all subcommands."""
    main_parser = Parser(
        prog="dptheory",
        description="Momentum methods under differential privacy: rates, budgets, tuning.",
    )
    main_parser.add_argument("--version", action="version", version=f"dptheory {__version__}")
    subparsers = main_parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        _module(name).add(subparsers)
    return main_parser


def _module(command: str) -> ModuleType:
    """The module of a subcommand."""
    return importlib.import_module(f"dptheory.commands.{command.replace('-', '_')}")


def main(argv: list[str] | None = None) -> int:
    """Run the command.

    Returns:
        0 when it is done; else as :func:`~dptheory.processes.quietly`.
    """
    words = sys.argv[1:] if argv is None else argv
    if words and words[0] in OFFERED:
        return _elsewhere(words[0], words[1:])
    arguments = parser().parse_args(words)
    name = arguments.command
    run = _module(name).run
    return quietly(lambda: int(run(arguments)), f"dptheory {name}", vars(arguments))


def _elsewhere(name: str, words: list[str]) -> int:
    """Run what is offered as a command; it says itself what is wrong with its words."""
    found: list[Callable[[list[str]], int]] = []

    def find() -> int:
        found.append(offered("dptheory.commands", name))
        return 0

    return quietly(find, f"dptheory {name}") or found[0](words)

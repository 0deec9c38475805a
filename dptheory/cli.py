"""The command ``dptheory``: one module of :mod:`dptheory.commands` a subcommand.

A command module offers ``add(subparsers)`` and ``run(arguments) -> int``; it imports nothing
numerical before ``run``, so that every ``--help`` is instant. What the ledger and the figures do
is offered by entry points (:mod:`dptheory.plugins`), and their words are theirs to read.
"""

import argparse
import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from dptheory import __version__
from dptheory.completion import SHELLS, script
from dptheory.errors import ArgumentError
from dptheory.old_lines import renewed
from dptheory.parser import Parser, one_line
from dptheory.processes import quietly

COMMANDS = (
    "rate",
    "allocate",
    "tune",
    "plan",
    "simulate",
    "privacy",
    "audit",
    "second-moment",
    "worst-law",
    "memory",
    "verify",
    "figures",
)
OFFERED = ("verify", "figures")


def parser(*only: str) -> Parser:
    """The command's parser with all subcommands, or with some of them alone."""
    main_parser = Parser(
        prog="dptheory",
        description="Momentum methods under differential privacy: rates, budgets, tuning.",
    )
    main_parser.add_argument("--version", action="version", version=f"dptheory {__version__}")
    main_parser.add_argument(
        "--completion",
        action=_Completion,
        metavar="SHELL",
        help=f"print a completion script for {' or '.join(SHELLS)}",
    )
    subparsers = main_parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in only or COMMANDS:
        _module(name).add(subparsers)
    return main_parser


class _Completion(argparse.Action):
    """Print the script of a shell, and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> None:
        try:
            text = script(str(given[1]), parser)
        except ValueError as error:
            parser.error(str(error))
        print(text, end="")
        parser.exit()


def _module(command: str) -> ModuleType:
    """The module of a subcommand."""
    return importlib.import_module(f"dptheory.commands.{command.replace('-', '_')}")


def main(argv: list[str] | None = None) -> int:
    """Run the command.

    Returns:
        0 when it is done; else as :func:`~dptheory.processes.quietly`.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in OFFERED:
        return _elsewhere(words[0], words[1:])
    try:
        words = renewed(words)
    except ArgumentError as error:
        parser().exit(2, f"dptheory {words[0]}: {one_line(error)}\n")
    # The options of other commands are not asked for, and take time to make.
    arguments = parser(*(name for name in words[:1] if name in COMMANDS)).parse_args(words)
    run = _module(arguments.command).run
    name = " ".join(("dptheory", arguments.command, *filter(None, [vars(arguments).get("kind")])))
    return quietly(lambda: int(run(arguments)), name, vars(arguments))


def _elsewhere(name: str, words: list[str]) -> int:
    """Run what is offered as a command; it says itself what is wrong with its words."""
    found: list[Callable[[list[str]], int]] = []

    def find() -> int:
        # What reads the metadata of packages takes a third of the time of a --help.
        from dptheory.plugins import offered

        found.append(offered("dptheory.commands", name))
        return 0

    return quietly(find, f"dptheory {name}") or found[0](words)

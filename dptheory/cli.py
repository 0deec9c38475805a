"""The command ``dptheory``: one module of :mod:`dptheory.commands` a subcommand.

A command module offers ``add(subparsers)`` and ``run(arguments) -> int``; it imports nothing
numerical before ``run``, so that every ``--help`` is instant.
"""

import argparse
import importlib
import sys
from types import ModuleType
from typing import Any

from dptheory import __version__
from dptheory.commands.verify import become
from dptheory.completion import SHELLS, script
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
)


def parser() -> Parser:
    """The command's parser with all subcommands."""
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
    for name in COMMANDS:
        _module(name).add(subparsers)
    return main_parser


class _Completion(argparse.Action):
    """Print the script of a shell, and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any) -> None:
        (found,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
        top = [o for a in parser._actions for o in a.option_strings]
        try:
            text = script(str(given[1]), found.choices, top)
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
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["verify"]:
        become(words[1:])
    arguments = parser().parse_args(words)
    name = arguments.command
    run = _module(name).run
    return quietly(lambda: int(run(arguments)), f"dptheory {name}", vars(arguments))

"""The command ``dptheory``: one module of :mod:`dptheory.commands` a subcommand.

A command module offers ``add(subparsers)`` and ``run(arguments) -> int``; it imports nothing
numerical before ``run``, so that every ``--help`` is instant.
"""

import argparse
import importlib
import sys
from types import ModuleType
from typing import NoReturn

from dptheory import __version__
from dptheory.processes import quietly

COMMANDS = (
    "rate",
    "map",
    "allocate",
    "tune",
    "tune-nonconvex",
    "simulate",
    "privacy",
    "second-moment",
    "worst-law",
    "memory",
)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports bad usage in one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


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
        0 when it is done, 2 on bad input (one line on standard error); else as :func:`quietly`.
    """
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments))


def _run(arguments: argparse.Namespace) -> int:
    try:
        return int(_module(arguments.command).run(arguments))
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        text = " ".join(str(error).split())
        print(f"dptheory {arguments.command}: {text}", file=sys.stderr)
        return 2

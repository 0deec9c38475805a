"""``dptheory --completion bash|zsh``: a script that makes the shell complete commands and options.

shtab makes it of the parsers, so that it cannot lag behind them; nothing is asked of Python while
somebody types.
"""

import argparse
from collections.abc import Iterator, Mapping

from dptheory.errors import ArgumentError

SHELLS = ("bash", "zsh")
FILES, FOLDERS = ("FILE",), ("DIR", "FOLDER")  # the metavars of options that name one
ZSH = "autoload -U +X compinit && compinit\n"


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The script of a shell, to be evaluated when it starts.

    Args:
        shell: bash or zsh. parser: of the command, with its subcommands.

    Raises:
        ValueError: another shell.
    """
    import shtab

    if shell not in SHELLS:
        raise ArgumentError(f"--completion must be {' or '.join(SHELLS)}. Found {shell!r}.")
    kinds = dict.fromkeys(FILES, shtab.FILE) | dict.fromkeys(FOLDERS, shtab.DIRECTORY)
    for action in _actions(parser):
        if action.metavar in kinds:
            vars(action)["complete"] = kinds[action.metavar]
    made: str = shtab.complete(parser, shell)
    return ZSH + made if shell == "zsh" else made


def below(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The subcommands of a parser, by name."""
    found = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    return found[0].choices if found else {}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options of a command and of its subcommands."""
    yield from parser._actions
    for one in below(parser).values():
        yield from _actions(one)

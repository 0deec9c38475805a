"""``dptheory --completion bash|zsh``: a script that makes the shell complete commands and options.

It is generated from the parsers, so that it cannot lag behind them; nothing is asked of Python
while somebody types.
"""

import argparse
import shlex
from collections.abc import Iterator, Mapping

from dptheory.errors import ArgumentError

SHELLS = ("bash", "zsh")
FILES, FOLDERS = ("FILE",), ("DIR", "FOLDER")  # the metavars of options that name one
ZSH = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"

FUNCTION = """\
_dptheory() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local asked="${{COMP_WORDS[1]}}"
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W {commands} -- "$current"))
        return
    fi
    case "$asked" in
{kinds}
    esac
    case "$asked $before" in
{values}
    esac
    case "$asked" in
{options}
    esac
}}
complete -F _dptheory dptheory
"""


def script(shell: str, parsers: Mapping[str, argparse.ArgumentParser], top: list[str]) -> str:
    """The script of a shell, to be evaluated when it starts.

    Args:
        shell: bash or zsh, which takes bash's functions.
        parsers: of the subcommands, by name.
        top: options of the command itself.

    Raises:
        ValueError: another shell.
    """
    if shell not in SHELLS:
        raise ArgumentError(f"--completion must be {' or '.join(SHELLS)}. Found {shell!r}.")
    leaves = dict(_leaves(parsers))
    body = FUNCTION.format(
        commands=shlex.quote(" ".join([*parsers, *top])),
        kinds="\n".join(_kinds(parsers)),
        values="\n".join(_values(leaves)),
        options="\n".join(_options(leaves)),
    )
    return ZSH + body if shell == "zsh" else body


def below(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The subcommands of a parser, by name."""
    found = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    return found[0].choices if found else {}


def _leaves(
    parsers: Mapping[str, argparse.ArgumentParser],
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parsers that take options, by the words that ask for them."""
    for name, parser in parsers.items():
        kinds = below(parser)
        yield from ((f"{name} {kind}", one) for kind, one in kinds.items())
        if not kinds:
            yield name, parser


def _kinds(parsers: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    """The second words of the commands that have one."""
    for name, parser in parsers.items():
        if kinds := below(parser):
            words = shlex.quote(" ".join(kinds))
            reply = f'COMPREPLY=($(compgen -W {words} -- "$current")); return'
            yield f'        {name}) if [ "$COMP_CWORD" -eq 2 ]; then {reply}; fi'
            yield '            asked="$asked ${COMP_WORDS[2]}" ;;'


def _named(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a parser."""
    return [action for action in parser._actions if action.option_strings]


def _values(parsers: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    """What may follow options that take a value: files, folders, one of some words, anything."""
    for name, parser in parsers.items():
        kinds: dict[str, list[str]] = {}
        for action in _named(parser):
            if action.nargs != 0:
                kinds.setdefault(_kind(action), []).extend(action.option_strings)
        for kind, options in kinds.items():
            pattern = "|".join(f'"{name} {option}"' for option in options)
            reply = f'COMPREPLY=($(compgen {kind} -- "$current")); ' if kind else ""
            yield f"        {pattern}) {reply}return ;;"


def _kind(action: argparse.Action) -> str:
    """How ``compgen`` finds values of an option; empty where a number or a name is typed."""
    metavar = str(action.metavar)
    if metavar in FILES:
        return "-f"
    if metavar in FOLDERS:
        return "-d"
    return f"-W {shlex.quote(' '.join(map(str, action.choices)))}" if action.choices else ""


def _options(parsers: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    """The options of every subcommand; one without any takes files."""
    for name, parser in parsers.items():
        words = " ".join(option for action in _named(parser) for option in action.option_strings)
        found = f"-W {shlex.quote(words)}" if words else "-f"
        yield f'        "{name}") COMPREPLY=($(compgen {found} -- "$current")) ;;'

"""The command lines of :mod:`.hostile_commands`: valid ones with one or two changes."""

import argparse
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.audits.hostile_values import BASES, NUMBERS, PATHS, TEXTS
from dptheory import cli
from dptheory.completion import below
from figures.__main__ import parser as figures_parser
from verify.command_line import parser as verify_parser

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Line:
    """A command line.

    Attributes:
        program: a name of ``BASES``.
        words: its arguments.
        full: whether the standard output is a full device.
    """

    program: str
    words: tuple[str, ...]
    full: bool = False

    def __str__(self) -> str:
        return shlex.join([*start_of(self.program)[1:], *self.words]) + " > /dev/full" * self.full


def start_of(name: str) -> list[str]:
    """The words that start a program."""
    start = {"verify": ["-m", "verify"], "figures": ["-m", "figures"]}
    if name == "kernel":
        return [sys.executable, str(ROOT / "verify" / "kernel.py")]
    return [sys.executable, *start.get(name, ["-m", "dptheory", name])]


def actions(name: str) -> list[argparse.Action]:
    """The arguments of a program, asked of its parser; none of the kernel, which has no options."""
    if name == "kernel":
        return []
    own = {"verify": verify_parser, "figures": figures_parser}
    if name in own:
        found = own[name]()
    else:
        (subparsers,) = (a for a in cli.parser()._actions if hasattr(a, "choices") and a.choices)
        found = dict(subparsers.choices or {})[name]
    kinds = below(found).values()
    options = [a for one in kinds or (found,) for a in one._actions]
    return [a for a in options if a.dest != "help"]


def names(program: str) -> list[str]:
    """What arguments are called in refusals."""
    found = ["malformed:", "unrecognized arguments", "ambiguous option", "the standard output"]
    for action in actions(program):
        found += action.option_strings or [str(action.metavar), str(action.metavar).lower()]
    return found


def _hostile(action: argparse.Action | None, rng: random.Random) -> str:
    """A value; mostly a number where one is wanted, and a file where that is."""
    if action is not None and action.type is not None:
        return rng.choice(NUMBERS if rng.random() < 0.8 else TEXTS)
    file = action is None or str(action.metavar) in ("FILE", "DIR", "LIST", "NAME", "g")
    return rng.choice(PATHS if file and rng.random() < 0.6 else TEXTS)


def _without(words: list[str], option: str) -> list[str]:
    """The words without an option and its value."""
    if option not in words:
        return words
    at = words.index(option)
    valued = at + 1 < len(words) and not words[at + 1].startswith("--")
    return words[:at] + words[at + 1 + valued :]


def _change(line: Line, rng: random.Random) -> Line:
    """One more hostile thing in a line."""
    words, known = list(line.words), actions(line.program)
    way = rng.random()
    if not known:
        return replace(line, words=(*words, _hostile(None, rng)))
    action = rng.choice([a for a in known if a.nargs != 0] if way < 0.9 else known)
    option = action.option_strings[0] if action.option_strings else ""
    value = _hostile(action, rng)
    if way > 0.95:
        return replace(line, full=True)
    if not option:  # a positional argument
        keep = words if way < 0.2 else words[1:]
        return replace(line, words=(value, *keep))
    if way < 0.5:
        words = [*_without(words, option), option, value]
    elif way < 0.75:
        words = [*_without(words, option), f"{option}={value}"]
    elif way < 0.8:
        words = [*words, option, value]  # perhaps for the second time
    elif way < 0.85:
        words = [*words, option]
    elif way < 0.88:
        words = [*words, f"--{rng.choice(['fast', 'x', option[3:] or 'y', 'ε'])}", value]
    elif way < 0.9:
        words = [*words, value]
    else:
        words = _without(words, option)
    return replace(line, words=tuple(words))


def lines(seed: int, count: int, programs: Sequence[str] = tuple(BASES)) -> list[Line]:
    """That many lines, the programs in turn."""
    rng = random.Random(seed)
    found: list[Line] = []
    while len(found) < count:
        name = programs[len(found) % len(programs)]
        line = Line(name, tuple(rng.choice(BASES[name])))
        for _ in range(rng.choice((1, 1, 1, 2))):
            line = _change(line, rng)
        found.append(line)
    return found

"""How commands are told what to do, and how they say that it was wrong: one line, exit status 2.

Imports nothing numerical, so that every ``--help`` is instant.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from dptheory.renamed import GONE, OPTIONS

# As argparse says it.
APART = re.compile(r"argument (\S+): not allowed with argument (\S+)")
RANGE = re.compile(r"^argument (--\S+):( \S+)? must")
WORD, LINE = 200, 1000  # characters of a word and of a whole message that are shown


class Parser(argparse.ArgumentParser):
    """An argument parser that reports bad usage in one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        message = APART.sub(r"\2 and \1 exclude each other.", message)
        message = RANGE.sub(r"\1\2 must", message)
        self.exit(2, f"{self.prog.removeprefix('python -m ')}: {one_line(message)}\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse's; ``--option=--`` is refused, of which argparse makes an empty list."""
        words = sys.argv[1:] if args is None else list(args)
        end = words.index("--") if "--" in words else len(words)
        for word in words[:end]:
            option, equals, value = word.partition("=")
            if option.startswith("-") and equals and value == "--":
                self.error(f"argument {option}: must have a value. Found '--'.")
        current = [self._renamed(word) if word[:1] == "-" else word for word in words[:end]]
        return super().parse_known_args([*current, *words[end:]], namespace)

    def _renamed(self, word: str) -> str:
        """A word of the command line; an old option under its new name, which is said."""
        option, equals, value = word.partition("=")
        new, known = OPTIONS.get(option), self._option_string_actions
        if option not in known and (instead := GONE.get(option)) in known:
            self.error(f"{option} is gone: many machines are reached by {instead}. Found {word}.")
        if option in known or new not in known:
            return word
        print(f"{self.prog.removeprefix('python -m ')}: {option} is now {new}", file=sys.stderr)
        return f"{new}{equals}{value}"


def one_line(message: object) -> str:
    """A message on one line: white space as blanks, controls escaped, long words cut short."""
    words = [_cut("".join(map(_visible, word)), WORD) for word in str(message).split()]
    return _cut(" ".join(words), LINE)


def _visible(character: str) -> str:
    """The character, or how Python writes one that a terminal would act on."""
    shown = character.isprintable()
    return character if shown else character.encode("unicode_escape").decode("ascii")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}...{text[-(most // 4) :]}"

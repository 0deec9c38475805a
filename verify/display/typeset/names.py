r"""The LaTeX of the name of a computation: words as text, and formulas as they are.

A name is an identifier, words, or LaTeX in which words and ``>=`` may stand: ``P[|Z| >= xi]``,
``\epsilon_{PLD}[CIFAR-10]``, ``Q1 of m^p``.
"""

import re

from verify.display.latex.tokens import GREEK

MARKS = re.compile(r"[\\_^|]|[<>]=")  # what words do not have
COMMANDS = re.compile(
    r"(\\(?:text|math[a-z]+|operatorname)\{[^{}]*\}|\\[A-Za-z]+)"  # they stay as they are
)
SPELLED = re.compile(rf"\b({'|'.join(GREEK.split())})\b")
SHORT = "(?:of|by|at|is|to|or|in)(?![A-Za-z])"
WORD = rf"(?<![A-Za-z])(?:[A-Za-z]{{3,}}|{SHORT}|Q[123])(?:-?\d+)*"
WORDS = re.compile(rf"( ?{WORD}(?: {WORD})* ?)")
HEAD = re.compile(r"(?:\\[A-Za-z]+|[A-Za-z])(?:[_^](?:\{[^{}]*\}|\\?[A-Za-z]+|\d))*")


def name_of(name: str) -> str:
    """The LaTeX of the name of a computation."""
    if re.fullmatch(r"\\[a-zA-Z]+", name):
        return name
    if re.fullmatch("[A-Za-z]_[A-Za-z0-9]", name):
        return name
    if name.isidentifier():
        escaped = name.replace("_", r"\_")
        return rf"\mathrm{{{escaped}}}"
    if not MARKS.search(name):
        return rf"\text{{{name}}}"
    pieces = COMMANDS.split(name)
    latex = "".join(p if k % 2 else _worded(p) for k, p in enumerate(pieces))
    return latex if _holds_together(name) else rf"\left[{latex}\right]"


def _worded(piece: str) -> str:
    """A piece of a name without commands, its words as text."""
    pieces = SPELLED.split(piece)
    latex = "".join(rf"\{p} " if k % 2 else WORDS.sub(_text, p) for k, p in enumerate(pieces))
    return latex.replace(">= ", r"\ge ").replace("<= ", r"\le ")


def _text(words: re.Match[str]) -> str:
    script = words.string[: words.start()].endswith(("_", "^"))
    return rf"{{\text{{{words[0]}}}}}" if script else rf"\text{{{words[0]}}}"


def _holds_together(name: str) -> bool:
    """Whether a name is a letter with scripts, one bracket, or both."""
    head = HEAD.match(name)
    rest = name[head.end() :] if head else name
    depth = 0
    for place, sign in enumerate(rest):
        depth += (sign == "[") - (sign == "]")
        if depth == 0:
            return sign == "]" and place == len(rest) - 1
    return not rest

"""Instances in the letters of the formulas that they refute."""

import re
from collections.abc import Mapping

FORMULAS = re.compile(r"(\$[^$]*\$)")
TEXT = re.compile(r"\\text\{([^{}]*)\}")
CHOSEN = "of our choice: "  # names stand behind it, some without values


def bare(text: str) -> str:
    """A text for a terminal: formulas without their dollars, words in them as words."""
    return FORMULAS.sub(lambda found: TEXT.sub(r"\1", found[0][1:-1]), text)


def in_letters(text: str, letters: Mapping[str, str]) -> str:
    """A text about an instance with the LaTeX of symbols for their names: ``$\\alpha$ = 1``.

    Args:
        letters: the LaTeX by name.
    """
    names = "|".join(map(re.escape, sorted(letters, key=len, reverse=True))) or "(?!)"
    valued = re.compile(rf"(?<![\w\\.])({names})(?= = )")
    chosen = re.compile(rf"(?<![\w\\.])({names})(?= = |, |\.$)")

    def put(piece: str) -> str:
        head, mark, tail = piece.partition(CHOSEN)
        head, tail = (
            name.sub(lambda found: f"${letters[found[1]]}$", one)
            for name, one in ((valued, head), (chosen, tail))
        )
        return head + mark + tail

    return "".join(p if p.startswith("$") else put(p) for p in FORMULAS.split(text))

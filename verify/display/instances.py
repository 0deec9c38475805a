"""Instances in the letters of the formulas that they refute."""

import re
from collections.abc import Mapping

FORMULAS = re.compile(r"(\$[^$]*\$)")
TEXT = re.compile(r"\\text\{([^{}]*)\}")
CHOSEN = "of our choice: "  # names stand behind it, some without values
POWER = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?)e([+-]?\d+)(?!\w|\.\d)")  # 1.2e-07
ATOM = r"\((\d+(?:/\d+)?), (?:\(([^()]*)\)|([^(), ]+))\)"  # of a law: its probability and its place
LAW = re.compile(rf" = \(({ATOM}(?:, {ATOM})*),?\)")


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

    pieces = FORMULAS.split(text)
    return in_powers("".join(p if p.startswith("$") else put(in_words(p)) for p in pieces))


def in_powers(text: str) -> str:
    """A text with powers of ten as formulas, ``1.2e-07`` as ``$1.2\\cdot10^{-7}$``."""
    pieces = FORMULAS.split(text)
    return "".join(p if p.startswith("$") else POWER.sub(_power, p) for p in pieces)


def _power(found: re.Match[str]) -> str:
    ten = f"10^{{{int(found[2])}}}"
    return f"${ten}$" if found[1] == "1" else rf"${found[1]}\cdot{ten}$"


def in_words(text: str) -> str:
    """A text with laws as what they take: ``P = 1 or -1, each with probability 1/2``."""
    return LAW.sub(_law, text)


def _law(found: re.Match[str]) -> str:
    atoms = [
        (p, f"({many})" if "," in many else many or one)
        for p, many, one in re.findall(ATOM, found[1])
    ]
    if len(atoms) == 1:
        return f" = {atoms[0][1]} with certainty"
    if len({probability for probability, _ in atoms}) == 1:
        places = " or ".join(place for _, place in atoms)
        return f" = {places}, each with probability {atoms[0][0]}"
    return " = " + " or ".join(f"{place} (probability {p})" for p, place in atoms)

"""A long sentence in its clauses, for pages that give each a line."""

import re

WORDS_AND_FORMULAS = re.compile(r"(\$[^$]*\$)")
# A table's entries end with a semicolon.
OPENINGS = re.compile(
    r",? (?=with |for all )|(?<=;) |(?<=rounded:) |(?<=digit:) |(?<=cases:) |(?<=case:) "
)
JOINED = re.compile(r"( \([^)]*\))?(?:, | and )")  # behind a formula, with its number


def clauses(sentence: str) -> list[str]:
    """What is said, its letters, symbols, entries and hypotheses, in the words of the sentence.

    Args:
        sentence: with formulas between dollars, as :func:`verify.display.sentences.sentence` gives.
    """
    found = [""]
    depth = 0  # of brackets about words, which are not broken
    for piece in WORDS_AND_FORMULAS.split(sentence):
        joined = JOINED.fullmatch(piece)
        if piece.startswith("$"):
            found[-1] += piece
            continue
        inside, depth = depth, depth + piece.count("(") - piece.count(")")
        if inside:
            closing = piece.find(")") + 1 if depth < inside else len(piece)
            found[-1] += piece[:closing]
            piece = piece[closing:]
            joined = JOINED.fullmatch(piece)
        if joined and found[-1].startswith(("with ", "and ")):
            found[-1] += joined[1] or ""
            found.append("and ")
        else:
            first, *others = OPENINGS.split(piece)
            found[-1] += first
            found += others
    return found

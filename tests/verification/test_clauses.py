"""A long sentence in clauses says what it said, in the same order."""

import re

import pytest

from verify.display.clauses import clauses

BOUND = (
    r"$a\le b$ with $c=1$ (39) and $b=2c$, for all $a,b>0$ and $n\in\mathbb N$ "
    r"with $a\le n$, $b<n$ and $1\le a$"
)
TABLE = (
    "each number is the computed one, rounded, give or take 1 in the last digit: "
    "a: printed 1.0, computed $f(1)$; b: printed 2.0, computed $f(2)$"
)
CELLS = (
    "$Q<1$ ('less'), where $Q$ is a ratio, in each of 3 cases: A against B (m=1, T=2 or 3); B (m=1)"
)
SENTENCES = [BOUND, TABLE, CELLS, "$x$", "", r"$f\text{ with }g$ for all $x$"]


def test_letters_symbols_and_hypotheses_have_a_line_each() -> None:
    assert clauses(BOUND) == [
        r"$a\le b$",
        "with $c=1$ (39)",
        "and $b=2c$",
        r"for all $a,b>0$ and $n\in\mathbb N$",
        r"with $a\le n$",
        "and $b<n$",
        r"and $1\le a$",
    ]


def test_entries_of_a_table_and_cells_have_a_line_each() -> None:
    entries = ["a: printed 1.0, computed $f(1)$;", "b: printed 2.0, computed $f(2)$"]
    assert clauses(TABLE)[1:] == entries
    assert clauses(CELLS)[1:] == ["A against B (m=1, T=2 or 3);", "B (m=1)"]


@pytest.mark.parametrize(
    "sentence", [BOUND, TABLE, CELLS, "$x$", "", r"$f\text{ with }g$ for all $x$"]
)
def test_no_word_is_lost(sentence: str) -> None:
    """Between the hypotheses stands "and" in place of a comma."""

    def words(text: str) -> list[str]:
        return [w for w in re.split(r"[ ,]+", text) if w not in ("and", "")]

    assert words(" ".join(clauses(sentence))) == words(sentence)

"""Statements as data: a TOML file beside a test lists them, each written in the language's words.

A text is a Python expression over the letters, the words of :mod:`verify.language`, ``F`` for exact
fractions and what the test hands over. The table ``letters`` declares symbols beyond the shared
ones, ``parts`` names what later texts use; a list of texts stands for several statements.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from texts import extended, read
from verification.notation import V as SHARED

from verify import language
from verify.language import Formula, Notation, says
from verify.language.symbols import Real

WORDS = {name: getattr(language, name) for name in language.__all__}
WORDS |= {"F": Fraction, "Real": Real, "math": math}


@dataclass(frozen=True)
class Corpus:
    """The content of a file.

    Attributes:
        V: the letters.
        names: the letters, parts and words that its texts use.
        tables: the texts of every other table, by name.
    """

    V: Notation
    names: Mapping[str, Any]
    tables: Mapping[str, Any]


def corpus(test: str, name: str, V: Notation = SHARED, **names: Any) -> Corpus:
    """The file ``name.toml`` beside a test.

    Args:
        test: the test's ``__file__``. name: of the file.
        V: the letters that ``letters`` extends.
        names: functions and values of the test that texts use.
    """
    tables = tomllib.loads(Path(test).with_name(f"{name}.toml").read_text(encoding="utf-8"))
    known = WORDS | names
    letters = {name: read(text, known) for name, text in tables.pop("letters", {}).items()}
    V = V.extended(**letters) if letters else V
    known |= {"V": V} | {name: getattr(V, name) for name in V}
    return Corpus(V, extended(known, tables.pop("parts", {})), tables)


def said(value: Any) -> Any:
    """The statement that a comparison makes; what is none stays."""
    if isinstance(value, list):
        return [said(one) for one in value]
    return says(value) if isinstance(value, Formula) else value


def drafts(table: Mapping[str, Any]) -> dict[str, Any]:
    """The statements of a table: what a comparison says."""
    return {name: said(value) for name, value in table.items()}

"""Which statements of two checkouts are one, and what of a claim's line goes along."""

from typing import Any

import pytest

from benchmarks.audits.moved_statements import read_again, same, values
from verify.language import external, nonnegative, notation, says
from verify.ledger import lock
from verify.ledger.words import Words

V = notation(x=nonnegative(unit="1"))
NO_VALUE = [[None, "1"], [None, "1"]]


def described(**changes: Any) -> Any:
    plain = {"says": ["verified", "$x$"], "values": [["1", "2"]], "finding": None, "code": ["a"]}
    return plain | changes


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({}, {"code": ["b"]}, ""),
        ({}, {"values": [["1", "3"]]}, "a value differs"),
        ({}, {"says": ["refuted", "$x$"]}, "the display"),
        ({"values": []}, {"values": []}, ""),
        ({"values": []}, {"values": [], "code": ["b"]}, "it has no value"),
        ({"values": NO_VALUE}, {"values": NO_VALUE, "code": ["b"]}, "it has no value"),
        ({"values": [], "finding": "f"}, {"values": [], "finding": "f", "code": ["b"]}, ""),
        ({"values": [], "finding": "f"}, {"values": [], "finding": "g", "code": ["b"]}, "it has"),
    ],
)
def test_a_pair_is_one_statement_where_its_values_are(one: Any, other: Any, reason: str) -> None:
    found = same(described(**one), described(**other))
    assert found.startswith(reason)
    assert bool(found) == bool(reason)


def test_a_side_without_a_value_is_none() -> None:
    said = says(external("f", lambda x: float(x) / 4, V.x) <= 1 / V.x).build()
    assert values(said, {"x": 2}) == ["0.5", "1/2"]
    assert values(said, {"x": 0}) == ["0.0", None]


def test_words_are_read_again_only_if_they_were_read() -> None:
    before = lock.digest("old")
    line = lock.Line("a/b", "verified", "c", before, lock.digest(before, "said"))
    after = lock.digest("new")
    moved = read_again(line, ["old"], ["new"], Words("said"))
    assert (moved.statements, moved.meaning) == (after, lock.digest(after, "said"))
    assert read_again(line, ["older"], ["new"], Words("said")) == line
    assert read_again(line, ["old"], ["new"], Words("said otherwise")) == line

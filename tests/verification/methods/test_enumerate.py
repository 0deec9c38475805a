"""Finite sets: their sizes, and those that are too large."""

import pytest
from verification.methods.enumerate_statements import PROVED, B, V
from verification.notation import goal

from verify.language import Draft, Formula, says
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.enumerate import Enumerate, size


def outcome(draft: Draft, **options: int) -> Proof | Suspect | None:
    return Enumerate(**options).prove(goal(draft), Context())


@pytest.mark.parametrize(("draft", "word"), [(V.large, "300001"), (V.n, "n"), (V.r, "r")])
def test_a_set_beyond_the_limit_or_without_end_is_refused(draft: Formula, word: str) -> None:
    said = says(draft <= draft)
    assert outcome(said) is None
    assert word in (Enumerate().refusal(goal(said)) or "")


def test_the_limit_is_the_number_of_points() -> None:
    assert outcome(says(PROVED["8000 values"]), limit=7999) is None
    assert isinstance(outcome(says(PROVED["8000 values"]), limit=8000), Proof)


def test_sizes_multiply_and_an_endless_set_has_none() -> None:
    assert size(tuple(B.symbols.values())) == 8192
    assert size((V.symbols["t"], V.symbols["s"])) == 90
    assert size((V.symbols["t"], V.symbols["n"])) is None
    assert size(()) == 1

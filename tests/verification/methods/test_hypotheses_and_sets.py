"""What a proof may leave out or take for granted: hypotheses in no numbers, entries under sums."""

from fractions import Fraction

import pytest

from verify.judgement.examine import examine, prove
from verify.language import (
    Formula,
    external,
    index,
    natural,
    norm,
    norm1,
    notation,
    positive,
    says,
    sequence,
    total,
    vector,
)
from verify.language.symbols import Matrix, Real
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome

QUICK = Context(mode="quick")
V = notation(
    n=natural(),
    other=natural(),
    x=positive(unit="1"),
    u=vector("n", unit="1"),
    s=sequence("n", unit="1", entry=Real(Fraction(0), Fraction(1))),
)
INDEX = index("i")
SMALL = norm1(V.u) <= V.x


def test_a_hypothesis_in_no_numbers_is_left_out_of_a_proof() -> None:
    found = examine(says(norm(V.u) <= norm(V.u) + V.x, given=[SMALL]).build(), QUICK)
    assert (found.outcome, found.level) == (Outcome.HOLDS, Level.EXACT)


def test_what_needs_that_hypothesis_is_not_proved_without_it() -> None:
    assert prove(says(norm(V.u) <= V.x, given=[SMALL]).build(), QUICK) is None
    false = examine(says(norm(V.u) <= V.x / 2, given=[SMALL]).build(), QUICK)
    assert false.outcome is Outcome.FAILS


ENTRY = (V.x + 1) / (V.x + 1 - V.s[INDEX])


@pytest.mark.parametrize(
    ("sum_of_entries", "accepted"),
    [
        (total(INDEX, 1, V.n, ENTRY), True),
        (total(INDEX, 1, V.n, 1 / V.s[INDEX]) + 100, False),
        (total(INDEX, 1, V.n, 1 / (1 - V.s[INDEX])), False),
        (total(INDEX, 1, V.n + 1, ENTRY), False),
        (total(INDEX, 0, V.n, ENTRY), False),
        (total(INDEX, 1, V.other, ENTRY), False),
    ],
    ids=["fine", "zero", "vanishing", "beyond the last", "before the first", "another length"],
)
def test_words_about_a_sum_need_its_values(sum_of_entries: Formula, accepted: bool) -> None:
    computed = external("computed", float, V.x)
    right = sum_of_entries + V.x
    statement = says(computed <= right).argued("so").build()
    assert isinstance(prove(statement, QUICK), Proof) is accepted


def test_a_definite_matrix_is_not_singular() -> None:
    singular = ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(1)))
    assert Matrix(2, "psd").contains(singular, {})
    assert not Matrix(2, "pd").contains(singular, {})

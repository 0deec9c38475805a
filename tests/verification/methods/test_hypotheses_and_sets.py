"""What a proof may leave out or take for granted: hypotheses in no numbers, entries under sums."""

from fractions import Fraction

import pytest

from verify.formula.expression import Node, external, norm, norm1, total
from verify.judgement.examine import examine, prove
from verify.language.notation import Matrix, Real, natural, notation, positive, sequence, vector
from verify.language.says import at_most
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.derive import Derive, words
from verify.methods.evidence import Level, Outcome

QUICK = Context(mode="quick")
V = notation(
    n=natural(),
    other=natural(),
    x=positive(unit="1"),
    u=vector("n", unit="1"),
    s=sequence("n", unit="1", entry=Real(Fraction(0), Fraction(1))),
)
INDEX = Node("symbol", (), "i")
SMALL = norm1(V.u) <= V.x


def test_a_hypothesis_in_no_numbers_is_left_out_of_a_proof() -> None:
    found = examine(at_most(V, norm(V.u), norm(V.u) + V.x, where=[SMALL]).build(), QUICK)
    assert (found.outcome, found.level) == (Outcome.HOLDS, Level.EXACT)


def test_what_needs_that_hypothesis_is_not_proved_without_it() -> None:
    assert prove(at_most(V, norm(V.u), V.x, where=[SMALL]).build(), QUICK) is None
    false = examine(at_most(V, norm(V.u), V.x / 2, where=[SMALL]).build(), QUICK)
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
def test_words_about_a_sum_need_its_values(sum_of_entries: Node, accepted: bool) -> None:
    computed = external("computed", float, V.x)
    right = sum_of_entries + V.x
    statement = at_most(V, computed, right, by=Derive(words("so", computed <= right))).build()
    assert isinstance(prove(statement, QUICK), Proof) is accepted


def test_a_definite_matrix_is_not_singular() -> None:
    singular = ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(1)))
    assert Matrix(2, "psd").contains(singular, {})
    assert not Matrix(2, "pd").contains(singular, {})

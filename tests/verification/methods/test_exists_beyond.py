"""Constants that exist, escaped from beyond a bound; entries of sequences as numbers."""

from fractions import Fraction

import pytest

from verify.judgement.examine import examine
from verify.judgement.exists import Escape
from verify.judgement.findings import covered
from verify.language import natural, notation, number, positive, says, sequence
from verify.language.symbols import Real
from verify.methods.context import Context
from verify.methods.evidence import Outcome

V = notation(
    c=positive("c", unit="1"),
    T=natural("T", search=(1, 5)),
    k=natural("k", least=0, search=(0, 5)),
    a=sequence("T", "a", unit="1", entry=Real(Fraction(0))),
)
CONTEXT = Context(mode="quick")


def linear(**bound):
    return says(V.T <= V.c, exists={"c": None}, by=Escape(family={}, **bound)).build()


def test_every_constant_is_passed_beyond_a_bound():
    assert examine(linear(beyond={"T": V.c + 1}), CONTEXT).outcome is Outcome.FAILS


def test_a_bound_that_is_too_low_is_no_escape():
    assert examine(linear(beyond={"T": V.c - 1}), CONTEXT).outcome is Outcome.INCONCLUSIVE


def test_a_bound_without_a_value_at_some_constant_is_no_escape():
    found = examine(linear(beyond={"T": V.c + 1 / (V.c - 1) ** 2}), CONTEXT)
    assert found.outcome is not Outcome.FAILS


def test_a_bound_must_leave_room_above():
    w = V.extended(T=natural("T", most=9))
    said = says(w.T <= w.c, exists={"c": None}, by=Escape(family={}, beyond={"T": w.c})).build()
    with pytest.raises(ValueError, match="no upper end"):
        examine(said, CONTEXT)


INSIDE = ["k >= 1", "k <= T"]


def test_entries_are_numbers_of_the_set():
    said = says(2 * V.a[V.k] * V.a[1] <= V.a[V.k] ** 2 + V.a[1] ** 2, given=INSIDE).build()
    assert covered(examine(said, CONTEXT), said)


@pytest.mark.parametrize("where", [(), ("k >= 1",), ("k <= T",)])
def test_entries_that_may_lie_outside_are_not_proved(where):
    said = says(number(0) <= V.a[V.k], given=where).build()
    found = examine(said, CONTEXT)
    assert not covered(found, said) or found.edge


def test_a_false_statement_about_entries_is_found_false():
    said = says(V.a[V.k] <= V.a[1], given=INSIDE).build()
    assert examine(said, CONTEXT).outcome is Outcome.FAILS

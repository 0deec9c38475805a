"""Statements about many vectors, of which a conclusion uses few."""

import pytest

from verify.formula.expression import free_names
from verify.language import Formula, dot, natural, notation, number, real, says, vector
from verify.methods.gram import NotGram, lowered

V = notation(
    d=natural("d"),
    k=real("k", unit="1"),
    **{name: vector("d", name, unit="1") for name in ("a", "b", "c", "e")},
)


def square(p: Formula) -> Formula:
    return dot(p, p)


def test_hypotheses_with_other_vectors_are_left_out_where_there_are_too_many():
    given = [square(V.b + V.c) <= square(V.e), square(V.a) <= 1, V.k <= 2]
    (goal,) = lowered(says(V.k * square(V.a) <= 2, given=given).build())
    names = frozenset().union(*map(free_names, (goal.prove, *goal.given)))
    assert names == {"k", "|a|"}
    assert len(goal.given) == 2


def test_hypotheses_with_three_vectors_are_kept():
    given = [square(V.b + V.c) <= square(V.a)]
    (goal,) = lowered(says(number(0) <= square(V.a), given=given).build())
    assert {s.name for s in goal.symbols} - {"d"} == {
        *("|a|", "|b|", "|c|"),
        *("a.b", "a.c", "b.c"),
    }


def test_a_conclusion_about_four_vectors_is_refused():
    with pytest.raises(NotGram):
        lowered(says(number(0) <= square(V.a + V.b + V.c + V.e)).build())

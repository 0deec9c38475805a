"""Computations with cells: a proof says the cells, and they say what the computation does."""

from fractions import Fraction
from typing import Any

import pytest

from verify.checker.documents import answer
from verify.formula.cases import by_cases, counting
from verify.formula.evaluate import EXACT, Undefined, evaluate
from verify.formula.expression import UNDEFINED, External, Node, lift
from verify.formula.written import written
from verify.judgement.checked import statement_text
from verify.judgement.examine import prove
from verify.language import Formula, external, notation, one_of, says, with_cells
from verify.methods.base import Proof
from verify.methods.context import Context

V = notation(k=one_of((1, 2, 3), "k", unit="1"), j=one_of((1, 2), "j", unit="1"))
TABLE = {1: Fraction("1.5"), 2: Fraction("2.5"), 3: Fraction(4)}


def entry(k: Any) -> Fraction:
    return TABLE[int(k)]


def told(cells: Any, k: Any = V.k) -> Formula:
    """The table with some cells; a computation of its own, as one has the same cells everywhere."""
    return with_cells(external("entry", lambda k: entry(k), k), lambda: cells)


WHOLE = {(k,): lift(x) for k, x in TABLE.items()}


def document(draft: Any) -> dict[str, Any]:
    """The proof of a draft as it is stored."""
    statement = draft.build()
    proof = prove(statement, Context("quick"))
    assert isinstance(proof, Proof)
    assert proof.how is not None
    return {"statement": statement_text(statement), **proof.how}


def test_the_checker_reads_the_cells() -> None:
    told_by_cells = document(says(told(WHOLE) <= 4))
    assert "external" not in str(told_by_cells)
    assert answer(told_by_cells).word == "accepted"
    assert answer(document(says(external("entry", entry, V.k) <= 4))).word == "not read"


def test_equal_trees_with_other_cells_are_written_apart() -> None:
    named = External("entry", entry)
    plain = Node("external", (lift(1),), named)
    called = Node("external", (lift(1),), External("entry", entry, cells=lambda: WHOLE))
    assert plain == called
    assert [written(tree) for tree in (plain, called, plain + 1, called + 1)] == [
        "(external entry 1)",
        "3/2",
        "(add (external entry 1) 1)",
        "(add 3/2 1)",
    ]


def test_what_is_computed_of_entries_is_computed_by_the_checker() -> None:
    def mean() -> Fraction:
        return sum(TABLE.values(), Fraction(0)) / 3

    tree = sum(map(lift, TABLE.values()), lift(0)) / 3
    found = with_cells(external("mean", mean), lambda: {(): tree})
    text = document(says(found <= Fraction(8, 3)))
    assert "(div (add (add (add 0 3/2) 5/2) 4) 3)" in text["statement"]["prove"]
    assert answer(text).word == "accepted"
    # A statement that is a little too strong is refused with the same reason.
    text["statement"]["prove"] = text["statement"]["prove"].replace("8/3", "266/100")
    assert answer(text).word == "refused"


def test_a_false_statement_is_refused_at_its_cell() -> None:
    text = document(says(told(WHOLE) <= Fraction(9, 2)))
    text["statement"]["prove"] = text["statement"]["prove"].replace("9/2", "7/2")
    found = answer(text)
    assert found.word == "refused"
    assert "k = 3" in found.why


def test_a_place_without_a_cell_has_no_value() -> None:
    partial = {place: tree for place, tree in WHOLE.items() if place != (3,)}
    assert answer(document(says(told(partial) <= 4))).word == "refused"
    with pytest.raises(Undefined):
        evaluate(by_cases(told(partial).tree), {"k": Fraction(3)}, EXACT)


def test_an_argument_that_is_a_number_chooses() -> None:
    assert by_cases(told(WHOLE, 2).tree) == lift(TABLE[2])
    assert by_cases(told(WHOLE, 7).tree) == UNDEFINED


@pytest.mark.parametrize("other", [lift(3), Node("sqrt", (lift(2),))])
def test_cells_that_say_something_else_are_an_error(other: Node) -> None:
    with pytest.raises(ValueError, match="entry"):
        written(told(WHOLE | {(2,): other}).tree)


def test_cells_where_the_computation_has_no_exact_value_are_an_error() -> None:
    with pytest.raises(ValueError, match="exact value"):
        written(told(WHOLE | {(4,): lift(1)}).tree)
    rounded = with_cells(external("half", lambda: 0.5), lambda: {(): lift(Fraction(1, 2))})
    with pytest.raises(ValueError, match="exact value"):
        written(rounded.tree)


def test_cells_are_no_part_of_the_statement() -> None:
    found = external("entry", entry, V.k)
    plain, more = says(found <= 4), says(with_cells(found, lambda: WHOLE) <= 4)
    assert plain.build().hash == more.build().hash
    assert External("f", entry) == External("f", entry, cells=lambda: WHOLE)


def test_the_first_argument_chooses_first() -> None:
    cells = {(k, j): lift(10 * k + j) for k in (1, 2, 3) for j in (1, 2)}
    found = with_cells(external("both", lambda k, j: 10 * k + j, V.k, V.j), lambda: cells)
    tree = by_cases(found.tree)
    points = [{"k": Fraction(k), "j": Fraction(j)} for k, j in cells]
    assert [evaluate(tree, p, EXACT) for p in points] == [10 * k + j for k, j in cells]


def test_a_condition_counts_as_one() -> None:
    tree = counting(lift(0) + (lift(1) < 2) + (lift(3) <= 2))
    assert evaluate(tree, {}, EXACT) == 1

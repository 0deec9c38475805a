"""Statements of other papers have their right answers; what is open is not decided."""

from fractions import Fraction as F

import pytest

from benchmarks.studies.foreign import answer, outcome
from benchmarks.studies.foreign_statements import EXAMPLES, POINTS, SCALARS, saga, sgd
from verify.judgement.bounds import for_every_function
from verify.language import Draft
from verify.methods.context import Context
from verify.methods.search.worst import Witness

ELSEWHERE = ("cosh", "Hoeffding", "Bernstein")  # longer than a test: tests/soundness/test_means.py
ROWS = {name: row for name, row in (SCALARS | POINTS).items() if name not in ELSEWHERE}
# False from 15 million on, where no search looks.
OPEN = ("inverse squares, too small",)
# Examples of sums of functions and of parts of a vector, beside those of test_theorems.py.
SUMS = ("saga, 5 functions", "sgd, 5 functions", "cyclic coordinate descent, 2 steps")


@pytest.mark.parametrize("name", ROWS)
def test_a_statement_is_decided_rightly_or_said_to_be_open(name: str) -> None:
    given, why = answer(ROWS[name], Context("quick"))
    assert outcome(ROWS[name], given) == ("supported" if name in OPEN else "rightly"), why


@pytest.mark.parametrize("name", SUMS)
def test_a_method_on_a_sum_is_bounded(name: str) -> None:
    given, why = answer(EXAMPLES[name], Context("quick"))
    assert given == "verified", why


@pytest.mark.parametrize("draft", [sgd(2, F(99, 100)), sgd(5, F(99, 100)), saga(5, F(101, 100))])
def test_a_smaller_bound_of_a_sum_is_refuted_by_functions(draft: Draft) -> None:
    witness = for_every_function(draft.build(), Context("quick"))
    assert isinstance(witness, Witness)
    assert witness.exact

"""Statements of other papers have their right answers; what is open is not decided."""

from fractions import Fraction as F

import pytest

from benchmarks.studies.class_theorems import pepit
from benchmarks.studies.foreign import answer, outcome
from benchmarks.studies.foreign_statements import EXAMPLES, POINTS, SCALARS, saga, sgd
from benchmarks.studies.theorems_of_classes import CONVEX_EXAMPLES
from verify.judgement.bounds import for_every_function
from verify.language import Draft
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.search.worst import Witness

ELSEWHERE = ("cosh", "Hoeffding", "Bernstein")  # longer than a test: tests/soundness/test_means.py
ROWS = {name: row for name, row in (SCALARS | POINTS).items() if name not in ELSEWHERE}
# False from 15 million on, where no search looks.
OPEN = ("inverse squares, too small",)
RANDOM = "stochastic_and_randomized_convex_minimization"
# Examples of sums of functions and of parts of a vector, beside those of test_theorems.py.
SUMS = ("saga, 5 functions", "sgd, 5 functions", "cyclic coordinate descent, 2 steps")


@pytest.mark.parametrize("name", ROWS)
def test_a_statement_is_decided_rightly_or_said_to_be_open(name: str) -> None:
    given, why = answer(ROWS[name], Context("quick"))
    assert outcome(ROWS[name], given) == ("supported" if name in OPEN else "rightly"), why


@pytest.mark.parametrize("name", SUMS)
def test_a_method_on_a_sum_is_bounded(name: str) -> None:
    said = EXAMPLES[name].said
    assert isinstance(said, Draft)
    proof = for_every_function(said.build(), Context("quick"))
    assert isinstance(proof, Proof)
    assert proof.read


@pytest.mark.parametrize("draft", [sgd(2, F(99, 100)), sgd(5, F(99, 100)), saga(5, F(101, 100))])
def test_a_smaller_bound_of_a_sum_is_refuted_by_functions(draft: Draft) -> None:
    witness = for_every_function(draft.build(), Context("quick"))
    assert isinstance(witness, Witness)
    assert witness.exact


PEPIT = {
    "conjugate_gradient": (CONVEX_EXAMPLES, {"L": 1, "n": 2}, F(619, 10000)),
    "cyclic_coordinate_descent": (CONVEX_EXAMPLES, {"L": [1, 2], "n": 2}, F(45032, 100000)),
    "saga": (RANDOM, {"L": 1, "mu": 0.1, "n": 5}, F(29, 30)),
    "sgd": (RANDOM, {"L": 1, "mu": 0.1, "gamma": 1, "v": 1, "R": 2, "n": 5}, F(50417, 10000)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PEPIT)
def test_a_bound_lies_just_above_what_pepit_computes(name: str) -> None:
    pytest.importorskip("PEPit")
    module, arguments, bound = PEPIT[name]
    theirs = pepit(module, name, arguments)
    assert theirs - 1e-6 < float(bound) < theirs + 1e-4

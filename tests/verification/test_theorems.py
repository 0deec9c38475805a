"""Theorems about every function of a class are proved without a hint, their neighbours refuted."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.studies.theorems_of_classes import (
    CONVEX,
    FAST,
    GRADIENT,
    THEOREMS,
    UNIT,
    V,
    gradient,
)
from verify.display.sentences import sentence
from verify.formula.evaluate import truth
from verify.judgement.bounds import for_every_function
from verify.judgement.examine import examine
from verify.language import method, says
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome
from verify.methods.search.worst import Witness

QUICK = Context("quick")


@pytest.mark.parametrize("name", THEOREMS)
def test_multipliers_are_found_and_the_second_checker_reads_them(name: str) -> None:
    proof = for_every_function(THEOREMS[name].true.build(), QUICK)
    assert isinstance(proof, Proof)
    assert proof.read
    assert proof.level is Level.EXACT
    assert not proof.fixed


@pytest.mark.parametrize("name", THEOREMS)
def test_a_neighbour_is_refuted_by_a_function_of_the_class(name: str) -> None:
    statement = THEOREMS[name].refuted.build()
    witness = for_every_function(statement, QUICK)
    assert isinstance(witness, Witness)
    assert witness.exact
    assert all(truth(condition, witness.point) for condition in statement.where)
    assert witness.left > witness.right


@pytest.mark.parametrize(
    "name", ["gradient descent, 2 steps", "exact line search", "Halpern, 2 steps"]
)
def test_the_judge_finds_the_same(name: str) -> None:
    theorem = THEOREMS[name]
    finding = examine(theorem.true.build(), QUICK)
    assert (finding.outcome, finding.level) == (Outcome.HOLDS, Level.EXACT)
    assert finding.covers_all
    assert finding.checked_by == "checker"
    assert examine(theorem.refuted.build(), QUICK).outcome is Outcome.FAILS


def test_an_instance_is_covered_alone_and_named() -> None:
    theorem = gradient(1)
    wide = says(theorem.left <= theorem.right * (1 + V.mu.sqrt()), at={"mu": 4, "L": 1})
    finding = examine(wide.build(), QUICK)
    assert finding.outcome is Outcome.HOLDS
    assert finding.fixed == {"L": 1, "mu": 4}
    assert not finding.covers_all
    assert finding.text.startswith("at mu = 4, L = 1 by multiples")


def test_ten_steps() -> None:
    statement = gradient(10, UNIT).true.build()
    proof = for_every_function(statement, QUICK)
    assert isinstance(proof, Proof)
    assert proof.read


def test_a_method_has_its_points_and_letters() -> None:
    points = FAST.points(CONVEX, V.x, 2)
    assert len(points) == 3
    assert points[0][0].tree == points[0][1].tree == V.x.tree
    assert FAST.after(CONVEX, V.x, 2)[0].tree == points[2][0].tree
    names = [p.latex for p in points[2][1].notation.lettered]
    # After the first step both letters stand for one point, which has the first.
    assert names == ["x_1", "x_2", "y_2"]
    assert "H" not in sentence(says(CONVEX(points[2][0]) <= CONVEX(points[2][1])).build())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: method(lambda f, x, k: x, letters=""), "the letters of points must be different"),
        (lambda: method(lambda f, x, k: x, letters="x x"), "the letters of points must be"),
        (lambda: GRADIENT.after(CONVEX, V.x, 0), "the number of steps must be from 1 to 20"),
        (lambda: FAST.after(CONVEX, V.x, 21), "the number of steps must be from 1 to 20"),
        (
            lambda: method(lambda f, x, k: (x, x)).after(CONVEX, V.x, 1),
            "a step must give a point for each of x",
        ),
        (lambda: method(lambda f, x, k: 0).after(CONVEX, V.x, 1), "a step must give a point"),
    ],
)
def test_what_is_no_method_is_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()

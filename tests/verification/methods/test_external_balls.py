"""Computations with a rigorous enclosure, roots that are compared exactly, laws in R^d."""

import math
from fractions import Fraction

import pytest

from verify.formula.evaluate import Undecided, truth
from verify.judgement.examine import examine
from verify.judgement.findings import covered
from verify.language import (
    dot,
    expectation,
    external,
    index,
    law,
    natural,
    norm,
    notation,
    positive,
    real,
    says,
    vector,
)
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome

V = notation(
    x=positive("x", unit="1", search=(0.01, 5)),
    y=real("y", unit="1", search=(-3, 3)),
    d=natural("d", search=(1, 3)),
    u=vector("d", "u", unit="1"),
    P=law("P", unit="1", dimension="d"),
)
CONTEXT = Context(mode="quick")


def enclosed(x):
    from flint import arb, fmpq

    return arb(fmpq(x.numerator, x.denominator)).erfc() if isinstance(x, int | Fraction) else None


ERFC = external("erfc", math.erfc, V.x, balls=enclosed)


def test_a_violation_inside_an_enclosure_is_certified():
    found = examine(says(ERFC <= Fraction(1, 2)).build(), CONTEXT)
    assert (found.outcome, found.level) == (Outcome.FAILS, Level.CERTIFIED)


def test_without_an_enclosure_it_is_numeric():
    said = says(external("erfc", math.erfc, V.x) <= Fraction(1, 2)).build()
    assert examine(said, CONTEXT).level is Level.NUMERIC


def test_a_computation_with_balls_is_no_proof():
    said = says(ERFC <= 1).build()
    assert not covered(examine(said, CONTEXT), said)


def test_an_unknown_enclosure_is_undecided():
    node = external("f", math.erfc, V.x, balls=lambda x: None)
    with pytest.raises(Undecided):
        truth((node <= 1).tree, {"x": Fraction(1)})


def test_an_enclosure_must_be_a_ball():
    node = external("f", math.erfc, V.x, balls=lambda x: 0.5)
    with pytest.raises(TypeError, match="must return a ball"):
        truth((node <= 1).tree, {"x": Fraction(1)})


def test_equal_irrational_lengths_are_told_from_different_ones():
    found = examine(says(norm(V.u) < norm(V.u), given=[norm(V.u) > 1]).build(), CONTEXT)
    assert found.outcome is Outcome.FAILS
    assert not truth((V.y.sqrt() < V.x.sqrt()).tree, {"x": 2, "y": 2})


E = index("e")


def test_the_mean_of_a_linear_form_is_zero_in_every_dimension():
    said = says(expectation(V.P, E, dot(V.u, V.u + E)) == dot(V.u, V.u)).build()
    assert covered(examine(said, CONTEXT), said)


def test_the_mean_of_a_square_is_not_zero():
    said = says(expectation(V.P, E, dot(E, E)) == 0).build()
    assert examine(said, CONTEXT).outcome is Outcome.FAILS
    twice = says(expectation(V.P, E, dot(V.u, E) ** 2) == 0).build()
    assert examine(twice, CONTEXT).outcome is Outcome.FAILS

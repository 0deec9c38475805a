"""Units inferred from trees, and what a change of units does to an instance."""

from fractions import Fraction

import pytest
from verification.statements import said
from verification.unit_formulas import CLASHES, SIDES, UNITS, V

from verify.display.latex import read
from verify.formula.evaluate import EXACT, evaluate
from verify.formula.expression import Node
from verify.language import (
    Draft,
    Formula,
    expectation,
    index,
    instance,
    natural,
    notation,
    of_kind,
    real,
)
from verify.methods.dimension import Inhomogeneous, check, dimension, rescaled, rescalings


@pytest.mark.parametrize(("formula", "unit"), UNITS)
def test_a_formula_has_the_unit_of_its_parts(formula: Formula, unit: str) -> None:
    expected = None if unit == "unknown" else instance(unit)
    assert dimension(formula.tree, V.symbols) == expected


@pytest.mark.parametrize(("formula", "detail"), CLASHES)
def test_quantities_that_do_not_go_together_are_named(formula: Formula, detail: str) -> None:
    with pytest.raises(Inhomogeneous) as caught:
        dimension(formula.tree, V.symbols)
    assert detail in str(caught.value)


def test_an_operation_without_units_is_refused() -> None:
    with pytest.raises(ValueError, match="known operations"):
        dimension(Node("wedge", (V.s.tree,)), V.symbols)


@pytest.mark.parametrize(("claimed", "complaint"), SIDES)
def test_a_statement_says_which_sides_differ(claimed: Formula | Draft, complaint: str) -> None:
    assert check(said(claimed).build()) == (complaint or None)


def test_only_units_that_occur_are_rescaled() -> None:
    pure = notation(a=real("a", unit="1"), n=natural("n"))
    assert rescalings(pure.symbols) == []
    assert {base for base, _ in rescalings(V.symbols)} == {"loss", "length"}
    assert all(isinstance(factor, Fraction) and factor != 1 for _, factor in rescalings(V.symbols))


POINT = instance(
    "F=3 L=2 alpha=1/4 G=5 s=1/2 beta=9/10 p=1/3 n=2 g=(1,-2) x=(1,3) u=(2,1) "
    "H=((2,1),(1,2)) law=((1/3,(2,)),(2/3,(-1,)))"
)


@pytest.mark.parametrize(("base", "factor"), rescalings(V.symbols))
def test_a_homogeneous_formula_is_carried_along(base: str, factor: Fraction) -> None:
    moved = rescaled(POINT, V.symbols, base, factor)
    e = index("e")
    for node in (
        read(r"F+\frac{L}{2}s^2-\alpha G^2+\langle x,u\rangle", V),
        read(r"\sum_{i=1}^ng_i\beta^i", V),
        read(r"x^\top H x", V),
        expectation(V.law, e, e[1] ** 2 * V.alpha).tree,
    ):
        unit = dimension(node, V.symbols)
        assert unit is not None
        scale = factor ** int(unit.get(base, 0))
        assert evaluate(node, moved, EXACT) == scale * evaluate(node, POINT, EXACT)


def test_rescaling_moves_each_value_by_its_own_unit() -> None:
    moved = rescaled(POINT, V.symbols, "length", Fraction(2))
    assert moved["alpha"] == 1
    assert moved["G"] == Fraction(5, 2)
    assert moved["H"] == ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2)))
    assert moved["law"] == ((Fraction(1, 3), (Fraction(1),)), (Fraction(2, 3), (Fraction(-1, 2),)))
    assert (moved["n"], moved["beta"], moved["p"]) == (2, Fraction(9, 10), Fraction(1, 3))


def test_a_value_that_cannot_be_rescaled_is_refused() -> None:
    v = notation(D=of_kind(object(), "D", unit="length"))
    with pytest.raises(TypeError, match="made of numbers"):
        rescaled({"D": "digits"}, v.symbols, "length", Fraction(2))

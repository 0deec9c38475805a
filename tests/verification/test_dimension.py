"""Units inferred from trees, and what a change of units does to an instance."""

from fractions import Fraction
from typing import Any

import pytest

from verify.display.latex import read, tex
from verify.formula.evaluate import EXACT, evaluate
from verify.formula.expression import Node
from verify.language import (
    PI,
    Draft,
    Formula,
    dot,
    each,
    entries,
    expectation,
    external,
    in_words,
    index,
    instance,
    inverse,
    largest,
    law,
    matrix,
    natural,
    norm,
    norm1,
    notation,
    number,
    of_kind,
    piecewise,
    positive,
    product,
    quantity,
    real,
    says,
    sequence,
    tends,
    total,
    trace_of,
    vector,
)
from verify.methods.dimension import Inhomogeneous, check, dimension, rescaled, rescalings

V = notation(
    F=real("F", unit="loss"),
    L=positive("L", unit="loss/length^2"),
    alpha=positive(r"\alpha", unit="length^2/loss"),
    G=positive("G", unit="gradient"),
    s=positive("s", unit="length"),
    beta=positive(r"\beta", unit="1"),
    p=positive("p", unit="probability"),
    n=natural("n"),
    g=sequence("n", "g", unit="gradient"),
    x=vector(2, "x", unit="length"),
    u=vector(2, "u", unit="gradient"),
    H=matrix(2, "H", unit="loss/length^2"),
    law=law(r"\mathcal L", unit="gradient"),
)
TAU = index("tau")
GRADIENT = instance("loss=1 length=-1")
SOLVER = external("solver", abs, V.F)


@pytest.mark.parametrize(
    ("node", "unit"),
    [
        (V.alpha * V.L, {}),
        (V.G**2 * V.alpha, {"loss": 1}),
        (V.F + V.L * V.s**2 / 2, {"loss": 1}),
        (V.F - 0, {"loss": 1}),
        (0 + V.F, {"loss": 1}),
        (largest(0, V.G), GRADIENT),
        ((V.L / V.alpha).sqrt(), {"loss": 1, "length": -2}),
        (V.G ** Fraction(1, 2), {"loss": Fraction(1, 2), "length": Fraction(-1, 2)}),
        (V.G ** (number(3) - 1), {"loss": 2, "length": -2}),
        (V.beta**V.n, {}),
        ((-V.alpha * V.L).exp(), {}),
        ((1 + V.p).log(), {}),
        (PI * V.s, {"length": 1}),
        (quantity(0.01, "gradient") + V.G, GRADIENT),
        (abs(V.F), {"loss": 1}),
        (V.g[V.n], GRADIENT),
        (total(TAU, 1, V.n, V.beta**TAU * V.g[TAU]), GRADIENT),
        (product(TAU, 1, V.n, 1 - V.alpha * V.L), {}),
        (product(TAU, 1, 3, V.s), {"length": 3}),
        (dot(V.x, V.u), {"loss": 1}),
        (norm(V.H @ V.x), GRADIENT),
        (norm1(V.x) + norm(V.x), {"length": 1}),
        (inverse(V.H) @ V.u, {"length": 1}),
        (trace_of(V.H.T), {"loss": 1, "length": -2}),
        (piecewise(V.G <= 0, V.F, V.G > 0, 2 * V.F), {"loss": 1}),
        (expectation(V.law, index("e"), norm(index("e")) ** 2 * V.alpha),
         {"loss": 1}),
        (entries(V.F, 2 * V.F), {"loss": 1}),
        # A bound index is a pure number, whatever its letter means outside.
        (total(V.s, 1, 3, V.s + 1), {}),
        # An unknown part takes the unit of its neighbour; alone it is unknown.
        (SOLVER + V.F, {"loss": 1}), (SOLVER * V.s, None), (number(0), None), (0 * V.F, None),
        (entries(V.F, V.s), None), (index("unheard"), None),
    ],
)  # fmt: skip
def test_a_formula_has_the_unit_of_its_parts(node: Formula, unit: dict[str, Any] | None) -> None:
    assert dimension(node.tree, V.symbols) == unit


@pytest.mark.parametrize(
    ("node", "detail"),
    [
        (V.G - 1, r"$G-1$ subtracts a pure number from a gradient"),
        (V.F + V.G, r"$F+G$ adds a gradient to a loss"),
        (largest(V.F, V.s), r"$\max(F, s)$ compares a loss with a length"),
        (V.s.exp(), r"$e^s$ applies exp to a length"),
        ((V.F / V.s**2).log(), r"$\ln\left(\frac{F}{s^2}\right)$ applies log to a loss/length^2"),
        (V.beta**V.s, r"applies pow to a length"),
        (V.s**V.n, r"$s^n$ raises a length to a power that varies"),
        (V.s**V.beta, r"to a power that varies"),
        (product(TAU, 1, V.n, V.s), "multiplies a length a varying number of times"),
        (total(TAU, 1, V.n, TAU + V.s), "adds a length to a pure number"),
        (V.g[V.n] + V.x[1], "adds a length to a gradient"),
        (external("solver", abs, V.F + V.s), "adds a length to a loss"),
        (piecewise(V.G <= V.F, V.F), "compares a gradient with a loss"),
        (V.alpha + V.s, "adds a length to a length^2/loss"),
        (V.beta + 1 / V.s, "adds a 1/length to a pure number"),
    ],
)
def test_quantities_that_do_not_go_together_are_named(node: Formula, detail: str) -> None:
    with pytest.raises(Inhomogeneous) as caught:
        dimension(node.tree, V.symbols)
    assert detail in str(caught.value)


def test_an_operation_without_units_is_refused() -> None:
    with pytest.raises(ValueError, match="known operations"):
        dimension(Node("wedge", (V.s.tree,)), V.symbols)


def sides(left: str, right: str, **fields: Any) -> Draft:
    """An inequality between two formulas of the page."""
    return says(tex(V, left) <= tex(V, right), **fields)


SIDES: list[tuple[Draft, str | None]] = [
    (sides("F", r"\frac{L}{2}s"), "left side has unit loss, right side gradient"),
    (sides("F", "LF"), "left side has unit loss, right side loss^2/length^2"),
    (sides("F", r"\frac{L}{2}s^2"), None),
    (sides("G-1", "G"), "$G-1$ subtracts a pure number from a gradient"),
    (sides("F", "Ls^2", given=[V("s >= 1")]), None),  # a hypothesis may fix a unit
    (says(each(V.F == V.L * V.s**2, V.s == V.G)), "left side has unit length, right side gradient"),
    (says(number(0) <= V.F), None),
    (tends(V.F / V.n, V.n, "oo", 0), None),
    (tends(V.s * V.G, V.s, 0, V.G), "left side has unit loss, right side gradient"),
    (tends(V.s * V.G, V.s, 1, V.F), "left side has unit length, right side 1"),
    (in_words(V, "it works", lambda F: True), None),
]


@pytest.mark.parametrize(("draft", "complaint"), SIDES)
def test_a_statement_says_which_sides_differ(draft: Draft, complaint: str | None) -> None:
    assert check(draft.build()) == complaint


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

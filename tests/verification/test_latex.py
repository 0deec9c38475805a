"""The reader of LaTeX: what formulas mean, and what it refuses to guess."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verify.display.latex import read
from verify.display.sentences import render
from verify.formula.evaluate import value_at
from verify.formula.expression import E, Node, lift, total
from verify.language import instance
from verify.language.symbols import (
    matrix,
    natural,
    notation,
    of_kind,
    one_of,
    positive,
    real,
    sequence,
    vector,
)

TABLES = tomllib.loads(Path(__file__).with_name("latex.toml").read_text(encoding="utf-8"))
REFUSED = TABLES["refused"]
V = notation(
    S=positive(r"S_1", unit="gradient"),
    eps0=positive(r"\epsilon_0", unit="1"),
    alpha=positive(r"\alpha", unit="1"),
    beta2=positive(r"\beta_2", unit="1"),
    L=positive("L", unit="1"),
    n=natural("n"),
    m=natural("m"),
    d=natural("d"),
    t=natural("t"),
    a=real("a", unit="1"),
    b=real("b", unit="1"),
    c=real("c", unit="1"),
    gamma=real(r"\gamma'", unit="1"),
    nu=real(r"\nu^*", unit="1"),
    sigma_s=positive(r"\sigma_s^2(m,n)", unit="1"),
    slope=positive(r"\Vert\nabla f\Vert", unit="1"),
    g=sequence("t", r"\bar g", unit="1"),
    v=sequence("t", r"\hat v^c", unit="1"),
    sy=sequence("d", r"\sigma_y", unit="1"),
    rate=sequence("t", "r", unit="1"),
    x=vector("d", "x", unit="1"),
    y=vector("d", "y", unit="1"),
    A=matrix("d", "A", unit="1"),
    B=matrix("d", "B", unit="1"),
)
POINT = instance(
    "S=3 eps0=1/2 alpha=2/3 beta2=9/10 L=5 n=7 m=3 d=2 t=3 a=9 b=4 c=-5 gamma=6 nu=7 sigma_s=11 "
    "slope=13 g=(1,2,4) v=(3,5,8) sy=(1,6) rate=(1,1/2,1/4) x=(3,4) y=(1,-2) "
    "A=((1,2),(0,1)) B=((2,0),(1,1))"
)


@pytest.mark.parametrize(("latex", "value"), TABLES["values"].items())
def test_a_formula_means_what_the_page_means(latex: str, value: str) -> None:
    assert value_at(read(latex, V), POINT) == Fraction(value)


def test_a_transpose_and_an_inverse_are_nodes_of_their_own() -> None:
    assert read(r"A^{-1}", V) == Node("inverse", (V.A,))
    assert read(r"A^\prime", V) == Node("transpose", (V.A,))
    assert read(r"A^{\mathrm T}", V) == Node("transpose", (V.A,))
    assert read(r"A x", V) == Node("matmul", (V.A, V.x))
    assert read(r"a A", V) == Node("mul", (V.a, V.A))


def test_the_longest_declared_symbol_is_found_first() -> None:
    short = V.extended(S0=real("S", unit="1"))
    assert read("S_1", short) == short.S
    assert read(r"S\cdot 1", short) == short.S0 * 1


def test_a_scalar_with_an_index_comes_before_the_entry_of_a_sequence() -> None:
    both = notation(b0=real("b_0", unit="1"), b=sequence(3, "b", unit="1"))
    assert read("b_0+b_1", both) == both.b0 + both.b[1]


def test_the_index_of_a_sum_is_bound_and_may_be_a_declared_letter() -> None:
    assert read(r"\sum_{t=1}^nt", V) == total(V.t.tree, 1, V.n, V.t)
    tau = Node("symbol", (), "tau")
    assert read(r"\sum_{\tau=1}^na^\tau", V) == total(tau, 1, V.n, V.a**tau)


def test_an_index_never_takes_the_name_of_another_symbol() -> None:
    v = notation(i=real(r"\iota", unit="1"), n=natural("n"))
    read_back = read(r"\sum_{i=1}^ni\iota", v)
    assert value_at(read_back, {"i": Fraction(5), "n": 2}) == 15


def test_the_letter_e_is_the_constant_unless_it_is_declared() -> None:
    assert read("e^{a}", V) == Node("exp", (V.a,))
    assert read("e", V) == E
    v = notation(e=real("e", unit="1"))
    assert read("e^2", v) == v.e**2


def test_a_finite_set_of_vectors_is_read_as_a_vector() -> None:
    v = notation(u=one_of([(1, 2), (3, 4)], "u", unit="1"), w=vector(2, "w", unit="1"))
    assert read("u^\\top w", v) == Node("dot", (v.u, v.w))


@pytest.mark.parametrize("latex", REFUSED["ambiguous"])
def test_what_can_be_read_in_two_ways_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match=r"a formula must .* Found .* at place \d+ of"):
        read(latex, V)


@pytest.mark.parametrize(("latex", "named"), TABLES["undeclared"].items())
def test_an_undeclared_letter_is_named_with_its_place(latex: str, named: tuple[str, int]) -> None:
    with pytest.raises(ValueError, match="declared symbols") as caught:
        read(latex, V)
    letter, place = named
    assert f"'{letter}' at place {place}" in str(caught.value)


@pytest.mark.parametrize("latex", REFUSED["no_formula"])
def test_what_is_no_formula_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match=r"must .*Found"):
        read(latex, V)


def test_the_power_t_of_a_matrix_is_refused_where_t_is_a_symbol() -> None:
    v = notation(A=matrix(2, "A", unit="1"), T=natural("T"))
    with pytest.raises(ValueError, match="write a transpose as"):
        read("A^T", v)


def test_symbols_that_look_alike_or_fall_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="written differently"):
        read("a", notation(a=real(r"\hat a", unit="1"), b=real(r"\hat{a}", unit="1")))
    with pytest.raises(ValueError, match="hold together"):
        read("a", notation(gap=real("F(x)-F^*", unit="1")))


def test_a_symbol_between_brackets_may_hold_a_difference() -> None:
    v = notation(gap=real(r"\Vert x_0-x^*\Vert", unit="1"), error=real("E[F-F^*]", unit="1"))
    assert read(r"2\left\Vert x_0-x^*\right\Vert^2-E[F-F^*]", v) == 2 * v.gap**2 - v.error


def test_a_kind_that_is_no_number_has_no_place_in_a_formula() -> None:
    v = notation(D=one_of(["digits", "iris"], "D", unit="1"))
    with pytest.raises(ValueError, match="numbers, vectors and matrices"):
        read("D+1", v)


def test_a_kind_of_its_own_is_read_as_a_number() -> None:
    class Share:
        """Numbers between 0 and 1."""

    v = notation(q=of_kind(Share(), "q", unit="1"))
    assert read("2q", v) == 2 * v.q


def test_literals_keep_their_sign_and_exponents_are_one_number() -> None:
    assert read("-3", V) == lift(-3)
    assert read(r"a^{-1}b^{3/2}c^{-\frac12}", V) == (
        V.a**-1 * V.b ** Fraction(3, 2) * V.c ** Fraction(-1, 2)
    )
    assert read(r"-a^2", V) == -(V.a**2)
    assert read(r"\frac12", V) == Node("div", (lift(1), lift(2)))


def test_a_symbol_without_latex_is_written_by_its_name() -> None:
    v = notation(alpha=real(unit="1"), beta2=real(unit="1"), c=real(unit="1"))
    assert read(r"\alpha\beta_2c", v) == v.alpha * v.beta2 * v.c


PARTS = (
    "a b x A g_t \\bar g_t S_1 2 10 . + - / ^ _ { } ( ) [ ] | \\Vert \\frac \\sqrt \\log \\sum "
    "\\sum_{i=1}^n \\prod_{i=1}^t \\cdot \\times e \\pi \\max , \\left( \\right) \\langle \\rangle "
    "^2 ^{-1} ^\\top ' _1 _{t-1} \\hat \\lfloor \\rfloor \\{ \\} i \\mathrm{tr} ! ="
)
TEXTS = st.one_of(
    st.lists(st.sampled_from(tuple(re.findall(r"\S+", PARTS))), max_size=9).map(" ".join),
    st.text(max_size=12),
)


@settings(max_examples=300, derandomize=True)
@given(TEXTS)
@example("¹")
@example("٣")
def test_any_text_is_read_or_refused(text: str) -> None:
    refusal = ""
    try:
        tree = read(text, V)
    except ValueError as error:
        refusal = str(error)
    assert "must" in refusal or read(render(tree, V.symbols), V).op

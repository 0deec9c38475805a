"""The renderer: what is shown is the tested object."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import ctx
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from verification.shown_formulas import NOTATION, V
from verification.shown_sentences import SENTENCES
from verification.shown_sentences import V as W
from verification.statements import said

from verify.display.cells import together
from verify.display.instances import in_letters
from verify.display.latex import read, tex
from verify.display.parts import MOST, longest, repeated
from verify.display.plain import Kinds, plain
from verify.display.sentences import hypotheses, render, sentence
from verify.display.typeset import name_of
from verify.formula.evaluate import BALLS, EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import Node, binary, free_names, substitute
from verify.judgement.judge import run_claim
from verify.language import (
    PI,
    Draft,
    E,
    Formula,
    Notation,
    behaves,
    between,
    certified,
    claim,
    dot,
    expectation,
    index,
    instance,
    inverse,
    largest,
    law,
    least,
    let,
    natural,
    norm,
    norm1,
    notation,
    number,
    one_of,
    positive,
    product,
    real,
    says,
    sequence,
    table,
    total,
    trace_of,
)
from verify.language.statement import Statement
from verify.methods.context import Context

a, b, c, t, x = V.a, V.b, V.c, V.t, V.x

POINTS = [
    instance(
        "n=3 m=2 t=1 a=-2/3 b=9/4 c=3 star=1/2 slope=-5 g=(4,1/9,2) v=(1,-1,7/2) sy=(0,3,1) "
        "x=(1,-2) y=(3/2,5) A=((1,2),(0,-1)) B=((2,1),(1,3))"
    ),
    instance(
        "n=1 m=4 t=2 a=7 b=1/3 c=0 star=-4 slope=2 g=(-1,5,1/2) v=(2,3,-3) sy=(1,1,-2) "
        "x=(0,3) y=(-1,1/7) A=((0,1),(3,2)) B=((1,-1),(4,0))"
    ),
]

NUMBERS = st.sampled_from(
    [Fraction(n) for n in ("0", "1", "2", "-3", "1/3", "-5/7", "0.01", "12", "0.635", "1/16")]
    + [Fraction("4.032e-12"), Fraction(10**15), Fraction("2.5e20")]
).map(number)
LETTERS = st.sampled_from([V.a, V.b, V.c, V.star, V.slope, V.n, V.m, V.t, PI, E])
INDEX = st.sampled_from([number(1), number(2), V.t, V.t + 1, V.n, V.m - 1, 2 * V.t - 1, V.t * V.n])
ENTRIES = st.builds(lambda s, i: s[i], st.sampled_from([V.g, V.v, V.sy, V.x, V.A @ V.y]), INDEX)
TAU = index("tau")


def _larger(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    pairs = st.tuples(parts, parts)
    powers = st.sampled_from(
        [number(2), number(3), number(-1), number(Fraction(1, 2)), V.t, -V.n, V.t + 1]
    )
    functions = st.sampled_from(["abs", "sqrt", "log", "exp", "cos", "sin", "floor", "ceil", "neg"])
    vectors = st.recursive(
        st.sampled_from([V.x, V.y]),
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
            st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
            inner.map(lambda u: -u),
            st.tuples(parts, inner).map(lambda p: p[0] * p[1]),
            st.tuples(inner, parts).map(lambda p: p[0] / p[1]),
            st.tuples(_matrices(parts), inner).map(lambda p: p[0] @ p[1]),
        ),
        max_leaves=3,
    )
    return st.one_of(
        st.tuples(st.sampled_from(["add", "sub", "mul", "div"]), parts, parts).map(
            lambda p: Formula(binary(*p), V)
        ),
        st.tuples(parts, powers).map(lambda p: p[0] ** p[1]),
        st.tuples(functions, parts).map(lambda p: Formula(Node(p[0], (p[1].tree,)), V)),
        pairs.map(lambda p: largest(*p)),
        pairs.map(lambda p: least(*p)),
        parts.map(lambda p: total(TAU, 1, V.t, p * V.g[TAU])),
        parts.map(lambda p: total(V.n, 1, 3, p)),
        parts.map(lambda p: product(TAU, V.t, V.t + 1, p + TAU)),
        parts.map(lambda p: product(TAU, 1, 2, p)),
        st.tuples(vectors, vectors).map(lambda p: dot(*p)),
        vectors.map(norm),
        vectors.map(norm1),
        _matrices(parts).map(trace_of),
    )


def _matrices(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.recursive(
        st.sampled_from([V.A, V.B]),
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
            st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
            st.tuples(inner, inner).map(lambda p: p[0] @ p[1]),
            st.tuples(parts, inner).map(lambda p: p[0] * p[1]),
            inner.map(lambda m: m.T),
            inner.map(inverse),
            inner.map(lambda m: -m),
        ),
        max_leaves=3,
    )


TREES = st.recursive(st.one_of(NUMBERS, LETTERS, ENTRIES), _larger, max_leaves=6)


def _outcome(node: Node, point: dict[str, Any]) -> Any:
    """The exact value, else an enclosure; None where there is no value or none can be had."""
    try:
        return evaluate(node, point, EXACT)
    except Undefined:
        return None
    except Undecided:
        pass
    with ctx.workprec(400):
        try:
            return evaluate(node, point, BALLS)
        except (Undefined, Undecided):
            return None


def _same(left: Any, right: Any) -> bool:
    if left is None or right is None:
        return left is right
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left == right
    with ctx.workprec(400):
        balls = [BALLS.number(v) if isinstance(v, Fraction) else v for v in (left, right)]
        return bool(balls[0].overlaps(balls[1]))


@settings(max_examples=250, derandomize=True)
@given(TREES)
@example(V.a * (-V.b))
@example(V.a - (V.b - V.c))
@example(2 * E - 3)
@example((V.star**2) ** V.n)
@example(total(TAU, 1, V.t, V.a) * V.b)
@example(product(TAU, 1, V.t, V.a * V.b) * V.c)
@example(V.a / (V.b / V.c) / V.n)
@example(V.g[V.t * V.n])
@example(V.a * (V.x)[1])
def test_a_rendered_formula_is_read_back_as_the_same_formula(tree: Formula) -> None:
    latex = render(tree.tree, V.symbols)
    again = read(latex, V)
    anew = render(again, V.symbols)
    assert render(read(anew, V), V.symbols) == anew, "written anew it changes no more"
    for point in POINTS:
        before = _outcome(tree.tree, point)
        assume(before is not None)
        assert _same(before, _outcome(again, point)), latex


@pytest.mark.parametrize(("formula", "latex"), NOTATION)
def test_a_tree_has_its_usual_notation(formula: Formula, latex: str) -> None:
    assert render(formula.tree, V.symbols) == latex


def test_an_index_is_shown_by_another_letter_where_a_symbol_has_its_own() -> None:
    v = notation(k=real("i", unit="1"), n=natural("n"))
    i = index("i")
    latex = render(total(i, 1, v.n, i * v.k).tree, v.symbols)
    assert latex == r"\sum_{j=1}^nji"


def test_an_index_is_not_shown_by_the_letter_of_a_part() -> None:
    v = notation(a=real("a", unit="1"), n=natural("n"))
    k = index("H")
    tree = total(k, 1, v.n, k * (v.a + 1)).tree
    assert render(tree, v.symbols, {(v.a + 1).tree: "H"}) == r"\sum_{i=1}^niH"


def test_a_declared_e_is_never_taken_for_the_exponential() -> None:
    v = notation(e=real("e", unit="1"))
    assert render(((-v.e).exp() + E).tree, v.symbols) == r"\exp(-e)+\exp(1)"
    with pytest.raises(ValueError, match="look like a constant"):
        render(PI.tree, notation(p=real(r"\pi", unit="1")).symbols)


def test_an_operation_without_notation_is_refused() -> None:
    with pytest.raises(ValueError, match="operations with a notation"):
        render(Node("wedge", (V.a.tree,)), V.symbols)


@pytest.mark.parametrize(("claimed", "reads"), SENTENCES)
def test_a_sentence_says_the_tested_object(claimed: Formula | Draft, reads: str) -> None:
    assert sentence(said(claimed).build()) == reads


def test_certificates_and_behaviours_are_told_in_words() -> None:
    def find() -> None:
        return None

    def ratio(cell: str, context: Any) -> None:
        return None

    assert "`find`, which says 'rate'" in sentence(certified(find, says="rate").build())
    told = sentence(behaves("less", ("T=10", "T=20"), ratio).build())
    assert told == "$Q<1$ ('less'), where $Q$ is `ratio`, in each of 2 cases: T=10 or 20"
    told = sentence(behaves("about", ("A, T=10", "B, T=20"), ratio).build())
    assert told.startswith(r"$0.95\le Q\le 1.05$ ('about'), where")
    assert told.endswith("in each of 2 cases: A, T=10; B, T=20")

    def explained(cell: str, context: Any) -> None:
        """The error over that of another run. It is positive."""

    told = sentence(behaves("much less", ("A",), explained).build())
    assert told.endswith("where $Q$ is the error over that of another run, in one case: A")


def test_what_cells_have_in_common_is_said_once() -> None:
    names = [f"{a} (m=5, T={t}) / C (m=5, T={t})" for a in ("A", "B") for t in (1, 2, 4)]
    assert together(names) == ["(A or B) against C (m=5, T=1 or 2 or 4)"]
    assert together([*names[:4], "all"]) == [
        "A against C (m=5, T=1 or 2 or 4)",
        "B against C (m=5, T=1)",
        "all",
    ]
    assert together(["r against c; rate 1", "r against c; rate 2"]) == ["r against c; rate 1 or 2"]


def test_sets_that_cannot_be_listed_are_counted() -> None:
    squares = notation(s=one_of([k * k for k in range(1, 41)], "s", unit="1"))
    assert "40 listed values ($1,4,9,\\dots,1600$)" in sentence(
        says(number(0) <= tex(squares, "s")).build()
    )
    steps = notation(s=one_of(range(31, 61), "s", unit="1"))
    assert r"$s\in\lbrace 31,32,\dots,60\rbrace$" in sentence(
        says(number(0) <= tex(steps, "s")).build()
    )
    one = notation(s=one_of([4], "s", unit="1"))
    assert sentence(says(number(0) <= tex(one, "s")).build()) == r"$0\le s$ at $s=4$"


def test_a_law_says_where_it_lives() -> None:
    v = notation(c=positive("c", unit="1"))
    v = v.extended(law=law(r"\mathcal L", unit="1", dimension=2, radius=v.c))
    e = index("e")
    told = sentence(says(expectation(v.law, e, norm(e)) <= tex(v, "c")).build())
    assert r"laws $\mathcal L$ on $\mathbb R^2$ of mean zero and support in the ball" in told


def test_hypotheses_are_listed_one_by_one() -> None:
    statement = says(tex(W, "m") <= tex(W, "n"), given=[W("m <= n"), W("0 < alpha < L")]).build()
    assert hypotheses(statement) == (r"$m\le n$", r"$0<\alpha$", r"$\alpha<L$")


def test_a_statement_at_fixed_values_shows_them() -> None:
    statement = says(tex(W, r"\alpha") <= tex(W, "L")).build().at({"alpha": Fraction(1, 3)})
    assert sentence(statement) == r"$\alpha\le L$ at $\alpha=1/3$, for all $L>0$"


def _written(first: str, second: str) -> Statement:
    """One symbol below another, whose letters are given."""
    v = notation(low=between(0, 1, first, unit="1"), high=between(2, 3, second, unit="1"))
    return says(v.low < v.high).build()


@pytest.mark.parametrize("again", [r"\alpha", r" \alpha "])
def test_two_symbols_that_are_written_alike_are_refused(again: str) -> None:
    with pytest.raises(ValueError, match=r"written differently\. Found .* for low and high"):
        sentence(_written(r"\alpha", again))


@pytest.mark.parametrize("formula", ["x^2", "2x", "x-1", "2", "{x}", r"\frac{1}{2}", r"\sqrt{x}"])
def test_a_symbol_that_is_written_as_a_formula_of_others_is_refused(formula: str) -> None:
    with pytest.raises(ValueError, match="must not be written as a formula of others"):
        sentence(_written("x", formula))


def test_a_row_with_two_symbols_written_alike_is_an_error() -> None:
    v = notation(low=between(0, 1, r"\alpha", unit="1"), high=between(2, 3, r"\alpha", unit="1"))
    alike = claim("mine/alike", "here", "alike", says(v.low < v.high))
    record = run_claim(alike, Context(mode="quick"))
    assert record.verdict == "error"
    assert "must be written differently" in record.reason


def test_a_symbol_with_a_sign_in_it_stands_in_brackets() -> None:
    v = notation(s=real("s-1", unit="1"), a=real("a", unit="1"))
    assert render((2 * v.s * v.a + 1 / v.s).tree, v.symbols) == r"2(s-1)a+\frac{1}{s-1}"
    inner = notation(s=real(r"\langle x,y-z\rangle", unit="1"))
    assert render((2 * inner.s).tree, inner.symbols) == r"2\langle x,y-z\rangle"


SCALAR_OF_ARRAYS = ("dot", "norm", "norm1", "trace", "at")


@settings(max_examples=100, derandomize=True)
@given(TREES, TREES)
@example((V.a + V.b) ** 2, V.c / (V.a + V.b))
@example(total(TAU, 1, V.t, (V.a + TAU) * (V.a * V.b + V.c)), V.a * V.b + V.c)
@example(V.a * V.b * V.c, V.a * V.b * V.n)
@example(V.a / V.b, -(V.a / V.b))
def test_a_formula_with_letters_is_the_same_formula(first: Formula, second: Formula) -> None:
    kinds = Kinds.of(V.symbols)
    tree = plain((first * second + first - second * second).tree, kinds)
    parts = repeated([tree], V.symbols, lambda node, names: len(render(node, V.symbols)), 10**6, {})
    arrays = {"x", "y", "A", "B"}
    assume(all(p.tree.op in SCALAR_OF_ARRAYS or not free_names(p.tree) & arrays for p in parts))
    named = V.extended(**{f"part{k}": real(p.latex, unit="1") for k, p in enumerate(parts)})
    latex = render(tree, V.symbols, {p.tree: p.latex for p in parts})
    again = read(latex, named)
    for k, part in reversed(list(enumerate(parts))):
        again = substitute(again, {f"part{k}": part.tree})
    for point in POINTS:
        before = _outcome(tree, point)
        assume(before is not None)
        assert _same(before, _outcome(again, point)), latex


def test_a_formula_too_long_by_itself_names_its_longest_parts() -> None:
    tree = sum(((V.a + k) / (V.b + k) for k in range(2, 35)), V.a).tree

    def length(node: Node, names: Mapping[Node, str]) -> int:
        return len(render(node, V.symbols, {p: x for p, x in names.items() if p != node}))

    parts = longest([tree], V.symbols, length, {})
    names = {part.tree: part.latex for part in parts}
    assert length(tree, {}) > MOST
    assert all(length(node, names) <= MOST for node in (tree, *names))
    assert all(free_names(part.tree) <= V.symbols.keys() for part in parts)


LONG = [f"x_{k}" for k in "abcdefghij"]


def _long(*given: str, before: dict[Node, str] | None = None, **letters: Any) -> str:
    """A sentence that is too long, in which one denominator stands in several places."""
    wide = {name: positive(rf"\mathrm{{wide}}_{{{name}}}", unit="1") for name in LONG}
    v = notation(s=positive("s", unit="1"), t=positive("t", unit="1"), **wide, **letters)
    part = v.s / (v.s + v.t + getattr(v, LONG[0]))
    left = part
    for name in LONG:
        left = left + getattr(v, name) * part
    said = says(left <= part**2, given=[v(text) for text in given]).build()
    return sentence(said, before=before)


def test_what_stands_often_in_a_long_display_has_a_letter() -> None:
    text = _long()
    definition = r"$H=\frac{s}{s+t+\mathrm{wide}_{x_a}}$"
    assert text.startswith(r"$H+\mathrm{wide}_{x_a}H+\mathrm{wide}_{x_b}H")
    assert rf"\le H^2$ with {definition}, for all $s,t," in text


def test_a_letter_of_the_statement_is_not_taken_again() -> None:
    assert r"with $J=\frac{s}" in _long("H <= 1", H=real("H", unit="1"))
    assert r"with $J=\frac{s}" in _long("H <= 1", H=real(r"\hat{H}_1", unit="1"))


def test_in_a_section_a_letter_stands_for_one_formula() -> None:
    letters: dict[Node, str] = {}
    first = _long(before=letters)
    assert _long(before=letters) == first
    assert list(letters.values()) == ["H"]
    other = {binary("add", 1, 2): "H"}
    assert "with $J=" in _long(before=other)
    assert sorted(other.values()) == ["H", "J"]


def test_an_instance_has_the_letters_of_the_formula() -> None:
    letters = {"a": r"\alpha", "ab": "x_{-1}", "t": "t"}
    text = "1 is not 2 at a = 1, ab = (1, 2), n = 3; plainest: at t = 1. Of $a = 2$."
    assert in_letters(text, letters) == (
        r"1 is not 2 at $\alpha$ = 1, $x_{-1}$ = (1, 2), n = 3; plainest: at $t$ = 1. Of $a = 2$."
    )
    chosen = "Fails within a setting, t = 2; of our choice: a, ab = 1, data."
    assert in_letters(chosen, letters) == (
        r"Fails within a setting, $t$ = 2; of our choice: $\alpha$, $x_{-1}$ = 1, data."
    )


def test_an_instance_says_a_law_in_words_and_tens_as_powers() -> None:
    text = "1.2e-07 is not at most 1e-9 at P = ((1/2, (2)), (1/2, (-2))), Q = ((1, (0, 1))); 2e3."
    assert in_letters(text, {"P": "P"}) == (
        r"$1.2\cdot10^{-7}$ is not at most $10^{-9}$ at $P$ = 2 or -2, each with probability 1/2, "
        r"Q = (0, 1) with certainty; $2\cdot10^{3}$."
    )
    assert in_letters("P = ((1/3, (2)), (2/3, (-1)))", {}) == (
        "P = 2 (probability 1/3) or -1 (probability 2/3)"
    )


@pytest.mark.parametrize(
    ("letter", "shown"),
    [
        (r"E[\bar{g}^2]", r"E[\bar{g}_1^2]"),
        (r"\Vert g_i\Vert", r"\Vert g_i^{(1)}\Vert"),
        (r"h^{(\cdot)}g", r"h^{(1)}g"),
    ],
)
def test_the_index_of_a_sequence_stands_at_its_letter(letter: str, shown: str) -> None:
    v = notation(T=natural("T"), s=sequence("T", letter, unit="1"))
    assert render(v.s[1].tree, v.symbols) == shown


def test_a_table_shows_a_long_formula_by_its_value_alone() -> None:
    long = sum((number(k).sqrt() for k in range(2, 12)), number(0))
    assert sentence(table({"x": ("24.8", long)}).build()).endswith(
        "x: stated 24.8, computed 24.785"
    )
    short = sentence(table({"x": ("1.41", number(2).sqrt())}).build())
    assert short.endswith(r"x: stated 1.41, computed $\sqrt{2}$, which is 1.4142")


def test_a_short_display_has_no_letters() -> None:
    v = notation(s=positive("s", unit="1"), t=positive("t", unit="1"))
    part = v.s / (v.s + v.t)
    assert "with" not in sentence(says(part**2 + part <= 2 * part).build())


def test_a_definition_in_a_hypothesis_is_written_out() -> None:
    text = _long("u == s + t", "s + t <= 3 * (s + t)", u=positive("u", unit="1"))
    assert "$u=s+t$" in text


def _lettered() -> Notation:
    return notation(
        r=positive(r"\tau_0", unit="1"), s=between(0, 1, r"\tau_1", unit="1", ends="[)")
    )


def test_a_part_with_a_letter_is_shown_by_it_and_defined_once() -> None:
    v = _lettered()
    b = let("b", v.r / (1 - v.s), of="(39)")
    K = let("K", 2 * b**2 + v.r, of="(34)")
    said = says(b / 2 <= K, given=[b <= 1])
    assert sentence(said.build()) == (
        r"$\frac{b}{2}\le K$ with $b=\frac{\tau_0}{1-\tau_1}$ (39) and $K=2b^2+\tau_0$ (34), "
        r"for all $\tau_0>0$ and $\tau_1\in[0,1)$ with $b\le 1$"
    )


def test_a_letter_beside_another_one_is_defined_too() -> None:
    v = notation(k=natural("k"), L=positive("L_1", unit="1"))
    h = let("H", v.k**2 + v.L)
    assert "with $H=k^2+L_1$" in sentence(says(v.k * h * v.L <= 3 * v.k).build())


def test_a_letter_changes_nothing_of_what_is_tested() -> None:
    v = _lettered()
    value = v.r / (1 - v.s)
    plainly, lettered = (says(b / 2 <= b**2 + 1).build() for b in (value, let("b", value)))
    assert plainly.hash == lettered.hash
    assert plainly == lettered


def test_a_letter_is_found_again_in_a_traced_formula() -> None:
    v = _lettered()
    b = let("b", v.r / (1 - v.s))
    said = says(b.notation.of(lambda r, s: 3 * (r / (1 - s))) <= v.r)
    assert sentence(said.build()).startswith(r"$3b\le \tau_0$ with $b=\frac{\tau_0}{1-\tau_1}$,")


def test_a_letter_that_does_not_stand_in_a_statement_is_not_explained() -> None:
    v = _lettered()
    b = let("b", v.r / (1 - v.s))
    assert "with" not in sentence(says(b.notation.r <= b.notation.r + 1).build())


def test_a_letter_stands_for_one_formula_and_for_no_symbol() -> None:
    v = _lettered()
    value = v.r / (1 - v.s)
    for wrong in (let(r"\tau_0", value) <= 1, let("b", value) <= let("b", v.r + 1)):
        with pytest.raises(ValueError, match="must stand for one formula"):
            sentence(says(wrong).build())
    for nothing in (v.r, number(2), 2):
        with pytest.raises(ValueError, match="must stand for a formula"):
            let("b", nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("n_k", "n_k"),
        (r"D_\alpha", r"D_\alpha"),
        ("saved, smaller", r"\text{saved, smaller}"),
        ("P[|Z - Phi| >= xi]", r"P[|Z - \Phi | \ge \xi ]"),
        ("Q3 of v^corr", r"\left[\text{Q3 of }v^{\text{corr}}\right]"),
        (r"\epsilon_{PLD}[CIFAR-10]", r"\epsilon_{\text{PLD}}[\text{CIFAR-10}]"),
        (r"E[F(x)]-F^*", r"\left[E[F(x)]-F^*\right]"),
    ],
)
def test_words_in_a_name_are_text_and_formulas_are_formulas(name: str, latex: str) -> None:
    assert name_of(name) == latex


@pytest.mark.parametrize(
    ("tree", "latex"),
    [
        (a * a * b, r"a^2\beta_2"),
        (b * a * (b * a), r"\beta_2^2a^2"),
        ((1 / (b / 2)).log(), r"\ln\left(\frac{2}{\beta_2}\right)"),
        (a / (c / a), r"\frac{a}{\frac{\gamma'}{a}}"),
        (b * a / (b * (a + 1)), r"\frac{a}{a+1}"),
        (a * b / (a * c), r"\frac{a\beta_2}{a\gamma'}"),
        (1 + (1 - a), "2-a"),
        (t + 1 + 1, "t+2"),
        (2 - (1 + a), "1-a"),
        (abs(b + c), r"\beta_2+\gamma'"),
        (abs(-a), r"\lvert a\rvert"),
        (a.sqrt().sqrt(), "a^{1/4}"),
        ((a * a).sqrt(), r"\lvert a\rvert"),
        (a * number(1).sqrt() + number(1) ** 2, "a+1"),
        (dot(x, x), r"\lVert x\rVert^2"),
        (a * (1 / (b + 1)), r"\frac{a}{\beta_2+1}"),
        (a / b / c, r"\frac{a}{\beta_2\gamma'}"),
        (2 * a * (a / b), r"2a\frac{a}{\beta_2}"),
    ],
)
def test_a_formula_has_its_usual_form_where_that_has_the_same_value(
    tree: Formula, latex: str
) -> None:
    assert render(tree.tree, V.symbols) == latex


def test_a_long_display_takes_the_paper_s_letter_and_none_for_what_is_short() -> None:
    long = (W.alpha / (W.alpha + W.L * (1 + W.n + W.m) * (2 + W.n + W.m) * (3 + W.n))).tree
    short = (1 / W.L).tree
    trees = [binary(op, long, short) for op in ("add", "mul", "sub")]

    def named(before: dict[Node, str]) -> list[tuple[Node, str]]:
        def length(node: Node, names: Mapping[Node, str]) -> int:
            return len(render(node, W.symbols, {p: x for p, x in names.items() if p != node}))

        parts = repeated(trees, W.symbols, length, 10**6, {}, before)
        return [(part.tree, part.latex) for part in parts]

    assert named({long: r"\nu_0"}) == [(long, r"\nu_0")]
    assert named({long: "L_0"}) == [(long, "H")], "the statement has a symbol L"

"""z3 on paths of a goal: what it leaves alone, and the parts that it is made of."""

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from verification.methods.decide_statements import PROVED, REFUTED, V
from verification.notation import goal
from verification.statements import drafts

from verify.formula.evaluate import Undefined, truth
from verify.formula.expression import UNDEFINED, lift
from verify.language import (
    Draft,
    Formula,
    Notation,
    below,
    conjunction,
    index,
    natural,
    notation,
    number,
    piecewise,
    positive,
    real,
    says,
    total,
)
from verify.language.statement import Goal
from verify.language.symbols import Real, Symbol, Vector, satisfied
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.branches import paths, unrolled
from verify.methods.reals.polynomials import Ratio, TooLarge, coefficients
from verify.methods.reals.transcendental import convert
from verify.methods.reals.z3_terms import Answer, Attempt, Formulas, read_values
from verify.methods.reals.z3_terms import number as written

F = Fraction
TRUE = drafts(PROVED)


def answer(draft: Draft, **options: Any) -> Proof | Suspect | None:
    return Decide(**options).prove(goal(draft), Context())


def test_a_root_without_a_value_proves_nothing() -> None:
    draft = says((V.u - 1).sqrt() <= -1)
    found = answer(draft)
    assert isinstance(found, Suspect)
    with pytest.raises(Undefined):
        truth(goal(draft).prove, found.point)


@pytest.mark.parametrize("rest", [(), (conjunction(V.x < 0), UNDEFINED)])
def test_points_without_a_branch_must_be_out_of_reach(rest: tuple[Formula, ...]) -> None:
    tree = piecewise(conjunction(V.x >= 0), number(0), *rest)
    everywhere = Goal((V.symbols["x"],), (), (tree <= 1).tree)
    inside = Goal((V.symbols["x"],), ((V.x >= 0).tree,), (tree <= 1).tree)
    assert not isinstance(Decide().prove(everywhere, Context()), Proof)
    assert isinstance(Decide().prove(inside, Context()), Proof)


def test_a_hypothesis_that_is_not_understood_is_left_out() -> None:
    names, unread = (V.symbols["x"],), below(V.x, V.x).tree
    assert isinstance(Decide().prove(Goal(names, (unread,), (V.x**2 >= 0).tree), Context()), Proof)
    assert isinstance(Decide().prove(Goal(names, (unread,), (V.x >= 0).tree), Context()), Suspect)


def test_a_hypothesis_without_a_value_is_no_contradiction() -> None:
    g = Goal((V.symbols["x"],), ((V.x / (V.x - V.x) <= 1).tree,), (V.x <= 0).tree)
    assert not isinstance(Decide().prove(g, Context()), Proof)


def test_vectors_and_empty_sets_are_left_alone() -> None:
    vector = Symbol("v", "v", "1", Vector(2))
    empty = Symbol("x", "x", "1", Real(F(1), F(0)))
    assert Decide().prove(Goal((vector,), (), (number(0) <= 1).tree), Context()) is None
    assert Decide().prove(Goal((empty,), (), empty.node <= -5), Context()) is None


def test_small_limits_give_up_and_a_run_repeats_itself() -> None:
    assert not isinstance(answer(TRUE["nesbitt"], rlimit=10), Proof)
    roots = says(REFUTED["irrational roots"])
    assert answer(roots) == answer(roots)


def test_too_many_paths_are_left_alone() -> None:
    tree = number(0)
    for i in range(9):
        tree = tree + abs(V.x - i)
    assert Decide().prove(Goal((V.symbols["x"],), (), (-tree <= 0).tree), Context()) is None


# --- parts ------------------------------------------------------------------------------------


def test_paths_together_say_what_the_goal_says() -> None:
    v = notation(x=real(unit="1"), y=real(unit="1"))

    def branching(x: Any, y: Any) -> Any:
        if x < y:
            return max(x, y * y)
        return abs(x) if y == 0 else min(x, y, 1)

    g = goal(says(v.of(branching) <= v.of(lambda x: abs(x) + 1), given=["max(x, y) <= 10"]))
    found = paths(g)
    assert len(found) > 3
    corners = [s.kind.corners({}) for s in g.symbols]
    for values in itertools.product(*corners):
        point = dict(zip("xy", values, strict=True))
        if satisfied(g.symbols, g.given, point):
            here = [p.prove for p in found if satisfied(p.symbols, p.given, point)]
            assert all(truth(c, point) for c in here) is truth(g.prove, point), point


def test_short_sums_are_written_out_and_long_ones_are_not() -> None:
    i = index("i")
    short, long = (total(i, 1, last, i * V.x).tree for last in (3, V.n))
    assert truth(unrolled(short).equals(6 * V.x.tree), {"x": F(2, 3)})
    assert unrolled(long) == long


W = notation(x=real(unit="1"), y=real(unit="1"), a=positive(unit="1"), n=natural())
FORMULAS: dict[str, Callable[..., Any]] = {
    "exponentials": lambda x, y: math.exp(x / 3) + math.exp(y - x) + math.exp(2 * x),
    "powers": lambda x, a, n: a**x + a ** (2 * x + 1) + (1 + a) ** n + (1 + a) ** (n / 2),
    "logarithms": lambda a, n: math.log(a) + math.log(a * n + 1) + math.log(a / n),
    "mixed": lambda x, a: math.log(1 + math.exp(x)) - math.exp(math.log(a) / 2) + a ** F(1, 3),
    "roots": lambda a, n: math.sqrt(a + n) + math.sqrt(8 * a**2 * n) + (n + a) ** F(2, 3),
    "waves": lambda x, y, n: math.cos(x) + math.sin(x) + math.sin(2 * y) * math.cos(n),
    "steps": lambda x, y, a: math.floor(x) + math.ceil(y * a),
    "below exp": lambda a, n: a**n + math.exp(n * (a - 1)),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_every_fact_is_true(name: str) -> None:
    """At the true values of the generators some relation of every clause holds."""
    g = goal(says(W.of(FORMULAS[name]) <= 0))
    terms = Abstraction(g.symbols, (g.prove,), convert)
    terms.relation(g.prove)
    grid = {"x": (-2.5, 0.0, 0.3, 2.0), "y": (-1.0, 1.7), "a": (0.05, 1.0, 3.2), "n": (1, 4)}
    names = [s.name for s in g.symbols]
    assert terms.facts
    for values in itertools.product(*(grid[n] for n in names)):
        point = dict(zip(names, map(float, values), strict=True))
        if "n" in point:
            point["n"] -= 1  # the generator of a set from 1 on
        for key, ratio in terms._known.items():
            point[str(ratio.top)] = true_value(terms, key, point)
        for clause in terms.facts:
            assert any(holds_nearly(terms, r, point) for r in clause), (clause, point)


def numeric(terms: Abstraction, ratio: Ratio, point: Mapping[str, float]) -> float:
    def side(polynomial: Any) -> float:
        return sum(
            float(c)
            * math.prod(point[n] ** p for n, p in zip(terms.ring.names, ps, strict=True) if p)
            for ps, c in coefficients(polynomial)
        )

    return side(ratio.top) / side(ratio.bottom)


def holds_nearly(terms: Abstraction, relation: Relation, point: Mapping[str, float]) -> bool:
    value = numeric(terms, relation.ratio, point)
    if relation.op == "eq":
        return abs(value) <= 1e-7 * (1 + max(map(abs, point.values())) ** 2)
    return relation.op == "ne" or value >= -1e-7 * (1 + abs(value))


def true_value(terms: Abstraction, key: Any, point: Mapping[str, float]) -> float:
    family = key[0]
    if family == "root":
        return max(numeric(terms, key[2], point), 0.0) ** (1 / key[1])
    if family == "power":
        return float(numeric(terms, key[1], point) ** numeric(terms, key[2], point))
    if isinstance(family, tuple):
        exponent = numeric(terms, key[1], point) * float(key[2])
        base = math.e if family == ("exp",) else numeric(terms, family[1], point)
        return float(base**exponent)
    return float(getattr(math, family)(numeric(terms, key[1], point)))


def test_numbers_of_z3_are_read_exactly() -> None:
    exactly = "((x0 (/ 1.0 3.0)) (x1 (- 2.0)) (x2 (root-obj (+ (^ x 2) (- 2)) 2)))"
    values = read_values(exactly + "\n((x0 0.333?)\n (x2 1.4142?))")
    assert values == {"x0": F(1, 3), "x1": F(-2), "x2": F(14142, 10000)}
    assert [written(F(-1, 2)), written(F(3))] == ["(- (/ 1.0 2.0))", "3.0"]


def test_an_answer_that_is_cut_off_is_unknown() -> None:
    g = goal(TRUE["nesbitt"])
    terms = Abstraction(g.symbols, (g.prove,), convert)
    formulas = Formulas(terms)
    asked = [formulas.relation(terms.relation(g.prove))]
    assert formulas.ask(asked, Attempt("qfnra-nlsat", 10**6, 100)) == Answer("unknown", {})
    assert formulas.ask(asked, Attempt("no-such-tactic", 10**6, 10**6)).verdict == "unknown"
    assert formulas.ask(["(nonsense"], Attempt("qfnra-nlsat", 10**6, 10**6)).verdict != "unsat"


def test_a_polynomial_that_grows_is_refused() -> None:
    symbols = tuple(V.symbols[name] for name in "xyabcd")
    big = sum((V.symbols[n].node for n in "xyabcd"), lift(1))
    with pytest.raises(TooLarge):
        Abstraction(symbols, (), convert).ratio(big**40)
    assert Decide().prove(Goal(symbols, (), big**40 >= 0), Context()) is None


def test_a_point_of_another_notation_is_not_mixed_in() -> None:
    v = Notation({"x": V.symbols["x"]})
    found = answer(says(v.of(lambda x: x) <= 3))
    assert isinstance(found, Suspect)
    assert set(found.point) == {"x"}

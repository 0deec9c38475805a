"""Identities that must reduce, statements just outside that must not, and corners."""

import math
import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
import sympy
from verification.methods import reduce_statements
from verification.methods.reduce_statements import V

from verify.formula.evaluate import EXACT, FLOATS, Undecided, Undefined, evaluate
from verify.formula.expression import Node, binary, free_names, lift
from verify.language import index, norm, notation, one_of, says, total
from verify.language.statement import Goal
from verify.language.symbols import OneOf, Real, Symbol
from verify.methods.algebra.field import Beyond
from verify.methods.algebra.terms import Terms, apart, to_sympy
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.reduce import Reduce, identity, prove_matrix_identity, reduces_to_zero

b, c, j, m, n, q, t, x, y, z = V.b, V.c, V.j, V.m, V.n, V.q, V.t, V.x, V.y, V.z
# By table and name: an equation, or one and its hypotheses.
TABLES = ("true", "false", "matrix_true", "matrix_false")
EQUATIONS = {
    (table, name): equation
    for table in TABLES
    for name, equation in getattr(reduce_statements, table.upper()).items()
}
Row = tuple[str, str]


def rows(*tables: str) -> pytest.MarkDecorator:
    """A test for each equation of some tables."""
    return pytest.mark.parametrize("row", [r for r in EQUATIONS if r[0] in tables], ids=" ".join)


def proof(row: Row) -> Proof | None:
    """Of numbers by a prover, of matrices and sequences as a whole statement."""
    equation = EQUATIONS[row]
    if row[0].startswith("matrix"):
        return prove_matrix_identity(says(equation).build())
    said, *given = [e.tree for e in (equation if isinstance(equation, list) else [equation])]
    used = free_names(said).union(*map(free_names, given)) | {"t", "d"}
    symbols = tuple(s for s in V.symbols.values() if s.name in used)
    return Reduce().prove(Goal(symbols, tuple(given), said), Context())


@rows("true", "matrix_true")
def test_an_identity_reduces(row: Row) -> None:
    found = proof(row)
    assert found is not None
    assert found.level is Level.EXACT
    assert not found.fixed


@rows("false", "matrix_false")
def test_what_fails_somewhere_does_not_reduce(row: Row) -> None:
    assert proof(row) is None


def test_a_listed_value_is_put_in() -> None:
    beta = Symbol("c", "c", "1", OneOf((Fraction(1, 2),)))
    assert identity((beta,), (), (c**2).tree, lift(Fraction(1, 4)))
    both = notation(c=one_of([1, 2], unit="1")).symbols["c"]
    assert identity((both,), (), (c**2).tree, lift(1)) is None


def test_sympy_writes_a_formula_with_its_signs() -> None:
    written = to_sympy(((x**2).sqrt() + total(j, 1, 3, j)).tree, [V.symbols["x"]])
    assert reduces_to_zero(written.doit() - sympy.Symbol("x", positive=True, real=True) - 6)
    with pytest.raises(Beyond):
        to_sympy(norm(V.g).tree, [])


# Every rewriting holds at every point: the normal form of random formulas, evaluated through its
# atoms, against the formula itself, with 0, 1, -1 and empty sums among the points.


class NoValue(ArithmeticError):
    """An atom without a value of its own (its factor is 0, or its sum empty)."""


def _number(terms: Terms, e: Any, point: dict[str, Any]) -> Any:
    top, bottom = sympy.fraction(sympy.sympify(e))
    below = _polynomial(terms, bottom, point)
    if below == 0:
        raise ZeroDivisionError(f"{e} at {point}")
    return _polynomial(terms, top, point) / below


def _polynomial(terms: Terms, e: Any, point: dict[str, Any]) -> Any:
    if not e.free_symbols:
        return Fraction(int(e.p), int(e.q))
    p = sympy.Poly(e)
    values = [_atom(terms, symbol, point) for symbol in p.gens]
    found: Any = Fraction(0)
    for powers, coefficient in p.terms():
        term: Any = Fraction(int(coefficient.p), int(coefficient.q))
        for value, k in zip(values, powers, strict=True):
            term = term * value**k if k else term
        found = found + term
    return found


def _atom(terms: Terms, symbol: Any, point: dict[str, Any]) -> Any:
    kind, *parts = terms.keys[symbol]
    if kind == "symbol":
        return Fraction(point[parts[0]])
    if kind in ("sum", "product"):
        body, name, n_terms = parts
        found: Any = Fraction(int(kind == "product"))
        for i in range(1, int(_number(terms, n_terms, point)) + 1):
            value = _number(terms, body, {**point, name: i})
            found = found + value if kind == "sum" else found * value
        return found
    values = [_number(terms, p, point) for p in parts if isinstance(p, sympy.Expr)]
    if kind == "geometric":
        return sum((values[0] ** i for i in range(int(values[1]))), Fraction(0))
    if kind in ("max", "min"):
        return {"max": max, "min": min}[kind](values)
    if kind == "power":
        return _power(*values)
    if kind == "at":
        return Fraction(point[parts[0]][int(values[0]) - 1])
    if kind == "root":
        first = values[0]
        negative = isinstance(first, complex) or first < 0
        return complex(first) ** (1 / parts[1]) if negative else float(first) ** (1 / parts[1])
    if kind == "log" and values[0] <= 0:
        raise NoValue
    simple = {"exp": lambda v: math.exp(v / parts[1]), "log": math.log, "abs": abs}
    return simple[kind](values[0])


def _power(base: Any, exponent: Any) -> Any:
    if base == 0 and exponent < 0:
        raise NoValue
    if exponent == int(exponent):
        return base ** int(exponent)
    if base < 0:
        raise NoValue
    return float(base) ** float(exponent)


def _random(rng: random.Random, depth: int, indices: tuple[str, ...] = ()) -> Node:
    bound = [index(i).tree for i in indices]
    if depth == 0 or rng.random() < 0.1:
        numbers = [lift(Fraction(v)) for v in ("0", "1", "2", "-1", "1/2")]
        return rng.choice([*numbers, *(f.tree for f in (b, c, y, m, q, t, n)), *bound, *bound])

    def inner() -> Node:
        return _random(rng, depth - 1, indices)

    op = rng.choice(
        ["add", "sub", "mul", "div", "pow", "pow", "root", "f", "max", "at"] + ["sum"] * 3
    )
    if op in ("add", "sub", "mul", "div"):
        return binary(op, inner(), inner())
    if op == "root":
        return inner() ** rng.choice([2, 3, -1, Fraction(1, 2), Fraction(3, 2)])
    if op == "pow":
        exponents = [f.tree for f in (n, t, t - 1, t + n, 2 * t, n + 1, t - n)]
        exponents += [e for i in bound for e in (t.tree - i, i, i - 1, t.tree + 1 - i)] * 2
        bases = [*(f.tree for f in (b, c, y, m, 1 - b, b * m)), inner(), lift(0)]
        return rng.choice(bases) ** rng.choice(exponents)
    if op == "f":
        return Node(rng.choice(["abs", "sqrt", "log", "exp"]), (inner(),))
    if op == "max":
        return Node(rng.choice(["max", "min"]), (inner(), inner()))
    if op == "at":
        return V.H.tree[rng.choice([lift(1), t.tree, *bound, *bound])]
    if len(indices) == 2:
        return inner()
    name = ("tau", "j")[len(indices)]
    first = rng.choice([lift(1), lift(1), lift(0), n.tree])
    last = rng.choice([*(f.tree for f in (t, n, t + 1, n + 1, t - 1, 2 * t)), *bound])
    body = _random(rng, depth - 1, (*indices, name))
    return Node(rng.choice(["sum", "sum", "product"]), (first, last, body), name)


def _points(rng: random.Random) -> list[dict[str, Any]]:
    values: dict[str, list[Any]] = {
        "b": [Fraction(0), Fraction(1), Fraction(1, 3)],
        "c": [Fraction(0), Fraction(1), Fraction(-1), Fraction(-3, 2)],
        "m": [Fraction(-1), Fraction(0), Fraction(1), Fraction(1, 2)],
        "y": [Fraction(0), Fraction(1), Fraction(2)],
        "q": [Fraction(1, 2), Fraction(1, 5)],
        "t": [1, 1, 2, 3],
        "n": [0, 0, 1, 2],
    }
    entries = tuple(Fraction(rng.randint(-3, 3)) for _ in range(12))
    return [{**{k: rng.choice(v) for k, v in values.items()}, "H": entries} for _ in range(12)]


def _values(tree: Node, points: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Any]]:
    """The formula at the points; none where it has no value at one of them."""
    found = []
    for point in points:
        try:
            found.append((point, evaluate(tree, point, EXACT)))
        except Undecided:
            try:
                found.append((point, evaluate(tree, point, FLOATS)))
            except Undefined:
                return []
            except OverflowError:
                continue
        except Undefined:
            return []
    return found


def _normal(rng: random.Random, count: int, **options: bool) -> Iterator[tuple[Node, Terms, Any]]:
    """Random formulas, those that have a normal form, with their terms and the form."""
    for _ in range(count):
        tree = _random(rng, 3)
        terms = Terms(V.symbols.values(), **options)
        with suppress(Beyond):
            yield tree, terms, terms.scalar(apart(tree))


@pytest.mark.parametrize("seed", range(3))
def test_the_normal_form_has_the_formulas_value_at_corners_too(seed: int) -> None:
    rng = random.Random(seed)
    points = _points(rng)
    compared = 0
    for tree, terms, normal in _normal(rng, 50):
        for point, value in _values(tree, points):
            try:
                other = _number(terms, normal, point)
            except (NoValue, OverflowError):
                continue
            compared += 1
            assert abs(complex(other) - complex(value)) <= 1e-6 * (1 + abs(complex(value))), tree
    assert compared > 200


@pytest.mark.parametrize("seed", range(3))
def test_a_formula_that_shows_its_value_has_one_everywhere(seed: int) -> None:
    rng = random.Random(seed)
    points = _points(rng)
    shown = 0
    for tree, _, _ in _normal(rng, 150, trusted=False):
        shown += len(free_names(tree)) > 1
        for point in points:
            with suppress(Undecided, OverflowError):
                evaluate(tree, point, EXACT)
    assert shown > 5


def test_intervals_give_signs() -> None:
    terms = Terms(V.symbols.values(), ((z <= y).tree,))
    signs = {
        1 - b: (1, False),
        1 - q: (1, True),
        q - 1: (-1, True),
        1 + m: (1, False),
        2 + m: (1, True),
        y - z: (1, False),
        z - y - 1: (0, False),
        x * q / (1 + y): (1, True),
        m: (0, False),
        z**2: (1, False),
    }
    for formula, sign in signs.items():
        found = terms.sign(terms.scalar(formula.tree))
        assert found == sign, formula


def test_a_set_gives_its_ends() -> None:
    low = Symbol("u", "u", "1", Real(Fraction(2), Fraction(5)))
    terms = Terms((low,))
    assert terms.lower(terms.scalar(low.node)) == 2
    assert terms.lower(terms.scalar(7 - low.node)) == 2
    assert terms.lower(terms.scalar(low.node - 7)) == -5

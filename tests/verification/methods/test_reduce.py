"""Identities that must reduce, statements just outside that must not, and corners."""

import math
import random
from fractions import Fraction
from typing import Any

import pytest
import sympy

from verify.formula.evaluate import EXACT, FLOATS, Undecided, Undefined, evaluate
from verify.formula.expression import Node, binary, free_names, lift
from verify.language import (
    PI,
    E,
    Formula,
    between,
    dot,
    expectation,
    external,
    index,
    inverse,
    largest,
    law,
    least,
    matrix,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    one_of,
    piecewise,
    positive,
    product,
    real,
    says,
    sequence,
    total,
    trace_of,
    vector,
)
from verify.language.statement import Goal
from verify.language.symbols import OneOf, Real, Symbol
from verify.methods.algebra.field import Beyond
from verify.methods.algebra.terms import Terms, apart, to_sympy
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.reduce import Reduce, identity, prove_matrix_identity, reduces_to_zero

V = notation(
    b=between(0, 1, unit="1"),
    q=between(0, 1, unit="1", ends="()"),
    m=between(-1, 1, unit="1"),
    c=real(unit="1"),
    x=positive(unit="1"),
    y=nonnegative(unit="1"),
    z=real(unit="1"),
    phi=real(unit="1"),
    t=natural(),
    n=natural(least=0),
    tau=natural(),
    j=natural(),
    G=sequence("t", unit="1"),
    H=sequence(12, unit="1"),
    d=natural(),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1"),
    S=matrix("d", unit="1", shape="symmetric"),
    Q=matrix("d", unit="1", shape="psd"),
    P=matrix("d", unit="1", shape="pd"),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    k=vector(3, unit="1"),
    L=law(unit="1"),
    w=vector(1, unit="1"),
)
A, B, b, c, G, g, h, j, L, m, n, P = V.A, V.B, V.b, V.c, V.G, V.g, V.h, V.j, V.L, V.m, V.n, V.P
phi, Q, q, S, t, tau, w, x, y, z = V.phi, V.Q, V.q, V.S, V.t, V.tau, V.w, V.x, V.y, V.z


def proof(left: Any, right: Any, where: tuple[Formula, ...] = ()) -> Proof | None:
    said, given = (number(left) == right).tree, tuple(c.tree for c in where)
    used = free_names(said).union(*map(free_names, given)) | {"t", "d"}
    symbols = tuple(s for s in V.symbols.values() if s.name in used)
    return Reduce().prove(Goal(symbols, given, said), Context())


def to_t(body: Formula) -> Formula:
    return total(tau, 1, t, body)


AVERAGE = (1 - b) * to_t(b ** (t - tau) * (G[tau] + phi))
TRUE = {
    "momentum": (AVERAGE, (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b**t) * phi),
    "any ratio": (to_t(c ** (t - tau)) * (1 - c), 1 - c**t),
    "reflected": (to_t(b ** (tau - 1)), to_t(b ** (t - tau))),
    "empty sum": (total(tau, 1, n, b ** (n - tau)) * (1 - b), 1 - b**n),
    "powers of two": (to_t(2**tau), 2 ** (t + 1) - 2),
    "sum of whole numbers": (to_t(tau), t * (t + 1) / 2),
    "telescope": (to_t(1 / (tau * (tau + 1))), t / (t + 1)),
    "arithmetic-geometric": (
        to_t(tau * c ** (tau - 1)) * (1 - c) ** 2,
        1 - (t + 1) * c**t + t * c ** (t + 1),
    ),
    "linearity": (to_t(x * G[tau] + 2), 2 * t + x * to_t(G[tau])),
    "last term": (total(tau, 1, t + 1, x**tau), x ** (t + 1) + to_t(x**tau)),
    "shift": (total(tau, 0, t - 1, x**tau), to_t(x ** (tau - 1))),
    "products": (product(tau, 1, t, tau / (tau + 1)), 1 / (t + 1)),
    "constant product": (product(tau, 1, t, b), b**t),
    "binomial": ((z + y) ** 2, z**2 + 2 * z * y + y**2),
    "root of a product": ((x * y).sqrt(), x.sqrt() * y.sqrt()),
    "root of a square": ((z**2).sqrt(), abs(z)),
    "root of a known sign": ((b * b - 2 * b + 1).sqrt(), 1 - b),
    "logarithm of a quotient": ((x / (1 - q)).log(), x.log() - (1 - q).log()),
    "exponential": ((z + 1).exp(), E * z.exp()),
    "power of a sum": (x ** (y + 1), x * x**y),
    "power of what may be 0": (y ** (t + 1), y * y**t),
    "power of a product": ((b * x) ** t, b**t * x**t),
    "circle": (z.sin() ** 2 + z.cos() ** 2, 1),
    "pi": (PI * z - z * PI, 0),
    "maximum": (largest(z, y) + least(z, y), z + y),
    "gap": (largest(z, y) - least(z, y), abs(z - y)),
    "exact branch": (piecewise((b == 0), 1, (b != 0), (b + 1) / (b + 1)), 1),
    "0 to a positive power": (number(0) ** t, 0),
    "square of a norm": (
        norm(g - z * h) ** 2,
        norm(g) ** 2 - 2 * z * dot(g, h) + z**2 * norm(h) ** 2,
    ),
    "mean of a constant": (expectation(L, w, w[1] ** 2 + 3), 3 + expectation(L, w, w[1] ** 2)),
    "centred law": (expectation(L, w, (z + w[1]) ** 2), z**2 + expectation(L, w, w[1] ** 2)),
}
FALSE = {
    "momentum, one off": (
        AVERAGE,
        (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b ** (t - 1)) * phi,
    ),
    "momentum, another sequence": (
        AVERAGE,
        (1 - b) * to_t(b ** (t - tau) * G[1]) + (1 - b**t) * phi,
    ),
    "true but at 0": (b**n, piecewise((b == 0), 0, (b != 0), b**n)),
    "0 to the power 0": (number(0) ** n, 0),
    "power of two, one off": (to_t(2**tau), 2 ** (t + 1) - 1),
    "sum to a smaller end": (total(tau, t, j, z), z * (j - t + 1)),
    "wrong branch": (piecewise((b == 0), 5, (b != 0), 1), 1),
    "missing branch": (piecewise(z > 0, z), z),
    "root of a square": ((z**2).sqrt(), z),
    "maximum": (largest(z, y), y),
    "odd power of a sum": ((z + y) ** 3, z**3 + y**3),
    "outside the sequence": (G[t + 1] - G[t + 1], 0),
    "index below 1": (to_t(G[tau - 1]), to_t(G[tau - 1])),
    "divisor beside a sequence": (G[1] * z / z, G[1]),
    "linear in a law that is squared": (expectation(L, w, w[1] ** 2), 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_an_identity_reduces(name: str) -> None:
    found = proof(*TRUE[name])
    assert found is not None
    assert found.level is Level.EXACT
    assert not found.fixed


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_somewhere_does_not_reduce(name: str) -> None:
    assert proof(*FALSE[name]) is None


def test_hypotheses_are_used() -> None:
    assert proof(to_t(c ** (t - tau)), (1 - c**t) / (1 - c), ((c != 1),))
    assert proof(abs(z - y), y - z, (z <= y,))
    assert proof(z * y, y**2, ((z == y),))
    assert proof(abs(z - y), y - z, (z <= y + 1,)) is None
    assert proof(largest(z, y), y, (z <= y,))
    assert proof(z**2, 4, ((z == 2),))


def test_only_identities_are_taken() -> None:
    goal = Goal((V.symbols["x"],), (), V("x <= x").tree)
    assert Reduce().prove(goal, Context()) is None


def test_a_listed_value_is_put_in() -> None:
    beta = Symbol("c", "c", "1", OneOf((Fraction(1, 2),)))
    assert identity((beta,), (), (c**2).tree, lift(Fraction(1, 4)))
    both = notation(c=one_of([1, 2], unit="1")).symbols["c"]
    assert identity((both,), (), (c**2).tree, lift(1)) is None


def test_an_induction_does_not_use_a_hypothesis_about_its_number() -> None:
    bounded = (t <= 1,)
    assert proof(to_t(c**tau / c**tau * tau**2), t, bounded) is None


def test_a_formula_without_a_normal_form_is_left_alone() -> None:
    called = external("f", lambda u: u, z)
    assert proof(called, called) is None
    assert proof((z**200).exp() * z**300, z**300 * (z**200).exp()) is None


def settled(left: Formula, right: Formula) -> Proof | None:
    return prove_matrix_identity(says(left == right).build())


W = inverse(A) @ g
MATRIX_TRUE = {
    "natural norm": (dot(W, inverse(inverse(A) @ inverse(A).T) @ W), dot(g, g)),
    "square of a sum": ((S + B) @ (S + B), S @ S + S @ B + B @ S + B @ B),
    "cyclic trace": (trace_of(A @ B @ S), trace_of(S @ A @ B)),
    "trace of a transpose": (trace_of(A @ B @ S), trace_of(S @ B.T @ A.T)),
    "symmetric": (S.T, S),
    "inverse of a product": (inverse(A @ P), inverse(P) @ inverse(A)),
    "inverse of an inverse": (inverse(inverse(A)), A),
    "inverse of a transpose": (inverse(A).T, inverse(A.T)),
    "inverse of a multiple": (inverse(x * A), inverse(A) / x),
    "trace of the identity": (trace_of(A @ inverse(A)), V.d),
    "adjoint": (dot(A @ g, h), dot(g, A.T @ h)),
    "norm of a multiple": (norm(z * g), abs(z) * norm(g)),
    "resolvent": (inverse(A) - inverse(P), inverse(A) @ (P - A) @ inverse(P)),
    "transpose of a product": ((A @ B).T, B.T @ A.T),
}
MATRIX_FALSE = {
    "commuting": (A @ B, B @ A),
    "commuting symmetric": (S @ Q, Q @ S),
    "square of a sum": ((S + B) @ (S + B), S @ S + 2 * (S @ B) + B @ B),
    "wrong cycle": (trace_of(A @ B @ S), trace_of(A @ S @ B)),
    "not symmetric": (B.T, B),
    "transposed product of symmetric": ((S @ Q).T, S @ Q),
    "inverse that may not exist": (inverse(B) @ B @ g, g),
    "inverse of a semidefinite": (inverse(Q) @ Q, inverse(A) @ A),
    "inverse of a product with one": (inverse(A @ B), inverse(B) @ inverse(A)),
    "inverse of a sum": (inverse(A + P), inverse(A) + inverse(P)),
    "inverse of a multiple that may be 0": (inverse(z * A), inverse(A) / z),
    "norm of a multiple": (norm(z * g), z * norm(g)),
    "divisor that may be 0": (dot(g, g) / norm(g), norm(g)),
    "other size": (dot(g, V.k), dot(V.k, g)),
    "not the identity": (A @ inverse(A.T), A.T @ inverse(A)),
    "not orthogonal": (norm(A @ g), norm(g)),
}


@pytest.mark.parametrize("name", MATRIX_TRUE)
def test_a_matrix_identity_of_every_size_reduces(name: str) -> None:
    found = settled(*MATRIX_TRUE[name])
    assert found is not None
    assert found.level is Level.EXACT


@pytest.mark.parametrize("name", MATRIX_FALSE)
def test_what_fails_for_some_matrices_does_not_reduce(name: str) -> None:
    assert settled(*MATRIX_FALSE[name]) is None


def test_a_statement_with_a_sequence_shows_that_its_entries_exist() -> None:
    assert settled(AVERAGE, (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b**t) * phi)
    assert settled(G[t + 1], 1 * G[t + 1]) is None
    assert settled(G[1] * z / z, G[1]) is None


def test_a_closed_form_that_divides_by_0_is_no_identity() -> None:
    assert settled(to_t(c ** (t - tau)), (1 - c**t) / (1 - c)) is None
    assert settled(to_t(q ** (t - tau)), (1 - q**t) / (1 - q))


def test_only_comparisons_by_equality_are_matrix_identities() -> None:
    assert prove_matrix_identity(says(dot(g, g) <= dot(g, g)).build()) is None


def test_sympy_writes_a_formula_with_its_signs() -> None:
    written = to_sympy(((x**2).sqrt() + total(j, 1, 3, j)).tree, [V.symbols["x"]])
    assert reduces_to_zero(written.doit() - sympy.Symbol("x", positive=True, real=True) - 6)
    with pytest.raises(Beyond):
        to_sympy(norm(g).tree, [])


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


@pytest.mark.parametrize("seed", range(3))
def test_the_normal_form_has_the_formulas_value_at_corners_too(seed: int) -> None:
    rng = random.Random(seed)
    points = _points(rng)
    compared = 0
    for _ in range(50):
        tree = _random(rng, 3)
        terms = Terms(V.symbols.values())
        try:
            normal = terms.scalar(apart(tree))
        except Beyond:
            continue
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
    for _ in range(150):
        tree = _random(rng, 3)
        try:
            Terms(V.symbols.values(), trusted=False).scalar(apart(tree))
        except Beyond:
            continue
        shown += len(free_names(tree)) > 1
        for point in points:
            try:
                evaluate(tree, point, EXACT)
            except (Undecided, OverflowError):
                continue
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

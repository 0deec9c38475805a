"""Statements about vectors of any dimension, as statements about numbers.

What norms and inner products of combinations of k vectors say depends on their Gram matrix alone.
Every positive semidefinite k x k matrix is the Gram matrix of vectors of R^d for d >= k, and for
d < k the Gram matrices are some of these: a proof for all of them covers every d.
"""

import functools
import itertools
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, binary, canonical, free_names, lift
from verify.formula.written import token, written
from verify.language.statement import Compare, Goal, Statement
from verify.language.symbols import OneOf, Real, Sequence, Symbol, Vector
from verify.methods.algebra.entries import NotEntries, without_entries
from verify.methods.algebra.means import NotLinear, without_means

MOST_VECTORS = 3
COMBINING = ("add", "sub", "neg", "mul", "div")


def spelled(how: Any, goal: Goal) -> Any:
    """How a goal about numbers goes, in the second checker's words for norms and means."""
    roots = {
        c.args[0].args[0].value: f"(sqrt {written(c.args[1])})"
        for c in goal.given
        if c.op == "eq" and c.args[0].op == "pow" and str(c.args[0].args[0].value).startswith("|#")
    }
    texts = {token(s.name): s.name for s in goal.symbols if token(s.name) != s.name}
    if isinstance(how, str):
        # The number of an entry may stand in the name of an expectation; a prover's own names
        # are a symbol's with a mark.
        for name, text in sorted((texts | roots).items(), key=lambda pair: -len(pair[0])):
            how = re.sub(rf"{re.escape(name)}(?!~)", text.replace("\\", r"\\"), how)
        return how
    if isinstance(how, Mapping):
        return {key: spelled(value, goal) for key, value in how.items()}
    return [spelled(value, goal) for value in how] if isinstance(how, list) else how


class NotGram(TypeError):
    """The statement uses its vectors otherwise than through norms and inner products."""


@dataclass
class _Names:
    """Symbols that stand for norms: of the vectors themselves, and of their combinations."""

    vectors: tuple[str, ...]
    extra: list[Symbol]
    given: list[Node]
    norms: dict[Node, Node]
    combined: dict[Node, Mapping[str, Node]] = field(default_factory=dict)  # by their norm

    def product(self, a: str, b: str) -> Node:
        if a == b:
            return self.length(a) ** 2
        first, second = sorted((a, b), key=self.vectors.index)
        return Node("symbol", (), f"{first}.{second}")

    def length(self, name: str) -> Node:
        return Node("symbol", (), f"|{name}|")


def lowered(statement: Statement) -> tuple[Goal, ...]:
    """The goals about numbers that a comparison amounts to.

    Hypotheses that cannot be said in numbers are left out, and where there are too many vectors
    those with another one than the conclusion's: what is proved without them holds.

    Raises:
        NotGram: a symbol is neither number nor vector, or a vector is used otherwise.
    """
    try:
        return _lowered(statement)
    except NotGram:
        usable = tuple(c for c in statement.where if _lowers(replace(statement, where=(c,))))
        if len(_vectors(statement, usable)) > MOST_VECTORS:
            inside = _vectors(statement, ())
            usable = tuple(c for c in usable if set(_vectors(statement, (c,))) <= set(inside))
        if usable == statement.where:
            raise
        return _lowered(replace(statement, where=usable))


def _lowers(statement: Statement) -> bool:
    try:
        return bool(_lowered(statement))
    except NotGram:
        return False


def _vectors(statement: Statement, where: tuple[Node, ...]) -> tuple[Symbol, ...]:
    """The vectors that the conclusion and some hypotheses mention."""
    said = statement.assertion
    conclusion = (said.condition,) if isinstance(said, Compare) else ()
    used = frozenset[str]().union(*map(free_names, (*conclusion, *where)))
    return tuple(s for s in statement.symbols if isinstance(s.kind, Vector) and s.name in used)


def _lowered(statement: Statement) -> tuple[Goal, ...]:
    if any(isinstance(s.kind, Sequence) for s in statement.symbols):
        return _by_entries(statement)
    try:
        statement = without_means(statement)
    except NotLinear as error:
        raise NotGram(str(error)) from None
    vectors = _vectors(statement, statement.where)
    others = tuple(s for s in statement.symbols if not isinstance(s.kind, Vector))
    if any(not (s.scalar or isinstance(s.kind, OneOf)) for s in others):
        raise NotGram("symbols that are neither numbers, vectors nor listed")
    if len(vectors) > MOST_VECTORS or (vectors and any(not s.scalar for s in others)):
        raise NotGram("more than three vectors, or some beside listed values")
    if not isinstance(statement.assertion, Compare) or statement.assertion.relation == "loewner":
        raise NotGram("no comparison of numbers")
    condition = statement.assertion.condition
    parts = condition.args if condition.op == "and" else (condition,)
    if not vectors:
        return tuple(Goal(others, statement.where, part) for part in parts)
    names = _Names(tuple(s.name for s in vectors), [], [], {})
    given = tuple(_scalar(c, names) for c in statement.where)
    goals = tuple(_scalar(part, names) for part in parts)
    gram, positive = _gram(names, {s.name: s for s in vectors})
    symbols = others + gram + tuple(names.extra)
    # A norm that only the conclusion mentions is bounded by its square's definition.
    return tuple(Goal(symbols, given + positive + tuple(names.given), g) for g in goals)


def parts(statement: Statement) -> int:
    """How many of the goals are parts of what a comparison says; they come first."""
    said = statement.assertion
    if not isinstance(said, Compare) or said.condition.op != "and":
        return 1
    return len(said.condition.args)


def bounds(statement: Statement) -> tuple[Node, ...]:
    """What is true of the norms in :func:`lowered` without a square: hints for provers.

    The triangle's inequality both ways, where the signs of the coefficients are plain, and that of
    Cauchy and Schwarz. They follow from the Gram matrix, by products that nobody looks for.
    """
    said = statement.assertion
    vectors = _vectors(statement, statement.where)
    if not isinstance(said, Compare) or not 0 < len(vectors) <= MOST_VECTORS:
        return ()
    names = _Names(tuple(s.name for s in vectors), [], [], {})
    try:
        for condition in (*statement.where, said.condition):
            _scalar(condition, names)
    except NotGram:
        return ()
    signs = {s.name: s for s in statement.symbols if s.scalar}
    found = []
    for a, b in itertools.combinations(names.vectors, 2):
        found += _within(names.product(a, b), names.length(a) * names.length(b))
    for norm, combination in names.combined.items():
        sizes = {v: _size(canonical(c), signs) for v, c in combination.items()}
        parts = [size * names.length(v) for v, size in sizes.items() if size is not None]
        if parts and len(parts) == len(sizes):
            found += [binary("le", one, _total([*_without(parts, one), norm])) for one in parts]
            found.append(binary("le", norm, _total(parts)))
        for v in names.vectors:
            inner = _inner({v: lift(1)}, combination, names)
            found += _within(inner, names.length(v) * norm)
    return tuple(found)


def _within(inner: Node, size: Node) -> list[Node]:
    """That an inner product lies between two numbers."""
    return [binary("le", inner, size), binary("le", -inner, size)]


def _total(parts: list[Node]) -> Node:
    return functools.reduce(lambda a, b: a + b, parts)


def _without(parts: list[Node], one: Node) -> list[Node]:
    return [part for part in parts if part is not one]


def _size(c: Node, symbols: Mapping[str, Symbol]) -> Node | None:
    """The absolute value of a coefficient whose sign is plain: a number, a symbol or their like."""
    if c.op == "number":
        return lift(abs(c.value))
    if c.op == "symbol" and c.value in symbols:
        low = getattr(symbols[c.value].kind, "low", None)
        return c if low is not None and low >= 0 else None
    return None


def _by_entries(statement: Statement) -> tuple[Goal, ...]:
    """The goals of a statement about entries of sequences, and that their places exist."""
    try:
        plain, places = without_entries(statement)
    except NotEntries as error:
        raise NotGram(str(error)) from None
    goals = _lowered(plain)
    if not goals:
        return ()
    first = goals[0]
    return (*goals, *(Goal(first.symbols, first.given, place) for place in places))


def _gram(
    names: _Names, symbols: Mapping[str, Symbol]
) -> tuple[tuple[Symbol, ...], tuple[Node, ...]]:
    """Symbols for the entries of the Gram matrix, and that it is positive semidefinite."""
    found = [
        Symbol(f"|{v}|", f"|{symbols[v].latex}|", "1", Real(Fraction(0))) for v in names.vectors
    ]
    conditions = []
    for a, b in itertools.combinations(names.vectors, 2):
        found.append(Symbol(f"{a}.{b}", rf"\langle {a},{b}\rangle", "1", Real()))
        conditions.append(
            binary("le", names.product(a, b) ** 2, names.product(a, a) * names.product(b, b))
        )
    if len(names.vectors) == 3:
        (a, b, c), p = names.vectors, names.product
        determinant = (
            p(a, a) * p(b, b) * p(c, c)
            + 2 * p(a, b) * p(b, c) * p(a, c)
            - p(a, a) * p(b, c) ** 2
            - p(b, b) * p(a, c) ** 2
            - p(c, c) * p(a, b) ** 2
        )
        conditions.append(binary("le", 0, determinant))
    return tuple(found), tuple(conditions)


def _scalar(node: Node, names: _Names) -> Node:
    """A tree of numbers with inner products and norms replaced by symbols."""
    if node.op == "symbol" and node.value in names.vectors:
        raise NotGram("a vector where a number is needed")
    if node.op == "dot":
        return _inner(_combination(node.args[0], names), _combination(node.args[1], names), names)
    if node.op == "norm":
        return _length(_combination(node.args[0], names), names)
    if node.op in ("eq", "ne") and is_vector(node.args[0], names.vectors):
        gap = _combination(node.args[0] - node.args[1], names)
        return binary(node.op, _inner(gap, gap, names), 0)
    if node.op in ("norm1", "matmul", "transpose", "inverse", "trace", "at", "expect", "external"):
        raise NotGram(f"{node.op} of vectors")
    return node.having(_scalar(a, names) for a in node.args)


def is_vector(node: Node, vectors: Collection[str]) -> bool:
    """Whether a tree is a combination of vectors."""
    if node.op == "symbol":
        return node.value in vectors
    return node.op in COMBINING and any(is_vector(a, vectors) for a in node.args)


def _combination(node: Node, names: _Names) -> dict[str, Node]:
    """The coefficients of a linear combination of the vectors."""
    if node.op == "symbol" and node.value in names.vectors:
        return {node.value: lift(1)}
    if node.op in ("add", "sub"):
        left, right = (_combination(a, names) for a in node.args)
        return {
            v: binary(node.op, left.get(v, lift(0)), right.get(v, lift(0)))
            for v in dict.fromkeys([*left, *right])
        }
    if node.op == "neg":
        return {v: -c for v, c in _combination(node.args[0], names).items()}
    if node.op == "mul":
        scalar, rest = node.args if is_vector(node.args[1], names.vectors) else node.args[::-1]
        factor = _scalar(scalar, names)
        return {v: factor * c for v, c in _combination(rest, names).items()}
    if node.op == "div":
        divisor = _scalar(node.args[1], names)
        return {v: c / divisor for v, c in _combination(node.args[0], names).items()}
    raise NotGram(f"{node.op} inside a combination of vectors")


def _inner(left: Mapping[str, Node], right: Mapping[str, Node], names: _Names) -> Node:
    total = lift(0)
    for a, x in left.items():
        for b, y in right.items():
            total = total + x * y * names.product(a, b)
    return total


def _length(combination: Mapping[str, Node], names: _Names) -> Node:
    """A norm: the vector's own symbol, or a new one whose square is the quadratic form."""
    if len(combination) == 1:
        ((name, factor),) = combination.items()
        return names.length(name) if factor == lift(1) else abs(factor) * names.length(name)
    square = _inner(combination, combination, names)
    if square not in names.norms:
        symbol = Symbol(
            f"|#{len(names.norms) + 1}|", rf"\nu_{len(names.norms) + 1}", "1", Real(Fraction(0))
        )
        names.extra.append(symbol)
        names.given.append(binary("eq", symbol.node**2, square))
        names.norms[square] = symbol.node
        names.combined[symbol.node] = combination
    return names.norms[square]

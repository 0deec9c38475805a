"""Expectations and entries of vectors, as numbers of their own.

An expectation is linear: of a polynomial in what is drawn the coefficients stand outside, and what
is linear in it has mean zero under a centred law. What is left, such as E|w|^2, is one number at
every point, nonnegative where its inside is: a proof for all such numbers covers every law. The
same goes for an entry of a vector that exists. Each is called as the second checker writes it.
"""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from verify.formula.expression import Node, dot, free_names, lift, norm, walk
from verify.formula.written import written
from verify.language.laws import KnownLaw, has_mean
from verify.language.noise import split
from verify.language.statement import Compare, Statement
from verify.language.symbols import Law, Real, Symbol, Vector

Term = tuple[Node, tuple[Node, ...]]  # a coefficient, and factors that depend on what is drawn
SUMS = ("sum", "product")
EVERYWHERE = ("number", "symbol", "add", "sub", "mul", "neg", "abs", "exp", "norm", "dot")
LENGTHS = ("norm", "abs", "exp")
MOST_TERMS = 200
MOST_POWER = 8


class NotLinear(TypeError):
    """An expectation of what may have no value, or that is no number by itself."""


def speaks_of_means(statement: Statement) -> bool:
    """Whether a comparison has expectations, or entries of vectors or sequences."""
    said = statement.assertion
    sides = (said.left, said.right) if isinstance(said, Compare) else ()
    return any(n.op in ("expect", "at") for side in sides for n in walk(side))


def without_means(statement: Statement) -> Statement:
    """The statement with symbols for its expectations and for the entries of its vectors.

    Raises:
        NotLinear: one of them is left, or may have no value.
    """
    said = statement.assertion
    if not isinstance(said, Compare):
        raise NotLinear("no comparison")
    numbers = _Numbers(statement)
    sides = [numbers.plain(side) for side in (said.left, said.right)]
    where = tuple(map(numbers.plain, statement.where))
    used = frozenset[str]().union(*map(free_names, (*sides, *where)))
    laws = numbers.laws.keys() - used
    symbols = tuple(s for s in statement.symbols if s.name not in laws)
    return replace(
        statement,
        symbols=(*symbols, *numbers.found.values()),
        assertion=replace(said, left=sides[0], right=sides[1]),
        where=where,
    )


class _Numbers:
    """The numbers of one statement.

    Attributes:
        known: its symbols. laws: those that are laws. found: the numbers, by their trees.
    """

    def __init__(self, statement: Statement) -> None:
        self.known = statement.by_name
        self.laws = {n: s for n, s in self.known.items() if isinstance(s.kind, Law | KnownLaw)}
        self.found: dict[Node, Symbol] = {}

    def plain(self, node: Node) -> Node:
        """A tree with numbers in the places of expectations and entries outside sums."""
        if node.op == "expect":
            # A law of a list stays: its atoms are counted out.
            return self._mean(node) if node.value[1] in self.laws else node
        if node.op == "at" and self.exists(node, self._size(node.args[0])):
            return self._number(node, Real())
        return node if node.op in SUMS else node.having(map(self.plain, node.args))

    def _number(self, node: Node, kind: Real) -> Node:
        name = written(node)
        return self.found.setdefault(node, Symbol(name, name, "1", kind)).node

    def _size(self, vector: Node) -> int | str | None:
        """The dimension of a declared vector."""
        symbol = self.known.get(vector.value) if vector.op == "symbol" else None
        return symbol.kind.dimension if symbol and isinstance(symbol.kind, Vector) else None

    def exists(self, entry: Node, size: int | str | None) -> bool:
        """Whether an entry is one that all vectors of a dimension have."""
        place = entry.args[1]
        if size is None or place.op != "number" or place.value.denominator != 1:
            return False
        least = self.known[size].kind.least if isinstance(size, str) else size
        return bool(1 <= place.value <= least)

    def _mean(self, node: Node) -> Node:
        """An expectation as a sum of multiples of numbers.

        Raises:
            NotLinear: it may have none.
        """
        (body,), (variable, name) = node.args, node.value
        law = self.laws[name].kind
        if not has_mean(law, body, variable):
            raise NotLinear("an expectation of what may have none")
        total, left_out = lift(0), []
        for coefficient, factors in _Terms(variable, law.dimension, self).number(body):
            if law.centred and len(factors) == 1 and factors[0].op in ("at", "dot"):
                left_out += [coefficient, *factors[0].args[:1]]
                continue
            mean = [self._number(_expected(node, factors), _range(factors))] if factors else []
            total = math.prod(mean, start=coefficient) + total
        partial = {n for one in left_out for n in walk(one) if not _everywhere(n)}
        if not partial <= set(walk(total)):
            raise NotLinear("a term of mean zero may have no value")
        return total


def _expected(node: Node, factors: tuple[Node, ...]) -> Node:
    """The expectation of a product."""
    powers = sorted(Counter(factors).items(), key=repr)
    first, *others = [f if count == 1 else f**count for f, count in powers]
    return node.having([math.prod(others, start=first)])


def _range(factors: tuple[Node, ...]) -> Real:
    """Where the mean of a product lies: it is not negative where all are squares or lengths."""
    plain = all(f.op in LENGTHS or count % 2 == 0 for f, count in Counter(factors).items())
    return Real(Fraction(0)) if plain else Real()


def _everywhere(node: Node) -> bool:
    """Whether an operation has a value wherever its arguments have one."""
    return node.op in EVERYWHERE or (node.op == "pow" and _natural(node.args[1]))


def _natural(node: Node) -> bool:
    return bool(
        node.op == "number" and node.value.denominator == 1 and 0 <= node.value <= MOST_POWER
    )


class _Terms:
    """Expands numbers in what a law draws."""

    def __init__(self, variable: str, size: int | str, numbers: _Numbers) -> None:
        self.variable = variable
        self.size = size
        self.numbers = numbers

    def number(self, node: Node) -> list[Term]:
        """The terms of a number.

        Raises:
            NotLinear: it may have no value for something that is drawn.
        """
        if self.variable not in free_names(node):
            return [(self.numbers.plain(node), ())]
        op, args = node.op, node.args
        if op in ("add", "sub"):
            left, right = map(self.number, args)
            return left + (right if op == "add" else _scaled(right, lift(-1)))
        if op == "neg":
            return _scaled(self.number(args[0]), lift(-1))
        if op == "mul":
            return _product(*map(self.number, args))
        if op == "div" and self.variable not in free_names(args[1]):
            return _scaled(self.number(args[0]), 1 / self.numbers.plain(args[1]))
        if op == "dot":
            return self._inner(*args)
        if op == "pow" and _natural(args[1]):
            base, power = args[0], int(args[1].value)
            squared = base.op == "norm" and power % 2 == 0
            one = self._inner(*base.args, *base.args) if squared else self.number(base)
            return _product(*[one] * (power // 2 if squared else power))
        if not all(map(self._has_value, walk(node))):
            raise NotLinear("an expectation of what may have no value")
        return [(lift(1), (node,))]

    def _has_value(self, node: Node) -> bool:
        if node.op == "at":
            own = node.args[0].value == self.variable
            return own and self.numbers.exists(node, self.size)
        return _everywhere(node)

    def _inner(self, left: Node, right: Node) -> list[Term]:
        """The terms of an inner product.

        Raises:
            NotLinear: a vector is no combination.
        """
        try:
            (a, s), (b, t) = (split(v, self.variable) for v in (left, right))
        except ValueError as error:
            raise NotLinear(str(error)) from None
        drawn = Node("symbol", (), self.variable)
        found: list[Term] = []
        if a is not None and b is not None:
            found.append((norm(a) ** 2 if a == b else dot(a, b), ()))
        found += [(t, (dot(a, drawn),))] if a is not None and t is not None else []
        found += [(s, (dot(b, drawn),))] if b is not None and s is not None else []
        found += [(s * t, (norm(drawn),) * 2)] if s is not None and t is not None else []
        return found


def _scaled(terms: list[Term], factor: Node) -> list[Term]:
    return [(factor * c, factors) for c, factors in terms]


def _product(*parts: list[Term]) -> list[Term]:
    """The terms of a product.

    Raises:
        NotLinear: there are too many.
    """
    found: list[Term] = [(lift(1), ())]
    for part in parts:
        found = [(c * d, one + other) for c, one in found for d, other in part]
        if len(found) > MOST_TERMS:
            raise NotLinear("an expectation of too many terms")
    return found

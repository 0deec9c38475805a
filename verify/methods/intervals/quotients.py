"""Formulas as quotients of polynomials in their symbols and in what is no polynomial."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction
from verify.formula.expression import Node, lift
from verify.methods.intervals.simplify import ONE, ZERO, larger, simplify
from verify.methods.reals.polynomials import ARITHMETIC, MOST_DEGREE, Ratio, Ring, coefficients

MOST_NODES = 150


@dataclass(frozen=True)
class Quotient:
    """A tree as a quotient of polynomials; ``generators`` says what each stands for."""

    ring: Ring
    ratio: Ratio
    generators: dict[str, Node]

    @property
    def zero(self) -> bool:
        """Whether it is 0 wherever it has a value."""
        return bool(self.ratio.top.is_zero())

    def node(self, *, factors: bool = False) -> Node:
        """The quotient as a tree, expanded or as a product of factors."""
        write = self._product if factors else self._polynomial
        top = write(self.ratio.top)
        return top if self.ratio.bottom.is_one() else simplify(top / write(self.ratio.bottom))

    def factors(self) -> tuple[Fraction, list[tuple[Node, int]]]:
        """A number, and irreducible factors with their powers (negative: of the divisor)."""
        number, top = self._factors(self.ratio.top)
        divisor, bottom = self._factors(self.ratio.bottom)
        return number / divisor, top + [(factor, -power) for factor, power in bottom]

    def _factors(self, polynomial: Any) -> tuple[Fraction, list[tuple[Node, int]]]:
        if polynomial.is_zero():
            return Fraction(0), []
        content, factors = polynomial.factor()
        parts = sorted(((self._polynomial(f), int(k)) for f, k in factors), key=repr)
        return fraction(content), parts

    def _product(self, polynomial: Any) -> Node:
        content, parts = self._factors(polynomial)
        result = lift(content)
        for factor, power in parts:
            result = result * (factor if power == 1 else factor ** lift(power))
        return simplify(result)

    def _polynomial(self, polynomial: Any) -> Node:
        result = ZERO
        for powers, c in coefficients(polynomial):
            term = lift(abs(c))
            for name, power in zip(self.ring.names, powers, strict=True):
                if power:
                    base = self.generators[name]
                    term = term * (base if power == 1 else base ** lift(power))
            result = result + term if c > 0 else result - term
        return simplify(result)


def quotient(node: Node) -> Quotient:
    """A tree as a quotient of polynomials in its symbols and in what is no polynomial.

    Arguments of functions are brought to one form first; a product of exponentials is one, and the
    square of a root is the radicand.

    Raises:
        NotImplementedError: it grows too large. ZeroDivisionError: a divisor is 0.
    """
    node = simplify(node)
    if larger(node, MOST_NODES):
        raise NotImplementedError("a formula of too many operations")
    reader = _Reader(node)
    ratio = reader.reduced(reader.read(node))
    return Quotient(reader.ring, ratio, reader.generators)


class _Reader:
    def __init__(self, node: Node) -> None:
        self.canonical: dict[Node, Node] = {}
        self.scales: dict[Node, int] = {}
        found: dict[Node, None] = {}
        self._collect(node, found)
        for term in self.scales:
            found[self._unit(term)] = None
        names = tuple(f"g{i}" for i in range(max(1, len(found))))
        self.ring = Ring(names)
        self.generators = dict(zip(names, found, strict=False))
        self.names = {n: name for name, n in self.generators.items()}

    def _collect(self, node: Node, found: dict[Node, None]) -> None:
        if node.op == "number":
            return
        if node.op in ("add", "sub", "neg", "mul", "div") or _whole_power(node):
            for a in node.args:
                self._collect(a, found)
            return
        plain = self._plain(node)
        self.canonical[node] = plain
        if plain.op == "exp":
            for term, c in _terms(plain.args[0]):
                self.scales[term] = math.lcm(self.scales.get(term, 1), c.denominator)
        elif plain.op == "number" or plain != node:
            self._collect(plain, found)
        elif plain.op == "sqrt":
            self._collect(plain.args[0], found)
            found[plain] = None
        else:
            found[plain] = None

    def _plain(self, node: Node) -> Node:
        if node.op in ("symbol", "constant", "sum", "product"):
            return node
        if node.op == "pow" and node.args[1].op == "number":
            twice = node.args[1].value * 2
            if twice.denominator == 1 and twice % 2 == 1:
                return Node("sqrt", (node.args[0],)) ** lift(twice)
        return simplify(node.having(quotient(a).node() if a.args else a for a in node.args))

    def _unit(self, term: Node) -> Node:
        scale = self.scales[term]
        return Node("exp", (simplify(term / lift(scale)),))

    def read(self, node: Node) -> Ratio:
        ring = self.ring
        if node.op == "number":
            return ring.number(node.value)
        if node.op == "neg":
            return -self.read(node.args[0])
        if _whole_power(node):
            return self.read(node.args[0]) ** int(node.args[1].value)
        if node.op in ARITHMETIC:
            result: Ratio = ARITHMETIC[node.op](*map(self.read, node.args))
            return result
        plain = self.canonical[node]
        if plain.op == "exp":
            result = ring.number(1)
            for term, c in _terms(plain.args[0]):
                unit = ring.generator(self.names[self._unit(term)])
                power = int(c * self.scales[term])
                result = result * unit**power
            return result
        if plain in self.names:
            return ring.generator(self.names[plain])
        return self.read(plain)

    def reduced(self, ratio: Ratio) -> Ratio:
        """The quotient with even powers of roots replaced by powers of their radicands."""
        for name, node in reversed(self.generators.items()):
            if node.op == "sqrt":
                radicand = self.read(node.args[0])
                top = self._halved(ratio.top, name, radicand)
                ratio = top / self._halved(ratio.bottom, name, radicand)
        return ratio

    def _halved(self, polynomial: Any, name: str, radicand: Ratio) -> Ratio:
        ring, place = self.ring, self.ring.names.index(name)
        if polynomial.degrees()[place] < 2:
            return Ratio(polynomial, ring.one)
        result = ring.number(0)
        by_power: dict[int, dict[tuple[int, ...], Any]] = {}
        for powers, c in polynomial.terms():
            rest = tuple(int(p) % 2 if i == place else int(p) for i, p in enumerate(powers))
            by_power.setdefault(int(powers[place]) // 2, {})[rest] = c
        for half, terms in sorted(by_power.items()):
            part = Ratio(ring.context.from_dict(terms), ring.one)
            result = result + part * radicand**half
        return result


def _whole_power(node: Node) -> bool:
    return (
        node.op == "pow"
        and node.args[1].op == "number"
        and node.args[1].value.denominator == 1
        and abs(node.args[1].value) <= MOST_DEGREE
    )


def _terms(node: Node) -> list[tuple[Node, Fraction]]:
    """A tree as a sum of number times term, where it is written so."""
    if node.op in ("add", "sub"):
        sign = 1 if node.op == "add" else -1
        return _terms(node.args[0]) + [(t, sign * c) for t, c in _terms(node.args[1])]
    if node.op == "neg":
        return [(t, -c) for t, c in _terms(node.args[0])]
    if node.op == "number":
        return [(ONE, node.value)]
    if node.op == "mul" and node.args[0].op == "number":
        return [(t, node.args[0].value * c) for t, c in _terms(node.args[1])]
    if node.op == "mul":
        # Monomials are written from the left: the number is the innermost factor.
        inner = _terms(node.args[0])
        if len(inner) == 1 and inner[0][0] != node.args[0]:
            term, c = inner[0]
            return [(node.args[1] if term == ONE else term * node.args[1], c)]
    if node.op == "div" and node.args[1].op == "number":
        return [(t, c / node.args[1].value) for t, c in _terms(node.args[0])]
    return [(node, Fraction(1))]


def is_zero(node: Node) -> bool:
    """Whether a tree is 0 wherever it has a value; False also where that is not found out."""
    try:
        return quotient(node).zero
    except (NotImplementedError, ZeroDivisionError):
        return False

"""Plainer trees with the same values: local rules, quotients of polynomials, and a test for 0.

Every rule keeps the value wherever the tree has one; where it has none, the plainer tree may.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.expression import CONDITIONS, Node, lift, substitute, walk
from verify.methods.polynomials import MOST_DEGREE, Ratio, Ring, coefficients

MOST_UNROLLED = 64
MOST_NODES = 250
ZERO, ONE = lift(0), lift(1)


def simplify(node: Node) -> Node:
    """The tree after the rules for numbers, 0, 1 and inverse functions; short sums are written out."""
    if not node.args:
        return node
    if node.op in ("sum", "product"):
        return _unrolled(node)
    args = tuple(map(simplify, node.args))
    node = node if args == node.args else Node(node.op, args, node.value, node.unit)
    if node.op in CONDITIONS:
        return node
    if all(a.op == "number" for a in args):
        return _folded(node)
    rule = _RULES.get(node.op)
    return rule(node) if rule else node


def _unrolled(node: Node) -> Node:
    first, last = simplify(node.args[0]), simplify(node.args[1])
    body = node.args[2]
    ends = [n.value for n in (first, last) if n.op == "number" and n.value.denominator == 1]
    if len(ends) < 2 or ends[1] - ends[0] >= MOST_UNROLLED:
        return Node(node.op, (first, last, simplify(body)), node.value)
    terms = [
        substitute(body, {node.value: lift(Fraction(i))})
        for i in range(int(ends[0]), int(ends[1]) + 1)
    ]
    if not terms:
        return ZERO if node.op == "sum" else ONE
    result = terms[0]
    for term in terms[1:]:
        result = result + term if node.op == "sum" else result * term
    return simplify(result)


def _folded(node: Node) -> Node:
    if node.op in ("tuple", "piecewise", "external") or node.value is not None:
        return node
    if node.op == "pow" and abs(node.args[1].value) > 4096:
        return node
    try:
        value = evaluate(node, {}, EXACT)
    except (Undecided, Undefined):
        return node
    return lift(value) if isinstance(value, Fraction) else node


def _add(node: Node) -> Node:
    a, b = node.args
    if ZERO in (a, b):
        return b if a == ZERO else a
    return simplify(a - b.args[0]) if b.op == "neg" else node


def _sub(node: Node) -> Node:
    a, b = node.args
    if a == b:
        return ZERO
    if b == ZERO:
        return a
    if b.op == "neg":
        return simplify(a + b.args[0])
    return _neg(-b) if a == ZERO else node


def _neg(node: Node) -> Node:
    (a,) = node.args
    if a.op == "neg":
        return a.args[0]
    return Node("sub", (a.args[1], a.args[0])) if a.op == "sub" else node


def _mul(node: Node) -> Node:
    a, b = node.args
    if ZERO in (a, b):
        return ZERO
    if ONE in (a, b):
        return b if a == ONE else a
    if a.op == "neg" and b.op == "neg":
        return simplify(a.args[0] * b.args[0])
    if a.op == "neg" or b.op == "neg":
        left, right = (x.args[0] if x.op == "neg" else x for x in (a, b))
        return _neg(-simplify(left * right))
    if a.op == b.op == "sqrt" and a == b:
        return a.args[0]
    return node


def _div(node: Node) -> Node:
    a, b = node.args
    if a == ZERO or b == ONE:
        return a
    return ONE if a == b else node


def _pow(node: Node) -> Node:
    base, exponent = node.args
    if exponent in (ZERO, ONE):
        return ONE if exponent == ZERO else base
    if base == ONE:
        return ONE
    if base.op == "constant" and base.value == "e":
        return simplify(Node("exp", (exponent,)))
    if exponent.op == "number" and base.op == "sqrt" and exponent.value == 2:
        return base.args[0]
    if exponent.op == "number" and exponent.value == Fraction(1, 2):
        return Node("sqrt", (base,))
    return node


def _log(node: Node) -> Node:
    (a,) = node.args
    if a.op == "exp":
        return a.args[0]
    return ONE if a.op == "constant" and a.value == "e" else node


def _exp(node: Node) -> Node:
    (a,) = node.args
    return a.args[0] if a.op == "log" else node


_RULES: dict[str, Callable[[Node], Node]] = {
    "add": _add, "sub": _sub, "neg": _neg, "mul": _mul, "div": _div, "pow": _pow,
    "log": _log, "exp": _exp,
}  # fmt: skip


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
        return Fraction(int(content.p), int(content.q)), parts

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
        args = tuple(quotient(a).node() if a.args else a for a in node.args)
        return simplify(Node(node.op, args, node.value, node.unit))

    def _unit(self, term: Node) -> Node:
        scale = self.scales[term]
        return Node("exp", (simplify(term / lift(scale)),))

    def read(self, node: Node) -> Ratio:
        ring = self.ring
        if node.op == "number":
            return ring.number(node.value)
        if node.op == "neg":
            return ring.negative(self.read(node.args[0]))
        if _whole_power(node):
            return ring.power(self.read(node.args[0]), int(node.args[1].value))
        if node.op in ("add", "sub", "mul", "div"):
            a, b = map(self.read, node.args)
            names = {"add": "add", "sub": "subtract", "mul": "multiply", "div": "divide"}
            result: Ratio = getattr(ring, names[node.op])(a, b)
            return result
        plain = self.canonical[node]
        if plain.op == "exp":
            result = ring.number(1)
            for term, c in _terms(plain.args[0]):
                unit = ring.generator(self.names[self._unit(term)])
                power = int(c * self.scales[term])
                result = ring.multiply(result, ring.power(unit, power))
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
                ratio = self.ring.divide(top, self._halved(ratio.bottom, name, radicand))
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
            result = ring.add(result, ring.multiply(part, ring.power(radicand, half)))
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


def larger(node: Node, limit: int) -> bool:
    """Whether a tree has more nodes than that."""
    return any(True for _ in itertools.islice(walk(node), limit, None))


def is_zero(node: Node) -> bool:
    """Whether a tree is 0 wherever it has a value; False also where that is not found out."""
    try:
        return quotient(node).zero
    except (NotImplementedError, ZeroDivisionError):
        return False

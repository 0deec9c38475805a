"""A formula at t + 1 through the same formula's parts at t.

``b^(t+1)`` is ``b b^t``, ``exp(c (t+1))`` is ``exp(c) exp(c t)``, and a sum or product to ``t + 1``
is the one to ``t`` with a last term. Each of these has a condition, which is returned beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from verify.formula.expression import Node, binary, free_names, lift, substitute
from verify.language.symbols import Real, Symbol
from verify.methods.defined import is_whole
from verify.methods.intervals.quotients import quotient
from verify.methods.intervals.simplify import simplify

MOST_PEELED = 4
ONE = lift(1)


@dataclass(frozen=True)
class Need:
    """What a step rests on: for all values of the symbols that meet ``given``, one of ``ways``.

    Attributes:
        symbols: indices of sums, beside the symbols of the statement.
        given: the ranges of the indices.
        ways: each a conjunction; one of them must hold throughout.
    """

    symbols: tuple[Symbol, ...]
    given: tuple[Node, ...]
    ways: tuple[tuple[Node, ...], ...]


@dataclass
class Shift:
    """From ``t`` to ``t + 1``.

    Attributes:
        on: the name of t. taken: names of the statement's symbols, which no index may have.
        whole: symbols that take whole values only.
        needs: what the rewriting rests on. factors: what powers and sums were multiplied by.
    """

    on: str
    taken: frozenset[str]
    whole: frozenset[str]
    needs: list[Need] = field(default_factory=list)
    factors: list[Node] = field(default_factory=list)
    _symbols: tuple[Symbol, ...] = ()
    _given: tuple[Node, ...] = ()

    def next(self, node: Node) -> Node:
        """The tree at t + 1.

        Raises:
            NotImplementedError: a part grows too large.
        """
        if self.on not in free_names(node):
            return node
        if node.op == "symbol":
            return node + ONE
        if node.op == "pow" and self.on not in free_names(node.args[0]):
            found = self._power(node)
        elif node.op == "exp":
            growth = self._growth(node.args[0])
            found = None if growth is None else self._times(Node("exp", (growth,)), node)
        elif node.op in ("sum", "product"):
            found = self._peeled(node)
        elif node.op in ("expect", "external"):
            raise NotImplementedError(f"{node.op} at t + 1")
        else:
            found = None
        if found is not None:
            return found
        if node.op in ("sum", "product"):
            return substitute(node, {self.on: Node("symbol", (), self.on) + ONE})
        return node.having(map(self.next, node.args))

    def _growth(self, node: Node) -> Node | None:
        """The node at t + 1 less the node at t, where that is free of t."""
        later = substitute(node, {self.on: Node("symbol", (), self.on) + ONE})
        try:
            growth = quotient(later - node).node()
        except ZeroDivisionError:
            return None
        return None if self.on in free_names(growth) else growth

    def _power(self, node: Node) -> Node | None:
        base, exponent = node.args
        growth = self._growth(exponent)
        if growth is None:
            return None
        ways: list[tuple[Node, ...]] = []
        if is_whole(exponent, set(self.whole)) and is_whole(growth, set(self.whole)):
            # With 0^0 = 1 this holds for base 0 too, as long as no exponent is negative.
            ways.append((binary("le", 0, exponent), binary("le", 0, growth)))
            ways.append((binary("ne", base, 0),))
        ways.append((binary("lt", 0, base),))
        self._require(*ways)
        return self._times(simplify(base**growth), node)

    def _times(self, factor: Node, node: Node) -> Node:
        if not self._symbols and factor not in self.factors:
            self.factors.append(factor)
        return factor * node

    def _require(self, *ways: tuple[Node, ...]) -> None:
        self.needs.append(Need(self._symbols, self._given, ways))

    def _peeled(self, node: Node) -> Node | None:
        first, last, body = node.args
        growth = self._growth(last)
        if growth is None or growth.op != "number" or self.on in free_names(first):
            return None
        count = growth.value
        if count.denominator != 1 or not 0 <= count <= MOST_PEELED:
            return None
        if not is_whole(first, set(self.whole)) or not is_whole(last, set(self.whole)):
            return None
        factor = self._factor(node)
        if factor is None:
            return None
        # An empty sum grows by its next term only if the range begins right there.
        self._require((binary("le", first, last + ONE),))
        later = substitute(body, {self.on: Node("symbol", (), self.on) + ONE})
        result = node if factor == ONE else self._times(factor, node)
        for i in range(1, int(count) + 1):
            term = substitute(later, {node.value: last + lift(i)})
            result = result + term if node.op == "sum" else self._times(term, result)
        return result

    def _factor(self, node: Node) -> Node | None:
        """What every term of a sum is multiplied by on the way to t + 1, free of the index."""
        first, last, body = node.args
        if self.on not in free_names(body):
            return ONE
        if node.op == "product" or node.value in self.taken | free_names(last):
            return None
        index = Symbol(node.value, node.value, "1", Real())
        within = (binary("le", first, index.node), binary("le", index.node, last))
        inner = Shift(
            self.on,
            self.taken | {node.value},
            self.whole | {node.value},
            _symbols=(*self._symbols, index),
            _given=(*self._given, *within),
        )
        try:
            found = quotient(inner.next(body) / body)
        except ZeroDivisionError:
            return None
        factor = found.node()
        if node.value in free_names(factor) or not found.ratio.bottom.is_one():
            return None
        self.needs += inner.needs
        return factor


def reversed_sums(node: Node, on: str) -> Node:
    """The tree in which a sum whose terms depend on t runs backwards, where that frees the terms.

    The sum over tau = a, ..., t of f(t - tau) is the sum over tau = 0, ..., t - a of f(tau).
    """
    node = node.having(reversed_sums(a, on) for a in node.args)
    if node.op != "sum" or on not in free_names(node.args[2]):
        return node
    first, last, body = node.args
    if node.value in free_names(last) | free_names(first) | {on}:
        return node
    index = Node("symbol", (), node.value)
    try:
        turned = plain(substitute(body, {node.value: last - index}))
        length = quotient(last - first).node()
    except (NotImplementedError, ZeroDivisionError):
        return node
    if on in free_names(turned):
        return node
    return Node("sum", (lift(0), length, turned), node.value)


def plain(node: Node) -> Node:
    """The tree with every argument of a function and every exponent in one form.

    Raises:
        NotImplementedError: a part grows too large. ZeroDivisionError: a divisor is 0.
    """
    if node.op in ("sum", "product", "expect", "external"):
        raise NotImplementedError(f"{node.op} within a sum")
    args = tuple(map(plain, node.args))
    if node.op == "pow":
        args = (args[0], quotient(args[1]).node())
    elif len(args) == 1:
        args = (quotient(args[0]).node(),)
    return simplify(node.having(args))


def atoms(node: Node, on: str) -> list[Node]:
    """The largest parts that change with t and are no sums, products or quotients of others."""
    if on not in free_names(node):
        return []
    if node.op in ("exp", "sum", "product"):
        return [node]
    if node.op == "pow" and on in free_names(node.args[1]):
        return [node]
    return list(dict.fromkeys(a for child in node.args for a in atoms(child, on)))


def exchanged(node: Node, names: Mapping[Node, Node]) -> Node:
    """The tree with whole parts exchanged for others; what a sum binds is not such a part."""
    if node in names:
        return names[node]
    if node.op in ("sum", "product"):
        inner = {part: new for part, new in names.items() if node.value not in free_names(part)}
        first, last, body = node.args
        outer = (exchanged(first, names), exchanged(last, names))
        return Node(node.op, (*outer, exchanged(body, inner)), node.value)
    if node.op == "expect":
        raise NotImplementedError("an expectation")
    return node.having(exchanged(a, names) for a in node.args)


def at_start(node: Node, on: str, value: int) -> Node:
    """The tree at the first t, short sums written out."""
    return simplify(substitute(node, {on: lift(Fraction(value))}))

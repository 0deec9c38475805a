"""Statements about entries of sequences, as statements about numbers.

An entry ``a[i]`` is a number of the sequence's set, and different places may hold any two numbers:
a proof with a symbol of its own for every entry that is written covers every sequence. That the
place is one of the sequence's is a goal beside.
"""

from dataclasses import replace

from verify.formula.expression import Node, binary, walk
from verify.language.kinds import size_node
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, Real, Sequence, Symbol

BINDERS = ("sum", "product", "expect")


class NotEntries(TypeError):
    """The statement uses a sequence otherwise than by entries at one place each."""


def without_entries(statement: Statement) -> tuple[Statement, tuple[Node, ...]]:
    """The statement with symbols for its entries, and that their places exist.

    Raises:
        NotEntries: a sequence is used as a whole, under a sum, or at a place that is computed.
    """
    said = statement.assertion
    if not isinstance(said, Compare):
        raise NotEntries("no comparison")
    known = {s.name: s for s in statement.symbols}
    found: dict[Node, Symbol] = {}
    places: list[Node] = []

    def numbers(node: Node) -> Node:
        if node.op == "at":
            if node not in found:
                found[node], conditions = _entry(node, known)
                places.extend(conditions)
            return found[node].node
        if node.op == "symbol" and isinstance(getattr(known.get(node.value), "kind", 0), Sequence):
            raise NotEntries(f"{node.value} as a whole")
        if node.op in BINDERS and any(n.op == "at" for n in walk(node)):
            raise NotEntries(f"entries under a {node.op}")
        return node.having(map(numbers, node.args))

    changed = replace(said, left=numbers(said.left), right=numbers(said.right))
    where = tuple(map(numbers, statement.where))
    symbols = tuple(s for s in statement.symbols if not isinstance(s.kind, Sequence))
    new = replace(statement, symbols=(*symbols, *found.values()), assertion=changed, where=where)
    return new, tuple(dict.fromkeys(places))


def _entry(node: Node, known: dict[str, Symbol]) -> tuple[Symbol, tuple[Node, ...]]:
    """A symbol for an entry, and that its place is one of the sequence's."""
    of, place = node.args
    symbol = known.get(of.value) if of.op == "symbol" else None
    if symbol is None or not isinstance(symbol.kind, Sequence):
        raise NotEntries("an entry of something that is no sequence")
    if place.op == "symbol":
        index = known.get(place.value)
        whole = index is not None and isinstance(index.kind, Natural)
    else:
        whole = place.op == "number" and place.value.denominator == 1
    if not whole or not isinstance(symbol.kind.entry, Real):
        raise NotEntries("a place that is computed")
    last = size_node(symbol.kind.length)
    name = f"{of.value}[{place.value}]"
    entry = Symbol(name, rf"{symbol.latex}_{{{place.value}}}", symbol.unit, symbol.kind.entry)
    return entry, (binary("le", 1, place), binary("le", place, last))

"""The entries of a sequence that a sum runs over, as numbers of their own."""

from collections.abc import Mapping

from verify.formula.expression import Node, lift, substitute
from verify.language.symbols import Real, Sequence, Symbol


def without_entries(node: Node, symbols: Mapping[str, Symbol]) -> tuple[Node, dict[Node, Symbol]]:
    """The tree with a number of its own for each entry of a sequence that a sum runs over.

    What has a value for all numbers of the sequence's set has one for its entries. The sum must run
    from 1 or later to the sequence's length, so that every entry exists.
    """
    found: dict[Node, Symbol] = {}

    def numbers(n: Node, length_of: Mapping[str, Node]) -> Node:
        if n.op in ("sum", "product"):
            first, last, body = n.args
            inner = {name: end for name, end in length_of.items() if name != n.value}
            if first.op == "number" and first.value >= 1 and first.value.denominator == 1:
                inner[n.value] = last
            ends = (numbers(first, length_of), numbers(last, length_of))
            return n.having((*ends, numbers(body, inner)))
        if n.op == "at" and n.args[0].op == n.args[1].op == "symbol":
            name, place = n.args[0].value, n.args[1].value
            kind = symbols[name].kind if name in symbols else None
            if isinstance(kind, Sequence) and isinstance(kind.entry, Real):
                length = kind.length
                size = Node("symbol", (), length) if isinstance(length, str) else lift(length)
                if length_of.get(place) == size:
                    entry = f"{name}[{place}]"
                    found[n] = Symbol(entry, entry, symbols[name].unit, kind.entry)
                    return found[n].node
        return n.having(numbers(a, length_of) for a in n.args)

    return numbers(node, {}), found


def inside_sums(node: Node, entries: Mapping[Node, Symbol]) -> Node:
    """A condition with the entries again where a sum in it runs over them.

    One number stands for an entry; for all that a sum adds it would say that they are equal. Every
    bound name is bound once.
    """
    if node.op in ("sum", "product"):
        first, last, body = node.args
        numbers = {s.name: n for n, s in entries.items() if n.args[1].value == node.value}
        return node.having((first, last, inside_sums(substitute(body, numbers), entries)))
    return node.having(inside_sums(part, entries) for part in node.args)

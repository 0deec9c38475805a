"""Neighbours of a statement: each number, sign, exponent, symbol and hypothesis of it, changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from verify.formula.expression import Node, lift
from verify.language.statement import Compare, Limit, Statement, Table

SWAPS = {"add": "sub", "sub": "add", "max": "min", "min": "max"}


@dataclass(frozen=True)
class Mutant:
    """A statement with one thing changed.

    Attributes:
        name: what was changed. dropped: a hypothesis was left out, so that new points are in play.
    """

    name: str
    statement: Statement
    dropped: bool = False


def mutants(statement: Statement) -> Iterator[Mutant]:
    """The mutants of a comparison, a limit or a table; none of other assertions."""
    a = statement.assertion
    if isinstance(a, Compare):
        for name, changed in changes(a.right):
            yield Mutant(f"right: {name}", replace(statement, assertion=replace(a, right=changed)))
        for name, changed in changes(a.left):
            yield Mutant(f"left: {name}", replace(statement, assertion=replace(a, left=changed)))
        written = statement.written_where
        for place, condition in enumerate(statement.where):
            rest = statement.where[:place] + statement.where[place + 1 :]
            if condition in written:
                said = replace(statement, where=rest)
                yield Mutant(f"hypothesis {place + 1} dropped", said, True)
        for one in statement.ranging:
            rest = tuple(c for c in statement.where if c not in one.interpolation)
            yield Mutant(
                f"class of {one.function.latex} dropped", replace(statement, where=rest), True
            )
    elif isinstance(a, Limit):
        # Twice 0 is the same limit.
        other = a.value - 1 if a.value == lift(0) else a.value * 2
        for value in (a.value + 1, other):
            yield Mutant("limit changed", replace(statement, assertion=replace(a, value=value)))
    elif isinstance(a, Table):
        for place, (name, digits, node) in enumerate(a.entries):
            entry = (name, _next_digit(digits, a.slack), node)
            entries = (*a.entries[:place], entry, *a.entries[place + 1 :])
            yield Mutant(
                f"{name}: last digit", replace(statement, assertion=Table(entries, a.slack))
            )


def _next_digit(digits: str, slack: int) -> str:
    """The printed number with its last digit off by more than is forgiven."""
    from decimal import Decimal

    printed = Decimal(digits)
    unit = Decimal(1).scaleb(int(printed.as_tuple().exponent))
    return str(printed + (2 * slack + 2) * unit)


def changes(node: Node) -> Iterator[tuple[str, Node]]:
    """Every tree that differs in one node; the name says what was changed."""
    yield from _here(node)
    for place, child in enumerate(node.args):
        exponent = node.op == "pow" and place == 1
        for name, changed in changes(child):
            label = f"exponent {name}" if exponent else name
            yield label, node.having((*node.args[:place], changed, *node.args[place + 1 :]))


def _here(node: Node) -> Iterator[tuple[str, Node]]:
    if node.op == "number":
        value: Fraction = node.value
        shown = str(value)
        yield f"{shown} to {value + 1}", Node("number", (), value + 1, node.unit)
        if value != 0:
            yield f"{shown} to {value / 2}", Node("number", (), value / 2, node.unit)
    elif node.op == "symbol":
        yield f"{node.value} dropped", lift(1)
        yield f"{node.value} doubled", 2 * node
    elif node.op in SWAPS:
        yield f"{node.op} to {SWAPS[node.op]}", Node(SWAPS[node.op], node.args)
    elif node.op == "neg":
        yield "sign", node.args[0]
    elif node.op == "mul":
        yield "first factor dropped", node.args[1]
        yield "second factor dropped", node.args[0]
    elif node.op == "div":
        yield "divisor dropped", node.args[0]
    elif node.op in ("sqrt", "log", "exp", "abs"):
        yield f"{node.op} dropped", node.args[0]
    elif node.op == "sum":
        first, last, body = node.args
        yield "one term less", Node("sum", (first, last - 1, body), node.value)
        yield "one term more", Node("sum", (first, last + 1, body), node.value)
    elif node.op == "at":
        sequence, index = node.args
        yield "index shifted", Node("at", (sequence, index - 1))

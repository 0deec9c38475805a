"""Enclosures of trees over boxes, by interval arithmetic."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.formula.expression import CONDITIONS, FUNCTIONS, Node
from verify.methods.intervals.numbers import (
    Answer,
    Interval,
    IntervalNumbers,
    compare,
    greatest,
    least,
    numbers,
)

Step = Callable[[Mapping[str, Interval], list[Any]], Any]


class Tape:
    """A tree as a list of operations in which equal subtrees occur once.

    Raises:
        NotImplementedError: the tree holds an operation that has no interval form.
    """

    def __init__(self, node: Node) -> None:
        self.numbers = numbers()
        self.steps: list[Step] = []
        self.places: dict[tuple[object, ...], int] = {}
        self.root = self._place(node)

    def __call__(self, box: Mapping[str, Interval]) -> Interval:
        """The enclosure over a box."""
        values: list[Any] = []
        for step in self.steps:
            values.append(step(box, values))
        found: Interval = values[self.root]
        return found

    def _place(self, node: Node) -> int:
        closed = node.op in ("sum", "product")
        places = () if closed else tuple(map(self._place, node.args))
        key = (node,) if closed else (node.op, node.value, places)
        if key not in self.places:
            step = self._step(node, places)
            self.places[key] = len(self.steps)
            self.steps.append(step)
        return self.places[key]

    def _step(self, node: Node, places: tuple[int, ...]) -> Step:
        ops, op = self.numbers, node.op
        if op in ("number", "constant"):
            value = ops.number(node.value) if op == "number" else _constant(ops, node.value)
            return lambda box, values: value
        if op == "symbol":
            return lambda box, values: box[node.value]
        if op in ("sum", "product"):
            # Its number of terms is not known yet; it is unrolled once the bounds are numbers.
            return lambda box, values: ops.line
        if op == "pow":
            return _power(ops, node.args[1], places)
        if op == "piecewise":
            return lambda box, values: _branches(ops, [values[p] for p in places])
        if op in CONDITIONS:
            return _condition(op, places)
        if op == "mul" and places[0] == places[1]:
            return lambda box, values: ops.whole_power(values[places[0]], 2)
        if op not in OPERATIONS:
            raise NotImplementedError(f"{op} has no interval form")
        function = getattr(ops, op)
        return lambda box, values: function(*[values[p] for p in places])


def _power(ops: IntervalNumbers, exponent: Node, places: tuple[int, ...]) -> Step:
    base, other = places
    if exponent.op != "number":
        return lambda box, values: ops.power(values[base], values[other])
    if exponent.value.denominator == 1:
        return lambda box, values: ops.whole_power(values[base], int(exponent.value))
    return lambda box, values: ops.broken_power(values[base], exponent.value)


def _condition(op: str, places: tuple[int, ...]) -> Step:
    if op == "loewner":
        raise NotImplementedError("loewner has no interval form")
    if op == "and":
        return lambda box, values: _all([values[p] for p in places])
    left, right = places
    return lambda box, values: compare(op, values[left], values[right])


OPERATIONS = ("add", "sub", "mul", "div", "neg", "max", "min", *FUNCTIONS)


def _constant(ops: IntervalNumbers, name: str) -> Interval:
    return ops.ball(ops.arb.pi() if name == "pi" else ops.arb.const_e())


def _all(answers: Sequence[Answer]) -> Answer:
    if any(a is False for a in answers):
        return False
    return True if all(answers) else None


def _branches(ops: IntervalNumbers, values: Sequence[Any]) -> Interval:
    """The union of the branches that some point of the box may take."""
    possible: list[Interval] = []
    sure = False
    for answer, value in zip(values[::2], values[1::2], strict=True):
        if answer is not False:
            possible.append(value)
        if answer is True:
            sure = True
            break
    if not possible:
        return ops.line
    total = sure and len(possible) == 1 and possible[0][2]
    return least([p[0] for p in possible]), greatest([p[1] for p in possible]), total


def box_of(sides: Mapping[str, tuple[Fraction | None, Fraction | None]]) -> dict[str, Interval]:
    """The intervals of the symbols."""
    ops = numbers()
    return {name: ops.side(low, high) for name, (low, high) in sides.items()}

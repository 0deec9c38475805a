"""Statements over finite sets: every point, exactly, and no point left out."""

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verify.formula.arithmetic import ORDER
from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate, truth
from verify.formula.expression import Node, free_names
from verify.language.statement import Goal
from verify.language.symbols import Natural, OneOf, Symbol
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.evidence import Level

Point = dict[str, Any]
Test = Callable[[Point], tuple[bool, bool]]
OPERATIONS = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def values(symbol: Symbol) -> Sequence[Any] | None:
    """All values of a symbol, or None where its set is not a finite list."""
    kind = symbol.kind
    if isinstance(kind, OneOf):
        return kind.values
    if isinstance(kind, Natural) and kind.most is not None:
        return range(kind.least, kind.most + 1)
    return None


def size(symbols: Sequence[Symbol]) -> int | None:
    """How many points the sets of the symbols have together; None where it is not known finite."""
    listed = [values(s) for s in symbols]
    if any(v is None for v in listed):
        return None
    return math.prod(len(v) for v in listed if v is not None)


@dataclass(frozen=True)
class Enumerate:
    """Every point of finite sets, evaluated exactly (in balls where a value is irrational).

    Attributes:
        limit: points above which nothing is claimed.
    """

    limit: int = 300_000
    name: str = "enumerate"

    def refusal(self, goal: Goal) -> str | None:
        """Why the goal is not enumerated, or None where it is."""
        points = size(goal.symbols)
        if points is None:
            endless = [s.name for s in goal.symbols if values(s) is None]
            return f"no finite set: {', '.join(endless)}"
        if points > self.limit:
            return f"{points} points are more than {self.limit}"
        return None

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof that looked at every point, a point where the goal fails, or None.

        A point at which the goal has no value, or cannot be decided, is no pass: there is no proof.
        """
        if self.refusal(goal) is not None:
            return None
        names = {s.name for s in goal.symbols}
        if not free_names(goal.prove).union(*map(free_names, goal.given)) <= names:
            return None
        test = _test(goal.prove, goal.symbols)
        count, complete, exact = 0, True, True
        for point, sure in _points(goal):
            count += 1
            try:
                holds, rational = test(point)
            except (Undefined, Undecided):
                complete = False
                continue
            exact = exact and rational
            if not holds and sure:
                return Suspect(point)
            complete = complete and holds
        if not complete:
            return None
        level = Level.EXACT if exact else Level.CERTIFIED
        how = "in rational arithmetic" if exact else "irrational values being enclosed"
        total = size(goal.symbols)
        points = f"all {count} points" if count > 1 else "the only point"
        points += f" of {total} that meet the hypotheses" * (count != total)
        text = f"by evaluating {points}, {how}"
        return Proof(self.name, level, text, how={"by": "enumerate"})


def _test(condition: Node, symbols: Sequence[Symbol]) -> Test:
    """Whether a condition holds at a point, and whether rational arithmetic said so."""
    if all(s.scalar for s in symbols) and condition.op in ORDER:
        left, right = map(_polynomial, condition.args)
        relation = ORDER[condition.op]
        if left is not None and right is not None:
            return lambda point: (bool(relation(left(point), right(point))), True)

    def test(point: Point) -> tuple[bool, bool]:
        try:
            return bool(evaluate(condition, point, EXACT)), True
        except Undecided:
            return truth(condition, point), False

    return test


def _polynomial(node: Node) -> Callable[[Point], Any] | None:
    """A polynomial as a function of points, in whole numbers and fractions; None for the rest."""
    if node.op == "number":
        value = node.value.numerator if node.value.denominator == 1 else node.value
        return lambda point: value
    if node.op == "symbol":
        return lambda point: point[node.value]
    if node.op == "neg" and (inner := _polynomial(node.args[0])):
        return lambda point: -inner(point)
    if node.op not in OPERATIONS:
        return None
    left, right = map(_polynomial, node.args)
    operation = OPERATIONS[node.op]
    if left is None or right is None:
        return None
    return lambda point: operation(left(point), right(point))


def _points(goal: Goal) -> Iterator[tuple[Point, bool]]:
    """The points at which no hypothesis is false, and whether all of them are surely true.

    A hypothesis is looked at as soon as its symbols have values, so that whole branches fall away.
    """
    order = sorted(goal.symbols, key=lambda s: len(values(s) or ()))
    names = [s.name for s in order]
    stages: list[list[Test]] = [[] for _ in range(len(order) + 1)]
    for condition in goal.given:
        depth = max((names.index(n) + 1 for n in free_names(condition)), default=0)
        stages[depth].append(_test(condition, goal.symbols))

    def grow(point: Point, sure: bool, depth: int) -> Iterator[tuple[Point, bool]]:
        for test in stages[depth]:
            try:
                if not test(point)[0]:
                    return
            except Undefined:
                return
            except Undecided:
                sure = False
        if depth == len(order):
            yield point, sure
            return
        symbol = order[depth]
        for value in values(symbol) or ():
            yield from grow({**point, symbol.name: value}, sure, depth + 1)

    return grow({}, True, 0)

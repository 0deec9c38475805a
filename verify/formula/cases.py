"""Computations with few values as formulas by cases, for whoever reads no programs.

A table that a paper prints is a computation to the engine, and so is what is counted in it. Its
cells say the same in formulas without symbols: the printed numbers, and what is computed of them.
"""

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import (
    CONDITIONS,
    UNDEFINED,
    Cells,
    External,
    Node,
    binary,
    indicator,
    lift,
)


def by_cases(call: Node) -> Node:
    """A computation that has cells as a formula of its arguments; without a value elsewhere.

    Raises:
        ValueError: a cell says something else than the computation.
    """
    return _chosen(_agreeing(call.value, call.value.cells), call.args)


@functools.lru_cache(maxsize=1024)
def _agreeing(named: External, told: Callable[[], Cells]) -> Cells:
    """The cells, each compared with what the computation gives, in rational arithmetic."""
    cells = told()
    for place, tree in cells.items():
        call = Node("external", tuple(map(lift, place)), named)
        try:
            value, said = (evaluate(node, {}, EXACT) for node in (call, tree))
        except (Undefined, Undecided, LookupError) as error:
            raise ValueError(
                f"a cell must have an exact value. Found none at {place} of {named.name!r}."
            ) from error
        if value != said:
            raise ValueError(
                f"a cell must have the value of its computation, {value}. "
                f"Found {said} at {place} of {named.name!r}."
            )
    return cells


def _chosen(cells: Cells, arguments: tuple[Node, ...]) -> Node:
    """The cell that the arguments choose, the first of them first."""
    if not arguments:
        return cells[()]
    first, *rest = arguments
    parts: dict[Fraction, dict[tuple[Any, ...], Node]] = {}
    for (value, *others), tree in cells.items():
        parts.setdefault(Fraction(value), {})[tuple(others)] = tree
    if first.op == "number":
        return _chosen(parts[first.value], tuple(rest)) if first.value in parts else UNDEFINED
    branches = (
        (binary("eq", first, value), _chosen(part, tuple(rest))) for value, part in parts.items()
    )
    return Node("piecewise", tuple(side for branch in branches for side in branch))


def counting(tree: Node) -> Node:
    """The tree with 1 or 0 for a condition where a number stands, as Python counts."""
    args = tuple(map(counting, tree.args))
    if tree.op in ("add", "sub", "mul", "neg"):
        args = tuple(indicator(a) if a.op in CONDITIONS else a for a in args)
    return tree.having(args)

"""Scalar trees over numpy arrays: many points at once, NaN where a formula has no value.

At a single point the terms of a sum or product are the array.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from verify.formula.expression import FUNCTIONS, Node, free_names

Array = npt.NDArray[Any]


class NotScalar(TypeError):
    """The tree holds something that is no formula of scalars."""


def values(node: Node, columns: Mapping[str, Array]) -> Array:
    """The tree at every row.

    Raises:
        NotScalar: sequences, vectors, matrices, laws or externals, and sums at many points.
    """
    with np.errstate(all="ignore"):
        return np.asarray(_value(node, columns), dtype=float)


def holds(condition: Node, columns: Mapping[str, Array]) -> Array:
    """Whether a condition holds at every row; False where a side has no value."""
    with np.errstate(all="ignore"):
        return np.asarray(_condition(condition, columns), dtype=bool)


BINARY = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}
UNARY = {"neg": np.negative} | {name: getattr(np, name) for name in FUNCTIONS}
COMPARE = {"le": np.less_equal, "lt": np.less, "eq": np.equal, "ne": np.not_equal}


def _value(node: Node, columns: Mapping[str, Array]) -> Any:
    op = node.op
    if op == "number":
        return float(node.value)
    if op == "undefined":
        return np.nan
    if op == "constant":
        return {"pi": np.pi, "e": np.e}.get(node.value, np.nan)
    if op == "symbol":
        if node.value not in columns:
            raise NotScalar(node.value)
        return columns[node.value]
    if op in UNARY:
        return UNARY[op](np.asarray(_value(node.args[0], columns), dtype=float))
    if op in BINARY:
        result = _value(node.args[0], columns)
        for argument in node.args[1:]:
            result = BINARY[op](result, _value(argument, columns))
        return result
    if op == "div":
        top, bottom = (np.asarray(_value(a, columns), dtype=float) for a in node.args)
        return np.where(bottom == 0, np.nan, top / bottom)
    if op == "pow":
        base, power = (np.asarray(_value(a, columns), dtype=float) for a in node.args)
        return np.where((base == 0) & (power < 0), np.nan, np.power(base, power))
    if op == "piecewise":
        conditions = [_condition(c, columns) for c in node.args[::2]]
        branches = [np.asarray(_value(v, columns), dtype=float) for v in node.args[1::2]]
        chosen: Any = np.nan
        for condition, branch in zip(reversed(conditions), reversed(branches), strict=True):
            chosen = np.where(condition, branch, chosen)
        return chosen
    if op in ("sum", "product"):
        return _repeated(node, columns)
    raise NotScalar(op)


def _repeated(node: Node, columns: Mapping[str, Array]) -> float:
    """A sum, free of rounding but for its terms', or a product, over an array of its index."""
    first, last, body = node.args
    if any(np.ndim(columns[name]) for name in free_names(node) & columns.keys()):
        raise NotScalar(node.op)
    ends = [float(_value(end, columns)) for end in (first, last)]
    if not all(end.is_integer() for end in ends):
        return math.nan
    index = np.arange(ends[0], ends[1] + 1)
    terms = np.broadcast_to(_value(body, {**columns, node.value: index}), index.shape)
    if node.op == "product":
        return float(np.prod(terms))
    return math.fsum(terms.tolist()) if np.isfinite(terms).all() else math.nan


def _condition(node: Node, columns: Mapping[str, Array]) -> Any:
    if node.op == "and":
        result: Any = True
        for part in node.args:
            result = np.logical_and(result, _condition(part, columns))
        return result
    if node.op not in COMPARE:
        raise NotScalar(node.op)
    left, right = (_value(a, columns) for a in node.args)
    answer = COMPARE[node.op](left, right)
    return answer & ~(np.isnan(left) | np.isnan(right))

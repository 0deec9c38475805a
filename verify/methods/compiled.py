"""Scalar trees as nested Python functions: what floating point says of one point, quickly.

It only decides where exact arithmetic looks: a point that is rejected here is a candidate less,
never evidence.
"""

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

from verify.expression import Node

Value = Callable[[Mapping[str, float]], float]
CLEAR = 1e-6  # a relative gap that rounding does not make
NAN = float("nan")

UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda x: -x,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "cos": math.cos,
    "sin": math.sin,
    "floor": math.floor,
    "ceil": math.ceil,
}


class NotCompiled(TypeError):
    """The tree holds something that is no formula of scalars."""


@functools.lru_cache(maxsize=4096)
def value(node: Node) -> Value | None:
    """The tree as a function of floats by name, or None where it is no formula of scalars."""
    try:
        return _value(node)
    except NotCompiled:
        return None


def floats(point: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of a point in double precision; others and what overflows are left out."""
    found = {}
    for name, number in point.items():
        try:
            found[name] = float(number)
        except (TypeError, OverflowError, ValueError):
            continue
    return found


def clearly_false(condition: Node, point: Mapping[str, float]) -> bool:
    """Whether a comparison fails by more than rounding can do; False where that is not known."""
    if condition.op not in ("le", "lt", "eq") or len(condition.args) != 2:
        return False
    left, right = (value(a) for a in condition.args)
    if left is None or right is None:
        return False
    try:
        low, high = left(point), right(point)
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return False
    gap = abs(low - high) if condition.op == "eq" else low - high
    return gap > CLEAR * (abs(low) + abs(high))


def _value(node: Node) -> Value:
    op = node.op
    if op == "number":
        try:
            number = float(node.value)
        except OverflowError as error:
            raise NotCompiled("too large") from error
        return lambda p: number
    if op == "constant":
        constant = {"pi": math.pi, "e": math.e}.get(node.value, NAN)
        return lambda p: constant
    if op == "symbol":
        name = node.value
        return lambda p: p[name]
    if op in UNARY:
        function, inner = UNARY[op], _value(node.args[0])
        return lambda p: function(inner(p))
    if op in ("add", "sub", "mul", "div", "pow"):
        return _binary(op, *map(_value, node.args))
    if op in ("max", "min"):
        parts = [_value(a) for a in node.args]
        best = max if op == "max" else min
        return lambda p: best(part(p) for part in parts)
    raise NotCompiled(op)


def _binary(op: str, a: Value, b: Value) -> Value:
    functions: dict[str, Value] = {
        "add": lambda p: a(p) + b(p),
        "sub": lambda p: a(p) - b(p),
        "mul": lambda p: a(p) * b(p),
        "div": lambda p: a(p) / b(p),
        "pow": lambda p: math.pow(a(p), b(p)),
    }
    return functions[op]

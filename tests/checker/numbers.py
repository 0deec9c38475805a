"""Floating-point values of trees, apart from the checker's own arithmetic."""

import math
import random
from collections.abc import Iterator, Mapping
from typing import Any

from verify.checker.text import Symbol, Tree, number

SLACK = 1e-9
FUNCTIONS = {"sqrt": math.sqrt, "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos}
RELATIONS = {"le": lambda a, b: a <= b, "lt": lambda a, b: a < b, "eq": lambda a, b: a == b}
ARITHMETIC = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "max": max,
    "neg": lambda a: -a,
    "abs": abs,
}


def value(tree: Tree, point: Mapping[str, float]) -> float:
    """The value of a tree at a point.

    Raises:
        ArithmeticError, ValueError, TypeError: there is none.
    """
    if isinstance(tree, str):
        exact = number(tree)
        return point[tree] if exact is None else float(exact)
    op, *parts = tree
    if op == "sum":
        index, first, last, body = parts
        ends = range(round(value(first, point)), round(value(last, point)) + 1)
        return math.fsum(value(body, {**point, index: k}) for k in ends)
    if op == "piecewise":
        for condition, branch in zip(parts[::2], parts[1::2], strict=True):
            if truth(condition, point):
                return value(branch, point)
        raise ValueError("no branch")
    found = [value(part, point) for part in parts]
    result: Any = FUNCTIONS[op](*found) if op in FUNCTIONS else ARITHMETIC[op](*found)
    if isinstance(result, complex):
        raise ValueError("a root of a negative number")
    return float(result)


def truth(condition: Tree, point: Mapping[str, float]) -> bool:
    """Whether a comparison holds in floating point."""
    return RELATIONS[condition[0]](*(value(side, point) for side in condition[1:]))


def violated(condition: Tree, point: Mapping[str, float]) -> bool:
    """Whether a comparison plainly fails, or has no value."""
    try:
        left, right = (value(side, point) for side in condition[1:])
    except (ArithmeticError, ValueError):
        return True
    gap = SLACK * (1 + abs(left) + abs(right))
    if condition[0] == "eq":
        return abs(left - right) > gap
    # Where both sides touch, a strict order fails and floating point does not see it.
    return left > right + gap


def points(symbols: list[Symbol], rng: random.Random, count: int) -> Iterator[dict[str, float]]:
    """Points of the sets."""
    for _ in range(count):
        yield {s.name: _drawn(s, rng) for s in symbols}


def _drawn(s: Symbol, rng: random.Random) -> float:
    if s.kind == "one-of":
        return float(rng.choice(s.values))
    low = -4.0 if s.low is None else float(s.low)
    high = max(low, 0.0) + 5.0 if s.high is None else float(s.high)
    if s.kind == "natural":
        return rng.randint(round(low), min(round(high), round(low) + 8))
    ends = [low] * (s.low is not None and not s.open_low)
    ends += [high] * (s.high is not None and not s.open_high)
    if ends and rng.random() < 0.2:
        return rng.choice(ends)
    return low + (high - low) * rng.uniform(0.001, 0.999)

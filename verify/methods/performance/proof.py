"""Certificates of bounds for every function of a class, as the second checker reads them."""

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import EXACT, evaluate
from verify.formula.expression import Node, lift
from verify.formula.written import written
from verify.methods.performance.forms import Forms
from verify.methods.performance.problem import Problem
from verify.methods.performance.rounding import exact, left_over, squares
from verify.methods.performance.solver import Arrays, arrays

How = Mapping[str, Any]


def numbers(found: Problem, setting: Mapping[str, Any]) -> tuple[tuple[Any, ...], Arrays]:
    """The forms at a setting, exactly and in floats."""
    forms = found.forms(setting)
    equal = [c.op == "eq" for c in found.conditions]
    return forms, arrays(forms, found.vectors, found.letters, equal)


def at_setting(found: Problem, setting: Mapping[str, Any]) -> How | None:
    """How a bound goes at a setting of its parameters, with rational multipliers."""
    forms, a = numbers(found, setting)
    factors = exact(forms, a, found.vectors)
    if factors is None:
        return None
    vectors = next(orders(found))
    fixed = Forms(vectors, found.letters, lambda n: Fraction(evaluate(n, setting, EXACT)))
    conditions, goal = found.over(fixed)
    rest = left_over(goal, ((c, conditions[k]) for k, c in factors.items()))
    left = squares(rest, vectors)
    if left is None:
        return None
    weighted = [(found.conditions[k], lift(c)) for k, c in factors.items()]
    return told(weighted, [(lift(q), combined(v, lift)) for q, v in left])


def told(
    conditions: Iterable[tuple[Node, Node]],
    left: Iterable[tuple[Node, Node]],
    sign: Callable[[Node], How | None] = lambda factor: None,
) -> dict[str, Any]:
    """The proof as a document.

    Args:
        conditions: each with its factor. left: factors, each with the vector that is squared.
        sign: how it is proved that a factor is not negative, where that is told.
    """

    def part(of: Node, times: Node) -> dict[str, Any]:
        how = None if times.op == "number" else sign(times)
        return {"of": written(of), "times": written(times)} | ({"how": how} if how else {})

    return {
        "by": "squares",
        "conditions": [part(c, w) for c, w in conditions],
        "squares": [part(v, q) for q, v in left],
    }


def orders(found: Problem) -> Iterator[list[str]]:
    """The vectors of the statement in several orders, gradients first: these seldom vanish."""
    gradients = [
        p.gradient.name for f in found.statement.ranging for p in f.places if p.gradient is not None
    ]
    every = [*found.vectors, *([found.origin] if found.origin else [])]
    slopes, others = [v for v in gradients if v in every], [v for v in every if v not in gradients]
    yield slopes + others
    yield slopes[::-1] + others
    yield others + slopes


def combined(vector: Mapping[str, Any], shown: Callable[[Any], Node]) -> Node:
    """A combination of vectors as a tree.

    Args:
        shown: a coefficient as one.
    """
    named = [(Node("symbol", (), name), c) for name, c in vector.items() if c != 0]
    terms = [one if c == 1 else shown(c) * one for one, c in named]
    return functools.reduce(operator.add, terms)

"""Certificates of bounds for every function of a class, as the second checker reads them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import EXACT, evaluate
from verify.formula.expression import Node, binary, lift, walk
from verify.formula.written import written
from verify.methods.performance.forms import Form, Forms, added, combined
from verify.methods.performance.problem import Problem
from verify.methods.performance.rounding import exact, left_over, squares
from verify.methods.performance.solver import Arrays, arrays

How = Mapping[str, Any]
Weighted = list[tuple[Node, Node]]  # conditions or vectors, each with its factor


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
    order = next(orders(found))
    names = [*order, *(put.name for put in found.put)]
    fixed = Forms(names, found.letters, lambda n: Fraction(evaluate(n, setting, EXACT)))
    parts = weighted(found, fixed, factors, order, lift)
    return None if parts is None else told(*parts)


def weighted(
    found: Problem,
    forms: Forms,
    factors: Mapping[int, Any],
    order: Sequence[str],
    shown: Callable[[Any], Node],
) -> tuple[Weighted, Weighted] | None:
    """Conditions and vectors with their factors, which add up to the bound; None where none do.

    Args:
        forms: of all vectors, over the field of the factors. order: in which squares are taken.
        shown: an element of the field as a tree.
    """
    conditions, goal = found.over(forms)
    rest = left_over(goal, ((c, conditions[k]) for k, c in factors.items()))
    parts = [(found.conditions[k], shown(c)) for k, c in factors.items() if c != 0]
    for put in found.put:
        rest, by = _put(rest, put.name, forms.vector(put.tree))
        if by:
            # What is left of the equation is its inner product with this vector.
            other = combined(by, shown)
            sides = (binary("dot", other, side) for side in put.equation.args)
            parts.append((binary("eq", *sides), lift(put.share)))
    left = squares(rest, order)
    return None if left is None else (parts, [(combined(v, shown), shown(q)) for q, v in left])


def _put(form: Form, name: str, tree: Mapping[str, Any]) -> tuple[Form, dict[str, Any]]:
    """A form with a combination for a vector, and what the difference of both is multiplied by."""
    square = form.get((name, name), 0)
    others = {
        (key[0] if key[1] == name else key[1]): c
        for key, c in form.items()
        if len(key) == 2 and name in key and key != (name, name)
    }
    rest = {key: c for key, c in form.items() if name not in key}
    scaled = {n: square * c for n, c in tree.items()}
    product = Forms((), (), lambda node: node).product
    moved = added((1, rest), (1, product(scaled, tree)), (1, product(others, tree)))
    by = added((1, {name: square}), (1, scaled), (1, others))
    return ({key: c for key, c in moved.items() if c != 0}, {n: c for n, c in by.items() if c != 0})


def told(
    conditions: Iterable[tuple[Node, Node]],
    left: Iterable[tuple[Node, Node]],
    shows: Callable[[Node], How | None] = lambda condition: None,
) -> dict[str, Any]:
    """The proof as a document.

    Args:
        conditions: each with its factor. left: the vectors that are squared, likewise.
        shows: how a condition on the parameters is proved, where that is told.
    """
    divisors: dict[Node, None] = {}

    def part(of: Node, times: Node) -> dict[str, Any]:
        made = (n for tree in (of, times) for n in walk(tree) if n.op == "div")
        # What a hypothesis is made of has a value where it holds.
        divisors.update((n.args[1], None) for n in made if of.op not in ("le", "lt", "eq"))
        signed = times.op != "number" and of.op != "eq"
        how = shows(binary("le", 0, times)) if signed else None
        return {"of": written(of), "times": written(times)} | ({"how": how} if how else {})

    found: dict[str, Any] = {
        "by": "squares",
        "conditions": [part(c, w) for c, w in conditions],
        "squares": [part(v, q) for v, q in left],
    }
    needs = []
    for divisor in divisors:
        positive = binary("lt", 0, divisor)
        how = shows(positive) if divisor.op not in ("number", "symbol") else None
        if how:
            stronger = {"by": "stronger", "prove": written(positive), "how": how}
            needs.append({"prove": written(binary("ne", divisor, 0)), "how": stronger})
    return found | ({"needs": needs} if needs else {})


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

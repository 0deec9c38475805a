"""The function that a counterexample speaks of, where it is one of one number.

Between two neighbouring points its curvature is the largest of the class on one interval, and the
least elsewhere: the length of the interval gives the change of the slope, its place that of the
value. That both fit is the interpolation condition, so a function is found wherever they hold.
"""

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import EXACT, evaluate
from verify.language.classes import Ranging
from verify.language.statement import Statement

Node = tuple[Fraction, Fraction, Fraction]  # a point, the slope there, the value


def described(statement: Statement, point: Mapping[str, Any]) -> str:
    """The second derivatives of a statement's functions at a point of it; "" where none is found.

    Only of smooth functions of one number: what is said of others is their values and gradients.
    """
    found = [_described(ranging, point) for ranging in statement.ranging]
    return "; ".join(found) if all(found) else ""


def _described(ranging: Ranging, point: Mapping[str, Any]) -> str:
    f = ranging.function
    nodes = _nodes(ranging, point)
    if f.most is None or nodes is None:
        return ""
    low, high = (Fraction(evaluate(bound, point, EXACT)) for bound in (f.least, f.most))
    steep = []
    for left, right in itertools.pairwise(nodes):
        piece = _steep(left, right, low, high)
        if piece is None:
            return ""
        steep += [piece] if piece[0] < piece[1] else []
    where = " and ".join(f"[{a}, {b}]" for a, b in _joined(steep))
    return f"{f.latex}'' = {high} on {where}, {low} elsewhere" if where else f"{f.latex}'' = {low}"


def _nodes(ranging: Ranging, point: Mapping[str, Any]) -> list[Node] | None:
    """The points of a function of one number in their order, None for one of several numbers."""
    found = set()
    for place in ranging.places:
        at = evaluate(place.point, point, EXACT)
        slope = (0,) if place.gradient is None else point[place.gradient.name]
        if len(at) != 1:
            return None
        found.add((Fraction(at[0]), Fraction(slope[0]), Fraction(point[place.value.name])))
    return sorted(found)


def _steep(
    left: Node, right: Node, low: Fraction, high: Fraction
) -> tuple[Fraction, Fraction] | None:
    """The interval of the largest curvature between two points; None where there is none."""
    (x, slope, value), (y, next_slope, next_value) = left, right
    step = y - x
    length = (next_slope - slope - low * step) / (high - low)
    if step <= 0 or not 0 <= length <= step:
        return None
    if length == 0:
        return (x, x) if next_value == value + slope * step + low * step**2 / 2 else None
    more = (next_value - value - slope * step - low * step**2 / 2) / (high - low)
    end = y - (more - length**2 / 2) / length
    return (end - length, end) if x <= end - length and end <= y else None


def _joined(pieces: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The intervals, those that touch as one."""
    found: list[tuple[Fraction, Fraction]] = []
    for a, b in pieces:
        if found and found[-1][1] == a:
            found[-1] = (found[-1][0], b)
        else:
            found.append((a, b))
    return found

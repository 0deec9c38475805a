"""What floating point says of a condition at one point, quickly.

It only decides where exact arithmetic looks: a point that is passed over here is a candidate less,
never evidence.
"""

import functools
import math
import operator
from collections.abc import Mapping
from typing import Any

from verify.formula.evaluate import Neighbours, in_floats, shaken
from verify.formula.expression import Node, free_names, walk
from verify.formula.linear import entrywise, flat

CLEAR = 1e-6  # a relative gap that rounding seldom makes
NUDGE = 1e-9  # what every value is moved by, in relation to it; rounding moves it far less
STEADY = 0.1  # the change of a gap, in relation to it, that such a move makes where little cancels
WITHOUT_LOSS = {"le", "lt", "eq", "symbol", "number", "mul", "div"}

Pair = tuple[float, float]


def glance(condition: Node, point: Mapping[str, Any] | Neighbours) -> bool | None:
    """Whether a comparison clearly holds (True) or fails (False); None where that is not known.

    An equation holds clearly where both sides agree but for rounding. It is not known either where
    the sides are what is left of larger terms: a gap is then rounding as likely as not.
    """
    if condition.op not in ("le", "lt", "eq"):
        return None
    pairs = _pairs(condition, point)
    if pairs is None:
        return None
    gaps = [_gap(*pair) for pair in pairs]
    if any(map(math.isnan, gaps)):
        return None
    if condition.op == "eq":
        gaps = [abs(gap) for gap in gaps]
    failing = any(gap > CLEAR for gap in gaps)
    clear = max(gaps, default=0.0) <= (CLEAR / 1000 if condition.op == "eq" else -CLEAR)
    if failing:
        return False if _steady(condition, point, pairs) else None
    return True if clear else None


def _pairs(condition: Node, point: Mapping[str, Any] | Neighbours) -> list[Pair] | None:
    """Left and right of every entry; None where floats have no answer."""
    try:
        left, right = in_floats(condition.args, point)
        if type(left) is float and type(right) is float:
            return [(left, right)]
        entrywise(operator.sub, left, right)  # which raises where the sizes differ
        return list(zip(flat(left), flat(right), strict=True))
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return None


def _steady(condition: Node, point: Mapping[str, Any] | Neighbours, pairs: list[Pair]) -> bool:
    """Whether clear gaps change but little where every value is moved a bit."""
    if isinstance(point, Neighbours) or not _may_cancel(condition):
        return True
    moved = _pairs(condition, shaken(point, free_names(condition), NUDGE))
    return moved is not None and all(
        abs((a - b) - (c - d)) <= STEADY * abs(a - b)
        for (a, b), (c, d) in zip(pairs, moved, strict=True)
        if abs(_gap(a, b)) > CLEAR
    )


@functools.lru_cache(maxsize=4096)
def _may_cancel(condition: Node) -> bool:
    """Whether a side may be small beside its terms; what the library computes has floats alone."""
    ops = {node.op for node in walk(condition)}
    return "external" not in ops and not ops <= WITHOUT_LOSS


def _gap(a: float, b: float) -> float:
    return (a - b) / (abs(a) + abs(b)) if a != b else 0.0

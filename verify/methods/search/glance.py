"""What floating point says of a condition at one point, quickly.

It only decides where exact arithmetic looks: a point that is passed over here is a candidate less,
never evidence.
"""

import math
from collections.abc import Mapping
from typing import Any

from verify.formula.evaluate import Neighbours, in_floats
from verify.formula.expression import Node
from verify.formula.linear import entrywise, flat

CLEAR = 1e-6  # a relative gap that rounding seldom makes


def glance(condition: Node, point: Mapping[str, Any] | Neighbours) -> bool | None:
    """Whether a comparison clearly holds (True) or fails (False); None where that is not known.

    An equation holds clearly where both sides agree but for rounding.
    """
    if condition.op not in ("le", "lt", "eq"):
        return None
    gaps = _relative_gaps(condition, point)
    if gaps is None:
        return None
    if condition.op == "eq":
        gaps = [abs(gap) for gap in gaps]
    if any(gap > CLEAR for gap in gaps):
        return False
    clear = max(gaps, default=0.0) <= (CLEAR / 1000 if condition.op == "eq" else -CLEAR)
    return True if clear else None


def _relative_gaps(condition: Node, point: Mapping[str, Any] | Neighbours) -> list[float] | None:
    """(left - right) / (|left| + |right|) of every entry; None where floats have no answer."""
    try:
        left, right = in_floats(condition.args, point)
        if type(left) is float and type(right) is float:
            return None if math.isnan(gap := _gap(left, right)) else [gap]
        gaps = flat(entrywise(_gap, left, right))
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return None
    return None if any(map(math.isnan, gaps)) else gaps


def _gap(a: float, b: float) -> float:
    return (a - b) / (abs(a) + abs(b)) if a != b else 0.0

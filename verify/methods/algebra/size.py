"""How large an expression becomes once it is written over one denominator."""

import functools
import math
from typing import Any

from verify.methods.algebra.symbolic import sympy

MOST_OPERATIONS = 4000
MOST_TERMS = 4000


@functools.lru_cache(maxsize=20_000)
def too_large(e: Any) -> bool:
    """Whether cancelling an expression may take too many terms."""
    return e.count_ops() > MOST_OPERATIONS or max(spread(e)) > MOST_TERMS


def spread(e: Any) -> tuple[int, int]:
    """Bounds on the numbers of terms of an expression's numerator and denominator."""
    if e.is_Pow and e.exp.is_Integer:
        top, bottom = spread(e.base)
        k = min(abs(int(e.exp)), 64)
        return (top**k, bottom**k) if e.exp > 0 else (bottom**k, top**k)
    parts = [spread(a) for a in e.args]
    if e.is_Mul:
        return math.prod(t for t, _ in parts), math.prod(b for _, b in parts)
    if e.is_Add:
        bottoms = {sympy.fraction(a)[1] for a in e.args}
        common = math.prod(spread(b)[0] for b in bottoms)
        return sum(max(1, t * common // b) for t, b in parts), common
    return 1, 1

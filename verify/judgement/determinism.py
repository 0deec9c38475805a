"""A computation of the library has one value: asked again, in another order, it says the same.

One that keeps state could show the search one value and the proof another.
"""

import math
from itertools import islice
from typing import Any

from verify.formula.arithmetic import anew
from verify.formula.evaluate import in_floats
from verify.formula.expression import External, free_names, walk
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.search import points

ASKED = 3  # corners, and as many points that are drawn
CLOSE = 1e-9


def check(statement: Statement, said: Compare, context: Context) -> None:
    """Refuse a computation that returns something else when it is asked again, the last first.

    Raises:
        ValueError: it does.
    """
    calls = [n for n in dict.fromkeys(walk(said.condition)) if n.op == "external"]
    if not calls or statement.exists:
        return
    corners, drawn = points.corner_sample(statement), points.sample(statement, context)
    asked: list[tuple[External, tuple[Any, ...], Any]] = []
    # What has no symbols is the same at every point.
    varying = [call for call in calls if free_names(call)]
    for place, point in enumerate((*islice(corners, ASKED), *islice(drawn, ASKED))):
        for call in varying if place else calls:
            try:
                arguments = tuple(in_floats(call.args, point))
                asked.append((call.value, arguments, anew(call.value, arguments)))
            except (ArithmeticError, ValueError, TypeError, LookupError):
                # An index of a sum has no value here, and some take whole numbers alone.
                continue
    for function, arguments, value in reversed(asked):
        if not _same(value, anew(function, arguments)):
            raise ValueError(
                f"a formula must not keep state. Found another value of {function.name!r}, "
                f"asked again."
            )


def _same(before: Any, now: Any) -> bool:
    if isinstance(before, Exception) or isinstance(now, Exception):
        return type(before) is type(now)
    return before == now or math.isclose(before, now, rel_tol=CLOSE) or (before != before)

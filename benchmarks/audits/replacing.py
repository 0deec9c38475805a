"""A function with another one in its place, wherever it is called from."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType
from typing import Any


@contextmanager
def in_place_of(function: Any, by: Callable[..., Any]) -> Iterator[None]:
    """Call ``by`` in the place of a function, of a module one at a time.

    The function keeps its identity and gets other code, so that every import, table and class that
    holds it is reached. Of a function that is wrapped (by a contract or a cache) what is inside is
    replaced, of a property (cached or not) its getter.

    Args:
        by: is called with the function as it was, and then with what the function is called with.

    Raises:
        ValueError: the function holds variables of another one.
    """
    getter = getattr(function, "fget", None) or getattr(function, "func", None)
    inside = inspect.unwrap(getter or function)
    parts = (inside.__name__, inside.__defaults__, inside.__closure__)
    was = FunctionType(inside.__code__, inside.__globals__, *parts)
    was.__kwdefaults__ = inside.__kwdefaults__
    inside.__code__ = _stand_in.__code__
    inside.__globals__["_IN_ITS_PLACE"] = partial(by, was)
    try:
        yield
    finally:
        inside.__code__ = was.__code__
        del inside.__globals__["_IN_ITS_PLACE"]


def _stand_in(*given: Any, **named: Any) -> Any:
    # A global of the module whose function this is the code of.
    return _IN_ITS_PLACE(*given, **named)  # type: ignore[name-defined]  # noqa: F821

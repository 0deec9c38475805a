"""What packages offer: the functions and records that keep the contract, and what these return."""

import dataclasses
import inspect
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from types import FunctionType
from typing import Any

from verify.site.reference import packages

# Its function takes what the ledger makes, and leaves its refusals to the ledger.
APART = ("dptheory.testing",)


def offered() -> tuple[Callable[..., Any], ...]:
    """Functions and records of the reference.

    Enumerations, errors and named tuples (states of optimisers) have nothing to check.
    """
    values = [e.object for p in packages() if p.name not in APART for e in p.entries]
    return tuple(v for v in values if isinstance(v, FunctionType) or _is_record(v))


def returned() -> tuple[type, ...]:
    """Records that come out of what is offered, by annotation, and are not offered themselves."""
    known = set(offered())
    found: set[type] = set()
    ahead: list[Any] = list(known)
    while ahead:
        fresh = set(_classes_of(ahead.pop())) - found - known
        found |= fresh
        ahead += fresh
    return tuple(v for v in found if dataclasses.is_dataclass(v) and v.__name__[0] != "_")


def place(value: Any) -> str:
    """The module and the name of a function or a class."""
    return f"{value.__module__}.{value.__qualname__}"


def _is_record(value: Any) -> bool:
    """A class of ours that one constructs: no protocol, enumeration, error, or named tuple."""
    if not isinstance(value, type) or issubclass(value, BaseException | Enum):
        return False
    return not hasattr(value, "_fields") and not getattr(value, "_is_protocol", False)


def _classes_of(value: Any) -> Iterator[type]:
    """The library's classes in what a function returns, or in a record's fields and methods."""
    members = vars(value).values() if isinstance(value, type) else [value]
    functions = [getattr(m, "fget", getattr(m, "func", m)) for m in members]
    hints = [
        typing.get_type_hints(inspect.unwrap(f)).get("return")
        for f in functions
        if isinstance(f, FunctionType)
    ]
    if isinstance(value, type):
        hints += typing.get_type_hints(value).values()
    for hint in hints:
        yield from _named(hint)


def _named(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and hint.__module__.startswith("dptheory."):
        yield hint
    for part in typing.get_args(hint):
        yield from _named(part)

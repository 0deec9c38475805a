"""What packages offer: the functions and records that keep the contract, and what these return.

``python -m benchmarks.audits.surface`` counts the names of parameters that a caller writes, and the
names of fields of what is only read.
"""

import dataclasses
import inspect
import sys
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


def answers() -> frozenset[type]:
    """Records that are offered and only read: they come out, and no question takes one."""
    asked, out = set(offered()), {c for value in offered() for c in _classes_of(value)}
    while True:
        taken = {c for value in asked for c in _taken_by(value) if c is not value}
        read = {v for v in asked if isinstance(v, type) and v in out and v not in taken}
        if not read:
            return frozenset(v for v in offered() if isinstance(v, type) and v not in asked)
        asked -= read


def names() -> tuple[frozenset[str], frozenset[str]]:
    """The names of what is asked with, parameters and fields, and those of answers alone."""
    read = answers()
    both = [
        frozenset(n for v in offered() if (v in read) is side for n in _parameters(v))
        for side in (False, True)
    ]
    return both[0], both[1] - both[0]


def place(value: Any) -> str:
    """The module and the name of a function or a class."""
    return f"{value.__module__}.{value.__qualname__}"


def _is_record(value: Any) -> bool:
    """A class of ours that one constructs: no protocol, enumeration, error, or named tuple."""
    if not isinstance(value, type) or issubclass(value, BaseException | Enum):
        return False
    return not hasattr(value, "_fields") and not getattr(value, "_is_protocol", False)


def _parameters(value: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(value).parameters if name != "iterable"]


def _taken_by(value: Any) -> Iterator[type]:
    """The library's classes that a function or a record takes."""
    hints = typing.get_type_hints(value if isinstance(value, type) else inspect.unwrap(value))
    for hint in (hint for name, hint in hints.items() if name != "return"):
        yield from _named(hint)


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
        bases = {str(k): base for k, base in enumerate(getattr(value, "__orig_bases__", ()))}
        named = type("bases", (), {"__annotations__": bases})
        hints += typing.get_type_hints(value).values()
        hints += typing.get_type_hints(named, vars(sys.modules[value.__module__])).values()
    for hint in hints:
        yield from _named(hint)


def _named(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and hint.__module__.startswith("dptheory."):
        yield hint
    for part in typing.get_args(hint):
        yield from _named(part)


if __name__ == "__main__":
    for kind, found in zip(("asked with", "read"), names(), strict=True):
        print(f"{kind}: {len(found)} names: {' '.join(sorted(found))}")

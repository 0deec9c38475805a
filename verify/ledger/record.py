"""The ledger's records as JSON (``verify/ledger.schema.json``), and back."""

import dataclasses
import functools
from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from verify.judgement.controls import ControlResult
from verify.judgement.record import ClaimRecord
from verify.ledger.json_forms import jsonable

MOST_NESTED = 40  # lists and objects within a value


def to_json(record: ClaimRecord) -> dict[str, Any]:
    """The record as JSON values; controls say whether they behave."""
    document: dict[str, Any] = jsonable(_plain(record))
    for control, entry in zip(record.controls, document["controls"], strict=True):
        entry["behaves"] = control.behaves
    return document


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return value


def from_json(document: Any) -> ClaimRecord:
    """The record of a JSON document that :func:`to_json` wrote.

    Raises:
        ValueError: it is none: a field is missing, of another type or too many.
    """
    record: ClaimRecord = _reader(ClaimRecord)(document)
    for control, entry in zip(record.controls, document["controls"], strict=True):
        _require(entry["behaves"] is control.behaves, "whether a control behaves", entry)
    return record


def _require(fits: bool, what: str, value: Any) -> None:
    if not fits:
        raise ValueError(f"a record must hold {what}. Found {value!r:.60}.")


@functools.cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What makes a value of a field's type of a JSON value, and refuses what is none."""
    inside = get_args(kind)
    if kind is Any:
        return _loose
    if dataclasses.is_dataclass(kind):
        return _fields(kind)
    if get_origin(kind) is UnionType:
        (other,) = [_reader(k) for k in inside if k is not NoneType]
        return lambda value: None if value is None else other(value)
    if get_origin(kind) is tuple:
        return _items(inside)
    if get_origin(kind) is Mapping:
        return lambda value: _loose(_of(dict, value))
    if issubclass(kind, Enum):
        return lambda value: kind(value)
    if kind is float:
        return lambda value: value if type(value) is int else _of(float, value)
    return lambda value: _of(kind, value)


def _fields(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {f.name: _reader(hints[f.name]) for f in dataclasses.fields(kind)}
    derived = {"behaves"} if kind is ControlResult else set()

    def read(value: Any) -> Any:
        _require(_of(dict, value).keys() == readers.keys() | derived, kind.__name__, value)
        return kind(**{name: reader(value[name]) for name, reader in readers.items()})

    return read


def _items(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    if kinds[-1] is Ellipsis:
        reader = _reader(kinds[0])
        return lambda value: tuple(map(reader, _of(list, value)))
    readers = [_reader(kind) for kind in kinds]
    return lambda value: tuple(r(v) for r, v in zip(readers, _of(list, value), strict=True))


def _of(kind: Any, value: Any) -> Any:
    # No bool passes for a number.
    _require(type(value) is kind, f"a value of type {kind.__name__}", value)
    return value


def _loose(value: Any, depth: int = 0) -> Any:
    """A value as it is: numbers, texts, lists and objects, not nested without end."""
    _require(depth < MOST_NESTED, f"values nested at most {MOST_NESTED} times", "more")
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        _loose(inner, depth + 1)
    return value

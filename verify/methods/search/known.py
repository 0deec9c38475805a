"""Violations that earlier searches found: hints where to look first, and nothing more."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Point = Mapping[str, Any]
MOST_DIGITS = 2000  # of a number; evaluation takes longer than a search on longer ones
MOST_NESTED = 4  # lists within a value
RATIONAL = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}/[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)


class Known:
    """What earlier searches of a claim found, and what this run found or confirmed.

    A point that is known counts only once it has been evaluated: whoever asks for it finds out
    whether it lies in the sets, meets the hypotheses and violates.

    Attributes:
        stored: points by search, as JSON values. found: likewise, of this run.
    """

    def __init__(self, stored: Mapping[str, Any]) -> None:
        """What is stored may have been written by anyone."""
        self.stored = stored
        self.found: dict[str, list[Any]] = {}

    def points(self, key: str) -> list[Point]:
        """The points that are known of a search; none where one cannot be read."""
        listed = self.stored.get(key)
        try:
            return [read(entry) for entry in listed] if isinstance(listed, list) else []
        except ValueError:
            return []

    def keep(self, key: str, points: Sequence[Point]) -> None:
        """Keep what a search found, if it can be written."""
        try:
            self.found[key] = [written(p) for p in points]
        except ValueError:
            self.found.pop(key, None)

    def apart(self) -> "Known":
        """What knows the same and keeps for itself."""
        return Known(self.stored)

    def take(self, other: "Known") -> None:
        """Keep what another one kept."""
        self.found |= other.found


def written(point: Point) -> dict[str, Any]:
    """A point as JSON that :func:`read` reads back.

    Raises:
        ValueError: a value is none of rationals, or too long.
    """
    return {name: _written(value) for name, value in point.items()}


def _written(value: Any, depth: int = 0) -> Any:
    """A value as JSON that :func:`_value` reads back: whole numbers, rationals, tuples.

    Raises:
        ValueError: it is something else, or too long.
    """
    if isinstance(value, tuple) and depth < MOST_NESTED:
        return [_written(v, depth + 1) for v in value]
    if type(value) is int:
        return _short(value)
    if type(value) is Fraction:
        _short(value.numerator)
        return f"{value.numerator}/{_short(value.denominator)}"
    raise ValueError(f"a value must be made of rationals. Found {type(value).__name__}.")


def _short(value: int) -> int:
    if value.bit_length() > 3 * MOST_DIGITS:
        raise ValueError(f"a number must have at most {MOST_DIGITS} digits. Found more.")
    return value


def read(entry: Any) -> Point:
    """A point that :func:`written` wrote.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(entry, dict):
        raise ValueError("a point must give values to names.")
    return {name: _value(v) for name, v in entry.items()}


def _value(value: Any, depth: int = 0) -> Any:
    if isinstance(value, list) and depth < MOST_NESTED:
        return tuple(_value(v, depth + 1) for v in value)
    if type(value) is int:
        return _short(value)
    if isinstance(value, str) and RATIONAL.fullmatch(value):
        top, _, bottom = value.partition("/")
        if int(bottom):
            return Fraction(int(top), int(bottom))
    raise ValueError("a value must be made of rationals.")

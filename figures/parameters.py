"""What may be changed in a figure: the fields of its ``PARAMETERS``, their ranges and their values.

A figure's module has ``PARAMETERS``, a frozen record with the values of the figure as it is shown.
Each field is annotated with its range, ``Annotated[float, Range("(0, 1)", "what it is")]``, and of
this all else is made: what ``--set`` takes and refuses, what ``--parameters`` lists, and what a
changed figure is called.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from dptheory.errors import ArgumentError

KINDS = {int: "whole number", float: "number"}


@dataclass(frozen=True)
class Range:
    """The values of a parameter.

    Attributes:
        interval: as in ``"(0, 1]"``, or all values, as in ``"{one, two}"``.
        help: what the parameter is.
        values: how many values there may be, where it is a tuple.
    """

    interval: str
    help: str
    values: int = 1

    @property
    def ends(self) -> list[str]:
        """The two ends, or all values."""
        return [end.strip() for end in self.interval[1:-1].split(",")]

    def contains(self, value: float | str) -> bool:
        """Whether the value is one of these."""
        if isinstance(value, str) or self.interval[0] == "{":
            return value in map(type(value), self.ends)
        low, high = map(float, self.ends)
        return (low < value or (low == value and self.interval[0] == "[")) and (
            value < high or (value == high and self.interval[-1] == "]")
        )


@dataclass(frozen=True)
class Parameter:
    """A field of a figure's ``PARAMETERS``.

    Attributes:
        name: of the field. kind: int, float or str. many: whether its value is a tuple.
        range: of each value. default: as the figure is shown.
    """

    name: str
    kind: type
    many: bool
    range: Range
    default: Any

    @property
    def allowed(self) -> str:
        """Kind and range in words."""
        if self.range.interval[0] == "{":
            return f"one of {', '.join(self.range.ends)}"
        number, most = KINDS[self.kind], self.range.values
        which = f"1 to {most} different {number}s" if self.many else f"a {number}"
        return f"{which} in {self.range.interval}"

    def read(self, text: str) -> Any:
        """The value that a text stands for.

        Raises:
            ArgumentError: it is of another kind, or out of the range.
        """
        try:
            values = tuple(self.kind(part) for part in (text.split(",") if self.many else [text]))
        except ValueError:
            values = ()
        fits = 1 <= len(values) == len(set(values)) <= self.range.values
        if not fits or not all(map(self.range.contains, values)):
            raise ArgumentError(f"{self.name} must be {self.allowed}. Found {text}.")
        return values if self.many else values[0]


def parameters(defaults: Any) -> Iterator[Parameter]:
    """The parameters of a figure, given its ``PARAMETERS``; a field without a range is none."""
    hints = get_type_hints(type(defaults), include_extras=True)
    for field in fields(defaults):
        if get_origin(hints[field.name]) is not Annotated:
            continue
        kind, known = get_args(hints[field.name])
        many = get_origin(kind) is tuple
        one = get_args(kind)[0] if many else kind
        yield Parameter(field.name, one, many, known, getattr(defaults, field.name))


def chosen(figure: str, defaults: Any, assignments: Sequence[str]) -> Any:
    """The parameters of a figure with some of them set.

    Args:
        figure: its name.
        defaults: its ``PARAMETERS``.
        assignments: texts ``name=value``; the values of a tuple are joined by commas.

    Raises:
        ArgumentError: a text is no assignment, there is no such parameter, it is set twice, or its
            value is out of its range.
    """
    known = {one.name: one for one in parameters(defaults)}
    values: dict[str, Any] = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArgumentError(f"--set must be NAME=VALUE. Found {text}.")
        if name not in known:
            raise ArgumentError(
                f"--set must name a parameter of {figure}: {', '.join(known)}. Found {name}."
            )
        if name in values:
            raise ArgumentError(f"{name} must be set once. Found {text} as well.")
        values[name] = known[name].read(value)
    return replace(defaults, **values)


def changes(now: Any, defaults: Any) -> dict[str, tuple[str, str]]:
    """For each changed parameter its value now and the one before, as texts."""
    return {
        one.name: (text(getattr(now, one.name)), text(one.default))
        for one in parameters(defaults)
        if getattr(now, one.name) != one.default
    }


def text(value: Any) -> str:
    """A value as ``--set`` takes it."""
    if isinstance(value, tuple):
        return ",".join(map(text, value))
    if isinstance(value, float) and math.isfinite(value) and value != float(f"{value:g}"):
        return repr(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def listed(figure: str, defaults: Any) -> str:
    """The parameters of a figure, a line each."""
    known = list(parameters(defaults))
    width = max(len(f"{one.name}={text(one.default)}") for one in known)
    lines = (
        f"  {f'{one.name}={text(one.default)}':{width}}  {one.allowed}: {one.range.help}"
        for one in known
    )
    return "\n".join((figure, *lines))

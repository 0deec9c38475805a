"""Records that explain themselves: short texts, tables, pictures, and the call that made them.

- Every public record has a text of a few lines, whatever it holds, and the same as HTML;
  :func:`whole` is the text with everything in it, for hashes.
- A :class:`Result` keeps the call that made it (:attr:`Result.call`).
- A :class:`Drawn` result is a table (:meth:`Drawn.to_dataframe`) and a picture
  (:meth:`Drawn.plot`); a :class:`Several` is one of many parts, and the tuple of them.

Nothing numerical is imported before it is asked for.
"""

import dataclasses
import threading
import types
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from dptheory.extras import module

Part = TypeVar("Part", covariant=True)
Holder = TypeVar("Holder", bound=type)
LONG, LONGEST = 60, 200  # characters of a value, and of a record that is shown as Python would
FEW, ROWS = 4, 20  # entries of a sequence, rows of a table that are shown
WRITTEN = 100  # entries of an array that a call writes down
IDLE = ("report", "jobs")  # arguments that change no answer


class Result:
    """An answer of a public function, which knows the call that it answers."""

    @property
    def call(self) -> str:
        """The call that made it, as Python text; empty where it was made otherwise.

        Arguments that change no answer are left out. Arrays of more than :data:`WRITTEN` entries
        stand as their shape alone, between angle brackets.
        """
        return str(vars(self).get("_call", ""))


class Drawn(Result):
    """A result with a table and a picture; a subclass has ``_columns`` and ``_draw``."""

    def _columns(self) -> Mapping[str, Sequence[Any]]:
        """Columns of the same length, by name."""
        raise NotImplementedError

    def _draw(self, axes: Any) -> None:
        """Draw into matplotlib's axes."""
        raise NotImplementedError

    def to_dataframe(self) -> Any:
        """The table as a ``pandas.DataFrame``.

        Raises:
            MissingExtra: pandas is not installed (the extra ``frames``).
        """
        return module("pandas").DataFrame(dict(self._columns()))

    def plot(self, axes: Any = None) -> Any:
        """The picture, in matplotlib's axes: those given, or of a new figure; returns them."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.subplots(layout="constrained")[1]
        self._draw(axes)
        return axes

    def _repr_html_(self) -> str:
        columns = self._columns()
        rows = list(zip(*columns.values(), strict=True))
        left = "" if len(rows) <= ROWS else f"<p>{len(rows) - ROWS} more rows</p>"
        return _table(self.call, list(columns), rows[:ROWS]) + left


class Several(Drawn, tuple[Part, ...]):
    """A drawn result that is the tuple of its parts."""

    def __repr__(self) -> str:
        first = f", the first {brief(self[0])}" if self else ""
        return f"{type(self).__name__} of {len(self)}{first}"


def keep_call(
    answer: Result, name: str, given: Sequence[tuple[str, Any]], named: Mapping[str, Any]
) -> None:
    """Note in a result the call that made it.

    Args:
        answer: of the call.
        name: of the function.
        given, named: positional arguments, with their names, and the others.
    """
    words = [written(value) for parameter, value in given if parameter not in IDLE]
    words += [f"{k}={written(value)}" for k, value in named.items() if k not in IDLE]
    vars(answer)["_call"] = f"{name}({', '.join(words)})"


def written(value: Any) -> str:
    """A value as Python text that makes it again, as far as it is short."""
    if isinstance(value, Result) and value.call:
        return value.call
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        pairs = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.init]
        return f"{type(value).__name__}({', '.join(f'{k}={written(v)}' for k, v in pairs)})"
    if hasattr(value, "dtype"):
        if value.size > WRITTEN:
            return f"<array of shape {value.shape}>"
        numbers = value.tolist()
        return f"np.array({numbers!r})" if value.ndim else repr(numbers)
    if isinstance(value, list | tuple):
        if len(value) > WRITTEN:
            return f"<{type(value).__name__} of {len(value)}>"
        return _bracketed(value, ", ".join(map(written, value)))
    if callable(value):
        return str(getattr(value, "__qualname__", type(value).__name__))
    return repr(value)


# Texts -------------------------------------------------------------------------------------------


class _Asked(threading.local):
    """Whether this thread wants texts in which nothing is left out."""

    whole = False


_asked = _Asked()


def whole(value: object) -> str:
    """What Python writes of a value, records at their full length: what hashes are made of."""
    before, _asked.whole = _asked.whole, True
    try:
        return repr(value)
    finally:
        _asked.whole = before


def explained(holder: Holder) -> Holder:
    """Give a dataclass the short text and the HTML; a text of its own it keeps.

    Records that come out of what packages offer, and are not offered themselves, are explained.
    """
    generated = vars(holder).get("__repr__")
    if generated is None or not hasattr(generated, "__wrapped__"):
        return holder

    def text(self: Any) -> str:
        plain = str(generated(self))
        return plain if _asked.whole or len(plain) <= LONGEST else shortened(self)

    type.__setattr__(holder, "__repr__", text)
    if not hasattr(holder, "_repr_html_"):
        type.__setattr__(holder, "_repr_html_", _fields)
    return holder


def shortened(record: Any) -> str:
    """The fields of a record, each cut short."""
    return f"{type(record).__name__}({', '.join(f'{k}={brief(v)}' for k, v in _shown(record))})"


def brief(value: Any) -> str:
    """A value in at most some 60 characters."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Fraction):
        plain = repr(value)
        return plain if len(plain) <= LONG // 2 else f"Fraction near {_near(value)}"
    if hasattr(value, "dtype"):
        return f"array of shape {value.shape}" if value.ndim else repr(value.item())
    if isinstance(value, Mapping):
        return f"{{{len(value)} entries}}" if value else "{}"
    if isinstance(value, list | tuple):
        return _sequence(value)
    if isinstance(value, types.FunctionType):
        return value.__qualname__
    plain = repr(value)
    return plain if len(plain) <= LONG else f"{type(value).__name__}(...)"


def _near(value: Fraction) -> str:
    """A rational with ten digits; one beyond floats by its size."""
    try:
        return f"{float(value):.10g}"
    except OverflowError:
        return f"1e{len(str(abs(value.numerator // value.denominator))) - 1}"


def _sequence(value: Sequence[Any]) -> str:
    """The first entries, where they are short, and how many there are."""
    if len(value) <= FEW:
        inside = ", ".join(map(brief, value))
        if len(inside) <= 2 * LONG:
            return _bracketed(value, inside)
    return f"{len(value)} of {type(value[0]).__name__}"


def _bracketed(value: Sequence[Any], inside: str) -> str:
    """The entries of a list or a tuple in Python's brackets."""
    if isinstance(value, list):
        return f"[{inside}]"
    return f"({inside},)" if len(value) == 1 else f"({inside})"


def _shown(record: Any) -> list[tuple[str, Any]]:
    return [(f.name, getattr(record, f.name)) for f in dataclasses.fields(record) if f.repr]


def _fields(record: Any) -> str:
    """A record as an HTML table, a row a field."""
    caption = record.call if isinstance(record, Result) else ""
    return _table(caption or type(record).__name__, (), _shown(record))


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """An HTML table."""
    from html import escape  # its table of names takes 3 ms of every command

    def cell(value: Any) -> str:
        text = value if isinstance(value, str) else brief(value)
        return escape(f"{value:.6g}" if isinstance(value, float) else text)

    titles = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = ["".join(f"<td>{cell(value)}</td>" for value in row) for row in rows]
    body = "".join(f"<tr>{line}</tr>" for line in ([titles] if head else []) + lines)
    return f"<table><caption>{escape(caption)}</caption>{body}</table>"

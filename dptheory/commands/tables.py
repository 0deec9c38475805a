"""How commands lay out what they found: tables, pairs of a word and a value, numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any


def table(columns: Mapping[str, int], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines of a table: heads, then rows, right-aligned.

    Args:
        columns: widths by head, the blank before a cell included; 0 for words at the end.
        rows: a cell a column; None is shown as ``-``.
    """
    yield _line(columns, list(columns))
    for row in rows:
        yield _line(columns, ["-" if cell is None else str(cell) for cell in row])


def pairs(rows: Iterable[tuple[str, Any]], width: int) -> Iterator[str]:
    """Words, right-aligned, with what they say beside them."""
    return (f"{word:>{width}}  {said}" for word, said in rows)


def digits(value: float | None, count: int, missing: str = "-") -> str:
    """A number with so many digits, or a word where there is none."""
    return missing if value is None else f"{value:.{count}g}"


def _line(columns: Mapping[str, int], cells: Sequence[str]) -> str:
    first, *others = zip(cells, columns.values(), strict=True)
    line = f"{first[0]:>{first[1]}}"
    return line + "".join(
        f" {cell:>{width - 1}}" if width else f"  {cell}" for cell, width in others
    )

"""The tables of ``docs/performance.md``, between comments that name them."""

from collections.abc import Sequence
from pathlib import Path

from dptheory.files import write_atomically

PAGE = Path("docs/performance.md")
NAMES = ("rows", "growth")


def replaced(text: str, name: str, lines: Sequence[str]) -> str:
    """The text with other lines between ``<!-- name -->`` and ``<!-- end of name -->``.

    Raises:
        ValueError: the text has not each of the two comments once.
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise ValueError(f"the page must have {begin} and then {end}, each once.")
    head, rest = text.split(begin)
    return "".join([head, begin, "\n\n", "\n".join(lines), "\n\n", end, rest.split(end)[1]])


def write_page(rows: Sequence[str], growth: Sequence[str], page: Path = PAGE) -> None:
    """Put both tables into the page."""
    text = page.read_text(encoding="utf-8")
    for name, lines in zip(NAMES, (rows, growth), strict=True):
        text = replaced(text, name, lines)
    write_atomically(page, text)

"""Scripts with cells, as tutorials: text, code, and what the code prints.

A cell begins with ``# %%``; one of text with ``# %% [markdown]``, every line a comment. The
script's docstring is its title and what it is about. Lines that begin with ``#:`` say what the code
above them prints; a test runs the script and compares.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

CELL = re.compile(r"^# %%(.*)$", re.MULTILINE)
SHOWN = "#:"


@dataclass(frozen=True)
class Cell:
    """Text, or code with the lines that it prints and the line of the script it begins at."""

    text: str
    code: bool
    prints: tuple[str, ...] = ()
    line: int = 1


def title(script: str) -> str:
    """The first line of a script's docstring.

    Raises:
        ValueError: it has none.
    """
    said = ast.get_docstring(ast.parse(script))
    if not said:
        raise ValueError(f"a tutorial must begin with a docstring. Found {script[:40]!r}.")
    return said.splitlines()[0].rstrip(".")


def cells(script: str) -> Iterator[Cell]:
    """The cells of a script after its docstring, in order."""
    starts = list(CELL.finditer(script))
    ends = [found.start() for found in starts[1:]] + [len(script)]
    for found, end in zip(starts, ends, strict=True):
        lines = script[found.end() : end].strip("\n").splitlines()
        line = script.count("\n", 0, found.end()) + 2
        if "[markdown]" in found[1]:
            yield Cell("\n".join(row.removeprefix("#").removeprefix(" ") for row in lines), False)
            continue
        code = [row for row in lines if not row.startswith(SHOWN)]
        shown = tuple(row.removeprefix(SHOWN).removeprefix(" ") for row in lines if row not in code)
        yield Cell("\n".join(code).strip("\n"), True, shown, line)


def as_markdown(script: str) -> str:
    """A script as a page of Markdown."""
    said = ast.get_docstring(ast.parse(script)) or ""
    _, _, about = said.partition("\n")
    parts = [f"# {title(script)}", about.strip()]
    for cell in cells(script):
        if not cell.code:
            parts.append(cell.text)
            continue
        parts.append(f"```python\n{cell.text}\n```")
        if cell.prints:
            parts.append("```text\n" + "\n".join(cell.prints) + "\n```")
    return "\n\n".join(part for part in parts if part) + "\n"

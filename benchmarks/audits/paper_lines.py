"""Lines of the papers' modules by what they are; a part of :mod:`benchmarks.audits.structure`."""

import ast
from collections import Counter
from collections.abc import Iterator

SAID = {"says", "agrees", "behaves", "certified", "in_words", "table", "tends", "lemma", "claim"}
SAID |= {"but", "rejects", "repaired", "trivially"}
ARGUED = {"Derive", "argued"}
KINDS = ("statements", "derivations", "quotes", "prose", "imports", "blank", "rest")


def kinds(tree: ast.Module, text: str) -> Counter[str]:
    """How many lines of a module are of each of ``KINDS``.

    A line of two kinds is of the inner one: a derivation inside a statement is one, and so is a
    quote in the chain of a claim. Prose are docstrings and comments.
    """
    lines = text.splitlines()
    found = ["rest"] * len(lines)
    marks = sorted(_marks(tree), key=lambda mark: KINDS.index(mark[2]))
    for first, last, kind in marks:
        found[first - 1 : last] = [kind] * (last - first + 1)
    for place, line in enumerate(lines):
        if not line.strip():
            found[place] = "blank"
        elif line.lstrip().startswith("#"):
            found[place] = "prose"
    return Counter(found)


def _marks(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """First line, last line and kind of what has one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, node.end_lineno or node.lineno, "imports"
        elif isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and ast.get_docstring(node) is not None:
                yield first.lineno, first.end_lineno or first.lineno, "prose"
        elif isinstance(node, ast.keyword) and node.arg == "by":
            yield node.lineno, node.end_lineno or node.lineno, "derivations"
        elif isinstance(node, ast.Call):
            kind = _kind(node.func)
            if kind is not None:
                # A call in a chain begins where its own name stands.
                chained = isinstance(node.func, ast.Attribute)
                begin = node.func.end_lineno if chained else node.lineno
                yield begin or node.lineno, node.end_lineno or node.lineno, kind


def _kind(called: ast.expr) -> str | None:
    name = getattr(called, "id", getattr(called, "attr", ""))
    if name == "quoting":
        return "quotes"
    if name in ARGUED:
        return "derivations"
    return "statements" if name in SAID else None

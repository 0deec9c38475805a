"""What the names in a display mean: computations that no formula says are defined in a sentence.

The sentence is the author's (``external(..., means="...")``), else the first of the docstring of
the function that computes it.
"""

import functools
import inspect
import re
from typing import Any

from verify.display.sentences import formulas
from verify.display.typeset import name_of
from verify.formula.expression import External, walk
from verify.language.statement import Statement, Table

ROLE = re.compile(r":(\w+):`~?([^`]*)`")


def definitions(statement: Statement) -> tuple[str, ...]:
    """A phrase for every named computation of a statement that has a meaning, in their order."""
    trees = formulas(statement)
    if isinstance(statement.assertion, Table):  # the name of such an entry is its digits' own
        trees = [tree for tree in trees if tree.args]
    named = [n.value for tree in trees for n in walk(tree) if n.op == "external"]
    found = {f"${name_of(one.name)}$": meaning(one) for one in named}
    return tuple(f"{name}: {text}" for name, text in found.items() if text)


def meaning(named: External) -> str:
    """What a computation is, without a full stop; "" where nobody has said it."""
    text = named.means or _first_sentence(_inside(named.function))
    return ROLE.sub(_shown, text).rstrip(".")


def _inside(function: Any) -> Any:
    """The function that a partial, a cache or another wrapper calls."""
    if isinstance(function, functools.partial):
        return _inside(function.func)
    inner = getattr(function, "__wrapped__", None) or getattr(function, "function", None)
    return function if inner is None else _inside(inner)


def _first_sentence(function: Any) -> str:
    if not inspect.isfunction(function):
        return ""
    paragraph = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[a-z0-9)`])\. (?=[A-Z])", paragraph)[0]


def _shown(role: re.Match[str]) -> str:
    return f"${role[2]}$" if role[1] == "math" else f"`{role[2]}`"

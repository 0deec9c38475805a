"""Trees as text: S-expressions, one line a formula, for proofs that are stored."""

import functools
from collections.abc import Callable

from verify.formula.cases import by_cases
from verify.formula.expression import Cells, External, Node, walk

TOKEN = str.maketrans({" ": "_", "(": "[", ")": "]", "\n": "_", "\t": "_"})


def written(node: Node) -> str:
    """A tree as an S-expression: ``(le (mul x (pow y 2)) 3/10)``; units are left out.

    A computation that has cells is written by these.
    """
    # Trees are equal whatever cells their computations have.
    calls = (part.value for part in walk(node) if isinstance(part.value, External))
    return _written(node, tuple(call.cells for call in calls))


@functools.lru_cache(maxsize=20_000)
def _written(node: Node, cells: tuple[Callable[[], Cells] | None, ...]) -> str:
    """The text of a tree; ``cells``: of the computations in it or around it."""
    if node.op == "number":
        return str(node.value)
    if node.op == "symbol":
        return token(node.value)
    parts = [node.op]
    if isinstance(node.value, External) and node.value.cells is not None:
        return written(by_cases(node))
    if isinstance(node.value, External):
        parts.append(token(node.value.name))
    elif isinstance(node.value, tuple):
        parts += map(token, node.value)
    elif node.value is not None:
        parts.append(token(node.value))
    return f"({' '.join([*parts, *(_written(part, cells) for part in node.args)])})"


def token(name: object) -> str:
    """A name without blanks and brackets."""
    return str(name).translate(TOKEN)

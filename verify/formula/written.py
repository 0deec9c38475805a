"""Trees as text: S-expressions, one line a formula, for proofs that are stored."""

import functools

from verify.formula.cases import by_cases
from verify.formula.expression import External, Node

TOKEN = str.maketrans({" ": "_", "(": "[", ")": "]", "\n": "_", "\t": "_"})


@functools.lru_cache(maxsize=20_000)
def written(node: Node) -> str:
    """A tree as an S-expression: ``(le (mul x (pow y 2)) 3/10)``; units are left out.

    A computation that has cells is written by these.
    """
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
    return f"({' '.join([*parts, *map(written, node.args)])})"


def token(name: object) -> str:
    """A name without blanks and brackets."""
    return str(name).translate(TOKEN)

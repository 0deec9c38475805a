"""The degree of a formula in a vector that an expectation draws."""

from collections.abc import Iterable

from verify.formula.expression import Node, free_names

KEPT = ("add", "sub", "neg", "tuple", "transpose", "trace")  # of the largest degree
ADDED = ("mul", "matmul", "dot")  # of the sum of the degrees


def degree(node: Node, name: str) -> int | None:
    """A bound of the degree of a polynomial in the entries of ``name``; None where it is none."""
    if name not in free_names(node):
        return 0
    if node.op == "symbol":
        return 1
    if node.op == "sum":
        outside = (name in free_names(end) for end in node.args[:2])
        return None if any(outside) else degree(node.args[2], name)
    if node.op == "at":
        return None if name in free_names(node.args[1]) else degree(node.args[0], name)
    if node.op == "div":
        return None if name in free_names(node.args[1]) else degree(node.args[0], name)
    if node.op == "pow":
        return _of_power(node, name)
    if node.op not in (*KEPT, *ADDED):
        return None
    found = [degree(part, name) for part in node.args]
    return _largest(found) if node.op in KEPT else _sum(found)


def _of_power(node: Node, name: str) -> int | None:
    base, exponent = node.args
    below = degree(base, name)
    if below is None or exponent.op != "number" or exponent.value < 0:
        return None
    return None if exponent.value.denominator != 1 else below * int(exponent.value)


def _largest(found: Iterable[int | None]) -> int | None:
    known = list(found)
    return None if None in known else max(d for d in known if d is not None)


def _sum(found: Iterable[int | None]) -> int | None:
    known = list(found)
    return None if None in known else sum(d for d in known if d is not None)

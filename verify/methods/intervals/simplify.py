"""Plainer trees with the same values, by local rules.

Every rule keeps the value wherever the tree has one; where it has none, the plainer tree may.
"""

import itertools
from collections.abc import Callable
from fractions import Fraction

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import CONDITIONS, Node, lift, substitute, walk

MOST_UNROLLED = 64
ZERO, ONE = lift(0), lift(1)


def simplify(node: Node) -> Node:
    """The tree after rules for numbers, 0, 1 and inverse functions; short sums are written out."""
    if not node.args:
        return node
    if node.op in ("sum", "product"):
        return _unrolled(node)
    node = node.having(map(simplify, node.args))
    if node.op in CONDITIONS:
        return node
    if all(a.op == "number" for a in node.args):
        return _folded(node)
    rule = _RULES.get(node.op)
    return rule(node) if rule else node


def _unrolled(node: Node) -> Node:
    first, last = simplify(node.args[0]), simplify(node.args[1])
    body = node.args[2]
    ends = [n.value for n in (first, last) if n.op == "number" and n.value.denominator == 1]
    if len(ends) < 2 or ends[1] - ends[0] >= MOST_UNROLLED:
        return Node(node.op, (first, last, simplify(body)), node.value)
    terms = [
        substitute(body, {node.value: lift(Fraction(i))})
        for i in range(int(ends[0]), int(ends[1]) + 1)
    ]
    if not terms:
        return ZERO if node.op == "sum" else ONE
    result = terms[0]
    for term in terms[1:]:
        result = result + term if node.op == "sum" else result * term
    return simplify(result)


def _folded(node: Node) -> Node:
    if node.op in ("tuple", "piecewise", "external") or node.value is not None:
        return node
    if node.op == "pow" and abs(node.args[1].value) > 4096:
        return node
    try:
        value = evaluate(node, {}, EXACT)
    except (Undecided, Undefined):
        return node
    return lift(value) if isinstance(value, Fraction) else node


def _add(node: Node) -> Node:
    a, b = node.args
    if ZERO in (a, b):
        return b if a == ZERO else a
    return simplify(a - b.args[0]) if b.op == "neg" else node


def _sub(node: Node) -> Node:
    a, b = node.args
    if a == b:
        return ZERO
    if b == ZERO:
        return a
    if b.op == "neg":
        return simplify(a + b.args[0])
    return _neg(-b) if a == ZERO else node


def _neg(node: Node) -> Node:
    (a,) = node.args
    if a.op == "neg":
        return a.args[0]
    return Node("sub", (a.args[1], a.args[0])) if a.op == "sub" else node


def _mul(node: Node) -> Node:
    a, b = node.args
    if ZERO in (a, b):
        return ZERO
    if ONE in (a, b):
        return b if a == ONE else a
    if a.op == "neg" and b.op == "neg":
        return simplify(a.args[0] * b.args[0])
    if a.op == "neg" or b.op == "neg":
        left, right = (x.args[0] if x.op == "neg" else x for x in (a, b))
        return _neg(-simplify(left * right))
    if a.op == b.op == "sqrt" and a == b:
        return a.args[0]
    return node


def _div(node: Node) -> Node:
    a, b = node.args
    if a == ZERO or b == ONE:
        return a
    return ONE if a == b else node


def _pow(node: Node) -> Node:
    base, exponent = node.args
    if exponent in (ZERO, ONE):
        return ONE if exponent == ZERO else base
    if base == ONE:
        return ONE
    if base.op == "constant" and base.value == "e":
        return simplify(Node("exp", (exponent,)))
    if base.op == "number" and 0 < base.value < 1:
        return Node("pow", (lift(1 / base.value), simplify(-exponent)))
    if exponent.op == "number" and base.op == "sqrt" and exponent.value == 2:
        return base.args[0]
    if exponent.op == "number" and exponent.value == Fraction(1, 2):
        return Node("sqrt", (base,))
    return node


def _log(node: Node) -> Node:
    (a,) = node.args
    if a.op == "exp":
        return a.args[0]
    return ONE if a.op == "constant" and a.value == "e" else node


def _exp(node: Node) -> Node:
    (a,) = node.args
    return a.args[0] if a.op == "log" else node


_RULES: dict[str, Callable[[Node], Node]] = {
    "add": _add, "sub": _sub, "neg": _neg, "mul": _mul, "div": _div, "pow": _pow,
    "log": _log, "exp": _exp,
}  # fmt: skip


def larger(node: Node, limit: int) -> bool:
    """Whether a tree has more nodes than that."""
    return any(True for _ in itertools.islice(walk(node), limit, None))

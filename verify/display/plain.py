"""A tree as a reader takes it in: without the neutral numbers that tracing leaves behind.

Only what is shown changes. A product with 0 is 0 where its other factor has a value everywhere;
else it stays, because the formula has no value where that factor has none.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from verify.formula.expression import E, Node, free_names, lift
from verify.language.symbols import Matrix, Natural, Real, Symbol, Vector

DEFINED = frozenset(  # operations that have a value wherever their arguments have one
    ("number", "constant", "symbol", "add", "sub", "mul", "neg", "abs", "max", "min", "exp")
    + ("cos", "sin", "floor", "ceil", "dot", "norm", "norm1")
)
OF_POSITIVE = ("div", "pow", "sqrt", "log")  # and those that need a positive divisor, base, ...
ZERO = lift(0)


@dataclass(frozen=True)
class Kinds:
    """What a formula's symbols are, as far as its display depends on it.

    Attributes:
        arrays: vectors and matrices: 0 times one of them is no number.
        positive: numbers > 0, by which one may divide.
    """

    arrays: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()

    @classmethod
    def of(cls, symbols: Mapping[str, Symbol]) -> "Kinds":
        """The kinds of declared symbols."""
        return cls(
            frozenset(n for n, s in symbols.items() if isinstance(s.kind, Vector | Matrix)),
            frozenset(n for n, s in symbols.items() if _above_zero(s.kind)),
        )


def _above_zero(kind: object) -> bool:
    if isinstance(kind, Natural):
        return kind.least > 0
    if not isinstance(kind, Real) or kind.low is None:
        return False
    return kind.low > 0 or (kind.low == 0 and kind.open_low)


@functools.lru_cache(maxsize=50_000)
def plain(node: Node, kinds: Kinds) -> Node:
    """The tree without summands 0, factors 0, 1 and -1, divisors 1 and powers 1."""
    args = tuple(plain(a, kinds) for a in node.args)
    node = node.having(args)
    if node.op in ("add", "sub"):
        return _sum(node, kinds)
    if node.op == "mul":
        return _product(node, kinds)
    if node.op == "neg":
        return args[0].args[0] if args[0].op == "neg" else ZERO if args[0] == ZERO else node
    if node.op in ("div", "pow") and _is(args[1], 1):
        return args[0]
    if node.op == "pow" and args[0].op == "sqrt" and _is(args[1], 2):
        inner = args[0].args[0]
        return inner if _positive(inner, kinds) or _nonnegative(inner, kinds) else node
    if node.op == "exp" and _is(args[0], 1):
        return E
    return node


def _sum(node: Node, kinds: Kinds) -> Node:
    left, right = node.args
    if _vanishes(right, kinds):
        return left
    if _vanishes(left, kinds):
        return right if node.op == "add" else Node("neg", (right,))
    return node


def _product(node: Node, kinds: Kinds) -> Node:
    left, right = node.args
    for number, other in ((left, right), (right, left)):
        if _is(number, 1):
            return other
        if _is(number, -1):
            return plain(Node("neg", (other,)), kinds)
    return ZERO if _vanishes(node, kinds) and not free_names(node) & kinds.arrays else node


def _is(node: Node, value: int) -> bool:
    """Whether a node is a number (a unit that it carries is not shown)."""
    return node.op == "number" and bool(node.value == value)


def _vanishes(node: Node, kinds: Kinds) -> bool:
    """Whether a node is 0, or 0 times what has a value everywhere."""
    if node.op != "mul":
        return _is(node, 0)
    return any(_vanishes(a, kinds) for a in node.args) and all(
        _defined(a, kinds) for a in node.args
    )


def _defined(node: Node, kinds: Kinds) -> bool:
    """Whether a node has a value for all values of its symbols, as far as its form shows."""
    if not all(_defined(a, kinds) for a in node.args):
        return False
    if node.op == "pow" and node.args[1].op == "number":
        exponent = node.args[1].value
        return bool(exponent.denominator == 1 and exponent > 0) or _positive(node.args[0], kinds)
    if node.op in OF_POSITIVE:
        return _positive(node.args[node.op == "div"], kinds)
    return node.op in DEFINED


def _positive(node: Node, kinds: Kinds) -> bool:
    """Whether a number is positive by its form."""
    if node.op == "number":
        return bool(node.value > 0)
    if node.op == "symbol":
        return node.value in kinds.positive
    if node.op == "max":
        return any(_positive(a, kinds) for a in node.args)
    if node.op == "add":
        pairs = (node.args, node.args[::-1])
        return any(_positive(a, kinds) and _nonnegative(b, kinds) for a, b in pairs)
    if node.op in ("mul", "div"):
        return all(_positive(a, kinds) for a in node.args)
    if node.op in ("pow", "sqrt"):
        return _positive(node.args[0], kinds)
    return node.op in ("exp", "constant")


def _nonnegative(node: Node, kinds: Kinds) -> bool:
    """Whether a number is not negative by its form: a square, a size, or a positive one."""
    square = node.op == "mul" and node.args[0] == node.args[1]
    return square or node.op in ("abs", "norm", "norm1") or _positive(node, kinds)

"""From a Python function to the tree it computes, one path for every way its comparisons fall.

The function is called with stand-ins for its symbols. Where it compares them (``if``, ``max``,
``abs``, ``==``) the trace forks, so that these words mean what Python means by them; the paths
become one ``piecewise`` node. ``math.exp`` and its like are replaced by functions of trees.
"""

import math
import types
from collections.abc import Callable, Mapping
from typing import Any

from verify.formula.expression import (
    FUNCTIONS,
    UNDEFINED,
    LiteralError,
    Node,
    binary,
    conjunction,
    lift,
    negated,
)
from verify.formula.operators import Operators

MOST_PATHS = 512


class Untraceable(TypeError):
    """The function needs the value of a symbol, not the symbol."""


class _Paths:
    """The decisions of one run, and what is left to try."""

    def __init__(self, decided: list[bool]) -> None:
        self.decided = decided
        self.taken: list[tuple[Node, bool]] = []

    def decide(self, condition: Node) -> bool:
        for known, answer in self.taken:
            if known == condition:
                return answer
        place = len(self.taken)
        answer = self.decided[place] if place < len(self.decided) else True
        self.taken.append((condition, answer))
        return answer


class Traced(Operators):
    """A tree in the hands of a function that is being traced."""

    __slots__ = ("node", "paths")
    takes_over = True  # an operator between a tree and this belongs to this

    def __init__(self, node: Node, paths: _Paths) -> None:
        self.node = node
        self.paths = paths

    def _with(self, op: str, left: Any, right: Any) -> "Traced":
        return Traced(_simple(op, _node(left), _node(right)), self.paths)

    def _fork(self, op: str, left: Any, right: Any) -> bool:
        condition = binary(op, _node(left), _node(right))
        if all(a.op == "number" for a in condition.args):
            a, b = (n.value for n in condition.args)
            return bool({"le": a <= b, "lt": a < b, "eq": a == b, "ne": a != b}[op])
        return self.paths.decide(condition)

    def __neg__(self) -> "Traced":
        return Traced(-self.node, self.paths)

    def __floor__(self) -> "Traced":
        return self.function("floor")

    def __ceil__(self) -> "Traced":
        return self.function("ceil")

    def __le__(self, other: Any) -> bool:
        return self._fork("le", self, other)

    def __lt__(self, other: Any) -> bool:
        return self._fork("lt", self, other)

    def __ge__(self, other: Any) -> bool:
        return self._fork("le", other, self)

    def __gt__(self, other: Any) -> bool:
        return self._fork("lt", other, self)

    def __eq__(self, other: object) -> bool:
        return self._fork("eq", self, other)

    def __ne__(self, other: object) -> bool:
        return not self._fork("eq", self, other)

    def __bool__(self) -> bool:
        return not self._fork("eq", self, 0)

    __hash__ = None  # type: ignore[assignment]

    def _no_value(self, *_: Any) -> Any:
        raise Untraceable(
            "a formula must not ask for the value of a symbol (float, int, round, range, len): "
            "use dptheory.numbers for functions and verify.formula.expression.total for sums."
        )

    __float__ = __int__ = __index__ = __round__ = __len__ = __iter__ = _no_value
    __complex__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = _no_value

    def function(self, name: str) -> "Traced":
        """An elementary function (``dptheory.numbers`` asks for it by name)."""
        return Traced(self.node.function(name), self.paths)

    def maximum(self, *others: Any) -> "Traced":
        """The largest of several formulas."""
        return Traced(Node("max", (self.node, *map(_node, others))), self.paths)


def _simple(op: str, left: Node, right: Node) -> Node:
    """The operation, unless it adds 0 or multiplies by 1 (a parameter that a caller has fixed)."""
    neutral = {"add": 0, "sub": 0, "mul": 1, "div": 1}.get(op)
    if neutral is not None and right.op == "number" and right.value == neutral and not right.unit:
        return left
    if op in ("add", "mul") and left.op == "number" and left.value == neutral and not left.unit:
        return right
    return binary(op, left, right)


def _node(value: Any) -> Node:
    if isinstance(value, Traced):
        return value.node
    if isinstance(value, tuple | list):
        return Node("tuple", tuple(map(_node, value)))
    return lift(value)


def _elementary(name: str) -> Callable[[Any], Any]:
    def apply(x: Any) -> Any:
        return x.function(name) if isinstance(x, Traced) else lift(x).function(name)

    return apply


_MATH: dict[Any, Any] = {
    getattr(math, name if name != "abs" else "fabs"): _elementary(name) for name in FUNCTIONS
}
_MATH[math.pow] = lambda x, y: x**y
_MATH[math.log1p] = lambda x: _elementary("log")(1 + x)
_MATH[math.expm1] = lambda x: _elementary("exp")(x) - 1
_MATH[math.hypot] = lambda *xs: _elementary("sqrt")(sum(x * x for x in xs))


class _Shim(types.SimpleNamespace):
    """``math`` with functions of trees; what has none asks for a value, as ``math`` does."""

    def __getattr__(self, name: str) -> Any:
        return getattr(math, name)


_SHIM = _Shim(
    **{original.__name__: generic for original, generic in _MATH.items()},
    pi=Node("constant", (), "pi"),
    e=Node("constant", (), "e"),
)
DEEPEST = 4  # helpers of helpers


def with_trees(function: Callable[..., Any], depth: int = DEEPEST) -> Callable[..., Any]:
    """The function with ``math`` and names imported from it replaced by functions of trees.

    The same goes for the functions that it calls by a name of its module.
    """
    if not isinstance(function, types.FunctionType) or depth < 0:
        return function
    names: dict[str, Any] = {}
    for name in function.__code__.co_names:
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if value is math:
            names[name] = _SHIM
        elif isinstance(value, types.BuiltinFunctionType) and value in _MATH:
            names[name] = _MATH[value]
        elif isinstance(value, types.FunctionType):
            helper = with_trees(value, depth - 1)
            if helper is not value:
                names[name] = helper
    if not names:
        return function
    copy = types.FunctionType(
        function.__code__,
        {**function.__globals__, **names},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def trace(function: Callable[..., Any], arguments: Mapping[str, Node]) -> Node:
    """The tree of ``function(**arguments)``.

    Raises:
        Untraceable: the function asks for the value of a symbol.
        TypeError, ValueError: it returns no number, or holds a float nobody wrote.
    """
    generic = with_trees(function)
    branches: list[tuple[list[Node], Node]] = []
    queue: list[list[bool]] = [[]]
    refused: Exception | None = None
    while queue:
        decided = queue.pop()
        paths = _Paths(decided)
        try:
            result = generic(**{name: Traced(node, paths) for name, node in arguments.items()})
            value = _node(result)
        except LiteralError:
            raise
        except (ValueError, ZeroDivisionError) as error:
            # The library refuses its arguments there: the formula has no value on this path.
            refused, value = error, UNDEFINED
        for place in range(len(decided), len(paths.taken)):
            queue.append([answer for _, answer in paths.taken[:place]] + [False])
        conditions = [
            condition if answer else negated(condition)[0] for condition, answer in paths.taken
        ]
        branches.append((conditions, value))
        if len(branches) > MOST_PATHS:
            raise Untraceable(f"a formula must have at most {MOST_PATHS} branches. Found more.")
    if refused is not None and all(value is UNDEFINED for _, value in branches):
        raise refused
    if len(branches) == 1:
        return branches[0][1]
    parts = [part for conditions, value in branches for part in (conjunction(*conditions), value)]
    return Node("piecewise", tuple(parts))

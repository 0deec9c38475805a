"""Formulas as trees: one object that is shown, evaluated over any numbers, proved and mutated.

A tree is built by arithmetic on the symbols of a notation, by tracing a Python function
(:mod:`verify.formula.trace`) or by reading LaTeX (:mod:`verify.display.latex`). The operations are

* ``number`` (``value`` a Fraction, ``unit`` where the literal carries one), ``constant`` (pi, e),
  ``symbol`` (``value`` its name);
* ``add sub mul div pow neg``, ``max min`` (any number of arguments), the functions of one argument
  in :data:`FUNCTIONS`;
* ``sum`` and ``product`` (``value`` the index; arguments: first, last, body);
* ``at`` (an entry of a sequence), ``piecewise`` (condition, value, condition, value, ...),
  ``undefined`` (no value: a branch on which the library refuses its arguments);
* ``tuple`` (several values at once);
* vectors and matrices: ``dot norm norm1 matmul transpose inverse trace``, with ``add sub mul neg``;
* ``expect`` (``value`` the bound name and the law's symbol; the body is its argument);
* ``external``: a computation that is no formula (``value`` an :class:`External`);
* conditions: ``le lt eq ne`` of two numbers, ``loewner`` (the first matrix is below the second),
  ``and`` of conditions.
"""

import functools
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, TypeVar, cast

from dptheory.results import whole
from verify.formula.code import code_hash
from verify.formula.operators import Operators

FUNCTIONS = ("abs", "sqrt", "log", "exp", "cos", "sin", "floor", "ceil")
CONDITIONS = ("le", "lt", "eq", "ne", "loewner", "and")
NEGATION = {"le": "lt", "lt": "le", "eq": "ne", "ne": "eq"}  # of orders with sides exchanged
MOST_DIGITS = 14
T = TypeVar("T")


class LiteralError(ValueError):
    """A literal that its author did not write: the result of arithmetic, or not finite."""


@dataclass(frozen=True)
class External:
    """A computation of the library that a formula calls as a whole.

    Attributes:
        name: how the ledger writes it.
        function: positional arguments in, one real number out.
        balls: the same arguments in (rational ones as they are, others as balls), an enclosure of
            the number out (an arb), or None where it knows none.
        means: what it is, in a sentence for readers; no part of the formula.
        cells: a formula without symbols for every value of its arguments, where these are few, for
            whoever reads no programs (:mod:`verify.formula.cases`); no part of the formula either,
            and the same wherever the computation stands.
    """

    name: str
    function: Callable[..., Any]
    balls: Callable[..., Any] | None = None
    means: str = field(default="", compare=False)
    cells: "Callable[[], Cells] | None" = field(default=None, compare=False)

    def __repr__(self) -> str:
        """The name: what it computes stands beside it in the hash of a statement."""
        return f"External({self.name})"

    @functools.cached_property
    def code(self) -> str:
        """A hash of what it computes; reading sources takes long, and statements are many."""
        return " ".join(code_hash(f) for f in (self.function, self.balls) if f is not None)


def hashed_once(kind: type[T]) -> type[T]:
    """A frozen dataclass whose instances are keys of caches: each is hashed once.

    The hash of a text is another one in every process: it does not travel.
    """
    slow, names = kind.__hash__, [f.name for f in fields(cast("Any", kind))]

    def __hash__(self: Any) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = slow(self)
        return known

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return kind, tuple(getattr(self, name) for name in names)

    for method in (__hash__, __reduce__):
        setattr(kind, method.__name__, method)
    return kind


@hashed_once
@dataclass(frozen=True)
class Node(Operators):
    """One node of a tree; equality is structural, and arithmetic builds larger trees."""

    op: str
    args: tuple["Node", ...] = ()
    value: Any = None
    unit: str = ""

    def having(self, args: Iterable["Node"]) -> "Node":
        """The node with other arguments; the node itself where they are the same."""
        args = tuple(args)
        return self if args == self.args else Node(self.op, args, self.value, self.unit)

    def _with(self, op: str, left: Any, right: Any) -> "Node":
        """What an operator returns.

        A formula that is being traced or is an author's takes over, whichever side it is on: it
        knows the decisions that led to it, or its notation.
        """
        if any(hasattr(type(side), "takes_over") for side in (left, right)):
            return cast("Node", NotImplemented)
        return binary(op, left, right)

    def __neg__(self) -> "Node":
        return Node("neg", (self,))

    def __le__(self, other: Any) -> "Node":
        return self._with("le", self, other)

    def __lt__(self, other: Any) -> "Node":
        return self._with("lt", self, other)

    def __ge__(self, other: Any) -> "Node":
        return self._with("le", other, self)

    def __gt__(self, other: Any) -> "Node":
        return self._with("lt", other, self)

    def __getitem__(self, index: Any) -> "Node":
        return binary("at", self, index)

    def __bool__(self) -> bool:
        if self.op in CONDITIONS:
            raise TypeError("a condition between formulas has no truth value. Write it in `where`.")
        return True

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("a formula cannot be iterated over. Use total(first, last, body).")

    def equals(self, other: Any) -> "Node":
        """The condition that both are equal (``==`` compares trees)."""
        return binary("eq", self, other)

    def differs(self, other: Any) -> "Node":
        """The condition that both differ."""
        return binary("ne", self, other)

    @property
    def T(self) -> "Node":
        """The transpose."""
        return Node("transpose", (self,))

    def function(self, name: str) -> "Node":
        """An elementary function of the formula (``dptheory.numbers`` asks for it by name)."""
        if name not in FUNCTIONS:
            raise TypeError(f"a function must be one of {', '.join(FUNCTIONS)}. Found {name!r}.")
        return Node(name, (self,))

    def maximum(self, *others: Any) -> "Node":
        """The largest of several formulas."""
        return Node("max", (self, *map(lift, others)))


def binary(op: str, left: Any, right: Any) -> Node:
    """A node of two arguments."""
    return Node(op, (lift(left), lift(right)))


def lift(value: Any) -> Node:
    """A number as a tree.

    Raises:
        LiteralError: a float that is not the decimal its author wrote, or is not finite.
        TypeError: no number.
    """
    if isinstance(value, Node):
        return value
    if hasattr(type(value), "__tree__"):
        return cast("Node", value.__tree__)
    if isinstance(value, bool):
        raise TypeError(f"a number must be a number. Found {value!r}.")
    if isinstance(value, int | Fraction):
        return Node("number", (), Fraction(value))
    if isinstance(value, float):
        return Node("number", (), decimal(value))
    if isinstance(value, tuple | list):
        return Node("tuple", tuple(map(lift, value)))
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        return lift(value.item())
    raise TypeError(f"a number must be an int, Fraction, decimal or formula. Found {value!r}.")


def decimal(value: float) -> Fraction:
    """The decimal that a float shows, exactly.

    Raises:
        LiteralError: the float is not finite, or has so many digits that it is the result of
            arithmetic (1/3, 0.1 + 0.2) and not what somebody wrote.
    """
    if not math.isfinite(value):
        raise LiteralError(f"a literal must be finite. Found {value!r}.")
    text = repr(value)
    digits = text.partition("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    if len(digits) > MOST_DIGITS:
        raise LiteralError(
            f"a literal must have at most {MOST_DIGITS} digits: more are the result of rounding. "
            f"Found {text}: write Fraction(1, 3) for 1/3, and numbers.sqrt, .log, .exp, PI."
        )
    return Fraction(text)


def quantity(value: Any, unit: str) -> Node:
    """A literal that carries a unit (0.01 as a gradient)."""
    node = lift(value)
    return Node("number", (), node.value, unit)


Cells = Mapping[tuple[Any, ...], Node]  # by the values of the arguments
UNDEFINED = Node("undefined")
PI = Node("constant", (), "pi")
E = Node("constant", (), "e")


def total(index: Node, first: Any, last: Any, body: Node) -> Node:
    """The sum of ``body`` over ``index`` = first, ..., last (0 where last < first)."""
    return Node("sum", (lift(first), lift(last), lift(body)), index.value)


def product(index: Node, first: Any, last: Any, body: Node) -> Node:
    """The product of ``body`` over ``index`` = first, ..., last (1 where last < first)."""
    return Node("product", (lift(first), lift(last), lift(body)), index.value)


def dot(left: Node, right: Node) -> Node:
    """The inner product of two vectors."""
    return binary("dot", left, right)


def norm(vector: Node) -> Node:
    """The Euclidean norm."""
    return Node("norm", (vector,))


def expectation(law: Node, variable: Node, body: Node) -> Node:
    """E of ``body``, in which ``variable`` is drawn from ``law``."""
    return Node("expect", (lift(body),), (variable.value, law.value))


def external(
    name: str,
    function: Callable[..., Any],
    *arguments: Any,
    balls: Callable[..., Any] | None = None,
    means: str = "",
) -> Node:
    """A number that a function of the library computes from formulas; see :class:`External`."""
    return Node("external", tuple(map(lift, arguments)), External(name, function, balls, means))


def conjunction(*conditions: Node) -> Node:
    """All of the conditions."""
    return Node("and", tuple(conditions))


def negated(condition: Node) -> tuple[Node, ...]:
    """The negation of a condition, as conditions of which one must hold."""
    if condition.op == "and":
        return tuple(n for c in condition.args for n in negated(c))
    if condition.op not in NEGATION:
        raise ValueError(f"a condition to negate must compare numbers. Found {condition.op}.")
    sides = condition.args[::-1] if condition.op in ("le", "lt") else condition.args
    return (Node(NEGATION[condition.op], sides),)


def indicator(*events: Node) -> Node:
    """1 where one of the events (comparisons) happens, else 0.

    Raises:
        ValueError: an event is no comparison.
    """
    for event in events:
        if event.op not in ("le", "lt", "eq", "ne"):
            raise ValueError(f"an event must be a comparison. Found {event.op}.")
    parts = [part for event in events for part in (event, lift(1))]
    none = [opposite for event in events for opposite in negated(event)]
    last = none[0] if len(none) == 1 else conjunction(*none)
    return Node("piecewise", (*parts, last, lift(0)))


def walk(node: Node) -> Iterator[Node]:
    """Every node of a tree, the tree itself first."""
    waiting = [node]
    while waiting:
        yield (found := waiting.pop())
        waiting += reversed(found.args)


@functools.lru_cache(maxsize=50_000)
def free_names(node: Node) -> frozenset[str]:
    """Names of the symbols that a tree depends on."""
    if node.op == "symbol":
        return frozenset([node.value])
    found = frozenset[str]().union(*map(free_names, node.args))
    if node.op in ("sum", "product"):
        outer = free_names(node.args[0]) | free_names(node.args[1])
        return outer | (free_names(node.args[2]) - {node.value})
    if node.op == "expect":
        return (found - {node.value[0]}) | {node.value[1]}
    return found


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """The tree with symbols replaced; a bound index or variable is left alone."""
    if node.op == "symbol":
        return values.get(node.value, node)
    if node.op in ("sum", "product"):
        inner = {n: v for n, v in values.items() if n != node.value}
        first, last, body = node.args
        ends = (substitute(first, values), substitute(last, values))
        return node.having((*ends, substitute(body, inner)))
    if node.op == "expect":
        bound, law = node.value
        if law in values:
            raise ValueError(f"a law cannot be replaced inside an expectation. Found {law}.")
        values = {n: v for n, v in values.items() if n != bound}
    return node.having(substitute(a, values) for a in node.args)


def pruned(node: Node) -> Node:
    """The tree without branches that have no value; a single branch that is left stands alone.

    The same formula wherever it has a value: a trace covers all cases by its branches.
    """
    args = tuple(map(pruned, node.args))
    if node.op != "piecewise" or UNDEFINED not in args[1::2]:
        return node.having(args)
    pairs = [p for p in zip(args[::2], args[1::2], strict=True) if p[1] != UNDEFINED]
    if len(pairs) == 1:
        return pairs[0][1]
    return Node("piecewise", tuple(x for pair in pairs for x in pair))


def canonical(node: Node) -> Node:
    """The tree without neutral numbers, its sums and products flat and in a fixed order.

    Trees that are one formula written in two ways have one canonical form; others differ.
    """
    args = tuple(map(canonical, node.args))
    if node.op == "sub":
        return canonical(Node("add", (args[0], Node("neg", (args[1],)))))
    if node.op == "neg":
        return _flat("mul", (Node("number", (), Fraction(-1)), args[0]))
    if node.op == "div" and args[1].op == "number" and args[1].value != 0:
        return _flat("mul", (Node("number", (), 1 / args[1].value), args[0]))
    if node.op in ("add", "mul"):
        return _flat(node.op, args)
    if node.op in ("max", "min", "eq", "ne", "dot"):
        args = tuple(sorted(args, key=repr))
    return node.having(args)


def _flat(op: str, args: tuple[Node, ...]) -> Node:
    """A sum or product with the numbers among its parts put together."""
    number = Fraction(int(op == "mul"))
    parts: list[Node] = []
    for part in (p for a in args for p in (a.args if a.op == op else (a,))):
        if part.op != "number" or part.unit:
            parts.append(part)
        else:
            number = number * part.value if op == "mul" else number + part.value
    if number != int(op == "mul") or not parts:
        parts.append(Node("number", (), number))
    return parts[0] if len(parts) == 1 else Node(op, tuple(sorted(parts, key=repr)))


def contains(node: Node, part: Node) -> bool:
    """Whether ``part`` is a subtree."""
    return any(n == part for n in walk(node))


def digest(value: object) -> str:
    """A hash of an immutable object by its repr: 16 hexadecimal digits."""
    return hashlib.sha256(whole(value).encode()).hexdigest()[:16]

"""The value of a tree at a point, in any arithmetic of :mod:`verify.formula.arithmetic`.

A tree becomes nested functions once, for every arithmetic. A point gives every free symbol its
value: a whole number or Fraction, a tuple (vector, sequence), a tuple of rows (matrix), a tuple of
(probability, value) pairs (law), or whatever a kind of its own draws.
"""

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from verify.formula import linear
from verify.formula.arithmetic import (
    BALLS,
    EXACT,
    FLOATS,
    PRECISIONS,
    Arithmetic,
    Balls,
    Exact,
    Floats,
    Undecided,
    Undefined,
)
from verify.formula.codegen import COMPARED, LOOPS, STRAIGHT, Parts, straight
from verify.formula.degree import degree
from verify.formula.expression import FUNCTIONS, Node, lift

__all__ = ["BALLS", "EXACT", "FLOATS", "PRECISIONS", "Undecided", "Undefined"]

Point = Mapping[str, Any]
ZERO = lift(0)
NUMBERS = {*FUNCTIONS, "number", "constant", "pow", "max", "min", "norm", "norm1", "dot", "trace"}
OFTEN = 6  # runs of a tree that pay for straight-line code
MOST_TERMS = 1_000_000  # of a sum
MOST_EXACT_TERMS = 3000  # in rationals, whose denominators grow with every term
# For the code of formulas that share parts: the same numbers, and code of their own.
SHARING: Mapping[Arithmetic, Arithmetic] = {n: type(n)() for n in (EXACT, BALLS, FLOATS)}
PARTS = itertools.count()  # numbers the parts


class _Place(dict[str, Any]):
    """The values of a point as numbers of one arithmetic, each made when it is first asked for."""

    __slots__ = ("numbers", "point")

    def __init__(self, point: Point, numbers: Arithmetic) -> None:
        super().__init__()
        self.point: Any = point
        self.numbers = numbers

    def __missing__(self, name: str) -> Any:
        self[name] = value = _lifted(self.point[name], self.numbers)
        return value

    def inner(self) -> "_Place":
        """The place inside a sum or expectation, whose bound name takes many values."""
        place = _Place(dict(self.point), self.numbers)
        place.update(self)
        return place

    def bind(self, name: str, value: Any) -> None:
        self.point[name] = value
        self.pop(name, None)


class _Shared(_Place):
    """A place that keeps the values of a formula's parts for the formulas that share them."""

    __slots__ = ("keeping", "parts")

    def __init__(self, point: Point, numbers: Arithmetic) -> None:
        super().__init__(point, numbers)
        self.parts: dict[int, Any] = {}
        self.keeping = True


Code = Callable[[_Place], Any]


class Neighbours:
    """A point at which formulas are evaluated that differ from a given one in few places.

    What they have in common with it is computed once, in every arithmetic that is asked for, and
    again in balls of another precision.
    """

    def __init__(self, formula: Node, point: Point) -> None:
        self.formula, self.point = formula, point
        self._places: dict[tuple[Arithmetic, int], _Shared] = {}

    def value(self, node: Node, numbers: Arithmetic) -> Any:
        """The value of a neighbour, as :func:`evaluate` finds it."""
        key = numbers, ctx.prec
        if key not in self._places:
            self._places[key] = self._shared(numbers)
        return _code(node, SHARING[numbers])(self._places[key])

    def _shared(self, numbers: Arithmetic) -> _Shared:
        place = _Shared(self.point, numbers)
        for side in self.formula.args:
            # What has no value here has none in a neighbour either, which will say so.
            with suppress(ArithmeticError, ValueError, TypeError, LookupError):
                _code(side, SHARING[numbers])(place)
        place.keeping = False
        return place


def evaluate(node: Node, point: Point | Neighbours, numbers: Arithmetic) -> Any:
    """The value of a tree in an arithmetic; a condition gives a bool.

    Raises:
        Undefined: there is none. Undecided: this arithmetic cannot say.
        KeyError: the point misses a symbol.
    """
    if isinstance(point, Neighbours):
        return linear.each(numbers.result, point.value(node, numbers))
    return linear.each(numbers.result, _program(node, numbers)(_Place(point, numbers)))


def floating(point: Point) -> _Place:
    """A point whose symbols :func:`in_floats` reads once, however often it is asked."""
    return _Place(point, FLOATS)


def in_floats(nodes: tuple[Node, ...], point: Point | Neighbours) -> list[Any]:
    """The values of trees in floating point.

    Raises:
        Undefined, Undecided, KeyError: as :func:`evaluate`.
    """
    if isinstance(point, Neighbours):
        return [point.value(node, FLOATS) for node in nodes]
    place = point if type(point) is _Place else floating(point)
    return [_program(node, FLOATS)(place) for node in nodes]


def shaken(point: Point, names: Iterable[str], by: float) -> _Place:
    """A point in floating point with each number of some symbols moved, by up to ``by`` of it."""
    place = (point if type(point) is _Place else floating(point)).inner()
    count = itertools.count(1)
    for name in sorted(names):
        place[name] = linear.each(
            # No simple relation between two numbers survives.
            lambda x: x * (1 + by * math.sin(next(count))) if type(x) is float else x,
            place[name],
        )
    return place


class _Program:
    """The code of a tree: nested functions, and straight lines once they have run often."""

    __slots__ = ("n", "node", "run", "runs")

    def __init__(self, node: Node, n: Arithmetic) -> None:
        self.node, self.n, self.runs = node, n, 0
        self.run = _code(node, n)

    def __call__(self, place: _Place) -> Any:
        self.runs += 1
        if self.runs == OFTEN:
            self.run = self._straight()
        return self.run(place)

    def _straight(self) -> Code:
        node = self.node
        if isinstance(self.n, Exact) and {a.op for a in node.args} <= {"norm", "sqrt"}:
            return self.run
        if node.op in (*STRAIGHT, *LOOPS, *COMPARED):
            parts = Parts(_program, _index, functools.partial(_at_most_terms, self.n))
            return straight(node, self.n, parts, self.run)
        return self.run


@functools.lru_cache(maxsize=50_000)
def _program(node: Node, n: Arithmetic) -> _Program:
    return _Program(node, n)


@functools.lru_cache(maxsize=50_000)
def _code(node: Node, n: Arithmetic) -> Code:
    code = _built(node, n)
    return _sharing(code) if n in SHARING.values() and node.args else code


def _sharing(code: Code) -> Code:
    """The code of a part, whose value a place may hold that is shared."""
    key = next(PARTS)

    def value(place: _Place) -> Any:
        # Inside a sum or expectation the place is another one for every value of the bound name.
        if type(place) is not _Shared:
            return code(place)
        if key in place.parts:
            return place.parts[key]
        found = code(place)
        if place.keeping:
            place.parts[key] = found
        return found

    return value


def _built(node: Node, n: Arithmetic) -> Code:
    op = node.op
    if op in FUNCTIONS:
        inner = _scalar(node.args[0], n)
        return lambda place: n.function(op, inner(place))
    if op not in BUILDERS:
        raise TypeError(f"a formula must be made of known operations. Found {op!r}.")
    return BUILDERS[op](node, n)


def _scalar(node: Node, n: Arithmetic, *, often: bool = False) -> Code:
    """The code of a tree that must be a number."""
    code = _program(node, n) if often else _code(node, n)
    if node.op in NUMBERS:
        return code

    def value(place: _Place) -> Any:
        found = code(place)
        if isinstance(found, tuple):
            raise TypeError(f"{node.op} must be a number here. Found a vector or matrix.")
        return found

    return value


def _parts(node: Node, n: Arithmetic) -> list[Code]:
    return [_code(a, n) for a in node.args]


def _number(node: Node, n: Arithmetic) -> Code:
    if not isinstance(n, Balls):
        # A float may overflow, which the caller must see.
        with suppress(Undecided):
            value = n.number(node.value)
            return lambda place: value
    # A ball has the precision in force.
    return lambda place: n.number(node.value)


def _symbol(node: Node, n: Arithmetic) -> Code:
    return operator.itemgetter(node.value)


def _constant(node: Node, n: Arithmetic) -> Code:
    return lambda place: n.constant(node.value)


def _undefined(node: Node, n: Arithmetic) -> Code:
    def value(place: _Place) -> Any:
        raise Undefined("arguments outside the formula's range")

    return value


def _sum_of_two(function: Callable[[Any, Any], Any]) -> Callable[[Node, Arithmetic], Code]:
    def build(node: Node, n: Arithmetic) -> Code:
        a, b = _parts(node, n)

        def value(place: _Place) -> Any:
            left, right = a(place), b(place)
            if isinstance(left, tuple) or isinstance(right, tuple):
                return linear.entrywise(function, left, right)
            return function(left, right)

        return value

    return build


def _neg(node: Node, n: Arithmetic) -> Code:
    (a,) = _parts(node, n)
    return lambda place: linear.each(operator.neg, a(place))


def _mul(node: Node, n: Arithmetic) -> Code:
    a, b = _parts(node, n)

    def value(place: _Place) -> Any:
        left, right = a(place), b(place)
        if isinstance(left, tuple):
            if isinstance(right, tuple):
                raise TypeError("a product of vectors or matrices must be dot or matmul.")
            return linear.each(lambda x: x * right, left)
        if isinstance(right, tuple):
            return linear.each(lambda x: left * x, right)
        return left * right

    return value


def _div(node: Node, n: Arithmetic) -> Code:
    a, b = _code(node.args[0], n), _scalar(node.args[1], n)

    def value(place: _Place) -> Any:
        bottom = b(place)
        return linear.each(lambda x: n.divide(x, bottom), a(place))

    return value


def _pow(node: Node, n: Arithmetic) -> Code:
    a, b = (_scalar(arg, n) for arg in node.args)
    return lambda place: n.power(a(place), b(place))


def _extreme(node: Node, n: Arithmetic) -> Code:
    parts = [_scalar(a, n) for a in node.args]
    greatest = node.op == "max"
    if isinstance(n, Balls):
        best = (lambda a, b: a.max(b)) if greatest else (lambda a, b: a.min(b))
        return lambda place: functools.reduce(best, (part(place) for part in parts))
    extreme = max if greatest else min
    return lambda place: extreme(part(place) for part in parts)


def _tuple(node: Node, n: Arithmetic) -> Code:
    parts = _parts(node, n)
    return lambda place: tuple(part(place) for part in parts)


def _at(node: Node, n: Arithmetic) -> Code:
    sequence, index = _code(node.args[0], n), _index(node.args[1])

    def value(place: _Place) -> Any:
        entries, i = sequence(place), index(place)
        # Sequences are written from their first index on, which the kind fixes: 1.
        if not 1 <= i <= len(entries):
            raise Undefined(f"entry {i} of {len(entries)}")
        return entries[i - 1]

    return value


def _index(node: Node) -> Callable[[_Place], int]:
    """The code of an index, which is exact in every arithmetic."""

    def value(place: _Place) -> int:
        found = place.point[node.value] if node.op == "symbol" else None
        if isinstance(found, int):
            return found
        number = evaluate(node, place.point, EXACT)
        if number.denominator != 1:
            raise Undefined(f"an index must be whole. Found {number}.")
        return int(number)

    return value


def _repeated(node: Node, n: Arithmetic) -> Code:
    """A sum or a product."""
    first, last, body = (
        _index(node.args[0]),
        _index(node.args[1]),
        _scalar(node.args[2], n, often=True),
    )
    adding, index = node.op == "sum", node.value

    def value(place: _Place) -> Any:
        start, stop = first(place), last(place)
        _at_most_terms(n, start, stop)
        result, inner = n.number(Fraction(not adding)), place.inner()
        for i in range(start, stop + 1):
            inner.bind(index, i)
            result = result + body(inner) if adding else result * body(inner)
        return result

    return value


def _at_most_terms(n: Arithmetic, start: int, stop: int) -> None:
    if stop - start > (MOST_EXACT_TERMS if isinstance(n, Exact) else MOST_TERMS):
        raise Undecided("a sum of too many terms")


def _expect(node: Node, n: Arithmetic) -> Code:
    body = _program(node.args[0], n)
    variable, law = node.value
    of_body = degree(node.args[0], variable)

    def value(place: _Place) -> Any:
        inner = place.inner()
        result = None
        drawn = place.point[law]
        if hasattr(drawn, "atoms"):
            # A law that is known by its moments says which atoms stand for it.
            drawn = drawn.atoms(of_body)
        for probability, atom in drawn:
            inner.bind(variable, atom)
            share = _lifted(probability, n)
            part = linear.each(functools.partial(operator.mul, share), body(inner))
            result = part if result is None else linear.entrywise(operator.add, result, part)
        return result

    return value


def _piecewise(node: Node, n: Arithmetic) -> Code:
    parts = _parts(node, n)
    branches = list(zip(parts[::2], parts[1::2], strict=True))

    def value(place: _Place) -> Any:
        undecided: Undecided | None = None
        for condition, branch in branches:
            try:
                if condition(place):
                    if undecided:
                        raise undecided
                    return branch(place)
            except Undecided as error:
                undecided = error
        raise undecided or Undefined("no branch applies")

    return value


def _and(node: Node, n: Arithmetic) -> Code:
    parts = _parts(node, n)
    return lambda place: all(part(place) for part in parts)


def _condition(node: Node, n: Arithmetic) -> Code:
    op = node.op
    if isinstance(n, Exact) and {a.op for a in node.args} <= {"norm", "sqrt"}:
        # Roots are in the order of their radicands, which may be rational where they are not.
        under = [_radicand(a, n) for a in node.args]
        return lambda place: n.compare(op, *(radicand(place) for radicand in under))
    a, b = _parts(node, n)
    if op == "loewner":
        return lambda place: linear.semidefinite(
            linear.entrywise(operator.sub, b(place), a(place)), n
        )

    def value(place: _Place) -> bool:
        left, right = a(place), b(place)
        if not isinstance(left, tuple) and not isinstance(right, tuple):
            return n.compare(op, left, right)
        # The number 0 stands for the vector or matrix of its size.
        zero = n.number(Fraction(0))
        if node.args[1] == ZERO:
            right = linear.each(lambda _: zero, left)
        elif node.args[0] == ZERO:
            left = linear.each(lambda _: zero, right)
        pairs = list(zip(linear.flat(left), linear.flat(right), strict=True))
        answers = [n.compare("eq" if op == "ne" else op, *p) for p in pairs]
        return all(answers) if op != "ne" else not all(answers)

    return value


def _radicand(root: Node, n: Arithmetic) -> Code:
    """What stands under the root of a norm or square root; Undefined where it is negative."""
    if root.op == "norm":
        return _squares(root, n)
    inner = _scalar(root.args[0], n)

    def value(place: _Place) -> Any:
        found = inner(place)
        if found < 0:
            raise Undefined("the root of a negative number")
        return found

    return value


def _squares(node: Node, n: Arithmetic) -> Code:
    (a,) = _parts(node, n)
    return lambda place: linear.total(linear.each(lambda x: x * x, a(place)), n)


def _norm(node: Node, n: Arithmetic) -> Code:
    squares = _squares(node, n)
    return lambda place: n.function("sqrt", squares(place))


def _norm1(node: Node, n: Arithmetic) -> Code:
    (a,) = _parts(node, n)
    return lambda place: linear.total(
        linear.each(functools.partial(n.function, "abs"), a(place)), n
    )


def _linear(function: Callable[..., Any]) -> Callable[[Node, Arithmetic], Code]:
    """An operation on vectors and matrices."""

    def build(node: Node, n: Arithmetic) -> Code:
        parts = _parts(node, n)
        return lambda place: function(*(part(place) for part in parts), n)

    return build


def _external(node: Node, n: Arithmetic) -> Code:
    arguments = [_given(a, n) for a in node.args]
    return lambda place: n.external(node.value, [given(place) for given in arguments])


def _given(node: Node, n: Arithmetic) -> Code:
    """An argument as the library takes it: whole numbers whole, rationals exact."""
    if node.op == "symbol":
        return lambda place: place.point[node.value]
    code = _code(node, n)

    def value(place: _Place) -> Any:
        try:
            found = evaluate(node, place.point, EXACT)
        except Undecided:
            found = code(place)
        return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found

    return value


BUILDERS: Mapping[str, Callable[[Node, Arithmetic], Code]] = {
    "number": _number,
    "symbol": _symbol,
    "constant": _constant,
    "undefined": _undefined,
    "add": _sum_of_two(operator.add),
    "sub": _sum_of_two(operator.sub),
    "neg": _neg,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "max": _extreme,
    "min": _extreme,
    "tuple": _tuple,
    "at": _at,
    "sum": _repeated,
    "product": _repeated,
    "expect": _expect,
    "piecewise": _piecewise,
    "and": _and,
    **dict.fromkeys(("le", "lt", "eq", "ne", "loewner"), _condition),
    "norm": _norm,
    "norm1": _norm1,
    "dot": _linear(linear.dot),
    "matmul": _linear(linear.matmul),
    "transpose": _linear(linear.transpose),
    "trace": _linear(linear.trace),
    "inverse": _linear(linear.inverse),
    "external": _external,
}


def _lifted(value: Any, n: Arithmetic) -> Any:
    kind = type(value)
    if kind is Fraction or kind is int:
        return n.number(value)
    if kind is tuple:
        return tuple([_lifted(v, n) for v in value])
    if kind is float:
        return value if isinstance(n, Floats) else n.number(Fraction(value))
    return value


def truth(condition: Node, point: Point | Neighbours) -> bool:
    """Whether a condition holds at a rational point: exactly, else in balls of growing precision.

    Raises:
        Undefined: a side has no value. Undecided: the sides are too close, or not computable.
    """
    try:
        return bool(evaluate(condition, point, EXACT))
    except Undecided as error:
        last = error
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            try:
                return bool(evaluate(condition, point, BALLS))
            except Undecided as error:
                last = error
    raise last


def value_at(node: Node, point: Point, end: Callable[[arb], arb] = arb.mid) -> Any:
    """The value at a rational point: a Fraction (or tuple of them), else a float's nearest.

    Args:
        end: what stands for an enclosure that is wider than a float's digits.

    Raises:
        Undefined: there is none.
    """
    try:
        return evaluate(node, point, EXACT)
    except Undecided:
        pass
    for bits in PRECISIONS[1:]:
        with ctx.workprec(bits):
            try:
                found = evaluate(node, point, BALLS)
            except Undecided:
                continue
        if bits == PRECISIONS[-1] or all(map(_sharp, linear.flat(found))):
            return linear.each(lambda b: float(b if _sharp(b) else end(b)), found)
    return evaluate(node, point, FLOATS)


def _sharp(ball: Any) -> bool:
    """Whether a ball has a float's digits (0 has, where it is exact)."""
    return bool(ball.rel_accuracy_bits() >= 53 or ball == 0)

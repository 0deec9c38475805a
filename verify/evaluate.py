"""The value of a tree: exact in rationals, enclosed in balls, or fast in floating point.

One walk serves every arithmetic; an arithmetic says what numbers are and how they compare. A point
gives every free symbol its value: a whole number or Fraction, a tuple (vector, sequence), a tuple
of rows (matrix), a tuple of (probability, value) pairs (law), or whatever a kind of its own draws.
"""

import functools
import math
import operator
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from verify.expression import CONDITIONS, FUNCTIONS, Node, lift

Point = Mapping[str, Any]
ZERO = lift(0)
MOST_BITS = 40_000  # of a power in rational arithmetic; beyond, balls answer sooner
MOST_TERMS = 1_000_000  # of a sum
MOST_EXACT_TERMS = 3000  # in rationals, whose denominators grow with every term
PRECISIONS = (64, 192, 640)


class Undefined(ArithmeticError):
    """The formula has no value at this point."""


class Undecided(ArithmeticError):
    """This arithmetic cannot say: an irrational value, balls that overlap, too large a number."""


class Arithmetic(Protocol):
    """Numbers of one kind."""

    def number(self, value: Fraction) -> Any:
        """A rational."""

    def constant(self, name: str) -> Any:
        """pi or e."""

    def divide(self, a: Any, b: Any) -> Any:
        """The quotient; Undefined where b = 0."""

    def power(self, base: Any, exponent: Any) -> Any:
        """base**exponent with 0**0 = 1; Undefined where it is not real."""

    def function(self, name: str, x: Any) -> Any:
        """An elementary function; Undefined where it is not real."""

    def compare(self, op: str, a: Any, b: Any) -> bool:
        """le, lt, eq or ne; Undecided where it cannot say."""

    def external(self, function: Any, arguments: list[Any]) -> Any:
        """A computation of the library."""


class Exact:
    """Rational arithmetic: an irrational value is Undecided, never rounded."""

    def number(self, value: Fraction) -> Fraction:
        return value

    def constant(self, name: str) -> Fraction:
        raise Undecided(f"{name} is irrational")

    def divide(self, a: Fraction, b: Fraction) -> Fraction:
        if b == 0:
            raise Undefined("division by 0")
        return a / b

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if base == 0:
            if exponent < 0:
                raise Undefined("0 to a negative power")
            return Fraction(int(exponent == 0))
        if exponent.denominator == 1:
            size = max(abs(base.numerator).bit_length(), base.denominator.bit_length())
            if base not in (1, -1) and size * abs(exponent) > MOST_BITS:
                raise Undecided("a power of too many digits")
            return base ** int(exponent)
        if base < 0:
            raise Undefined("a broken power of a negative number")
        return self.power(_root(base, exponent.denominator), Fraction(exponent.numerator))

    def function(self, name: str, x: Fraction) -> Fraction:
        if name == "abs":
            return abs(x)
        if name in ("floor", "ceil"):
            return Fraction(getattr(math, name)(x))
        if name == "sqrt":
            if x < 0:
                raise Undefined("the root of a negative number")
            return _root(x, 2)
        if name == "log" and x <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        argument, value = {"exp": (0, 1), "log": (1, 0), "cos": (0, 1), "sin": (0, 0)}[name]
        if x == argument:
            return Fraction(value)
        raise Undecided(f"{name} is irrational there")

    def compare(self, op: str, a: Fraction, b: Fraction) -> bool:
        return {"le": a <= b, "lt": a < b, "eq": a == b, "ne": a != b}[op]

    def external(self, function: Any, arguments: list[Any]) -> Fraction:
        result = _real(function, arguments)
        if isinstance(result, float):
            raise Undecided(f"{function.name} is computed in floating point")
        return Fraction(result)


def _root(x: Fraction, degree: int) -> Fraction:
    import sympy

    parts = [sympy.integer_nthroot(n, degree) for n in (x.numerator, x.denominator)]
    if not all(exact for _, exact in parts):
        raise Undecided("the root is irrational")
    return Fraction(int(parts[0][0]), int(parts[1][0]))


def _real(function: Any, arguments: list[Any]) -> Any:
    try:
        result = function.function(*arguments)
    except OverflowError:
        raise Undecided(f"{function.name} overflows there") from None
    if isinstance(result, np.generic):
        result = result.item()
    if isinstance(result, bool) or not isinstance(result, int | float | Fraction):
        raise TypeError(f"{function.name} must return one real number. Found {result!r}.")
    if isinstance(result, float) and not math.isfinite(result):
        raise ValueError(f"{function.name} must return a finite number. Found {result!r}.")
    return result


class Balls:
    """Ball arithmetic (python-flint): every value is an enclosure at the precision in force."""

    def number(self, value: Fraction) -> Any:
        from flint import arb, fmpq

        return arb(fmpq(value.numerator, value.denominator))

    def constant(self, name: str) -> Any:
        from flint import arb

        return arb.pi() if name == "pi" else arb(1).exp()

    def divide(self, a: Any, b: Any) -> Any:
        if b == 0:
            raise Undefined("division by 0")
        if b.contains(0):
            raise Undecided("a divisor whose ball contains 0")
        return a / b

    def power(self, base: Any, exponent: Any) -> Any:
        # An exact whole number: a ball of positive radius that contains one is not that number.
        if exponent.is_integer():
            power = int(exponent.unique_fmpz())
            if power < 0:
                return self.divide(self.number(Fraction(1)), base ** (-power))
            return base**power
        if base == 0 and exponent > 0:
            return base
        if base > 0:
            return base**exponent
        if base < 0 and not exponent.contains_integer():
            raise Undefined("a broken power of a negative number")
        raise Undecided("a power whose base may be negative")

    def function(self, name: str, x: Any) -> Any:
        if name == "abs":
            return abs(x)
        if name == "sqrt":
            if x < 0:
                raise Undefined("the root of a negative number")
            if not x >= 0:
                raise Undecided("a root whose ball contains negative numbers")
        if name == "log":
            if x <= 0:
                raise Undefined("the logarithm of a number that is not positive")
            if not x > 0:
                raise Undecided("a logarithm whose ball contains 0")
        return getattr(x, name)()

    def compare(self, op: str, a: Any, b: Any) -> bool:
        if op in ("eq", "ne"):
            if a == b:
                return op == "eq"
            if a != b:
                return op == "ne"
        elif op == "le":
            if a <= b:
                return True
            if a > b:
                return False
        else:
            if a < b:
                return True
            if a >= b:
                return False
        raise Undecided("balls that overlap")

    def external(self, function: Any, arguments: list[Any]) -> Any:
        from flint import arb

        if function.balls is None:
            raise Undecided(f"{function.name} is computed in floating point")
        value = function.balls(*arguments)
        if value is None:
            raise Undecided(f"{function.name} has no enclosure there")
        if not isinstance(value, arb):
            raise TypeError(f"{function.name} must return a ball. Found {value!r}.")
        if not value.is_finite():
            raise Undecided(f"{function.name} has no finite enclosure there")
        return value


class Floats:
    """Double precision, one point at a time."""

    def number(self, value: Fraction) -> float:
        return _float(value)

    def constant(self, name: str) -> float:
        return {"pi": math.pi, "e": math.e}[name]

    def divide(self, a: float, b: float) -> float:
        if b == 0:
            raise Undefined("division by 0")
        return a / b

    def power(self, base: float, exponent: float) -> float:
        if base == 0 and exponent < 0:
            raise Undefined("0 to a negative power")
        if base < 0 and exponent != int(exponent):
            raise Undefined("a broken power of a negative number")
        return math.pow(base, exponent)

    def function(self, name: str, x: float) -> float:
        if name == "abs":
            return abs(x)
        if (name == "sqrt" and x < 0) or (name == "log" and x <= 0):
            raise Undefined(f"{name} of {x}")
        return float(getattr(math, name)(x))

    def compare(self, op: str, a: float, b: float) -> bool:
        return {"le": a <= b, "lt": a < b, "eq": a == b, "ne": a != b}[op]

    def external(self, function: Any, arguments: list[Any]) -> float:
        return float(_real(function, arguments))


def _float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Undecided("a number beyond double precision") from None


EXACT, BALLS, FLOATS = Exact(), Balls(), Floats()


def evaluate(node: Node, point: Point, numbers: Arithmetic) -> Any:
    """The value of a tree in an arithmetic; a condition gives a bool.

    Raises:
        Undefined: there is none. Undecided: this arithmetic cannot say.
        KeyError: the point misses a symbol.
    """
    return _Walk(point, numbers).value(node)


class _Walk:
    def __init__(self, point: Point, numbers: Arithmetic) -> None:
        self.point = point
        self.n = numbers

    def value(self, node: Node) -> Any:
        op = node.op
        if op == "number":
            return self.n.number(node.value)
        if op == "symbol":
            return self.lifted(self.point[node.value])
        if op == "constant":
            return self.n.constant(node.value)
        if op == "undefined":
            raise Undefined("arguments outside the formula's range")
        if op in CONDITIONS:
            return self.condition(node)
        if op in FUNCTIONS:
            return self.n.function(op, self.scalar(node.args[0]))
        return getattr(self, f"do_{op}")(
            *node.args, **({"value": node.value} if node.value else {})
        )

    def lifted(self, value: Any) -> Any:
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return self.n.number(Fraction(value))
        if isinstance(value, float):
            return value if isinstance(self.n, Floats) else self.n.number(Fraction(value))
        if isinstance(value, tuple):
            return tuple(map(self.lifted, value))
        return value

    def scalar(self, node: Node) -> Any:
        value = self.value(node)
        if isinstance(value, tuple):
            raise TypeError(f"{node.op} must be a number here. Found a vector or matrix.")
        return value

    def do_add(self, a: Node, b: Node) -> Any:
        return _entrywise(lambda x, y: x + y, self.value(a), self.value(b))

    def do_sub(self, a: Node, b: Node) -> Any:
        return _entrywise(lambda x, y: x - y, self.value(a), self.value(b))

    def do_neg(self, a: Node) -> Any:
        return _each(lambda x: -x, self.value(a))

    def do_mul(self, a: Node, b: Node) -> Any:
        left, right = self.value(a), self.value(b)
        if isinstance(left, tuple) and isinstance(right, tuple):
            raise TypeError("a product of vectors or matrices must be dot or matmul. Found mul.")
        if isinstance(left, tuple):
            return _each(lambda x: x * right, left)
        return _each(lambda x: left * x, right)

    def do_div(self, a: Node, b: Node) -> Any:
        bottom = self.scalar(b)
        return _each(lambda x: self.n.divide(x, bottom), self.value(a))

    def do_pow(self, a: Node, b: Node) -> Any:
        return self.n.power(self.scalar(a), self.scalar(b))

    def do_max(self, *args: Node) -> Any:
        return self._extreme(args, "lt")

    def do_min(self, *args: Node) -> Any:
        return self._extreme(args, "gt")

    def _extreme(self, args: tuple[Node, ...], op: str) -> Any:
        values = [self.scalar(a) for a in args]
        if isinstance(self.n, Balls):
            best = values[0]
            for value in values[1:]:
                best = best.max(value) if op == "lt" else best.min(value)
            return best
        return max(values) if op == "lt" else min(values)

    def do_tuple(self, *args: Node) -> Any:
        return tuple(map(self.value, args))

    def do_at(self, a: Node, b: Node) -> Any:
        sequence, index = self.value(a), self.index(b)
        # Sequences are written from their first index on, which the kind fixes: 1.
        if not 1 <= index <= len(sequence):
            raise Undefined(f"entry {index} of {len(sequence)}")
        return sequence[index - 1]

    def index(self, node: Node) -> int:
        value = evaluate(node, self.point, EXACT)
        if value.denominator != 1:
            raise Undefined(f"an index must be whole. Found {value}.")
        return int(value)

    def do_sum(self, first: Node, last: Node, body: Node, value: str) -> Any:
        result = self.n.number(Fraction(0))
        for term in self._terms(first, last, body, value):
            result = result + term
        return result

    def do_product(self, first: Node, last: Node, body: Node, value: str) -> Any:
        result = self.n.number(Fraction(1))
        for term in self._terms(first, last, body, value):
            result = result * term
        return result

    def _terms(self, first: Node, last: Node, body: Node, index: str) -> Any:
        start, stop = self.index(first), self.index(last)
        if stop - start > (MOST_EXACT_TERMS if isinstance(self.n, Exact) else MOST_TERMS):
            raise Undecided("a sum of too many terms")
        for i in range(start, stop + 1):
            yield _Walk({**self.point, index: i}, self.n).scalar(body)

    def do_piecewise(self, *args: Node) -> Any:
        undecided: Undecided | None = None
        for condition, value in zip(args[::2], args[1::2], strict=True):
            try:
                if self.value(condition):
                    if undecided:
                        raise undecided
                    return self.value(value)
            except Undecided as error:
                undecided = error
        raise undecided or Undefined("no branch applies")

    def condition(self, node: Node) -> bool:
        if node.op == "and":
            return all(self.condition(c) for c in node.args)
        if isinstance(self.n, Exact) and {a.op for a in node.args} <= {"norm", "sqrt"}:
            # Roots are in the order of their radicands, which may be rational where they are not.
            return self.n.compare(node.op, *(self.radicand(a) for a in node.args))
        left, right = (self.value(a) for a in node.args)
        if node.op == "loewner":
            gap = _entrywise(lambda x, y: y - x, left, right)
            return _semidefinite(gap, self.n)
        if isinstance(left, tuple) or isinstance(right, tuple):
            # The number 0 stands for the vector or matrix of its size.
            zero = self.n.number(Fraction(0))
            if node.args[1] == ZERO:
                right = _each(lambda _: zero, left)
            elif node.args[0] == ZERO:
                left = _each(lambda _: zero, right)
            pairs = list(zip(_flat(left), _flat(right), strict=True))
            answers = [self.n.compare("eq" if node.op == "ne" else node.op, *p) for p in pairs]
            return all(answers) if node.op != "ne" else not all(answers)
        return self.n.compare(node.op, left, right)

    def radicand(self, root: Node) -> Any:
        """What stands under the root of a norm or square root; Undefined where it is negative."""
        if root.op == "norm":
            return self._sum(_each(lambda x: x * x, self.value(root.args[0])))
        value = self.scalar(root.args[0])
        if value < 0:
            raise Undefined("the root of a negative number")
        return value

    def do_dot(self, a: Node, b: Node) -> Any:
        return self._sum(_entrywise(lambda x, y: x * y, self.value(a), self.value(b)))

    def do_norm(self, a: Node) -> Any:
        return self.n.function("sqrt", self._sum(_each(lambda x: x * x, self.value(a))))

    def do_norm1(self, a: Node) -> Any:
        return self._sum(_each(lambda x: self.n.function("abs", x), self.value(a)))

    def _sum(self, values: Any) -> Any:
        result = self.n.number(Fraction(0))
        for value in values if isinstance(values, tuple) else (values,):
            result = result + value
        return result

    def do_matmul(self, a: Node, b: Node) -> Any:
        left, right = self.value(a), self.value(b)
        if not isinstance(right[0], tuple):
            return tuple(self._sum(_entrywise(lambda x, y: x * y, row, right)) for row in left)
        columns = tuple(zip(*right, strict=True))
        return tuple(
            tuple(self._sum(_entrywise(lambda x, y: x * y, row, c)) for c in columns)
            for row in left
        )

    def do_transpose(self, a: Node) -> Any:
        return tuple(zip(*self.value(a), strict=True))

    def do_trace(self, a: Node) -> Any:
        return self._sum(tuple(row[i] for i, row in enumerate(self.value(a))))

    def do_inverse(self, a: Node) -> Any:
        return _inverse(self.value(a), self.n)

    def do_expect(self, body: Node, value: tuple[str, str]) -> Any:
        variable, law = value
        parts = []
        for probability, atom in self.point[law]:
            here, share = _Walk({**self.point, variable: atom}, self.n), self.lifted(probability)
            parts.append(_each(functools.partial(operator.mul, share), here.value(body)))
        return functools.reduce(functools.partial(_entrywise, operator.add), parts)

    def do_external(self, *args: Node, value: Any) -> Any:
        return self.n.external(value, [self.plain(a) for a in args])

    def plain(self, node: Node) -> Any:
        """An argument as the library takes it: whole numbers stay whole."""
        if node.op == "symbol":
            return self.point[node.value]
        value = self._rational(node) if isinstance(self.n, Balls) else self.value(node)
        if isinstance(value, Fraction) and value.denominator == 1:
            return int(value)
        return value

    def _rational(self, node: Node) -> Any:
        """The value as a Fraction where it is rational, else its ball."""
        try:
            return evaluate(node, self.point, EXACT)
        except Undecided:
            return self.value(node)


def _each(function: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_each(function, v) for v in value)
    return function(value)


def _entrywise(function: Any, a: Any, b: Any) -> Any:
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            raise ValueError(f"sizes must agree. Found {len(a)} and {len(b)}.")
        return tuple(_entrywise(function, x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise TypeError("a vector or matrix must meet one of its own size. Found a number.")
    return function(a, b)


def _flat(value: Any) -> list[Any]:
    return [x for v in value for x in _flat(v)] if isinstance(value, tuple) else [value]


def _inverse(matrix: Any, n: Arithmetic) -> Any:
    """Gauss-Jordan elimination with the first usable pivot."""
    size = len(matrix)
    zero, one = n.number(Fraction(0)), n.number(Fraction(1))
    rows = [
        list(row) + [one if i == j else zero for j in range(size)] for i, row in enumerate(matrix)
    ]
    for i in range(size):
        pivot = next((r for r in range(i, size) if n.compare("ne", rows[r][i], zero)), None)
        if pivot is None:
            raise Undefined("the inverse of a singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [n.divide(x, rows[i][i]) for x in rows[i]]
        for r in range(size):
            if r != i:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def _semidefinite(matrix: Any, n: Arithmetic) -> bool:
    """Symmetric elimination: no negative pivot, and a zero pivot has a zero row."""
    rows = [list(row) for row in matrix]
    zero = n.number(Fraction(0))
    size = len(rows)
    if any(n.compare("ne", rows[i][j], rows[j][i]) for i in range(size) for j in range(i)):
        return False
    for i in range(size):
        if n.compare("lt", rows[i][i], zero):
            return False
        if n.compare("eq", rows[i][i], zero):
            if any(n.compare("ne", rows[i][j], zero) for j in range(i + 1, size)):
                return False
            continue
        for r in range(i + 1, size):
            factor = n.divide(rows[r][i], rows[i][i])
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return True


def truth(condition: Node, point: Point) -> bool:
    """Whether a condition holds at a rational point: exactly, else in balls of growing precision.

    Raises:
        Undefined: a side has no value. Undecided: the sides are too close, or not computable.
    """
    try:
        return bool(evaluate(condition, point, EXACT))
    except Undecided:
        pass
    from flint import ctx

    last = Undecided("undecided")
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            try:
                return bool(evaluate(condition, point, BALLS))
            except Undecided as error:
                last = error
    raise last


def value_at(node: Node, point: Point) -> Any:
    """The value at a rational point: a Fraction (or tuple of them), else a float's nearest.

    Raises:
        Undefined: there is none.
    """
    try:
        return evaluate(node, point, EXACT)
    except Undecided:
        pass
    from flint import ctx

    with ctx.workprec(PRECISIONS[1]):
        try:
            return _each(float, evaluate(node, point, BALLS))
        except Undecided:
            return evaluate(node, point, FLOATS)

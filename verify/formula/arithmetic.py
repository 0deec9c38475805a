"""Numbers of three kinds: exact rationals, balls that enclose, and fast floating point.

An arithmetic says what numbers are and how they compare; ``evaluate`` does the rest.
"""

import functools
import math
import operator
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import arb, ctx, fmpq

MOST_BITS = 40_000  # of a power in rational arithmetic; beyond, balls answer sooner
PRECISIONS = (64, 192, 640)
ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "le": operator.le,
    "lt": operator.lt,
    "eq": operator.eq,
    "ne": operator.ne,
}


class Undefined(ArithmeticError):
    """The formula has no value at this point."""


class Undecided(ArithmeticError):
    """This arithmetic cannot say: an irrational value, balls that overlap, too large a number."""


def fraction(value: Any) -> Fraction:
    """A rational of flint or of sympy."""
    return Fraction(int(value.p), int(value.q))


class Arithmetic(Protocol):
    """Numbers of one kind."""

    def __hash__(self) -> int:
        """Code is kept for each arithmetic."""

    def number(self, value: Fraction | int) -> Any:
        """A rational."""

    def result(self, value: Any) -> Any:
        """A number of this arithmetic as the world outside sees it."""

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

    def number(self, value: Fraction | int) -> fmpq:
        return fmpq(*value.as_integer_ratio())

    def result(self, value: Any) -> Any:
        return fraction(value) if isinstance(value, fmpq) else value

    def constant(self, name: str) -> fmpq:
        raise Undecided(f"{name} is irrational")

    def divide(self, a: fmpq, b: fmpq) -> fmpq:
        if b == 0:
            raise Undefined("division by 0")
        return a / b

    def power(self, base: fmpq, exponent: fmpq) -> fmpq:
        if base == 0:
            if exponent < 0:
                raise Undefined("0 to a negative power")
            return fmpq(int(exponent == 0))
        if exponent.q == 1:
            size = max(base.p.bit_length(), base.q.bit_length())
            if base not in (1, -1) and size * abs(exponent.p) > MOST_BITS:
                raise Undecided("a power of too many digits")
            return base ** int(exponent.p)
        if base < 0:
            raise Undefined("a broken power of a negative number")
        return self.power(_root(base, int(exponent.q)), fmpq(exponent.p))

    def function(self, name: str, x: fmpq) -> fmpq:
        if name == "abs":
            return abs(x)
        if name in ("floor", "ceil"):
            return fmpq(x.floor() if name == "floor" else x.ceil())
        if name == "sqrt":
            if x < 0:
                raise Undefined("the root of a negative number")
            return _root(x, 2)
        if name == "log" and x <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        argument, value = {"exp": (0, 1), "log": (1, 0), "cos": (0, 1), "sin": (0, 0)}[name]
        if x == argument:
            return fmpq(value)
        raise Undecided(f"{name} is irrational there")

    def compare(self, op: str, a: fmpq, b: fmpq) -> bool:
        return ORDER[op](a, b)

    def external(self, function: Any, arguments: list[Any]) -> fmpq:
        result = _real(function, arguments)
        if isinstance(result, float):
            raise Undecided(f"{function.name} is computed in floating point")
        return self.number(Fraction(result))


def _root(x: fmpq, degree: int) -> fmpq:
    parts = [n.root(degree) for n in (x.p, x.q)]
    if [p**degree for p in parts] != [x.p, x.q]:
        raise Undecided("the root is irrational")
    return fmpq(*parts)


def _real(function: Any, arguments: list[Any]) -> Any:
    given = tuple(arguments)
    try:
        result = _computed(function, given)
    except TypeError:  # an argument that cannot be kept, or an error of the computation
        result = _compute(function, given)
    if isinstance(result, Undefined | Undecided):
        raise type(result)(*result.args)
    if isinstance(result, np.generic):
        result = result.item()
    if isinstance(result, bool) or not isinstance(result, int | float | Fraction):
        raise TypeError(f"{function.name} must return one real number. Found {result!r}.")
    if isinstance(result, float) and not math.isfinite(result):
        raise ValueError(f"{function.name} must return a finite number. Found {result!r}.")
    return result


def _compute(function: Any, arguments: tuple[Any, ...]) -> Any:
    """A computation of the library, or why there is none: several arithmetics ask at one point."""
    try:
        return function.function(*arguments)
    except OverflowError:
        return Undecided(f"{function.name} overflows there")
    except (Undefined, Undecided) as error:
        return error


_computed = functools.lru_cache(maxsize=4096, typed=True)(_compute)


def anew(function: Any, arguments: tuple[Any, ...]) -> Any:
    """What it returns, or raises, when it is asked now."""
    return _compute(function, arguments)


_enclosures: dict[Hashable, Any] = {}
MOST_ENCLOSURES = 4096


def _enclosed(function: Any, arguments: list[Any]) -> Any:
    """The enclosure of a computation: a comparison and then its two sides ask for the same."""
    try:
        key: Hashable = (function, ctx.prec, _exactly(tuple(arguments)))
        known = key in _enclosures
    except (TypeError, ValueError):  # an argument that cannot be kept, or a ball without an end
        return function.balls(*arguments)
    if not known:
        if len(_enclosures) >= MOST_ENCLOSURES:
            _enclosures.clear()
        try:
            _enclosures[key] = function.balls(*arguments)
        except (Undefined, Undecided) as error:
            _enclosures[key] = error
    found = _enclosures[key]
    if isinstance(found, Undefined | Undecided):
        raise type(found)(*found.args)
    return found


def _exactly(value: Any) -> Hashable:
    """What tells a value from every other, a ball by its middle and its radius."""
    if isinstance(value, tuple):
        return tuple(map(_exactly, value))
    if isinstance(value, arb):
        return "ball", value.mid().man_exp(), value.rad().man_exp()
    return type(value), value


class Balls:
    """Ball arithmetic (python-flint): every value is an enclosure at the precision in force."""

    def number(self, value: Fraction | int) -> Any:
        return arb(fmpq(*value.as_integer_ratio()))

    def result(self, value: Any) -> Any:
        return value

    def constant(self, name: str) -> Any:
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
        if function.balls is None:
            raise Undecided(f"{function.name} is computed in floating point")
        value = _enclosed(function, arguments)
        if value is None:
            raise Undecided(f"{function.name} has no enclosure there")
        if not isinstance(value, arb):
            raise TypeError(f"{function.name} must return a ball. Found {value!r}.")
        if not value.is_finite():
            raise Undecided(f"{function.name} has no finite enclosure there")
        return value


class Floats:
    """Double precision, one point at a time."""

    def number(self, value: Fraction | int) -> float:
        top, bottom = value.as_integer_ratio()
        try:
            return top / bottom
        except OverflowError:
            raise Undecided("a number beyond double precision") from None

    def result(self, value: Any) -> Any:
        return value

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
        return ORDER[op](a, b)

    def external(self, function: Any, arguments: list[Any]) -> float:
        return float(_real(function, arguments))


EXACT, BALLS, FLOATS = Exact(), Balls(), Floats()

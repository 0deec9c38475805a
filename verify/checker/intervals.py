"""Numbers enclosed between rationals.

An interval is a pair of Fractions. What is rational stays exact at a point; functions are enclosed
by series with their remainders, and long fractions are rounded outward.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from verify.checker.text import NotRead, Refused, Tree, Work, bound, conjuncts, number, words

Interval = tuple[Fraction, Fraction]
Sides = Mapping[str, Interval]
PRECISIONS = (80, 200, 600)
DIGITS = 31415926535897932384626433832795028841971  # of pi, and 40 places
PI: Interval = (Fraction(DIGITS, 10**40), Fraction(DIGITS + 1, 10**40))
MOST_TERMS = 2_000
MOST_BITS = 200_000  # of a power
MOST_MAGNITUDE = 20_000  # powers of 2 above or below 1, of one that is rounded
LARGEST = 4_000  # argument of exp and of cos


class NoValue(Refused):
    """An operation that may have no value on the interval."""


def rounded(x: Interval, bits: int) -> Interval:
    """The interval, with ends of few bits."""
    return _down(x[0], bits), -_down(-x[1], bits)


def _down(x: Fraction, bits: int) -> Fraction:
    if x.denominator.bit_length() <= 2 * bits and x.numerator.bit_length() <= 4 * bits:
        return x
    shift = bits - (abs(x.numerator).bit_length() - x.denominator.bit_length())
    scale = Fraction(2) ** shift
    return Fraction(math.floor(x * scale)) / scale


def apply(op: str, values: Sequence[Interval], bits: int, work: Work) -> Interval:
    """An operation on intervals, its steps counted with the words that its numbers take."""
    work.spend(sum(words(end) for x in values for end in x))
    if op in SERIES:
        work.spend(bits)
    return rounded(OPERATIONS[op](*values, bits=bits), bits)


@dataclass(frozen=True)
class Enclosure:
    """Enclosures on one box: its sides, the bits that are kept, and what it may cost."""

    sides: Sides
    work: Work
    bits: int = PRECISIONS[0]

    def of(self, tree: Tree) -> Interval:
        """An interval that holds the values of a tree for all values of its symbols.

        Raises:
            NoValue: it may have none. NotRead: an operation without an enclosure.
        """
        if isinstance(tree, str):
            value = number(tree)
            if value is not None:
                return value, value
            if tree not in self.sides:
                raise NotRead(f"no number: {tree}")
            return self.sides[tree]
        op, *parts = tree
        if op in ("sum", "product"):
            return self._series(*tree)
        if op == "piecewise":
            return self._piecewise(parts)
        if op == "constant" and parts[0] in ("pi", "e"):
            return PI if parts[0] == "pi" else _exp(Fraction(1), self.bits)
        if op == "undefined":
            raise NoValue("a branch without a value")
        if op not in OPERATIONS or bound(tree):
            raise NotRead(f"an enclosure of {op}")
        values = [self.of(part) for part in parts]
        if op == "mul" and parts[0] == parts[1]:
            op, values = "pow", [values[0], (Fraction(2), Fraction(2))]
        found = apply(op, values, self.bits, self.work)
        self.work.enclosed |= found[0] < found[1]
        return found

    def _series(self, op: str, index: Tree, first: Tree, last: Tree, body: Tree) -> Interval:
        ends = [self.of(end) for end in (first, last)]
        if any(a != b or a.denominator != 1 for a, b in ends):
            raise NoValue("a sum with an open end")
        start, stop = int(ends[0][0]), int(ends[1][0])
        if stop - start > MOST_TERMS:
            raise Refused("too many terms of a sum")
        one = Fraction(int(op == "product"))
        total = (one, one)
        for k in range(start, stop + 1):
            inner = replace(self, sides={**self.sides, index: (Fraction(k), Fraction(k))})
            total = apply(JOIN[op], (total, inner.of(body)), self.bits, self.work)
        return total

    def _piecewise(self, parts: Sequence[Tree]) -> Interval:
        found: list[Interval] = []
        for condition, value in zip(parts[::2], parts[1::2], strict=True):
            truths = [self.holds(c) for c in conjuncts(condition)]
            if False in truths:
                continue
            found.append(self.of(value))
            if None not in truths:
                return min(a for a, _ in found), max(b for _, b in found)
        raise NoValue("perhaps no branch applies")

    def holds(self, condition: Tree) -> bool | None:
        """Whether a comparison holds on the box; None where that is not seen."""
        self.work.spend(1)
        op, left, right = condition
        (a, b), (c, d) = self.of(left), self.of(right)
        if op in ("eq", "ne"):
            same = True if a == b == c == d else (False if b < c or d < a else None)
            return same if op == "eq" or same is None else not same
        if op == "le":
            return True if b <= c else (False if a > d else None)
        return True if b < c else (False if a >= d else None)


# --- operations -----------------------------------------------------------------------------


def _mul(x: Interval, y: Interval) -> Interval:
    ends = [a * b for a in x for b in y]
    return min(ends), max(ends)


def _div(x: Interval, y: Interval) -> Interval:
    if y[0] <= 0 <= y[1]:
        raise NoValue("a division by what may be zero")
    return _mul(x, (1 / y[1], 1 / y[0]))


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def power(x: Interval, exponent: int) -> Interval:
    """A whole power."""
    if exponent < 0:
        return _div((Fraction(1), Fraction(1)), power(x, -exponent))
    if not _short(x, exponent):
        raise Refused("a power that is too high")
    low, high = x[0] ** exponent, x[1] ** exponent
    if exponent % 2 or x[0] >= 0 or exponent == 0:
        return low, high
    return (Fraction(0) if x[1] > 0 else high), max(low, high)


def _short(x: Interval, exponent: int) -> bool:
    """Whether a power has few bits without rounding."""
    return abs(exponent) * max(_bits(end) for end in x) <= MOST_BITS


def _squared(x: Interval, exponent: int, bits: int) -> Interval:
    """A whole power by squares, each rounded outward."""
    if exponent < 0:
        return _div((Fraction(1), Fraction(1)), _squared(x, -exponent, bits))
    sizes = [abs(end.numerator.bit_length() - end.denominator.bit_length()) + 1 for end in x]
    if exponent * max(sizes) > MOST_MAGNITUDE:
        raise Refused("a power that is too high")
    result: Interval = (Fraction(1), Fraction(1))
    for digit in bin(exponent)[2:]:
        result = rounded(power(result, 2), bits)
        if digit == "1":
            result = rounded(_mul(result, x), bits)
    return result


def _raised(base: Interval, exponent: Interval, bits: int) -> Interval:
    low, high = exponent
    if low == high and low.denominator == 1:
        whole = int(low)
        return power(base, whole) if _short(base, whole) else _squared(base, whole, bits)
    if low == high and low.denominator == 2 and base[0] >= 0:
        return power(_sqrt(base, bits), low.numerator)
    if base[0] <= 0:
        raise NoValue("a power of a base that may not be positive")
    return _monotone(_exp, _mul((low, high), _monotone(_log, base, bits)), bits)


def _sqrt(x: Interval, bits: int) -> Interval:
    if x[0] < 0:
        raise NoValue("a root of what may be negative")
    return _root(x[0], bits)[0], _root(x[1], bits)[1]


def _root(x: Fraction, bits: int) -> Interval:
    if x == 0:
        return x, x
    exact = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if exact[0] ** 2 == x.numerator and exact[1] ** 2 == x.denominator:
        return Fraction(*exact), Fraction(*exact)
    shift = max(0, bits - (x.numerator.bit_length() - x.denominator.bit_length()) // 2)
    low = math.isqrt(math.floor(x * 4**shift))
    return Fraction(low, 2**shift), Fraction(low + 1, 2**shift)


def _exp(x: Fraction, bits: int) -> Interval:
    """exp: (exp of x/2^k by its series) to the power 2^k."""
    if abs(x) > LARGEST:
        raise Refused("an exponential that is too large")
    if x == 0:
        return Fraction(1), Fraction(1)
    halvings = max(0, math.ceil(abs(x)).bit_length() + 4)
    small, work = x / 2**halvings, bits + 2 * halvings + 10
    term, total, n = Fraction(1), Fraction(1), 0
    while abs(term) > Fraction(1, 2**work):
        n += 1
        term = _down(term * small / n, work)
        total += term
    # Each term was rounded by at most 2^-work of itself; the terms left out are below the last.
    error = Fraction(n + 2, 2 ** (work - 2))
    result: Interval = (total - error, total + error)
    for _ in range(halvings):
        result = rounded((result[0] ** 2, result[1] ** 2), work)
    return result


def _log(x: Fraction, bits: int) -> Interval:
    """log: 2 artanh((m - 1)/(m + 1)) + k log 2 with x = m 2^k."""
    if x <= 0:
        raise NoValue("a logarithm of what may not be positive")
    if x == 1:
        return Fraction(0), Fraction(0)
    k = x.numerator.bit_length() - x.denominator.bit_length()
    low, high = _artanh((x / Fraction(2) ** k - 1) / (x / Fraction(2) ** k + 1), bits + 10)
    two = _artanh(Fraction(1, 3), bits + 10 + abs(k).bit_length())
    shift = (k * two[0], k * two[1]) if k >= 0 else (k * two[1], k * two[0])
    return 2 * (low + shift[0]), 2 * (high + shift[1])


def _artanh(y: Fraction, bits: int) -> Interval:
    """artanh for |y| <= 1/3."""
    square, power, total, n = y * y, y, y, 1
    while abs(power) > Fraction(1, 2 ** (bits + 4)):
        n += 2
        power = _down(power * square, bits + 20)
        total += power / n
    error = Fraction(n + 2, 2 ** (bits + 2))
    return total - error, total + error


def _cos(x: Fraction, bits: int) -> Interval:
    """cos by its series, far enough that the terms fall."""
    if abs(x) > 60:
        raise Refused("a cosine of what is too large")
    term, total, n = Fraction(1), Fraction(1), 0
    while abs(term) > Fraction(1, 2 ** (bits + 4)) or n * n < x * x:
        n += 2
        term = -term * x * x / (n * (n - 1))
        total += term
    error = Fraction(1, 2**bits)
    return total - error, total + error


def _wave(x: Interval, bits: int, shift: Interval) -> Interval:
    """cos of an interval: the value in its middle, and the half of its width to both sides."""
    x = (x[0] - shift[1], x[1] - shift[0])
    middle, half = (x[0] + x[1]) / 2, (x[1] - x[0]) / 2
    low, high = _cos(_down(middle, bits), bits)
    slack = half + abs(middle - _down(middle, bits))
    return max(low - slack, Fraction(-1)), min(high + slack, Fraction(1))


def _monotone(f: Callable[[Fraction, int], Interval], x: Interval, bits: int) -> Interval:
    return f(x[0], bits)[0], f(x[1], bits)[1]


def _absolute(x: Interval) -> Interval:
    ends = sorted(map(abs, x))
    return (Fraction(0) if x[0] <= 0 <= x[1] else ends[0]), ends[1]


def _whole(f: Callable[[Fraction], int], x: Interval) -> Interval:
    return Fraction(f(x[0])), Fraction(f(x[1]))


NOTHING: Interval = (Fraction(0), Fraction(0))
OPERATIONS: dict[str, Callable[..., Interval]] = {
    "add": lambda x, y, bits: (x[0] + y[0], x[1] + y[1]),
    "sub": lambda x, y, bits: (x[0] - y[1], x[1] - y[0]),
    "neg": lambda x, bits: (-x[1], -x[0]),
    "mul": lambda x, y, bits: _mul(x, y),
    "div": lambda x, y, bits: _div(x, y),
    "pow": _raised,
    "max": lambda *x, bits: (max(a for a, _ in x), max(b for _, b in x)),
    "min": lambda *x, bits: (min(a for a, _ in x), min(b for _, b in x)),
    "abs": lambda x, bits: _absolute(x),
    "sqrt": _sqrt,
    "exp": lambda x, bits: _monotone(_exp, x, bits),
    "log": lambda x, bits: _monotone(_log, x, bits),
    "cos": lambda x, bits: _wave(x, bits, NOTHING),
    "sin": lambda x, bits: _wave(x, bits, (PI[0] / 2, PI[1] / 2)),
    "floor": lambda x, bits: _whole(math.floor, x),
    "ceil": lambda x, bits: _whole(math.ceil, x),
}
JOIN = {"sum": "add", "product": "mul"}
SERIES = ("exp", "log", "cos", "sin", "pow", "sqrt")

"""Intervals with exact ends (python-flint), rounded outwards.

An interval is a triple (low, high, total). The ends are exact numbers of ``flint.arb``, or
infinite; every value that a formula has at a point of a box lies between them. ``total`` says more:
the formula is real and continuous at every point of the closed box. A radicand is cut at 0, and a
divisor is never 0: where a formula has no value there is nothing to enclose. But ``total`` is lost.
"""

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Interval = tuple[Any, Any, bool]
Answer = bool | None
MOST_KNOWN = 50_000


class IntervalNumbers:
    """Interval arithmetic at flint's precision in force, a method an operation of trees."""

    def __init__(self) -> None:
        from flint import arb, ctx, fmpq

        self.arb, self.fmpq, self.context = arb, fmpq, ctx
        self.known: dict[tuple[Fraction, int], Interval] = {}
        self.zero, self.one = arb(0), arb(1)
        self.inf, self.minus_inf = arb.pos_inf(), arb.neg_inf()
        self.line: Interval = (self.minus_inf, self.inf, False)

    def make(self, low: Any, high: Any, total: bool) -> Interval:
        """Ends rounded outwards; what is no number becomes infinite."""
        low, high = low.lower(), high.upper()
        if not low.is_finite() and (low.is_nan() or low == self.inf):
            low = self.minus_inf
        if not high.is_finite() and (high.is_nan() or high == self.minus_inf):
            high = self.inf
        return low, high, total

    def ball(self, value: Any) -> Interval:
        return self.make(value, value, True)

    def number(self, value: Fraction) -> Interval:
        key = (value, self.context.prec)
        if key not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[key] = self.ball(self.arb(self.fmpq(value.numerator, value.denominator)))
        return self.known[key]

    def side(self, low: Fraction | None, high: Fraction | None) -> Interval:
        """The interval of a symbol; an end that is None is infinite."""
        left = self.minus_inf if low is None else self.number(low)[0]
        right = self.inf if high is None else self.number(high)[1]
        return left, right, True

    def add(self, a: Interval, b: Interval) -> Interval:
        return self.make(a[0] + b[0], a[1] + b[1], a[2] and b[2])

    def sub(self, a: Interval, b: Interval) -> Interval:
        return self.make(a[0] - b[1], a[1] - b[0], a[2] and b[2])

    def neg(self, a: Interval) -> Interval:
        return -a[1], -a[0], a[2]

    def _times(self, x: Any, y: Any) -> Any:
        # The ends stand for finite numbers however large: 0 times them is 0.
        return self.zero if x == 0 or y == 0 else x * y

    def mul(self, a: Interval, b: Interval) -> Interval:
        total = a[2] and b[2]
        times = self._times
        if a[0] >= 0 and b[0] >= 0:
            return self.make(times(a[0], b[0]), times(a[1], b[1]), total)
        products = [times(x, y) for x in a[:2] for y in b[:2]]
        lows, highs = [p.lower() for p in products], [p.upper() for p in products]
        if any(p.is_nan() for p in products):
            return self.line
        return self.make(least(lows), greatest(highs), total)

    def div(self, a: Interval, b: Interval) -> Interval:
        if b[1] < 0 or (b[1] <= 0 and b[0] < 0):
            return self.div(self.neg(a), self.neg(b))
        if b[0] > 0:
            total = a[2] and b[2]
            low = self._over(a[0], b[1] if a[0] >= 0 else b[0])
            high = self._over(a[1], b[0] if a[1] >= 0 else b[1])
            return self.make(low, high, total)
        if b[0] >= 0 and b[1] > 0:
            low, high, _ = self.mul(a, (self._over(self.one, b[1]).lower(), self.inf, False))
            return low, high, False
        return self.line

    def _over(self, x: Any, y: Any) -> Any:
        return self.zero if x == 0 else x / y

    def whole_power(self, a: Interval, n: int) -> Interval:
        if n == 0:
            return self.one, self.one, a[2]
        if n < 0:
            return self.div((self.one, self.one, True), self.whole_power(a, -n))
        low, high, total = a

        def raised(x: Any) -> Any:
            if abs(x) == self.inf:
                return x if n % 2 == 1 else self.inf
            return x**n

        if n % 2 == 1 or low >= 0:
            return self.make(raised(low), raised(high), total)
        if high <= 0:
            return self.make(raised(high), raised(low), total)
        return self.make(self.zero, greatest([raised(low).upper(), raised(high).upper()]), total)

    def broken_power(self, a: Interval, exponent: Fraction) -> Interval:
        if exponent < 0:
            return self.div((self.one, self.one, True), self.broken_power(a, -exponent))
        low, high, total = a
        if high < 0:
            return self.line
        power = self.arb(self.fmpq(exponent.numerator, exponent.denominator))

        def raised(x: Any) -> Any:
            return x if x == 0 or x == self.inf else x**power

        least = raised(greatest([low, self.zero]))
        return self.make(least, raised(high), total and bool(low >= 0))

    def power(self, a: Interval, b: Interval) -> Interval:
        if not a[0] >= 0 or a[1] <= 0:
            return self.line
        # Where the base reaches 0, b log a is -oo (the power is 0) or, for b = 0, 0 (it is 1).
        low, high, total = self.exp(self.mul(b, self.log(a)))
        continuous = a[2] and b[2] and (total or bool(b[0] > 0))
        return low, high, continuous

    def exp(self, a: Interval) -> Interval:
        low = self.zero if a[0] == self.minus_inf else a[0].exp()
        high = self.inf if a[1] == self.inf else a[1].exp()
        low, high, total = self.make(low, high, a[2])
        return greatest([low, self.zero]), high, total

    def log(self, a: Interval) -> Interval:
        if a[1] <= 0:
            return self.line
        low = a[0].log() if a[0] > 0 else self.minus_inf
        high = self.inf if a[1] == self.inf else a[1].log()
        return self.make(low, high, a[2] and bool(a[0] > 0))

    def sqrt(self, a: Interval) -> Interval:
        if a[1] < 0:
            return self.line
        low = a[0].sqrt() if a[0] > 0 else self.zero
        high = self.inf if a[1] == self.inf else a[1].sqrt()
        return self.make(low, high, a[2] and bool(a[0] >= 0))

    def abs(self, a: Interval) -> Interval:
        if a[0] >= 0:
            return a
        if a[1] <= 0:
            return self.neg(a)
        return self.zero, greatest([-a[0], a[1]]), a[2]

    def max(self, *args: Interval) -> Interval:
        total = all(a[2] for a in args)
        return greatest([a[0] for a in args]), greatest([a[1] for a in args]), total

    def min(self, *args: Interval) -> Interval:
        total = all(a[2] for a in args)
        return least([a[0] for a in args]), least([a[1] for a in args]), total

    def floor(self, a: Interval) -> Interval:
        return self._steps(a, "floor")

    def ceil(self, a: Interval) -> Interval:
        return self._steps(a, "ceil")

    def _steps(self, a: Interval, name: str) -> Interval:
        low, high = (e if abs(e) == self.inf else getattr(e, name)() for e in a[:2])
        return self.make(low, high, a[2] and bool(low == high))

    def cos(self, a: Interval) -> Interval:
        return self._wave(a, "cos", Fraction(0))

    def sin(self, a: Interval) -> Interval:
        return self._wave(a, "sin", Fraction(1, 2))

    def _wave(self, a: Interval, name: str, phase: Fraction) -> Interval:
        """Cosine or sine: by its ends between two turning points, else by one ball."""
        low, high, total = a
        if not (abs(low) < self.inf and abs(high) < self.inf):
            return -self.one, self.one, total
        pi, shift = self.arb.pi(), self.arb(self.fmpq(phase.numerator, phase.denominator))
        piece = (low / pi + shift).mid().floor().unique_fmpz()
        if piece is not None:
            for k in (int(piece) - 1, int(piece), int(piece) + 1):
                if low >= (k - shift) * pi and high <= (k + 1 - shift) * pi:
                    ends = [getattr(e, name)() for e in (low, high)]
                    lower, upper = (
                        least([e.lower() for e in ends]),
                        greatest([e.upper() for e in ends]),
                    )
                    return lower, upper, total
        ball = getattr(low.union(high), name)()
        return (greatest([ball.lower(), -self.one]), least([ball.upper(), self.one]), total)


def least(values: Sequence[Any]) -> Any:
    """The smallest of exact numbers."""
    best = values[0]
    for value in values[1:]:
        if value < best:
            best = value
    return best


def greatest(values: Sequence[Any]) -> Any:
    """The largest of exact numbers."""
    best = values[0]
    for value in values[1:]:
        if value > best:
            best = value
    return best


@functools.cache
def numbers() -> IntervalNumbers:
    """The arithmetic; it is made once."""
    return IntervalNumbers()


def meet(a: Interval, b: Interval) -> Interval:
    """What two enclosures of one formula leave; it is total where the first one is."""
    return greatest([a[0], b[0]]), least([a[1], b[1]]), a[2]


def compare(op: str, a: Interval, b: Interval) -> Answer:
    """Whether a comparison holds at every point of a box, at none (False), or unknown (None)."""
    if op in ("eq", "ne"):
        if a[1] < b[0] or b[1] < a[0]:
            return op == "ne"
        point = a[0] == a[1] and b[0] == b[1] and a[0] == b[0]
        return (op == "eq") if point else None
    if a[1] < b[0] or (op == "le" and a[1] <= b[0]):
        return True
    if a[0] > b[1] or (op == "lt" and a[0] >= b[1]):
        return False
    return None

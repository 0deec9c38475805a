"""Enclosures of trees over boxes: intervals with exact ends (python-flint), rounded outwards.

An interval is a triple (low, high, total). The ends are exact numbers of ``flint.arb``, or infinite;
every value that the formula has at a point of the box lies between them. ``total`` says more: the
formula is real and continuous at every point of the closed box. A radicand is cut at 0, and a
divisor is never 0: points where a formula has no value are no points, so that an enclosure of the
values stays one; but ``total`` is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.expression import CONDITIONS, Node

Interval = tuple[Any, Any, bool]
Answer = bool | None
Step = Callable[[Mapping[str, Interval], list[Any]], Any]


class _Ops:
    """Interval arithmetic at flint's precision in force."""

    def __init__(self) -> None:
        from flint import arb, fmpq

        self.arb, self.fmpq = arb, fmpq
        self.zero, self.one = arb(0), arb(1)
        self.inf, self.minus_inf = arb.pos_inf(), arb.neg_inf()
        self.line: Interval = (self.minus_inf, self.inf, False)

    def make(self, low: Any, high: Any, total: bool) -> Interval:
        """Ends rounded outwards; what is no number becomes infinite."""
        low, high = low.lower(), high.upper()
        if low.is_nan() or low == self.inf:
            low = self.minus_inf
        if high.is_nan() or high == self.minus_inf:
            high = self.inf
        return low, high, total

    def ball(self, value: Any) -> Interval:
        return self.make(value, value, True)

    def number(self, value: Fraction) -> Interval:
        return self.ball(self.arb(self.fmpq(value.numerator, value.denominator)))

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
        return self.make(_least(lows), _greatest(highs), total)

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
        return self.make(
            self.zero, _greatest([raised(low).upper(), raised(high).upper()]), total
        )

    def broken_power(self, a: Interval, exponent: Fraction) -> Interval:
        if exponent < 0:
            return self.div((self.one, self.one, True), self.broken_power(a, -exponent))
        low, high, total = a
        if high < 0:
            return self.line
        power = self.arb(self.fmpq(exponent.numerator, exponent.denominator))

        def raised(x: Any) -> Any:
            return x if x == 0 or x == self.inf else x**power

        return self.make(raised(_greatest([low, self.zero])), raised(high), total and bool(low >= 0))

    def power(self, a: Interval, b: Interval) -> Interval:
        if not a[0] >= 0 or a[1] <= 0:
            return self.line
        # Where the base reaches 0, b log a has the limits -oo (power 0) and, for b = 0, 0 (power 1).
        low, high, total = self.exp(self.mul(b, self.log(a)))
        continuous = a[2] and b[2] and (total or bool(b[0] > 0))
        return low, high, continuous

    def exp(self, a: Interval) -> Interval:
        low = self.zero if a[0] == self.minus_inf else a[0].exp()
        high = self.inf if a[1] == self.inf else a[1].exp()
        low, high, total = self.make(low, high, a[2])
        return _greatest([low, self.zero]), high, total

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
        return self.zero, _greatest([-a[0], a[1]]), a[2]

    def max(self, *args: Interval) -> Interval:
        total = all(a[2] for a in args)
        return _greatest([a[0] for a in args]), _greatest([a[1] for a in args]), total

    def min(self, *args: Interval) -> Interval:
        total = all(a[2] for a in args)
        return _least([a[0] for a in args]), _least([a[1] for a in args]), total

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
                    lower, upper = _least([e.lower() for e in ends]), _greatest(
                        [e.upper() for e in ends]
                    )
                    return lower, upper, total
        ball = getattr(low.union(high), name)()
        return (_greatest([ball.lower(), -self.one]), _least([ball.upper(), self.one]), total)


def _least(values: Sequence[Any]) -> Any:
    best = values[0]
    for value in values[1:]:
        if value < best:
            best = value
    return best


def _greatest(values: Sequence[Any]) -> Any:
    best = values[0]
    for value in values[1:]:
        if value > best:
            best = value
    return best


def meet(a: Interval, b: Interval) -> Interval:
    """What two enclosures of one formula leave; it is total where the first one is."""
    return _greatest([a[0], b[0]]), _least([a[1], b[1]]), a[2]


class Tape:
    """A tree as a list of operations in which equal subtrees occur once.

    Raises:
        NotImplementedError: the tree holds an operation that has no interval form.
    """

    def __init__(self, node: Node) -> None:
        self.ops = _Ops()
        self.steps: list[Step] = []
        self.places: dict[tuple[object, ...], int] = {}
        self.root = self._place(node)

    def __call__(self, box: Mapping[str, Interval]) -> Interval:
        """The enclosure over a box."""
        values: list[Any] = []
        for step in self.steps:
            values.append(step(box, values))
        found: Interval = values[self.root]
        return found

    def _place(self, node: Node) -> int:
        closed = node.op in ("sum", "product")
        places = () if closed else tuple(map(self._place, node.args))
        key = (node,) if closed else (node.op, node.value, places)
        if key not in self.places:
            step = self._step(node, places)
            self.places[key] = len(self.steps)
            self.steps.append(step)
        return self.places[key]

    def _step(self, node: Node, places: tuple[int, ...]) -> Step:
        ops, op = self.ops, node.op
        if op in ("number", "constant"):
            value = ops.number(node.value) if op == "number" else _constant(ops, node.value)
            return lambda box, values: value
        if op == "symbol":
            return lambda box, values: box[node.value]
        if op in ("sum", "product"):
            # Its number of terms is not known yet; it is unrolled once the bounds are numbers.
            return lambda box, values: ops.line
        if op == "pow":
            return _power(ops, node.args[1], places)
        if op == "piecewise":
            return lambda box, values: _branches(ops, [values[p] for p in places])
        if op in CONDITIONS:
            return _condition(op, places)
        if op == "mul" and places[0] == places[1]:
            return lambda box, values: ops.whole_power(values[places[0]], 2)
        if op not in OPERATIONS:
            raise NotImplementedError(f"{op} has no interval form")
        function = getattr(ops, op)
        return lambda box, values: function(*[values[p] for p in places])


def _power(ops: _Ops, exponent: Node, places: tuple[int, ...]) -> Step:
    base, other = places
    if exponent.op != "number":
        return lambda box, values: ops.power(values[base], values[other])
    if exponent.value.denominator == 1:
        return lambda box, values: ops.whole_power(values[base], int(exponent.value))
    return lambda box, values: ops.broken_power(values[base], exponent.value)


def _condition(op: str, places: tuple[int, ...]) -> Step:
    if op == "loewner":
        raise NotImplementedError("loewner has no interval form")
    if op == "and":
        return lambda box, values: _all([values[p] for p in places])
    left, right = places
    return lambda box, values: compare(op, values[left], values[right])


OPERATIONS = (
    ("add", "sub", "mul", "div", "neg", "max", "min")
    + ("abs", "sqrt", "log", "exp", "cos", "sin", "floor", "ceil")
)


def _constant(ops: _Ops, name: str) -> Interval:
    return ops.ball(ops.arb.pi() if name == "pi" else ops.arb.const_e())


def _all(answers: Sequence[Answer]) -> Answer:
    if any(a is False for a in answers):
        return False
    return True if all(answers) else None


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


def _branches(ops: _Ops, values: Sequence[Any]) -> Interval:
    """The union of the branches that some point of the box may take."""
    possible: list[Interval] = []
    sure = False
    for answer, value in zip(values[::2], values[1::2], strict=True):
        if answer is not False:
            possible.append(value)
        if answer is True:
            sure = True
            break
    if not possible:
        return ops.line
    total = sure and len(possible) == 1 and possible[0][2]
    return _least([p[0] for p in possible]), _greatest([p[1] for p in possible]), total


def box_of(
    sides: Mapping[str, tuple[Fraction | None, Fraction | None]],
) -> dict[str, Interval]:
    """The intervals of the symbols."""
    ops = _Ops()
    return {name: ops.side(low, high) for name, (low, high) in sides.items()}

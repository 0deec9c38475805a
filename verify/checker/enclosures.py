"""Numbers enclosed between rationals: every point of finite sets, and boxes that are cut.

An interval is a pair of Fractions. What is rational stays exact at a point; functions are enclosed
by series with their remainders, and long fractions are rounded outward.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from verify.checker.atoms import PI, Reader
from verify.checker.polynomials import Work
from verify.checker.text import NotRead, Refused, Symbol, Tree, bound, conjuncts, number

Interval = tuple[Fraction, Fraction]
Sides = Mapping[str, Interval]
PRECISIONS = (80, 200, 600)
MOST_POINTS = 20_000
MOST_BOXES = 3_000
MOST_TERMS = 2_000
MOST_BITS = 200_000  # of a power
LARGEST = 4_000  # argument of exp and of cos


class NoValue(Refused):
    """An operation that may have no value on the interval."""


def rounded(low: Fraction, high: Fraction, bits: int) -> Interval:
    """The interval, with ends of few bits."""
    return _down(low, bits), -_down(-high, bits)


def _down(x: Fraction, bits: int) -> Fraction:
    if x.denominator.bit_length() <= 2 * bits and x.numerator.bit_length() <= 4 * bits:
        return x
    shift = bits - (abs(x.numerator).bit_length() - x.denominator.bit_length())
    scale = Fraction(2) ** shift
    return Fraction(math.floor(x * scale)) / scale


def enclose(tree: Tree, sides: Sides, bits: int) -> Interval:
    """An interval that holds the values of a tree for all values of its symbols.

    Raises:
        NoValue: it may have none. NotRead: an operation without an enclosure.
    """
    if isinstance(tree, str):
        value = number(tree)
        if value is not None:
            return value, value
        if tree not in sides:
            raise NotRead(f"no number: {tree}")
        return sides[tree]
    op, *parts = tree
    if op in ("sum", "product"):
        return _series(tree, sides, bits)
    if op == "piecewise":
        return _piecewise(parts, sides, bits)
    if op == "constant":
        return PI if parts[0] == "pi" else _exp(Fraction(1), bits)
    if op == "undefined":
        raise NoValue("a branch without a value")
    if op not in OPERATIONS or bound(tree):
        raise NotRead(f"an enclosure of {op}")
    values = [enclose(part, sides, bits) for part in parts]
    if op == "mul" and parts[0] == parts[1]:
        return rounded(*_power(values[0], 2), bits)
    if op == "pow":
        return rounded(*_raised(parts, values, bits), bits)
    return rounded(*OPERATIONS[op](*values, bits=bits), bits)


def _series(tree: Tree, sides: Sides, bits: int) -> Interval:
    op, index, first, last, body = tree
    ends = [enclose(end, sides, bits) for end in (first, last)]
    if any(a != b or a.denominator != 1 for a, b in ends):
        raise NotRead("an enclosure of a sum with an open end")
    start, stop = int(ends[0][0]), int(ends[1][0])
    if stop - start > MOST_TERMS:
        raise Refused("too many terms of a sum")
    one = Fraction(int(op == "product"))
    total = (one, one)
    join: Callable[..., Interval] = OPERATIONS["add" if op == "sum" else "mul"]
    for k in range(start, stop + 1):
        term = enclose(body, {**sides, index: (Fraction(k), Fraction(k))}, bits)
        total = rounded(*join(total, term, bits=bits), bits)
    return total


def _piecewise(parts: Sequence[Tree], sides: Sides, bits: int) -> Interval:
    found: list[Interval] = []
    for condition, value in zip(parts[::2], parts[1::2], strict=True):
        truths = [holds(c, sides, bits) for c in conjuncts(condition)]
        if False in truths:
            continue
        found.append(enclose(value, sides, bits))
        if None not in truths:
            return min(a for a, _ in found), max(b for _, b in found)
    raise NoValue("perhaps no branch applies")


def holds(condition: Tree, sides: Sides, bits: int) -> bool | None:
    """Whether a comparison holds on a box; None where that is not seen."""
    op, left, right = condition
    (a, b), (c, d) = enclose(left, sides, bits), enclose(right, sides, bits)
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


def _div(x: Interval, y: Interval, bits: int) -> Interval:
    if y[0] <= 0 <= y[1]:
        raise NoValue("a division by what may be zero")
    return _mul(x, (1 / y[1], 1 / y[0]))


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def _power(x: Interval, exponent: int) -> Interval:
    if exponent < 0:
        return _div((Fraction(1), Fraction(1)), _power(x, -exponent), 0)
    if exponent * max(_bits(end) for end in x) > MOST_BITS:
        raise Refused("a power that is too high")
    low, high = x[0] ** exponent, x[1] ** exponent
    if exponent % 2 or x[0] >= 0 or exponent == 0:
        return low, high
    return (Fraction(0) if x[1] > 0 else high), max(low, high)


def _raised(parts: Sequence[Tree], values: Sequence[Interval], bits: int) -> Interval:
    base, (low, high) = values
    if low == high and low.denominator == 1:
        return _power(base, int(low))
    if low == high and low.denominator == 2 and base[0] >= 0:
        return _power(_sqrt(base, bits), low.numerator)
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
        result = rounded(result[0] ** 2, result[1] ** 2, work)
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
    "div": lambda x, y, bits: _div(x, y, bits),
    "pow": lambda x, y, bits: NOTHING,
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


# --- proofs ---------------------------------------------------------------------------------


def enumerated(symbols: Sequence[Symbol], given: Sequence[Tree], prove: Tree, work: Work) -> None:
    """Every point of finite sets that meets the hypotheses."""
    used = {n for tree in (*given, prove) for n in _tokens(tree)}
    listed = [s for s in symbols if s.name in used]
    if any(s.listed is None for s in listed):
        raise Refused("a set that is not finite")
    if math.prod(len(s.listed or ()) for s in listed) > MOST_POINTS:
        raise Refused("more points than the checker looks at")
    conditions = [part for c in given for part in conjuncts(c)]
    goals = conjuncts(prove)
    sets: list[Sequence[Fraction | int]] = [s.listed or () for s in listed]
    for values in itertools.product(*sets):
        point = {s.name: (Fraction(v), Fraction(v)) for s, v in zip(listed, values, strict=True)}
        if not any(_excluded(c, point) for c in conditions):
            for goal in goals:
                _at_point(goal, point, work)


def _tokens(tree: Tree) -> set[str]:
    if isinstance(tree, str):
        return {tree}
    return set().union(*map(_tokens, tree[1:]))


def _excluded(condition: Tree, sides: Sides) -> bool:
    """Whether a hypothesis surely fails; at a point, also where it has no value."""
    try:
        return holds(condition, sides, PRECISIONS[0]) is False
    except Refused:
        return False


def _at_point(goal: Tree, point: Sides, work: Work) -> None:
    for bits in PRECISIONS:
        answer = holds(goal, point, bits)
        if answer is not None:
            break
    if answer is None and goal[0] in ("le", "eq"):
        symbols = [Symbol(n, "real", a, b) for n, (a, b) in point.items()]
        answer = not Reader(symbols, {}, work).difference(goal).top
    if not answer:
        where = ", ".join(f"{n} = {a}" for n, (a, _) in point.items())
        raise Refused(f"the goal is not seen to hold at {where}"[:200])


def over_boxes(symbols: Sequence[Symbol], given: Sequence[Tree], prove: Tree) -> None:
    """A goal over intervals, which are cut in the middle until the enclosure decides."""
    used = {n for tree in (*given, prove) for n in _tokens(tree)}
    sides: dict[str, Interval] = {}
    for s in symbols:
        if s.name in used:
            if s.low is None or s.high is None:
                raise NotRead("boxes without an end")
            sides[s.name] = (s.low, s.high)
    whole = {s.name for s in symbols if s.kind == "natural"}
    waiting, seen = [sides], 0
    while waiting:
        box = waiting.pop()
        seen += 1
        if seen > MOST_BOXES:
            raise Refused("more boxes than the checker cuts")
        if any(_excluded(c, box) for c in given):
            continue
        try:
            answer = all(holds(part, box, PRECISIONS[0]) for part in conjuncts(prove))
        except NoValue:
            answer = False
        if answer:
            continue
        name = max(box, key=lambda n: box[n][1] - box[n][0], default="")
        if not name or box[name][0] == box[name][1]:
            raise Refused("a point at which the enclosure does not decide")
        low, high = box[name]
        middle = (low + high) / 2
        halves = ((low, middle), (middle, high))
        if name in whole:
            halves = ((low, Fraction(math.floor(middle))), (Fraction(math.floor(middle) + 1), high))
        waiting += [{**box, name: half} for half in halves if half[0] <= half[1]]

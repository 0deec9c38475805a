"""Boxes made smaller: by what a hypothesis leaves of them, and in halves."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from verify.formula.expression import Node
from verify.methods.intervals.numbers import Interval
from verify.methods.intervals.shapes import Box, Shape, Side, intervals

MOST_EXPONENT = 900


class Test:
    """A hypothesis, to be refuted on a box."""

    def __init__(self, condition: Node) -> None:
        left, right = condition.args
        self.op = condition.op
        self.gap = Shape(right - left)

    def fails(self, box: Box) -> bool:
        """Whether it is false at every point of the box."""
        low, high, _ = self.gap.enclosure(intervals(self.gap, box))
        if self.op == "le":
            return bool(high < 0)
        if self.op == "lt":
            return bool(high <= 0)
        if self.op == "eq":
            return bool(high < 0 or low > 0)
        return bool(low == 0 == high)


def cut(box: Box, given: Sequence[Node]) -> Box | None:
    """The box without what hypotheses ``symbol <= bound`` cut off; None where nothing is left."""
    sides = dict(box)
    for condition in given:
        if condition.op not in ("le", "lt", "eq"):
            continue
        left, right = condition.args
        strict = condition.op == "lt"
        pairs = [(left, right, True), (right, left, False)]
        if condition.op == "eq":
            pairs += [(right, left, True), (left, right, False)]
        for symbol, bound, above in pairs:
            if symbol.op == "symbol" and symbol.value in sides:
                end, exact = _bound(bound, sides, above)
                if end is not None:
                    side = _trimmed(sides[symbol.value], end, strict and exact, above)
                    sides[symbol.value] = side
                    if side.empty:
                        return None
    return sides


def _bound(node: Node, box: Box, above: bool) -> tuple[Fraction | None, bool]:
    """The largest (smallest) value of a bound over a box, rounded outwards."""
    if node.op == "number":
        return Fraction(node.value), True
    shape = Shape(node)
    if not set(shape.names) <= set(box):
        return None, False
    low, high, _ = shape.enclosure(intervals(shape, box))
    end = high if above else low
    if not abs(end) < shape.tape.numbers.inf:
        return None, False
    mantissa, exponent = (int(part) for part in end.man_exp())
    if abs(exponent) > MOST_EXPONENT:
        return None, False
    value = Fraction(mantissa) * Fraction(2) ** exponent
    # A short end keeps later arithmetic short: 20 significant bits, outwards.
    size = Fraction(2) ** (20 - max(-60, min(60, math.ceil(math.log2(abs(value) or 1)))))
    scaled = value * size
    return Fraction(math.ceil(scaled) if above else math.floor(scaled)) / size, False


def _trimmed(side: Side, end: Fraction, strict: bool, above: bool) -> Side:
    if above:
        if side.whole:
            end = Fraction(math.ceil(end) - 1 if strict else math.floor(end))
            strict = False
        if side.high is None or end < side.high:
            return replace(side, high=end, open_high=strict)
        return replace(side, open_high=side.open_high or (strict and end == side.high))
    if side.whole:
        end = Fraction(math.floor(end) + 1 if strict else math.ceil(end))
        strict = False
    if side.low is None or end > side.low:
        return replace(side, low=end, open_low=strict)
    return replace(side, open_low=side.open_low or (strict and end == side.low))


def halves(f: Shape, tests: Sequence[Test], box: Box) -> list[Box] | None:
    """The box in two, along the symbol that matters most; None where it is a point."""
    names = set(f.names).union(*(t.gap.names for t in tests))
    wide = [n for n in sorted(names) if not box[n].point]
    finite = all(box[n].finite for n in f.names)
    env = intervals(f, box) if finite else None
    sizes = {n: _size(f, box[n], n, env) for n in wide}
    if not sizes:
        return None
    name = max(sizes, key=lambda n: sizes[n])
    side = box[name]
    low, high = side.low, side.high
    if low is not None and high is not None:
        at = (low + high) / 2
    elif low is not None:
        at = Fraction(1) if low < 1 else 4 * low
    elif high is not None:
        at = Fraction(-1) if high > -1 else 4 * high
    else:
        at = Fraction(0)
    if side.whole:
        at = Fraction(math.floor(at))
        upper = replace(side, low=at + 1, open_low=False)
    else:
        upper = replace(side, low=at, open_low=False)
    return [{**box, name: replace(side, high=at, open_high=False)}, {**box, name: upper}]


def _size(f: Shape, side: Side, name: str, env: Mapping[str, Interval] | None) -> float:
    """How much a symbol matters: its slope times its width, or its relative width."""
    low, high = side.low, side.high
    if low is None or high is None:
        end = Fraction((high if low is None else low) or 0)
        return 8.0 / max(1, math.floor(abs(end)).bit_length())
    width = float((high - low) / max(Fraction(1), abs(low), abs(high)))
    if env is None or name not in f.names:
        return width
    slope = f.slope(name)
    if slope is None:
        return width
    lowest, highest, _ = slope.tape(env)
    steep = max(float(abs(lowest)), float(abs(highest)))
    return float(high - low) * (min(steep, 1e6) + 1e-3)

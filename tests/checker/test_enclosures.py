"""The checker's enclosures hold the values of ball arithmetic, and are narrow at a point."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq

from verify.checker.intervals import Enclosure, Interval, NoValue, power
from verify.checker.text import Tree, Work, read

F = Fraction
BITS = 80
SPECIAL = (F(0), F(1), F(-1), F(2), F(-3), F(1, 2), F(5, 4), F(-7, 3), F(9), F(40))


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


# By formula: its value at x and y, and which boxes it has a value on.
FUNCTIONS: dict[str, tuple[Callable[[arb, arb], arb], Callable[[Fraction, Fraction], bool]]] = {
    "(add x y)": (lambda x, y: x + y, lambda a, b: True),
    "(sub x y)": (lambda x, y: x - y, lambda a, b: True),
    "(neg x)": (lambda x, y: -x, lambda a, b: True),
    "(mul x y)": (lambda x, y: x * y, lambda a, b: True),
    "(mul x x)": (lambda x, y: x * x, lambda a, b: True),
    "(div y x)": (lambda x, y: y / x, lambda a, b: not a <= 0 <= b),
    "(max x y)": (lambda x, y: x.max(y), lambda a, b: True),
    "(min x y)": (lambda x, y: x.min(y), lambda a, b: True),
    "(abs x)": (lambda x, y: abs(x), lambda a, b: True),
    "(sqrt x)": (lambda x, y: x.sqrt(), lambda a, b: a >= 0),
    "(exp x)": (lambda x, y: x.exp(), lambda a, b: True),
    "(log x)": (lambda x, y: x.log(), lambda a, b: a > 0),
    "(cos x)": (lambda x, y: x.cos(), lambda a, b: True),
    "(sin x)": (lambda x, y: x.sin(), lambda a, b: True),
    "(pow x 2)": (lambda x, y: x**2, lambda a, b: True),
    "(pow x 3)": (lambda x, y: x**3, lambda a, b: True),
    "(pow x -2)": (lambda x, y: 1 / x**2, lambda a, b: not a <= 0 <= b),
    "(pow x 1/2)": (lambda x, y: x.sqrt(), lambda a, b: a >= 0),
    "(pow x -3/2)": (lambda x, y: 1 / (x * x.sqrt()), lambda a, b: a > 0),
    "(pow x 5/3)": (lambda x, y: x ** (arb(5) / 3), lambda a, b: a > 0),
    # An exponent that is whole for none of the numbers below.
    "(pow x (add y 1/1009))": (lambda x, y: x ** (y + arb(1) / 1009), lambda a, b: a > 0),
    "(sum k 1 3 (div x k))": (lambda x, y: x + x / 2 + x / 3, lambda a, b: True),
    "(product k 1 3 (add x k))": (lambda x, y: (x + 1) * (x + 2) * (x + 3), lambda a, b: True),
    "(mul x (constant pi))": (lambda x, y: x * arb.pi(), lambda a, b: True),
    "(mul x (constant e))": (lambda x, y: x * arb(1).exp(), lambda a, b: True),
}


@pytest.fixture(autouse=True)
def _many_digits() -> Any:
    before, ctx.prec = ctx.prec, 400
    yield
    ctx.prec = before


def number(draw: random.Random) -> Fraction:
    if draw.random() < 0.4:
        return draw.choice(SPECIAL)
    return F(draw.randint(-4000, 4000), draw.randint(80, 970))  # a cosine is read up to 60


def boxes(draw: random.Random) -> tuple[Interval, Interval]:
    """An interval for x and one for y, some of them points."""
    (a, b), (c, d) = (sorted((number(draw), number(draw))) for _ in range(2))
    return (a, a if draw.random() < 0.3 else b), (c, c if draw.random() < 0.5 else d)


def inside(draw: random.Random, low: Fraction, high: Fraction) -> Fraction:
    share = draw.choice((F(0), F(1), F(draw.randint(0, 64), 64)))
    return low + share * (high - low)


def enclosed(tree: Tree, x: Interval, y: Interval) -> Interval:
    return Enclosure({"x": x, "y": y}, Work(), BITS).of(tree)


def holds(found: Interval, value: arb) -> bool:
    """Whether the value lies inside, as far as its 400 bits tell."""
    return value.is_finite() and not (value < ball(found[0]) or value > ball(found[1]))


@pytest.mark.parametrize("text", FUNCTIONS)
def test_a_value_lies_in_its_enclosure(text: str) -> None:
    of, has_value = FUNCTIONS[text]
    tree, draw, tried = read(text), random.Random(text), 0
    while tried < 60:
        x, y = boxes(draw)
        if not has_value(*x):
            with pytest.raises(NoValue):
                enclosed(tree, x, y)
            continue
        tried += 1
        found = enclosed(tree, x, y)
        for _ in range(4):
            at = inside(draw, *x), inside(draw, *y)
            assert holds(found, of(*map(ball, at))), (x, y, at, found)
        if x[0] == x[1] and y[0] == y[1]:
            size = max(1, *map(abs, found))
            assert found[1] - found[0] <= size / 2 ** (BITS - 30)


@pytest.mark.parametrize("text", ["(cos x)", "(sin x)"])
def test_a_wave_lies_between_its_ends(text: str) -> None:
    for width in (0, 1, 10):
        low, high = enclosed(read(text), (F(-width), F(width)), (F(0), F(0)))
        assert -1 <= low <= high <= 1


@pytest.mark.parametrize(("text", "of"), [("(floor x)", math.floor), ("(ceil x)", math.ceil)])
def test_rounding_is_enclosed(text: str, of: Callable[[Fraction], int]) -> None:
    draw = random.Random(text)
    for _ in range(100):
        x, y = boxes(draw)
        assert enclosed(read(text), x, y) == (F(of(x[0])), F(of(x[1])))


def test_a_long_power_by_squares_holds_the_value() -> None:
    draw = random.Random(4)
    for _ in range(40):
        base, exponent = F(draw.randint(-1100, 1100), 1000), draw.randint(3000, 10_001)
        sign = -1 if draw.random() < 0.2 else 1
        if base == 0:
            continue
        tree = ("pow", "x", str(sign * exponent))
        found = enclosed(tree, (base, base), (F(0), F(0)))
        assert holds(found, ball(base) ** (sign * exponent))
        assert found[1] - found[0] <= max(map(abs, found)) / 2**40


def test_a_whole_power_of_a_box_is_its_range() -> None:
    draw = random.Random(5)
    for _ in range(100):
        (low, high), _ = boxes(draw)
        k = draw.randint(0, 5)
        ends = [low**k, high**k] + [F(0)] * (k > 0 and low < 0 < high)
        assert power((low, high), k) == (min(ends), max(ends))


@pytest.mark.parametrize("op", ["le", "lt", "eq", "ne"])
def test_a_comparison_holds_on_a_box_where_it_does_at_every_point(op: str) -> None:
    true = {"le": lambda a, b: a <= b, "lt": lambda a, b: a < b,
            "eq": lambda a, b: a == b, "ne": lambda a, b: a != b}[op]  # fmt: skip
    draw, answers = random.Random(op), set()
    for _ in range(300):
        x, y = boxes(draw)
        if draw.random() < 0.3:
            y = (x[1], draw.choice((x[1], x[1] + 1)))
        found = Enclosure({"x": x, "y": y}, Work(), BITS).holds((op, "x", "y"))
        seen = {true(a, b) for a in x for b in y}
        if op in ("eq", "ne") and max(x[0], y[0]) <= min(x[1], y[1]):
            seen.add(op == "eq")  # a point that both have
        assert found is (seen.pop() if len(seen) == 1 else None), (x, y)
        answers.add(found)
    assert answers == {True, False, None}

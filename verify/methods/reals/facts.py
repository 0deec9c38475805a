"""Numbers between rational bounds, as facts of an abstraction."""

from fractions import Fraction
from typing import Any

from verify.formula.evaluate import BALLS, evaluate
from verify.formula.expression import Node
from verify.methods.reals.abstraction import Abstraction
from verify.methods.reals.polynomials import Ratio

BITS = 160
MOST_BITS = 4000


def enclose(a: Abstraction, value: Ratio, node: Node) -> None:
    """Rational bounds of a number that is written without symbols."""
    a.enclosed = True
    from flint import ctx

    with ctx.workprec(BITS):
        ball = evaluate(node, {}, BALLS)
        middle, radius = (_fraction(x) for x in (ball.mid(), ball.rad()))
    # A short rational on either side: z3 works with its digits.
    slack = Fraction(1, 10**9) * max(abs(middle), Fraction(1, 10**9))
    low = (middle - radius - slack).limit_denominator(10**12)
    high = (middle + radius + slack).limit_denominator(10**12)
    if not low < middle - radius <= middle + radius < high:
        low, high = middle - radius, middle + radius
    a.learn(a.above(value - low))
    a.learn(a.above(high - value))


def _fraction(ball: Any) -> Fraction:
    if not ball.is_finite():
        raise NotImplementedError("a number without finite bounds")
    mantissa, exponent = map(int, ball.man_exp())
    if abs(exponent) > MOST_BITS:
        raise NotImplementedError("a number of too many digits")
    return Fraction(mantissa) * Fraction(2) ** exponent


def number_node(value: Fraction) -> Node:
    return Node("number", (), value)

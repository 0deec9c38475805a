"""Exponentials and logarithms as generators: tangents, Taylor bounds and monotonicity."""

from contextlib import suppress
from fractions import Fraction

from verify.formula.arithmetic import fraction
from verify.formula.expression import Node
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.facts import enclose, number_node
from verify.methods.reals.polynomials import Ratio, TooLarge
from verify.methods.reals.powers import (
    LARGEST_POWER,
    grain_of,
    monomials,
    oriented,
    power_below_exponential,
)

PAIRS = 5  # occurrences of one function that are compared with one another
SHORT = 2  # terms of an exponent whose Taylor polynomials are facts


def exponential(a: Abstraction, argument: Node) -> Ratio:
    ring, exponent = a.ring, a.ratio(argument)
    parts, rest = monomials(a, exponent)
    value = ring.number(1)
    for monomial, c in parts:
        inner = a.logarithms.get(monomial)
        if inner is not None and c.denominator == 1 and abs(c) <= LARGEST_POWER:
            value = value * inner ** int(c)
        else:
            value = value * grain_of(a, ("exp",), monomial, c, "positive")
    if rest:
        new = ("exp", rest) not in a.noted
        number = grain_of(a, ("exp",), ring.number(1), rest, "positive")
        value = value * number
        if new:
            a.noted.add(("exp", rest))
            enclose(a, number, Node("exp", (number_node(rest),)))
    if ("exp", exponent) not in a.noted:
        a.noted.add(("exp", exponent))
        _exponential_facts(a, exponent, value)
    return value


def _exponential_facts(a: Abstraction, u: Ratio, value: Ratio) -> None:
    """Tangents, the second-order bounds, and the tangents between two occurrences."""
    a.try_learn(lambda: (a.above(value - (1 + u)),))
    a.try_learn(lambda: (a.above(1 - value * (1 - u)),))
    if max(len(u.top), len(u.bottom)) <= SHORT:
        # Taylor: odd orders lie below everywhere, order two lies above left of zero.
        a.try_learn(lambda: (a.above(value - _taylor(a, u, 3)),))
        a.try_learn(lambda: (a.above(1 - value * _taylor(a, -u, 3)),))
        a.try_learn(lambda: (Relation("gt", u), a.above(_taylor(a, u, 2) - value)))
        a.try_learn(lambda: (a.below(u), a.above(value * _taylor(a, -u, 2) - 1)))
    for other, its in a.exponentials[:PAIRS]:
        for (s, x), (t, y) in (((u, value), (other, its)), ((other, its), (u, value))):
            gap = 1 + (s - t)
            with suppress(TooLarge):
                a.learn(a.above(x - y * gap))
    a.exponentials.append((u, value))
    for base, exponent, its in a.powers:
        power_below_exponential(a, base, exponent, its, u, value)


def _taylor(a: Abstraction, u: Ratio, order: int) -> Ratio:
    """The Taylor polynomial of the exponential."""
    total = a.ring.number(0)
    for k in range(order, 0, -1):
        total = (1 + total) * (u * Fraction(1, k))
    return 1 + total


def logarithm(a: Abstraction, u: Ratio) -> Ratio:
    ring = a.ring
    number = u.constant
    if number == 1:
        return ring.number(0)
    if number is not None or not a.positive(u):
        return _one_logarithm(a, u)
    # A product of factors that are plainly positive: the sum of their logarithms.
    total, scale = ring.number(0), Fraction(1)
    for side, sign in ((u.top, 1), (u.bottom, -1)):
        constant, factors = side.factor()
        scale *= fraction(constant) ** sign
        for factor, power in factors:
            part = oriented(a, factor)
            if part is None or not a.positive(part):
                return _one_logarithm(a, u)
            if part.top != factor and int(power) % 2:
                scale = -scale
            term = _one_logarithm(a, part)
            total = total + sign * int(power) * term
    if scale <= 0:
        return _one_logarithm(a, u)
    return total if scale == 1 else (total + _one_logarithm(a, ring.number(scale)))


def _one_logarithm(a: Abstraction, u: Ratio) -> Ratio:
    """One generator, or the exponent where ``u`` is an exponential that stands for itself."""
    for exponent, value in a.exponentials:
        if value == u:
            return exponent
    key = ("log", u)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key)
    number = u.constant
    if number is not None and number > 0:
        enclose(a, value, Node("log", (number_node(number),)))
    elif number is not None:
        return value
    if a.positive(u):
        a.logarithms[value] = u
    no_value, less = a.above(-u), u - 1
    a.try_learn(lambda: (no_value, a.above(less - value)))
    a.try_learn(lambda: (no_value, a.above(u * value - less)))

    def from_below() -> Ratio:  # log u >= 2 (u - 1)/(u + 1) for u >= 1
        return value * (u + 1) - 2 * less

    def from_above() -> Ratio:  # log u <= (u^2 - 1)/(2 u) for u >= 1
        return u * u - 1 - 2 * (u * value)

    for bound in (from_below, from_above):
        with suppress(TooLarge):
            a.learn(a.below(less), a.above(bound()))
        with suppress(TooLarge):
            a.learn(no_value, a.below(-less), a.above(-bound()))
    others = [(w, a.fresh(("log", w))) for _, w in a.keys("log") if w != u][:PAIRS]
    others += [(power, exponent) for exponent, power in a.exponentials[:PAIRS]]
    for w, its in others:
        for (s, x), (t, y) in (((u, value), (w, its)), ((w, its), (u, value))):
            # log s - log t <= s/t - 1
            with suppress(TooLarge):
                a.learn(no_value, a.above(-w), a.above(s - t - t * (x - y)))
    return value

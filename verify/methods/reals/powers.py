"""Roots and powers as generators, with true facts.

Exponents are split into monomials, so that b^(s + t), b^s and b^(2 t) share generators where the
base is plainly positive, or nonnegative with exponents that are. Facts that hold only on part of
the line carry the other part as an alternative.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.facts import enclose, number_node
from verify.methods.reals.polynomials import Ratio, TooLarge, coefficients, over

LARGEST_POWER = 12


def root(a: Abstraction, base: Ratio, degree: int) -> Ratio:
    """The real root of a number that is not negative (0, were it negative)."""
    outside, inside = _pulled(a, base, degree)
    number = inside.constant
    if number is not None and (exact := _exact_root(number, degree)) is not None:
        return outside * exact
    key = ("root", degree, inside)
    if a.known(key):
        return outside * a.fresh(key)
    value = a.fresh(key, "positive" if a.positive(inside) else "nonnegative")
    a.learn(a.below(inside), Relation("eq", (value**degree - inside)))
    if number is not None and number > 0:
        node = Node("pow", (number_node(number), number_node(Fraction(1, degree))))
        enclose(a, value, node)
    return outside * value


def _exact_root(number: Fraction, degree: int) -> Fraction | None:
    from flint import fmpz

    if number < 0:
        return None
    top, bottom = (int(fmpz(n).root(degree)) for n in (number.numerator, number.denominator))
    found = Fraction(top, bottom)
    return found if found**degree == number else None


def _pulled(a: Abstraction, base: Ratio, degree: int) -> tuple[Ratio, Ratio]:
    """``base = outside**degree * inside`` with ``outside`` plainly nonnegative."""
    outside, inside = a.ring.number(1), base
    for side, sign in ((base.top, 1), (base.bottom, -1)):
        if side.is_zero() or side.is_constant():
            continue
        for factor, power in side.factor_squarefree()[1]:
            whole = sign * (int(power) // degree)
            part = oriented(a, factor)
            if whole and part is not None:
                outside = outside * part**whole
                inside = inside / part ** (whole * degree)
    return outside, inside


def oriented(a: Abstraction, polynomial: Any) -> Ratio | None:
    """The polynomial or its negative, whichever is plainly nonnegative."""
    for candidate in (polynomial, -polynomial):
        if a.sign(candidate) in ("gt", "ge"):
            return Ratio(candidate, a.ring.one)
    return None


def power(a: Abstraction, base: Ratio, exponent: Ratio) -> Ratio:
    ring, number = a.ring, exponent.constant
    if number is not None:
        if number.denominator == 1:
            return base ** int(number)
        if number.denominator <= LARGEST_POWER:
            return root(a, base, number.denominator) ** int(number.numerator)
        return _one_power(a, base, exponent)
    strictly, weakly = a.positive(base), a.plain(a.above(base)) is True
    parts, rest = monomials(a, exponent)
    grows = all(c > 0 and a.plain(a.above(m)) is True for m, c in parts) and rest >= 0
    if not (strictly or (weakly and grows)):
        return _one_power(a, base, exponent)
    value = ring.number(1)
    for monomial, coefficient in parts:
        sign = "positive" if strictly else "nonnegative"
        value = value * grain_of(a, ("power", base), monomial, coefficient, sign)
    whole = rest.numerator // rest.denominator
    value = value * base**whole
    if rest != whole:
        value = value * power(a, base, ring.number(rest - whole))
    if ("power-fact", base, exponent) not in a.noted:
        a.noted.add(("power-fact", base, exponent))
        _power_facts(a, base, exponent, value)
    return value


def _one_power(a: Abstraction, base: Ratio, exponent: Ratio) -> Ratio:
    """A power that shares no generator with others."""
    key = ("power", base, exponent)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key)
    _power_facts(a, base, exponent, value)
    numbers = base.constant, exponent.constant
    if numbers[0] is not None and numbers[1] is not None and numbers[0] > 0:
        enclose(a, value, Node("pow", tuple(number_node(n) for n in numbers if n is not None)))
    return value


def _power_facts(a: Abstraction, base: Ratio, exponent: Ratio, value: Ratio) -> None:
    """Signs, and the tangent at base 1 (Bernoulli), of ``value = base**exponent``."""
    a.powers.append((base, exponent, value))
    for u, its in a.exponentials:
        power_below_exponential(a, base, exponent, value, u, its)
    excess, lesser, negative = base - 1, 1 - exponent, a.below(base)
    not_positive = a.above(-base)
    a.try_learn(lambda: (negative, a.above(value)))
    a.try_learn(lambda: (not_positive, Relation("gt", value)))

    def tangent() -> Ratio:
        return value - (1 + exponent * excess)

    a.try_learn(lambda: (negative, Relation("gt", lesser), a.above(tangent())))
    a.try_learn(lambda: (not_positive, Relation("gt", exponent), a.above(tangent())))
    a.try_learn(lambda: (negative, a.below(exponent), a.below(lesser), a.above(-tangent())))
    # base**exponent (1 + exponent (1 - base)) <= 1 for exponent >= 0.
    a.try_learn(lambda: (negative, a.below(exponent), a.above(1 - value * (1 - exponent * excess))))
    for inside, sign in ((-excess, -1), (excess, 1)):
        # Base in [0, 1]: at most 1 and at most the base; base >= 1: the other way round.
        here = negative, a.below(inside)
        for other, least in ((1, a.below(exponent)), (base, Relation("gt", lesser))):
            with suppress(TooLarge):
                a.learn(*here, least, a.above(sign * (value - other)))


def power_below_exponential(
    a: Abstraction, base: Ratio, exponent: Ratio, power: Ratio, u: Ratio, exponential: Ratio
) -> None:
    """base**exponent <= exp(u) where exponent >= 0 and u = exponent (base - 1)."""
    if exponent * (base - 1) == u:
        a.try_learn(lambda: (a.below(base), a.below(exponent), a.above(exponential - power)))


def monomials(a: Abstraction, exponent: Ratio) -> tuple[list[tuple[Ratio, Fraction]], Fraction]:
    """An exponent as a sum of rational multiples of monomials (over its denominator)."""
    parts, rest = [], Fraction(0)
    for powers, c in coefficients(exponent.top):
        if exponent.bottom.is_constant() and not any(powers):
            rest = c
            continue
        parts.append((over(a.ring.context.from_dict({powers: 1}), exponent.bottom), c))
    return parts, rest


def grain_of(
    a: Abstraction, family: Any, monomial: Ratio, coefficient: Fraction, sign: str
) -> Ratio:
    """The generator of base**(grain * monomial), to the power coefficient / grain.

    The first coefficient that appears is the grain; later ones that are no whole multiple of it
    have a generator of their own, tied to the first where it is a whole multiple of them.
    """
    grains: list[Fraction] = a.grains.setdefault((family, monomial), [])
    for grain in grains:
        times = coefficient / grain
        if times.denominator == 1 and abs(times) <= LARGEST_POWER:
            if times < 0 and sign != "positive":
                continue
            return a.fresh((family, monomial, grain), sign) ** int(times)
    value = a.fresh((family, monomial, coefficient), sign)
    for grain in grains:
        times = grain / coefficient
        if times.denominator == 1 and 0 < times <= LARGEST_POWER:
            known = a.fresh((family, monomial, grain), sign)
            a.learn(Relation("eq", (value ** int(times) - known)))
    grains.append(coefficient)
    return value

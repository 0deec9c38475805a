"""Roots, powers, exponentials, logarithms and their like as generators, with true facts.

Exponents are split into monomials, so that exp(a + b), exp(a) and exp(2 a) share generators; the
same for powers of a base that is plainly positive. Facts are tangents, monotonicity and bounds;
those that hold only on part of the line carry the other part as an alternative.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.expression import Node
from verify.methods.polynomials import Ratio, coefficients

if TYPE_CHECKING:
    from verify.methods.abstraction import Abstraction, Relation

PAIRS = 5  # occurrences of one function that are compared with one another
LARGEST_POWER = 12
SHORT = 2  # terms of an exponent whose Taylor polynomials are facts
BITS = 160
MOST_BITS = 4000


def convert(a: "Abstraction", node: Node) -> Ratio:
    """The quotient that stands for a function, a power or a constant.

    Raises:
        NotImplementedError: it is none of them.
    """
    if node.op == "constant" and node.value in ("pi", "e"):
        return _constant(a, node)
    if node.op == "pow":
        if node.args[0] == Node("constant", (), "e"):
            return _exponential(a, node.args[1])
        return _power(a, *map(a.ratio, node.args))
    if node.op == "exp":
        return _exponential(a, node.args[0])
    if node.op == "sqrt":
        return root(a, a.ratio(node.args[0]), 2)
    if node.op == "log":
        return _logarithm(a, a.ratio(node.args[0]))
    if node.op in ("cos", "sin"):
        return _wave(a, node.op, a.ratio(node.args[0]))
    if node.op in ("floor", "ceil"):
        return _rounded(a, node.op, a.ratio(node.args[0]))
    raise NotImplementedError(f"no quotient for {node.op}")


def _constant(a: "Abstraction", node: Node) -> Ratio:
    key = ("constant", node.value)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key, "positive")
    _enclose(a, value, node)
    return value


def _enclose(a: "Abstraction", value: Ratio, node: Node) -> None:
    """Rational bounds of a number that is written without symbols."""
    a.enclosed = True
    from flint import ctx

    from verify.evaluate import BALLS, evaluate

    with ctx.workprec(BITS):
        ball = evaluate(node, {}, BALLS)
        middle, radius = (_fraction(x) for x in (ball.mid(), ball.rad()))
    # A short rational on either side: z3 works with its digits.
    slack = Fraction(1, 10**9) * max(abs(middle), Fraction(1, 10**9))
    low = (middle - radius - slack).limit_denominator(10**12)
    high = (middle + radius + slack).limit_denominator(10**12)
    if not low < middle - radius <= middle + radius < high:
        low, high = middle - radius, middle + radius
    ring = a.ring
    a.learn(a.above(ring.subtract(value, ring.number(low))))
    a.learn(a.above(ring.subtract(ring.number(high), value)))


def _fraction(ball: Any) -> Fraction:
    if not ball.is_finite():
        raise NotImplementedError("a number without finite bounds")
    mantissa, exponent = map(int, ball.man_exp())
    if abs(exponent) > MOST_BITS:
        raise NotImplementedError("a number of too many digits")
    return Fraction(mantissa) * Fraction(2) ** exponent


def _number_node(value: Fraction) -> Node:
    return Node("number", (), value)


# --- roots and powers -----------------------------------------------------------------------


def root(a: "Abstraction", base: Ratio, degree: int) -> Ratio:
    """The real root of a number that is not negative (0, were it negative)."""
    ring = a.ring
    outside, inside = _pulled(a, base, degree)
    number = inside.constant
    if number is not None:
        exact = _exact_root(number, degree)
        if exact is not None:
            return ring.multiply(outside, ring.number(exact))
    key = ("root", degree, inside)
    if a.known(key):
        return ring.multiply(outside, a.fresh(key))
    value = a.fresh(key, "positive" if a.positive(inside) else "nonnegative")
    a.learn(a.below(inside), _relation("eq", ring.subtract(ring.power(value, degree), inside)))
    if number is not None and number > 0:
        node = Node("pow", (_number_node(number), _number_node(Fraction(1, degree))))
        _enclose(a, value, node)
    return ring.multiply(outside, value)


def _relation(op: str, ratio: Ratio) -> "Relation":
    from verify.methods.abstraction import Relation

    return Relation(op, ratio)


def _exact_root(number: Fraction, degree: int) -> Fraction | None:
    import sympy

    if number < 0:
        return None
    parts = [sympy.integer_nthroot(n, degree) for n in (number.numerator, number.denominator)]
    if not all(exact for _, exact in parts):
        return None
    return Fraction(int(parts[0][0]), int(parts[1][0]))


def _pulled(a: "Abstraction", base: Ratio, degree: int) -> tuple[Ratio, Ratio]:
    """``base = outside**degree * inside`` with ``outside`` plainly nonnegative."""
    ring = a.ring
    outside, inside = ring.number(1), base
    for side, sign in ((base.top, 1), (base.bottom, -1)):
        if side.is_zero() or side.is_constant():
            continue
        for factor, power in side.factor_squarefree()[1]:
            whole = sign * (int(power) // degree)
            part = _oriented(a, factor)
            if whole and part is not None:
                outside = ring.multiply(outside, ring.power(part, whole))
                inside = ring.divide(inside, ring.power(part, whole * degree))
    return outside, inside


def _oriented(a: "Abstraction", polynomial: Any) -> Ratio | None:
    """The polynomial or its negative, whichever is plainly nonnegative."""
    for candidate in (polynomial, -polynomial):
        if a.sign(candidate) in ("gt", "ge"):
            return Ratio(candidate, a.ring.one)
    return None


def _power(a: "Abstraction", base: Ratio, exponent: Ratio) -> Ratio:
    ring, number = a.ring, exponent.constant
    if number is not None:
        if number.denominator == 1:
            return ring.power(base, int(number))
        if number.denominator <= LARGEST_POWER:
            return ring.power(root(a, base, number.denominator), int(number.numerator))
        return _one_power(a, base, exponent)
    strictly, weakly = a.positive(base), a.plain(a.above(base)) is True
    parts, rest = _monomials(a, exponent)
    grows = all(c > 0 and a.plain(a.above(m)) is True for m, c in parts) and rest >= 0
    if not (strictly or (weakly and grows)):
        return _one_power(a, base, exponent)
    value = ring.number(1)
    for monomial, coefficient in parts:
        sign = "positive" if strictly else "nonnegative"
        value = ring.multiply(value, _grain(a, ("power", base), monomial, coefficient, sign))
    whole = rest.numerator // rest.denominator
    value = ring.multiply(value, ring.power(base, whole))
    if rest != whole:
        value = ring.multiply(value, _power(a, base, ring.number(rest - whole)))
    if ("power-fact", base, exponent) not in a.noted:
        a.noted.add(("power-fact", base, exponent))
        _power_facts(a, base, exponent, value)
    return value


def _one_power(a: "Abstraction", base: Ratio, exponent: Ratio) -> Ratio:
    """A power that shares no generator with others."""
    key = ("power", base, exponent)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key)
    _power_facts(a, base, exponent, value)
    numbers = base.constant, exponent.constant
    if numbers[0] is not None and numbers[1] is not None and numbers[0] > 0:
        _enclose(a, value, Node("pow", tuple(_number_node(n) for n in numbers if n is not None)))
    return value


def _power_facts(a: "Abstraction", base: Ratio, exponent: Ratio, value: Ratio) -> None:
    """Signs, and the tangent at base 1 (Bernoulli), of ``value = base**exponent``."""
    r = a.ring
    a.powers.append((base, exponent, value))
    for u, its in a.exponentials:
        _power_below_exponential(a, base, exponent, value, u, its)
    one = r.number(1)
    excess, lesser = r.subtract(base, one), r.subtract(one, exponent)
    negative = a.below(base)
    a.try_learn(lambda: negative, lambda: a.above(value))
    a.try_learn(lambda: a.above(r.negative(base)), lambda: _relation("gt", value))

    def tangent() -> Ratio:
        return r.subtract(value, r.add(one, r.multiply(exponent, excess)))

    a.try_learn(lambda: negative, lambda: _relation("gt", lesser), lambda: a.above(tangent()))
    a.try_learn(
        lambda: a.above(r.negative(base)),
        lambda: _relation("gt", exponent),
        lambda: a.above(tangent()),
    )
    a.try_learn(
        lambda: negative,
        lambda: a.below(exponent),
        lambda: a.below(lesser),
        lambda: a.above(r.negative(tangent())),
    )
    # base**exponent (1 + exponent (1 - base)) <= 1 for exponent >= 0.
    a.try_learn(
        lambda: negative,
        lambda: a.below(exponent),
        lambda: a.above(
            r.subtract(one, r.multiply(value, r.subtract(one, r.multiply(exponent, excess))))
        ),
    )
    for inside, steep in ((r.negative(excess), True), (excess, False)):
        # Base in [0, 1]: at most 1 and at most the base; base >= 1: the other way round.
        turn = r.negative if steep else (lambda x: x)
        a.try_learn(
            lambda: negative,
            lambda inside=inside: a.below(inside),
            lambda: a.below(exponent),
            lambda turn=turn: a.above(turn(r.subtract(value, one))),
        )
        a.try_learn(
            lambda: negative,
            lambda inside=inside: a.below(inside),
            lambda: _relation("gt", lesser),
            lambda turn=turn: a.above(turn(r.subtract(value, base))),
        )


def _power_below_exponential(
    a: "Abstraction", base: Ratio, exponent: Ratio, power: Ratio, u: Ratio, exponential: Ratio
) -> None:
    """base**exponent <= exp(u) where exponent >= 0 and u = exponent (base - 1)."""
    r = a.ring
    if r.multiply(exponent, r.subtract(base, r.number(1))) == u:
        a.try_learn(
            lambda: a.below(base),
            lambda: a.below(exponent),
            lambda: a.above(r.subtract(exponential, power)),
        )


def _monomials(a: "Abstraction", exponent: Ratio) -> tuple[list[tuple[Ratio, Fraction]], Fraction]:
    """An exponent as a sum of rational multiples of monomials (over its denominator)."""
    ring = a.ring
    parts, rest = [], Fraction(0)
    for powers, c in coefficients(exponent.top):
        if exponent.bottom.is_constant() and not any(powers):
            rest = c
            continue
        single = ring.context.from_dict({powers: 1})
        parts.append((ring.over(single, exponent.bottom), c))
    return parts, rest


def _grain(
    a: "Abstraction", family: Any, monomial: Ratio, coefficient: Fraction, sign: str
) -> Ratio:
    """The generator of base**(grain * monomial), to the power coefficient / grain.

    The first coefficient that appears is the grain; later ones that are no whole multiple of it
    have a generator of their own, tied to the first where it is a whole multiple of them.
    """
    ring = a.ring
    grains: list[Fraction] = a.grains.setdefault((family, monomial), [])
    for grain in grains:
        times = coefficient / grain
        if times.denominator == 1 and abs(times) <= LARGEST_POWER:
            if times < 0 and sign != "positive":
                continue
            return ring.power(a.fresh((family, monomial, grain), sign), int(times))
    value = a.fresh((family, monomial, coefficient), sign)
    for grain in grains:
        times = grain / coefficient
        if times.denominator == 1 and 0 < times <= LARGEST_POWER:
            known = a.fresh((family, monomial, grain), sign)
            a.learn(_relation("eq", ring.subtract(ring.power(value, int(times)), known)))
    grains.append(coefficient)
    return value


# --- exponential and logarithm --------------------------------------------------------------


def _exponential(a: "Abstraction", argument: Node) -> Ratio:
    ring, exponent = a.ring, a.ratio(argument)
    parts, rest = _monomials(a, exponent)
    value = ring.number(1)
    for monomial, c in parts:
        inner = a.logarithms.get(monomial)
        if inner is not None and c.denominator == 1 and abs(c) <= LARGEST_POWER:
            value = ring.multiply(value, ring.power(inner, int(c)))
        else:
            value = ring.multiply(value, _grain(a, ("exp",), monomial, c, "positive"))
    if rest:
        new = ("exp", rest) not in a.noted
        number = _grain(a, ("exp",), ring.number(1), rest, "positive")
        value = ring.multiply(value, number)
        if new:
            a.noted.add(("exp", rest))
            _enclose(a, number, Node("exp", (_number_node(rest),)))
    if ("exp", exponent) not in a.noted:
        a.noted.add(("exp", exponent))
        _exponential_facts(a, exponent, value)
    return value


def _exponential_facts(a: "Abstraction", u: Ratio, value: Ratio) -> None:
    """Tangents, the second-order bounds, and the tangents between two occurrences."""
    r = a.ring
    one = r.number(1)
    a.try_learn(lambda: a.above(r.subtract(value, r.add(one, u))))
    a.try_learn(lambda: a.above(r.subtract(one, r.multiply(value, r.subtract(one, u)))))

    minus = r.negative(u)
    if max(len(u.top), len(u.bottom)) <= SHORT:
        # Taylor: odd orders lie below everywhere, order two lies above left of zero.
        a.try_learn(lambda: a.above(r.subtract(value, _taylor(a, u, 3))))
        a.try_learn(lambda: a.above(r.subtract(one, r.multiply(value, _taylor(a, minus, 3)))))
        a.try_learn(
            lambda: _relation("gt", u), lambda: a.above(r.subtract(_taylor(a, u, 2), value))
        )
        a.try_learn(
            lambda: a.below(u),
            lambda: a.above(r.subtract(r.multiply(value, _taylor(a, minus, 2)), one)),
        )
    for other, its in a.exponentials[:PAIRS]:
        for (s, x), (t, y) in (((u, value), (other, its)), ((other, its), (u, value))):
            gap = r.add(one, r.subtract(s, t))
            a.try_learn(lambda x=x, y=y, gap=gap: a.above(r.subtract(x, r.multiply(y, gap))))
    a.exponentials.append((u, value))
    for base, exponent, its in a.powers:
        _power_below_exponential(a, base, exponent, its, u, value)


def _taylor(a: "Abstraction", u: Ratio, order: int) -> Ratio:
    """The Taylor polynomial of the exponential."""
    r, total = a.ring, a.ring.number(0)
    for k in range(order, 0, -1):
        total = r.multiply(r.add(r.number(1), total), r.multiply(u, r.number(Fraction(1, k))))
    return r.add(r.number(1), total)


def _logarithm(a: "Abstraction", u: Ratio) -> Ratio:
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
        scale *= Fraction(int(constant.p), int(constant.q)) ** sign
        for factor, power in factors:
            part = _oriented(a, factor)
            if part is None or not a.positive(part):
                return _one_logarithm(a, u)
            if part.top != factor and int(power) % 2:
                scale = -scale
            term = _one_logarithm(a, part)
            total = ring.add(total, ring.multiply(ring.number(sign * int(power)), term))
    if scale <= 0:
        return _one_logarithm(a, u)
    return total if scale == 1 else ring.add(total, _one_logarithm(a, ring.number(scale)))


def _one_logarithm(a: "Abstraction", u: Ratio) -> Ratio:
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
        _enclose(a, value, Node("log", (_number_node(number),)))
    elif number is not None:
        return value
    r = a.ring
    if a.positive(u):
        a.logarithms[value] = u
    one, two = r.number(1), r.number(2)
    no_value = a.above(r.negative(u))
    less = r.subtract(u, one)
    a.try_learn(lambda: no_value, lambda: a.above(r.subtract(less, value)))
    a.try_learn(lambda: no_value, lambda: a.above(r.subtract(r.multiply(u, value), less)))

    def from_below() -> Ratio:  # log u >= 2 (u - 1)/(u + 1) for u >= 1
        return r.subtract(r.multiply(value, r.add(u, one)), r.multiply(two, less))

    def from_above() -> Ratio:  # log u <= (u^2 - 1)/(2 u) for u >= 1
        square = r.subtract(r.multiply(u, u), one)
        return r.subtract(square, r.multiply(two, r.multiply(u, value)))

    for bound in (from_below, from_above):
        a.try_learn(lambda: a.below(less), lambda bound=bound: a.above(bound()))
        a.try_learn(
            lambda: no_value,
            lambda: a.below(r.negative(less)),
            lambda bound=bound: a.above(r.negative(bound())),
        )
    others = [(w, a.fresh(("log", w))) for _, w in a.keys("log") if w != u][:PAIRS]
    others += [(power, exponent) for exponent, power in a.exponentials[:PAIRS]]
    for w, its in others:
        for (s, x), (t, y) in (((u, value), (w, its)), ((w, its), (u, value))):
            # log s - log t <= s/t - 1
            a.try_learn(
                lambda: no_value,
                lambda w=w: a.above(r.negative(w)),
                lambda s=s, t=t, x=x, y=y: a.above(
                    r.subtract(r.subtract(s, t), r.multiply(t, r.subtract(x, y)))
                ),
            )
    return value


# --- waves and steps ------------------------------------------------------------------------


def _wave(a: "Abstraction", name: str, u: Ratio) -> Ratio:
    r, key = a.ring, (name, u)
    number = u.constant
    if number == 0:
        return r.number(1 if name == "cos" else 0)
    if a.known(key):
        return a.fresh(key)
    value, one = a.fresh(key), r.number(1)
    a.learn(a.above(r.subtract(one, value)))
    a.learn(a.above(r.add(one, value)))
    if number is not None:
        _enclose(a, value, Node(name, (_number_node(number),)))
    elif name == "cos":
        half = r.multiply(r.number(Fraction(1, 2)), r.multiply(u, u))
        a.try_learn(lambda: a.above(r.subtract(value, r.subtract(one, half))))
    else:
        a.try_learn(lambda: a.below(u), lambda: a.above(r.subtract(u, value)))
        a.try_learn(lambda: a.below(r.negative(u)), lambda: a.above(r.subtract(value, u)))
    twin = ("sin" if name == "cos" else "cos", u)
    if a.known(twin):
        square = r.add(r.multiply(value, value), r.power(a.fresh(twin), 2))
        a.learn(_relation("eq", r.subtract(square, one)))
    return value


def _rounded(a: "Abstraction", name: str, u: Ratio) -> Ratio:
    r, key = a.ring, (name, u)
    if u.constant is not None:
        import math

        round_: Callable[[Fraction], int] = getattr(math, name)
        return r.number(round_(u.constant))
    if a.known(key):
        return a.fresh(key)
    value, one = a.fresh(key), r.number(1)
    low, high = (value, u) if name == "floor" else (u, value)
    a.learn(a.above(r.subtract(high, low)))
    a.learn(_relation("gt", r.subtract(r.add(low, one), high)))
    a.try_learn(lambda: a.below(u), lambda: a.above(value))
    return value

"""Quotients of polynomials over generators of known sign, exactly.

A generator is ``nonnegative``, ``positive`` or real. Every operation refuses to grow beyond
``MOST_TERMS``.
"""

import functools
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction

MOST_TERMS = 2500
MOST_DEGREE = 60
ARITHMETIC = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
}


class TooLarge(NotImplementedError):
    """A polynomial of more terms or a larger degree than the limits allow."""


@dataclass(frozen=True)
class Ratio:
    """``top / bottom`` without a common factor; ``bottom`` has a positive leading coefficient.

    Its operators take whole numbers and fractions beside quotients. They raise ``TooLarge`` where
    a polynomial grows beyond its limits, and ``ZeroDivisionError`` where a divisor is zero.
    """

    top: Any
    bottom: Any

    def __hash__(self) -> int:
        """From the exponents: flint's polynomials compare, and have no hash."""
        return hash((tuple(self.top.monoms()), tuple(self.bottom.monoms())))

    @property
    def constant(self) -> Fraction | None:
        """The value, where it is a number."""
        if not (self.top.is_constant() and self.bottom.is_constant()):
            return None
        if self.top.is_zero():
            return Fraction(0)
        return fraction(self.top.leading_coefficient() / self.bottom.leading_coefficient())

    def _with(self, other: "Ratio | Fraction | int") -> "Ratio":
        """The other one as a quotient of the same polynomials."""
        if isinstance(other, Ratio):
            return other
        context = self.top.context()
        return Ratio(_constant(context, other), context.constant(1))

    def __add__(self, other: "Ratio | Fraction | int") -> "Ratio":
        other = self._with(other)
        if self.bottom == other.bottom:
            return over(self.top + other.top, self.bottom)
        common = self.bottom.gcd(other.bottom)
        left, right = self.bottom / common, other.bottom / common
        top = times(self.top, right) + times(other.top, left)
        return over(top, times(self.bottom, right))

    __radd__ = __add__

    def __neg__(self) -> "Ratio":
        return Ratio(-self.top, self.bottom)

    def __sub__(self, other: "Ratio | Fraction | int") -> "Ratio":
        return self + -other

    def __rsub__(self, other: "Ratio | Fraction | int") -> "Ratio":
        return -self + other

    def __mul__(self, other: "Ratio | Fraction | int") -> "Ratio":
        other = self._with(other)
        left, right = over(self.top, other.bottom), over(other.top, self.bottom)
        return Ratio(times(left.top, right.top), times(left.bottom, right.bottom))

    __rmul__ = __mul__

    def __truediv__(self, other: "Ratio") -> "Ratio":
        return self * over(other.bottom, other.top)

    def __pow__(self, exponent: int) -> "Ratio":
        """A whole power; 0**0 is 1."""
        if abs(exponent) > MOST_DEGREE:
            raise TooLarge(f"a power of {exponent}")
        base = over(self.bottom, self.top) if exponent < 0 else self
        top = bottom = self.top.context().constant(1)
        for _ in range(abs(exponent)):
            top, bottom = times(top, base.top), times(bottom, base.bottom)
        return Ratio(top, bottom)


def _constant(context: Any, value: Fraction | int) -> Any:
    from flint import fmpq

    return context.constant(fmpq(value.numerator, value.denominator))


def times(a: Any, b: Any) -> Any:
    """The product of two polynomials.

    Raises:
        TooLarge: it may have too many terms.
    """
    if len(a) * len(b) > 40 * MOST_TERMS:
        raise TooLarge(f"a product of {len(a)} and {len(b)} terms")
    result = a * b
    if len(result) > MOST_TERMS or (not result.is_zero() and result.total_degree() > MOST_DEGREE):
        raise TooLarge(f"a polynomial of {len(result)} terms")
    return result


def over(top: Any, bottom: Any) -> Ratio:
    """``top / bottom`` in lowest terms.

    Raises:
        ZeroDivisionError: ``bottom`` is zero.
    """
    if bottom.is_zero():
        raise ZeroDivisionError("a quotient by zero")
    if not bottom.is_constant():
        common = top.gcd(bottom)
        if not common.is_constant():
            top, bottom = top / common, bottom / common
    lead = bottom.leading_coefficient()
    return Ratio(top / lead, bottom / lead)


def coefficients(polynomial: Any) -> list[tuple[tuple[int, ...], Fraction]]:
    """The terms of a polynomial: exponents and coefficient, in a fixed order."""
    return [(tuple(map(int, powers)), fraction(c)) for powers, c in polynomial.terms()]


@functools.lru_cache(maxsize=10_000)
def factored(ratio: Ratio) -> tuple[Any, tuple[tuple[Any, int], ...]]:
    """A rational number and irreducible polynomials with their powers, of a numerator.

    The situations of one proof have most of their conditions in common.
    """
    constant, found = ratio.top.factor()
    return constant, tuple((factor, int(power)) for factor, power in found)


@dataclass
class Ring:
    """Polynomials over named generators, with the sign of each.

    Attributes:
        names: the generators.
        signs: by name; a generator without an entry is real.
    """

    names: tuple[str, ...]
    signs: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from flint import Ordering, fmpq_mpoly_ctx

        self.context = fmpq_mpoly_ctx.get(self.names, Ordering.degrevlex)
        self.gens = dict(zip(self.names, self.context.gens(), strict=True))
        self.one = self.context.constant(1)

    def number(self, value: Fraction | int) -> Ratio:
        """A constant."""
        return Ratio(self.polynomial(value), self.one)

    def polynomial(self, value: Fraction | int) -> Any:
        """A constant polynomial."""
        return _constant(self.context, value)

    def generator(self, name: str) -> Ratio:
        """A generator as a quotient."""
        return Ratio(self.gens[name], self.one)

    def coefficient(self, polynomial: Any, place: int, power: int) -> Any:
        """What multiplies a power of the generator at a place."""
        return self.context.from_dict(
            {
                tuple(0 if i == place else int(p) for i, p in enumerate(powers)): c
                for powers, c in polynomial.terms()
                if int(powers[place]) == power
            }
        )

    def substitute(self, polynomial: Any, name: str, value: Ratio) -> Ratio:
        """The polynomial with a generator replaced by a quotient."""
        place = self.names.index(name)
        by_power: dict[int, dict[tuple[int, ...], Any]] = {}
        for powers, c in polynomial.terms():
            rest = tuple(0 if i == place else int(p) for i, p in enumerate(powers))
            by_power.setdefault(int(powers[place]), {})[rest] = c
        degree = max(by_power, default=0)
        if degree > MOST_DEGREE:
            raise TooLarge(f"a power of {degree}")
        # sum_k c_k value^k = (sum_k c_k top^k bottom^(degree - k)) / bottom^degree.
        tops, bottoms = [self.one], [self.one]
        for _ in range(degree):
            tops.append(times(tops[-1], value.top))
            bottoms.append(times(bottoms[-1], value.bottom))
        total = self.polynomial(0)
        for k, terms in sorted(by_power.items()):
            factor = times(tops[k], bottoms[degree - k])
            total = total + times(self.context.from_dict(terms), factor)
        return over(total, bottoms[degree])

    def replaced(self, ratio: Ratio, name: str, value: Ratio) -> Ratio:
        """A quotient with a generator replaced.

        Raises:
            ZeroDivisionError: the denominator becomes zero.
        """
        place = self.names.index(name)
        if not any(p.degrees()[place] > 0 for p in (ratio.top, ratio.bottom)):
            return ratio
        top, bottom = (self.substitute(p, name, value) for p in (ratio.top, ratio.bottom))
        return top / bottom


def evaluated(polynomial: Any, names: tuple[str, ...], values: Mapping[str, Fraction]) -> Fraction:
    """The value of a polynomial at a rational point."""
    total = Fraction(0)
    for powers, c in coefficients(polynomial):
        term = c
        for name, power in zip(names, powers, strict=True):
            if power:
                term *= values[name] ** power
        total += term
    return total

"""Quotients of polynomials over generators of known sign, exactly.

A generator is ``nonnegative``, ``positive`` or ``real``; a polynomial without negative coefficients
whose real generators occur in even powers only is nonnegative at every admissible point. Every
operation refuses to grow beyond ``MOST_TERMS``.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

MOST_TERMS = 2500
MOST_DEGREE = 60


class TooLarge(NotImplementedError):
    """A polynomial of more terms or a larger degree than the limits allow."""


@dataclass(frozen=True)
class Ratio:
    """``top / bottom`` without a common factor; ``bottom`` has a positive leading coefficient."""

    top: Any
    bottom: Any

    def __hash__(self) -> int:
        """From the exponents: flint's polynomials compare, and have no hash."""
        return hash((tuple(self.top.monoms()), tuple(self.bottom.monoms())))

    @property
    def constant(self) -> Fraction | None:
        """The value, where it is a number."""
        if self.top.is_constant() and self.bottom.is_constant():
            return _value(self.top) / _value(self.bottom)
        return None


def _value(polynomial: Any) -> Fraction:
    if polynomial.is_zero():
        return Fraction(0)
    number = polynomial.leading_coefficient()
    return Fraction(int(number.p), int(number.q))


def coefficients(polynomial: Any) -> list[tuple[tuple[int, ...], Fraction]]:
    """The terms of a polynomial: exponents and coefficient, in a fixed order."""
    return [
        (tuple(map(int, powers)), Fraction(int(c.p), int(c.q))) for powers, c in polynomial.terms()
    ]


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
        from flint import fmpq

        value = Fraction(value)
        return self.context.constant(fmpq(value.numerator, value.denominator))

    def generator(self, name: str) -> Ratio:
        """A generator as a quotient."""
        return Ratio(self.gens[name], self.one)

    def times(self, a: Any, b: Any) -> Any:
        """The product of two polynomials.

        Raises:
            TooLarge: it may have too many terms.
        """
        if len(a) * len(b) > 40 * MOST_TERMS:
            raise TooLarge(f"a product of {len(a)} and {len(b)} terms")
        result = a * b
        if len(result) > MOST_TERMS or (
            not result.is_zero() and result.total_degree() > MOST_DEGREE
        ):
            raise TooLarge(f"a polynomial of {len(result)} terms")
        return result

    def over(self, top: Any, bottom: Any) -> Ratio:
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

    def add(self, a: Ratio, b: Ratio) -> Ratio:
        """The sum."""
        if a.bottom == b.bottom:
            return self.over(a.top + b.top, a.bottom)
        common = a.bottom.gcd(b.bottom)
        left, right = a.bottom / common, b.bottom / common
        top = self.times(a.top, right) + self.times(b.top, left)
        return self.over(top, self.times(a.bottom, right))

    def negative(self, a: Ratio) -> Ratio:
        """The negative."""
        return Ratio(-a.top, a.bottom)

    def subtract(self, a: Ratio, b: Ratio) -> Ratio:
        """The difference."""
        return self.add(a, self.negative(b))

    def multiply(self, a: Ratio, b: Ratio) -> Ratio:
        """The product."""
        left, right = self.over(a.top, b.bottom), self.over(b.top, a.bottom)
        return Ratio(self.times(left.top, right.top), self.times(left.bottom, right.bottom))

    def divide(self, a: Ratio, b: Ratio) -> Ratio:
        """The quotient.

        Raises:
            ZeroDivisionError: ``b`` is zero.
        """
        return self.multiply(a, self.over(b.bottom, b.top))

    def power(self, a: Ratio, exponent: int) -> Ratio:
        """A whole power; 0**0 is 1.

        Raises:
            TooLarge: see :meth:`times`. ZeroDivisionError: 0 to a negative power.
        """
        if abs(exponent) > MOST_DEGREE:
            raise TooLarge(f"a power of {exponent}")
        if exponent < 0:
            a = self.over(a.bottom, a.top)
        top, bottom = self.one, self.one
        for _ in range(abs(exponent)):
            top, bottom = self.times(top, a.top), self.times(bottom, a.bottom)
        return Ratio(top, bottom)

    def nonnegative(self, polynomial: Any) -> bool:
        """Whether no coefficient is negative and every real generator has an even power."""
        signs = [self.signs.get(name, "real") for name in self.names]
        return all(
            c > 0 and all(s != "real" or p % 2 == 0 for s, p in zip(signs, powers, strict=True))
            for powers, c in coefficients(polynomial)
        )

    def positive(self, polynomial: Any, also: frozenset[str] = frozenset()) -> bool:
        """Whether it is nonnegative with a term of positive generators only.

        Args:
            polynomial: the polynomial.
            also: generators that count as positive besides those that are.
        """
        usable = [self.signs.get(n) == "positive" or n in also for n in self.names]
        return self.nonnegative(polynomial) and any(
            all(u or p == 0 for u, p in zip(usable, powers, strict=True))
            for powers, _ in coefficients(polynomial)
        )

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
            tops.append(self.times(tops[-1], value.top))
            bottoms.append(self.times(bottoms[-1], value.bottom))
        total = self.polynomial(0)
        for k, terms in sorted(by_power.items()):
            factor = self.times(tops[k], bottoms[degree - k])
            total = total + self.times(self.context.from_dict(terms), factor)
        return self.over(total, bottoms[degree])

    def replaced(self, ratio: Ratio, name: str, value: Ratio) -> Ratio:
        """A quotient with a generator replaced.

        Raises:
            ZeroDivisionError: the denominator becomes zero.
        """
        place = self.names.index(name)
        if not any(p.degrees()[place] > 0 for p in (ratio.top, ratio.bottom)):
            return ratio
        return self.divide(
            self.substitute(ratio.top, name, value), self.substitute(ratio.bottom, name, value)
        )


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

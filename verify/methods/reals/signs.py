"""Why a polynomial is nonnegative: signs of its generators, squares, and quadratic forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from verify.methods.reals.polynomials import Ratio, Ring, TooLarge, factored

MOST_FACTORED = 400  # terms of a polynomial that is factored
MOST_PAIRS = 6
# Coordinates of points at which a polynomial is tried, as quotients.
TOPS = (1, 1, 13, 1, 3, 97, 2, 1, 5, 800, 4)
BOTTOMS = (1, 7, 1, 60, 2, 1, 3, 900, 1, 1, 9)
TRIED = tuple(zip(TOPS, BOTTOMS, strict=True))


@dataclass
class Effort:
    """How many terms of polynomials may still be looked at."""

    left: int

    def take(self, terms: int) -> bool:
        """Whether there was room for that many terms, which are used up."""
        self.left -= terms
        return self.left >= 0


@dataclass(frozen=True)
class Signs:
    """What is known of generators: the sign of each, and pairs of which one is not zero.

    Attributes:
        ring: the polynomials.
        of: ``nonnegative`` or ``positive`` by name; a generator without an entry is real.
        pairs: pairs of nonnegative generators that are not both zero.
        effort: terms that may still be looked at.
    """

    ring: Ring
    of: Mapping[str, str]
    pairs: tuple[tuple[str, str], ...] = ()
    effort: "Effort" = field(default_factory=lambda: Effort(10**6), compare=False)

    def plainly(self, polynomial: Any, strict: bool) -> bool:
        """Whether no coefficient is negative and real generators have even powers only.

        ``strict``: and some term cannot vanish, whichever member of each pair is zero.
        """
        names = self.ring.names
        supports = []
        if any(c < 0 for c in polynomial.coeffs()):
            return False
        for powers in polynomial.monoms():
            present = [(n, p) for n, p in zip(names, powers, strict=True) if p]
            if any(p % 2 and n not in self.of for n, p in present):
                return False
            supports.append({n for n, _ in present})
        if not strict:
            return True
        positive = {n for n, sign in self.of.items() if sign == "positive"}
        paired = [pair for pair in self.pairs if any(set(pair) & s for s in supports)]
        if len(paired) > MOST_PAIRS:
            return False
        return all(
            any(support <= positive | set(choice) for support in supports)
            for choice in product(*paired)
        )

    def nonnegative(self, polynomial: Any, strict: bool = False, depth: int = 3) -> bool:
        """Whether a polynomial is nonnegative (``strict``: positive) for a reason that is found.

        Reasons: its coefficients; the signs of its factors; its coefficients in one nonnegative
        generator; a discriminant, in one generator of degree two.
        """
        if self.plainly(polynomial, strict):
            return True
        if polynomial.is_zero() or polynomial.is_constant() or depth == 0:
            return False
        if not self.effort.take(len(polynomial)) or self._negative_somewhere(polynomial):
            return False
        try:
            return self._by_factors(polynomial, strict, depth) or self._by_one(
                polynomial, strict, depth
            )
        except TooLarge:
            return False

    def sign(self, polynomial: Any, depth: int = 3) -> int:
        """1 or -1 where a polynomial is positive or negative for a reason that is found, else 0."""
        if self.nonnegative(polynomial, True, depth):
            return 1
        return -1 if self.nonnegative(-polynomial, True, depth) else 0

    def _negative_somewhere(self, polynomial: Any) -> bool:
        """Whether it is negative at one of a few admissible points."""
        from flint import fmpq

        for shift in range(len(TRIED)):
            values = []
            for place, name in enumerate(self.ring.names):
                top, bottom = TRIED[(shift * (place + 1) + place * place) % len(TRIED)]
                turned = name not in self.of and (shift + place) % 2
                values.append(fmpq(-top if turned else top, bottom))
            if polynomial(*values) < 0:
                return True
        return False

    def _by_factors(self, polynomial: Any, strict: bool, depth: int) -> bool:
        if len(polynomial) > MOST_FACTORED:
            return False
        constant, factors = factored(Ratio(polynomial, self.ring.one))
        if len(factors) == 1 and factors[0][1] == 1:
            return False
        sign = 1 if Fraction(int(constant.p), int(constant.q)) > 0 else -1
        for factor, power in factors:
            if power % 2 == 0:
                if strict and not self.sign(factor, depth - 1):
                    return False
                continue
            if self.nonnegative(factor, strict, depth - 1):
                continue
            if not self.nonnegative(-factor, strict, depth - 1):
                return False
            sign = -sign
        return sign > 0

    def _by_one(self, polynomial: Any, strict: bool, depth: int) -> bool:
        """By the coefficients in one generator."""
        for place, name in enumerate(self.ring.names):
            degree = int(polynomial.degrees()[place])
            if degree <= 0:
                continue
            parts = [self.ring.coefficient(polynomial, place, k) for k in range(degree + 1)]
            if name in self.of and all(self.nonnegative(p, False, depth - 1) for p in parts[1:]):
                return self.nonnegative(parts[0], strict, depth - 1)
            if degree == 2:
                c, b, a = parts
                if self._form(c, b, a, strict, depth - 1):
                    return True
        return False

    def _form(self, c: Any, b: Any, a: Any, strict: bool, depth: int) -> bool:
        """``a t^2 + b t + c`` for real t: a, c and 4 a c - b^2 are nonnegative."""
        if b.is_zero() or not (
            self.nonnegative(a, False, depth) and self.nonnegative(c, False, depth)
        ):
            return False
        ring = self.ring
        four = ring.times(ring.polynomial(4), ring.times(a, c))
        return self.nonnegative(four - ring.times(b, b), strict, depth)

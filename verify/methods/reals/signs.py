"""Why a polynomial is nonnegative: signs of its generators, squares, and quadratic forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from verify.methods.reals.polynomials import Ratio, Ring, TooLarge, factored, times

MOST_FACTORED = 400  # terms of a polynomial that is factored
MOST_PAIRS = 6
# Coordinates of points at which a polynomial is tried, as quotients.
TOPS = (1, 1, 13, 1, 3, 97, 2, 1, 5, 800, 4)
BOTTOMS = (1, 7, 1, 60, 2, 1, 3, 900, 1, 1, 9)
TRIED = tuple(zip(TOPS, BOTTOMS, strict=True))


@dataclass
class Room:
    """How much may still be looked at."""

    left: int

    def take(self, much: int) -> bool:
        """Whether there was room for so much, which is used up."""
        self.left -= much
        return self.left >= 0


@dataclass(frozen=True)
class Reason:
    """Why a polynomial is nonnegative: by its coefficients, unless one of these is told.

    Attributes:
        factors: polynomials with their powers and reasons, whose product it is.
        generator: in whose powers it is read. parts: a reason for each coefficient.
        form: the parts are those of a quadratic form: of a, of c and of 4 a c - b^2.
    """

    factors: tuple[tuple[Any, int, "Reason"], ...] = ()
    generator: str = ""
    parts: tuple["Reason", ...] = ()
    form: bool = False


PLAIN = Reason()


@dataclass(frozen=True)
class Signs:
    """What is known of generators: the sign of each, and pairs of which one is not zero.

    Attributes:
        ring: the polynomials.
        of: ``nonnegative`` or ``positive`` by name; a generator without an entry is real.
        pairs: pairs of nonnegative generators that are not both zero.
        room: terms that may still be looked at.
    """

    ring: Ring
    of: Mapping[str, str]
    pairs: tuple[tuple[str, str], ...] = ()
    room: Room = field(default_factory=lambda: Room(10**6), compare=False)

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

    def nonnegative(self, polynomial: Any, strict: bool = False, depth: int = 3) -> Reason | None:
        """Why a polynomial is nonnegative (``strict``: positive), where a reason is found.

        Reasons: its coefficients; the signs of its factors; its coefficients in one nonnegative
        generator; a discriminant, in one generator of degree two.
        """
        if self.plainly(polynomial, strict):
            return PLAIN
        if polynomial.is_zero() or polynomial.is_constant() or depth == 0:
            return None
        if not self.room.take(len(polynomial)) or self._negative_somewhere(polynomial):
            return None
        try:
            return self._by_factors(polynomial, strict, depth) or self._by_one(
                polynomial, strict, depth
            )
        except TooLarge:
            return None

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

    def _by_factors(self, polynomial: Any, strict: bool, depth: int) -> Reason | None:
        if len(polynomial) > MOST_FACTORED:
            return None
        constant, factors = factored(Ratio(polynomial, self.ring.one))
        if len(factors) == 1 and factors[0][1] == 1:
            return None
        sign = 1 if constant > 0 else -1
        told = []
        for factor, power in factors:
            if power % 2 == 0 and not strict:
                told.append((factor, power, PLAIN))
                continue
            wanted = strict or power % 2 == 0
            why, turned = self.nonnegative(factor, wanted, depth - 1), factor
            if not why:
                turned = -factor
                why = self.nonnegative(turned, wanted, depth - 1)
                sign = -sign if power % 2 else sign
            if not why:
                return None
            told.append((turned, power, why))
        return Reason(factors=tuple(told)) if sign > 0 else None

    def _by_one(self, polynomial: Any, strict: bool, depth: int) -> Reason | None:
        """By the coefficients in one generator."""
        for place, name in enumerate(self.ring.names):
            degree = int(polynomial.degrees()[place])
            if degree <= 0:
                continue
            parts = [self.ring.coefficient(polynomial, place, k) for k in range(degree + 1)]
            found = self._parts(parts, strict, depth - 1) if name in self.of else None
            if found:
                return Reason(generator=name, parts=found)
            if degree == 2:
                c, b, a = parts
                found = self._form(c, b, a, strict, depth - 1)
                if found:
                    return Reason(generator=name, parts=found, form=True)
        return None

    def _parts(self, parts: list[Any], strict: bool, depth: int) -> tuple[Reason, ...] | None:
        """Why all coefficients are nonnegative, and the first positive where it is strict."""
        found = []
        for part in parts[1:]:
            why = self.nonnegative(part, False, depth)
            if not why:
                return None
            found.append(why)
        first = self.nonnegative(parts[0], strict, depth)
        return (first, *found) if first else None

    def _form(self, c: Any, b: Any, a: Any, strict: bool, depth: int) -> tuple[Reason, ...] | None:
        """``a t^2 + b t + c`` for real t: a, c and 4 a c - b^2 are nonnegative."""
        if b.is_zero():
            return None
        above, below = self.nonnegative(a, False, depth), self.nonnegative(c, False, depth)
        if not above or not below:
            return None
        gap = self.nonnegative(times(a, c) * 4 - times(b, b), strict, depth)
        return (above, below, gap) if gap else None

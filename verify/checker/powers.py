"""Powers, roots, exponentials and logarithms of quotients, made of few atoms."""

import functools
import math
from fractions import Fraction

from verify.checker.atoms import Atoms
from verify.checker.polynomials import (
    ONE,
    UNITS,
    Number,
    Poly,
    Ratio,
    atom_of,
    atoms_of,
    common_factor,
    constant,
    content,
    frozen,
    powers_of,
    share,
)
from verify.checker.text import NotRead, Refused

MOST_SQUARE = 1000  # primes that are looked for under roots and in logarithms


class Powers(Atoms):
    """Powers, roots, exponentials and logarithms."""

    def _natural(self, p: Poly) -> bool:
        """Whether a polynomial is plainly a natural number."""
        return (
            all(c > 0 and c.denominator == 1 for c in p.values())
            and atoms_of(p) <= self.whole & self.signs.keys()
        )

    def power(self, base: Ratio, exponent: Ratio, *, sure: bool = False) -> Ratio:
        """A power: whole, fractional, or with a symbolic exponent.

        Args:
            sure: the base is known to be positive.
        """
        value = exponent.constant
        if value is not None:
            if value.denominator == 1:
                return self.ring.raised(base, int(value))
            return self.ring.raised(self.root(base, value.denominator), value.numerator)
        natural = not exponent.below and self._natural(exponent.top)
        if not base.top:
            if not natural or not self.plain(self.ring.minus(exponent.top, ONE)):
                raise NotRead("a power of 0 whose exponent may be 0")
            return Ratio({})
        if not (natural or sure or self.positive(base)):
            return self._steady(base, exponent)
        result = Ratio(ONE)
        for monomial, c in exponent.top.items():
            part = self.ring.over({monomial: 1}, exponent.below)
            if not monomial and not exponent.below:
                result = self.ring.multiply(result, self.power(base, Ratio(constant(c))))
                continue
            for factor, times in self._factors(base, natural):
                whole = self._grained("power", factor, part, c * times)
                result = self.ring.multiply(result, whole)
        self.tell("pow", base, exponent)
        return result

    def _steady(self, base: Ratio, exponent: Ratio) -> Ratio:
        """A power with a natural exponent such as n - k, split at its least known part."""
        top = exponent.top
        times = int(common_factor(top))
        if times > 1:
            once = Ratio(self.ring.scaled(top, Fraction(1, times)), exponent.below)
            return self.ring.raised(self._steady(base, once), times)
        whole = all(c.denominator == 1 for c in top.values()) and atoms_of(top) <= self.whole
        if exponent.below or not whole:
            raise NotRead("a power of a base that may not be positive")
        last = int(top.get(0, 0))
        for least in range(-1, last + 1):
            part = self.ring.plus(top, constant(least - last))
            if self.known(part):
                pieces = self._factors(base, True)
                if len(pieces) > 1:
                    powers = (self.ring.raised(self.power(f, exponent), k) for f, k in pieces)
                    return functools.reduce(self.ring.multiply, powers)
                sign = ""
                if not base.below and self.known(base.top):
                    sign = "positive" if self.known(base.top, strict=True) else "nonnegative"
                atom = self.atom(("power", base, Ratio(part)), sign)
                return self.ring.multiply(
                    Ratio(atom_of(atom)), self.ring.raised(base, last - least)
                )
        raise NotRead("a power of a base that may not be positive")

    def positive(self, value: Ratio) -> bool:
        """Whether a quotient is plainly positive."""
        return self.plain(value.top, strict=True) and all(
            self.plain(dict(key), strict=True) for key, _ in value.below
        )

    def _factors(self, base: Ratio, natural: bool) -> list[tuple[Ratio, int]]:
        """Factors of a base with powers; only positive ones where the exponent is not natural."""
        found = []
        common, rest = content(base.top)
        pieces = [(dict(key), -power) for key, power in base.below]
        pieces += [(atom_of(atom), power) for atom, power in powers_of(common)]
        number_ = Fraction(rest.get(0, 0) if len(rest) == 1 else 1)
        if len(rest) > 1:
            turned = natural and rest[min(rest)] < 0
            number_ = abs(Fraction(rest[max(rest, key=powers_of)])) * (-1 if turned else 1)
            pieces.append((self.ring.scaled(rest, share(1, number_)), 1))
        if not natural and not all(self.plain(p, strict=True) for p, _ in pieces):
            return [(base, 1)]
        found += [(Ratio(p), power) for p, power in pieces]
        if number_ < 0:
            found.append((Ratio(constant(-1)), 1))
        for n, sign in ((abs(number_.numerator), 1), (number_.denominator, -1)):
            found += [(Ratio(constant(prime)), sign * k) for prime, k in _primes(n)]
        return found

    def _grained(self, family: str, base: Ratio, part: Ratio, c: Number) -> Ratio:
        """``base`` to the power ``c part``: a whole power of the atom of the finest part."""
        grain = self._grain(family, base, part, c)
        unit = Ratio(self.ring.scaled(part.top, Fraction(1, grain)), part.below)
        if family == "exp":
            atom = self.atom(("exp", unit), "positive")
        else:
            negative = base.constant is not None and base.constant < 0
            sign = "positive" if self.positive(base) else ""
            if not sign and self.plain(base.top):
                sign = "nonnegative"
            atom = self.atom(("power", base, unit), sign)
            if negative:
                self.ring.rules[atom] = (2, ONE)
        return self.ring.raised(Ratio(atom_of(atom)), int(c * grain))

    def _grain(self, family: str, base: Ratio, part: Ratio, c: Number) -> int:
        """The denominator that the multiples of a part have, ``c`` among them."""
        key = (family, (frozen(base.top), base.below), next(iter(part.top)))
        grain = self.grains[key] = math.lcm(self.grains.get(key, 1), c.denominator)
        return grain

    def root(self, u: Ratio, q: int) -> Ratio:
        """The q-th root: positive factors have roots of their own, and r^q is rewritten."""
        # What is under a root of a hint reads as in the goal, whatever rules were given up since.
        common, rest = content(self.ring.reduced(u.top, self.first) if self.closed else u.top)
        lead = common_factor(rest)
        rest = self.ring.scaled(rest, share(1, lead))
        pieces = []
        for atom, power in powers_of(common):
            sign = -1 if self.stated(self.ring.scaled(atom_of(atom), -1), strict=False) else 1
            pieces.append((self.ring.scaled(atom_of(atom), sign), power))
            rest = self.ring.scaled(rest, sign if power % 2 else 1)
        mild = [p for p, _ in pieces if not self.plain(p, strict=True)]
        for key, power in u.below:
            sign = self._quick_sign(dict(key))
            pieces.append((self.ring.scaled(dict(key), sign or 1), -power))
            rest = self.ring.scaled(rest, -1 if sign < 0 and power % 2 else 1)
            mild += [dict(key)] * (not sign)
        result, inside = Ratio(ONE), Ratio(rest)
        together = self.plain(rest) and all(self.stated(p, strict=False) for p in mild)
        for piece, power in pieces:
            if not together and piece in mild:
                inside = self.ring.multiply(inside, self.ring.raised(Ratio(piece), power))
                continue
            whole, left = divmod(power, q)
            result = self.ring.multiply(result, self.ring.raised(Ratio(piece), whole))
            if left:
                one = self._root_atom(Ratio(piece), q)
                result = self.ring.multiply(result, self.ring.raised(one, left))
        for n, sign in ((lead.numerator, 1), (lead.denominator, -1)):
            for prime, k in _primes(n):
                whole, left = divmod(sign * k, q)
                result = Ratio(self.ring.scaled(result.top, Fraction(prime) ** whole), result.below)
                if left:
                    one = self._root_atom(Ratio(constant(prime)), q)
                    result = self.ring.multiply(result, self.ring.raised(one, left))
        if inside.constant == 1:
            return result
        if inside.constant == 0:
            return Ratio({})
        return self.ring.multiply(result, self._root_atom(inside, q))

    def _root_atom(self, u: Ratio, q: int) -> Ratio:
        # A hypothesis that speaks of an index holds inside of its sum.
        inner = any(key[0] == "index" for key in self.keys)
        sure = self.positive(u) or (not inner and not u.below and self._sure(u.top))
        sign = "positive" if sure else "nonnegative"
        count = len(self.keys)
        atom = self.atom(("root", u, Fraction(q)), sign)
        if not u.below and atom == count:  # a rule that was given up does not come back
            if atom <= max(atoms_of(u.top), default=-1):
                raise Refused("a root that rests on itself")
            self.ring.rules[atom] = (q, u.top)
        return Ratio(atom_of(atom))

    def _sure(self, p: Poly) -> bool:
        """Whether facts say that it is positive."""
        return self.known(p, strict=True) or self.combined(p, strict=True)

    # --- exponentials and logarithms --------------------------------------------------------

    def exponential(self, u: Ratio) -> Ratio:
        """exp of a sum of terms: the product of powers of their exponentials."""
        result = Ratio(ONE)
        for monomial, c in u.top.items():
            logs = [a for a, k in powers_of(monomial) if k == 1 and self.keys[a][0] == "log"]
            if logs:
                rest = monomial - UNITS[logs[0]]
                base = self.keys[logs[0]][1]
                if not isinstance(base, Ratio):
                    raise Refused("a logarithm without an argument")
                exponent = self.ring.over({rest: c}, u.below)
                part = self.power(base, exponent, sure=True)
            else:
                unit = self.ring.over({monomial: 1}, u.below)
                part = self._grained("exp", Ratio(ONE), unit, c)
            result = self.ring.multiply(result, part)
        if len(u.top) + len(u.below) in (1, 2, 3):
            self.tell("exp", u)
        return result

    def logarithm(self, u: Ratio) -> Ratio:
        """log of a product of positive factors: the sum of their logarithms."""
        if not u.top:
            raise Refused("the logarithm of 0")
        result = Ratio({})
        for factor, times in self._factors(u, False):
            result = self.ring.add(result, self._log_factor(factor, times))
        return result

    def _log_factor(self, factor: Ratio, times: int) -> Ratio:
        atom = max(atoms_of(factor.top), default=0)
        if not factor.below and factor.top == atom_of(atom):
            kind, *rest = self.keys[atom]
            if kind == "exp" and isinstance(rest[0], Ratio):
                return Ratio(self.ring.scaled(rest[0].top, times), rest[0].below)
            # Of what has a power above 0, a root is above 0; a natural power need not be of such.
            mild = kind == "root" or (kind == "power" and self._above_zero(rest[0]))
            if mild and isinstance(rest[0], Ratio):
                inner = self.logarithm(rest[0])
                exponent = rest[1] if isinstance(rest[1], Ratio) else Ratio({})
                if isinstance(rest[1], Fraction):
                    exponent = Ratio(constant(1 / rest[1]))
                return self.ring.multiply(
                    inner, Ratio(self.ring.scaled(exponent.top, times), exponent.below)
                )
        return self.ring.multiply(Ratio(constant(times)), self._log_atom(factor))

    def _above_zero(self, base: object) -> bool:
        """Whether a base is positive by signs or facts."""
        return isinstance(base, Ratio) and (
            self.positive(base) or self.known(self.cleared(base), strict=True)
        )

    def _log_atom(self, u: Ratio) -> Ratio:
        here = Ratio(atom_of(self.atom(("log", u))))
        self.tell("log", u)
        return here


def _primes(n: int) -> list[tuple[int, int]]:
    """Prime factors up to a bound with their powers; what is left is one factor."""
    found = []
    for prime in range(2, MOST_SQUARE):
        if prime * prime > n:
            break  # n is 1 or a prime
        power = 0
        while n % prime == 0:
            n, power = n // prime, power + 1
        if power:
            found.append((prime, power))
    return [*found, (n, 1)] if n > 1 else found

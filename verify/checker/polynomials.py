"""Exact polynomials over numbered atoms, and quotients whose denominators stay factored.

A polynomial is a dict from monomials to nonzero numbers, whole ones as ints. A monomial is an int
with a byte for the power of each atom, that of atom 0 the highest: a product of monomials is a sum
of ints, and their lexicographic order is that of ints. Multiplying counts, and stops where there is
too much.
"""

import contextlib
import functools
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.checker.text import Refused, Work, words

Number = int | Fraction
Monomial = int
Poly = dict[Monomial, Number]
Frozen = tuple[tuple[Monomial, Number], ...]
Rule = tuple[int, Poly]
ONE: Poly = {0: 1}
MOST_ATOMS = 60
PLACES = tuple(8 * place for place in reversed(range(MOST_ATOMS)))  # of each atom's power
UNITS = tuple(1 << place for place in PLACES)  # each atom as a monomial
ONES = sum(UNITS)
HIGH = 128 * ONES  # the highest bits of all powers, which no monomial has
MOST_TERMS = 20_000
MOST_DIVIDED = 300
MOST_POWER = 127
MOST_WORDS = 700


@dataclass(frozen=True)
class Ratio:
    """``top`` over the product of ``below``: polynomials to powers.

    Of a divisor the leading coefficient is 1 or -1, and the last one positive.
    """

    top: Poly
    below: tuple[tuple[Frozen, int], ...] = ()

    @property
    def constant(self) -> Fraction | None:
        """The number that it is, or None."""
        if self.below or any(self.top):
            return None
        return Fraction(self.top.get(0, 0))


def frozen(p: Poly) -> Frozen:
    """A polynomial as a key."""
    return tuple(sorted(p.items(), key=lambda term: powers_of(term[0])))


def constant(value: Number) -> Poly:
    """A constant polynomial."""
    return {0: share(value, 1)} if value else {}


def weight(p: Poly) -> int:
    """The words that the coefficients take."""
    return sum(map(words, p.values()))


def share(a: Number, b: Number) -> Number:
    """``a/b``, as an int where it is whole."""
    if isinstance(a, int) and isinstance(b, int) and a % b == 0:
        return a // b
    value = Fraction(a, b)
    return value.numerator if value.denominator == 1 else value


def atom_of(atom: int, power: int = 1) -> Poly:
    """A power of an atom."""
    if power > MOST_POWER:
        raise Refused("a power that is too high")
    return {power * UNITS[atom]: 1}


@functools.lru_cache(maxsize=100_000)
def powers_of(m: Monomial) -> tuple[tuple[int, int], ...]:
    """The atoms of a monomial with their powers."""
    return tuple((atom, k) for atom, k in enumerate(m.to_bytes(MOST_ATOMS, "big")) if k)


def quotient(a: Monomial, b: Monomial) -> Monomial | None:
    """The monomial that b times makes a, or None."""
    left = (a | HIGH) - b  # no power borrows from the next one
    return left ^ HIGH if left & HIGH == HIGH else None


def degree(p: Poly, atom: int) -> int:
    """The degree in an atom."""
    return max((m >> PLACES[atom] & MOST_POWER for m in p), default=0)


def atoms_of(p: Poly) -> set[int]:
    """The atoms that occur."""
    return {atom for atom, _ in powers_of(functools.reduce(operator.or_, p, 0))}


def coefficient(p: Poly, atom: int, power: int) -> Poly:
    """What multiplies a power of an atom."""
    place, taken = PLACES[atom], power * UNITS[atom]
    return {m - taken: c for m, c in p.items() if m >> place & MOST_POWER == power}


def content(p: Poly) -> tuple[Monomial, Poly]:
    """The monomial that divides a polynomial, and the rest."""
    shared = next(iter(p), 0)
    for m in p:
        if not shared:
            return 0, p
        pairs = zip(*(one.to_bytes(MOST_ATOMS, "big") for one in (shared, m)), strict=True)
        shared = int.from_bytes(map(min, pairs), "big")
    return shared, {m - shared: c for m, c in p.items()}


def common_factor(p: Poly) -> Fraction:
    """The positive number that leaves whole coefficients without a common divisor."""
    tops = math.gcd(*(c.numerator for c in p.values()))
    return Fraction(tops or 1, math.lcm(*(c.denominator for c in p.values())))


class Ring:
    """Arithmetic that is counted, with rules that rewrite powers of atoms.

    Attributes:
        work: what is left of it.
        rules: by atom r, the power q and the polynomial p with r^q = p, in older atoms only.
        divisors: what has been divided by, none of them a product of earlier ones.
    """

    def __init__(self, work: Work) -> None:
        """No rules."""
        self.work = work
        self.rules: dict[int, Rule] = {}
        self.divisors: list[Poly] = []
        self._parts: dict[Frozen, list[tuple[Frozen, int]]] = {}

    def copy(self) -> "Ring":
        """A ring in which more can be learned."""
        new = Ring(self.work)
        new.rules, new.divisors = self.rules.copy(), self.divisors.copy()
        new._parts = self._parts.copy()
        return new

    def plus(self, *parts: Poly) -> Poly:
        """The sum."""
        self.work.spend(sum(map(weight, parts)))
        total: Poly = dict(parts[0])
        for part in parts[1:]:
            for monomial, c in part.items():
                value = total.get(monomial, 0) + c
                if value:
                    total[monomial] = value
                else:
                    total.pop(monomial, None)
        return total

    def scaled(self, p: Poly, factor: Number) -> Poly:
        """A polynomial times a number."""
        self.work.spend(weight(p) * words(factor))
        if factor == 1:
            return p
        return self._checked({m: c * factor for m, c in p.items()}) if factor else {}

    def minus(self, a: Poly, b: Poly) -> Poly:
        """The difference."""
        return self.plus(a, self.scaled(b, -1))

    def times(self, a: Poly, b: Poly) -> Poly:
        """The product, reduced by the rules."""
        cost = weight(a) * weight(b)
        self.work.spend(cost)
        if ONE in (a, b):
            return a if b == ONE else b
        long = cost > len(a) * len(b)
        total: Poly = {}
        for m, c in a.items():
            for n, d in b.items():
                value = total[m + n] = total.get(m + n, 0) + c * d
                if long:  # a sum of fractions has the product of their denominators
                    self._short(value)
        return self.reduced(self._checked(total))

    def _short(self, value: Number) -> None:
        """Count the words of a number, which has not too many."""
        size = words(value)
        if size > MOST_WORDS:
            raise Refused("a number of too many bits")
        self.work.spend(size)

    def _checked(self, p: Poly) -> Poly:
        """The terms that are not zero, whole numbers as ints; none is too large."""
        if len(p) > MOST_TERMS:
            raise Refused("a polynomial of too many terms")
        found: Poly = {}
        for m, c in p.items():
            if c:
                if words(c) > MOST_WORDS:
                    raise Refused("a number of too many bits")
                if m & HIGH:
                    raise Refused("a power that is too high")
                found[m] = c.numerator if c.denominator == 1 else c
        return found

    def reduced(self, p: Poly, rules: Mapping[int, Rule] | None = None) -> Poly:
        """The polynomial after the rules, or after others."""
        if rules is not None:
            with self.under(rules):
                return self.reduced(p)
        while (found := next(filter(None, map(self._high, p)), None)) is not None:
            monomial, atom = found
            q, value = self.rules[atom]
            rest = {m: c for m, c in p.items() if m != monomial}
            term = {monomial - q * UNITS[atom]: p[monomial]}
            p = self.plus(rest, self.times(term, value))
        return p

    @contextlib.contextmanager
    def under(self, rules: Mapping[int, Rule]) -> Iterator[None]:
        """With other rules for a while."""
        own, self.rules = self.rules, dict(rules)
        try:
            yield
        finally:
            self.rules = own

    def _high(self, monomial: Monomial) -> tuple[Monomial, int] | None:
        """An atom of a monomial to which a rule applies."""
        for atom, (q, _) in self.rules.items():
            if monomial >> PLACES[atom] & MOST_POWER >= q:
                return monomial, atom
        return None

    def power(self, p: Poly, exponent: int) -> Poly:
        """A natural power."""
        if exponent > MOST_POWER:
            raise Refused("a power that is too high")
        result = ONE
        for _ in range(exponent):
            result = self.times(result, p)
        return result

    def divided(self, p: Poly, q: Poly, most: int = MOST_DIVIDED) -> Poly | None:
        """The quotient where q divides p and p has at most ``most`` terms, else None."""
        if len(p) > most:
            return None
        lead = max(q)
        left, found = dict(p), {}
        if p and quotient(min(p), min(q)) is None:
            return None
        while left:
            self.work.spend(len(left) + weight(q))
            top = max(left)
            term = quotient(top, lead)
            if term is None:
                return None
            c = found[term] = share(left[top], q[lead])
            for monomial, d in self._checked({term + m: c * d for m, d in q.items()}).items():
                value = left.get(monomial, 0) - d
                if value:
                    left[monomial] = value
                else:
                    del left[monomial]
        return found

    # --- quotients --------------------------------------------------------------------------

    def over(self, top: Poly, below: Iterable[tuple[Frozen, int]]) -> Ratio:
        """A quotient by powers of divisors: what divides is cancelled."""
        kept = []
        for key, power in sorted(below, key=_place):
            divisor = dict(key)
            while power and top and (smaller := self.divided(top, divisor)) is not None:
                top, power = smaller, power - 1
            if power and top:
                kept.append((key, power))
        return Ratio(top, tuple(kept))

    def _factors(self, p: Poly) -> list[tuple[Frozen, int]]:
        """Powers of divisors that multiply to a polynomial; what is left of it is a new one."""
        key = frozen(p)
        if key not in self._parts:
            found = []
            for divisor in self.divisors:
                power = 0
                while p != ONE and (smaller := self.divided(p, divisor)) is not None:
                    p, power = smaller, power + 1
                if power:
                    found.append((frozen(divisor), power))
            if p != ONE:
                self.divisors.append(p)
                found.append((frozen(p), 1))
            self._parts[key] = found
        return self._parts[key]

    def add(self, a: Ratio, b: Ratio) -> Ratio:
        """The sum."""
        left, right = dict(a.below), dict(b.below)
        both = {k: max(left.get(k, 0), right.get(k, 0)) for k in left | right}
        tops = []
        for top, own in ((a.top, left), (b.top, right)):
            for key, power in both.items():
                top = self.times(top, self.power(dict(key), power - own.get(key, 0)))
            tops.append(top)
        return self.over(self.plus(*tops), both.items())

    def multiply(self, a: Ratio, b: Ratio) -> Ratio:
        """The product."""
        below = dict(a.below)
        for key, power in b.below:
            below[key] = below.get(key, 0) + power
        return self.over(self.times(a.top, b.top), below.items())

    def inverse(self, a: Ratio) -> Ratio:
        """One over a quotient: what it is divided by is made monic, monomials are split off."""
        if not a.top:
            raise Refused("a division by zero")
        top = ONE
        for key, power in a.below:
            top = self.times(top, self.power(dict(key), power))
        shared, rest = content(a.top)
        lead = rest[max(rest)]
        if lead * rest[min(rest)] < 0:
            lead = share(lead, -1)
        below = [(frozen(atom_of(atom)), power) for atom, power in powers_of(shared)]
        below += self._factors(self.scaled(rest, share(1, lead)))
        return self.over(self.scaled(top, share(1, lead)), below)

    def subtract(self, a: Ratio, b: Ratio) -> Ratio:
        """The difference."""
        return self.add(a, self.opposite(b))

    def opposite(self, a: Ratio) -> Ratio:
        """Minus a quotient."""
        return Ratio(self.scaled(a.top, -1), a.below)

    def raised(self, a: Ratio, exponent: int) -> Ratio:
        """A whole power."""
        if exponent < 0:
            a, exponent = self.inverse(a), -exponent
        below = tuple((key, power * exponent) for key, power in a.below if exponent)
        return Ratio(self.power(a.top, exponent), below)


def _place(divisor: tuple[Frozen, int]) -> list[tuple[tuple[tuple[int, int], ...], Number]]:
    """By which divisors are sorted."""
    return [(powers_of(m), c) for m, c in divisor[0]]

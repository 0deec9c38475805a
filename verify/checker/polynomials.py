"""Exact polynomials over numbered atoms, and quotients whose denominators stay factored.

A polynomial is a dict from monomials to nonzero Fractions; a monomial is a sorted tuple of
(atom, power). Multiplying counts, and stops where there is too much.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from verify.checker.text import Refused, Work

Monomial = tuple[tuple[int, int], ...]
Poly = dict[Monomial, Fraction]
Frozen = tuple[tuple[Monomial, Fraction], ...]
ONE: Poly = {(): Fraction(1)}
MOST_TERMS = 20_000
MOST_DIVIDED = 300
MOST_POWER = 100
MOST_BITS = 20_000


@dataclass(frozen=True)
class Ratio:
    """``top`` over the product of ``below``: polynomials with leading coefficient 1, to powers."""

    top: Poly
    below: tuple[tuple[Frozen, int], ...] = ()

    @property
    def constant(self) -> Fraction | None:
        """The number that it is, or None."""
        if self.below or any(self.top):
            return None
        return self.top.get((), Fraction(0))


def frozen(p: Poly) -> Frozen:
    """A polynomial as a key."""
    return tuple(sorted(p.items()))


def constant(value: Fraction | int) -> Poly:
    """A constant polynomial."""
    return {(): Fraction(value)} if value else {}


def atom_of(atom: int, power: int = 1) -> Poly:
    """A power of an atom."""
    return {((atom, power),): Fraction(1)} if power else ONE


def joined(a: Monomial, b: Monomial) -> Monomial:
    """The product of two monomials."""
    powers = dict(a)
    for atom, power in b:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items()))


def quotient(a: Monomial, b: Monomial) -> Monomial | None:
    """The monomial that b times makes a, or None."""
    left = dict(a)
    for atom, power in b:
        left[atom] = left.get(atom, 0) - power
    if any(power < 0 for power in left.values()):
        return None
    return tuple((atom, power) for atom, power in sorted(left.items()) if power)


def degree(p: Poly, atom: int) -> int:
    """The degree in an atom."""
    return max((dict(m).get(atom, 0) for m in p), default=0)


def atoms_of(p: Poly) -> set[int]:
    """The atoms that occur."""
    return {atom for m in p for atom, _ in m}


def coefficient(p: Poly, atom: int, power: int) -> Poly:
    """What multiplies a power of an atom."""
    return {
        tuple(pair for pair in m if pair[0] != atom): c
        for m, c in p.items()
        if dict(m).get(atom, 0) == power
    }


def content(p: Poly) -> tuple[Monomial, Poly]:
    """The monomial that divides a polynomial, and the rest."""
    if not p:
        return (), {}
    shared = dict(next(iter(p)))
    for m in p:
        here = dict(m)
        shared = {a: min(k, here[a]) for a, k in shared.items() if a in here}
    rest = {
        tuple((a, k - shared.get(a, 0)) for a, k in m if k > shared.get(a, 0)): c
        for m, c in p.items()
    }
    return tuple(sorted(shared.items())), rest


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
        self.rules: dict[int, tuple[int, Poly]] = {}
        self.divisors: list[Poly] = []
        self._parts: dict[Frozen, list[tuple[Frozen, int]]] = {}

    def spend(self, amount: int) -> None:
        """Count work."""
        self.work.spend(amount)

    def plus(self, *parts: Poly) -> Poly:
        """The sum."""
        self.spend(sum(map(len, parts)))
        total: Poly = dict(parts[0])
        for part in parts[1:]:
            for monomial, c in part.items():
                value = total.get(monomial, 0) + c
                if value:
                    total[monomial] = value
                else:
                    total.pop(monomial, None)
        return total

    def scaled(self, p: Poly, factor: Fraction | int) -> Poly:
        """A polynomial times a number."""
        self.spend(len(p))
        return self._checked({m: c * factor for m, c in p.items()}) if factor else {}

    def minus(self, a: Poly, b: Poly) -> Poly:
        """The difference."""
        return self.plus(a, self.scaled(b, -1))

    def times(self, a: Poly, b: Poly) -> Poly:
        """The product, reduced by the rules."""
        self.spend(len(a) * len(b) + 1)
        total: Poly = {}
        for m, c in a.items():
            for n, d in b.items():
                key = joined(m, n)
                total[key] = total.get(key, Fraction(0)) + c * d
        return self.reduced(self._checked({m: c for m, c in total.items() if c}))

    def _checked(self, p: Poly) -> Poly:
        if len(p) > MOST_TERMS:
            raise Refused("a polynomial of too many terms")
        for m, c in p.items():
            if c.numerator.bit_length() + c.denominator.bit_length() > MOST_BITS:
                raise Refused("a number of too many bits")
            if any(power > MOST_POWER for _, power in m):
                raise Refused("a power that is too high")
        return p

    def reduced(self, p: Poly) -> Poly:
        """The polynomial after the rules."""
        while (found := next(filter(None, map(self._high, p)), None)) is not None:
            monomial, atom = found
            q, value = self.rules[atom]
            lower = tuple((a, k - q if a == atom else k) for a, k in monomial)
            rest = {m: c for m, c in p.items() if m != monomial}
            term = {tuple(pair for pair in lower if pair[1]): p[monomial]}
            p = self.plus(rest, self.times(term, value))
        return p

    def _high(self, monomial: Monomial) -> tuple[Monomial, int] | None:
        """An atom of a monomial to which a rule applies."""
        for atom, power in monomial:
            if atom in self.rules and power >= self.rules[atom][0]:
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
        lead = max(q, key=_order)
        found: Poly = {}
        while p:
            self.spend(len(p) + len(q))
            top = max(p, key=_order)
            term = quotient(top, lead)
            if term is None:
                return None
            c = p[top] / q[lead]
            found[term] = c
            p = self.minus(p, {joined(term, m): c * d for m, d in q.items()})
        return found

    # --- quotients --------------------------------------------------------------------------

    def over(self, top: Poly, below: Iterable[tuple[Poly, int]]) -> Ratio:
        """A quotient: denominators made monic, monomials split off, what divides cancelled."""
        powers: dict[Frozen, int] = {}
        for factor, power in below:
            if not factor:
                raise Refused("a division by zero")
            shared, rest = content(factor)
            for atom, k in shared:
                key = frozen(atom_of(atom))
                powers[key] = powers.get(key, 0) + k * power
            lead = rest[max(rest, key=_order)]
            top = self.scaled(top, 1 / lead**power)
            for key, k in self._factors(self.scaled(rest, 1 / lead)):
                powers[key] = powers.get(key, 0) + k * power
        kept = []
        for key, power in sorted(powers.items()):
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
        both = {k: max(left.get(k, 0), right.get(k, 0)) for k in (*left, *right)}
        tops = []
        for top, own in ((a.top, left), (b.top, right)):
            for key, power in both.items():
                top = self.times(top, self.power(dict(key), power - own.get(key, 0)))
            tops.append(top)
        return self.over(self.plus(*tops), [(dict(k), power) for k, power in both.items()])

    def multiply(self, a: Ratio, b: Ratio) -> Ratio:
        """The product."""
        below = [(dict(k), power) for k, power in (*a.below, *b.below)]
        return self.over(self.times(a.top, b.top), below)

    def inverse(self, a: Ratio) -> Ratio:
        """One over a quotient."""
        top = ONE
        for key, power in a.below:
            top = self.times(top, self.power(dict(key), power))
        return self.over(top, [(a.top, 1)])

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


def _order(monomial: Monomial) -> tuple[tuple[int, int], ...]:
    """Lexicographic: the smallest atom counts first."""
    return tuple((-atom, power) for atom, power in monomial)

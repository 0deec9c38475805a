"""Why a polynomial is nonnegative: its coefficients, a fact, one atom's coefficients, a form."""

from fractions import Fraction
from itertools import product

from verify.checker.intervals import NOTHING, PRECISIONS, Interval, apply, power
from verify.checker.polynomials import (
    ONE,
    ONES,
    UNITS,
    Monomial,
    Number,
    Poly,
    Ring,
    atom_of,
    atoms_of,
    coefficient,
    content,
    degree,
    powers_of,
    quotient,
    share,
)
from verify.checker.text import Refused

MOST_FACTS = 120
MOST_PAIRS = 5
DEPTH = 3
COMBINED = 2  # facts that are added up
MOST_COMBINED = 12  # terms of one of them
MOST_SQUARED = 4  # terms of a difference that is shown by squares
Fact = tuple[Poly, str]
Seen = dict[tuple[frozenset[tuple[Monomial, Number]], bool, int], bool]


class Facts:
    """What is known: signs of atoms, and polynomials that are >= 0, > 0, = 0 or not 0.

    Attributes:
        ring: the arithmetic. signs: nonnegative or positive by atom; the others are real.
        nonzero: atoms that are not 0.
        facts: polynomials with ge, gt, eq or ne.
        pairs: nonnegative atoms of which not both are zero. enclosed: bounds of atoms.
        equations: of roots whose rules were given up for them.
        measured_some: whether a sign has been read off an enclosure.
    """

    def __init__(self, ring: Ring) -> None:
        """Nothing is known."""
        self.ring = ring
        self.signs: dict[int, str] = {}
        self.nonzero: set[int] = set()
        self.facts: list[Fact] = []
        self.pairs: list[tuple[int, int]] = []
        self.enclosed: dict[int, Interval] = {}
        self.measured_some = False
        self.equations: list[Poly] = []

    def know(self, p: Poly, op: str) -> None:
        """Add a fact, if there is room."""
        if len(self.facts) < MOST_FACTS and (p, op) not in self.facts:
            self.facts.append((p, op))

    def usable(self, p: Poly) -> list[Fact]:
        """The facts that what is said of a polynomial may rest on."""
        return self.facts

    def plain(self, p: Poly, *, strict: bool = False) -> bool:
        """Whether no coefficient is negative and real atoms have even powers.

        Args:
            strict: and some term cannot vanish, whichever atom of each pair is zero.
        """
        odd = ONES - sum(UNITS[atom] for atom in self.signs)  # of an odd power of a real atom
        if any(c < 0 or monomial & odd for monomial, c in p.items()):
            return False
        if not strict:
            return True
        supports = [{atom for atom, _ in powers_of(monomial)} for monomial in p]
        positive = {atom for atom, sign in self.signs.items() if sign == "positive"} | self.nonzero
        used = [pair for pair in self.pairs if any(set(pair) & s for s in supports)][:MOST_PAIRS]
        return all(
            any(support <= positive | set(choice) for support in supports)
            for choice in product(*used)
        )

    def measure(self, p: Poly) -> Interval | None:
        """Where a polynomial lies, if all its atoms are enclosed."""
        if not atoms_of(p) <= self.enclosed.keys():
            return None
        work, total = self.ring.work, NOTHING
        for monomial, c in p.items():
            term = (Fraction(c), Fraction(c))
            for atom, k in powers_of(monomial):
                term = apply("mul", (term, power(self.enclosed[atom], k)), PRECISIONS[1], work)
            total = apply("add", (total, term), PRECISIONS[1], work)
        return total

    def known(self, p: Poly, *, strict: bool = False) -> bool:
        """Whether signs, enclosures or a fact say it, up to a factor of a plain sign."""
        if self.plain(p, strict=strict):
            return True
        inside = self.measure(p)
        if inside is not None and (inside[0] > 0 or (inside[0] == 0 and not strict)):
            self.measured_some = True
            return True
        for fact, op in self.usable(p):
            if op == "ne" or (strict and op != "gt") or not fact or not p:
                continue
            for a, b in ((p, fact), (fact, p)):
                times = self.ring.divided(a, b)
                # p = times fact with times >= 0, or fact = times p with times > 0 (>= 0, if the
                # fact is positive).
                if times is None:
                    continue
                if self.stated(times, strict=op != "gt" if b is p else strict):
                    return True
                if op == "eq" and b is fact:
                    return True
                # fact = times p >= 0 and times + p >= 0: neither is negative.
                if (
                    a is fact
                    and op != "eq"
                    and self.plain(self.ring.minus(p, self.ring.scaled(times, -1)))
                ):
                    return True
        if strict and self.apart(p):
            return self.known(p)
        return False

    def stated(self, p: Poly, *, strict: bool) -> bool:
        """Whether it is plainly nonnegative (``strict``: positive), or a multiple of a fact is."""
        if self.plain(p, strict=strict):
            return True
        shared, rest = content(p)
        bases = (p, rest) if self.plain({shared: 1}, strict=strict) else (p,)
        return any(
            op in (("gt",) if strict else ("gt", "ge")) and _proportional(base, fact)
            for fact, op in self.usable(p)
            for base in bases
        )

    def combined(self, p: Poly, strict: bool, depth: int = COMBINED) -> bool:
        """Whether it is a sum of few facts times plain monomials, and of what is plain."""
        if depth == 0 or not p:
            return False
        bad = next((m for m, c in p.items() if not self.plain({m: c})), None)
        if bad is None:
            return strict and any(self._above(p, fact) for fact in self.usable(p))
        for fact, op in self.usable(p):
            for monomial, c in fact.items() if op != "ne" and len(fact) <= MOST_COMBINED else ():
                unit = quotient(bad, monomial)
                if unit is None:
                    continue
                factor = {unit: share(p[bad], c)}
                if not (self.plain(factor) or op == "eq"):
                    continue
                rest = self.ring.minus(p, self.ring.times(factor, fact))
                enough = strict and not (op == "gt" and self.plain(factor, strict=True))
                short = len(rest) <= MOST_SQUARED and self.known(rest, strict=enough)
                if (
                    short
                    or self.plain(rest, strict=enough)
                    or self.combined(rest, enough, depth - 1)
                ):
                    return True
        return False

    def _above(self, p: Poly, fact: Fact) -> bool:
        """Whether it is a fact and something plain, together positive."""
        known, op = fact
        if op == "ne" or len(known) > MOST_COMBINED or not known.keys() & p.keys():
            return False
        return self.plain(self.ring.minus(p, known), strict=op != "gt")

    def apart(self, p: Poly) -> bool:
        """Whether a hypothesis says that it is not zero."""
        other = self.ring.scaled(p, -1)
        return any(op == "ne" and fact in (p, other) for fact, op in self.facts)

    def vanishes(self, p: Poly) -> bool:
        """Whether a polynomial is 0, or a multiple of one that is known to be, or divides one."""
        if not p:
            return True
        zeros = [fact for fact, op in self.facts if op == "eq" and fact]
        _, core = content(p)
        return any(
            self.ring.divided(p, fact) is not None
            or ((rest := self.ring.divided(fact, core)) and self.plain(rest, strict=True))
            for fact in zeros
        )

    def nonnegative(
        self, p: Poly, strict: bool = False, depth: int = DEPTH, seen: Seen | None = None
    ) -> bool:
        """Whether it is nonnegative (``strict``: positive) for a reason that needs no hint.

        Args:
            seen: the answers about parts of one polynomial, while nothing more is learned.
        """
        seen = {} if seen is None else seen
        key = (frozenset(p.items()), strict, depth)
        if key not in seen:
            seen[key] = self._nonnegative(p, strict, depth, seen)
        return seen[key]

    def _nonnegative(self, p: Poly, strict: bool, depth: int, seen: Seen) -> bool:
        if self.known(p, strict=strict):
            return True
        if depth == DEPTH and (self.combined(p, strict) or self.by_squares(p, strict)):
            return True
        if depth == 0 or not any(p):
            return False
        self.ring.work.spend(20 * len(p))
        for atom in sorted(atoms_of(p)):
            top = degree(p, atom)
            parts = [coefficient(p, atom, k) for k in range(top + 1)]
            if atom in self.signs and self._by_parts(parts, strict, depth, seen):
                return True
            if top == 2 and self._form(parts, strict, depth, seen):
                return True
        return False

    def by_squares(self, p: Poly, strict: bool) -> bool:
        """A difference of what is not negative and has roots, by that of the squares."""
        above = {m: c for m, c in p.items() if c > 0}
        below = {m: -c for m, c in p.items() if c < 0}
        if len(p) > MOST_SQUARED or not below or not atoms_of(p) & self.ring.rules.keys():
            return False
        if not self.plain(above) or not self.plain(below):
            return False
        squares = (self.ring.times(part, part) for part in (above, below))
        return self.known(self.ring.minus(*squares), strict=strict)

    def _by_parts(self, parts: list[Poly], strict: bool, depth: int, seen: Seen) -> bool:
        return all(self.nonnegative(part, False, depth - 1, seen) for part in parts[1:]) and (
            self.nonnegative(parts[0], strict, depth - 1, seen)
        )

    def _form(self, parts: list[Poly], strict: bool, depth: int, seen: Seen) -> bool:
        """``a t^2 + b t + c`` for real t: a, c and 4 a c - b^2 are nonnegative."""
        c, _, a = parts
        return all(self.nonnegative(part, False, depth - 1, seen) for part in (a, c)) and (
            self.nonnegative(self.discriminant(parts), strict, depth - 1, seen)
        )

    def discriminant(self, parts: list[Poly]) -> Poly:
        """``4 a c - b^2``."""
        c, b, a = parts
        return self.ring.minus(self.ring.scaled(self.ring.times(a, c), 4), self.ring.times(b, b))

    def sign(self, p: Poly) -> int:
        """1 or -1 where a polynomial is plainly positive or negative, else 0."""
        if self.nonnegative(p, True):
            return 1
        return -1 if self.nonnegative(self.ring.scaled(p, -1), True) else 0

    # --- substitutions ----------------------------------------------------------------------

    def substituted(self, p: Poly, atom: int, top: Poly, below: Poly) -> Poly:
        """A polynomial with an atom put to ``top/below``, times the power of ``below`` it needs."""
        high = degree(p, atom)
        total: Poly = {}
        for k in range(high + 1):
            part = coefficient(p, atom, k)
            if part:
                part = self.ring.times(part, self.ring.power(top, k))
                part = self.ring.times(part, self.ring.power(below, high - k))
                total = self.ring.minus(total, self.ring.scaled(part, -1))
        return total

    def put(self, atom: int, top: Poly, below: Poly) -> None:
        """Put an atom to a quotient with ``below > 0``, in all that is known."""
        sign = self.signs.get(atom)
        if sign:
            self.know(atom_of(atom), "gt" if sign == "positive" else "ge")
        self.pairs = [pair for pair in self.pairs if atom not in pair]
        plainer = below == ONE and not atoms_of(top) & self.ring.rules.keys()
        for root, (q, inside) in list(self.ring.rules.items()):
            if root == atom or (atom in atoms_of(inside) and not plainer):
                del self.ring.rules[root]
                self.know(self.ring.minus(atom_of(root, q), inside), "eq")
            elif atom in atoms_of(inside):
                self.ring.rules[root] = (q, self.substituted(inside, atom, top, below))
        moved = [(self.substituted(p, atom, top, below), op) for p, op in self.facts]
        self.facts = [(p, op) for p, op in moved if any(p)]

    def linear(self, p: Poly, atom: int) -> tuple[Poly, Poly, int]:
        """``p = sign a t + b`` with ``a`` plainly positive: a, b and the sign."""
        if degree(p, atom) != 1:
            raise Refused("a substitution from what is not linear")
        a, b = coefficient(p, atom, 1), coefficient(p, atom, 0)
        if self.nonnegative(a, True):
            return a, b, 1
        if self.nonnegative(self.ring.scaled(a, -1), True):
            return self.ring.scaled(a, -1), b, -1
        raise Refused("a substitution whose divisor has no plain sign")


def _proportional(p: Poly, q: Poly) -> bool:
    """Whether a polynomial is another one times a positive number."""
    if not p or p.keys() != q.keys():
        return False
    first = next(iter(p))
    return p[first] * q[first] > 0 and all(p[m] * q[first] == c * p[first] for m, c in q.items())

"""Atoms: numbers that are no polynomials of others, their signs, their enclosures and their facts.

An atom stands for one number wherever it is written: a symbol above the least end of its set, a
root, an exponential, a logarithm, a power with a symbolic exponent, a sum. Its sign and the facts
about it are those of this package; a hypothesis joins them. Every fact is true wherever the
formulas have a value, which :mod:`verify.checker.goals` asks for apart.
"""

import contextlib
import copy
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Self

from verify.checker.intervals import OPERATIONS, PI, PRECISIONS, Interval, apply
from verify.checker.intervals import power as interval_power
from verify.checker.known import LETTERS, TABLES
from verify.checker.laws import DEGREES
from verify.checker.polynomials import (
    MOST_ATOMS,
    Monomial,
    Poly,
    Ratio,
    Ring,
    Rule,
    atom_of,
    coefficient,
    constant,
    degree,
    powers_of,
)
from verify.checker.signs import Facts
from verify.checker.text import NotRead, Refused, Symbol, Tree, Work, replaced

PRECISE = PRECISIONS[1]
MOST_EARLIER = 5  # occurrences that one is compared with


class Atoms(Facts):
    """The atoms of one goal.

    Attributes:
        keys: by atom its kind and what it depends on.
        closed: whether the goal has been read; a hint brings no function of its own, which
            might have no value. first: the rules of roots that there were then.
        values: what a symbol stands for. whole: atoms that are whole numbers.
        indices: of the sums whose terms are being read. drawn: of the expectations, by order.
    """

    def __init__(
        self,
        symbols: Iterable[Symbol],
        grains: dict[tuple[str, Any, Monomial], int],
        work: Work,
        *,
        shifted: bool = True,
        bare: bool = False,
        thorough: bool = False,
        apart: bool = False,
        front: bool = False,
        multiplied: bool = False,
    ) -> None:
        """The symbols, ``shifted``: as their distances from the least ends of their sets.

        Args:
            grains: denominators of the multiples of an exponent, by family and base; filled here.
            work: what reading may cost. bare: leave out what the tables know of functions.
            thorough: tell the facts that are seldom needed, too.
            apart: take angles that are sums apart. front: split the first terms off sums.
            multiplied: know hypotheses times their positive divisors, too.
        """
        super().__init__(Ring(work))
        self.keys: list[tuple[object, ...]] = []
        self.values: dict[str, Ratio] = {}
        self.products: dict[tuple[str, ...], Ratio] = {}
        self.whole: set[int] = set()
        self.indices: list[int] = []
        self.drawn: list[str] = []
        self.grains = grains
        self.closed = False
        self.first: dict[int, Rule] = {}
        self.tables = () if bare else TABLES[: 1 + thorough]
        self.thorough = thorough
        self.apart_angles = apart
        self.front = front
        self.multiplied = multiplied
        self.pi = -1
        self.seen: dict[str, list[tuple[Ratio, ...]]] = {}  # occurrences by function
        self.vectors = tuple(s.name for s in symbols if s.kind == "Vector")
        self.laws = tuple(s for s in symbols if s.kind in DEGREES)
        self.sequences = {s.name: s for s in symbols if s.kind == "Sequence"}
        for s in symbols:
            if s.kind in ("real", "natural", "one-of"):
                self.values[s.name] = Ratio(self._symbol(s, shifted))

    def copy(self) -> Self:
        """Atoms to which more can be added."""
        new = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set | Ring):
                setattr(new, name, value.copy())
        new.seen = {function: found.copy() for function, found in self.seen.items()}
        return new

    @contextlib.contextmanager
    def tried(self) -> Iterator[None]:
        """Read something; where it is not read, nothing of it stays, not even of an inner sum."""
        before = vars(self.copy())
        try:
            yield
        except NotRead:
            vars(self).update(before)

    def _symbol(self, s: Symbol, shifted: bool) -> Poly:
        if s.low is not None and s.low == s.high:
            return constant(s.low)
        atom = self.atom(("symbol", s.name))
        here = atom_of(atom)
        if s.kind == "natural":
            self.whole.add(atom)
        if s.low is None and s.high is None:
            return here
        if s.low is None:
            self.signs[atom] = "positive" if s.open_high else "nonnegative"
            return self.ring.minus(constant(s.high or 0), here)
        if not shifted and s.low > 0:
            self.signs[atom] = "positive"
            self.know(self.ring.minus(here, constant(s.low)), "gt" if s.open_low else "ge")
            return here
        self.signs[atom] = "positive" if s.open_low else "nonnegative"
        if s.high is not None:
            self.know(
                self.ring.minus(constant(s.high - s.low), here), "gt" if s.open_high else "ge"
            )
        return self.ring.plus(constant(s.low), here)

    def atom(self, key: tuple[object, ...], sign: str = "") -> int:
        """The atom of a key, new or known: a quotient in a key is compared by its value."""
        for place, known in enumerate(self.keys):
            if len(known) == len(key) and all(map(self._same, known, key)):
                if sign and self.signs.get(place) != "positive":
                    self.signs[place] = sign
                return place
        if len(self.keys) >= MOST_ATOMS:
            raise Refused("too many functions")
        if self.closed and key[0] not in ("symbol", "vectors"):
            raise Refused("a hint with a function that the goal does not have")
        self.keys.append(key)
        atom = len(self.keys) - 1
        if sign:
            self.signs[atom] = sign
        inside = self._enclosed(key)
        if inside is not None:
            self.enclosed[atom] = inside
            if inside[0] > 0 and self.signs.get(atom) != "positive":
                self.signs[atom], self.measured_some = "positive", True
        return atom

    def _enclosed(self, key: tuple[object, ...]) -> Interval | None:
        """Where the number of an atom lies, if its arguments are enclosed."""
        op, *rest = key
        if op == "pi":
            return PI
        values = []
        for part in rest:
            value = Ratio(constant(part)) if isinstance(part, Fraction) else part
            inside = self.measured(value) if isinstance(value, Ratio) else None
            if inside is None:
                return None
            values.append(inside)
        if op == "root":
            op, values[1] = "pow", (1 / values[1][1], 1 / values[1][0])
        op = "pow" if op == "power" else op
        if op not in OPERATIONS:
            return None
        with contextlib.suppress(Refused):
            return apply(str(op), values, PRECISE, self.ring.work)
        return None

    def measured(self, value: Ratio) -> Interval | None:
        """Where a quotient lies, if all its atoms are enclosed."""
        total = self.measure(value.top)
        for key, power in value.below:
            divisor = self.measure(dict(key))
            if total is None or divisor is None or divisor[0] <= 0 <= divisor[1]:
                return None
            total = apply("div", (total, interval_power(divisor, power)), PRECISE, self.ring.work)
        return total

    def _same(self, a: object, b: object) -> bool:
        if isinstance(a, Ratio) and isinstance(b, Ratio):
            return a == b or not self.ring.subtract(a, b).top
        return type(a) is type(b) and a == b

    def close(self) -> None:
        """The goal has been read."""
        self.closed, self.first = True, dict(self.ring.rules)

    @abstractmethod
    def ratio(self, tree: Tree) -> Ratio:
        """The quotient that a tree is."""

    # --- conditions -------------------------------------------------------------------------

    def difference(self, condition: Tree) -> Ratio:
        """Right minus left of a comparison."""
        return self.ring.subtract(self.ratio(condition[2]), self.ratio(condition[1]))

    def assume(self, condition: Tree) -> None:
        """Add a hypothesis to the facts."""
        ops = {"le": "ge", "lt": "gt", "eq": "eq", "ne": "ne"}
        self.learn(self.difference(condition), ops[condition[0]])

    def learn(self, value: Ratio, op: str) -> None:
        """Add what is known of a quotient that has a value: 0 where its numerator is."""
        if op in ("eq", "ne"):
            self.know(value.top, op)
            self._signed(value.top, op)
            for each in self.in_roots(value.top) if op == "eq" else ():
                self.know(self.powered(*each), op)
            return
        cleared = self.cleared(value)
        self.know(cleared, op)
        self._signed(cleared, op)
        if self.thorough and not (self.indices or self.drawn):
            self._squared(cleared, op)  # what rests on a term would not be seen to
        if self.multiplied and value.below:
            self.know(self.cleared(value, every=True), op)

    def _signed(self, p: Poly, op: str) -> None:
        """What a fact says of the signs of atoms, outside of sums, where one term is the larger."""
        above = [m for m, c in p.items() if c > 0 or op == "ne"]
        below = {m: -c for m, c in p.items() if m not in above}
        if op == "eq" or len(above) != 1 or self.indices or not self.plain(below):
            return
        powers = powers_of(above[0])
        if len(powers) == 1 and powers[0][1] == 1 and op != "ne":
            self.signs.setdefault(powers[0][0], "nonnegative")
        if op != "ge" or self.plain(below, strict=True):
            self.nonzero |= {atom for atom, _ in powers}  # factors of what is not 0
            self.signs |= {atom: "positive" for atom, _ in powers if atom in self.signs}

    def _squared(self, p: Poly, op: str) -> None:
        """Of an atom that is at least another one, which is not negative: the squares."""
        if [len(powers_of(m)) for m in p] == [1, 1]:
            (low, c), (high, d) = sorted(p.items(), key=lambda term: term[1])
            if c < 0 < d and self.plain({low: -c}):
                squares = (self.ring.power({m: b}, 2) for m, b in ((high, d), (low, c)))
                self.know(self.ring.minus(*squares), op)

    def in_roots(self, p: Poly) -> Iterator[tuple[int, Poly, Poly]]:
        """The roots r in which a polynomial is a r + b, with a and b."""
        for root in list(self.ring.rules):
            if degree(p, root) == 1:
                yield root, coefficient(p, root, 1), coefficient(p, root, 0)

    def powered(self, root: int, a: Poly, b: Poly) -> Poly:
        """Of a r + b with a root r of u: a^q u - (-b)^q."""
        q, inside = self.ring.rules[root]
        left = self.ring.times(inside, self.ring.power(a, q))
        return self.ring.minus(left, self.ring.power(self.ring.scaled(b, -1), q))

    def cleared(self, value: Ratio, *, every: bool = False) -> Poly:
        """A polynomial of the sign of a quotient that has a value: times divisors to odd powers.

        Args:
            every: those whose sign is plain or a fact, too.
        """
        top = value.top
        for key, power in value.below:
            if power % 2:
                sign = 0 if every else self._quick_sign(dict(key))
                top = self.ring.scaled(top, sign) if sign else self.ring.times(top, dict(key))
        return top

    def _quick_sign(self, p: Poly) -> int:
        """1 or -1 where a polynomial is positive or negative by few facts, else 0."""
        for sign in (1, -1):
            turned = self.ring.scaled(p, sign)
            if self.stated(turned, strict=True) or self.combined(turned, strict=True):
                return sign
        return 0

    # --- tables -----------------------------------------------------------------------------

    def tell(self, function: str, *arguments: Ratio) -> None:
        """Learn what the tables say of a function's value, once."""
        if self.closed or not self.tables or arguments in self.seen.setdefault(function, []):
            return
        earlier = {name: found[:MOST_EARLIER] for name, found in self.seen.items()}
        self.seen[function].append(arguments)
        own = {LETTERS["u"]: arguments[0], LETTERS["e"]: arguments[-1]}
        for functions, says, needs in [row for table in self.tables for row in table]:
            if functions[0] == function:
                others = earlier.get(functions[1], []) if len(functions) > 1 else [()]
                for other in others:
                    more = {LETTERS["v"]: other[0]} if other else {}
                    self._tell_row(own | more, says, needs)

    def _tell_row(self, values: dict[str, Ratio], says: Tree, needs: tuple[Tree, ...]) -> None:
        before = dict(self.values)
        self.values |= values
        try:
            says, *needs_ = (replaced(tree, LETTERS) for tree in (says, *needs))
            if all(self._holds(need) for need in needs_):
                self.assume(says)
        except Refused:
            pass  # one fact less is weaker
        finally:
            self.values = before

    def _holds(self, condition: Tree) -> bool:
        gap = self.cleared(self.difference(condition))
        strict = condition[0] == "lt"
        return self.known(gap, strict=strict) or self.by_squares(gap, strict)

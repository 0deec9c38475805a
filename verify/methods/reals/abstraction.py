"""From formulas to quotients of polynomials; what is no polynomial becomes a generator with facts.

Every generator stands for one number at every point: a root, a logarithm or a sum is the same
number wherever it is written. A fact is true at every point of the sets at which the formula has a
value, so that a proof from facts is a proof of the formula; a point that meets all facts need not
be a point of the formula.

Facts are clauses: one of several relations holds.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.expression import FUNCTIONS, Node, walk
from verify.language.symbols import Natural, OneOf, Real, Symbol
from verify.methods.reals.polynomials import ARITHMETIC, Ratio, Ring, TooLarge, evaluated
from verify.methods.reals.signs import Signs

OPAQUE = ("sum", "product", "external", "expect", "at", "norm", "norm1", "dot", "trace")
MOST_LISTED = 64


@dataclass(frozen=True)
class Relation:
    """``ratio op 0`` with op one of ge, gt, eq, ne."""

    op: str
    ratio: Ratio


Clause = tuple[Relation, ...]
Convert = Callable[["Abstraction", Node], Ratio]
OPPOSITE = {"ge": "gt", "gt": "ge", "eq": "ne", "ne": "eq"}


class Abstraction:
    """The generators of one goal, and what is known of them.

    Attributes:
        ring: the polynomials. facts: the clauses found so far.
        whole: generators that take whole values only.
        enclosed: whether bounds of a number, from ball arithmetic, are among the facts.
    """

    def __init__(
        self,
        symbols: tuple[Symbol, ...],
        nodes: Iterable[Node],
        convert: Convert,
        more: tuple[str, ...] = (),
    ) -> None:
        """Generators for the symbols, for functions in the nodes, and ``more`` by name.

        Args:
            convert: what stands for a node that is no arithmetic, such as
                :func:`verify.methods.reals.transcendental.convert`.
        """
        room = _room(nodes)
        names = tuple(s.name for s in symbols) + tuple(f"#{i}" for i in range(room))
        self.ring = Ring(names + more)
        self._plain_signs = Signs(self.ring, self.ring.signs)
        self.facts: list[Clause] = []
        self.whole: set[str] = set()
        self.symbols: dict[str, Ratio] = {}
        self.enclosed = False
        self.room = room
        self._other = convert
        self._used = 0
        self._known: dict[Any, Ratio] = {}
        self._signed: list[tuple[Any, str]] = []
        self.noted: set[Any] = set()  # facts that are written already
        self.grains: dict[Any, list[Fraction]] = {}  # exponents' granularity, by family
        self.exponentials: list[tuple[Ratio, Ratio]] = []  # exponents and their exponentials
        self.powers: list[tuple[Ratio, Ratio, Ratio]] = []  # bases, exponents and their powers
        self.logarithms: dict[Ratio, Ratio] = {}  # arguments by logarithm
        self._seen: dict[Node, Ratio] = {}
        for symbol in symbols:
            self.symbols[symbol.name] = self._symbol(symbol)

    # --- symbols and their sets -------------------------------------------------------------

    def _symbol(self, symbol: Symbol) -> Ratio:
        kind, ring = symbol.kind, self.ring
        if isinstance(kind, OneOf) and symbol.scalar and kind.values:
            return self._listed(symbol.name, sorted(set(map(Fraction, kind.values))))
        if isinstance(kind, Natural):
            most = None if kind.most is None else Fraction(kind.most)
            interval = Real(Fraction(kind.least), most)
        elif isinstance(kind, Real):
            interval = kind
        else:
            raise NotImplementedError(f"the values of {symbol.name} must be numbers")
        if interval.empty:
            raise NotImplementedError(f"the set of {symbol.name} is empty")
        low, high = interval.low, interval.high
        if low is not None and low == high:
            return ring.number(low)
        if isinstance(kind, Natural):
            self.whole.add(symbol.name)
        gap = ring.generator(symbol.name)
        if low is None:
            if high is None:
                return gap
            ring.signs[symbol.name] = "positive" if interval.open_high else "nonnegative"
            return high - gap
        ring.signs[symbol.name] = "positive" if interval.open_low else "nonnegative"
        if high is not None:
            rest = high - low - gap
            self.state(Relation("gt" if interval.open_high else "ge", rest))
        return low + gap

    def _listed(self, name: str, values: list[Fraction]) -> Ratio:
        ring, low = self.ring, values[0]
        if len(values) == 1:
            return ring.number(low)
        gap = ring.generator(name)
        ring.signs[name] = "nonnegative"
        self.state(Relation("ge", (values[-1] - low - gap)))
        if len(values) <= MOST_LISTED:
            choices = ((gap - (v - low)) for v in values)
            self.state(*(Relation("eq", choice) for choice in choices))
        return low + gap

    # --- relations --------------------------------------------------------------------------

    def relation(self, condition: Node) -> Relation:
        """A comparison of two numbers.

        Raises:
            NotImplementedError: it is another condition, or a side is not understood.
        """
        names = {"le": "ge", "lt": "gt", "eq": "eq", "ne": "ne"}
        if condition.op not in names:
            raise NotImplementedError(f"a condition {condition.op}")
        left, right = map(self.ratio, condition.args)
        return Relation(names[condition.op], (right - left))

    def state(self, *clause: Relation) -> None:
        """Add a clause as it is; the signs that it fixes are used from now on."""
        self.facts.append(clause)
        (first, *others) = clause
        if not others and first.op in ("ge", "gt") and first.ratio.bottom.is_constant():
            self._signed.append((first.ratio.top, first.op))

    def sign(self, polynomial: Any) -> str | None:
        """``gt``, ``ge``, ``le`` or ``lt`` (against zero), where signs and hypotheses tell it."""
        flipped = {"gt": "lt", "ge": "le"}
        for candidate, names in ((polynomial, {}), (-polynomial, flipped)):
            if self._plain_signs.plainly(candidate, True):
                return names.get("gt", "gt")
            found = "ge" if self._plain_signs.plainly(candidate, False) else None
            for known, op in self._signed:
                if _proportional(known, candidate):
                    if op == "gt":
                        return names.get("gt", "gt")
                    found = "ge"
            if found:
                return names.get(found, found)
        return None

    def learn(self, *literals: Relation) -> None:
        """Add a fact, without the literals that are plainly false; none if one is plainly true."""
        kept = []
        for literal in literals:
            verdict = self.plain(literal)
            if verdict is True:
                return
            if verdict is None:
                kept.append(literal)
        if not kept:
            raise NotImplementedError("a fact that contradicts the sets")
        self.state(*kept)

    def plain(self, relation: Relation) -> bool | None:
        """What the signs of the generators say of a relation, if anything."""
        op, value = relation.op, relation.ratio
        if self.sign(value.bottom) != "gt":
            return None
        if value.top.is_zero():
            return op in ("ge", "eq")
        sign = self.sign(value.top)
        if op == "ge":
            return {"gt": True, "ge": True, "lt": False}.get(sign or "")
        if op == "gt":
            return {"gt": True, "le": False, "lt": False}.get(sign or "")
        return (op == "ne") if sign in ("gt", "lt") else None

    def positive(self, ratio: Ratio) -> bool:
        """Whether a quotient is plainly positive."""
        return self.plain(Relation("gt", ratio)) is True

    def above(self, ratio: Ratio) -> Relation:
        """``ratio >= 0``."""
        return Relation("ge", ratio)

    def below(self, ratio: Ratio) -> Relation:
        """``ratio < 0``."""
        return Relation("gt", (-ratio))

    # --- formulas ---------------------------------------------------------------------------

    def ratio(self, node: Node) -> Ratio:
        """The formula as a quotient of polynomials.

        Raises:
            NotImplementedError: a branch or a vector is in it, it divides by zero, or it is large.
        """
        if node not in self._seen:
            try:
                self._seen[node] = self._convert(node)
            except ZeroDivisionError as error:
                raise NotImplementedError("a division by zero") from error
        return self._seen[node]

    def _convert(self, node: Node) -> Ratio:
        ring, op = self.ring, node.op
        if op == "number":
            return ring.number(node.value)
        if op == "symbol":
            if node.value not in self.symbols:
                raise NotImplementedError(f"{node.value} is no scalar symbol of the goal")
            return self.symbols[node.value]
        if op == "neg":
            return -self.ratio(node.args[0])
        if op in ARITHMETIC:
            found: Ratio = ARITHMETIC[op](*map(self.ratio, node.args))
            return found
        if op in OPAQUE:
            return self.fresh(("opaque", node), "nonnegative" if op.startswith("norm") else None)
        return self._other(self, node)

    def fresh(self, key: Any, sign: str | None = None) -> Ratio:
        """The generator of a key, new or known; one without a sign is real.

        Raises:
            NotImplementedError: there is no room for another one.
        """
        if key not in self._known:
            if self._used == self.room:
                raise NotImplementedError("too many functions")
            name = f"#{self._used}"
            self._used += 1
            if sign:
                self.ring.signs[name] = sign
            self._known[key] = self.ring.generator(name)
        return self._known[key]

    def known(self, key: Any) -> bool:
        """Whether a key has its generator already."""
        return key in self._known

    def generators(self) -> list[tuple[Any, Ratio]]:
        """The keys with their generators, in order of appearance."""
        return list(self._known.items())

    def keys(self, family: str) -> list[Any]:
        """The keys of one family, in order of appearance."""
        return [key for key in self._known if key[0] == family]

    def try_learn(self, literals: Callable[[], Clause]) -> None:
        """A fact whose relations are made when asked for; one that is too large is left out."""
        with contextlib.suppress(TooLarge):
            self.learn(*literals())

    def point(self, values: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The values of the symbols where the generators have theirs."""
        return {
            name: evaluated(ratio.top, self.ring.names, values)
            for name, ratio in self.symbols.items()
        }


def _proportional(a: Any, b: Any) -> bool:
    """Whether ``b`` is a positive multiple of ``a``."""
    if a.is_zero() or b.is_zero() or len(a) != len(b):
        return False
    factor = b.leading_coefficient() / a.leading_coefficient()
    return bool(factor > 0 and a * factor == b)


def _room(nodes: Iterable[Node]) -> int:
    """An upper limit on generators: some for every node that is no arithmetic."""
    wanted = {
        n
        for node in nodes
        for n in walk(node)
        if n.op in (*FUNCTIONS, *OPAQUE, "constant")
        or (n.op == "pow" and n.args[1].op != "number")
        or (n.op == "pow" and n.args[1].op == "number" and n.args[1].value.denominator > 1)
        or (n.op == "pow" and n.args[1].op == "div")
    }
    return min(3 * len(wanted), 48)

"""What an induction asks of other provers, and the step from t to t + 1.

The formula at t + 1 is written through its parts at t. Then, for a factor m >= 0 by which some part
grew, it is enough that right(t+1) - left(t+1) - m (right(t) - left(t)) >= 0; m = 1 is the
difference form. Else the provers get the statement at t as a hypothesis. Powers, exponentials and
sums that still depend on t become numbers of which only proved signs are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate, truth
from verify.formula.expression import Node, binary, free_names, lift, substitute
from verify.language.statement import Goal
from verify.language.symbols import Natural, Real, Symbol, satisfied
from verify.methods.base import Proof, Prover, Suspect
from verify.methods.context import Context
from verify.methods.evidence import PROOFS, Level, weakest
from verify.methods.induction.recurrence import ONE, Need, Shift, atoms, exchanged
from verify.methods.intervals.quotients import is_zero, quotient
from verify.methods.intervals.simplify import simplify
from verify.methods.reals.polynomials import coefficients

MOST_FACTORS = 4
ZERO = Fraction(0)

Found = tuple[Level, str]


@dataclass(frozen=True)
class Panel:
    """Provers that are asked in turn, after exact arithmetic; no goal is put to one twice."""

    provers: tuple[Prover, ...]
    context: Context
    _answers: dict[tuple[int, Goal], Proof | Suspect | None] = field(default_factory=dict)

    def ask(self, goal: Goal, most: int | None = None) -> Found | Suspect | None:
        """A proof's level and words, a point that refutes the goal, or None.

        Args:
            goal: what to prove.
            most: how many of the provers to ask, the first ones; by default all.
        """
        sides = tuple(map(simplify, goal.prove.args))
        goal = Goal(goal.symbols, goal.given, Node(goal.prove.op, sides))
        exact = _exactly(goal)
        if exact:
            return Level.EXACT, "exact"
        if exact is False:
            return _corner(goal)
        for place, prover in enumerate(self.provers[:most]):
            if (place, goal) not in self._answers:
                self._answers[place, goal] = prover.prove(goal, self.context)
            found = self._answers[place, goal]
            if isinstance(found, Proof) and found.level in PROOFS:
                if not found.fixed and not found.argued:
                    return found.level, f"by {found.method} ({found.text})"
            elif isinstance(found, Suspect) and refutes(goal, found):
                return found
        return None

    def proved(self, symbols: tuple[Symbol, ...], given: tuple[Node, ...], *wanted: Node) -> Level:
        """The level at which all conditions are proved.

        Raises:
            LookupError: one of them is not.
        """
        levels = [Level.EXACT]
        for condition in wanted:
            found = self.ask(Goal(symbols, given, condition))
            if not isinstance(found, tuple):
                raise LookupError("a condition that is not proved")
            levels.append(found[0])
        return weakest(*levels)


def _exactly(goal: Goal) -> bool | None:
    """Whether the condition plainly holds; False where it has no symbols and does not."""
    op, (left, right) = goal.prove.op, goal.prove.args
    if not free_names(goal.prove):
        try:
            return bool(evaluate(goal.prove, {}, EXACT))
        except (Undecided, Undefined):
            return True if op in ("le", "eq") and is_zero(right - left) else None
    if op in ("le", "eq") and is_zero(right - left):
        return True
    if op not in ("le", "lt"):
        return None
    known = [c.args[1] - c.args[0] for c in goal.given if c.op in ("lt", op)]
    rests = [right - left - gap for gap in known]
    if any(is_zero(rest) or _plainly_positive(goal, rest, "le") for rest in rests):
        return True
    return True if _plainly_positive(goal, right - left, op) else None


def _plainly_positive(goal: Goal, gap: Node, op: str) -> bool:
    """Whether a polynomial has no negative term in the distances of its symbols from their ends."""
    kinds = {s.name: s.kind for s in goal.symbols}
    distances = {}
    for name in sorted(free_names(gap)):
        kind, node = kinds.get(name), Node("symbol", (), name)
        low = kind.least if isinstance(kind, Natural) else getattr(kind, "low", None)
        high = getattr(kind, "high", None)
        if low is None and high is None:
            return False
        distances[name] = lift(low) + node if low is not None else lift(high) - node
    try:
        found = quotient(substitute(gap, distances))
    except (NotImplementedError, ZeroDivisionError):
        return False
    if not found.ratio.bottom.is_one() or any(n.op != "symbol" for n in found.generators.values()):
        return False
    terms = coefficients(found.ratio.top)
    constant = any(c > 0 and not any(powers) for powers, c in terms)
    return all(c > 0 for _, c in terms) and (op == "le" or constant)


def _corner(goal: Goal) -> Suspect | None:
    """Any point of the sets, for a goal that is false without symbols."""
    point: dict[str, object] = {}
    for s in goal.symbols:
        values = s.kind.corners(point)
        if not values:
            return None
        point[s.name] = values[0]
    suspect = Suspect(point)
    return suspect if refutes(goal, suspect) else None


def refutes(goal: Goal, suspect: Suspect) -> bool:
    """Whether a point of the sets meets the hypotheses and not the condition."""
    point = suspect.point
    try:
        return satisfied(goal.symbols, goal.given, point) is True and not truth(goal.prove, point)
    except (Undefined, Undecided, KeyError):
        return False


@dataclass
class Step:
    """From the statement at t to the statement at t + 1.

    Attributes:
        panel: who is asked. on: the name of t.
        symbols: with t in the range of the step. given: the hypotheses at t.
        factor: that the gap grew by at least, once that is what proves the step.
    """

    panel: Panel
    on: str
    symbols: tuple[Symbol, ...]
    given: tuple[Node, ...]
    factor: Node | None = None
    _signs: dict[Node, Real] = field(default_factory=dict)
    _most: int = 0

    def prove(self, prove: Node) -> Found | None:
        """The step for a comparison.

        Raises:
            NotImplementedError, ZeroDivisionError: a formula is not understood.
        """
        later = {self.on: Node("symbol", (), self.on) + ONE}
        now = self.given
        self.given = tuple(substitute(c, later) for c in now)
        taken = frozenset(s.name for s in self.symbols)
        shift = Shift(self.on, taken, frozenset(s.name for s in self.symbols if _whole(s)))
        left, right = prove.args
        then = Node(prove.op, (shift.next(left), shift.next(right)))
        try:
            # What is assumed at t + 1 must have been assumed at t, or the statement at t is not.
            moving = [c for c in now if self.on in free_names(c)]
            level = self.panel.proved(self.symbols, self.given, *moving)
            self.given = tuple(dict.fromkeys((*now, *self.given)))
            level = weakest(level, *map(self._needed, shift.needs))
        except LookupError:
            return None
        factors = [ONE, *shift.factors[:MOST_FACTORS]]
        # Every form is tried with the first prover before the next one is asked.
        count = len(self.panel.provers)
        for most in range(min(1, count), count + 1):
            self._most = most
            found = self._by_factors(prove, then, factors) or self._asked(then, (prove,))
            if found is not None:
                return weakest(level, found[0]), found[1]
        return None

    def _needed(self, need: Need) -> Level:
        symbols, given = (*self.symbols, *need.symbols), (*self.given, *need.given)
        for way in need.ways:
            try:
                return self.panel.proved(symbols, given, *way)
            except LookupError:
                continue
        raise LookupError("a condition that is not proved")

    def _by_factors(self, now: Node, then: Node, factors: Sequence[Node]) -> Found | None:
        """The gap at t + 1 is at least a factor times the gap at t."""
        gap, later = (c.args[1] - c.args[0] for c in (now, then))
        for factor in factors:
            rest = simplify(later - (gap if factor == ONE else factor * gap))
            words = "in difference form" if factor == ONE else "times what a part grows by"
            if now.op == "eq":
                if is_zero(rest):
                    self.factor = factor
                    return Level.EXACT, f"{words} (identity)"
                continue
            try:
                rest = quotient(rest).node()
            except (NotImplementedError, ZeroDivisionError):
                continue
            # A positive factor, or a positive rest, makes a strict inequality strict.
            for sign, relation in (
                [("lt", "le"), ("le", "lt")] if now.op == "lt" else [("le", "le")]
            ):
                found = self._asked(binary(relation, 0, rest))
                positive = self._asked(binary(sign, 0, factor)) if found else None
                if found and positive:
                    self.factor = factor
                    return weakest(found[0], positive[0]), f"{words}, {found[1]}"
        return None

    def _asked(self, condition: Node, also: tuple[Node, ...] = ()) -> Found | None:
        """A goal in which the parts that depend on t are numbers with the signs they have."""
        given = (*self.given, *also)
        parts = list(dict.fromkeys(a for c in (condition, *given) for a in atoms(c, self.on)))
        taken = {s.name for s in self.symbols}
        fresh: list[Symbol] = []
        for part in parts:
            name = f"part{len(taken)}"
            while name in taken:
                name += "_"
            taken.add(name)
            fresh.append(Symbol(name, name, "1", self._sign(part)))
        names = {part: symbol.node for part, symbol in zip(parts, fresh, strict=True)}
        hypotheses = tuple(exchanged(c, names) for c in given)
        goal = Goal((*self.symbols, *fresh), hypotheses, exchanged(condition, names))
        found = self.panel.ask(goal, self._most)
        if not isinstance(found, tuple):
            return None
        return (found[0], f"from the statement at {self.on}, {found[1]}") if also else found

    def _sign(self, part: Node) -> Real:
        """The interval in which a part is known to lie."""
        if part not in self._signs:
            self._signs[part] = self._found_sign(part)
        return self._signs[part]

    def _found_sign(self, part: Node) -> Real:
        if part.op == "exp":
            return Real(ZERO, None, True)
        if part.op == "sum":
            return self._sum_sign(part)
        if part.op != "pow" or not self._holds(binary("le", 0, part.args[0])):
            return Real()
        base, exponent = part.args
        if self._holds(binary("le", 0, exponent)):
            if self._holds(binary("le", 1, base)):
                return Real(Fraction(1))
            high = Fraction(1) if self._holds(binary("le", base, 1)) else None
        else:
            high = None
        return Real(ZERO, high, self._holds(binary("lt", 0, base)))

    def _sum_sign(self, part: Node) -> Real:
        first, last, body = part.args
        if first.op != "number" or first.value.denominator != 1 or first.value < 0:
            return Real()
        if part.value in {s.name for s in self.symbols} or atoms(body, self.on):
            return Real()
        index = Symbol(part.value, part.value, "1", Natural(int(first.value)))
        within = replace(
            self,
            symbols=(*self.symbols, index),
            given=(*self.given, binary("le", index.node, last)),
        )
        return Real(ZERO) if within._holds(binary("le", 0, body)) else Real()

    def _holds(self, condition: Node) -> bool:
        if atoms(condition, self.on):
            return False
        return isinstance(self.panel.ask(Goal(self.symbols, self.given, condition)), tuple)


def _whole(symbol: Symbol) -> bool:
    return isinstance(symbol.kind, Natural)

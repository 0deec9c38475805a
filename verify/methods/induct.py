"""Induction over a natural number: the statement at its least value, and from t to t + 1.

In the step the formula at t + 1 is written through its parts at t. Then, for a factor m >= 0 by
which some part grew, it is enough that right(t+1) - left(t+1) - m (right(t) - left(t)) >= 0; m = 1
is the difference form. Else the provers get the statement at t as a hypothesis. Powers, exponentials
and sums that still depend on t become numbers of which only proved signs are known.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.context import Context
from verify.evaluate import EXACT, Undecided, Undefined, evaluate, truth
from verify.evidence import Level
from verify.expression import Node, binary, free_names, lift, walk
from verify.methods.base import Proof, Prover, Suspect
from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.recurrence import (
    ONE,
    Need,
    Shift,
    at_start,
    atoms,
    exchanged,
    reversed_sums,
)
from verify.methods.simplify import is_zero, quotient, simplify
from verify.notation import Natural, Real, Symbol, satisfied
from verify.statement import Goal, replaced

STRENGTH = (Level.EXACT, Level.CERTIFIED, Level.DECIDED)
MOST_FACTORS = 4


def _usual() -> tuple[Prover, ...]:
    return (Boxes(limit=3000), Decide(rlimit=1_000_000))


@dataclass(frozen=True)
class Induct:
    """Base and step.

    Attributes:
        on: the natural symbol; by default each one is tried, exponents and bounds of sums first.
        provers: what proves base, step and their conditions.
    """

    on: str | None = None
    provers: tuple[Prover, ...] = field(default_factory=_usual)
    name: str = "induct"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof, a point where the base case fails, or None."""
        if goal.prove.op not in ("le", "lt", "eq"):
            return None
        suspect: Suspect | None = None
        for symbol in _candidates(goal, self.on):
            try:
                found = _Induction(goal, symbol, self.provers, context).run()
            except (NotImplementedError, ZeroDivisionError):
                continue
            if isinstance(found, Suspect):
                suspect = suspect or found
            elif found is not None:
                level, text = found
                return Proof(self.name, level, text)
        return suspect


def _candidates(goal: Goal, on: str | None) -> list[Symbol]:
    naturals = [
        s for s in goal.symbols
        if isinstance(s.kind, Natural) and s.name in free_names(goal.prove) and on in (None, s.name)
    ]
    places = frozenset[str]().union(
        *(free_names(n.args[1]) for n in walk(goal.prove) if n.op in ("pow", "sum", "product"))
    )
    return sorted(naturals, key=lambda s: s.name not in places)


Found = tuple[Level, str]


@dataclass
class _Induction:
    goal: Goal
    symbol: Symbol
    provers: Sequence[Prover]
    context: Context

    def run(self) -> Found | Suspect | None:
        """The level and the text of the proof."""
        name, kind = self.symbol.name, self.symbol.kind
        prove = reversed_sums(self.goal.prove, name)
        base = self._base(prove, name, kind.least)
        if base is None or isinstance(base, Suspect):
            return base
        if kind.most is not None and kind.most == kind.least:
            return base
        step = self._step(prove, name, kind)
        if step is None:
            return None
        level = max(base[0], step[0], key=STRENGTH.index)
        return level, f"induction on {name} from {kind.least}: base {base[1]}; step {step[1]}"

    def _base(self, prove: Node, name: str, least: int) -> Found | Suspect | None:
        symbols = tuple(s for s in self.goal.symbols if s.name != name)
        given = tuple(at_start(c, name, least) for c in self.goal.given)
        found = self._ask(Goal(symbols, given, at_start(prove, name, least)))
        if isinstance(found, Suspect):
            return Suspect({**found.point, name: least})
        return found

    def _step(self, prove: Node, name: str, kind: Natural) -> Found | None:
        later = None if kind.most is None else kind.most - 1
        symbols = tuple(
            Symbol(s.name, s.latex, s.unit, Natural(kind.least, later)) if s.name == name else s
            for s in self.goal.symbols
        )
        t = Node("symbol", (), name)
        # What is assumed at t + 1 must have been assumed at t, where the hypothesis of the step is.
        given = tuple(replaced(c, {name: t + ONE}) for c in self.goal.given)
        level = Level.EXACT
        for condition in self.goal.given:
            if name in free_names(condition):
                answer = self._ask(Goal(symbols, given, condition))
                if not isinstance(answer, tuple):
                    return None
                level = max(level, answer[0], key=STRENGTH.index)
        given = tuple(dict.fromkeys((*self.goal.given, *given)))
        whole = frozenset(s.name for s in symbols if isinstance(s.kind, Natural))
        shift = Shift(name, whole)
        left, right = prove.args
        left_next, right_next = shift.next(left), shift.next(right)
        for need in shift.needs:
            answer = self._needed(need, symbols, given)
            if answer is None:
                return None
            level = max(level, answer, key=STRENGTH.index)
        factors = [ONE, *shift.factors[:MOST_FACTORS]]
        step = _Step(self, symbols, given, name)
        found = step.by_factors(prove.op, (left, right), (left_next, right_next), factors)
        if found is None:
            found = step.directly(prove, Node(prove.op, (left_next, right_next)))
        return None if found is None else (max(level, found[0], key=STRENGTH.index), found[1])

    def _needed(
        self, need: Need, symbols: tuple[Symbol, ...], given: tuple[Node, ...]
    ) -> Level | None:
        for way in need.ways:
            levels = []
            for condition in way:
                inside = Goal((*symbols, *need.symbols), (*given, *need.given), condition)
                answer = self._ask(inside)
                if not isinstance(answer, tuple):
                    break
                levels.append(answer[0])
            else:
                return max(levels, key=STRENGTH.index, default=Level.EXACT)
        return None

    def _ask(self, goal: Goal) -> Found | Suspect | None:
        """A goal without induction: exactly where it is an identity or has no symbols."""
        goal = Goal(goal.symbols, goal.given, _plain(goal.prove))
        exact = _exactly(goal)
        if exact is not None:
            return (Level.EXACT, "exact") if exact else self._refuted(goal, {})
        for prover in self.provers:
            found = prover.prove(goal, self.context)
            if isinstance(found, Proof) and not found.fixed and not found.argued:
                return found.level, f"by {found.method} ({found.text})"
            if isinstance(found, Suspect) and _fails(goal, found.point):
                return found
        return None

    def _refuted(self, goal: Goal, point: Mapping[str, Any]) -> Suspect | None:
        """Any point of the sets, for a goal whose condition is false without symbols."""
        corner = dict(point)
        for s in goal.symbols:
            values = s.kind.corners(corner)
            if not values:
                return None
            corner[s.name] = values[0]
        return Suspect(corner) if _fails(goal, corner) else None


@dataclass
class _Step:
    induction: _Induction
    symbols: tuple[Symbol, ...]
    given: tuple[Node, ...]
    on: str
    _signs: dict[Node, Real] = field(default_factory=dict)

    def by_factors(
        self,
        op: str,
        now: tuple[Node, Node],
        then: tuple[Node, Node],
        factors: Sequence[Node],
    ) -> Found | None:
        """The gap at t + 1 is at least a factor times the gap at t."""
        gap, later = now[1] - now[0], then[1] - then[0]
        for factor in factors:
            rest = simplify(later - (gap if factor == ONE else factor * gap))
            zero = is_zero(rest)
            words = "in difference form" if factor == ONE else "times what a part grows by"
            if op == "eq":
                if zero:
                    return Level.EXACT, f"{words} (identity)"
                continue
            if not zero:
                try:
                    rest = quotient(rest).node()
                except (NotImplementedError, ZeroDivisionError):
                    continue
            # 0 < m or, for the gap at t + 1, 0 < rest: either makes a strict inequality strict.
            kinds = [("lt", "le"), ("le", "lt")] if op == "lt" else [("le", "le")]
            for sign, relation in kinds:
                found = None if zero and relation == "lt" else self._asked(binary(relation, 0, rest))
                positive = self._asked(binary(sign, 0, factor)) if found else None
                if found and positive:
                    level = max(found[0], positive[0], key=STRENGTH.index)
                    return level, f"{words}, {found[1]}"
        return None

    def directly(self, now: Node, then: Node) -> Found | None:
        """The statement at t is a hypothesis."""
        found = self._asked(then, (now,))
        return found and (found[0], f"from the statement at {self.on}, {found[1]}")

    def _asked(self, condition: Node, also: tuple[Node, ...] = ()) -> Found | None:
        """A goal in which the parts that depend on t are numbers with the signs they have."""
        given = (*self.given, *also)
        parts = list(dict.fromkeys(a for c in (condition, *given) for a in atoms(c, self.on)))
        names: dict[Node, Node] = {}
        fresh: list[Symbol] = []
        for place, part in enumerate(parts):
            symbol = Symbol(f"{self.on}_{place}_", f"p_{{{place}}}", "1", self._sign(part))
            fresh.append(symbol)
            names[part] = symbol.node
        found = self.induction._ask(
            Goal(
                (*self.symbols, *fresh),
                tuple(exchanged(c, names) for c in given),
                exchanged(condition, names),
            )
        )
        return found if isinstance(found, tuple) else None

    def _sign(self, part: Node) -> Real:
        """The interval in which a part is known to lie."""
        if part not in self._signs:
            self._signs[part] = self._found_sign(part)
        return self._signs[part]

    def _found_sign(self, part: Node) -> Real:
        zero = Fraction(0)
        if part.op == "exp":
            return Real(zero, None, True)
        if part.op == "pow":
            base, exponent = part.args
            high = Fraction(1) if self._holds(binary("le", base, 1), binary("le", 0, base),
                                              binary("le", 0, exponent)) else None
            if high is None and self._holds(binary("le", 1, base), binary("le", 0, exponent)):
                return Real(Fraction(1))
            if self._holds(binary("lt", 0, base)):
                return Real(zero, high, True)
            return Real(zero, high) if self._holds(binary("le", 0, base)) else Real()
        return Real()

    def _holds(self, *conditions: Node) -> bool:
        return all(
            not atoms(c, self.on)
            and isinstance(self.induction._ask(Goal(self.symbols, self.given, c)), tuple)
            for c in conditions
        )


def _plain(condition: Node) -> Node:
    return Node(condition.op, tuple(map(simplify, condition.args)))


def _exactly(goal: Goal) -> bool | None:
    """Whether the condition is an identity (True) or, without symbols, what it says exactly."""
    left, right = goal.prove.args
    if goal.prove.op in ("le", "eq") and is_zero(right - left):
        return True
    if free_names(goal.prove):
        return None
    try:
        return bool(evaluate(goal.prove, {}, EXACT))
    except (Undecided, Undefined):
        return None


def _fails(goal: Goal, point: Mapping[str, Any]) -> bool:
    """Whether a point of the sets meets the hypotheses and not the condition."""
    try:
        return satisfied(goal.symbols, goal.given, point) is True and not truth(goal.prove, point)
    except (Undefined, Undecided, KeyError):
        return False

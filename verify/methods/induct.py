"""Induction over a natural number: the statement at its least value, and from t to t + 1."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, free_names, walk
from verify.formula.written import written
from verify.language.statement import Goal
from verify.language.symbols import Natural, Symbol
from verify.methods.base import Proof, Prover, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.evidence import Level, weakest
from verify.methods.induction.recurrence import at_start, reversed_sums
from verify.methods.induction.step import Panel, Step, refutes


@dataclass(frozen=True)
class Induct:
    """Base and step.

    Attributes:
        on: the natural symbol; by default each one is tried, exponents and bounds of sums first.
        provers: what proves base, step and their conditions, after exact arithmetic.
    """

    on: str | None = None
    provers: tuple[Prover, ...] = (Boxes(limit=5000), Decide(rlimit=1_000_000))
    name: str = "induct"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof, a point where the base case fails, or None."""
        if goal.prove.op not in ("le", "lt", "eq"):
            return None
        panel = Panel(self.provers, context)
        suspect: Suspect | None = None
        for symbol in _candidates(goal, self.on):
            for form in _forms(goal.prove, symbol.name):
                try:
                    found = _induction(replace(goal, prove=form), symbol, panel)
                except (NotImplementedError, RecursionError, ZeroDivisionError):
                    continue
                if isinstance(found, Suspect):
                    suspect = suspect or (found if refutes(goal, found) else None)
                elif found is not None:
                    level, text, factor = found
                    told = _told(goal, symbol, factor) if form == goal.prove else None
                    return Proof(self.name, level, text, how=told)
        return suspect


def _told(goal: Goal, symbol: Symbol, factor: Node | None) -> Mapping[str, Any]:
    """The induction for another reader, who is to find base and step by their signs."""
    least, _ = _start(goal, symbol)
    signs = {"by": "signs"}
    how = {"by": "induct", "on": symbol.name, "from": str(least), "base": signs, "step": signs}
    return how if factor is None else how | {"times": written(factor)}


def _candidates(goal: Goal, on: str | None) -> list[Symbol]:
    used = free_names(goal.prove)
    naturals = [
        s
        for s in goal.symbols
        if isinstance(s.kind, Natural) and s.name in used and on in (None, s.name)
    ]
    bounds = [n.args[1] for n in walk(goal.prove) if n.op in ("pow", "sum", "product")]
    places = frozenset[str]().union(*map(free_names, bounds))
    return sorted(naturals, key=lambda s: s.name not in places)


def _forms(prove: Node, on: str) -> Iterator[Node]:
    """The comparison as it is, and with sums over t - tau written as sums over tau."""
    yield prove
    turned = reversed_sums(prove, on)
    if turned != prove:
        yield turned


def _induction(
    goal: Goal, symbol: Symbol, panel: Panel
) -> tuple[Level, str, Node | None] | Suspect | None:
    """The level, the text and the step's factor of a proof, or a point where the base case fails.

    Raises:
        NotImplementedError, ZeroDivisionError: a formula is not understood.
    """
    name = symbol.name
    least, given = _start(goal, symbol)
    others = tuple(s for s in goal.symbols if s.name != name)
    start = tuple(at_start(c, name, least) for c in given)
    base = panel.ask(Goal(others, start, at_start(goal.prove, name, least)))
    if isinstance(base, Suspect):
        return Suspect({**base.point, name: least})
    if base is None:
        return None
    words = f"induction on {name} from {least}: base {base[1]}"
    most = symbol.kind.most
    if most is not None and most <= least:
        return base[0], f"{words}; no step", None
    range_ = Natural(least, None if most is None else most - 1)
    symbols = tuple(replace(s, kind=range_) if s.name == name else s for s in goal.symbols)
    step = Step(panel, name, symbols, given)
    found = step.prove(goal.prove)
    if found is None:
        return None
    return weakest(base[0], found[0]), f"{words}; step {found[1]}", step.factor


def _start(goal: Goal, symbol: Symbol) -> tuple[int, tuple[Node, ...]]:
    """The first t, and the hypotheses but for those that only say so."""
    least, given = symbol.kind.least, []
    for condition in goal.given:
        low, high = condition.args[0], condition.args[-1]
        if condition.op in ("le", "lt") and high == symbol.node and low.op == "number":
            value = Fraction(low.value)
            least = max(least, math.floor(value) + 1 if condition.op == "lt" else math.ceil(value))
        else:
            given.append(condition)
    return least, tuple(given)

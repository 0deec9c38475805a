"""The negation of a path's goal beside what is known on the path, as conditions on polynomials.

Denominators are cleared by the signs of their factors, which are plain or said by a hypothesis.
Where one has none, a condition is multiplied by it, so that the condition holds where the
denominator is zero too.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verify.formula.expression import Node
from verify.language.statement import Goal
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.charts import GOAL, Condition, substituted
from verify.methods.reals.polynomials import Ratio, Ring, TooLarge, coefficients, factored, times
from verify.methods.reals.signs import Room, Signs
from verify.methods.reals.transcendental import understood

MOST_FACTORED = 12  # terms of a condition that is taken apart
MOST_CLEARED = 4000  # terms of a condition times its denominator
TERMS = 30_000  # that are looked at for signs, on one path
SIGNS = {"gt": "positive", "ge": "nonnegative"}  # of a generator that stands for a condition


@dataclass(frozen=True)
class Known:
    """What holds on a path.

    Attributes:
        terms: what the generators stand for. goal: what is to be shown.
        ring: the polynomials, in those that occur.
        below: the sign of the goal's denominator, 0 where it is not plain.
        signs: what says that a generator has a sign, by name.
        conditions: what is known besides.
        clauses: facts of which one of several relations holds.
    """

    terms: Abstraction
    goal: Relation
    below: int
    ring: Ring
    signs: dict[str, Condition]
    conditions: tuple[Condition, ...]
    clauses: tuple[tuple[tuple[Condition, ...], ...], ...]


def known(path: Goal) -> tuple[Known, tuple[Condition, ...]]:
    """What is known on a path, and conditions each of which must contradict it.

    Raises:
        NotImplementedError: the goal is not understood.
    """
    return of_relations(*understood(path))


def of_relations(
    terms: Abstraction, goal: Relation, givens: Mapping[int, Node]
) -> tuple[Known, tuple[Condition, ...]]:
    """The same of the facts and the goal that have been read.

    Args:
        givens: hypotheses by their place among the facts.
    """
    ring = _present(terms, goal)
    kinds = {
        n: "positive" if terms.sign(terms.ring.gens[n]) == "gt" else s  # as a hypothesis says
        for n, s in terms.ring.signs.items()
    }
    reader = _Reader(terms, Signs(terms.ring, kinds, room=Room(TERMS)))
    signs = {
        n: Condition("gt" if kinds[n] == "positive" else "ge", ring.gens[n], None)
        for n in ring.names
        if n in kinds
    }
    conditions: list[Condition] = []
    clauses = []
    for place, clause in enumerate(terms.facts):
        read = tuple(tuple(_conditions(ring, reader, r, givens.get(place))) for r in clause)
        if len(read) == 1:
            conditions += read[0]
        else:
            clauses.append(read)
        if clause[0].op == "ne" and len(clause) == 1:
            here, either = _apart(ring, reader.signs, clause[0], givens.get(place))
            conditions += here
            clauses += either
    for condition in conditions:
        # A bound of a generator by zero is its sign.
        name = _generator(ring, condition)
        if name is not None and (name not in signs or signs[name].op == "ge"):
            signs[name] = condition
    rest = tuple(c for c in conditions if c not in signs.values())
    below = reader.sign(goal.ratio.bottom)
    found = Known(terms, goal, below, ring, signs, rest, tuple(clauses))
    return found, tuple(_negations(ring, goal, below))


@dataclass(frozen=True)
class _Reader:
    """The signs of denominators: by those of their factors, with what hypotheses say of these."""

    terms: Abstraction
    signs: Signs

    def sign(self, polynomial: Any) -> int:
        """1 or -1 where a polynomial is seen to be positive or negative, else 0."""
        if found := self.signs.sign(polynomial):
            return found
        constant, factors = factored(Ratio(polynomial, self.signs.ring.one))
        total = 1 if constant > 0 else -1
        for factor, power in factors:
            total *= (self.signs.sign(factor) or self._said(factor)) ** power
        return total

    def _said(self, factor: Any) -> int:
        """By a hypothesis about the factor, or by an upper bound of one of its generators."""
        if found := {"gt": 1, "lt": -1}.get(self.terms.sign(factor) or ""):
            return found
        ring = self.signs.ring
        for name, bound, sign in self._bounds():
            below = replace(self.signs, of={**self.signs.of, name: sign})
            with contextlib.suppress(TooLarge):
                if found := below.sign(substituted(ring, factor, name, bound - ring.gens[name])):
                    return found
        return 0

    def _bounds(self) -> Iterator[tuple[str, Any, str]]:
        """Generators with a number that they are below, and the sign of the distance."""
        for first, *others in self.terms.facts:
            top = first.ratio.top
            if others or first.op not in SIGNS or not first.ratio.bottom.is_constant():
                continue
            for name, generator in self.signs.ring.gens.items():
                if (bound := top + generator).is_constant():
                    yield name, bound, SIGNS[first.op]


def _present(terms: Abstraction, goal: Relation) -> Ring:
    """The polynomials in the generators that occur."""
    every = (goal, *(relation for clause in terms.facts for relation in clause))
    most = [
        max(degrees)
        for degrees in zip(
            *(p.degrees() for r in every for p in (r.ratio.top, r.ratio.bottom)), strict=True
        )
    ]
    names = [n for n, degree in zip(terms.ring.names, most, strict=True) if degree > 0]
    return Ring(tuple(names) or terms.ring.names[:1] or ("x",))


def _conditions(
    ring: Ring, reader: _Reader, relation: Relation, source: Node | None
) -> Iterator[Condition]:
    """A relation without its denominator, and what follows from its factors."""
    op, top, bottom = relation.op, relation.ratio.top, relation.ratio.bottom
    sign, signs = reader.sign(bottom), reader.signs
    if op == "ne":
        return
    if sign:
        top = top if sign > 0 else -top
    elif len(top) * len(bottom) > MOST_CLEARED:
        return  # one condition less is weaker
    else:
        op, top = ("eq" if op == "eq" else "ge"), top * bottom
    if op != "eq" and signs.plainly(top, op == "gt"):
        return
    yield Condition(op, top.project_to_context(ring.context), source)
    if op != "eq" and 1 < len(top) <= MOST_FACTORED:
        for factor in _factors(signs, top):
            yield Condition(op, factor.project_to_context(ring.context), source)


def _apart(
    ring: Ring, signs: Signs, relation: Relation, source: Node | None
) -> tuple[list[Condition], list[tuple[tuple[Condition, ...], ...]]]:
    """What is not zero is positive where its sign is plain, else positive or negative."""
    top = relation.ratio.top
    above, below = (
        Condition("gt", p.project_to_context(ring.context), source) for p in (top, -top)
    )
    if signs.plainly(top, False):
        return [above], []
    if signs.plainly(-top, False):
        return [below], []
    return [], [((above,), (below,))]


def _factors(signs: Signs, top: Any) -> Iterator[Any]:
    """Two factors whose sum is plainly not negative: where their product is not, neither is one."""
    constant, factors = factored(Ratio(top, signs.ring.one))
    if [power for _, power in factors] != [1, 1]:
        return
    a, b = (factor for factor, _ in factors)
    if constant < 0:
        a = -a
    for turn in (1, -1):
        if signs.plainly((a + b) * turn, False):
            yield from (a * turn, b * turn)
            return


def _generator(ring: Ring, condition: Condition) -> str | None:
    """The generator of which a condition is a positive multiple."""
    if condition.op == "eq" or len(condition.polynomial) != 1:
        return None
    ((powers, c),) = coefficients(condition.polynomial)
    if c < 0 or sum(powers) != 1:
        return None
    return ring.names[powers.index(1)]


def _negations(ring: Ring, goal: Relation, sign: int) -> Iterator[Condition]:
    """Conditions of which one holds wherever a goal does not."""
    top, bottom = (p.project_to_context(ring.context) for p in (goal.ratio.top, goal.ratio.bottom))
    if not sign:
        yield Condition("eq", bottom, GOAL)
    if goal.op == "ne":
        yield Condition("eq", top, GOAL)
    elif goal.op == "eq":
        yield Condition("gt", top, GOAL)
        yield Condition("gt", -top, GOAL)
    else:
        turned = top if sign > 0 else -top if sign else times(top, bottom)
        yield Condition("gt" if goal.op == "ge" else "ge", -turned, GOAL)

"""Slack variables: substitutions, derived from conditions, whose image covers all that they allow.

A situation is a goal and conditions over generators of known sign. A step replaces one generator t
by an expression in new ones, so that every point that meets the conditions is the image of some
admissible point. With ``a > 0`` and k a new nonnegative generator:

* from ``a t >= b`` and t real, or b nonnegative: ``t = (b + k)/a``;
* from ``a t <= b`` and t real: ``t = (b - k)/a``;
* from ``a t <= b``, t and b nonnegative: ``t = (b/a) k/(k + l)``, with k and l not both zero, so
  that both ends belong to the image;
* from ``a t = b``: ``t = b/a``;
* where t has a sign and b has none, the sign of t becomes a condition in the new generators.

Conditions that no step uses are left out, which is weaker.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verify.methods.reals.abstraction import Relation
from verify.methods.reals.polynomials import Ratio, Ring, TooLarge, coefficients, factored, over
from verify.methods.reals.signs import PLAIN, Reason, Signs

MOST_IN_GOAL = 600  # terms
MOST_IN_CONDITION = 60  # terms
MOST_CONDITIONS = 12
MOST_FACTORED = 40  # terms of a condition that is factored
MOST_TIMES = 3  # one generator is replaced
PARTNER = "'"  # the generator l beside t has the name of t with this mark


@dataclass(frozen=True)
class Step:
    """A substitution: a generator, its value, and how often each has been replaced before it.

    ``used`` is the condition's polynomial.
    """

    name: str
    value: Ratio
    used: Any
    ages: Mapping[str, int]
    signs: Mapping[str, str | None]

    def words(self, ring: Ring) -> str:
        """The substitution for a reader."""
        after = {**self.ages, **{n: self.ages.get(n, 0) + 1 for n in self.signs}}
        return f"{_label(self.name, self.ages)} = {shown_ratio(self.value, ring, after)}"


@dataclass(frozen=True)
class Situation:
    """A goal ``ratio >= 0`` (``> 0`` where strict) under conditions.

    Attributes:
        goal: what is to be shown.
        conditions: what is known besides the signs.
        signs: what is known of the generators.
        steps: the substitutions so far.
        ages: how often a generator has been replaced.
    """

    goal: Relation
    conditions: tuple[Relation, ...]
    signs: Signs
    steps: tuple[Step, ...] = ()
    ages: Mapping[str, int] = field(default_factory=dict)

    @property
    def ring(self) -> Ring:
        """The polynomials."""
        return self.signs.ring

    def shown(self) -> Reason | None:
        """Why the goal holds at every admissible point, where a reason is found."""
        top, bottom = self.goal.ratio.top, self.goal.ratio.bottom
        below = self.signs.sign(bottom)
        if not below:
            return None
        strict = self.goal.op == "gt"
        if top.is_zero():
            return None if strict else PLAIN
        return self.signs.nonnegative(top if below > 0 else -top, strict)

    def pruned(self) -> "Situation | None":
        """Without the conditions that always hold; None where one cannot hold."""
        kept = []
        for condition in self.conditions:
            top, bottom = condition.ratio.top, condition.ratio.bottom
            if condition.op not in ("ge", "gt", "eq") or not self.signs.plainly(bottom, True):
                continue
            strict = condition.op == "gt"
            if condition.op != "eq":
                if self.signs.plainly(top, strict):
                    continue
                if self.signs.plainly(-top, not strict):
                    return None
            elif top.is_zero():
                continue
            elif self.signs.plainly(top, True) or self.signs.plainly(-top, True):
                return None
            kept.append(self._reduced(condition))
        return replace(self, conditions=tuple(kept))

    def _reduced(self, condition: Relation) -> Relation:
        """A condition without factors of a plain sign: x^2 >= y^2 becomes x >= y."""
        top = condition.ratio.top
        if condition.op == "eq" or len(top) > MOST_FACTORED:
            return condition
        constant, factors = factored(condition.ratio)
        rest = self.ring.polynomial(1 if constant > 0 else -1)
        for factor, power in factors:
            if self.signs.plainly(factor, True):
                continue
            if self.signs.plainly(-factor, True):
                rest = rest if power % 2 == 0 else -rest
            else:
                rest = rest * factor**power
        return Relation(condition.op, Ratio(rest, self.ring.one))

    def replaced(
        self,
        name: str,
        value: Ratio,
        used: Relation,
        signs: Mapping[str, str | None],
        also: tuple[Relation, ...],
        pair: tuple[str, str] | None = None,
    ) -> "Situation":
        """The situation after ``name = value``.

        Conditions that are large or many are left out.

        Args:
            name: the generator that is replaced. value: in terms of generators with new meaning.
            used: the condition that the step used up.
            signs: of the new generators; None is real.
            also: conditions in the new generators that the step adds.
            pair: generators that are not both zero.

        Raises:
            TooLarge: a polynomial, or the work altogether, exceeds its limit. ZeroDivisionError: a
                denominator becomes zero.
        """
        of = {n: s for n, s in self.signs.of.items() if n not in signs}
        of |= {n: s for n, s in signs.items() if s is not None}
        pairs = self.signs.pairs + ((pair,) if pair else ())
        moved = [self._moved(c, name, value) for c in self.conditions if c is not used]
        kept = [c for c in (*also, *moved) if size(c.ratio) <= MOST_IN_CONDITION]
        goal = self._moved(self.goal, name, value)
        if size(goal.ratio) > MOST_IN_GOAL:
            raise TooLarge(f"a goal of {size(goal.ratio)} terms")
        return Situation(
            goal,
            tuple(kept[:MOST_CONDITIONS]),
            Signs(self.ring, of, pairs, self.signs.room),
            (*self.steps, Step(name, value, used.ratio.top, self.ages, signs)),
            {**self.ages, **{n: self.ages.get(n, 0) + 1 for n in signs}},
        )

    def _moved(self, relation: Relation, name: str, value: Ratio) -> Relation:
        if not self.signs.room.take(size(relation.ratio)):
            raise TooLarge("too many terms altogether")
        return Relation(relation.op, self.ring.replaced(relation.ratio, name, value))


def size(ratio: Ratio) -> int:
    """The terms of a quotient."""
    return len(ratio.top) + len(ratio.bottom)


def _label(name: str, ages: Mapping[str, int]) -> str:
    plain = name.rstrip(PARTNER)
    mark = "_" if plain != name else ""
    label = plain.replace("#", "f") + mark
    age = ages.get(name, 0)
    return label + str(age) if age else label


def shown_ratio(value: Ratio, ring: Ring, ages: Mapping[str, int] | None = None) -> str:
    """A quotient in the current names of the generators."""
    top = _shown(value.top, ring, ages or {})
    if value.bottom.is_constant():
        return top
    return f"({top})/({_shown(value.bottom, ring, ages or {})})"


def _shown(polynomial: Any, ring: Ring, ages: Mapping[str, int]) -> str:
    """A polynomial in the current names of the generators."""
    parts: list[str] = []
    for powers, c in coefficients(polynomial):
        factors = [
            _label(n, ages) + (f"^{p}" if p > 1 else "")
            for n, p in zip(ring.names, powers, strict=True)
            if p
        ]
        number = [] if abs(c) == 1 and factors else [str(abs(c))]
        sign = "-" if c < 0 else ("+" if parts else "")
        parts.append(f"{sign} {' '.join(number + factors)}".strip())
    return " ".join(parts) or "0"


def steps(situation: Situation) -> Iterator[Situation]:
    """The situations that one substitution leads to, the plainest first.

    Raises:
        TooLarge: a polynomial grows beyond its limits.
    """
    ring = situation.ring
    paired = {n for pair in situation.signs.pairs for n in pair}
    usable = [
        (place, name)
        for place, name in enumerate(ring.names)
        if name not in paired
        and situation.ages.get(name, 0) < MOST_TIMES
        and name + PARTNER in ring.gens
    ]
    # What an end of a range is does not hang on the rank, and is found once.
    ends: dict[tuple[int, str], _End | None] = {}
    for rank in range(4):
        for i, condition in enumerate(situation.conditions):
            degrees = condition.ratio.top.degrees()
            for place, name in usable:
                if degrees[place] != 1:
                    continue
                if (i, name) not in ends:
                    ends[i, name] = _end(situation.signs, condition, place, name)
                if (end := ends[i, name]) is not None:
                    yield from _step(situation, end, rank)


@dataclass(frozen=True)
class _End:
    """The end of a generator's range that a condition gives.

    Attributes:
        rising: the range begins at the edge; if not, it ends there.
        a: what multiplies the generator, turned to be positive. limit: a times the edge.
        sign: that of the generator, or None.
    """

    condition: Relation
    name: str
    rising: bool
    a: Any
    limit: Any
    edge: Ratio
    sign: str | None


def _end(signs: Signs, condition: Relation, place: int, name: str) -> _End | None:
    """What a condition that is linear in a generator says of it; None where a has no plain sign."""
    ring, top = signs.ring, condition.ratio.top
    a = top.derivative(place)
    b = top - a * ring.gens[name]
    rising = signs.plainly(a, True)
    if not rising:
        a = -a
        if not signs.plainly(a, True):
            return None
    # a t + b >= 0 where rising, else b - a t >= 0.
    limit = -b if rising else b
    return _End(condition, name, rising, a, limit, over(limit, a), signs.of.get(name))


def _step(situation: Situation, found: _End, rank: int) -> Iterator[Situation]:
    ring, signs = situation.ring, situation.signs
    condition, name, sign, edge = found.condition, found.name, found.sign, found.edge
    new = "positive" if condition.op == "gt" else "nonnegative"
    own = (Relation("gt" if sign == "positive" else "ge", edge),) if sign else ()
    free = sign is None or signs.plainly(found.limit, sign == "positive")
    if condition.op == "eq":
        if rank == (0 if free else 2):
            yield situation.replaced(name, edge, condition, {}, () if free else own)
        return
    k = over(ring.gens[name], found.a)
    plain = 0 if found.a.is_constant() else 1
    if found.rising:
        value = edge + k
        # The sign of t survives where the end of its range has it.
        keep = () if free else tuple(Relation(c.op, value) for c in own)
        if rank == (plain if free else 2):
            yield situation.replaced(name, value, condition, {name: new}, keep)
        return
    if sign is None:
        if rank == plain:
            yield situation.replaced(name, (edge - k), condition, {name: new}, ())
        return
    if rank == 1 and signs.plainly(found.limit, False):
        partner = name + PARTNER
        both = ring.gens[name] + ring.gens[partner]
        value = edge * over(ring.gens[name], both)
        kinds: dict[str, str | None] = {name: sign, partner: new}
        also = () if sign == "nonnegative" or free else own
        yield situation.replaced(name, value, condition, kinds, also, (name, partner))
    if rank == 3:
        value = edge - k
        keep = tuple(Relation(c.op, value) for c in own)
        yield situation.replaced(name, value, condition, {name: new}, keep)

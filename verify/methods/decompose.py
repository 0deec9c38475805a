"""``decompose``: after a substitution that is derived, right minus left has no negative term.

Slack variables come from the sets and the hypotheses (:mod:`verify.methods.reals.slack`); then the
difference of the sides, over one denominator, is nonnegative by its coefficients, by its factors or
as a quadratic form (:mod:`verify.methods.reals.signs`). Whole numbers count as reals. Hypotheses
that no substitution uses are left out.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from verify.language.statement import Goal
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.branches import paths
from verify.methods.reals.hints import Writer, cases, halved
from verify.methods.reals.polynomials import Ratio
from verify.methods.reals.signs import Room, Signs
from verify.methods.reals.slack import PARTNER, Situation, shown_ratio, steps
from verify.methods.reals.transcendental import understood

MOST_CHOICES = 4  # substitutions that are tried at one place
MOST_FUNCTIONS = 4  # generators for roots and their like that a substitution may replace
MOST_REAL = 3  # generators of unknown sign that are split at zero


@dataclass(frozen=True)
class Decompose:
    """Nonnegative terms after substitutions.

    Attributes:
        limit: situations that are looked at on one path.
        terms: terms of polynomials that are looked at on one path.
    """

    limit: int = 40
    terms: int = 30_000
    name: str = "decompose"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof of an inequality, or None."""
        if goal.prove.op not in ("le", "lt"):
            return None
        shown: list[_Shown] = []
        try:
            for path in paths(goal):
                answer = self._path(path)
                if answer is None:
                    return None
                shown.append(answer)
        except (NotImplementedError, RecursionError):
            return None
        level = Level.CERTIFIED if any(path.enclosed for path in shown) else Level.EXACT
        used = list(dict.fromkeys(word for path in shown for word in path.words))
        said = "; ".join(used[:12]) + ("; ..." if len(used) > 12 else "")
        text = f"with {said}: no negative term" if used else "no negative term"
        how = cases(*(path.how for path in shown))
        return Proof(self.name, level, text, how=how)

    def _path(self, path: Goal) -> "_Shown | None":
        """The substitutions that show a path, or None."""
        names = [s.name for s in path.symbols] + [f"#{i}" for i in range(MOST_FUNCTIONS)]
        partners = tuple(name + PARTNER for name in names)
        terms, goal, _ = understood(path, partners)
        conditions = tuple(clause[0] for clause in terms.facts if len(clause) == 1)
        signs = Signs(terms.ring, terms.ring.signs, room=Room(self.terms))
        start = Situation(goal, conditions, signs)
        budget, writer = Room(self.limit), Writer(terms, path.symbols)
        found = _shown(start, budget, writer)
        if found is None:
            for at, parts in _forks(start):
                answers = [_shown(part, budget, writer) for part in parts]
                shown = [answer for answer in answers if answer is not None]
                if len(shown) == len(parts):
                    words = tuple(word for answer in shown for word in answer.words)
                    how = halved([writer.text(a) for a in at], [answer.how for answer in shown])
                    found = _Shown(words, how)
                    break
        return None if found is None else replace(found, enclosed=terms.enclosed)


@dataclass(frozen=True)
class _Shown:
    """A path that is shown: its substitutions in words, how it goes, whether a ball was needed."""

    words: tuple[str, ...]
    how: Mapping[str, Any]
    enclosed: bool = False


def _shown(situation: Situation, budget: Room, writer: Writer) -> _Shown | None:
    """The substitutions after which a goal is seen to hold, the shifts first; depth first."""
    pending = [situation]
    while pending and budget.take(1):
        before = pending.pop()
        here = before.pruned()
        if here is None:
            return _Shown(("a case that cannot occur",), writer.how(before, None))
        why = here.shown()
        if why:
            shifts = _shifts(writer.terms)
            words = (*shifts, *(step.words(here.ring) for step in here.steps))
            return _Shown(words, writer.how(here, why))
        choices: list[Situation] = []
        with suppress(ZeroDivisionError, NotImplementedError):
            for choice in islice(steps(here), MOST_CHOICES):
                choices.append(choice)
        pending += reversed(choices)
    return None


def _forks(situation: Situation) -> Iterator[tuple[tuple[Any, ...], tuple[Situation, ...]]]:
    """Situations that together say the same: split at zero, or by which of two is the larger.

    Each with the polynomials that it splits at zero: halves of halves, the nonnegative one first.
    """
    ring, signs = situation.ring, situation.signs
    goal = situation.goal.ratio
    present = [
        name
        for name, top, bottom in zip(
            ring.names, goal.top.degrees(), goal.bottom.degrees(), strict=True
        )
        if top > 0 or bottom > 0
    ]
    unknown = [name for name in present if name not in signs.of]
    if 0 < len(unknown) <= MOST_REAL:
        parts: tuple[Situation, ...] = (situation,)
        for name in unknown:
            parts = tuple(half for part in parts for half in _halves(part, name))
        yield tuple(ring.gens[name] for name in unknown), parts
    for i, first in enumerate(present):
        for second in present[:i]:
            gap = Ratio(ring.gens[first] - ring.gens[second], ring.one)
            halves = tuple(
                replace(situation, conditions=(Relation("ge", g), *situation.conditions))
                for g in (gap, (-gap))
            )
            yield (gap.top,), halves


def _halves(situation: Situation, name: str) -> Iterator[Situation]:
    """The situation for values >= 0 and for values <= 0 of a generator."""
    ring = situation.ring
    for value in (ring.generator(name), (-ring.generator(name))):
        yield situation.replaced(name, value, Relation("ge", value), {name: "nonnegative"}, ())


def _shifts(terms: Abstraction) -> tuple[str, ...]:
    """The substitutions that the sets alone give (x = 1 + x' for x >= 1), in words."""
    return tuple(
        f"{name} = {shown_ratio(ratio, terms.ring)}"
        for name, ratio in terms.symbols.items()
        if name not in terms.ring.gens or ratio != terms.ring.generator(name)
    )

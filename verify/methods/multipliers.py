"""``multipliers``: products of the hypotheses and of the negated goal add up to a contradiction.

For every path of a goal a certificate is looked for (:mod:`verify.methods.reals.multipliers`): a
sum that is zero by multiplying out, and positive wherever the hypotheses hold and the goal does
not. A short search comes first; a long one only where z3 says that there is something to be found.
Whole numbers count as reals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from verify.language.statement import Goal
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.evidence import Level
from verify.methods.reals.branches import paths
from verify.methods.reals.charts import Condition
from verify.methods.reals.core import needed
from verify.methods.reals.hints import cases
from verify.methods.reals.multipliers import QUICK, Certificate, Effort, Work, refuted
from verify.methods.reals.negation import Known, known
from verify.methods.reals.refuted import Refuted, told
from verify.methods.reals.signs import Room

MOST_CLAUSES = 8  # on one path
MOST_SPLIT = 3  # clauses of which several alternatives are possible
LONG = Effort()
# With the few conditions that z3 needs.
DEEP = Effort(rounds=(5, 4), terms=(2000, 2500), charts=4, rows=4000)
DEEP_WORK = 200_000
WIDE = Effort(rounds=(3, 3), terms=(600, 2000), charts=4, rows=4000)  # with all conditions
WIDE_WORK = 100_000
MOST_DEEP = 3  # such searches for one goal


@dataclass(frozen=True)
class Multipliers:
    """Positivstellensatz certificates on every path.

    Attributes:
        rlimit: of z3, which is asked whether a longer search is worth its time.
        deep: whether more time is spent with the conditions that z3 needs.
    """

    rlimit: int = 2_000_000
    deep: bool = False
    name: str = "multipliers"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof where every path has its certificates; a point where z3 finds one."""
        try:
            every_path = paths(goal)
            found = [known(path) for path in every_path]
        except (NotImplementedError, RecursionError):
            return None
        tries = Room(MOST_DEEP if self.deep else 0)
        certificates = [_refuted(here, negations, QUICK, tries) for here, negations in found]
        if not all(certificates):
            answer = Decide(self.rlimit).prove(goal, context)
            if not isinstance(answer, Proof):
                return answer
        every: list[Certificate] = []
        hows = []
        for path, (here, negations), quick in zip(every_path, found, certificates, strict=True):
            several = quick or _refuted(here, negations, LONG, tries)
            if several is None:
                return None
            every += [certificate for one in several for certificate in one.certificates]
            hows.append(told(path, here, several))
        count = sum(len(c.products) for c in every)
        degree = max(c.degree for c in every)
        enclosed = any(here.terms.enclosed for here, _ in found)
        level = Level.CERTIFIED if enclosed else Level.EXACT
        products = "1 product" if count == 1 else f"{count} products"
        text = f"{products} of conditions add up, degree {degree}"
        how = cases(*(how for how in hows if how)) if all(hows) else None
        return Proof(self.name, level, text, how=how)


def _refuted(
    here: Known, negations: Sequence[Condition], effort: Effort, tries: Room
) -> tuple[Refuted, ...] | None:
    """What refutes each negation, or None where one is not refuted."""
    every: list[Refuted] = []
    work = Work(WIDE_WORK) if tries.left > 0 else Work()
    for negation in negations:
        one = _one(_Search(here, effort, work, tries), (negation, *here.conditions))
        if one is None:
            return None
        every.append(one)
    return tuple(every)


@dataclass(frozen=True)
class _Search:
    """What is known, how far each search goes, and what all of them may take."""

    here: Known
    effort: Effort
    work: Work
    tries: Room

    def single(self, conditions: Sequence[Condition], effort: Effort) -> Refuted | None:
        """One certificate."""
        ring, signs = self.here.ring, self.here.signs
        found = refuted(ring, signs, conditions, effort, self.work)
        if found is None and effort is LONG and self.tries.left > 0:
            found = self._deep(conditions)
        return None if found is None else Refuted(found)

    def _deep(self, conditions: Sequence[Condition]) -> Certificate | None:
        """One certificate from the conditions that z3 needs, or from all of them.

        The fewest conditions may need products of a higher degree than all.
        """
        ring, signs = self.here.ring, self.here.signs
        few = needed(ring, signs, conditions)
        if few is None:
            return None
        self.tries.left -= 1
        found = refuted(ring, signs, few, DEEP, Work(DEEP_WORK))
        return found or refuted(ring, signs, conditions, WIDE, Work(WIDE_WORK))


def _one(search: _Search, conditions: tuple[Condition, ...]) -> Refuted | None:
    """What refutes conditions, with the clauses where it has to be."""
    effort = search.effort
    if effort is QUICK or not search.here.clauses:
        return search.single(conditions, effort)
    closed: list[_Cases] = []
    opened: list[tuple[_Cases, list[tuple[Condition, ...]]]] = []
    for clause in search.here.clauses[:MOST_CLAUSES]:
        # An alternative that cannot be leaves one less; a single one that is left is known.
        answers = [(one, search.single((*one, *conditions), QUICK)) for one in clause]
        left = [one for one, answer in answers if answer is None]
        done = tuple((one, answer) for one, answer in answers if answer is not None)
        if not left:
            return _nested(closed, Refuted(None, done))
        if len(left) == 1:
            conditions = (*conditions, *left[0])
            closed.append(_Cases(done, left[0]))
        else:
            opened.append((_Cases(done, ()), left))
    found = search.single(conditions, effort)
    for clause_cases, left in opened[:MOST_SPLIT] if found is None else ():
        several = clause_cases.done
        for one in left:
            answer = search.single((*conditions, *one), effort)
            if answer is None:
                break
            several = (*several, (one, answer))
        else:
            found = Refuted(None, several)
            break
    return None if found is None else _nested(closed, found)


@dataclass(frozen=True)
class _Cases:
    """A clause: the alternatives that are refuted, and the one that is left."""

    done: tuple[tuple[tuple[Condition, ...], Refuted], ...]
    left: tuple[Condition, ...]


def _nested(closed: Sequence[_Cases], innermost: Refuted) -> Refuted:
    """The cases of clauses of which one alternative was left, one within the other."""
    for each in reversed(closed):
        innermost = Refuted(None, (*each.done, (each.left, innermost)))
    return innermost

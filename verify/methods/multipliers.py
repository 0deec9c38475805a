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
from verify.methods.reals.multipliers import QUICK, Certificate, Effort, refuted
from verify.methods.reals.negation import Known, known

MOST_CLAUSES = 3  # alternatives that are taken in turn on one path
LONG = Effort()


@dataclass(frozen=True)
class Multipliers:
    """Positivstellensatz certificates on every path.

    Attributes:
        rlimit: of z3, which is asked whether a longer search is worth its time.
    """

    rlimit: int = 2_000_000
    name: str = "multipliers"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof where every path has its certificates; a point where z3 finds one."""
        try:
            found = [known(path) for path in paths(goal)]
        except (NotImplementedError, RecursionError):
            return None
        certificates = [_refuted(here, negations, QUICK) for here, negations in found]
        if not all(certificates):
            answer = Decide(self.rlimit).prove(goal, context)
            if not isinstance(answer, Proof):
                return answer
        every: list[Certificate] = []
        for (here, negations), quick in zip(found, certificates, strict=True):
            several = quick or _refuted(here, negations, LONG)
            if several is None:
                return None
            every += several
        count = sum(len(c.products) for c in every)
        degree = max(c.degree for c in every)
        enclosed = any(here.terms.enclosed for here, _ in found)
        level = Level.CERTIFIED if enclosed else Level.EXACT
        products = "1 product" if count == 1 else f"{count} products"
        return Proof(self.name, level, f"{products} of conditions add up, degree {degree}")


def _refuted(
    here: Known, negations: Sequence[Condition], effort: Effort
) -> tuple[Certificate, ...] | None:
    """Certificates against each negation, or None where one has none."""
    every: list[Certificate] = []
    for negation in negations:
        several = _one(here, negation, effort)
        if several is None:
            return None
        every += several
    return tuple(every)


def _one(here: Known, negation: Condition, effort: Effort) -> tuple[Certificate, ...] | None:
    """A certificate against a negation, or one for each alternative of a clause."""
    conditions = (negation, *here.conditions)
    single = refuted(here.ring, here.signs, conditions, effort)
    if single is not None:
        return (single,)
    if effort is QUICK:
        return None
    for clause in here.clauses[:MOST_CLAUSES]:
        several: list[Certificate] = []
        for literal in clause:
            one = refuted(here.ring, here.signs, (*conditions, *literal), QUICK)
            if one is None:
                break
            several.append(one)
        if len(several) == len(clause):
            return tuple(several)
    return None

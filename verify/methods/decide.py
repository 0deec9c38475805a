"""``decide``: z3 says that the hypotheses and the negation of the goal exclude each other.

Branches become paths, one query each; denominators are cleared by their signs; what is no
polynomial becomes a generator with facts (:mod:`verify.methods.reals.abstraction`). Whole numbers
are first any reals of their range; where that has a model that is not whole, the range is split.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from verify.language.statement import Goal
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.reals.abstraction import OPPOSITE, Abstraction, Relation
from verify.methods.reals.branches import paths
from verify.methods.reals.transcendental import understood
from verify.methods.reals.z3_terms import Answer, Attempt, Formulas

MOST_SPLITS = 12  # of the ranges of whole numbers, on one path


@dataclass(frozen=True)
class Decide:
    """Real arithmetic by z3, on every path of the goal.

    Attributes:
        rlimit: z3's resource units for one query, of which a second takes some hundred thousand;
            it may ask for memory four times a unit.
    """

    rlimit: int = 2_000_000
    name: str = "decide"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof where z3 says unsat on every path; a point where it finds one.

        The point is rational, near the model where that is irrational, and whole where a symbol
        is; it need not refute the goal: functions beyond polynomials are known by some facts only.
        """
        try:
            found = paths(goal)
            answers = [self._path(path) for path in found]
        except (NotImplementedError, RecursionError):
            return None
        suspects = [answer for answer in answers if isinstance(answer, Suspect)]
        if suspects:
            return suspects[0]
        if not all(answers):
            return None
        cases = "" if len(found) == 1 else f" in any of {len(found)} cases"
        return Proof(self.name, Level.DECIDED, f"z3 finds that no counterexample exists{cases}")

    def _path(self, path: Goal) -> bool | Suspect:
        terms, goal, _ = understood(path)
        formulas = Formulas(terms)
        ratio = goal.ratio if goal.op in ("eq", "ne") else -goal.ratio
        asked = [formulas.relation(Relation(OPPOSITE[goal.op], ratio))]
        asked += [formulas.clause(c) for c in terms.facts]
        suspect: Suspect | None = None
        queue: list[tuple[tuple[str, str, int], ...]] = [()]
        splits = 0
        while queue:
            limits = queue.pop()
            bounds = [formulas.bound(*limit) for limit in limits]
            answer = self._ask(formulas, [*asked, *bounds])
            if answer.verdict == "unsat":
                continue
            if answer.verdict == "unknown":
                return suspect or False
            suspect = suspect or _suspect(terms, answer.point)
            broken = [
                n
                for n in terms.ring.names
                if n in terms.whole & formulas.used and answer.point[n].denominator > 1
            ]
            if not broken:
                return _suspect(terms, answer.point)
            splits += 1
            if splits > MOST_SPLITS:
                return suspect
            name, value = broken[0], math.floor(answer.point[broken[0]])
            queue += [(*limits, (name, "le", value)), (*limits, (name, "ge", value + 1))]
        return True

    def _ask(self, formulas: Formulas, asked: list[str]) -> Answer:
        # nlsat decides; the general solver is quick where it succeeds, and gets a fraction.
        answer = formulas.ask(asked, Attempt("qfnra-nlsat", self.rlimit, 4 * self.rlimit))
        if answer.verdict == "unknown":
            answer = formulas.ask(asked, Attempt("smt", self.rlimit // 10, self.rlimit))
        return answer


def _suspect(terms: Abstraction, values: Mapping[str, Fraction]) -> Suspect:
    near = {n: Fraction(round(v)) if n in terms.whole else v for n, v in values.items()}
    return Suspect(terms.point(near))

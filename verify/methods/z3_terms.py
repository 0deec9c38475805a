"""Clauses over quotients of polynomials as z3 formulas, and what z3 says of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.methods.abstraction import Abstraction, Clause, Relation
from verify.methods.polynomials import coefficients

MEGABYTES = 2000
SEED = 0


@dataclass(frozen=True)
class Answer:
    """``unsat``, ``sat`` with a rational point near a model, or ``unknown``."""

    verdict: str
    point: Mapping[str, Fraction]


class Formulas:
    """z3 terms of one goal, in a z3 context of their own: what ran before leaves no trace."""

    def __init__(self, terms: Abstraction) -> None:
        import z3

        self.z3 = z3
        self.context = z3.Context()
        self.ring = ring = terms.ring
        self.sign = terms.sign
        self.terms = {name: z3.Real(f"x{i}", self.context) for i, name in enumerate(ring.names)}
        self.used: set[str] = set()

    def polynomial(self, polynomial: Any) -> Any:
        """A polynomial as a z3 term."""
        z3 = self.z3
        parts = []
        for powers, c in coefficients(polynomial):
            factors = [] if c == 1 and any(powers) else [z3.RealVal(str(c), self.context)]
            for name, power in zip(self.ring.names, powers, strict=True):
                if power:
                    self.used.add(name)
                    factors += [self.terms[name]] * power
            parts.append(z3.Product(factors) if len(factors) > 1 else factors[0])
        if not parts:
            return z3.RealVal(0, self.context)
        return z3.Sum(parts) if len(parts) > 1 else parts[0]

    def relation(self, relation: Relation) -> Any:
        """A relation; where its denominator is zero it counts as true: nothing is claimed there."""
        z3, zero = self.z3, self.z3.RealVal(0, self.context)
        top, bottom = self.polynomial(relation.ratio.top), relation.ratio.bottom
        compare = {
            "ge": lambda t: t >= zero,
            "gt": lambda t: t > zero,
            "eq": lambda t: t == zero,
            "ne": lambda t: t != zero,
        }[relation.op]
        if self.sign(bottom) == "gt":
            return compare(top)
        below = self.polynomial(bottom)
        if relation.op in ("eq", "ne"):
            return z3.Or(below == zero, compare(top))
        return z3.Or(
            below == zero,
            z3.And(below > zero, compare(top)),
            z3.And(below < zero, compare(-top)),
        )

    def clause(self, clause: Clause) -> Any:
        """One of the relations."""
        literals = [self.relation(r) for r in clause]
        return self.z3.Or(literals) if len(literals) > 1 else literals[0]

    def signs(self) -> list[Any]:
        """The signs of the generators that were used."""
        zero = self.z3.RealVal(0, self.context)
        found = []
        for name in self.ring.names:
            sign = self.ring.signs.get(name, "real")
            if name in self.used and sign != "real":
                term = self.terms[name]
                found.append(term > zero if sign == "positive" else term >= zero)
        return found

    def bound(self, name: str, op: str, value: int) -> Any:
        """``name <= value`` (le) or ``name >= value`` (ge)."""
        term = self.terms[name]
        return term <= value if op == "le" else term >= value

    def ask(self, formulas: Iterable[Any], rlimit: int, tactic: str) -> Answer:
        """What z3 says of the conjunction within ``rlimit`` of its resource units."""
        z3 = self.z3
        if tactic == "smt":
            solver = z3.SimpleSolver(ctx=self.context)
            solver.set("random_seed", SEED)
        else:
            solver = z3.Tactic(tactic, ctx=self.context).solver()
        solver.set("rlimit", rlimit)
        solver.set("max_memory", MEGABYTES)
        solver.add(*formulas, *self.signs())
        try:
            verdict = str(solver.check())
        except z3.Z3Exception:
            return Answer("unknown", {})
        if verdict != "sat":
            return Answer(verdict, {})
        model = solver.model()
        default = {"positive": Fraction(1)}
        return Answer(
            "sat",
            {
                name: self._value(model, term)
                if name in self.used
                else default.get(self.ring.signs.get(name, "real"), Fraction(0))
                for name, term in self.terms.items()
            },
        )

    def _value(self, model: Any, term: Any) -> Fraction:
        value = model.eval(term, model_completion=True)
        if self.z3.is_algebraic_value(value):
            value = value.approx(30)
        if not self.z3.is_rational_value(value):
            return Fraction(0)
        return Fraction(value.numerator_as_long(), value.denominator_as_long())


"""Identities: the difference of two formulas reduced to zero symbolically, or an exact witness."""

import dataclasses
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy

from verify.checks.base import Check, Control, Formula
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.checks.mutation import entries, mutated
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Identity(Check):
    """``lhs(**symbols) == rhs(**symbols)`` for all values of the symbols.

    Attributes:
        lhs, rhs: formulas over any number type; scalars or tuples of tuples.
        symbols: sympy assumption of each symbol: ``positive``, ``nonnegative``, ``real``,
            ``fraction`` (in (0, 1)).
        instance: a point where both sides are defined, for covariance and as first witness.
        general: why finitely many symbols settle every dimension, where the statement has one.
        consequence: what a failure means, for the summary.
    """

    lhs: Formula
    rhs: Formula
    symbols: Mapping[str, str]
    instance: Mapping[str, Any] = field(default_factory=dict)
    general: str = ""
    consequence: str = ""

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        common = self.labels()
        if witness := self._witness(context):
            point, left, right, place = witness
            return Evidence(
                **common,
                level=Level.EXACT,
                outcome=Outcome.FAILS,
                summary=f"not an identity: {left} against {right}{place}"
                + (f"; {self.consequence}" if self.consequence else "."),
                instance=point,
                measured=left,
                bound=right,
                seconds=time.perf_counter() - start,
            )
        reduced = self._reduces()
        return Evidence(
            **common,
            level=Level.EXACT,
            scope=Scope.ALL,
            outcome=Outcome.HOLDS if reduced else Outcome.INCONCLUSIVE,
            summary="the difference of both sides reduces to 0"
            + (f"; {self.general}" if self.general else "")
            + "."
            if reduced
            else "no witness found, and the difference was not reduced to 0.",
            seconds=time.perf_counter() - start,
        )

    def mutations(self, context: Context) -> Iterator[Control]:
        point = self._points(context)[0]
        for name, formula in mutated(self.rhs, list(self.symbols)):
            if _differ(self.lhs, formula, point):
                check = dataclasses.replace(self, rhs=formula, controls=())
                yield Control(name, check, Outcome.FAILS, lambda: True)

    def sides(self) -> tuple[Formula, Formula, Mapping[str, Any]] | None:
        return (self.lhs, self.rhs, self.instance) if self.instance else None

    def _points(self, context: Context) -> list[dict[str, Any]]:
        rng = context.named("witness").rng()
        points = [dict(self.instance)] if self.instance else []
        for _ in range(6):
            points.append({s: _draw(kind, rng) for s, kind in self.symbols.items()})
        return points

    def _witness(self, context: Context) -> tuple[dict[str, Any], str, str, str] | None:
        """An exact point where the sides differ (rational arithmetic, roots by sympy)."""
        for point in self._points(context):
            exact = {s: sympy.Rational(str(Fraction(v))) for s, v in point.items()}
            left, right = entries(self.lhs(**exact)), entries(self.rhs(**exact))
            if len(left) != len(right):
                return point, f"{len(left)} entries", f"{len(right)} entries", ""
            for i, (a, b) in enumerate(zip(left, right, strict=True)):
                gap = sympy.N(a - b, 30)
                # A side without a value (a pole) agrees with nothing.
                if not gap.is_finite or abs(gap) > sympy.Rational(1, 10**20):
                    place = f" in entry {i}" if len(left) > 1 else ""
                    return point, str(a), str(b), place
        return None

    def _reduces(self) -> bool:
        symbols = {s: _symbol(s, kind) for s, kind in self.symbols.items()}
        left, right = entries(self.lhs(**symbols)), entries(self.rhs(**symbols))
        return all(reduces_to_zero(a - b) for a, b in zip(left, right, strict=True))


def reduces_to_zero(difference: Any) -> bool:
    """Whether sympy reduces an expression to 0, by the cheapest route that does."""
    difference = sympy.sympify(difference)
    routes = (sympy.expand, sympy.ratsimp, sympy.simplify)
    return any(reduce(difference) == 0 for reduce in routes)


def _differ(lhs: Formula, rhs: Formula, point: Mapping[str, Any]) -> bool:
    """Floating point route: the sides differ visibly at the point."""
    try:
        floats = {s: float(v) for s, v in point.items()}
        left, right = entries(lhs(**floats)), entries(rhs(**floats))
    except (ArithmeticError, ValueError, TypeError):
        return False
    return any(
        abs(complex(a) - complex(b)) > 1e-6 * (1 + abs(complex(a)))
        for a, b in zip(left, right, strict=False)
    )


def _symbol(name: str, kind: str) -> sympy.Symbol:
    if kind == "fraction":
        return sympy.Symbol(name, positive=True)
    return sympy.Symbol(name, **{kind: True})


def _draw(kind: str, rng: Any) -> Any:
    if kind in ("integer", "natural"):
        return int(rng.integers(1, 9))
    if kind == "fraction":
        return Fraction(int(rng.integers(1, 12)), 12)
    value = Fraction(int(rng.integers(1, 25)), int(rng.integers(1, 9)))
    return value if kind in ("positive", "nonnegative") or rng.random() < 0.5 else -value

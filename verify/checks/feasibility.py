"""Whether hypotheses can hold: in one of the paper's settings, or at all."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Hypothesis(Check):
    """``satisfied(**parameters)`` decides, exactly, whether hypotheses hold in a setting.

    Attributes:
        satisfied: the hypotheses, as a predicate; or a pair (measured, bound).
        parameters: the setting's numbers.
        when_not: outcome where they do not hold: ``fails`` for an assumption or a feasibility
            claim, ``hypotheses-empty`` for the hypotheses of a theorem, ``worthless`` for a bound
            above the trivial one.
        says: the finding in words, for either case.
        level: ``exact`` unless the predicate uses floating point.
    """

    satisfied: Callable[..., Any]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    when_not: Outcome = Outcome.FAILS
    says: tuple[str, str] = ("satisfied", "not satisfied")
    level: Level = Level.EXACT

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        answer = self.satisfied(**self.parameters)
        measured, bound = answer if isinstance(answer, tuple) else (None, None)
        good = measured <= bound if measured is not None else bool(answer)
        numbers = (
            f" ({float(measured):.4g} against {float(bound):.4g})" if bound is not None else ""
        )
        return Evidence(
            **self.labels(),
            level=self.level,
            scope=Scope.ALL,
            outcome=Outcome.HOLDS if good else self.when_not,
            summary=(self.says[0] if good else self.says[1]) + numbers + ".",
            instance={n: str(v) for n, v in self.parameters.items()},
            measured=measured,
            bound=bound,
            seconds=time.perf_counter() - start,
        )

"""Sequential Monte Carlo for a mean: more runs until the question is decided or the budget ends."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from verify.checks import intervals
from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Expectation(Check):
    """The mean of a simulated quantity against a bound (``at_most``) or a value (``equals``).

    Stage k uses the error level ``6 level / (pi^2 k^2)``, so that stopping at the first decided
    stage keeps the total error below the check's level (union bound over stages).

    Attributes:
        sample: (runs, seed) -> array of shape (runs,); equal seeds give equal values.
        at_most, equals: what the mean is compared with; exactly one of them.
        bounded: known range of the variable: empirical Bernstein interval, valid without further
            assumption.
        nonnegative: a refutation then rests on the truncated mean, valid without assumption;
            support rests on the normal interval and is marked asymptotic.
        margin: relative half-width at which an equality counts as supported.
        budget: largest number of runs in the three modes.
    """

    sample: Callable[[int, int], np.ndarray]
    at_most: float | None = None
    equals: float | None = None
    bounded: tuple[float, float] | None = None
    nonnegative: bool = False
    margin: float = 0.05
    budget: tuple[int, int, int] = (4000, 40000, 400000)

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        target = self.at_most if self.at_most is not None else self.equals
        if target is None:
            raise ValueError("an expectation must have at_most or equals. Found neither.")
        values = np.empty(0)
        limit = context.pick(*self.budget)
        runs, stage, outcome = min(1000, limit), 0, Outcome.INCONCLUSIVE
        low, high, test = -math.inf, math.inf, ""
        while outcome is Outcome.INCONCLUSIVE and len(values) < limit:
            stage += 1
            values = np.concatenate(
                [values, self.sample(runs, context.stream_seed % 2**31 + stage)]
            )
            level = 6 * context.level / (math.pi * stage) ** 2
            low, high, test = self._interval(values, level)
            outcome = self._decide(low, high, target)
            runs = min(len(values), limit - len(values))
        mean = float(np.mean(values))
        relation = "at most" if self.at_most is not None else "equal to"
        return Evidence(
            **self.labels(),
            level=Level.STATISTICAL,
            outcome=outcome,
            summary=f"mean {mean:.4g} in [{low:.4g}, {high:.4g}] should be {relation} "
            f"{target:.4g} ({len(values)} runs, {test}).",
            measured=mean,
            bound=target,
            tightness=mean / target if target > 0 else None,
            witness={"interval": [low, high], "test": test, "runs": len(values)},
            seconds=time.perf_counter() - start,
        )

    def _interval(self, values: np.ndarray, level: float) -> tuple[float, float, str]:
        if self.bounded is not None:
            low, high = intervals.empirical_bernstein(values, *self.bounded, level)
            return low, high, "empirical Bernstein"
        low, high = intervals.normal(values, level)
        if self.nonnegative:
            # The first tenth fixes the cap, the rest is independent of it.
            pilot, rest = values[: len(values) // 10], values[len(values) // 10 :]
            cap = 8 * float(np.mean(pilot)) + 1e-300
            return (
                intervals.nonnegative_lower(rest, cap, level),
                high,
                "truncated mean below, asymptotic normal above",
            )
        return low, high, "asymptotic normal"

    def _decide(self, low: float, high: float, target: float) -> Outcome:
        # A refutation may rest on a limit only where that limit is valid without assumption.
        refuted_below = low > target and (self.bounded is not None or self.nonnegative)
        refuted_above = self.at_most is None and high < target and self.bounded is not None
        if refuted_below or refuted_above:
            return Outcome.FAILS
        if self.at_most is not None:
            return Outcome.HOLDS if high <= target else Outcome.INCONCLUSIVE
        if not low <= target <= high:
            return Outcome.INCONCLUSIVE
        return (
            Outcome.HOLDS if high - low <= 2 * self.margin * abs(target) else Outcome.INCONCLUSIVE
        )

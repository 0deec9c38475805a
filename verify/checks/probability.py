"""Sequential Monte Carlo for a probability, by exact binomial intervals."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome
from verify.checks.intervals import clopper_pearson
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Probability(Check):
    """P(event) is at least ``at_least`` and at most ``at_most``.

    Attributes:
        event: (runs, seed) -> boolean array of shape (runs,).
        at_least, at_most: the limits that the statement gives.
        budget: largest number of runs in the three modes.
    """

    event: Callable[[int, int], np.ndarray]
    at_least: float = 0.0
    at_most: float = 1.0
    budget: tuple[int, int, int] = (4000, 40000, 400000)

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        hits = count = stage = 0
        limit = context.pick(*self.budget)
        runs, outcome = min(1000, limit), Outcome.INCONCLUSIVE
        low, high = 0.0, 1.0
        while outcome is Outcome.INCONCLUSIVE and count < limit:
            stage += 1
            events = self.event(runs, context.stream_seed % 2**31 + stage)
            hits, count = hits + int(np.sum(events)), count + runs
            low, high = clopper_pearson(hits, count, 6 * context.level / (math.pi * stage) ** 2)
            if low >= self.at_least and high <= self.at_most:
                outcome = Outcome.HOLDS
            elif high < self.at_least or low > self.at_most:
                outcome = Outcome.FAILS
            runs = min(count, limit - count)
        return Evidence(
            **self.labels(),
            level=Level.STATISTICAL,
            outcome=outcome,
            summary=f"frequency {hits / count:.4g} in [{low:.4g}, {high:.4g}] against "
            f"[{self.at_least:.4g}, {self.at_most:.4g}] ({count} runs, Clopper-Pearson).",
            measured=hits / count,
            bound=self.at_least if self.at_least > 0 else self.at_most,
            witness={"interval": [low, high], "test": "Clopper-Pearson", "runs": count},
            seconds=time.perf_counter() - start,
        )

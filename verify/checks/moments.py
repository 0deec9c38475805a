"""Two independent routes to one quantity, compared at many instances."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.checks.base import Check
from verify.checks.cases import _text
from verify.checks.evidence import Evidence, Level, Outcome
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Routes(Check):
    """``first(**case)`` and ``second(**case)`` agree to a derived relative tolerance.

    Attributes:
        cases: the instances.
        first, second: the two routes; floats or arrays of one shape.
        tolerance: relative tolerance, derived from the arithmetic of the routes.
        meaning: what the agreement says.
    """

    cases: Callable[[Context], Iterable[Mapping[str, Any]]]
    first: Callable[..., Any]
    second: Callable[..., Any]
    tolerance: float
    meaning: str

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        worst, count = 0.0, 0
        where: Mapping[str, Any] = {}
        for case in self.cases(context):
            a, b = np.asarray(self.first(**case), float), np.asarray(self.second(**case), float)
            scale = max(float(np.max(np.abs(a))), float(np.max(np.abs(b))), 1e-300)
            gap = float(np.max(np.abs(a - b))) / scale
            count += 1
            if gap >= worst:
                worst, where = gap, case
        holds = worst <= self.tolerance
        return Evidence(
            **self.labels(),
            level=Level.NUMERIC,
            outcome=Outcome.HOLDS if holds else Outcome.FAILS,
            summary=f"{self.meaning}: the routes differ by at most {worst:.2g} (relative) in "
            f"{count} instances, tolerance {self.tolerance:.0e}.",
            instance={n: _text(v) for n, v in where.items()},
            measured=worst,
            bound=self.tolerance,
            seconds=time.perf_counter() - start,
        )

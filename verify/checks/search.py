"""Search for the worst instance where a domain of named numbers is not enough."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.checks.base import Check
from verify.checks.cases import _text
from verify.checks.evidence import Evidence, Level, Outcome
from verify.checks.inequality import ROUNDING, ratio_of
from verify.context import Context

Instance = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Search(Check):
    """The largest measured/bound over instances that are proposed and improved at random.

    Attributes:
        propose: a random instance (adversarial laws first).
        measure: (measured, bound) at an instance.
        move: a random neighbour at a given step size in (0, 1], or None for no refinement.
        exact: the same measurement in rational arithmetic at a nearby instance, for the witness:
            returns (instance, measured, bound), or None when no rational instance violates.
        budget: instances visited in the three modes.
    """

    propose: Callable[[np.random.Generator], Instance]
    measure: Callable[[Instance], tuple[float, float]]
    move: Callable[[Instance, np.random.Generator, float], Instance] | None = None
    exact: Callable[[Instance], tuple[Instance, Any, Any] | None] | None = None
    consequence: str = ""
    budget: tuple[int, int, int] = (200, 1000, 10000)

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        rng = context.named("search").rng()
        best, sides = -np.inf, (0.0, 0.0)
        best_instance: Instance = {}
        tries = context.pick(*self.budget)
        step = 0.5
        for i in range(tries):
            if self.move is not None and i > tries // 3 and best_instance:
                candidate = self.move(best_instance, rng, step)
                step = max(step * 0.995, 1e-4)
            else:
                candidate = self.propose(rng)
            measured, bound = self.measure(candidate)
            ratio = ratio_of(measured, bound)
            if ratio > best:
                best, best_instance, sides = ratio, candidate, (measured, bound)
        common = self.labels() | {"tightness": float(best)}
        where = ", ".join(f"{n}={_text(v)}" for n, v in best_instance.items())
        if best <= 1 + ROUNDING:
            return Evidence(
                **common,
                level=Level.NUMERIC,
                outcome=Outcome.HOLDS,
                summary=f"no violation in {tries} instances; largest measured/bound {best:.4g} "
                f"at {where}.",
                instance={n: _text(v) for n, v in best_instance.items()},
                measured=sides[0],
                bound=sides[1],
                seconds=time.perf_counter() - start,
            )
        found = self.exact(best_instance) if self.exact else None
        level = Level.EXACT if found else Level.NUMERIC
        instance, measured, bound = found or (best_instance, *sides)
        return Evidence(
            **common,
            level=level,
            outcome=Outcome.FAILS,
            summary=f"{_text(measured)} > {_text(bound)} at "
            + ", ".join(f"{n}={_text(v)}" for n, v in instance.items())
            + (f"; {self.consequence}" if self.consequence else "."),
            instance={n: _text(v) for n, v in instance.items()},
            measured=measured,
            bound=bound,
            seconds=time.perf_counter() - start,
        )

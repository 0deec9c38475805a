"""Exact enumeration: a predicate decided in rational arithmetic on listed instances."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Cases(Check):
    """``holds(**case)`` for every case; the first failing case, in the given order, is the witness.

    Attributes:
        cases: the instances, smallest first (a callable, so that nothing is computed at import).
        holds: the statement at one instance, decided exactly; or a pair (measured, bound), read
            as measured <= bound.
        complete: why the cases settle the whole quantifier range, or "" for a sample.
        level: ``exact`` unless the predicate rests on ball arithmetic or floating point.
        success, failure: how the finding reads.
    """

    cases: Callable[[Context], Iterable[Mapping[str, Any]]]
    holds: Callable[..., Any]
    complete: str = ""
    level: Level = Level.EXACT
    success: str = "holds in every case"
    failure: str = "fails"

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        common = self.labels() | {"level": self.level}
        count, worst = 0, None
        where: Mapping[str, Any] = {}
        for case in self.cases(context):
            count += 1
            answer = self.holds(**case)
            good, ratio, sides = _read(answer)
            if not good:
                return Evidence(
                    **common,
                    outcome=Outcome.FAILS,
                    summary=self.failure
                    + f" ({', '.join(f'{n}={_text(v)}' for n, v in case.items())}"
                    + (f": {_text(sides[0])} > {_text(sides[1])})." if sides else ")."),
                    instance={n: _text(v) for n, v in case.items()},
                    measured=sides[0] if sides else None,
                    bound=sides[1] if sides else None,
                    tightness=ratio,
                    seconds=time.perf_counter() - start,
                )
            if ratio is not None and (worst is None or ratio > worst):
                worst, where = ratio, case
        why = f": {self.complete}" if self.complete else ""
        tight = f"; largest measured/bound {worst:.4g}" if worst is not None else ""
        return Evidence(
            **common,
            scope=Scope.ALL if self.complete else Scope.SAMPLED,
            outcome=Outcome.HOLDS if count else Outcome.INCONCLUSIVE,
            summary=f"{self.success} ({count} cases{why}){tight}.",
            instance={n: _text(v) for n, v in where.items()},
            tightness=worst,
            seconds=time.perf_counter() - start,
        )


def _read(answer: Any) -> tuple[bool, float | None, tuple[Any, Any] | None]:
    if isinstance(answer, tuple):
        left, right = answer
        ratio = float(left) / float(right) if float(right) > 0 else None
        return bool(left <= right), ratio, (left, right)
    return bool(answer), None, None


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(_text(v) for v in value)})"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    if len(text) <= 60:
        return text
    return f"about {float(value):.6g}" if isinstance(value, Fraction) else f"{text[:57]}..."

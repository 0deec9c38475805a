"""The worst law of a deviation: the time of one point, with its certificate; one thread."""

from fractions import Fraction

from threadpoolctl import threadpool_limits

from benchmarks.harness import Row, interleaved
from dptheory.distributions.worst_law import Clip, Normalise, certify, drift, solve

BUDGET = 5e-3  # seconds a point


def worst_laws() -> list[Row]:
    """Budget over the time of a point, in floats and in rational arithmetic."""
    problems = [
        drift(rule(Fraction(scale)), Fraction(s), Fraction(1), Fraction(1, 4), Fraction(1, 20))
        for rule in (Clip, Normalise)
        for scale in ("1/10", "8/5", "64/5")
        for s in ("1/10", "3/2", "10")
    ]
    cases = [("in floats", solve), ("with a certificate", certify)]
    with threadpool_limits(1):
        times = interleaved(
            [
                (lambda call=call: [call(problem) for problem in problems], len(problems))  # type: ignore[misc]
                for _, call in cases
            ]
        )
    return [
        Row(
            f"worst law of a deviation, {name} ({seconds * 1e3:.2g} ms)",
            BUDGET / seconds,
            "5 ms",
            1,
        )
        for (name, _), seconds in zip(cases, times, strict=True)
    ]

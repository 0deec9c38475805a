r"""What the exact weights of the last iterate are worth.

``python -m benchmarks.studies.last_iterate``.

1. L = 1, step 1/L: the sum of the weights of gradient descent's noise over T = kappa iterations,
   and the weight 10 iterations before the last: exact, attained by runs on the worst functions,
   by a rate, and by the argument of Zamani and Glineur (2023) and Liu and Zhou (2024), which at
   1/L and mu = 0 gives 1/2 at the last iteration and 1/(k+1) k iterations before it.
2. At a fixed sum of 1/sigma_t^2: the noise part of the worst case under equal noise, and under
   the best schedule for the weights by a rate, by that under the best schedule.
3. Gradient descent at 1/L on the problems of :mod:`.tuned_runs`: the noise part of the
   worst case and the measured mean of F(x_T) - F*, for three schedules of one pure budget.

The exit status is 1 where a run ends above the worst case, or the worst functions do not attain it.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.studies.bounds_and_errors import row
from benchmarks.studies.tuned_runs import Array, Case, cancer, digits, losses, section_5
from dptheory.bounds import last_iterate, strongly_convex
from dptheory.bounds.strongly_convex import LinearBound
from dptheory.tuning.geometric import proposal

KAPPAS = (10, 100, 1000)
ATTAINED = 1e-9  # the relative difference of two ends
TIMES = 2  # of a problem's kappa: its iterations
EPSILON = 10.0


def weights(kappa: int) -> tuple[Array, Array, Array]:
    """Exact, attained and by a rate, of T = kappa iterations, the first one's first."""
    mu = 1 / kappa
    exact = np.array(last_iterate.gradient(1.0, mu, 1.0, kappa).noise_weights)
    lower = np.array([last_iterate.attained(1.0, mu, 1.0, k) for k in reversed(range(kappa))])
    by_rate = np.array([(1 - mu) ** (2 * k) / 2 for k in reversed(range(kappa))])
    return exact, lower, by_rate


def cost(of: Array, schedule_for: Array) -> float:
    """The sum of weights times sigma^2 under a schedule's best sigma, the sum of 1/sigma^2 is 1."""
    root = np.sqrt(schedule_for)
    return float(np.sum(of / root) * np.sum(root))


def by_formula() -> tuple[list[str], bool]:
    """The first two tables as one."""
    lines = [
        f"{'':>7}{'sum of the weights':>38}{'10 before the last':>20}{'by the best schedule':>23}",
        f"{'kappa':>7}{'exact':>8}{'attained':>10}{'means':>8}{'by a rate':>12}"
        f"{'exact':>10}{'by a rate':>10}{'equal':>10}{'for a rate':>13}",
    ]
    holds = True
    for kappa in KAPPAS:
        exact, lower, by_rate = weights(kappa)
        holds = holds and bool(np.all(np.abs(lower / exact - 1) < ATTAINED))
        means = 0.5 + sum(1 / (k + 1) for k in range(1, kappa))
        before = max(0, kappa - 11)
        best = cost(exact, exact)
        lines.append(
            f"{kappa:>7}{exact.sum():>8.3f}{lower.sum():>10.3f}{means:>8.2f}{by_rate.sum():>12.1f}"
            f"{exact[before]:>10.4f}{by_rate[before]:>10.3f}"
            f"{cost(exact, np.ones(kappa)) / best:>10.2f}{cost(exact, by_rate) / best:>13.2f}"
        )
    return lines, holds


def schedules(case: Case) -> Iterator[tuple[str, LinearBound]]:
    """Three sets of weights: the schedule is the best for them."""
    known = case.tuned
    T = math.ceil(TIMES * known.smoothness / known.mu)
    at = 1 / known.smoothness, known.mu, known.smoothness, T
    exact = last_iterate.gradient(*at)
    yield "equal", replace(exact, noise_weights=(1.0,) * T)
    yield "for a rate", strongly_convex.Geometric(1.0, (1 - at[0] * at[1]) ** 2, 1.0).linear(T)
    yield "exact", exact


def by_runs(cases: Sequence[Case]) -> tuple[list[str], bool]:
    """The third table."""
    lines = [f"{'problem':<16}{'T':>7}  {'schedule':<12}{'worst noise':>12}{'error':>10}{'+-':>7}"]
    holds = True
    for case in cases:
        asked = replace(case.tuned, epsilon=EPSILON)
        noise = asked.noise()
        *_, (_, exact) = schedules(case)
        for name, bound in schedules(case):
            at: dict[str, object] = {"alpha": 1 / asked.smoothness, "beta": 0.0}
            made = proposal(asked, noise, "gradient", bound, at)
            moments = made.moments(asked)
            worst = float(exact.value(asked.gap, moments))
            part = worst - float(exact.initial) * asked.gap
            found = row(case, EPSILON, replace(made, bound=worst), losses(case, made, jobs=2))
            holds = holds and found.interval[0] <= worst
            lines.append(
                f"{case.name:<16}{made.iterations:>7}  {name:<12}{part:>12.3g}"
                f"{found.error:>10.3g}{found.half:>6.1f}%"
            )
    return lines, holds


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables."""
    tables = by_formula(), by_runs([section_5(), cancer(), digits()])
    print("\n\n".join("\n".join(lines) for lines, _ in tables))
    return int(not all(holds for _, holds in tables))


if __name__ == "__main__":
    sys.exit(main())

"""Certified rates: per point against bisection, and a map that is worth two workers."""

import time
from fractions import Fraction
from functools import partial

import numpy as np

from benchmarks.speed.baselines import bisection, clarabel_margin
from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import largest, row_of_parts
from dptheory import heavy_ball
from dptheory.lyapunov import RateMap, heavy_ball_feasible, rate_map

MU, SMOOTHNESS = 1, 10
SIDE = 320  # points; smaller maps start no workers


def grid(points: int) -> tuple[list[Fraction], list[Fraction]]:
    """Step sizes with alpha L in (0, 4] and momenta in [0, 1), as ``rate --grid`` takes them."""
    alphas = [Fraction(4 * (i + 1), points) / SMOOTHNESS for i in range(points)]
    return alphas, [Fraction(j, points) for j in range(points)]


def per_point() -> list[Row]:
    """Solve and certify feasible points, against bisection to the same accuracy."""
    alphas, betas = grid(60)
    inside = [(a, b) for a in alphas for b in betas if heavy_ball_feasible(a, b, MU, SMOOTHNESS)]
    rng = np.random.default_rng(0)
    few = [inside[i] for i in rng.choice(len(inside), 6, replace=False)]
    # A column of feasible points for the library: its batch entry takes a grid.
    momenta = sorted({b for a, b in inside if a == alphas[0]})
    steps = alphas[:8]

    def ours() -> object:
        return rate_map(steps, momenta, MU, SMOOTHNESS, inequality="paper")

    def bisected() -> None:
        for a, b in few:
            bisection(heavy_ball(float(a), float(b)), MU, SMOOTHNESS, clarabel_margin)

    found, direct = interleaved([(ours, len(steps) * len(momenta)), (bisected, len(few))])
    name = "heavy-ball rate with exact certificate, a point"
    return [row_of_parts(name, ours, found, "Clarabel's own API, bisection", direct)]


def whole_map() -> list[Row]:
    """Wall time of a map at kappa = 10: one core and two."""
    alphas, betas = grid(SIDE)
    calls = [(partial(map_of, alphas, betas, jobs), 1) for jobs in (1, 2)]
    one, two = interleaved(calls, rounds=2, clock=time.perf_counter)
    certified = int((map_of(alphas, betas, 2).status == "feasible").sum())
    part, share = largest(partial(map_of, alphas[::10], betas[::10], 1))
    name = f"{SIDE}x{SIDE} map, {certified} points certified, two workers"
    half = f"two cores: half of one worker's time; each spends {100 * share:.0f} % on {part}"
    return [Row(name, two, "one worker, wall time", one, half, one / 2)]


def map_of(alphas: list[Fraction], betas: list[Fraction], jobs: int) -> RateMap:
    """The map of heavy-ball rates."""
    return rate_map(alphas, betas, MU, SMOOTHNESS, inequality="paper", jobs=jobs)


def rates() -> list[Row]:
    """All rows."""
    return [*per_point(), *whole_map()]

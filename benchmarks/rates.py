"""Certified rates: per point against bisection, and the 200 x 200 map."""

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from benchmarks.baselines import Parametrised, bisection, clarabel_margin
from benchmarks.harness import Row, interleaved
from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.exact import lmi_holds
from dptheory.lyapunov.grid import rate_map
from dptheory.methods import heavy_ball
from verify import kernel

MU, SMOOTHNESS = 1, 10


def grid(points: int) -> tuple[list[Fraction], list[Fraction]]:
    """Step sizes with alpha L in (0, 4] and momenta in [0, 1), as ``dptheory map`` takes them."""
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
    program = Parametrised()

    def baseline(margin: Callable[[list[np.ndarray]], float]) -> Callable[[], object]:
        return lambda: [
            bisection(heavy_ball(float(a), float(b)), MU, SMOOTHNESS, margin) for a, b in few
        ]

    ours, direct, cvx = interleaved(
        [
            (
                lambda: rate_map(steps, momenta, MU, SMOOTHNESS, jobs=1),
                len(steps) * len(momenta),
            ),
            (baseline(clarabel_margin), len(few)),
            (baseline(program.margin), len(few)),
        ]
    )
    name = f"heavy-ball rate with exact certificate ({ours * 1e6:.0f} us a point)"
    return [
        Row(name, direct / ours, f"Clarabel's own API, bisection ({direct * 1e3:.1f} ms)", 150),
        Row(name, cvx / ours, f"parametrised cvxpy, bisection ({cvx * 1e3:.0f} ms)", 1500),
    ]


def whole_map() -> list[Row]:
    """Wall time of the 200 x 200 map at kappa = 10 on two cores, with both exact tests."""
    alphas, betas = grid(200)
    rate_map(alphas[:2], betas[:2], MU, SMOOTHNESS, jobs=2)
    rows = []
    for label, test in (("library's", lmi_holds), ("kernel's", kernel.rate_holds)):
        start = time.perf_counter()
        found = rate_map(alphas, betas, MU, SMOOTHNESS, jobs=2, certify=test)
        seconds = time.perf_counter() - start
        certified = int((found.status == "feasible").sum())
        rows.append(
            Row(
                f"200x200 map, {certified} points certified by the {label} test ({seconds:.1f} s)",
                10 / seconds,
                "10 s on two cores",
                1,
            )
        )
    return rows

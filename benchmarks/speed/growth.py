"""``python -m benchmarks.speed.growth``: how the time of the rows grows with n, d, T and runs.

For every work one size at a time takes four values, each twice the one before, in one interleaved
run; the exponent is the slope of log time against log size (least squares). An exponent of 1 is
proportional cost; below it a fixed part of the call still counts, above it memory does.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.speed.harness import interleaved, machine, show
from dptheory import smoothing
from dptheory.gradients.grouping import of_coordinates
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import mean_of_bounded
from dptheory.memory import optimal_groupings
from dptheory.methods import heavy_ball
from dptheory.optimizers import adam
from dptheory.optimizers.adam import Adam, AdamState
from dptheory.optimizers.private import dp_nsgd
from dptheory.problems.logistic import synthetic
from dptheory.problems.nonconvex import separable, tilted
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation import Noise, expected_loss, simulate
from dptheory.simulation.nonconvex import descend

Call = Callable[[], object]
METHOD = heavy_ball(0.1, 0.5)
DOUBLINGS = 4


def _logistic(n: int, d: int, runs: int) -> Call:
    problem, noise = synthetic(n, d, 0.01, seed=0), Noise("gaussian", 0.01)
    start = np.zeros(d)
    return partial(simulate, problem, METHOD, noise, start, 20, runs=runs, seed=0, record=[20])


def _quadratic(d: int, T: int, runs: int) -> Call:
    problem = from_spectrum(np.linspace(1, 10, d).tolist())
    start, noise = np.ones(d), Noise("laplace", 0.1)
    return partial(simulate, problem, METHOD, noise, start, T, runs=runs, seed=0, record=[T])


def _moments(d: int, T: int) -> Call:
    problem = from_spectrum(np.linspace(1, 10, d).tolist())
    return partial(expected_loss, problem, METHOD, 0.02, np.ones(d), T)


def _smoothing(d: int) -> Call:
    vector = np.random.default_rng(0).standard_normal(d)
    return partial(smoothing.solve_recursive, vector, 10.0)


def _adam(d: int) -> Call:
    x, m, v, g = np.random.default_rng(0).random((4, d))
    return partial(adam.update, Adam(1e-3), AdamState(x, m, v, 4), g)


def _clipped(n: int, d: int) -> Call:
    gradients = np.random.default_rng(0).standard_normal((n, d))
    return partial(mean_of_bounded, gradients, PerSample("clip", (1.0,)))


def _grouped(apart: bool, n: int, d: int) -> Call:
    gradients = np.random.default_rng(0).standard_normal((n, d))
    cuts = np.arange(d).reshape(100, -1)
    rule = of_coordinates(cuts.reshape(-1, 100).T if apart else cuts, 1.0).rule("abadi")
    return partial(mean_of_bounded, gradients, rule)


def _normalised(n: int, d: int, T: int, runs: int) -> Call:
    problem = tilted(separable("ripple", d), n, tau0=0.5, tau1=0.2, seed=0)
    method = dp_nsgd(0.01, 0.1, noise_multiplier=1.0, on="sum")
    size = min(100, n)
    return partial(descend, problem, method, np.ones(d), T, runs=runs, seed=0, batch_size=size)


def _layers(n: int) -> Call:
    sizes = list(range(1, n + 1))
    return partial(optimal_groupings, sizes, sizes)


# A work, and the first of its sizes: the others are twice, four and eight times as large.
WORKS: dict[str, tuple[Callable[..., Call], Mapping[str, int]]] = {
    "20 logistic steps on all records": (_logistic, {"n": 12_500, "d": 8, "runs": 8}),
    "heavy ball on a quadratic": (_quadratic, {"d": 16, "T": 50, "runs": 640}),
    "exact second moments": (_moments, {"d": 16, "T": 200}),
    "Laplacian smoothing": (_smoothing, {"d": 125_000}),
    "Adam step": (_adam, {"d": 125_000}),
    "per-sample clipping": (_clipped, {"n": 250, "d": 1250}),
    "clipping in 100 groups": (partial(_grouped, False), {"n": 250, "d": 1200}),
    "clipping in 100 groups, not consecutive": (partial(_grouped, True), {"n": 250, "d": 1200}),
    "DP-NSGD": (_normalised, {"n": 200, "d": 8, "T": 10, "runs": 16}),
    "optimal groups of n layers": (_layers, {"n": 25}),
}


def curve(make: Callable[..., Call], sizes: Mapping[str, int], name: str) -> list[float]:
    """Seconds at every value of the named size; the others have twice their first one."""
    others = {key: 2 * value for key, value in sizes.items() if key != name}
    values = [sizes[name] * 2**k for k in range(DOUBLINGS)]
    return list(interleaved([(make(**others, **{name: v}), 1) for v in values], rounds=7))


def exponent(times: list[float]) -> float:
    """The slope of log time against log size, for sizes that double."""
    steps = np.log(2) * np.arange(len(times))
    return float(np.polyfit(steps, np.log(times), 1)[0])


def lines() -> list[str]:
    """The table in Markdown: a line a work and size."""
    found = ["| work | grows with | from | to | takes | exponent |", "|---|---|--:|--:|---|--:|"]
    for work, (make, sizes) in WORKS.items():
        for name, first in sizes.items():
            times = curve(make, sizes, name)
            shown = ", ".join(map(show, times))
            last = first * 2 ** (DOUBLINGS - 1)
            found.append(
                f"| {work} | {name} | {first} | {last} | {shown} | {exponent(times):.2f} |"
            )
    return found


def main() -> int:
    """Print the machine and the table."""
    before = machine()
    with threadpool_limits(1):
        table = lines()
    print(f"{before['processor']}, {before['cores']} cores; load {before['load']} before\n")
    print("\n".join(table))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

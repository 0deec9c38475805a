"""Quadratic runs and their exact moments; one thread."""

import numpy as np

from benchmarks.speed import limits, vectorised
from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import row_of_parts
from dptheory import heavy_ball
from dptheory.problems import from_spectrum
from dptheory.simulation import Noise, expected_loss, simulate

SPECTRUM = np.linspace(1.0, 10.0, 20)
METHOD = heavy_ball(0.1, 0.5)


def runs() -> Row:
    """Heavy ball on a quadratic, 10,000 runs."""
    problem, noise = from_spectrum(SPECTRUM.tolist()), Noise("laplace", 0.1)
    rng, block = vectorised.fast_generator(), np.empty((20, limits.QUADRATIC_BLOCK))
    count, steps = 10_000, 20

    def ours() -> object:
        return simulate(
            problem, METHOD, noise, np.ones(20), steps, runs=count, seed=0, record=[steps]
        )

    found, other, needed = interleaved(
        [
            (ours, steps),
            (lambda: vectorised.heavy_ball(SPECTRUM, count, 5, rng, 0.1, 0.5), 5),
            (lambda: limits.noise_of_runs(limits.LAPLACE, count, steps, block), steps),
        ],
        rounds=9,
    )
    name = "heavy ball on a quadratic, d = 20, 10,000 runs, a step"
    limit = "random draws: the streams alone"
    return Row(name, found, "vectorised NumPy in place, SFC64", other, limit, needed)


def moments() -> Row:
    """Exact second moments, against NumPy's recursion over all eigenvalues."""
    problem, steps, calls = from_spectrum(SPECTRUM.tolist()), 200, 20

    def ours() -> None:
        for _ in range(calls):
            expected_loss(problem, METHOD, 0.02, np.ones(20), steps)

    found, other = interleaved(
        [(ours, calls), (lambda: vectorised.expected_losses(SPECTRUM, steps, 0.1, 0.5, 0.02), 1)],
        rounds=9,
    )
    name = f"exact second moments, d = 20, T = {steps}"
    return row_of_parts(name, ours, found, "NumPy, a loop over t", other)


def simulators() -> list[Row]:
    """All rows."""
    return [runs(), moments()]

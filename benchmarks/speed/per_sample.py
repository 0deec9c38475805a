"""Per-sample clipping and normalisation of given gradients, and runs of DP-NSGD; one thread.

The gradients of a batch (160 MB, more than the caches hold) are read once, and nothing else is
moved. The limit is the smaller one of two times: a plain sum over the same memory, and STREAM's
triad on three vectors of 53 MB (the processor also fetches the one that is overwritten).
"""

import importlib.util
from collections.abc import Callable
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from benchmarks.speed import limits, vectorised
from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import checks
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import mean_of_bounded
from dptheory.optimizers.private import dp_nsgd
from dptheory.problems.nonconvex import separable, tilted
from dptheory.simulation.nonconvex import descend

BATCH, DIMENSION = 2000, 10_000
RULES = {
    "clipping": PerSample("clip", (1.0,)),
    "normalising": PerSample("normalise", (1.0,), regulariser=0.01),
}


def memory(gradients: NDArray[np.float64]) -> tuple[list[limits.Work], Callable[..., float]]:
    """Calls that read as much memory, and the smallest time for it from theirs."""
    flat = gradients.ravel()
    a, b, c = np.random.default_rng(1).random((3, flat.size // 3))

    share = flat.nbytes / (4 * a.nbytes)

    def least(read: float, stream: float) -> float:
        return min(read, stream * float(share))

    return [(lambda: limits.read(flat), 1), (lambda: limits.triad(a, b, c, 0.5), 1)], least


def bandwidth(gradients: NDArray[np.float64], seconds: float) -> str:
    """The limit in words."""
    rate = gradients.nbytes / seconds / 1e9
    return f"memory bandwidth, {rate:.3g} GB/s: a plain sum or triad"


def given_gradients() -> list[Row]:
    """B = 2000, d = 10,000: against NumPy and, where it is installed, JAX."""
    gradients = np.random.default_rng(0).standard_normal((BATCH, DIMENSION))
    has_jax = importlib.util.find_spec("jax") is not None
    least_calls, least_of = memory(gradients)
    found = []
    for word, rule in RULES.items():
        arguments = gradients, rule.rule == "clip", rule.clips[0], rule.regulariser
        ours_of = partial(mean_of_bounded, gradients, rule)
        calls: list[limits.Work] = [
            (ours_of, 1),
            (partial(vectorised.bounded_mean, *arguments), 1),
            *least_calls,
        ]
        if has_jax:
            calls.append((vectorised.jax_bounded_mean(*arguments), 1))
        ours, matrix, read, stream, *jax = interleaved(calls, rounds=9)
        name, least = f"per-sample {word}, B = 2000, d = 1e4", least_of(read, stream)
        said = checks(ours_of)
        limit = f"{bandwidth(gradients, least)}; {said}"
        found.append(Row(name, ours, "NumPy, norms and a product", matrix, limit, least))
        found += [Row(name, ours, "JAX, jit, CPU time", t, limit, least) for t in jax]
    return found


def runs() -> Row:
    """DP-NSGD on a non-convex finite sum, d = 10, N = 1000, B = 100, 64 runs."""
    problem = tilted(separable("ripple", 10), 1000, tau0=0.5, tau1=0.2, seed=0)
    method = dp_nsgd(0.01, 0.1, noise_multiplier=1.0, on="sum")
    x0, steps, size, iteration = np.ones(10), 50, 100, count()
    rng, noise = vectorised.fast_generator(), np.empty(10)
    work = np.arange(1000), np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    records = np.ones(64 * size * problem.tilts.shape[1])

    def needed() -> None:
        for _ in range(steps):
            t = next(iteration)
            limits.batches(64, t, *work)
            limits.read(records)
            limits.noise_by_run(limits.GAUSSIAN, 64, t, noise)

    ours, other, least = interleaved(
        [
            (lambda: descend(problem, method, x0, steps, runs=64, seed=0, batch_size=size), steps),
            (lambda: vectorised.normalised_runs(problem, x0, 5, 64, size, 0.01, 0.1, rng), 5),
            (needed, steps),
        ],
        rounds=7,
    )
    name = "DP-NSGD, d = 10, B = 100, 64 runs, a step"
    limit = "random draws and memory: batches and noise, as many numbers read in a row"
    return Row(name, ours, "batched NumPy", other, limit, least)


def per_sample() -> list[Row]:
    """All rows."""
    return [*given_gradients(), runs()]

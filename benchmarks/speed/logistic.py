"""Logistic regression: steps on all records, on batches, on clipped ones, of many runs; one thread.

Steps are those of :func:`dptheory.simulation.simulate`, noise and the loss at the end included; the
baselines are gradients alone.
"""

import importlib.util
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from benchmarks.speed import limits, vectorised
from benchmarks.speed.harness import Row, interleaved, show
from dptheory import gradient
from dptheory.gradients import PerSample
from dptheory.problems import Logistic
from dptheory.problems.logistic import synthetic
from dptheory.simulation import Execution, Noise, simulate

RECORDS, DIMENSION, RUNS = 100_000, 20, 20
MILLION = 10**6
STEPS = 10  # iterations a call, each with batches of its own: caches as in a run
LONG = 100  # of a simulated run on batches, which looks at the loss of all records at its end


def full_gradients() -> list[Row]:
    """The gradient of all records, 20 runs, in both precisions."""
    problem = synthetic(RECORDS, DIMENSION, 0.01, seed=0)
    points, rows = np.random.default_rng(0).standard_normal((RUNS, DIMENSION)), []
    cases: tuple[tuple[str, Any, str], ...] = (
        ("float64", np.float64, "dgemm"),
        ("float32", np.float32, "sgemm"),
    )
    for name, kind, product in cases:
        at = points.astype(kind)
        records = problem.signed_features.astype(kind)
        ours, other, operation, *times = interleaved(
            [
                _simulated(problem, RUNS, STEPS, execution=Execution(precision=name)),
                (partial(vectorised.full_gradients, records, at), 1),
                limits.square_product(kind),
                *limits.products(records, at, np.full((RECORDS, RUNS), 0.5, dtype=kind)),
                *limits.weights(kind),
            ],
            rounds=9,
        )
        operations, weights = 4 * RECORDS * DIMENSION * RUNS, RECORDS * RUNS
        limit = (
            f"floating-point operations: {operations // MILLION} million at the rate of a square"
            f" {product} ({1e-9 / operation:.3g} GFLOP/s), {weights // MILLION} million weights"
            f" 1/(1 + e^s); {product} alone takes {show(min(times[:2]))} for both products"
        )
        least = operations * operation + weights * min(times[2:])
        title = f"logistic step on all records, {name}, n = 1e5, d = 20, 20 runs"
        numpy = "NumPy, two products a slab of records"
        rows.append(Row(title, ours, numpy, other, limit, least))
    return rows


def _simulated(problem: Logistic, runs: int, steps: int, **more: Any) -> limits.Work:
    """So many iterations of so many runs; the unit is an iteration."""
    noise, x0 = Noise("gaussian", 0.01), np.zeros(problem.dimension)
    run = partial(simulate, problem, gradient(0.1), noise, x0, steps, runs=runs, seed=0)
    return partial(run, record=[steps], **more), steps


def _steps(call: Callable[[int], object]) -> limits.Work:
    """Several iterations of a call, each with a number of its own."""
    iteration = count()
    return (lambda: [call(next(iteration)) for _ in range(STEPS)]), STEPS


def _needed(rows: np.ndarray, runs: int, size: int) -> Callable[[int, int], None]:
    """Draw the batches of all runs; read as many numbers as their records have, in a row.

    Records at random places cost more, as far as the processor does not fetch them ahead.
    """
    pool, batch = np.arange(len(rows)), np.empty(size, dtype=np.int64)
    swaps, records = np.empty_like(batch), np.ones(runs * size * rows.shape[1])

    def work(runs: int, iteration: int) -> None:
        limits.batches(runs, iteration, pool, swaps, batch)
        limits.read(records)

    return work


def mini_batches() -> Row:
    """Batches of 1000 records without replacement, each run its own."""
    problem, size = synthetic(RECORDS, DIMENSION, 0.01, seed=0), 1000
    points = np.random.default_rng(0).standard_normal((RUNS, DIMENSION))
    needed = _needed(problem.rows, RUNS, size)
    rng, signed = vectorised.fast_generator(), problem.signed_features
    found = interleaved(
        [
            _simulated(problem, RUNS, LONG, batch_size=size),
            _steps(lambda t: vectorised.batch_gradients(signed, points, rng, size)),
            _steps(lambda t: needed(RUNS, t)),
        ],
        rounds=9,
    )
    return _sampled("logistic mini-batch, m = 1000, 20 runs", "batched NumPy", found)


def clipped_batches() -> list[Row]:
    """DP-SGD's clipped sums, n = 1e4, d = 50, B = 256, 64 runs."""
    problem, runs, size = synthetic(10_000, 50, 0.01, seed=0), 64, 256
    bounds = PerSample("clip", (1.0,))
    norms = np.linalg.norm(problem.features, axis=1)
    points = np.random.default_rng(0).standard_normal((runs, 50))
    needed = _needed(problem.rows, runs, size)
    rng, signed = vectorised.fast_generator(), problem.signed_features
    calls: list[limits.Work] = [
        _simulated(problem, runs, LONG, batch_size=size, per_sample=bounds),
        _steps(lambda t: vectorised.batch_gradients(signed, points, rng, size, norms)),
        _steps(lambda t: needed(runs, t)),
    ]
    has_jax = importlib.util.find_spec("jax") is not None
    if has_jax:
        step = vectorised.jax_clipped_gradients(signed, size, 1.0)
        calls.append(_steps(lambda t: step(points, t)))
    mine, batched, least, *jax = interleaved(calls, rounds=9)
    name = "DP-SGD with clipping, d = 50, B = 256, 64 runs"
    rows = [_sampled(name, "batched NumPy, no per-sample gradients", (mine, batched, least))]
    rows += [_sampled(name, "JAX, vmap and jit, CPU time", (mine, t, least)) for t in jax]
    return rows


def _sampled(name: str, baseline: str, times: tuple[float, ...]) -> Row:
    ours, other, needed = times
    limit = "random draws and memory: drawing the batches, reading as many numbers in a row"
    return Row(name, ours, baseline, other, limit, needed)


def logistic() -> list[Row]:
    """All rows."""
    return [*full_gradients(), mini_batches(), *clipped_batches()]

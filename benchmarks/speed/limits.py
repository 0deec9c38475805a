"""What the rows of the benchmark are held against: memory traffic, draws, operations; compiled.

Each function does work that the measured one cannot do without, and as little else as possible.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.descents import BLOCK as BLOCK
from dptheory.simulation.engine import QUADRATIC_BLOCK as QUADRATIC_BLOCK
from dptheory.simulation.logistic_kernels import SLAB, _weights
from dptheory.simulation.streams import GAUSSIAN, UNIFORM, fill_batch, fill_block, fill_noise
from dptheory.simulation.streams import LAPLACE as LAPLACE

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Work = tuple[Callable[[], object], int]  # a call and the units of work that it does
_SUMS = {"contract", "reassoc", "nsz"}


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def triad(a: Array, b: Array, c: Array, scale: float) -> None:
    """STREAM's triad: two vectors read, one written (and, before it is written, fetched)."""
    for i in range(a.shape[0]):
        a[i] = b[i] + scale * c[i]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def three_additions(x: Array, m: Array, v: Array, g: Array) -> None:
    """The memory traffic of an Adam step: four vectors read, three written."""
    for i in range(x.shape[0]):
        x[i] += g[i]
        m[i] += g[i]
        v[i] += g[i]


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def read(values: Array) -> float:
    """Every number of a vector once."""
    total = 0.0
    for i in range(values.shape[0]):
        total += values[i]
    return total


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _touch(rows: Array, batch: Indices) -> float:
    """A number of every cache line of the drawn rows."""
    total = 0.0
    for k in range(batch.shape[0]):
        for j in range(0, rows.shape[1], 8):
            total += rows[batch[k], j]
    return total


@compiled(nogil=True)
def batches(runs: int, iteration: int, pool: Indices, swaps: Indices, batch: Indices) -> None:
    """Every run's batch without replacement."""
    for run in range(runs):
        fill_batch(0, run, iteration, pool, swaps, batch)


@compiled(nogil=True)
def noise_by_run(law: int, runs: int, iteration: int, out: Array) -> None:
    """The draws of so many runs in one iteration, one after the other."""
    for run in range(runs):
        fill_noise(law, 0, run, iteration, out)


@compiled(nogil=True)
def noise_of_runs(law: int, runs: int, iterations: int, out: Array) -> None:
    """The draws of so many runs, a block of out.shape[1] of them at a time; out (d, block)."""
    for first in range(0, runs, out.shape[1]):
        for t in range(iterations):
            fill_block(law, 0, first, t, out)


@compiled(nogil=True)
def grouped_draws(rows: Array, runs: int, steps: int, noise: Array, picks: Array) -> float:
    """Noise and batches with replacement of so many runs, and each drawn record once.

    Shapes: noise (d, block), picks (B, block).
    """
    total, batch = 0.0, np.empty(picks.shape[0], dtype=np.int64)
    for first in range(0, runs, picks.shape[1]):
        for t in range(steps):
            fill_block(GAUSSIAN, 0, first, 2 * t, noise)
            fill_block(UNIFORM, 0, first, 2 * t + 1, picks)
            for run in range(picks.shape[1]):
                for k in range(picks.shape[0]):
                    batch[k] = np.int64(picks[k, run] * rows.shape[0])
                total += _touch(rows, batch)
    return total


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def roots(values: Array, out: Array, repeats: int) -> None:
    """Factors 1/(sqrt v + 1) of a vector in the first-level cache, so often."""
    for k in range(repeats):
        for i in range(values.shape[0]):
            out[i] = 1.0 / (math.sqrt(values[i]) + k)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def chain(steps: int, factor: float) -> float:
    """So many multiply-adds, each waiting for the one before."""
    carry = 1.0
    for _ in range(steps):
        carry = 0.5 + factor * carry
    return carry


def products(records: Array, points: Array, weights: Array) -> Sequence[Work]:
    """Both matrix products of a logistic gradient, with records in rows and in columns.

    Shapes: records (n, d), points (runs, d), weights (n, runs).
    """
    columns, across = np.ascontiguousarray(records.T), np.ascontiguousarray(weights.T)
    margins, sums = np.empty_like(weights), np.empty_like(points)
    rows_of_margins = np.empty_like(across)

    def by_rows() -> None:
        np.matmul(records, points.T, out=margins)
        np.matmul(across, records, out=sums)

    def by_columns() -> None:
        np.matmul(points, columns, out=rows_of_margins)
        np.matmul(across, columns.T, out=sums)

    return (by_rows, 1), (by_columns, 1)


@compiled(nogil=True)
def _repeated_weights(margins: Array, out: Array, repeats: int) -> None:
    for _ in range(repeats):
        out[:] = margins
        _weights(out[0], out[1])


def weights(kind: type[np.floating]) -> Sequence[Work]:
    """Weights 1/(1 + e^s) in the caches, by numpy and by this library; the unit is a weight."""
    rng, repeats = np.random.default_rng(0), 100
    few, many = (rng.standard_normal((2, k * SLAB)).astype(kind) for k in (1, 16))
    out, space = np.empty_like(few), np.empty_like(many)

    def by_numpy() -> None:
        for _ in range(repeats // 10):
            np.exp(many, out=space)
            np.add(space, 1, out=space)
            np.reciprocal(space, out=space)

    return (
        (by_numpy, repeats // 10 * many.size),
        (lambda: _repeated_weights(few, out, 10 * repeats), 10 * repeats * few.size),
    )


def square_product(kind: type[np.floating] = np.float64, size: int = 512) -> Work:
    """A product of two square matrices; the unit is a floating-point operation."""
    a, b = np.random.default_rng(0).random((2, size, size)).astype(kind)
    out = np.empty_like(a)
    return (lambda: np.matmul(a, b, out=out)), 2 * size**3

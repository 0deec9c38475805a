"""Compiled runs of group-wise DP-SGD on :mod:`dptheory.problems.grouped`.

A run's numbers depend on (seed, run) alone: sums run in index order, and no run sees another. The
noise of step t is that of iteration 2t of the streams, the batch that of iteration 2t + 1.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.streams import GAUSSIAN, UNIFORM, fill_block

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def bounded_sum_of(
    gradient: Array,
    records: Array,
    batch: Indices,
    edges: Indices,
    clip: bool,
    bounds: Array,
    regulariser: float,
    record: Array,
    factors: Array,
    out: Array,
) -> None:
    """The sum over a batch of gradients of records, each group times its factor.

    Shapes: gradient (d,), records (N, d), batch (B,), edges (M + 1,), bounds (M,), out (d,);
    working space: record (d,), factors (M,).
    """
    out[:] = 0.0
    groups = bounds.shape[0]
    for k in range(batch.shape[0]):
        row = records[batch[k]]
        for j in range(row.shape[0]):
            record[j] = gradient[j] + row[j]
        for m in range(groups):
            square = 0.0
            for j in range(edges[m], edges[m + 1]):
                square += record[j] * record[j]
            factors[m] = square
        # Roots and quotients of all groups at once.
        if clip:
            for m in range(groups):
                norm = math.sqrt(factors[m])
                factors[m] = bounds[m] / max(norm, bounds[m])
        else:
            for m in range(groups):
                below = math.sqrt(factors[m]) + regulariser
                factors[m] = bounds[m] / below if below > 0.0 else 0.0
        for m in range(groups):
            factor = factors[m]
            for j in range(edges[m], edges[m + 1]):
                out[j] += factor * record[j]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def descend(
    spectrum: Array,
    minimiser: Array,
    records: Array,
    edges: Indices,
    clip: bool,
    bounds: Array,
    regulariser: float,
    eta: float,
    deviation: float,
    batch_size: int,
    steps: int,
    seed: int,
    first_run: int,
    recorded: Indices,
    points: Array,
    norms: Array,
    least: Array,
) -> None:
    """Runs of SGD, each from its row of points, which is overwritten by where it ends.

    eta multiplies the bounded sum plus noise of the given deviation. Shapes: points (runs, d);
    norms (runs, recorded) of the full gradient at the recorded iterations of 0..T; least (runs,),
    the smallest norm over 0 <= t < T.
    """
    runs, d = points.shape
    noise, picks = np.zeros((d, runs)), np.empty((batch_size, runs))
    gradient, released, record = np.empty(d), np.empty(d), np.empty(d)
    factors = np.empty(bounds.shape[0])
    batch = np.empty(batch_size, dtype=np.int64)
    least[:] = np.inf
    place = 0
    for t in range(steps + 1):
        keep = place < recorded.shape[0] and recorded[place] == t
        if t < steps:
            if deviation > 0.0:
                fill_block(GAUSSIAN, seed, first_run, 2 * t, noise)
            fill_block(UNIFORM, seed, first_run, 2 * t + 1, picks)
        for run in range(runs):
            x = points[run]
            square = 0.0
            for j in range(d):
                gradient[j] = spectrum[j] * (x[j] - minimiser[j])
                square += gradient[j] * gradient[j]
            norm = math.sqrt(square)
            if keep:
                norms[run, place] = norm
            if t == steps:
                continue
            least[run] = min(least[run], norm)
            for k in range(batch_size):
                batch[k] = np.int64(picks[k, run] * records.shape[0])
            bounded_sum_of(
                gradient,
                records,
                batch,
                edges,
                clip,
                bounds,
                regulariser,
                record,
                factors,
                released,
            )
            for j in range(d):
                x[j] -= eta * (released[j] + deviation * noise[j, run])
        if keep:
            place += 1

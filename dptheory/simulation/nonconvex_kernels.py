"""Compiled runs of clipped and normalised SGD on :mod:`dptheory.problems.nonconvex`.

A run's numbers depend on (seed, run) alone: sums run in index order, and no run sees another.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.streams import GAUSSIAN, fill_batch, fill_noise

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
# The numbers of the profiles in :func:`slope`.
NUMBERS = {"cauchy": 0, "saturated": 1, "well": 2, "ripple": 3}


@compiled(nogil=True, error_model="numpy", inline="always")
def slope(profile: int, x: float) -> float:
    """The derivative of a profile."""
    square = x * x
    if profile == 0:
        return x / (1.0 + square)
    if profile == 1:
        return x / ((1.0 + square) * (1.0 + square))
    if profile == 2:
        return 0.5 * x - x / ((1.0 + square) * (1.0 + square))
    return x + 0.5 * math.sin(square)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def bounded_mean_of(
    gradient: Array,
    tilts: Array,
    weights: Array,
    tau0: float,
    tau1: float,
    batch: Indices,
    clip: bool,
    bound: float,
    regulariser: float,
    record: Array,
    out: Array,
) -> None:
    """The mean over a batch of bounded record gradients; record is working space, shape (d,)."""
    d = gradient.shape[0]
    out[:] = 0.0
    for k in range(batch.shape[0]):
        i = batch[k]
        scale = 1.0 + tau1 * weights[i]
        square = 0.0
        for j in range(d):
            g = scale * gradient[j] + tau0 * tilts[i, j]
            record[j] = g
            square += g * g
        norm = math.sqrt(square)
        if clip:
            factor = 1.0 if norm <= bound else bound / norm
        else:
            below = norm + regulariser
            factor = bound / below if below > 0.0 else 0.0
        for j in range(d):
            out[j] += factor * record[j]
    for j in range(d):
        out[j] /= batch.shape[0]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def descend(
    profile: int,
    heights: Array,
    widths: Array,
    tilts: Array,
    weights: Array,
    tau0: float,
    tau1: float,
    clip: bool,
    bound: float,
    regulariser: float,
    etas: Array,
    deviation: float,
    batch_size: int,
    seed: int,
    first_run: int,
    recorded: Indices,
    points: Array,
    norms: Array,
    least: Array,
) -> None:
    """Runs of SGD, each from its row of points, which is overwritten by where it ends.

    Shapes: points (runs, d); norms (runs, recorded) of the full gradient at the recorded
    iterations of 0..T; least (runs,), the smallest norm over 0 <= k < T; T = len(etas).
    """
    runs, d = points.shape
    size = tilts.shape[0]
    steps = etas.shape[0]
    gradient, record = np.empty(d), np.empty(d)
    released, noise = np.empty(d), np.zeros(d)
    pool, swaps, batch = np.arange(size), np.empty(batch_size, dtype=np.int64), np.arange(size)
    if batch_size < size:
        batch = np.empty(batch_size, dtype=np.int64)
    for run in range(runs):
        x = points[run]
        least[run] = np.inf
        place = 0
        for t in range(steps + 1):
            square = 0.0
            for j in range(d):
                gradient[j] = heights[j] / widths[j] * slope(profile, x[j] / widths[j])
                square += gradient[j] * gradient[j]
            norm = math.sqrt(square) if math.isfinite(square) else np.inf
            if place < recorded.shape[0] and recorded[place] == t:
                norms[run, place] = norm
                place += 1
            if t == steps:
                break
            least[run] = min(least[run], norm)
            if batch_size < size:
                fill_batch(seed, first_run + run, t, pool, swaps, batch)
            bounded_mean_of(
                gradient,
                tilts,
                weights,
                tau0,
                tau1,
                batch,
                clip,
                bound,
                regulariser,
                record,
                released,
            )
            if deviation > 0.0:
                fill_noise(GAUSSIAN, seed, first_run + run, t, noise)
            for j in range(d):
                x[j] -= etas[t] * (released[j] + deviation * noise[j])

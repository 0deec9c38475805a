"""Compiled logistic regression: sums over all records and over batches, many runs at once.

Layout: ``columns`` of :class:`~dptheory.problems.logistic.Logistic` are the vectors z_i u_i,
transposed and padded with zeros to a multiple of four rows, shape (d4, n), so that loops over
records are vectorised; points, one run a row, are padded alike, shape (runs, d4), with an even
number of runs. Two runs and four coordinates share every load. Sums run over slabs of a fixed
number of records in a fixed order, and no run's arithmetic depends on the other runs.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.elementary import exponential, fast_exp
from dptheory.simulation.streams import fill_batch

SLAB = 512
TILE = 4
# Reassociation lets sums over the records of a slab use several accumulators.
_SUMS = {"contract", "reassoc", "nsz"}

Array = NDArray[np.float64]
Floats = Array | NDArray[np.float32]
Indices = NDArray[np.int64]


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _margins(
    columns: Floats, begin: int, points: Floats, r: int, first: Floats, second: Floats
) -> None:
    """Inner products of a slab's records with the points of runs r and r + 1."""
    end = begin + first.shape[0]
    for k in range(0, columns.shape[0], TILE):
        u0, u1 = columns[k, begin:end], columns[k + 1, begin:end]
        u2, u3 = columns[k + 2, begin:end], columns[k + 3, begin:end]
        x0, x1, x2, x3 = points[r, k], points[r, k + 1], points[r, k + 2], points[r, k + 3]
        y0, y1, y2, y3 = (
            points[r + 1, k],
            points[r + 1, k + 1],
            points[r + 1, k + 2],
            points[r + 1, k + 3],
        )
        if k == 0:
            for i in range(first.shape[0]):
                first[i] = u0[i] * x0 + u1[i] * x1 + u2[i] * x2 + u3[i] * x3
                second[i] = u0[i] * y0 + u1[i] * y1 + u2[i] * y2 + u3[i] * y3
        else:
            for i in range(first.shape[0]):
                first[i] += u0[i] * x0 + u1[i] * x1 + u2[i] * x2 + u3[i] * x3
                second[i] += u0[i] * y0 + u1[i] * y1 + u2[i] * y2 + u3[i] * y3


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _weights(first: Floats, second: Floats) -> None:
    """Margins s to weights 1/(1 + e^s), in place."""
    one = first.dtype.type(1.0)
    for i in range(first.shape[0]):
        first[i] = one / (one + exponential(first[i]))
        second[i] = one / (one + exponential(second[i]))


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _accumulate(
    columns: Floats, begin: int, first: Floats, second: Floats, r: int, out: Floats
) -> None:
    """Add a slab's weighted sums of records to rows r and r + 1 of out."""
    end = begin + first.shape[0]
    for k in range(0, columns.shape[0], TILE):
        u0, u1 = columns[k, begin:end], columns[k + 1, begin:end]
        u2, u3 = columns[k + 2, begin:end], columns[k + 3, begin:end]
        a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = columns.dtype.type(0.0)
        for i in range(first.shape[0]):
            p, q = first[i], second[i]
            a0 += u0[i] * p
            a1 += u1[i] * p
            a2 += u2[i] * p
            a3 += u3[i] * p
            b0 += u0[i] * q
            b1 += u1[i] * q
            b2 += u2[i] * q
            b3 += u3[i] * q
        out[r, k] += a0
        out[r, k + 1] += a1
        out[r, k + 2] += a2
        out[r, k + 3] += a3
        out[r + 1, k] += b0
        out[r + 1, k + 1] += b1
        out[r + 1, k + 2] += b2
        out[r + 1, k + 3] += b3


@compiled(nogil=True)
def full_sums(columns: Floats, points: Floats, out: Floats) -> None:
    """Each run's sum of weight times record over all records; out of the shape of points.

    With columns and points in float32 the sums within a slab are float32, those over slabs are of
    out's precision.
    """
    n = columns.shape[1]
    buffer = np.empty((2, SLAB), dtype=columns.dtype)
    out[:] = 0.0
    for begin in range(0, n, SLAB):
        size = min(SLAB, n - begin)
        first, second = buffer[0, :size], buffer[1, :size]
        for r in range(0, points.shape[0], 2):
            _margins(columns, begin, points, r, first, second)
            _weights(first, second)
            _accumulate(columns, begin, first, second, r, out)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _softplus_terms(margin: Array) -> None:
    """Margins s to 1 + e^-|s|, in place."""
    for i in range(margin.shape[0]):
        margin[i] = 1.0 + fast_exp(-abs(margin[i]))


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _negative_part(margin: Array) -> float:
    """The sum of max(-s, 0)."""
    total = 0.0
    for i in range(margin.shape[0]):
        total += max(-margin[i], 0.0)
    return total


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _product(factors: Array) -> float:
    product = 1.0
    for i in range(factors.shape[0]):
        product *= factors[i]
    return product


@compiled(nogil=True)
def mean_losses(columns: Array, points: Array, out: Array) -> None:
    """Each run's mean of ln(1 + e^-s) over all records; out has shape (runs,).

    One logarithm a slab: the product of SLAB = 512 factors 1 + e^-|s| is at most 2^512.
    """
    n = columns.shape[1]
    buffer = np.empty((2, SLAB))
    out[:] = 0.0
    for begin in range(0, n, SLAB):
        size = min(SLAB, n - begin)
        first, second = buffer[0, :size], buffer[1, :size]
        for r in range(0, points.shape[0], 2):
            _margins(columns, begin, points, r, first, second)
            for j in range(2):
                margin = buffer[j, :size]
                linear = _negative_part(margin)
                _softplus_terms(margin)
                out[r + j] += linear + math.log(_product(margin))
    for r in range(points.shape[0]):
        out[r] /= n


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _batch_margins(signed: Array, points: Array, r: int, batch: Indices, margins: Array) -> None:
    """Inner products of a batch's records with the point of run r, four records at a time."""
    whole = batch.shape[0] - batch.shape[0] % TILE
    for j in range(0, whole, TILE):
        i0, i1, i2, i3 = batch[j], batch[j + 1], batch[j + 2], batch[j + 3]
        t0 = t1 = t2 = t3 = 0.0
        for k in range(signed.shape[1]):
            x = points[r, k]
            t0 += signed[i0, k] * x
            t1 += signed[i1, k] * x
            t2 += signed[i2, k] * x
            t3 += signed[i3, k] * x
        margins[j], margins[j + 1], margins[j + 2], margins[j + 3] = t0, t1, t2, t3
    for j in range(whole, batch.shape[0]):
        i, total = batch[j], 0.0
        for k in range(signed.shape[1]):
            total += signed[i, k] * points[r, k]
        margins[j] = total


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _batch_weights(margins: Array) -> None:
    """Margins s to weights 1/(1 + e^s), in place."""
    for j in range(margins.shape[0]):
        margins[j] = 1.0 / (1.0 + fast_exp(margins[j]))


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _batch_accumulate(
    signed: Array, batch: Indices, weights: Array, r: int, begin: int, end: int, out: Array
) -> None:
    """Add a batch's weighted records to row r of out, coordinates begin to end."""
    whole = batch.shape[0] - batch.shape[0] % TILE
    for j in range(0, whole, TILE):
        i0, i1, i2, i3 = batch[j], batch[j + 1], batch[j + 2], batch[j + 3]
        w0, w1, w2, w3 = weights[j], weights[j + 1], weights[j + 2], weights[j + 3]
        for k in range(begin, end):
            near = w0 * signed[i0, k] + w1 * signed[i1, k]
            out[r, k] += near + (w2 * signed[i2, k] + w3 * signed[i3, k])
    for j in range(whole, batch.shape[0]):
        i, weight = batch[j], weights[j]
        for k in range(begin, end):
            out[r, k] += weight * signed[i, k]


@compiled(nogil=True)
def batch_sums(
    signed: Array,
    points: Array,
    seed: int,
    first_run: int,
    iteration: int,
    pool: Indices,
    swaps: Indices,
    batch: Indices,
    out: Array,
) -> None:
    """Each run's weighted sum over its own batch.

    Shapes: signed (n, d4), one record a row; points and out (runs, d4).
    """
    weights = np.empty(batch.shape[0])
    out[:] = 0.0
    for r in range(points.shape[0]):
        fill_batch(seed, first_run + r, iteration, pool, swaps, batch)
        _batch_margins(signed, points, r, batch, weights)
        _batch_weights(weights)
        _batch_accumulate(signed, batch, weights, r, 0, signed.shape[1], out)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _bound(
    weights: Array,
    norms: Array,
    batch: Indices,
    g: int,
    clip: bool,
    bound: float,
    regulariser: float,
    bounded: Array,
) -> None:
    """Weights times the factor of a group's norm, weight times norms[i, g]."""
    for j in range(batch.shape[0]):
        norm = weights[j] * norms[batch[j], g]
        if clip:
            bounded[j] = weights[j] if norm <= bound else weights[j] * (bound / norm)
        elif norm + regulariser > 0.0:
            bounded[j] = weights[j] * (bound / (norm + regulariser))
        else:
            bounded[j] = 0.0


@compiled(nogil=True)
def bounded_sums(
    signed: Array,
    norms: Array,
    edges: Indices,
    clip: bool,
    bounds: Array,
    regulariser: float,
    points: Array,
    seed: int,
    first_run: int,
    iteration: int,
    pool: Indices,
    swaps: Indices,
    batch: Indices,
    out: Array,
) -> None:
    """The same with every group of a record's gradient clipped or normalised.

    The gradient of record i is its weight times signed[i], so that no gradient is formed
    (:mod:`dptheory.gradients.per_sample`). A batch of all records is not drawn.
    """
    weights, bounded = np.empty(batch.shape[0]), np.empty(batch.shape[0])
    out[:] = 0.0
    for r in range(points.shape[0]):
        if batch.shape[0] < pool.shape[0]:
            fill_batch(seed, first_run + r, iteration, pool, swaps, batch)
        _batch_margins(signed, points, r, batch, weights)
        _batch_weights(weights)
        for g in range(bounds.shape[0]):
            _bound(weights, norms, batch, g, clip, bounds[g], regulariser, bounded)
            _batch_accumulate(signed, batch, bounded, r, edges[g], edges[g + 1], out)

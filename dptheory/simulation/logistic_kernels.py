"""Compiled logistic regression: sums over all records and over batches, many runs at once.

Layout: ``columns`` of :class:`~dptheory.problems.logistic.Logistic` are the vectors z_i u_i,
transposed and padded with zeros to a multiple of four rows, shape (d4, n), so that loops over
records are vectorised; points, one run a row, are padded alike, shape (runs, d4), with an even
number of runs. Two runs and four coordinates share every load. Sums run over slabs of a fixed
number of records in a fixed order, and no run's arithmetic depends on the other runs.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.elementary import exponential, fast_exp
from dptheory.simulation.loop_kernels import (
    MOMENTUM,
    Block,
    Kernel,
    Plan,
    bind,
    rows,
    simulation,
    stepping,
)
from dptheory.simulation.per_sample_kernels import Batch, Rule, factor
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


class Everything(NamedTuple):
    """All records, as columns; points is working space, shape (runs, d4), of their precision."""

    columns: Floats
    points: Floats


class Sampled(NamedTuple):
    """Batches of records, one a row, shape (n, d4)."""

    rows: Array
    batch_size: Batch


class Bounded(NamedTuple):
    """The same with a rule that bounds the gradients; norms has shape (n, M)."""

    rows: Array
    norms: Array
    rule: Rule
    batch_size: Batch


@njit(inline="always")
def all_sums(
    records: Everything, _seed: int, _first: int, _t: int, points: Array, out: Array
) -> None:
    """Each run's weighted sum over all records."""
    rounded = records.points
    for r in range(points.shape[0]):
        for k in range(points.shape[1]):
            rounded[r, k] = points[r, k]
    full_sums(records.columns, rounded, out)


@njit(inline="always")
def batch_sums(records: Sampled, seed: int, first: int, t: int, points: Array, out: Array) -> None:
    """Each run's weighted sum over its own batch; points and out have shape (runs, d4)."""
    signed, (pool, swaps, chosen, weights, _) = records.rows, records.batch_size
    out[:] = 0.0
    for r in range(points.shape[0]):
        fill_batch(seed, first + r, t, pool, swaps, chosen)
        _batch_margins(signed, points, r, chosen, weights)
        _batch_weights(weights)
        _batch_accumulate(signed, chosen, weights, r, 0, signed.shape[1], out)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _bound(
    clip: bool,
    bound: float,
    regulariser: float,
    norms: Array,
    chosen: Indices,
    weights: Array,
    bounded: Array,
) -> None:
    """Weights times the factor of a group's norm, weight times the record's."""
    for j in range(chosen.shape[0]):
        norm = weights[j] * norms[chosen[j]]
        bounded[j] = weights[j] * factor(clip, bound, regulariser, norm)


@njit(inline="always")
def bounded_sums(
    records: Bounded, seed: int, first: int, t: int, points: Array, out: Array
) -> None:
    """The same with every group of a record's gradient clipped or normalised.

    The gradient of record i is its weight times its row, so that no gradient is formed
    (:mod:`dptheory.gradients.per_sample`). A batch of all records is not drawn.
    """
    signed, (clip, bounds, regulariser, edges) = records.rows, records.rule
    pool, swaps, chosen, weights, bounded = records.batch_size
    out[:] = 0.0
    for r in range(points.shape[0]):
        if chosen.shape[0] < pool.shape[0]:
            fill_batch(seed, first + r, t, pool, swaps, chosen)
        _batch_margins(signed, points, r, chosen, weights)
        _batch_weights(weights)
        for g in range(edges.shape[0] - 1):
            norms = records.norms[:, g]
            _bound(clip, bounds[g], regulariser, norms, chosen, weights, bounded)
            _batch_accumulate(signed, chosen, bounded, r, edges[g], edges[g + 1], out)


class Regression(NamedTuple):
    """Runs of a logistic regression.

    Attributes:
        columns: of :class:`~dptheory.problems.logistic.Logistic`.
        regularisation, optimal_value: lambda and F*.
        records: whose gradients a step sums. divisor: of the sum.
    """

    columns: Array
    regularisation: float
    optimal_value: float
    records: Any
    divisor: float


@compiled(nogil=True, fastmath=False)
def _square_norm(x: Array) -> float:
    """The sum of squares in NumPy's order: halves down to 128 terms, there eight accumulators."""
    # A heap of parts: those of part k are 2k + 1 and 2k + 2.
    most = 1
    while most * 64 < 2 * x.shape[0]:
        most *= 2
    begins, sizes = np.zeros(2 * most, dtype=np.int64), np.zeros(2 * most, dtype=np.int64)
    sums, lanes = np.zeros(2 * most), np.empty(8)
    sizes[0] = x.shape[0]
    for k in range(most):
        if sizes[k] > 128:
            half = sizes[k] // 2
            half -= half % 8
            begins[2 * k + 1], sizes[2 * k + 1] = begins[k], half
            begins[2 * k + 2], sizes[2 * k + 2] = begins[k] + half, sizes[k] - half
    for k in range(2 * most - 1, -1, -1):
        if sizes[k] > 128:
            sums[k] = sums[2 * k + 1] + sums[2 * k + 2]
            continue
        part = x[begins[k] : begins[k] + sizes[k]]
        whole = sizes[k] - sizes[k] % 8
        lanes[:] = 0.0
        for i in range(whole):
            lanes[i % 8] += part[i] * part[i]
        near, far = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]), lanes[4] + lanes[5]
        total = near + (far + (lanes[6] + lanes[7]))
        for i in range(whole, sizes[k]):
            total += part[i] * part[i]
        sums[k] = total
    whole_sum: float = sums[0]
    return whole_sum


@njit(inline="always")
def _losses(problem: Regression, block: Block) -> None:
    """F - F* of every run; one beyond the floating range is infinite."""
    values = block.values
    mean_losses(problem.columns, block.now, values)
    for r in range(values.shape[0]):
        penalty = problem.regularisation * _square_norm(block.now[r])
        loss = values[r] + penalty - problem.optimal_value
        values[r] = loss if math.isfinite(loss) else np.inf


def _absent(*_: Any) -> Any:
    """The place of a kernel in a template."""


sums = _absent


def _gradients(problem: Regression, plan: Plan, t: int, block: Block) -> None:
    """The mean over a batch, bounded or not, and the penalty's gradient."""
    point, gradient, mu = block.point, block.gradient, 2 * problem.regularisation
    sums(problem.records, plan.seed, block.first, t, point, gradient)
    for r in range(point.shape[0]):
        for j in range(point.shape[1]):
            gradient[r, j] = mu * point[r, j] - gradient[r, j] / problem.divisor


def _regressions(name: str, sums: Kernel) -> Kernel:
    advance = stepping(f"step_{name}", MOMENTUM, bind(_gradients, f"gradients_{name}", sums=sums))
    return simulation(f"runs_{name}", begin=rows, measure=_losses, advance=advance)


LOOPS: dict[type, Kernel] = {
    Everything: _regressions("everything", all_sums),
    Sampled: _regressions("sampled", batch_sums),
    Bounded: _regressions("bounded", bounded_sums),
}

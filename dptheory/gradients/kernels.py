"""Per-sample clipping and normalisation of given gradients, compiled: one pass over memory.

Four records a tile. The loop that adds a tile, still in the cache, takes the squares of the
next one, so that memory is never idle; wider records go one by one. Squares are summed in several
accumulators, in a fixed order, but not that of the index.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.gradients.ordering import TOGETHER, put_in_order

Array = NDArray[np.float64]
TILE = 4
WIDEST = 2**14  # coordinates of which two tiles and the sum fit into the second-level cache
_SUMS = {"contract", "reassoc", "nsz"}


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _square(row: Array) -> float:
    total = 0.0
    for j in range(row.shape[0]):
        total += row[j] * row[j]
    return total


@compiled(nogil=True, error_model="numpy")
def _factor(square: float, clip: bool, bound: float, regulariser: float) -> float:
    norm = math.sqrt(square)
    if clip:
        return 1.0 if norm <= bound else bound / norm
    below = norm + regulariser
    return bound / below if below > 0.0 else 0.0


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _squares(tile: Array, out: Array) -> None:
    r0, r1, r2, r3 = tile[0], tile[1], tile[2], tile[3]
    s0 = s1 = s2 = s3 = 0.0
    for j in range(tile.shape[1]):
        s0 += r0[j] * r0[j]
        s1 += r1[j] * r1[j]
        s2 += r2[j] * r2[j]
        s3 += r3[j] * r3[j]
    out[0], out[1], out[2], out[3] = s0, s1, s2, s3


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _add_and_square(weights: Array, tile: Array, following: Array, out: Array, sums: Array) -> None:
    """Add a weighted tile to out, and square the next tile."""
    w0, w1, w2, w3 = weights[0], weights[1], weights[2], weights[3]
    p0, p1, p2, p3 = tile[0], tile[1], tile[2], tile[3]
    r0, r1, r2, r3 = following[0], following[1], following[2], following[3]
    s0 = s1 = s2 = s3 = 0.0
    for j in range(out.shape[0]):
        out[j] += (w0 * p0[j] + w1 * p1[j]) + (w2 * p2[j] + w3 * p3[j])
        s0 += r0[j] * r0[j]
        s1 += r1[j] * r1[j]
        s2 += r2[j] * r2[j]
        s3 += r3[j] * r3[j]
    sums[0], sums[1], sums[2], sums[3] = s0, s1, s2, s3


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _add(weight: float, row: Array, out: Array) -> None:
    for j in range(out.shape[0]):
        out[j] += weight * row[j]


@compiled(nogil=True)
def bounded_sum(gradients: Array, clip: bool, bound: float, regulariser: float, out: Array) -> None:
    """The sum of bounded gradients, as :func:`dptheory.gradients.perturbation.bounded` has them.

    Shapes: gradients (B, d), C-contiguous; out (d,). A record whose square overflows adds nothing.
    """
    out[:] = 0.0
    whole = gradients.shape[0] - gradients.shape[0] % TILE
    if gradients.shape[1] > WIDEST:
        whole = 0
    squares, weights = np.zeros(TILE), np.zeros(TILE)
    if whole > 0:
        _squares(gradients[:TILE], squares)
    for i in range(0, whole, TILE):
        for k in range(TILE):
            weights[k] = _factor(squares[k], clip, bound, regulariser)
        if i + TILE < whole:
            following = gradients[i + TILE : i + 2 * TILE]
            _add_and_square(weights, gradients[i : i + TILE], following, out, squares)
        else:
            for k in range(TILE):
                _add(weights[k], gradients[i + k], out)
    for i in range(whole, gradients.shape[0]):
        _add(_factor(_square(gradients[i]), clip, bound, regulariser), gradients[i], out)


@compiled(nogil=True)
def _add_groups(
    row: Array,
    clip: bool,
    edges: NDArray[np.int64],
    bounds: Array,
    regulariser: float,
    total: Array,
) -> None:
    """Add a record's bounded gradient, group by group."""
    for m in range(bounds.shape[0]):
        part = row[edges[m] : edges[m + 1]]
        weight = _factor(_square(part), clip, bounds[m], regulariser)
        _add(weight, part, total[edges[m] : edges[m + 1]])


@compiled(nogil=True)
def grouped_sum(
    gradients: Array,
    clip: bool,
    edges: NDArray[np.int64],
    order: NDArray[np.int64],
    bounds: Array,
    regulariser: float,
    out: Array,
) -> None:
    """The same in groups, each with its bound, of coordinates that the edges divide.

    Shapes: gradients (B, d), C-contiguous; edges (M + 1,); bounds (M,); out (d,); order (d,), the
    coordinates group by group, or (0,) where the groups are consecutive.
    """
    total = np.zeros(out.shape[0])
    if order.shape[0] == 0:
        for i in range(gradients.shape[0]):
            _add_groups(gradients[i], clip, edges, bounds, regulariser, total)
        out[:] = total
        return
    space, rows = np.empty((order.shape[0], TOGETHER)), np.empty((TOGETHER, order.shape[0]))
    for first in range(0, gradients.shape[0], TOGETHER):
        tile = gradients[first : first + TOGETHER]
        put_in_order(tile, order, space, rows)
        for k in range(tile.shape[0]):
            _add_groups(rows[k], clip, edges, bounds, regulariser, total)
    out[order] = total

"""Per-sample clipping and normalisation of given gradients, compiled: one pass over memory.

Four records a tile. The loop that adds a tile, still in the cache, takes the squares of the
next one, so that memory is never idle; wider records go one by one. Squares are summed in several
accumulators, in a fixed order, but not that of the index.

**What floats cannot hold.** A sum of squares below :data:`LEAST` may have lost digits to underflow,
and an infinite one says nothing: there, and where the factor is no ordinary float or the bound is
below :data:`LEAST`, a part is scaled by its largest entry first. Records that are not finite add
nothing and are counted.
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.gradients.ordering import TOGETHER, put_in_order

Array = NDArray[np.float64]
TILE = 4
WIDEST = 2**14  # coordinates of which two tiles and the sum fit into the second-level cache
_SUMS = {"contract", "reassoc", "nsz"}
# A square that underflows loses at most 2^-1075: nothing beside LEAST in any number of coordinates.
LEAST, ROOM, LARGEST = 2.0**-900, 2.0**-390, sys.float_info.max
FACTORS = 2.0**-1000, 2.0**1000  # between which a quotient has all its digits
ASK = -1.0  # in place of a factor


@compiled(nogil=True, error_model="numpy", fastmath=_SUMS)
def _square(row: Array) -> float:
    total = 0.0
    for j in range(row.shape[0]):
        total += row[j] * row[j]
    return total


@compiled(nogil=True, error_model="numpy")
def _factor(square: float, clip: bool, bound: float, regulariser: float) -> float:
    """The factor of a part, or ASK where its square or a quotient has lost digits."""
    norm = math.sqrt(square)
    # A norm that is nothing beside the bound or the regulariser need not be known.
    known = square >= LEAST or (bound if clip else regulariser) >= ROOM
    if not (known and square <= LARGEST and bound >= LEAST):
        return ASK
    if clip and norm <= bound:
        return 1.0
    factor = bound / (norm if clip else norm + regulariser)
    return factor if FACTORS[0] <= factor <= FACTORS[1] else ASK


@compiled(nogil=True, error_model="numpy")
def _is_finite(row: Array) -> bool:
    finite = True
    for j in range(row.shape[0]):
        finite = finite and abs(row[j]) <= LARGEST
    return finite


@compiled(nogil=True, error_model="numpy")
def _add_scaled(row: Array, clip: bool, bound: float, regulariser: float, out: Array) -> None:
    """Add the part of a finite row, scaled first: no square underflows that counts, none overflows.

    Below LEAST a product may be rounded up by much of itself: there factor and part are rounded
    towards 0.
    """
    scale, square = 0.0, 0.0
    for j in range(row.shape[0]):
        scale = max(scale, abs(row[j]))
    if scale == 0.0:
        return
    if not clip:
        scale = max(scale, regulariser)
    for j in range(row.shape[0]):
        square += (row[j] / scale) ** 2
    norm = math.sqrt(square)
    whole = clip and norm <= bound / scale
    factor = bound / (norm if clip else norm + regulariser / scale)
    if bound < LEAST:
        factor = np.nextafter(factor, 0.0)
    for j in range(row.shape[0]):
        part = row[j] if whole else factor * (row[j] / scale)
        if bound < LEAST and not whole:
            part = np.nextafter(part, 0.0)
        out[j] += part


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
def _add_part(
    factor: float, row: Array, clip: bool, bound: float, regulariser: float, out: Array
) -> int:
    """Add a record's part by its factor; the number of records refused, 0 or 1."""
    if factor >= 0.0:
        _add(factor, row, out)
        return 0
    if not _is_finite(row):
        return 1
    _add_scaled(row, clip, bound, regulariser, out)
    return 0


@compiled(nogil=True)
def bounded_sum(gradients: Array, clip: bool, bound: float, regulariser: float, out: Array) -> int:
    """The sum of bounded gradients, as :func:`dptheory.gradients.perturbation.bounded` has them.

    Shapes: gradients (B, d), C-contiguous; out (d,). Returns how many records are not finite; they
    add nothing.
    """
    out[:] = 0.0
    refused = 0
    whole = gradients.shape[0] - gradients.shape[0] % TILE
    if gradients.shape[1] > WIDEST:
        whole = 0
    squares, weights = np.zeros(TILE), np.zeros(TILE)
    if whole > 0:
        _squares(gradients[:TILE], squares)
    for i in range(0, whole, TILE):
        plain = i + TILE < whole
        for k in range(TILE):
            weights[k] = _factor(squares[k], clip, bound, regulariser)
            plain = plain and weights[k] >= 0.0
        if plain:
            following = gradients[i + TILE : i + 2 * TILE]
            _add_and_square(weights, gradients[i : i + TILE], following, out, squares)
            continue
        for k in range(TILE):
            refused += _add_part(weights[k], gradients[i + k], clip, bound, regulariser, out)
        if i + TILE < whole:
            _squares(gradients[i + TILE : i + 2 * TILE], squares)
    for i in range(whole, gradients.shape[0]):
        factor = _factor(_square(gradients[i]), clip, bound, regulariser)
        refused += _add_part(factor, gradients[i], clip, bound, regulariser, out)
    return refused


@compiled(nogil=True)
def _add_groups(
    gradients: Array,
    clip: bool,
    edges: NDArray[np.int64],
    order: NDArray[np.int64],
    bounds: Array,
    regulariser: float,
    careful: bool,
    total: Array,
) -> int:
    """Add all records, group by group; -1 if one turns out not to be finite when a part is added.

    With care each record is read once more before, and the number of those refused returned.
    """
    total[:] = 0.0
    refused, width = 0, order.shape[0]
    space, rows = np.empty((width, TOGETHER)), np.empty((TOGETHER, width))
    for first in range(0, gradients.shape[0], TOGETHER):
        tile = gradients[first : first + TOGETHER]
        if width > 0:
            put_in_order(tile, order, space, rows)
        for k in range(tile.shape[0]):
            row = rows[k] if width > 0 else gradients[first + k]
            if careful and not _is_finite(row):
                refused += 1
                continue
            for m in range(bounds.shape[0]):
                part = row[edges[m] : edges[m + 1]]
                factor = _factor(_square(part), clip, bounds[m], regulariser)
                if factor >= 0.0:
                    _add(factor, part, total[edges[m] : edges[m + 1]])
                elif _is_finite(part):
                    out = total[edges[m] : edges[m + 1]]
                    _add_scaled(part, clip, bounds[m], regulariser, out)
                else:
                    return -1
    return refused


@compiled(nogil=True)
def grouped_sum(
    gradients: Array,
    clip: bool,
    edges: NDArray[np.int64],
    order: NDArray[np.int64],
    bounds: Array,
    regulariser: float,
    out: Array,
) -> int:
    """The same in groups, each with its bound, of coordinates that the edges divide.

    Shapes: gradients (B, d), C-contiguous; edges (M + 1,); bounds (M,); out (d,); order (d,), the
    coordinates group by group, or (0,) where the groups are consecutive. A record adds nothing at
    all where one of its groups is not finite: if there is such a record the sum is taken anew.
    """
    total = np.zeros(out.shape[0])
    refused: int = _add_groups(gradients, clip, edges, order, bounds, regulariser, False, total)
    if refused < 0:
        refused = _add_groups(gradients, clip, edges, order, bounds, regulariser, True, total)
    if order.shape[0] > 0:
        out[order] = total
    else:
        out[:] = total
    return refused

r"""Compiled Laplacian smoothing in O(d): two recursions around the circle, and their corrections.

With :math:`\omega` of :func:`dptheory.smoothing.root` the smoothed vector is a moving average
forwards and one backwards, :math:`y_i = \omega y_{i-1} + (1-\omega)v_i` with :math:`y_{-1} =
y_{d-1}`. Each recursion starts from 0 and is then corrected by the geometric tail of its start
value, :math:`\omega^{i+1}y_{-1}`, which is soon below rounding. Four steps of the recursion are
taken at once, so that the chain of dependent operations is a quarter as long.
"""

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled

Array = NDArray[np.float64]

_NEGLIGIBLE = 1e-18


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _average(v: Array, first: int, step: int, omega: float, weight: float, closing: float) -> None:
    """The moving average of v in place, from index ``first`` with stride ``step`` (1 or -1)."""
    d = v.shape[0]
    omega2 = omega * omega
    omega3, omega4 = omega2 * omega, omega2 * omega2
    carry = 0.0
    i = first
    for _ in range(d // 4):
        a, b = weight * v[i], weight * v[i + step]
        c, e = weight * v[i + 2 * step], weight * v[i + 3 * step]
        ab = b + omega * a
        ce = e + omega * c
        v[i] = a + omega * carry
        v[i + step] = ab + omega2 * carry
        v[i + 2 * step] = (c + omega * ab) + omega3 * carry
        carry = (ce + omega2 * ab) + omega4 * carry
        v[i + 3 * step] = carry
        i += 4 * step
    for _ in range(d % 4):
        carry = weight * v[i] + omega * carry
        v[i] = carry
        i += step
    # One round trip multiplies the start by omega^d = 1 - closing.
    tail = omega * carry / closing
    limit = _NEGLIGIBLE * abs(tail)
    i = first
    for _ in range(d):
        if abs(tail) <= limit:
            break
        v[i] += tail
        tail *= omega
        i += step


@compiled(nogil=True)
def smooth(v: Array, omega: float, weight: float, closing: float) -> None:
    """Replace a vector of shape (d,) by its smoothed one.

    omega in [0, 1), weight = 1 - omega and closing = 1 - omega^d, each to full relative accuracy.
    """
    _average(v, 0, 1, omega, weight, closing)
    _average(v, v.shape[0] - 1, -1, omega, weight, closing)


@compiled(nogil=True)
def smooth_rows(rows: Array, omega: float, weight: float, closing: float) -> None:
    """Smooth every row of an array of shape (k, d)."""
    for k in range(rows.shape[0]):
        smooth(rows[k], omega, weight, closing)

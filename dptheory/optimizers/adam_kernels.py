"""The compiled step of Adam: one pass over memory, every operation as the formula has it."""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled

Array = NDArray[np.float64]


@compiled(nogil=True, error_model="numpy")
def step(
    x: Array,
    m: Array,
    v: Array,
    g: Array,
    out: tuple[Array, Array, Array],
    alpha: float,
    decays: tuple[float, float],
    left: tuple[float, float],
    shift: float,
    least: float,
    corrected: bool,
) -> bool:
    """The next x, m and v of vectors of one length, and whether all numbers are finite.

    Args:
        x, m, v, g: the state and the gradient.
        out: where x, m and v go.
        decays: beta1 and beta2. left: 1 less their powers after this step.
        shift: b, or -Phi of the corrected form. least: gamma, or its floor.
    """
    beta1, beta2 = decays
    rest1, rest2 = 1.0 - beta1, 1.0 - beta2
    next_x, next_m, next_v = out
    finite = True
    for i in range(x.shape[0]):
        first = beta1 * m[i] + rest1 * g[i]
        second = beta2 * v[i] + rest2 * (g[i] * g[i])
        next_m[i] = first
        next_v[i] = second
        moment = second / left[1] + shift
        size = math.sqrt(max(moment, least)) if corrected else math.sqrt(moment) + least
        new = x[i] - alpha * ((first / left[0]) / (size if first != 0.0 else 1.0))
        next_x[i] = new
        finite &= math.isfinite(second) & math.isfinite(size) & math.isfinite(new)
    return finite

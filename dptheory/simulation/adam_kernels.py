"""Compiled Adam steps: one pass over memory, the corrections folded into three numbers."""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled

Array = NDArray[np.float64]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def adam_step(
    x: Array,
    m: Array,
    v: Array,
    g: Array,
    steps: int,
    alpha: float,
    beta1: float,
    beta2: float,
    gamma: float,
) -> None:
    """One step in place: vectors of one length; ``steps`` counts this step, from 1; 0/0 = 0."""
    size = alpha / (1.0 - beta1**steps)
    shrink = 1.0 / math.sqrt(1.0 - beta2**steps)
    rest1, rest2 = 1.0 - beta1, 1.0 - beta2
    for i in range(x.shape[0]):
        first = beta1 * m[i] + rest1 * g[i]
        second = beta2 * v[i] + rest2 * (g[i] * g[i])
        m[i] = first
        v[i] = second
        below = math.sqrt(second) * shrink + gamma
        x[i] -= size * first / (below if first != 0.0 else 1.0)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def corrected_step(
    x: Array,
    m: Array,
    v: Array,
    g: Array,
    steps: int,
    alpha: float,
    beta1: float,
    beta2: float,
    noise_variance: float,
    floor: float,
) -> None:
    """The same for the bias-corrected form."""
    size = alpha / (1.0 - beta1**steps)
    shrink = 1.0 / (1.0 - beta2**steps)
    rest1, rest2 = 1.0 - beta1, 1.0 - beta2
    for i in range(x.shape[0]):
        first = beta1 * m[i] + rest1 * g[i]
        second = beta2 * v[i] + rest2 * (g[i] * g[i])
        m[i] = first
        v[i] = second
        x[i] -= size * first / math.sqrt(max(second * shrink - noise_variance, floor))

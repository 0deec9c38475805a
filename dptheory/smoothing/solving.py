r"""A^{-1} v: by the fast Fourier transform, or by two recursions in linear time.

With the root :math:`\omega = (\sqrt{4\sigma+1} - 1)/(\sqrt{4\sigma+1} + 1) \in [0, 1)` and the
cyclic shift S, :math:`A_\sigma^{-1} = (1-\omega)(1-\omega S)^{-1}\,(1-\omega)(1-\omega
S^\top)^{-1}`: smoothing is an exponential moving average forwards and one backwards, around the
circle.

Source: own; the Fourier form is Wang et al., DP-LSSGD, after (3).
"""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.numbers import Number, sqrt
from dptheory.ranges import nonnegative
from dptheory.smoothing.operator import Array, spectrum
from dptheory.smoothing.shares import rate, root


@public
def solve(gradient: ArrayLike, smoothing: float) -> Array:
    """A^{-1} v along the last axis by the fast Fourier transform, O(d log d).

    Args:
        gradient: v, shape (..., d). smoothing: sigma >= 0.

    Raises:
        ValueError: v has no last axis or it is empty, or the smoothing is negative.

    Example:
        >>> solve([1.0, 0.0, 0.0], 1.0).round(4).tolist()
        [0.5, 0.25, 0.25]
    """
    v = _vector(gradient)
    d = v.shape[-1]
    half = spectrum(d, smoothing)[: d // 2 + 1]
    return np.fft.irfft(np.fft.rfft(v, axis=-1) / half, n=d, axis=-1)


@public
def solve_recursive(gradient: ArrayLike, smoothing: float) -> Array:
    """A^{-1} v along the last axis by two recursions of first order, O(d) in time and memory.

    The moving averages of the module's docstring, each started from its periodic value. The root
    is below 1, so that nothing grows with d.

    Args:
        gradient: v, shape (..., d). smoothing: sigma >= 0.

    Raises:
        ValueError: v has no last axis or it is empty, or the smoothing is negative.

    Example:
        >>> solve_recursive([1.0, 0.0, 0.0], 1.0).round(4).tolist()
        [0.5, 0.25, 0.25]
    """
    from dptheory.simulation.smoothing_kernels import smooth_rows

    v = _vector(gradient)
    smoothed = np.array(v, order="C")
    d = v.shape[-1]
    smooth_rows(smoothed.reshape(-1, d), *_averages(d, smoothing))
    return smoothed


@lru_cache(maxsize=64)
def _averages(d: int, smoothing: Number) -> tuple[float, float, float]:
    """omega, 1 - omega and 1 - omega^d, without cancellation."""
    s = float(nonnegative("smoothing", smoothing))
    closing = float(-np.expm1(-2 * d * rate(s)))
    return float(root(s)), 2 / (1 + sqrt(1 + 4 * s)), closing


def _vector(gradient: ArrayLike) -> Array:
    v = np.asarray(gradient, dtype=np.float64)
    if v.ndim == 0 or v.shape[-1] == 0:
        raise ArgumentError(f"gradient must be of shape (..., d), d >= 1. Found shape {v.shape}.")
    return v

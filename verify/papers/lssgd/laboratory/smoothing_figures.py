r"""The signals of Figure 2 of Wang et al. (DP-LSSGD), and the exact error of smoothing them.

A clean signal c with independent noise of variance :math:`s^2` becomes
:math:`A_\sigma^{-1}(c + n)`. Its mean squared error against c, averaged over the coordinates, is
:math:`\frac1d\|A_\sigma^{-1}c - c\|_2^2 + \beta s^2`: squared bias and variance, both exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from dptheory.smoothing import beta, solve

Array = NDArray[np.float64]
POINTS = 100


@dataclass(frozen=True)
class Signal:
    """A signal of Figure 2.

    Attributes:
        clean: without noise; the square one in row-major order.
        deviation: standard deviation of the noise of a point.
        smoothing: the printed one.
    """

    clean: Array
    deviation: float
    smoothing: float


def _signals() -> Mapping[str, Signal]:
    wave = np.sin(2 * np.pi * np.arange(1, POINTS + 1) / POINTS)
    return {
        "v_1": Signal(wave, 0.1, 10.0),
        # A pixel gets one number; the printed 0.2 N(0, I_2) would give it two.
        "v_2": Signal(np.outer(wave, wave).ravel(), 0.2, 100.0),
    }


SIGNALS = _signals()


def bias(signal: Signal, smoothing: float) -> float:
    """The mean squared change of the clean signal."""
    return float(np.mean((solve(signal.clean, smoothing) - signal.clean) ** 2))


def variance(signal: Signal, smoothing: float) -> float:
    """The variance of a smoothed point."""
    return signal.deviation**2 * float(beta(len(signal.clean), float(smoothing)))


def error(signal: Signal, smoothing: float) -> float:
    """The mean squared error after smoothing."""
    return bias(signal, smoothing) + variance(signal, smoothing)


def error_ratio(signal: Signal, smoothing: float) -> float:
    """The mean squared error after smoothing over the one before."""
    return error(signal, smoothing) / signal.deviation**2


def best_smoothing(signal: Signal) -> float:
    """The smoothing of the least error, to 6 digits."""
    found = minimize_scalar(
        lambda t: error(signal, float(np.exp(t))),
        bounds=(np.log(1e-2), np.log(1e4)),
        method="bounded",
        options={"xatol": 1e-7},
    )
    return float(np.exp(found.x))


def noisy(signal: Signal, seed: int = 0) -> Array:
    """One draw of the signal with its noise."""
    rng = np.random.Generator(np.random.Philox(seed))
    return signal.clean + signal.deviation * rng.standard_normal(signal.clean.shape)

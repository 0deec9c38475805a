r"""The laws of both moments and of the update where only noise is random (no gradient at all).

In units of the noise's variance :math:`\Phi` of a step, :math:`\hat m=\sum_\tau a_\tau z_\tau` and
:math:`\hat v=\sum_\tau w_\tau z_\tau^2` with the same standard normal :math:`z_\tau`:

.. math:: E[e^{ir\hat v};\hat m\in dx] = \prod_\tau(1-2irw_\tau)^{-1/2}
          \frac{e^{-x^2/2A(r)}}{\sqrt{2\pi A(r)}}dx,\qquad
          A(r)=\sum_\tau\frac{a_\tau^2}{1-2irw_\tau}.

For :math:`g(v)=\max(v-\varphi,\gamma)` and c > 0, :math:`|\hat m|>c\sqrt{g(\hat v)}` means
:math:`\hat m^2>c^2\gamma` and :math:`\hat v<\varphi+\hat m^2/c^2`: an inversion for each value of
:math:`\hat m`, and a quadrature over these.
"""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

Array = NDArray[Any]
TERMS, PERIOD = 160, 80.0  # of the inversion's sum; in standard deviations of v
BELOW, ABOVE = 12.0, 18.0  # standard deviations that v stays within
NODES = 96
_legendre = lru_cache(np.polynomial.legendre.leggauss)


@dataclass(frozen=True)
class Noise:
    """Both moments after ``steps`` steps of noise of variance 1.

    Attributes:
        beta1, beta2: in [0, 1). steps: t >= 1.
    """

    beta1: float
    beta2: float
    steps: int

    def _weights(self, beta: float) -> Array:
        return (1 - beta) * beta ** np.arange(self.steps - 1, -1, -1.0) / (1 - beta**self.steps)

    @cached_property
    def first_deviation(self) -> float:
        """The standard deviation of the first moment."""
        return float(np.linalg.norm(self._weights(self.beta1)))

    @cached_property
    def second_deviation(self) -> float:
        """That of the second moment, whose mean is 1."""
        return math.sqrt(2) * float(np.linalg.norm(self._weights(self.beta2)))

    @cached_property
    def _transform(self) -> tuple[Array, Array, Array]:
        """Places r, the transform of v - 1 there, and A(r)."""
        r = (np.arange(TERMS) + 0.5) * 2 * np.pi / (PERIOD * self.second_deviation)
        w, a = self._weights(self.beta2), self._weights(self.beta1)
        factors = 1 / (1 - 2j * np.multiply.outer(r, w))
        value = np.exp(0.5 * np.log(factors).sum(axis=1) - 1j * r)
        return r, value, factors @ a**2

    def second_below(self, x: float) -> float:
        """P[v < x]."""
        r, value, _ = self._transform
        terms = (value * np.exp(-1j * r * (x - 1))).imag / (np.arange(TERMS) + 0.5)
        return float(0.5 - terms.sum() / np.pi)

    def second_quantile(self, p: float) -> float:
        """The quantile of v."""
        reach = (BELOW * self.second_deviation, ABOVE * self.second_deviation)
        return float(
            brentq(lambda x: self.second_below(x) - p, 1 - reach[0], 1 + reach[1], xtol=1e-13)
        )

    def corrected_mean(self, phi: float, floor: float) -> float:
        """E max(v - phi, floor)."""
        x, weight = _nodes(phi + floor, 1 + ABOVE * self.second_deviation)
        above = [1 - self.second_below(y) for y in x]
        return floor + float(weight @ np.array(above))

    def update_beyond(self, c: float, phi: float, floor: float) -> float:
        """P[|m| > c sqrt(max(v - phi, floor))] for c > 0."""
        least = max(floor, 1 - BELOW * self.second_deviation - phi, 0.0)
        most = 1 + ABOVE * self.second_deviation - phi
        start, end = c * math.sqrt(least), c * math.sqrt(max(most, least))
        r, value, variance = self._transform
        x, weight = _nodes(start, end)
        joint = value[:, None] * np.exp(-(x**2) / (2 * variance[:, None]))
        joint /= np.sqrt(2 * np.pi * variance[:, None])
        turned = joint * np.exp(-1j * np.multiply.outer(r, phi + x**2 / c**2 - 1))
        terms = (turned.imag / (np.arange(TERMS) + 0.5)[:, None]).sum(axis=0) / np.pi
        deviation = self.first_deviation
        density = np.exp(-(x**2) / (2 * deviation**2)) / (math.sqrt(2 * np.pi) * deviation)
        inside = float(weight @ (0.5 * density - terms))
        return 2 * (inside + float(ndtr(-end / deviation)))

    def update_quantile(self, p: float, phi: float, floor: float) -> float:
        """The quantile of m / sqrt(max(v - phi, floor)) for p > 1/2."""
        scale = self.first_deviation / math.sqrt(max(1 - phi, floor))
        return float(
            brentq(
                lambda c: self.update_beyond(c, phi, floor) / 2 - (1 - p),
                0.02 * scale,
                20 * scale,
                xtol=1e-12,
            )
        )

    def first_quantile(self, p: float) -> float:
        """The quantile of m."""
        return float(ndtri(p)) * self.first_deviation


def _nodes(low: float, high: float) -> tuple[Array, Array]:
    x, weight = _legendre(NODES)
    return low + (high - low) * (1 + x) / 2, weight * (high - low) / 2


@lru_cache
def noise(beta1: float, beta2: float, steps: int) -> Noise:
    """The law, its transform computed once."""
    return Noise(beta1, beta2, steps)

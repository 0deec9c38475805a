r"""The Rényi divergence of Gaussian releases as a function of their noise: tabulated.

Let :math:`r_\alpha(z)` be the divergence bound of order :math:`\alpha` of one release with noise
multiplier z (standard deviation of the batch sum's noise by its L2 sensitivity). The curve is
tabulated in logarithms and interpolated. It gives a schedule its shape only: the privacy of the
result is accounted for anew (:mod:`dptheory.allocation.scaling`).

Batches of m of n records: the divergence of :func:`dptheory.privacy.rdp.subsampled_uppers`, for
both relations. It follows from the profile of batches without replacement and replace-one in both
directions, which is at least that of Poisson batches with rate m/n at the same multiplier, whether
a record is added or removed. On full data it is :math:`r_\alpha = \alpha/(2z^2)`. Noise z is noise
:math:`z'\le z` plus independent noise, so that a bound at z' holds at z: the table is the running
minimum.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.interpolate import PchipInterpolator

from dptheory.allocation.schedule import Array, Batches
from dptheory.privacy import renyi
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_uppers

FRACTIONS = (1.1, 1.25, 1.5, 1.75)
WHOLE = (2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256)
ORDERS = (*FRACTIONS, *map(float, WHOLE))
COARSE, FINE = 60, 240  # points of the tables that choose the order, and the schedule
DENSE = 0.2, 30.0  # three quarters of the points are between these multipliers,
ENDS = 0.05, 3e3  # the rest up to these (beyond the last, r ~ 1/z^2)
ROUNDING = 2 * renyi.ROUNDING  # a smaller divergence of one release is rounding


@dataclass(frozen=True)
class Setting(Batches):
    """Batches of m of n records, for a named relation."""

    neighbouring: Neighbouring

    def divergences(self, order: float, multipliers: Array) -> Array:
        """r of every multiplier, shape (k,); see the module."""
        return subsampled_uppers(order, multipliers, self.rate)


def divergence_budget(order: float, epsilon: float, delta: float) -> float:
    """R of :mod:`.gaussian_schedule`: how much of this order is (epsilon, delta)-DP."""
    return epsilon - math.log1p(-1 / order) + math.log(delta * order) / (order - 1)


@dataclass(frozen=True)
class Curve:
    """ln r and ln(-dr/d(z^2)) of one order as functions of ln z, the latter decreasing."""

    value: Callable[[Array], Array]
    knots: Array
    slopes: Array

    def multipliers(self, log_price: Array) -> Array:
        """ln z at which ln(-dr/d(z^2)) is log_price; beyond the table r ~ 1/z^2."""
        inner = np.interp(log_price, self.slopes[::-1], self.knots[::-1])
        beyond = self.knots[-1] + (self.slopes[-1] - log_price) / 4
        return np.where(log_price < self.slopes[-1], beyond, inner)

    def divergence(self, log_z: Array) -> Array:
        """r at ln z."""
        inside = np.minimum(log_z, self.knots[-1])
        divergences: Array = np.exp(self.value(inside) - 2 * (log_z - inside))
        return divergences


@lru_cache(maxsize=256)
def curve(setting: Setting, order: float, points: int) -> Curve:
    """The table of one order; see the module."""
    knots = knots_of(points)
    return tabulated(knots, setting.divergences(order, np.exp(knots)))


def knots_of(points: int) -> Array:
    """Logarithms of the multipliers of a table."""
    ends, dense = np.log(ENDS), np.log(DENSE)
    few = points // 8
    return np.concatenate(
        [
            np.linspace(ends[0], dense[0], few, endpoint=False),
            np.linspace(dense[0], dense[1], points - 2 * few),
            np.linspace(ends[1], dense[1], few, endpoint=False)[::-1],
        ]
    )


def tabulated(knots: Array, values: Array) -> Curve:
    """The curve through values of r at knots of ln z, made decreasing and convex in z^2."""
    with np.errstate(invalid="ignore"):
        r = np.fmin.accumulate(values)
    kept = np.isfinite(r) & (r > ROUNDING)
    knots = knots[kept]
    value = PchipInterpolator(knots, np.log(r[kept]))
    fine = np.linspace(knots[0], knots[-1], 5000)
    # The bound's minima over two expressions dent its convexity: prices must not rise.
    corners = _convex(np.exp(2 * fine), np.exp(value(fine)))
    fall = -np.diff(np.exp(value(fine[corners]))) / np.diff(np.exp(2 * fine[corners]))
    middle = (fine[corners][:-1] + fine[corners][1:]) / 2
    return Curve(value, middle[fall > 0], np.log(fall[fall > 0]))


def _convex(x: Array, y: Array) -> list[int]:
    """Which points are corners of the largest convex function below them; x increases."""
    corners = [0]
    for i in range(1, x.size):
        while len(corners) > 1:
            a, b = corners[-2:]
            if (y[i] - y[b]) * (x[b] - x[a]) > (y[b] - y[a]) * (x[i] - x[b]):
                break
            corners.pop()
        corners.append(i)
    return corners

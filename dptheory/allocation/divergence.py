r"""The Rényi divergence of Gaussian releases as a function of their noise: tabulated.

Let :math:`r_\alpha(z)` be the divergence bound of order :math:`\alpha` of one release with noise
multiplier z (standard deviation of the batch sum's noise by its L2 sensitivity). The curve is
dp-accounting's, tabulated in logarithms and interpolated.

**Cancellation.** At high orders and multipliers dp-accounting's bound without replacement loses its
digits and grows far too large. A release is therefore counted with at most :math:`\alpha/(2z^2)`,
what it costs on full data (Rényi divergence is jointly quasi-convex: van Erven and Harremoës 2014,
Theorem 13). Noise z is noise :math:`z'\le z` plus independent noise, so that a bound at z' holds at
z: the table is the running minimum. The final sum is that of the releases as they are; an order
whose sum cannot be brought to its budget gives way to the next best. Where digits are lost the
value can also fall short of its formula (0.2 % for one release of order 96 with m/n = 0.8).

Relations: for replace-one, batches of m of n records without replacement (Wang, Balle and
Kasiviswanathan 2019, Theorem 27); for add-or-remove-one, Poisson batches with rate m/n. On full
data both are :math:`r_\alpha = \alpha/(2z^2)`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.interpolate import PchipInterpolator

from dptheory.allocation.schedule import Array
from dptheory.privacy.neighbouring import Neighbouring

ORDERS = (2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256)


COARSE, FINE = 60, 240  # points of the tables that choose the order, and the schedule


DENSE = 0.2, 30.0  # three quarters of the points are between these multipliers,


ENDS = 0.05, 3e3  # the rest up to these (beyond the last, r ~ 1/z^2)


ROUNDING = 1e-13  # a smaller divergence of one release is dp-accounting's rounding


@dataclass(frozen=True)
class Releases:
    """Gaussian releases on batches of m of n records, for a named relation."""

    n: int
    m: int
    neighbouring: Neighbouring

    def _event(self, multiplier: float) -> Any:
        from dp_accounting import dp_event

        noise = dp_event.GaussianDpEvent(multiplier)
        if self.m == self.n:
            return noise
        if self.neighbouring is Neighbouring.REPLACE_ONE:
            return dp_event.SampledWithoutReplacementDpEvent(self.n, self.m, noise)
        return dp_event.PoissonSampledDpEvent(self.m / self.n, noise)

    def divergence(self, order: int, multipliers: Array, counts: Array) -> float:
        """The Rényi divergence of all releases together, by dp-accounting; see the module."""
        from dp_accounting.privacy_accountant import NeighboringRelation
        from dp_accounting.rdp import RdpAccountant

        relation = NeighboringRelation[self.neighbouring.name]
        parts = []
        for multiplier, times in zip(multipliers, counts, strict=True):
            accountant = RdpAccountant([order], relation).compose(self._event(float(multiplier)))
            full = order / (2 * float(multiplier) ** 2)
            parts.append(float(times) * min(full, float(accountant.rdp[0])))
        return math.fsum(parts)


def divergence_budget(order: int, eps: float, delta: float) -> float:
    """R of :mod:`dptheory.allocation.gaussian`: how much of this order is (eps, delta)-DP."""
    return eps - math.log1p(-1 / order) + math.log(delta * order) / (order - 1)


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
def curve(releases: Releases, order: int, points: int) -> Curve:
    """The table of one order, by dp-accounting; its running minimum, see the module."""
    ends, dense = np.log(ENDS), np.log(DENSE)
    few = points // 8
    knots = np.concatenate(
        [
            np.linspace(ends[0], dense[0], few, endpoint=False),
            np.linspace(dense[0], dense[1], points - 2 * few),
            np.linspace(ends[1], dense[1], few, endpoint=False)[::-1],
        ]
    )
    one = np.ones(1)
    r = np.fmin.accumulate([releases.divergence(order, np.exp([x]), one) for x in knots])
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

r"""How probable it is that the deviation of a second moment ever leaves a band.

:math:`D_t=(1-a_t)D_{t-1}+a_t((z_t+g_t)^2-g_t^2-\Phi)` in one coordinate, :math:`a_t` the weight of
the newest square. Units are those of :math:`\Phi=1`. Backwards in t: the chance of leaving the
band later is a function of :math:`D_t`, a spline on a grid; the mean over :math:`u=|z+g|`, of
density :math:`\varphi(u-g)+\varphi(u+g)`, is Gauss and Legendre's. **The worst gradients** may
depend on the past: at each :math:`D_{t-1}` the size is taken that makes the chance largest. Runs
with a fixed size are drawn where there are many steps.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.special import ndtr

from dptheory.auditing.bounds import upper
from dptheory.bounds.second_moment import deviation_band, largest_weight

GRID, NODES, FAR = 321, 40, 9.0
ROOT = math.sqrt(math.tau)
SHARES = 0.0, 0.25, 0.5, 0.75, 1.0  # of C, the sizes of gradients that are tried
Array = np.ndarray[Any, Any]


@lru_cache(maxsize=64)
def band(delta: float, phi: float, clip: float, beta2: float, T: int) -> Array:
    """The library's at t = 1, ..., T, over Phi."""
    edges = [deviation_band(delta, phi, clip, beta2, t, T) for t in range(1, T + 1)]
    return np.array(edges) / phi


@lru_cache
def _nodes() -> tuple[Array, Array]:
    node, share = np.polynomial.legendre.leggauss(NODES)
    return node, share


def _step(before: Array, weight: float, edge: float, size: float, later: CubicSpline) -> Array:
    """The chance of leaving now or later, for each deviation before."""
    middle = 1 + size**2 - (1 - weight) * before / weight  # u^2 less D_t over the weight
    low = np.sqrt(np.maximum(middle - edge / weight, 0))
    high = np.sqrt(np.maximum(middle + edge / weight, 0))
    inside = ndtr(high - size) - ndtr(low - size) + ndtr(high + size) - ndtr(low + size)
    low, high = np.maximum(low, size - FAR), np.minimum(high, size + FAR)
    node, share = _nodes()
    half = np.maximum(high - low, 0)[:, None] / 2
    u = low[:, None] + half * (1 + node)
    density = (np.exp(-((u - size) ** 2) / 2) + np.exp(-((u + size) ** 2) / 2)) / math.sqrt(
        math.tau
    )
    after = weight * (u**2 - middle[:, None])
    found: Array = 1 - inside + (later(after) * density * half) @ share
    return found


def chance_outside(edges: Sequence[float] | Array, beta2: float, sizes: Sequence[float]) -> float:
    """The chance that some D_t is as far out as its edge, the gradients chosen worst."""
    later, T = CubicSpline([-1.0, 1.0], [0.0, 0.0]), len(edges)
    for t in range(T, 0, -1):
        reach = float(edges[t - 2]) if t > 1 else 0.0
        grid = np.linspace(-reach, reach, GRID if t > 1 else 1)
        weight = float(largest_weight(beta2, t))
        worst = [_step(grid, weight, float(edges[t - 1]), g, later) for g in sizes]
        worst = np.max(worst, axis=0)
        if t > 1:
            later = CubicSpline(grid, np.clip(worst, 0, 1))
    return float(worst[0])


def worst_chance(delta: float, phi: float, clip: float, beta2: float, T: int) -> float:
    """That of the library's band, for the worst gradients up to the clip."""
    sizes = [share * clip / math.sqrt(phi) for share in SHARES]
    return chance_outside(band(delta, phi, clip, beta2, T), beta2, sizes)


@dataclass(frozen=True)
class Drawn:
    """Runs whose gradients are all C: C^2/Phi, the decay, steps, runs and a seed."""

    ratio: float
    beta2: float
    T: int
    runs: int
    seed: int

    def farthest(self, delta: float) -> Array:
        """The largest deviation of each run over the band."""
        draw, size = np.random.default_rng(self.seed), math.sqrt(self.ratio)
        deviation, most = np.zeros(self.runs), np.zeros(self.runs)
        for t, edge in enumerate(band(delta, 1.0, size, self.beta2, self.T), 1):
            weight, z = float(largest_weight(self.beta2, t)), draw.normal(size=self.runs)
            deviation = (1 - weight) * deviation + weight * (z * (z + 2 * size) - 1)
            most = np.maximum(most, np.abs(deviation) / edge)
        return most

    def chance(self, share: float, delta: float, level: float) -> tuple[float, float, float]:
        """That of leaving a share of the band: Clopper and Pearson's ends, and what is seen."""
        k = int((self.farthest(delta) >= share).sum())
        low, high = (float(upper(n, self.runs, level / 2)) for n in (self.runs - k, k))
        return 1 - low, k / self.runs, high

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
from verify.formula.evaluate import Undecided

GRID, COARSE, NODES, FAR = 321, 81, 40, 9.0
FEW = 3
ROOT = math.sqrt(math.tau)
SHARES = 0.0, 0.5, 1.0  # of C, the sizes of gradients that are tried
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


def _step(before: Array, weight: float, ends: Array, size: float, later: CubicSpline) -> Array:
    """The chance of leaving now or later, for each deviation before."""
    middle = 1 + size**2 - (1 - weight) * before / weight  # u^2 less D_t over the weight
    low, high = (np.sqrt(np.maximum(middle + end / weight, 0)) for end in ends)
    inside = ndtr(high - size) - ndtr(low - size) + ndtr(high + size) - ndtr(low + size)
    low, high = np.maximum(low, size - FAR), np.minimum(high, size + FAR)
    node, share = _nodes()
    half = np.maximum(high - low, 0)[:, None] / 2
    u = low[:, None] + half * (1 + node)
    density = (np.exp(-((u - size) ** 2) / 2) + np.exp(-((u + size) ** 2) / 2)) / ROOT
    after = weight * (u**2 - middle[:, None])
    found: Array = 1 - inside + (later(after) * density * half) @ share
    return found


def chance_between(ends: Array, beta2: float, sizes: Sequence[float], points: int = GRID) -> float:
    """The chance that some D_t is not between its two ends, the gradients chosen worst."""
    later, worst = CubicSpline([-1.0, 1.0], [0.0, 0.0]), np.zeros(1)
    for t in range(len(ends), 0, -1):
        grid = np.linspace(ends[t - 2, 0], ends[t - 2, 1], points) if t > 1 else np.zeros(1)
        weight = float(largest_weight(beta2, t))
        worst = np.max([_step(grid, weight, ends[t - 1], g, later) for g in sizes], axis=0)
        if t > 1:
            later = CubicSpline(grid, np.clip(worst, 0, 1))
    return float(worst[0])


def chance_outside(edges: Array, beta2: float, sizes: Sequence[float]) -> float:
    """The chance that some D_t is as far out as its edge, the gradients chosen worst."""
    return chance_between(_both(edges), beta2, sizes)


def _both(edges: Array) -> Array:
    return np.stack([-edges, edges], axis=1)


def _sizes(phi: float, clip: float) -> list[float]:
    return [share * float(clip) / math.sqrt(phi) for share in SHARES]


def worst_chance(delta: float, phi: float, clip: float, beta2: float, T: int) -> float:
    """That of the library's band, for the worst gradients up to the clip."""
    edges = band(delta, phi, clip, beta2, T)
    return chance_between(_both(edges), beta2, _sizes(phi, clip), COARSE)


def block_chance(delta: float, phi: float, clip: float, beta2: float, T: int) -> float:
    """The largest chance of being outside at steps of one block, on one side.

    Raises:
        Undecided: there are many steps.
    """
    if T > FEW:
        raise Undecided("many steps")
    edges, sizes = band(delta, phi, clip, beta2, T), _sizes(phi, clip)
    passed = [math.log(sum(float(beta2) ** -i for i in range(t))) for t in range(1, T + 1)]
    never = 2 * sizes[-1] * FAR + FAR**2
    found = []
    for block in set(map(math.floor, passed)):
        open_, closed = np.full(T, never), edges.copy()
        closed[[math.floor(x) != block for x in passed]] = never
        for low, high in ((-open_, closed), (-closed, open_)):
            found.append(chance_between(np.stack([low, high], axis=1), beta2, sizes, COARSE))
    return max(found)


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

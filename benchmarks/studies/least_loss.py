"""Lower limits of epsilon, from numpy alone: nothing of the library's accounts is used.

The record's presence shows in an outcome x of law F(x - shift) instead of F(x), with probability q
in every release, F the standard Gaussian (shift 1/z) or Laplace (shift theta) law: data whose other
records are all alike. The outcomes are put into cells, which tells an adversary less; a cell's loss
is the logarithm of its likelihood ratio, lowered to an even grid. Sums of losses are convolved by
numpy's Fourier transform on a circle of at least 60 standard deviations on each side, or all of it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Array = NDArray[np.float64]
CELLS = 2**18  # of the run's loss
STEPS = 2e5  # at most so many of a release's
ROUNDING = 2.0**-48  # of delta, a release
FAR = 9.0  # standard deviations


@dataclass(frozen=True)
class Law:
    """Chances below and above x, and the outcome at a log likelihood ratio of the shifted law."""

    below: Callable[[Array], Array]
    above: Callable[[Array], Array]
    outcome: Callable[[Array], Array]
    shift: float
    top: float


def gaussian(z: float) -> Law:
    """Noise of the multiplier z."""
    return Law(ndtr, lambda x: ndtr(-x), lambda r: z * r + 0.5 / z, 1 / z, (FAR + 0.5 / z) / z)


def laplace(theta: float) -> Law:
    """Noise of the scale 1, the record moving the sum by theta."""

    def above(x: Array) -> Array:
        tail = 0.5 * np.exp(-np.abs(x))
        return np.where(x >= 0, tail, 1 - tail)

    def outcome(r: Array) -> Array:
        inside = (r + theta) / 2
        return np.where(r >= theta, np.inf, np.where(r <= -theta, -np.inf, inside))

    return Law(lambda x: above(-x), above, outcome, theta, theta)


def least_epsilon(q: float, laws: list[Law], counts: list[int], delta: float) -> float:
    """An eps below which the releases together are not (eps, delta)-DP, 0 where there is none."""
    without = math.log1p(-q) if q < 1 else -math.inf
    tops = [float(np.logaddexp(without, math.log(q) + law.top)) for law in laws]
    bottoms = [max(without, -law.top) for law in laws]
    reach = sum(c * (t - b) for c, t, b in zip(counts, tops, bottoms, strict=True))
    width = max(max(t - b for t, b in zip(tops, bottoms, strict=True)) / STEPS, reach / CELLS / 50)
    while True:
        parts = [_cells(q, law, t, b, width) for law, t, b in zip(laws, tops, bottoms, strict=True)]
        mean = sum(c * p.mean for c, p in zip(counts, parts, strict=True))
        deviation = math.sqrt(sum(c * p.variance for c, p in zip(counts, parts, strict=True)))
        if min(reach, 120 * deviation) <= width * (CELLS - 2 * len(parts)):
            break
        width *= 1.5
    low = max(
        sum(c * p.first for c, p in zip(counts, parts, strict=True)),
        math.floor((mean - 60 * deviation) / width),
    )
    transform = np.ones(CELLS // 2 + 1, dtype=complex)
    for times, part in zip(counts, parts, strict=True):
        places = (part.first + np.arange(part.chances.size)) % CELLS
        circle = np.bincount(places, part.chances, minlength=CELLS)
        transform *= np.fft.rfft(circle) ** times
    run = np.maximum(np.roll(np.fft.irfft(transform, CELLS), -(low % CELLS)), 0)
    lowered = sum(c * p.lowered for c, p in zip(counts, parts, strict=True))
    losses = width * (low + np.arange(CELLS)) - lowered
    return _inverse(losses, run, delta + ROUNDING * sum(counts))


@dataclass(frozen=True)
class _Part:
    first: int
    chances: Array
    mean: float
    variance: float
    lowered: float


def _cells(q: float, law: Law, top: float, bottom: float, width: float) -> _Part:
    """A release: cells around the multiples of the width, and by how much losses are lowered."""
    first, last = math.floor(bottom / width), math.ceil(top / width)
    edges = width * (np.arange(first, last) + 0.5)
    ratio = (np.expm1(np.minimum(edges, 700.0)) + q) / q
    inside = ratio > 0
    ends = np.where(inside, law.outcome(np.log(np.where(inside, ratio, 1.0))), -np.inf)
    without = _between(law, ends)
    chances = (1 - q) * without + q * _between(law, ends - law.shift)
    losses = width * np.arange(first, last + 1)
    seen = without > 1e-280
    loss = np.log(chances[seen] / without[seen])
    mean = float(chances @ losses)
    variance = float(chances @ (losses - mean) ** 2)
    return _Part(first, chances, mean, variance, max(0.0, float(np.max(losses[seen] - loss))))


def _between(law: Law, ends: Array) -> Array:
    """Chances of the cells between increasing ends."""
    below = np.concatenate(([0.0], law.below(ends), [1.0]))
    above = np.concatenate(([1.0], law.above(ends), [0.0]))
    return np.where(above[:-1] < 0.5, above[:-1] - above[1:], below[1:] - below[:-1])


def _inverse(losses: NDArray[Any], chances: Array, delta: float) -> float:
    """The eps at which E(1 - e^(eps - loss))_+ is delta, from below."""

    def at(eps: float) -> float:
        held = losses > eps
        return float(chances[held] @ -np.expm1(eps - losses[held]))

    if at(0.0) <= delta:
        return 0.0
    low, high = 0.0, float(losses[-1])
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle) > delta else (low, middle)
    return low

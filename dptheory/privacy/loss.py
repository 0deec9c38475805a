r"""The privacy loss of many Gaussian releases with different noise, composed on one grid.

Every release has a dominating pair whose privacy profile is known
(:mod:`dptheory.privacy.profiles`). Its loss is put on a grid of the width w so that the profile is
only raised ("connect the dots", Doroshenko et al. 2022): with :math:`d_i=\delta_i-\delta_{i+1}`
for the profile at the grid's losses the point i has the mass
:math:`d_{i-1}/(1-e^{-w})-d_i/(e^w-1)`, and what is above the last point is at infinity. Sums of
losses are convolved by one Fourier transform a distinct release, on a circle of grid points. The
circle is so long that the loss is outside with a chance of at most :data:`OUTSIDE` of delta
(Chernoff, with the grid's own moment generating functions); that chance is counted as infinite.
So the result is an upper bound up to rounding, for which the caller reserves delta.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import lfilter
from scipy.special import ndtri

from dptheory.contract import public
from dptheory.privacy.laplace import log_mixture

Array = NDArray[np.float64]
Profile = Callable[[Array, float, float], Array]
# How much the grid may add to the variance of equal releases, and of different ones (slow to do).
ADDED, ADDED_MANY = 1 / 2400, 1 / 600
STEP, POINTS = 5e5, 2e6  # at most so many points of half a release's losses, and of the run's
WIDEST = 100.0  # distance of these points from which on a run is not worth an account
WIDE = 0.02  # losses this far apart are told apart, where the number of points allows
FINER = 5e-4, 1e-3  # the distance is at most this part of eps, where the number of points allows
LEAST = 0.045  # multiplier from which on the spread of a loss is computed
LUMPS = 2000  # places at which a release's moments are computed
OUTSIDE = 1e-5  # of delta: mass beyond a release's grid, and beyond the circle


@public
@dataclass(frozen=True)
class Releases:
    """Releases on batches with the rate q: distinct noise multipliers, and how often each occurs.

    Attributes:
        multipliers: z, positive, shape (k,).
        counts: whole numbers from 1 on, shape (k,).
        rate: q in (0, 1].
    """

    multipliers: Array
    counts: NDArray[np.int64]
    rate: float


@public
@dataclass(frozen=True)
class Grid:
    """Width of the grid, and the largest loss that a release of each multiplier has on it."""

    width: float
    tops: Array


@public
@dataclass(frozen=True)
class Step:
    """One release on the grid: masses from a first index on, and the mass at infinity."""

    first: int
    masses: Array
    infinite: float


@public
def grid(releases: Releases, delta: float, width: float = math.inf) -> Grid:
    """The grid for an account at delta, at most as wide as the width given; see the module.

    A tiny q has a tiny spread and a long tail: the number of points is limited, at the cost of a
    wider grid, which rounds to more loss.
    """
    z, q, T = releases.multipliers, releases.rate, int(np.sum(releases.counts))
    reach = -float(ndtri(min(0.5, OUTSIDE * delta / (2 * T * q)))) + 0.5 / z
    tops = np.asarray(log_mixture(reach / z, q, 1.0))
    spread = np.minimum(q * np.sqrt(np.expm1(np.maximum(z, LEAST) ** -2.0)), tops)
    variance = float(np.sum(releases.counts * spread**2))
    mean = float(np.sum(releases.counts * np.minimum(spread**2, tops)))
    most = float(np.sum(releases.counts * tops))
    whole = min(mean + 20 * math.sqrt(variance), most)
    wanted = min(width, WIDE, _width(releases.counts, spread, variance))
    return Grid(max(wanted, whole / POINTS, float(np.max(tops)) / STEP), tops)


def _width(counts: NDArray[np.int64], spread: Array, variance: float) -> float:
    """The width at which the grid adds the part of the variance that it may.

    A loss between two points is split between them, which adds at most w^2/6 on average, and at
    most w times the loss's size.
    """
    allowed = variance * (ADDED if spread.size == 1 else ADDED_MANY)
    low = math.sqrt(6 * allowed / float(np.sum(counts)))
    high = 1e3 * low
    for _ in range(40):
        middle = math.sqrt(low * high)
        added = float(np.sum(counts * np.minimum(middle**2 / 6, spread * middle)))
        low, high = (middle, high) if added <= allowed else (low, middle)
    return low


@public
def epsilon(releases: Releases, delta: float, profile: Profile) -> float | None:
    """The eps at which the composed loss, rounded to more, has this delta; None if astronomic.

    Args:
        releases: the run.
        delta: positive; rounding is the caller's.
        profile: eps, z, q -> delta of one release.
    """
    chosen = grid(releases, delta)
    if chosen.width > WIDEST:
        return None
    found = _on_grid(releases, delta, profile, chosen)
    finest = FINER[0 if releases.multipliers.size == 1 else 1] * found
    finer = grid(releases, delta, finest) if found > 0 else chosen
    return _on_grid(releases, delta, profile, finer) if finer.width < chosen.width / 2 else found


def _on_grid(releases: Releases, delta: float, profile: Profile, chosen: Grid) -> float:
    """The eps on one grid."""
    start, run, infinite = _composed(releases, delta, profile, chosen)
    return _inverted(start, chosen.width, run, delta * (1 - OUTSIDE) - infinite)


def _composed(
    releases: Releases, delta: float, profile: Profile, chosen: Grid
) -> tuple[float, Array, float]:
    """The least loss of the run, the masses from there on, and the mass at infinity."""
    steps = [
        _step(profile, float(z), releases.rate, chosen.width, float(top))
        for z, top in zip(releases.multipliers, chosen.tops, strict=True)
    ]
    infinite = math.fsum(c * s.infinite for c, s in zip(releases.counts, steps, strict=True))
    low, high = _window(steps, releases.counts, chosen.width, OUTSIDE * delta)
    size = next_fast_len(high - low + 2, real=True)
    masses = _convolved(steps, releases.counts, size)
    return low * chosen.width, np.maximum(np.roll(masses, -(low % size)), 0.0), infinite


@public
def run_profile(releases: Releases, delta: float, profile: Profile) -> tuple[Array, Array]:
    """Losses on an even grid, increasing, and the delta of all releases together at each.

    Arguments of :func:`epsilon`.
    """
    chosen = grid(releases, delta)
    start, run, infinite = _composed(releases, delta, profile, chosen)
    inside, weight = _tails(chosen.width, run)
    losses = start + chosen.width * np.arange(run.size, dtype=np.float64)
    deltas: Array = np.maximum(inside - weight, 0.0) + infinite
    return losses, deltas


def _tails(width: float, chances: Array) -> tuple[Array, Array]:
    """At every place the chance of the losses from there on, and its mean of e^(place - loss)."""
    inside = np.cumsum(chances[::-1])[::-1]
    return inside, lfilter([1.0], [1.0, -math.exp(-width)], chances[::-1])[::-1]


def _step(profile: Profile, z: float, q: float, width: float, top: float) -> Step:
    """One release on the grid."""
    last = max(1, math.ceil(top / width))
    deltas = profile(width * np.arange(-last, last + 1, dtype=np.float64), z, q)
    falls = deltas[:-1] - deltas[1:]
    masses = np.empty_like(deltas)
    masses[1:] = falls / -math.expm1(-width)
    masses[0] = 1 - deltas[0]
    masses[:-1] -= falls / math.expm1(width)
    held = np.flatnonzero(masses)  # none below the least loss
    first = int(held[0])
    return Step(first - last, np.maximum(masses[first:], 0.0), float(deltas[-1]))


def _window(
    steps: list[Step], counts: NDArray[np.int64], width: float, outside: float
) -> tuple[int, int]:
    """Indices between which the sum of losses is, but for a chance of ``outside`` on each side."""
    needed = -math.log(outside)
    parts = [(int(c), _lumped(step)) for c, step in zip(counts, steps, strict=True)]
    variance = 0.0
    for times, (places, masses) in parts:
        mean = float(masses @ places)
        variance += times * float(masses @ (places - mean) ** 2)
    normal = math.sqrt(2 * needed / max(variance, 1e-300))

    def limit(tilt: float) -> float:
        total = math.fsum(times * _log_moment(lumps, tilt) for times, lumps in parts)
        return (total + needed) / abs(tilt)

    lowest = sum(int(c) * s.first for c, s in zip(counts, steps, strict=True))
    highest = lowest + sum(int(c) * (s.masses.size - 1) for c, s in zip(counts, steps, strict=True))
    low = max(float(lowest), -_least(limit, -normal))
    high = min(float(highest), _least(limit, normal))
    return math.floor(low), math.ceil(max(high, low))


def _lumped(step: Step) -> tuple[Array, Array]:
    """Fewer places and their masses, with the same mean and larger exponential moments.

    Every mass is split between the two kept places around it; an exponential is convex.
    """
    apart = -(-step.masses.size // LUMPS)
    if apart == 1:
        return np.arange(step.first, step.first + step.masses.size, dtype=np.float64), step.masses
    kept = step.masses.size // apart + 2
    rows = np.zeros((kept - 1, apart))
    rows.ravel()[: step.masses.size] = step.masses
    share = rows @ (np.arange(apart) / apart)
    masses = np.zeros(kept)
    masses[:-1] = rows.sum(axis=1) - share
    masses[1:] += share
    return step.first + apart * np.arange(kept, dtype=np.float64), masses


def _log_moment(lumps: tuple[Array, Array], tilt: float) -> float:
    """ln E e^(tilt i) of the index i of a release's loss; infinite where floats do not hold it."""
    places = tilt * lumps[0]
    shift = max(0.0, float(max(places[0], places[-1])) - 600.0)
    moment = float(lumps[1] @ np.exp(places - shift))
    return math.log(moment) + shift if moment > 1e-250 else math.inf


def _least(limit: Callable[[float], float], start: float) -> float:
    """About the least value over tilts: it falls and then rises with the tilt (log-convexity)."""
    best = limit(start)
    for factor in (2.0, 0.5):
        tilt, improved = start * factor, False
        while (found := limit(tilt)) < best:
            best, tilt, improved = found, tilt * factor, True
        if improved:
            break
    return best


def _convolved(steps: list[Step], counts: NDArray[np.int64], size: int) -> Array:
    """Masses of the sum of the releases' indices, modulo the circle's size."""
    transform = np.ones(size // 2 + 1, dtype=np.complex128)
    for times, step in zip(counts, steps, strict=True):
        start = step.first % size
        laid = np.zeros(-(-(start + step.masses.size) // size) * size)
        laid[start : start + step.masses.size] = step.masses
        transform *= _power(rfft(laid.reshape(-1, size).sum(axis=0)), int(times))
    masses: Array = irfft(transform, size)
    return masses


def _power(base: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """A whole power, at least 1, by squaring."""
    while times % 2 == 0:
        base, times = base * base, times // 2
    found = base
    while times := times // 2:
        base = base * base
        if times % 2:
            found = found * base
    return found


def _inverted(start: float, width: float, chances: Array, delta: float) -> float:
    r"""The eps at which :math:`E(1-e^{\epsilon-L})_+` is delta; 0 where it is less than that at 0.

    Args:
        start, width: the losses are start + width i.
        chances: of the losses, shape (k,).
        delta: infinite losses, taken off; where it is negative eps is infinite.
    """
    if delta < 0:
        return math.inf

    inside, weight = _tails(width, chances)
    # The first place at which delta is not exceeded, above 0: before it eps is between two losses.
    start_place = max(0, math.floor(-start / width) + 1)
    enough = inside[start_place:] - weight[start_place:] <= delta
    place = start_place + int(np.argmax(enough)) if enough.any() else chances.size
    if place == chances.size or weight[place] == 0 or inside[place] <= delta:
        return max(0.0, start + width * (place - 1))
    found = start + width * place + math.log((inside[place] - delta) / weight[place])
    return max(0.0, found)

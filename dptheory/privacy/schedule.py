r"""Accounts of Gaussian releases with different noise, on mini-batches.

A release adds Gaussian noise to the sum over a batch of b of n records; :math:`z_t` is its standard
deviation by the distance that one record moves the sum (2G for replace-one and G for
add-or-remove-one with gradients at most G long). Conventions, profiles and what is released are
those of :mod:`dptheory.privacy.gaussian`, where all releases have the same noise.

* :func:`schedule_epsilon`: the composed privacy loss (:mod:`dptheory.privacy.loss`), or the next
  account where that is smaller; on full data that of one release, exactly
  (:mod:`dptheory.privacy.release`).
* :func:`schedule_rdp_epsilon`: Rényi divergences (:mod:`dptheory.privacy.renyi`).
* :func:`schedule_theorem_27_epsilon`: the same with Theorem 27 of Wang, Balle and Kasiviswanathan
  (2019), for replace-one.

All are upper bounds. More than :data:`DISTINCT` different multipliers are first rounded down to
a geometric grid: less noise, so that the bound stays one.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.privacy import loss, profiles, renyi
from dptheory.privacy.loss import Releases
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_epsilon
from dptheory.ranges import count, require

Array = NDArray[np.float64]
DISTINCT = 400
# Rounding in a privacy loss distribution: below this delta it dominates, and every release composed
# loses some delta. Observed: up to 6e-17 a release.
SMALLEST_DELTA, LOST = 1e-12, 2.0**-52


@public
class Sampled:
    """T releases of batches of b of n records each."""

    n: int
    batch: int
    iterations: int

    @property
    def rate(self) -> float:
        """q = b/n."""
        return self.batch / self.n

    @property
    def ever_drawn(self) -> float:
        """1 - (1-q)^T: the probability that a record is in any batch."""
        return 1.0 if self.rate == 1 else -math.expm1(self.iterations * math.log1p(-self.rate))


@public
@dataclass(frozen=True)
class GaussianSchedule(Sampled):
    """Releases to be accounted for.

    Attributes:
        n: data size.
        batch: b, 1 <= b <= n; the mean size of a Poisson batch.
        multipliers: z_t of every release, or the distinct ones, positive; shape (k,).
        counts: how often each occurs, whole numbers from 1 on; default once.
        iterations: T, the number of releases.
        whole: the multiplier of the one release that all are together on full data.
        releases: the same for the accounts; on full data that one release.

    Raises:
        ValueError: an attribute is out of its range.
    """

    n: int
    batch: int
    multipliers: ArrayLike
    counts: ArrayLike | None = None
    iterations: int = field(init=False, compare=False, repr=False)
    whole: float = field(init=False, compare=False, repr=False)
    releases: Releases = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        count("batch size b", self.batch, most=count("data size n", self.n))
        z = np.asarray(self.multipliers, dtype=np.float64)
        require(z.ndim == 1 and z.size > 0, "multipliers", "a nonempty vector", f"shape {z.shape}")
        bad = z[~(np.isfinite(z) & (z > 0))]
        require(bad.size == 0, "multipliers", "positive and finite", bad[:1])
        times = np.ones(z.size, dtype=np.int64)
        if self.counts is not None:
            times = np.asarray(self.counts)
            whole = times.shape == z.shape and np.issubdtype(times.dtype, np.integer)
            require(whole, "counts", "whole numbers, one a multiplier", self.counts)
            require(bool((times >= 1).all()), "counts", "at least 1", times.min())
        object.__setattr__(self, "iterations", int(np.sum(times)))
        least = float(z.min())
        together = least / math.sqrt(float(np.sum(times * (least / z) ** 2)))
        object.__setattr__(self, "whole", together)
        if self.batch == self.n:
            z, times = np.asarray([together]), np.ones(1, dtype=np.int64)
        object.__setattr__(self, "releases", Releases(*_grouped(z, times), self.rate))


def _grouped(z: Array, counts: NDArray[np.int64]) -> tuple[Array, NDArray[np.int64]]:
    """At most about DISTINCT values, none above its original, and how often each occurs."""
    values, index = np.unique(z, return_inverse=True)
    if values.size > DISTINCT:
        width = math.log(values[-1] / values[0]) / DISTINCT
        rounded = values[0] * np.exp(np.floor(np.log(z / values[0]) / width) * width)
        values, index = np.unique(np.minimum(rounded, z), return_inverse=True)
    return values, np.bincount(index, counts).astype(np.int64)


@public
def schedule_epsilon(
    schedule: GaussianSchedule, delta: float, *, neighbouring: Neighbouring
) -> float:
    """An eps for which the releases are (eps, delta)-DP: the smallest up to rounding to more.

    It is the smaller one of two upper bounds: :func:`schedule_rdp_epsilon` and that of the privacy
    loss distribution at delta - 2^-52 T, the rest being left to rounding. The latter is missing for
    delta below 1e-12 or up to 2^-52 T (2e-10 at T = 10^6), and for budgets of many millions.

    Args:
        schedule: the releases, all of which are seen.
        delta: in (0, 1).
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches.

    Returns:
        eps; 0 if delta is at least the probability that a record is ever drawn, infinite if no
        divergence is finite either.

    Raises:
        ValueError: an argument is out of its range.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if schedule.batch == schedule.n:
        return release_epsilon(schedule.whole, float(delta))
    upper = schedule_rdp_epsilon(schedule, delta, neighbouring=neighbouring)
    found = None if upper == 0 else pld(schedule, delta, neighbouring=neighbouring)
    return upper if found is None else min(upper, found)


@public
def pld(schedule: GaussianSchedule, delta: float, *, neighbouring: Neighbouring) -> float | None:
    """The eps of the privacy loss distribution alone on batches, None where it has no account.

    Arguments and errors of :func:`schedule_epsilon`.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= schedule.ever_drawn:
        return 0.0
    left = delta - LOST * schedule.iterations
    if delta < SMALLEST_DELTA or left <= 0:
        return None
    sides: tuple[loss.Profile, ...] = (profiles.gaussian_profile,)
    if neighbouring is not Neighbouring.REPLACE_ONE and schedule.rate < 1:
        sides = profiles.removed_profile, profiles.added_profile
    found = [loss.epsilon(schedule.releases, left, side) for side in sides]
    numbers = [eps for eps in found if eps is not None]
    return max(numbers) if len(numbers) == len(found) else None


@public
def schedule_rdp_epsilon(
    schedule: GaussianSchedule, delta: float, *, neighbouring: Neighbouring
) -> float:
    """An eps by Rényi divergences; arguments and errors of :func:`schedule_epsilon`."""
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= schedule.ever_drawn:
        return 0.0
    return renyi.renyi_epsilon(schedule.releases, float(delta), neighbouring)


@public
def schedule_theorem_27_epsilon(schedule: GaussianSchedule, delta: float) -> float:
    """An eps by Theorem 27, for replace-one; arguments and errors of :func:`schedule_epsilon`."""
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= schedule.ever_drawn:
        return 0.0
    sizes = schedule.n, schedule.batch
    return renyi.theorem_27_epsilon(schedule.releases, float(delta), sizes)

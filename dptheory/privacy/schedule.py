r"""Accounts of Gaussian releases with different noise, on mini-batches.

A release adds Gaussian noise to the sum over a batch of b of n records; :math:`z_t` is its standard
deviation by the distance that one record moves the sum (2G for replace-one and G for
add-or-remove-one with gradients at most G long). Conventions, profiles and what is released are
those of :mod:`dptheory.privacy.gaussian`, where all releases have the same noise.

* :func:`schedule_epsilon`, :func:`schedule_delta`: the composed privacy loss
  (:mod:`dptheory.privacy.loss`); one release, or all on full data, in closed form
  (:mod:`dptheory.privacy.release`). Multipliers below :data:`LEAST`, and more than
  :data:`~dptheory.privacy.loss.LONGEST` releases, are accounted for by how often the record is
  drawn: n_t times with a chance beyond of at most delta/2 for all t together, and whoever knows
  when sees one Gaussian release with :math:`z^{-2}=\sum_tn_tz_t^{-2}` (joint convexity). Of so many
  releases eps is 0 where :math:`\frac12\sum_tq^2(e^{z_t^{-2}}-1)\le\delta^2`: with the ratio
  :math:`A=1-q+qe^{ax-a^2/2}`, a = 1/z, of :mod:`dptheory.privacy.laws` the divergence of Kullback
  and Leibler is :math:`E_{N(0,1)}A\ln A` for a record removed and
  :math:`E_{N(0,1)}(A-1)_+\ln A` for one replaced, both at most
  :math:`E_{N(0,1)}(A-1)^2=q^2(e^{a^2}-1)` as :math:`\ln A\le A-1` and :math:`EA=1`; it adds up, and
  delta at 0, the distance in total variation, is at most the root of half of it (Pinsker).
* :func:`schedule_rdp_epsilon`: Rényi divergences (:mod:`dptheory.privacy.renyi`).
* :func:`schedule_theorem_27_epsilon`: the same with Theorem 27 of Wang, Balle and Kasiviswanathan
  (2019), for replace-one.

All are upper bounds. More than :data:`DISTINCT` different multipliers are first rounded down to
a geometric grid: less noise, so that the bound stays one.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9; Zhu, Dong and Wang (2022).
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.privacy import laws, renyi
from dptheory.privacy.loss import LONGEST, Releases, Side
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_delta, release_epsilon
from dptheory.ranges import count, nonnegative, require

Array = NDArray[np.float64]
DISTINCT = 400
LEAST = 0.05  # multiplier that is composed
MOST = 1e100  # multiplier whose release is not told from one on all data


class Sampled:
    """T releases of batches of b of n records each."""

    n: int
    batch_size: int
    iterations: int

    @property
    def rate(self) -> float:
        """q = b/n."""
        return self.batch_size / self.n

    @property
    def ever_drawn(self) -> float:
        """1 - (1-q)^T, rounded up: the probability that a record is in any batch."""
        if self.rate == 1:
            return 1.0
        drawn = -math.expm1(self.iterations * math.log1p(-self.rate))
        return min(1.0, drawn * (1 + 2.0**-48))


@public
@dataclass(frozen=True)
class GaussianSchedule(Sampled):
    """Releases to be accounted for.

    Attributes:
        n: data size.
        batch_size: b, 1 <= b <= n; the mean size of a Poisson batch.
        noise_to_sensitivity: z_t of every release, or the distinct ones, positive; shape (k,).
        counts: how often each occurs, whole numbers from 1 on; default once.
        iterations: T, the number of releases.
        whole: the multiplier of the one release that all are together on full data.
        releases: the same for the accounts; on full data that one release.

    Example:
        >>> GaussianSchedule(n=100, batch_size=100, noise_to_sensitivity=[3.0, 4.0]).iterations
        2
    """

    n: int
    batch_size: int
    noise_to_sensitivity: ArrayLike
    counts: ArrayLike | None = None
    iterations: int = field(init=False, compare=False, repr=False)
    whole: float = field(init=False, compare=False, repr=False)
    releases: Releases = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        count("batch size b", self.batch_size, most=count("data size n", self.n))
        z = np.asarray(self.noise_to_sensitivity, dtype=np.float64)
        require(
            z.ndim == 1 and z.size > 0,
            "noise_to_sensitivity",
            "a nonempty vector",
            f"shape {z.shape}",
        )
        bad = z[~(np.isfinite(z) & (z > 0))]
        require(bad.size == 0, "noise_to_sensitivity", "positive and finite", bad[:1])
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
        if self.batch_size == self.n:
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
def schedule_epsilon(run: GaussianSchedule, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the releases are (eps, delta)-DP: the smallest up to rounding to more.

    For add-or-remove-one the larger one of both directions, or what replace-one has at the same
    multipliers where that is smaller: its profile is at least both.

    Args:
        run: the releases, all of which are seen.
        delta: in (0, 1).
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches.

    Returns:
        eps; 0 if delta is at least the probability that a record is ever drawn.

    Example:
        >>> run = GaussianSchedule(n=100, batch_size=100, noise_to_sensitivity=[3.0, 4.0])
        >>> round(schedule_epsilon(run, 1e-5, neighbouring=Neighbouring.REPLACE_ONE), 3)
        1.627
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= run.ever_drawn:
        return 0.0
    delta, z = float(delta), run.releases.multipliers
    if run.iterations == 1 or run.rate == 1:
        return release_epsilon(run.whole, delta, run.rate)
    whole = release_epsilon(run.whole, delta)
    if whole == 0 or z.max() > MOST:
        return whole
    many = run.iterations > LONGEST
    if many and z.min() >= LEAST and _distance(run.releases) <= delta:
        return 0.0
    if many or z.min() < LEAST:
        return min(whole, _drawn_epsilon(run, delta))
    sides = _sides(neighbouring)
    return min(whole, _least([run.releases.epsilon(side, delta) for side in sides]))


@public
def schedule_delta(run: GaussianSchedule, epsilon: float, *, neighbouring: Neighbouring) -> float:
    """A delta for which the releases are (eps, delta)-DP; at least 1e-300.

    Args:
        run: the releases, all of which are seen; multipliers from 0.05 to 1e100, or any of
            one release and on full data.
        epsilon: nonnegative.
        neighbouring: as for :func:`schedule_epsilon`.

    Example:
        >>> two = GaussianSchedule(n=100, batch_size=100, noise_to_sensitivity=[3.0, 4.0])
        >>> f"{schedule_delta(two, 1.627, neighbouring=Neighbouring.REPLACE_ONE):.2g}"
        '1e-05'
    """
    nonnegative("epsilon", epsilon)
    if run.iterations == 1 or run.rate == 1:
        return release_delta(run.whole, float(epsilon), run.rate)
    z = run.releases.multipliers
    allowed = f"from {LEAST} to {MOST:g}"
    require(
        LEAST <= z.min() and z.max() <= MOST, "noise_to_sensitivity", allowed, (z.min(), z.max())
    )
    whole = release_delta(run.whole, float(epsilon))
    expected, found = 1e-10, 0.0
    while expected > 1e-300 and found < expected / 10:
        expected *= 1e-10 if found else 1.0
        composed = [run.releases.run(side, expected) for side in _sides(neighbouring)]
        found = _least([one.delta(float(epsilon)) for one in composed])
    return max(1e-300, min(found, whole, run.ever_drawn))


def _sides(neighbouring: Neighbouring) -> list[Side]:
    """The sides whose worst counts: replaced; or that, removed and added."""
    if neighbouring is Neighbouring.REPLACE_ONE:
        return [laws.replaced]
    return [laws.replaced, laws.removed, laws.added]


def _least(found: list[float]) -> float:
    """The first, or the larger one of the others where that is smaller."""
    first, *others = found
    return min(first, max(others, default=first))


def _distance(releases: Releases) -> float:
    """A bound of the distance in total variation of a run with and without a record."""
    squares = releases.counts * np.expm1(releases.multipliers**-2.0)
    return releases.rate * math.sqrt(float(squares.sum()) / 2) * (1 + 1e-9)


def _drawn_epsilon(schedule: GaussianSchedule, delta: float) -> float:
    """The eps for an adversary who knows when the record is drawn; see the module."""
    releases = schedule.releases
    drawn, beyond = _most_drawn(releases.counts, releases.rate, delta / (4 * releases.counts.size))
    together = float(np.sum(drawn * releases.multipliers**-2.0)) * (1 + 1e-12)
    if together == 0:
        return 0.0
    return release_epsilon(1 / math.sqrt(together), delta - beyond)


def _most_drawn(counts: NDArray[np.int64], rate: float, chance: float) -> tuple[Array, float]:
    """How often the record is drawn in releases of each kind at most, but for about the chance.

    Of so many releases that a library's quantile is not to be trusted Bernstein's bound is taken:
    more than m + t of them with the mean m have at most the chance exp(-t^2/(2 (m + t/3))).

    Returns:
        The numbers, and the chance that any is exceeded.
    """
    from scipy.stats import binom  # takes a second to import

    if counts.max() <= LONGEST:
        drawn = binom.isf(chance, counts, rate)
        return drawn, float(np.sum(binom.sf(drawn, counts, rate))) * (1 + 1e-9)
    mean, room = counts * rate, -math.log(chance)
    above = room / 3 + np.sqrt(room**2 / 9 + 2 * mean * room)
    drawn = np.minimum(np.floor((mean + above) * (1 + 1e-12)), counts)
    return drawn, counts.size * chance


def schedule_rdp_epsilon(
    schedule: GaussianSchedule, delta: float, *, neighbouring: Neighbouring
) -> float:
    """An eps by Rényi divergences; arguments and errors of :func:`schedule_epsilon`."""
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= schedule.ever_drawn:
        return 0.0
    return renyi.renyi_epsilon(schedule.releases, float(delta), neighbouring)


def schedule_theorem_27_epsilon(schedule: GaussianSchedule, delta: float) -> float:
    """An eps by Theorem 27, for replace-one; arguments and errors of :func:`schedule_epsilon`."""
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if delta >= schedule.ever_drawn:
        return 0.0
    sizes = schedule.n, schedule.batch_size
    return renyi.theorem_27_epsilon(schedule.releases, float(delta), sizes)

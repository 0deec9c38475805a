r"""What a run of noisy releases really costs: (epsilon, delta) under optimal composition.

**One Laplace release.** Replacing a record moves the sum over a batch by a vector :math:`\Delta`
with :math:`\|\Delta\|_1\le S`. With independent Laplace(b) noise p in every coordinate of the mean
of m records, :math:`\int\min(e^\epsilon p(x), p(x-\Delta/m))dx` is log-concave in :math:`\Delta`
(Prékopa: the integrand is log-concave in both), so the privacy profile
:math:`\delta(\epsilon) = 1 -` this integral is largest at a corner of the L1 ball: one coordinate
moves by S, in any dimension. With :math:`\theta = S/(mb)` it is, for :math:`\epsilon\ge0`,

.. math:: \delta(\epsilon) = \left[1 - e^{(\epsilon-\theta)/2}\right]_+ .

**Sampling** m of n records without replacement turns it into (:math:`q = m/n`; Balle, Barthe and
Gaboardi 2018, Theorem 9)

.. math:: \delta_q(\epsilon) = q\,\delta\bigl(\ln(1+(e^\epsilon-1)/q)\bigr),

and the relation is symmetric, which gives negative :math:`\epsilon`:
:math:`\delta_q(-\epsilon) = 1 - e^{-\epsilon} + e^{-\epsilon}\delta_q(\epsilon)`. A profile that
bounds each adaptive step composes through its privacy loss distribution (Zhu, Dong and Wang 2022,
Theorem 10). For m = n a step attains its profile, so that nothing is given away but rounding.

**Always an upper bound.** Profiles are interpolated from above on a grid of losses ("connect the
dots", Doroshenko et al. 2022) and convolved by dp-accounting, which puts truncated tails at
infinite loss. More than :data:`DISTINCT` different scales are first rounded down to a geometric
grid (more leak). Floating-point error, and the tails of all convolutions together, are of the
order of :data:`NEGLIGIBLE` in delta: for a smaller one the budgets are added.

**Gaussian releases** of standard deviations :math:`\sigma_t` and L2 sensitivity D on all records
compose to one Gaussian release with :math:`(D/\sigma)^2 = \sum_t(D/\sigma_t)^2`, exactly (Dong,
Roth and Su 2022): :func:`gaussian_rho` inverts its profile (:mod:`dptheory.privacy.release`).

All functions name the relation that they refer to.
"""

import heapq
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.privacy.laplace import LaplaceSteps, guarantee, log_mixture
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_multiplier
from dptheory.ranges import nonnegative, positive, require

Array = NDArray[np.float64]
NEGLIGIBLE = 1e-12
DISTINCT = 1000  # at most so many privacy loss distributions are made
FINE = 20.0  # points of the grid of losses to a root-mean-square step, but
GRID = 2e5, 2e6  # at least and at most so many up to the sum of all budgets


@public
def laplace_profile(eps: Array, theta: float, q: float) -> Array:
    """delta of one release for an array of eps of any sign; see the module's docstring.

    Args:
        eps: privacy losses, any shape.
        theta: S/(m b), the budget within the batch, positive.
        q: sampling rate m/n in (0, 1].
    """
    size = np.abs(eps)
    inner = log_mixture(size, 1.0, q)
    delta = q * np.maximum(0.0, -np.expm1((inner - theta) / 2))
    profile: Array = np.where(eps >= 0, delta, -np.expm1(-size) + np.exp(-size) * delta)
    return profile


def _release(theta: float, q: float, interval: float) -> Any:
    """The privacy loss distribution of one release on a grid, rounded to more loss."""
    from dp_accounting.pld import pld_pmf
    from dp_accounting.pld.privacy_loss_distribution import PrivacyLossDistribution

    top = max(1, math.ceil(float(log_mixture(theta, q, 1.0)) / interval))
    losses = interval * np.arange(-top, top + 1, dtype=np.float64)
    deltas = laplace_profile(losses, theta, q)
    return PrivacyLossDistribution(
        pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(interval, -top, top, deltas)
    )


def _grouped(thetas: Array) -> tuple[Array, NDArray[np.int64]]:
    """At most about DISTINCT values, none below its original, and how often each occurs."""
    values, counts = np.unique(thetas, return_counts=True)
    if len(values) > DISTINCT:
        width = math.log(values[-1] / values[0]) / DISTINCT
        steps = np.ceil(np.log(thetas / values[0]) / width)
        rounded = np.maximum(thetas, values[0] * np.exp(steps * width))
        values, counts = np.unique(rounded, return_counts=True)
    return values, counts


def _composed(steps: LaplaceSteps, total: float) -> Any:
    """The privacy loss distribution of the run; ``total`` is the sum of its budgets."""
    q = float(steps.m) / float(steps.n)
    scales = np.asarray([float(b) for b in steps.laplace_scales])
    thetas, counts = _grouped(float(steps.sensitivity) / (steps.m * scales))
    leaks = log_mixture(thetas, q, 1.0)
    typical = math.sqrt(float(np.sum(counts * leaks**2)) / float(np.sum(counts)))
    interval = max(min(total / GRID[0], typical / FINE), total / GRID[1])
    queue: list[tuple[float, int, Any]] = []
    for i, (theta, times) in enumerate(zip(thetas, counts, strict=True)):
        part = _release(float(theta), q, interval)
        if times > 1:
            part = part.self_compose(int(times))
        queue.append((float(leaks[i] * times), i, part))
    # The smallest first: no long distribution is convolved with many short ones.
    heapq.heapify(queue)
    while len(queue) > 1:
        first, i, one = heapq.heappop(queue)
        second, _, two = heapq.heappop(queue)
        heapq.heappush(queue, (first + second, i, one.compose(two)))
    return queue[0][2]


@public
def laplace_delta(steps: LaplaceSteps, epsilon: float, *, neighbouring: Neighbouring) -> float:
    """A delta for which the run is (epsilon, delta)-DP; 0 from the sum of the steps' budgets on.

    Args:
        steps: the run; all its iterates are released.
        epsilon: nonnegative.
        neighbouring: replace-one, the only relation for batches of fixed size.

    Raises:
        ValueError: an argument is out of its range, or the relation is another one.
    """
    nonnegative("epsilon", epsilon)
    total = float(guarantee(steps, neighbouring=neighbouring).epsilon)
    if epsilon >= total:
        return 0.0
    return min(1.0, float(_composed(steps, total).get_delta_for_epsilon(float(epsilon))))


@public
def laplace_epsilon(steps: LaplaceSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP, never above the sum of the steps' budgets.

    Args:
        steps: the run; all its iterates are released.
        delta: in [0, 1); below 1e-12 the answer is that sum.
        neighbouring: replace-one, the only relation for batches of fixed size.

    Raises:
        ValueError: an argument is out of its range, or the relation is another one.
    """
    require(0 <= delta < 1, "delta", "in [0, 1)", delta)
    total = float(guarantee(steps, neighbouring=neighbouring).epsilon)
    if delta < NEGLIGIBLE or total == 0:
        return total
    return min(total, float(_composed(steps, total).get_epsilon_for_delta(float(delta))))


@public
def gaussian_rho(epsilon: float, delta: float) -> float:
    r"""The largest :math:`\rho = \sum_t D^2/(2\sigma_t^2)` that is (epsilon, delta)-DP.

    For Gaussian releases of L2 sensitivity D, whatever relation D refers to. The usual conversion
    from zCDP, :math:`\epsilon = \rho + 2\sqrt{\rho\ln(1/\delta)}`, allows less.

    Args:
        epsilon: positive.
        delta: in (0, 1).

    Raises:
        ValueError: an argument is out of its range.
    """
    z = release_multiplier(float(positive("epsilon", epsilon)), delta)
    return math.nextafter(0.5 / z / z, 0.0)

r"""What a run of noisy releases really costs: (epsilon, delta) under optimal composition.

**One Laplace release.** Replacing a record moves the sum over a batch by a vector :math:`\Delta`
with :math:`\|\Delta\|_1\le S`. With independent Laplace(b) noise p in every coordinate of the mean
of m records, :math:`\int\min(e^\epsilon p(x), p(x-\Delta/m))dx` is log-concave in :math:`\Delta`
(Prékopa: the integrand is log-concave in both), so the privacy profile
:math:`\delta(\epsilon) = 1 -` this integral is largest at a corner of the L1 ball: one coordinate
moves by S, in any dimension. With :math:`\theta = S/(mb)` it is, for :math:`\epsilon\ge0`,

.. math:: \delta(\epsilon) = \left[1 - e^{(\epsilon-\theta)/2}\right]_+ .

**Sampling** m of n records without replacement turns it into (:math:`q = m/n`; Balle, Barthe and
Gaboardi 2018, Theorem 9) :math:`\delta_q(\epsilon) = q\,\delta(\ln(1+(e^\epsilon-1)/q))` for
:math:`\epsilon\ge0`, in both directions, as the relation is symmetric. The pair of distributions
that has this profile is :func:`dptheory.privacy.laws.laplace_replaced`, and runs are composed by
:mod:`dptheory.privacy.loss`, never below the truth. For m = n a step attains its profile.
**Poisson batches** go with add-or-remove-one: S is then the largest L1 norm of a gradient, and the
pairs are those of :mod:`dptheory.privacy.laplace_laws`. More than
:data:`DISTINCT` different scales are first rounded down to a geometric grid (more leak).

**Gaussian releases** of standard deviations :math:`\sigma_t` and L2 sensitivity D on all records
compose to one Gaussian release with :math:`(D/\sigma)^2 = \sum_t(D/\sigma_t)^2`, exactly (Dong,
Roth and Su 2022): :func:`gaussian_rho` inverts its profile (:mod:`dptheory.privacy.release`).

All functions name the relation that they refer to.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.privacy.laplace import LaplaceSteps, laplace_guarantee
from dptheory.privacy.laplace_laws import laplace_added, laplace_removed
from dptheory.privacy.laws import laplace_replaced
from dptheory.privacy.loss import Composed
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_multiplier
from dptheory.ranges import nonnegative, positive, require

Array = NDArray[np.float64]
DISTINCT = 400  # at most so many laws are composed
LARGEST = 1e3  # budget within the batch from which on a run is not composed


def _grouped(thetas: Array) -> tuple[Array, NDArray[np.int64]]:
    """At most about DISTINCT values, none below its original, and how often each occurs."""
    values, counts = np.unique(thetas, return_counts=True)
    if len(values) > DISTINCT:
        width = math.log(values[-1] / values[0]) / DISTINCT
        steps = np.ceil(np.log(thetas / values[0]) / width)
        rounded = np.maximum(thetas, values[0] * np.exp(steps * width))
        values, counts = np.unique(rounded, return_counts=True)
    return values, counts


def _composed(run: LaplaceSteps, neighbouring: Neighbouring) -> list[Composed]:
    """The run's losses, a side each; none where a budget is out of all proportion."""
    q = float(run.batch_size) / float(run.n)
    scales = np.asarray([float(b) for b in run.laplace_scale])
    thetas, counts = _grouped(float(run.sensitivity) / (run.batch_size * scales))
    if thetas.max() > LARGEST:
        return []
    replaced = neighbouring is Neighbouring.REPLACE_ONE or q == 1  # then the pairs are the same
    sides = [laplace_replaced] if replaced else [laplace_removed, laplace_added]
    times = counts.astype(np.float64)
    return [Composed(tuple(side(q, theta) for theta in thetas.tolist()), times) for side in sides]


def _pure(run: LaplaceSteps) -> float:
    """The sum of the steps' budgets, which is the same number for both relations."""
    one = laplace_guarantee(run, neighbouring=Neighbouring.REPLACE_ONE)
    return float(one.epsilon)


@public
def laplace_delta(run: LaplaceSteps, epsilon: float, *, neighbouring: Neighbouring) -> float:
    """A delta for which the run is (epsilon, delta)-DP; 0 from the sum of the steps' budgets on.

    Args:
        run: the run; all its iterates are released.
        epsilon: nonnegative.
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches, where the sensitivity is the largest L1 norm of a gradient.

    Example:
        >>> run = LaplaceSteps(sensitivity=1, laplace_scale=(0.1,) * 5, n=100, batch_size=100)
        >>> laplace_delta(run, 0.5, neighbouring=Neighbouring.REPLACE_ONE)
        0.0
    """
    nonnegative("epsilon", epsilon)
    if epsilon >= _pure(run):
        return 0.0
    sides = _composed(run, neighbouring)
    return max((side.delta(float(epsilon)) for side in sides), default=1.0)


@public
def laplace_epsilon(run: LaplaceSteps, delta: float, *, neighbouring: Neighbouring) -> float:
    """An eps for which the run is (eps, delta)-DP, never above the sum of the steps' budgets.

    Args:
        run: the run; all its iterates are released.
        delta: in [0, 1).
        neighbouring: as for :func:`laplace_delta`.

    Example:
        >>> run = LaplaceSteps(sensitivity=1, laplace_scale=(0.1,) * 50, n=100, batch_size=100)
        >>> laplace_epsilon(run, 1e-5, neighbouring=Neighbouring.REPLACE_ONE) < 5
        True
    """
    require(0 <= delta < 1, "delta", "in [0, 1)", delta)
    total = _pure(run)
    if delta == 0 or total == 0:
        return total
    sides = _composed(run, neighbouring)
    return min(total, max((side.epsilon(float(delta)) for side in sides), default=total))


def gaussian_rho(epsilon: float, delta: float) -> float:
    r"""The largest :math:`\rho = \sum_t D^2/(2\sigma_t^2)` that is (epsilon, delta)-DP.

    For Gaussian releases of L2 sensitivity D, whatever relation D refers to. The usual conversion
    from zCDP, :math:`\epsilon = \rho + 2\sqrt{\rho\ln(1/\delta)}`, allows less.

    Args:
        epsilon: positive.
        delta: in (0, 1).
    """
    z = release_multiplier(float(positive("epsilon", epsilon)), delta)
    return math.nextafter(0.5 / z / z, 0.0)

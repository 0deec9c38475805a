r"""Lower bounds of a mechanism's leak from how often a test of it errs.

A test says of a release whether a record took part. Its false alarms have the chance f, its misses
the chance m, and of N draws of each kind Clopper and Pearson's interval bounds both from above: f
by :math:`\bar f` and m by :math:`\bar m`, each but for the chance ``level``.

- Every :math:`(\epsilon,\delta)`-private mechanism has :math:`1-m\le e^\epsilon f+\delta` and
  :math:`1-f\le e^\epsilon m+\delta`, so that :math:`\epsilon` is at least
  :math:`\ln\frac{1-\bar m-\delta}{\bar f}` and :math:`\ln\frac{1-\bar f-\delta}{\bar m}`.
  Where the record is in a batch with the probability q, and m is the chance given that it is, it
  is at least :math:`\ln\bigl(1-q+\frac{q(1-\bar m)-\delta}{\bar f}\bigr)`.
- A Gaussian mechanism, which adds N(0, 1) to what a record moves by at most :math:`\mu`, has
  :math:`m\ge\Phi(\Phi^{-1}(1-f)-\mu)`, so that

  .. math:: \mu \ge \Phi^{-1}(1-\bar f)-\Phi^{-1}(\bar m),

  and :math:`\epsilon` follows from its exact profile (:mod:`dptheory.privacy.release`): the whole
  trade-off is known from one point of it. Of releases on batches that have the record with the
  probability q, T of them, it is what :func:`~dptheory.privacy.distinguishing` has.

Source: Jagielski, Ullman and Oprea (2020); Nasr et al. (2021, 2023); Dong, Roth and Su (2022).
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtri

from dptheory.contract import public
from dptheory.privacy.distinguishing import sampled_epsilon_lower
from dptheory.privacy.release import release_epsilon
from dptheory.ranges import count, require

Array = NDArray[np.float64]


def upper(errors: ArrayLike, draws: int, level: float) -> Array:
    """The upper end of Clopper and Pearson's interval for the chance of an error."""
    k = np.asarray(errors, dtype=np.float64)
    ends: Array = betaincinv(k + 1, np.maximum(draws - k, 0.5), 1 - level)
    return np.where(k < draws, ends, 1.0)


@public
def mu_lower(false_alarms: int, misses: int, draws: int, *, failure: float) -> float:
    r"""A lower bound of :math:`\mu` of a Gaussian mechanism, false with at most 2 ``failure``.

    Args:
        false_alarms: draws without the record that a test, fixed before, said to have it.
        misses: draws with the record that it said not to have it.
        draws: of each kind, at least 1.
        failure: the chance that either end is wrong, in (0, 1/2).

    Returns:
        The bound, 0 where the test tells nothing.

    Example:
        >>> round(mu_lower(1600, 1600, 10_000, failure=0.005), 3)
        1.911
    """
    f, m = _ends(false_alarms, misses, draws, failure)
    return max(0.0, float(-ndtri(f) - ndtri(m))) if f < 1 and m < 1 else 0.0


@public
def epsilon_lower(
    false_alarms: int, misses: int, draws: int, *, delta: float, failure: float, rate: float = 1.0
) -> float:
    """A lower bound of epsilon of any mechanism, false with at most 2 ``failure``.

    Args:
        false_alarms, misses, draws, failure: as of :func:`mu_lower`.
        delta: in [0, 1).
        rate: q in (0, 1], of batches whose draws with the record are those that have it.

    Returns:
        The bound, 0 where the test tells nothing.

    Example:
        >>> round(epsilon_lower(3, 9000, 10_000, delta=1e-5, failure=0.005), 3)
        4.433
    """
    require(0 <= delta < 1, "delta", "in [0, 1)", delta)
    require(0 < rate <= 1, "sampling rate q", "in (0, 1]", rate)
    f, m = _ends(false_alarms, misses, draws, failure)
    return float(plain_epsilons(f, m, delta, rate))


def _ends(false_alarms: int, misses: int, draws: int, failure: float) -> tuple[float, float]:
    """The upper ends of both chances."""
    n = int(count("draws", draws))
    for name, errors in (("false alarms", false_alarms), ("misses", misses)):
        count(name, errors, least=0, most=n)
    require(0 < failure < 0.5, "failure", "in (0, 1/2)", failure)
    f, m = upper([false_alarms, misses], n, failure)
    return float(f), float(m)


def plain_epsilons(f: ArrayLike, m: ArrayLike, delta: float, rate: float) -> Array:
    """The bound of the first kind from upper ends of both chances, positive numbers."""
    alarms, misses = np.asarray(f), np.asarray(m)
    ratios = 1 - rate + (rate * (1 - misses) - delta) / alarms
    if rate == 1:
        ratios = np.maximum(ratios, (1 - alarms - delta) / misses)
    found: Array = np.log(np.maximum(ratios, 1.0))
    return found


def mu_epsilon(mu: float, delta: float, rate: float = 1.0, iterations: float = 1.0) -> float:
    r"""Epsilon of so many Gaussian releases of one :math:`\mu`, each on batches of a rate."""
    if mu == 0:
        return 0.0
    if rate == 1:
        return release_epsilon(1 / (mu * math.sqrt(iterations)), delta)
    return sampled_epsilon_lower(rate, 1 / mu, int(iterations), delta)

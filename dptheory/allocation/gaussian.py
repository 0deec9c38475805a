r"""Gaussian schedules for an approximate budget, by subsampled Rényi DP, numerically.

T releases whose Rényi divergences of order :math:`\alpha` are :math:`r_\alpha(z_t)`
(:mod:`dptheory.allocation.divergence`) are :math:`(\epsilon, \delta)`-DP if for one order

.. math:: \sum_t r_\alpha(z_t) \le R_\alpha = \epsilon - \ln\frac{\alpha-1}\alpha
          + \frac{\ln(\delta\alpha)}{\alpha-1}

(Canonne, Kamath and Steinke 2020, Proposition 12). At a fixed order the budget is additive, so
that minimising :math:`\sum_t a_tz_t^2` is a one-dimensional dual as for Laplace noise:
:math:`a_t = -\lambda\,dr_\alpha/d(z^2)` (:mod:`dptheory.allocation.rules`); the order is searched
(:mod:`dptheory.allocation.orders`). More than :data:`BINS` different weights are put in so many
bins, each with one multiplier. The schedule is then scaled until dp-accounting's own sum of all its
releases meets :math:`R_\alpha`, or refused: bins and interpolation cost optimality (the residual
says how much), never privacy.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.allocation.divergence import FINE, Releases, curve
from dptheory.allocation.orders import log_sum, planned
from dptheory.allocation.rules import Rule, optimal_rule, power_rule
from dptheory.allocation.schedule import Allocation, Array, checked_weights
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.ranges import count, positive, require

BINS = 250  # different weights


def gaussian_rdp(
    weights: ArrayLike,
    eps_total: float,
    delta: float,
    *,
    sensitivity: float,
    n: int,
    m: int,
    neighbouring: Neighbouring,
) -> Allocation:
    """A schedule of Gaussian noise for an approximate budget, by Rényi DP; see the module.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        eps_total, delta: the budget, eps_total positive, delta in (0, 1).
        sensitivity: D, the largest L2 change of the sum over a batch: the distance of two
            per-sample gradients (replace-one) or the norm of one (add-or-remove-one); positive.
        n, m: data size and batch size, 1 <= m <= n.
        neighbouring: replace-one (batches without replacement) or add-or-remove-one (Poisson
            batches of mean size m).

    Raises:
        ValueError: an argument is out of its range, or no order up to 256 meets the budget.
    """
    return _rdp(optimal_rule, weights, eps_total, delta, sensitivity, (n, m), neighbouring)


def fourth_root(
    weights: ArrayLike,
    eps_total: float,
    delta: float,
    *,
    sensitivity: float,
    n: int,
    m: int,
    neighbouring: Neighbouring,
) -> Allocation:
    r"""The shape :math:`\sigma_t \propto a_t^{-1/4}` of full data, scaled to the same budget.

    Arguments and errors of :func:`gaussian_rdp`.
    """
    return _rdp(power_rule(0.25), weights, eps_total, delta, sensitivity, (n, m), neighbouring)


def _rdp(
    rule: Rule,
    weights: ArrayLike,
    eps_total: float,
    delta: float,
    sensitivity: float,
    sizes: tuple[int, int],
    neighbouring: Neighbouring,
) -> Allocation:
    a = checked_weights(weights)
    eps = float(positive("eps_total", eps_total))
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    n = count("data size n", sizes[0])
    releases = Releases(n, count("batch size m", sizes[1], most=n), neighbouring)
    unit = float(positive("sensitivity D", sensitivity)) / releases.m
    active = a > 0
    log_a = np.log(a[active])
    levels, index, counts = _binned(log_a)
    plan = planned(rule, releases, levels, counts, (eps, float(delta)))
    every = np.full(1, float(a.size))
    even = planned(power_rule(0), releases, np.zeros(1), every, (eps, float(delta)))
    worse = log_sum(levels, plan.log_z, counts) > log_sum(levels, even.log_z, counts)
    if rule is optimal_rule and worse:  # The table is too coarse for a steep curve.
        plan = planned(power_rule(0), releases, levels, counts, (eps, float(delta)))
    table = curve(releases, plan.order, FINE)
    fitted = table.divergence(plan.log_z)
    budgets, sigmas = np.zeros_like(a), np.full_like(a, np.inf)
    budgets[active] = (fitted * (plan.total / np.sum(counts * fitted)))[index]
    sigmas[active] = unit * np.exp(plan.log_z)[index]
    marginal = log_a - np.interp(plan.log_z, table.knots, table.slopes)[index]
    marginal = marginal[plan.free[index]]
    residual = np.abs(np.expm1(marginal - np.mean(marginal))) if marginal.size else np.zeros(1)
    return Allocation(
        budgets=budgets,
        scales=sigmas,
        objective=float(np.sum((np.sqrt(a[active]) * sigmas[active]) ** 2)),
        uniform_objective=float(np.sum(a)) * (unit * math.exp(even.log_z[0])) ** 2,
        spent=eps - (plan.budget - plan.total),
        kkt_residual=float(np.max(residual)),
    )


def _binned(log_a: Array) -> tuple[Array, NDArray[np.int64], Array]:
    """The logarithms of at most BINS weights, which of them each iteration has, and how often."""
    levels, index = np.unique(log_a, return_inverse=True)
    if levels.size > BINS:
        width = (levels[-1] - levels[0]) / BINS
        bins = np.minimum((log_a - levels[0]) // width, BINS - 1)
        index = np.unique(bins, return_inverse=True)[1]
        top = np.full(int(index.max()) + 1, -np.inf)
        np.maximum.at(top, index, log_a)
        # Iterations with one multiplier count with the mean of their weights.
        mean = np.bincount(index, np.exp(log_a - top[index])) / np.bincount(index)
        levels = top + np.log(mean)
    return levels, index, np.bincount(index).astype(np.float64)

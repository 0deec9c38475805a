r"""Laplace schedules for a pure budget, with batches of m of n records.

Minimise :math:`\sum_t 2a_tb_t^2` subject to :math:`\sum_t\varepsilon(S, b_t, n, m) = \epsilon`.
With :math:`\theta_t = S/(mb_t)` and :math:`q = m/n` the stationarity condition

.. math:: \theta_t^3\,\frac{q e^{\theta_t}}{1 + q(e^{\theta_t}-1)} = \nu a_t

has one solution for every multiplier :math:`\nu`, and what it spends grows with :math:`\nu`: a
one-dimensional dual problem. The variance is a convex function of :math:`\varepsilon_t`, so that
stationarity is optimality. For m = n it is :math:`\epsilon_t \propto a_t^{1/3}` (Kuru et al. 2020,
Proposition 4.2). For the replace-one relation.

Source: own; for m = n Kuru et al. (2020), Proposition 4.2.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dptheory.allocation.schedule import Allocation, Array, Batches, checked_weights
from dptheory.contract import public
from dptheory.privacy.laplace import laplace_variance, log_mixture
from dptheory.ranges import count, positive

NEWTON_STEPS = 60
DUAL_STEPS = 100
ACCURACY = 1e-13


@dataclass(frozen=True)
class _Setting(Batches):
    """A pure budget, the sensitivity S, and batches of m of n records."""

    epsilon: float
    sensitivity: float


def _checked(epsilon: float, sensitivity: float, n: int, m: int) -> _Setting:
    positive("epsilon", epsilon)
    positive("sensitivity S", sensitivity)
    n = count("data size n", n)
    return _Setting(n, count("batch size m", m, most=n), float(epsilon), float(sensitivity))


def _slope(theta: Array, q: float) -> Array:
    """d leak/d theta = q e^theta/(1 + q (e^theta - 1))."""
    return q / (q + (1 - q) * np.exp(-theta))


def _stationary(log_target: Array, q: float, theta: Array) -> Array:
    """The solution of 3 ln theta + ln slope(theta) = log_target, by Newton's method in ln theta.

    The left side is increasing and concave-convex with slopes between 3 and 3 + theta in
    ln theta, so that the steps are bounded and the iteration settles from any positive start.
    """
    for _ in range(NEWTON_STEPS):
        slope = _slope(theta, q)
        gap = 3 * np.log(theta) + np.log(slope) - log_target
        step = gap / (3 + theta * (1 - slope))
        theta = theta * np.exp(-np.clip(step, -2.0, 2.0))
        if float(np.max(np.abs(step))) < ACCURACY:
            break
    return theta


def _schedule(a: Array, shares: Array, setting: _Setting) -> Allocation:
    """The schedule that spends the budget in the proportion of the shares."""
    budgets = shares * (setting.epsilon / math.fsum(shares))
    active = budgets > 0
    theta = log_mixture(budgets[active], 1.0, setting.rate)
    scales = np.full_like(a, np.inf)
    scales[active] = setting.sensitivity / (setting.batch_size * theta)
    with np.errstate(divide="ignore"):
        marginal = np.log(a[active]) - 3 * np.log(theta) - np.log(_slope(theta, setting.rate))
    average = np.mean(marginal[np.isfinite(marginal)])  # spending on a zero weight is a residual 1
    even = log_mixture(setting.epsilon / a.size, 1.0, setting.rate)
    uniform_variance = laplace_variance(float(setting.sensitivity / (setting.batch_size * even)))
    return Allocation(
        budgets=budgets,
        scales=scales,
        objective=float(np.sum(laplace_variance(np.sqrt(a[active]) * scales[active]))),
        uniform_objective=float(np.sum(a)) * uniform_variance,
        spent=math.fsum(budgets),
        kkt_residual=float(np.max(np.abs(np.expm1(marginal - average)))),
    )


@public
def laplace(
    weights: ArrayLike, epsilon: float, *, sensitivity: float, n: int, batch_size: int
) -> Allocation:
    """The optimal schedule of Laplace scales for a pure budget.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        epsilon: the budget of all iterations together, positive.
        sensitivity: S, the largest L1 distance of two per-sample gradients, positive.
        n, batch_size: data size and batch size, 1 <= m <= n.

    Example:
        >>> laplace([1, 8], 3, sensitivity=1, n=100, batch_size=100).budgets.round(4).tolist()
        [1.0, 2.0]
    """
    a = checked_weights(weights)
    setting = _checked(epsilon, sensitivity, n, batch_size)
    active = a > 0
    shares = np.zeros_like(a)
    ones = np.ones(int(active.sum()))
    shares[active] = dual_budgets(a[active], ones, setting.epsilon, setting.rate)
    return _schedule(a, shares, setting)


def uniform(
    weights: ArrayLike, epsilon: float, *, sensitivity: float, n: int, batch_size: int
) -> Allocation:
    """Every iteration spends alike; arguments and errors of :func:`laplace`."""
    a = checked_weights(weights)
    return _schedule(a, np.ones_like(a), _checked(epsilon, sensitivity, n, batch_size))


def cube_root(
    weights: ArrayLike, epsilon: float, *, sensitivity: float, n: int, batch_size: int
) -> Allocation:
    r"""The budgets :math:`\epsilon_t\propto a_t^{1/3}` of m = n, spent exactly for any m.

    Arguments and errors of :func:`laplace`.
    """
    a = checked_weights(weights)
    return _schedule(a, np.cbrt(a), _checked(epsilon, sensitivity, n, batch_size))


@dataclass(frozen=True)
class Comparison:
    """Three ways to spend one budget, and what (31) spends.

    Attributes:
        optimal, uniform, cube_root: the schedules of the functions of these names.
        printed_spent: the leak of the scales (31) of Kuru et al., made for m = n, when batches of
            m are used: at least the budget, with equality for m = n.
    """

    optimal: Allocation
    uniform: Allocation
    cube_root: Allocation
    printed_spent: float


def compare(
    weights: ArrayLike, epsilon: float, *, sensitivity: float, n: int, batch_size: int
) -> Comparison:
    """The optimum beside what one would do without it; arguments of :func:`laplace`."""
    a = checked_weights(weights)
    q = _checked(epsilon, sensitivity, n, batch_size).rate
    roots = np.cbrt(a)
    # The scale S sum(a^(1/3))/(a_t^(1/3) n epsilon) leaks theta_t = S/(m b_t) within the batch.
    theta = epsilon * roots / (math.fsum(roots) * q)
    return Comparison(
        optimal=laplace(a, epsilon, sensitivity=sensitivity, n=n, batch_size=batch_size),
        uniform=uniform(a, epsilon, sensitivity=sensitivity, n=n, batch_size=batch_size),
        cube_root=cube_root(a, epsilon, sensitivity=sensitivity, n=n, batch_size=batch_size),
        printed_spent=math.fsum(log_mixture(theta, q, 1.0)),
    )


def dual_budgets(weights: Array, counts: Array, epsilon: float, q: float) -> Array:
    """Budgets that satisfy the stationarity condition and spend epsilon.

    Args:
        weights: positive, shape (k,).
        counts: how many iterations have each weight (any positive numbers), shape (k,).
        epsilon: the budget of all iterations together.
        q: the sampling rate m/n.
    """
    log_w = np.log(weights) - np.log(weights.max())  # the quotient may underflow
    roots = np.exp(log_w / 3)
    closed: Array = epsilon * roots / np.sum(counts * roots)
    if q == 1:
        return closed
    theta = log_mixture(closed, 1.0, q)
    log_nu = float(np.mean(3 * np.log(theta) + np.log(_slope(theta, q)) - log_w))
    low, high = -math.inf, math.inf
    for _ in range(DUAL_STEPS):
        theta = _stationary(log_w + log_nu, q, theta)
        leak, slope = log_mixture(theta, q, 1.0), _slope(theta, q)
        spent = float(np.sum(counts * leak))
        if spent < epsilon:
            low = log_nu
        else:
            high = log_nu
        # d leak/d log nu = slope theta/(3 + theta (1 - slope)).
        growth = float(np.sum(counts * slope * theta / (3 + theta * (1 - slope))))
        step = spent * math.log(epsilon / spent) / growth
        if abs(step) < ACCURACY:
            break
        guess = log_nu + step
        if not low < guess < high:
            guess = (low + high) / 2
        if guess == log_nu:
            break
        log_nu = guess
    return np.asarray(leak)

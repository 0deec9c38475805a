r"""How to spend a privacy budget over iterations: the schedule that minimises weighted variances.

A bound of the form :math:`\sum_t a_t \mathrm{Var}_t` with nonnegative weights :math:`a_t` is to be
made small at a given budget, :math:`\mathrm{Var}_t` being the noise variance of a coordinate at
iteration t. Steps of weight zero get no budget (infinite noise): leave them out of the run.

* Pure budget, Laplace noise of scale :math:`b_t` on m of n records sampled without replacement:
  minimise :math:`\sum_t 2a_tb_t^2` subject to :math:`\sum_t\varepsilon(S, b_t, n, m) = \epsilon`.
  With :math:`\theta_t = S/(mb_t)` and :math:`q = m/n` the stationarity condition

  .. math:: \theta_t^3\,\frac{q e^{\theta_t}}{1 + q(e^{\theta_t}-1)} = \nu a_t

  has one solution for every multiplier :math:`\nu`, and what it spends grows with :math:`\nu`: a
  one-dimensional dual problem. The variance is a convex function of :math:`\varepsilon_t`, so that
  stationarity is optimality. For m = n it is :math:`\epsilon_t \propto a_t^{1/3}` (Kuru et al.
  2020, Proposition 4.2).
* Zero-concentrated DP, Gaussian noise: :math:`\sigma_t^2 \propto a_t^{-1/2}`, in closed form.

All statements are for the replace-one relation.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.problems.ranges import count, positive, require

Array = NDArray[np.float64]
NEWTON_STEPS = 60
DUAL_STEPS = 100
ACCURACY = 1e-13


@dataclass(frozen=True)
class Allocation:
    """A schedule of noise and what it costs.

    Attributes:
        budgets: what every iteration spends (pure epsilon, or rho of zCDP), shape (T,).
        scales: Laplace scale b_t, or standard deviation of the Gaussian noise, shape (T,);
            infinite where the weight is zero.
        objective: sum of weights times the variance of a coordinate.
        uniform_objective: the same when every iteration spends alike (zero weights included).
        spent: the sum of the budgets.
        kkt_residual: largest relative deviation of a marginal value from the multiplier.
    """

    budgets: Array
    scales: Array
    objective: float
    uniform_objective: float
    spent: float
    kkt_residual: float


def checked_weights(weights: ArrayLike) -> Array:
    """The weights as an array.

    Raises:
        ValueError: they are not a nonempty vector of finite nonnegative numbers, or all zero.
    """
    a = np.asarray(weights, dtype=np.float64)
    require(a.ndim == 1 and a.size > 0, "weights", "a nonempty vector", f"shape {a.shape}")
    bad = a[~(np.isfinite(a) & (a >= 0))]
    require(bad.size == 0, "weights", "finite and nonnegative", bad[:1])
    require(bool((a > 0).any()), "weights", "not all zero", "zeros only")
    return a


def _leak(theta: Array, q: float) -> Array:
    """ln(1 + q (e^theta - 1)), accurate for small and large theta."""
    small = np.log1p(q * np.expm1(np.minimum(theta, 40.0)))
    return np.where(theta <= 40.0, small, theta + np.log(q + (1 - q) * np.exp(-theta)))


def _slope(theta: Array, q: float) -> Array:
    """d leak/d theta = q e^theta/(1 + q (e^theta - 1))."""
    return q / (q + (1 - q) * np.exp(-theta))


def _inner_budget(leak: Array, q: float) -> Array:
    """The theta that leaks ``leak``."""
    small = np.log1p(np.expm1(np.minimum(leak, 40.0)) / q)
    return np.where(leak <= 40.0, small, leak + np.log((1 - (1 - q) * np.exp(-leak)) / q))


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


def laplace(
    weights: ArrayLike, eps_total: float, *, sensitivity: float, n: int, m: int
) -> Allocation:
    """The optimal schedule of Laplace scales for a pure budget.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        eps_total: the budget of all iterations together, positive.
        sensitivity: S, the largest L1 distance of two per-sample gradients, positive.
        n, m: data size and batch size, 1 <= m <= n.

    Raises:
        ValueError: an argument is out of its range.
    """
    a = checked_weights(weights)
    positive("eps_total", eps_total)
    positive("sensitivity S", sensitivity)
    n = count("data size n", n)
    m = count("batch size m", m, most=n)
    q = m / n
    active = a > 0
    w = a[active] / float(a.max())
    budgets = np.zeros_like(a)
    budgets[active] = _budgets(w, float(eps_total), q)
    budgets *= eps_total / math.fsum(budgets)
    theta = _inner_budget(budgets[active], q)
    scales = np.full_like(a, np.inf)
    scales[active] = sensitivity / (m * theta)
    marginal = np.log(w) - 3 * np.log(theta) - np.log(_slope(theta, q))
    even = sensitivity / (m * _inner_budget(np.array([eps_total / a.size]), q))
    return Allocation(
        budgets=budgets,
        scales=scales,
        objective=float(np.sum(2 * a[active] * scales[active] ** 2)),
        uniform_objective=float(np.sum(2 * a * even**2)),
        spent=math.fsum(budgets),
        kkt_residual=float(np.max(np.abs(np.expm1(marginal - np.mean(marginal))))),
    )


def _budgets(w: Array, eps_total: float, q: float) -> Array:
    """Budgets that satisfy the stationarity condition and sum to eps_total."""
    closed = eps_total * np.cbrt(w) / np.sum(np.cbrt(w))
    if q == 1:
        return closed
    log_w = np.log(w)
    theta = _inner_budget(closed, q)
    log_nu = float(np.mean(3 * np.log(theta) + np.log(_slope(theta, q)) - log_w))
    low, high = -math.inf, math.inf
    for _ in range(DUAL_STEPS):
        theta = _stationary(log_w + log_nu, q, theta)
        leak, slope = _leak(theta, q), _slope(theta, q)
        spent = float(np.sum(leak))
        if spent < eps_total:
            low = log_nu
        else:
            high = log_nu
        # d leak/d log nu = slope theta/(3 + theta (1 - slope)).
        growth = float(np.sum(slope * theta / (3 + theta * (1 - slope))))
        step = spent * math.log(eps_total / spent) / growth
        if abs(step) < ACCURACY:
            break
        guess = log_nu + step
        if not low < guess < high:
            guess = (low + high) / 2
        if guess == log_nu:
            break
        log_nu = guess
    return leak


def gaussian_zcdp(weights: ArrayLike, rho_total: float, *, sensitivity: float) -> Allocation:
    r"""The optimal schedule of Gaussian noise under zero-concentrated DP.

    A release with L2 sensitivity D and standard deviation sigma costs :math:`D^2/(2\sigma^2)`, so
    that :math:`\rho_t \propto \sqrt{a_t}` and the least sum is :math:`D^2(\sum_t\sqrt{a_t})^2/
    (2\rho)`.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        rho_total: the budget, positive.
        sensitivity: D, L2 sensitivity of the released gradient, positive.

    Raises:
        ValueError: an argument is out of its range.
    """
    a = checked_weights(weights)
    positive("rho_total", rho_total)
    positive("sensitivity D", sensitivity)
    root = np.sqrt(a)
    budgets = rho_total * root / math.fsum(root)
    with np.errstate(divide="ignore"):
        variances = sensitivity**2 / (2 * budgets)
    active = a > 0
    marginal = variances[active] * np.sqrt(a[active])
    even = sensitivity**2 * a.size / (2 * rho_total)
    return Allocation(
        budgets=budgets,
        scales=np.sqrt(variances),
        objective=float(np.sum(a[active] * variances[active])),
        uniform_objective=float(np.sum(a) * even),
        spent=math.fsum(budgets),
        kkt_residual=float(np.max(np.abs(marginal / np.mean(marginal) - 1))),
    )

"""Gaussian schedules under zero-concentrated DP, in closed form.

Source: own, by the Cauchy-Schwarz inequality; a release costs what Bun and Steinke (2016),
Proposition 1.6, say.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from dptheory.allocation.schedule import Allocation, checked_weights
from dptheory.ranges import positive


def gaussian_zcdp(weights: ArrayLike, rho_total: float, *, sensitivity: float) -> Allocation:
    r"""The optimal schedule of Gaussian noise under zero-concentrated DP.

    A release with L2 sensitivity D and standard deviation sigma costs :math:`D^2/(2\sigma^2)`, so
    that :math:`\rho_t \propto \sqrt{a_t}` and the least sum is :math:`D^2(\sum_t\sqrt{a_t})^2/
    (2\rho)`.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        rho_total: the budget, positive.
        sensitivity: D, L2 sensitivity of the released gradient, positive.
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

r"""Gaussian schedules for an approximate budget on mini-batches, numerically.

**Shape.** T releases whose Rényi divergences of order :math:`\alpha` are :math:`r_\alpha(z_t)`
(:mod:`dptheory.allocation.divergence`) are :math:`(\epsilon, \delta)`-DP if for one order

.. math:: \sum_t r_\alpha(z_t) \le R_\alpha = \epsilon - \ln\frac{\alpha-1}\alpha
          + \frac{\ln(\delta\alpha)}{\alpha-1}

(Canonne, Kamath and Steinke 2020, Proposition 12). At a fixed order the budget is additive, so
that minimising :math:`\sum_t a_tz_t^2` is a one-dimensional dual as for Laplace noise:
:math:`a_t = -\lambda\,dr_\alpha/d(z^2)` (:mod:`dptheory.allocation.rules`). The order is the one of
the smallest sum (:mod:`dptheory.allocation.orders`). A second round takes what a release really
costs beside the others of this schedule (:mod:`dptheory.allocation.marginal`) in place of
:math:`r_\alpha`; further rounds change the sum by some tenths of a per cent.

**Scale.** Each shape is multiplied by one factor until the tightest account of all releases
together, the composed privacy loss, is within 5e-4 of epsilon and not above it
(:mod:`dptheory.allocation.scaling`); the one of the smallest sum is taken, equal noise included.
A shape costs optimality at most, never privacy. More than :data:`BINS` different weights are put
in so many bins, each with one multiplier.

Source: own; the conversion is Proposition 12 of Canonne, Kamath and Steinke (2020).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.allocation.divergence import FINE, Curve, Setting, curve
from dptheory.allocation.marginal import marginal_curve
from dptheory.allocation.orders import LARGEST, Plan, log_sum, planned
from dptheory.allocation.rules import Rule, optimal_rule, power_rule
from dptheory.allocation.scaling import scaled
from dptheory.allocation.schedule import Allocation, Array, checked_weights
from dptheory.contract import public
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.ranges import count, positive, require

BINS = 64  # different weights, down to
DEPTH = 36.0  # this fall of the logarithm; one bin takes the rest


@public
def gaussian(
    weights: ArrayLike,
    epsilon: float,
    delta: float,
    *,
    sensitivity: float,
    n: int,
    batch_size: int,
    neighbouring: Neighbouring,
) -> Allocation:
    """A schedule of Gaussian noise for an approximate budget; see the module.

    Args:
        weights: a_t, nonnegative, shape (T,); not all zero.
        epsilon, delta: the budget, epsilon positive, delta in (0, 1).
        sensitivity: D, the largest L2 change of the sum over a batch: the distance of two
            per-sample gradients (replace-one) or the norm of one (add-or-remove-one); positive.
        n, batch_size: data size and batch size, 1 <= m <= n.
        neighbouring: replace-one (batches without replacement) or add-or-remove-one (Poisson
            batches of mean size m).

    Returns:
        The schedule; its budgets are Rényi divergences of the order that gave the shape.

    Raises:
        ValueError: an argument is out of its range, or no noise is found that meets the budget.

    Example:
        >>> from dptheory.privacy import Neighbouring
        >>> run = {"sensitivity": 2, "n": 100, "batch_size": 100}
        >>> run["neighbouring"] = Neighbouring.REPLACE_ONE
        >>> found = gaussian([1, 16], 1, 1e-5, **run)
        >>> found.spent <= 1, found.objective < found.uniform_objective
        (True, True)
    """
    return _schedule(
        optimal_rule, weights, (epsilon, delta), sensitivity, (n, batch_size), neighbouring
    )


@public
def fourth_root(
    weights: ArrayLike,
    epsilon: float,
    delta: float,
    *,
    sensitivity: float,
    n: int,
    batch_size: int,
    neighbouring: Neighbouring,
) -> Allocation:
    r"""The shape :math:`\sigma_t \propto a_t^{-1/4}` of full data, scaled to the same budget.

    Arguments and errors of :func:`gaussian`.

    Example:
        >>> from dptheory.privacy import Neighbouring
        >>> run = {"sensitivity": 2, "n": 100, "batch_size": 100}
        >>> run["neighbouring"] = Neighbouring.REPLACE_ONE
        >>> found = fourth_root([1, 16], 1, 1e-5, **run)
        >>> round(float(found.scales[0] / found.scales[1]), 6)
        2.0
    """
    target = epsilon, delta
    return _schedule(power_rule(0.25), weights, target, sensitivity, (n, batch_size), neighbouring)


@dataclass(frozen=True)
class _Shape:
    """Scaled logarithms of the multipliers, the epsilon they spend, and how stationary they are."""

    log_z: Array
    spent: float
    residual: float


def _schedule(
    rule: Rule,
    weights: ArrayLike,
    target: tuple[float, float],
    sensitivity: float,
    sizes: tuple[int, int],
    neighbouring: Neighbouring,
) -> Allocation:
    a = checked_weights(weights)
    positive("epsilon", target[0])
    require(0 < target[1] < 1, "delta", "in (0, 1)", target[1])
    n = count("data size n", sizes[0])
    setting = Setting(n, count("batch size m", sizes[1], most=n), neighbouring)
    unit = float(positive("sensitivity D", sensitivity)) / setting.batch_size
    active = a > 0
    levels, index, counts = _binned(np.log(a[active]))
    target = float(target[0]), float(target[1])
    plan = planned(rule, setting, levels, counts, target)
    shapes = list(_shapes(rule, setting, plan, levels, counts, target))
    every = np.full(1, float(a.size))
    even = planned(power_rule(0), setting, np.zeros(1), every, target)
    level, spent = scaled(setting, even.order, even.log_z, every, target)
    if rule is optimal_rule:
        shapes.append(_Shape(np.full(levels.size, level[0]), spent, 0.0))
    best = min(shapes, key=lambda shape: log_sum(levels, shape.log_z, counts))
    budgets, sigmas = np.zeros_like(a), np.full_like(a, np.inf)
    budgets[active] = setting.divergences(plan.order, np.exp(best.log_z))[index]
    sigmas[active] = unit * np.exp(best.log_z)[index]
    return Allocation(
        budgets=budgets,
        scales=sigmas,
        objective=float(np.sum((np.sqrt(a[active]) * sigmas[active]) ** 2)),
        uniform_objective=float(np.sum(a)) * (unit * math.exp(level[0])) ** 2,
        spent=best.spent,
        kkt_residual=best.residual,
    )


def _shapes(
    rule: Rule,
    setting: Setting,
    plan: Plan,
    levels: Array,
    counts: Array,
    target: tuple[float, float],
) -> Iterator[_Shape]:
    """The rule's schedule at the plan's order, then by what releases cost beside it."""
    log_z, spent = scaled(setting, plan.order, plan.log_z, counts, target)
    yield _Shape(log_z, spent, _residual(curve(setting, plan.order, FINE), levels, plan))
    alike = levels.size == 1 or setting.batch_size == setting.n
    table = None
    if rule is optimal_rule and not alike:
        table = marginal_curve(setting, log_z, counts, spent, target[1])
    if table is not None:
        shape = optimal_rule(table, levels, counts, float(np.sum(counts * table.divergence(log_z))))
        again = Plan(plan.order, shape, shape < math.log(LARGEST))
        log_z, spent = scaled(setting, plan.order, shape, counts, target)
        yield _Shape(log_z, spent, _residual(table, levels, again))


def _residual(table: Curve, levels: Array, plan: Plan) -> float:
    """The largest relative deviation of a weight over its price from their mean; 0 for none."""
    marginal = (levels - np.interp(plan.log_z, table.knots, table.slopes))[plan.free]
    if not marginal.size:
        return 0.0
    return float(np.max(np.abs(np.expm1(marginal - np.mean(marginal))), initial=0.0))


def _binned(log_a: Array) -> tuple[Array, NDArray[np.int64], Array]:
    """The logarithms of at most BINS weights, which of them each iteration has, and how often."""
    levels, index = np.unique(log_a, return_inverse=True)
    if levels.size > BINS:
        bottom = max(float(levels[0]), float(levels[-1]) - DEPTH)
        width = (levels[-1] - bottom) / (BINS - 1)
        bins = np.clip((log_a - bottom) // width, -1, BINS - 2)
        index = np.unique(bins, return_inverse=True)[1]
        top = np.full(int(index.max()) + 1, -np.inf)
        np.maximum.at(top, index, log_a)
        # Iterations with one multiplier count with the mean of their weights.
        mean = np.bincount(index, np.exp(log_a - top[index])) / np.bincount(index)
        levels = top + np.log(mean)
    return levels, index, np.bincount(index).astype(np.float64)

r"""Gaussian schedules: zero-concentrated DP in closed form, subsampled Rényi DP numerically.

**Rényi.** Let :math:`r_\alpha(z)` be the Rényi divergence bound of order :math:`\alpha` of one
release with noise multiplier z (standard deviation of the batch sum's noise by its L2
sensitivity). T releases are :math:`(\epsilon, \delta)`-DP if for one order

.. math:: \sum_t r_\alpha(z_t) \le R_\alpha = \epsilon - \ln\frac{\alpha-1}\alpha
          + \frac{\ln(\delta\alpha)}{\alpha-1}

(Canonne, Kamath and Steinke 2020, Proposition 12). At a fixed order the budget is additive, so
that minimising :math:`\sum_t a_tz_t^2` is a one-dimensional dual as for Laplace noise:
:math:`a_t = -\lambda\,dr_\alpha/d(z^2)`. The curve :math:`r_\alpha` is dp-accounting's, tabulated
in logarithms and interpolated; the order is searched. More than :data:`BINS` different weights are
put in so many bins, each with one multiplier. The schedule is then scaled until dp-accounting's own
sum of all its releases meets :math:`R_\alpha`, or refused: bins and interpolation cost optimality
(the residual says how much), never privacy.

**Cancellation.** At high orders and multipliers dp-accounting's bound without replacement loses its
digits and grows far too large. A release is therefore counted with at most :math:`\alpha/(2z^2)`,
what it costs on full data (Rényi divergence is jointly quasi-convex: van Erven and Harremoës 2014,
Theorem 13). Noise z is noise :math:`z'\le z` plus independent noise, so that a bound at z' holds at
z: the table is the running minimum. The final sum is that of the releases as they are; an order
whose sum cannot be brought to its budget gives way to the next best. Where digits are lost the
value can also fall short of its formula (0.2 % for one release of order 96 with m/n = 0.8).

Relations: for replace-one, batches of m of n records without replacement (Wang, Balle and
Kasiviswanathan 2019, Theorem 27); for add-or-remove-one, Poisson batches with rate m/n. On full
data both are :math:`r_\alpha = \alpha/(2z^2)`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import PchipInterpolator
from scipy.optimize import brentq

from dptheory.allocation.schedule import Allocation, Array, checked_weights
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.problems.ranges import count, positive, require

ORDERS = (2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256)
COARSE, FINE = 60, 240  # points of the tables that choose the order, and the schedule
DENSE = 0.2, 30.0  # three quarters of the points are between these multipliers,
ENDS = 0.05, 3e3  # the rest up to these (beyond the last, r ~ 1/z^2)
BINS = 250  # different weights
ROUNDING = 1e-13  # a smaller divergence of one release is dp-accounting's rounding
LARGEST = 1e5  # beyond this multiplier dp-accounting's divergence loses its digits
SETTLED = 1e-10
PROMISE = 0.99  # another order is tried while its table promises this part of the sum found
FARTHEST = 3.0  # logarithm of the largest factor that is tried


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


@dataclass(frozen=True)
class Releases:
    """Gaussian releases on batches of m of n records, for a named relation."""

    n: int
    m: int
    neighbouring: Neighbouring

    def _event(self, multiplier: float) -> Any:
        from dp_accounting import dp_event

        noise = dp_event.GaussianDpEvent(multiplier)
        if self.m == self.n:
            return noise
        if self.neighbouring is Neighbouring.REPLACE_ONE:
            return dp_event.SampledWithoutReplacementDpEvent(self.n, self.m, noise)
        return dp_event.PoissonSampledDpEvent(self.m / self.n, noise)

    def divergence(self, order: int, multipliers: Array, counts: Array) -> float:
        """The Rényi divergence of all releases together, by dp-accounting; see the module."""
        from dp_accounting.privacy_accountant import NeighboringRelation
        from dp_accounting.rdp import RdpAccountant

        relation = NeighboringRelation[self.neighbouring.name]
        parts = []
        for multiplier, times in zip(multipliers, counts, strict=True):
            accountant = RdpAccountant([order], relation).compose(self._event(float(multiplier)))
            full = order / (2 * float(multiplier) ** 2)
            parts.append(float(times) * min(full, float(accountant.rdp[0])))
        return math.fsum(parts)


def divergence_budget(order: int, eps: float, delta: float) -> float:
    """R of the module's docstring: the divergence of this order that is (eps, delta)-DP."""
    return eps - math.log1p(-1 / order) + math.log(delta * order) / (order - 1)


@dataclass(frozen=True)
class Curve:
    """ln r and ln(-dr/d(z^2)) of one order as functions of ln z, the latter decreasing."""

    value: Callable[[Array], Array]
    knots: Array
    slopes: Array

    def multipliers(self, log_price: Array) -> Array:
        """ln z at which ln(-dr/d(z^2)) is log_price; beyond the table r ~ 1/z^2."""
        inner = np.interp(log_price, self.slopes[::-1], self.knots[::-1])
        beyond = self.knots[-1] + (self.slopes[-1] - log_price) / 4
        return np.where(log_price < self.slopes[-1], beyond, inner)

    def divergence(self, log_z: Array) -> Array:
        """r at ln z."""
        inside = np.minimum(log_z, self.knots[-1])
        divergences: Array = np.exp(self.value(inside) - 2 * (log_z - inside))
        return divergences


Rule = Callable[[Curve, Array, Array, float], Array]


@lru_cache(maxsize=256)
def curve(releases: Releases, order: int, points: int) -> Curve:
    """The table of one order, by dp-accounting; its running minimum, see the module."""
    ends, dense = np.log(ENDS), np.log(DENSE)
    few = points // 8
    knots = np.concatenate(
        [
            np.linspace(ends[0], dense[0], few, endpoint=False),
            np.linspace(dense[0], dense[1], points - 2 * few),
            np.linspace(ends[1], dense[1], few, endpoint=False)[::-1],
        ]
    )
    one = np.ones(1)
    r = np.fmin.accumulate([releases.divergence(order, np.exp([x]), one) for x in knots])
    kept = np.isfinite(r) & (r > ROUNDING)
    knots = knots[kept]
    value = PchipInterpolator(knots, np.log(r[kept]))
    fine = np.linspace(knots[0], knots[-1], 5000)
    # The bound's minima over two expressions dent its convexity: prices must not rise.
    corners = _convex(np.exp(2 * fine), np.exp(value(fine)))
    fall = -np.diff(np.exp(value(fine[corners]))) / np.diff(np.exp(2 * fine[corners]))
    middle = (fine[corners][:-1] + fine[corners][1:]) / 2
    return Curve(value, middle[fall > 0], np.log(fall[fall > 0]))


def _convex(x: Array, y: Array) -> list[int]:
    """Which points are corners of the largest convex function below them; x increases."""
    corners = [0]
    for i in range(1, x.size):
        while len(corners) > 1:
            a, b = corners[-2:]
            if (y[i] - y[b]) * (x[b] - x[a]) > (y[b] - y[a]) * (x[i] - x[b]):
                break
            corners.pop()
        corners.append(i)
    return corners


def optimal_rule(table: Curve, log_a: Array, counts: Array, budget: float) -> Array:
    """ln z_t of the smallest sum of weighted squares at this divergence."""

    def at(log_price: float) -> Array:
        return table.multipliers(log_a - log_price)

    low = float(np.min(log_a)) - float(table.slopes[0])
    return at(_spending(at, table, counts, budget, low))


def power_rule(power: float) -> Rule:
    """The rule z_t ~ a_t^-power: 1/4 is optimal on full data, 0 is the uniform schedule."""

    def rule(table: Curve, log_a: Array, counts: Array, budget: float) -> Array:
        def at(shift: float) -> Array:
            return shift - power * log_a

        low = float(table.knots[0]) + power * float(np.min(log_a))
        return at(_spending(at, table, counts, budget, low))

    return rule


def _spending(
    at: Callable[[float], Array], table: Curve, counts: Array, budget: float, start: float
) -> float:
    """Where a family of ln z that grow with its argument has the divergence ``budget``."""

    def excess(x: float) -> float:
        return math.log(float(np.sum(counts * table.divergence(at(x))))) - math.log(budget)

    low = high = start
    while excess(high) > 0:
        high += 8.0
    while excess(low) < 0:
        low -= 8.0
        require(low > start - 100, "eps_total", "small enough for noise multipliers", budget)
    return float(brentq(excess, low, high, xtol=1e-9))


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
    plan = _planned(rule, releases, levels, counts, (eps, float(delta)))
    every = np.full(1, float(a.size))
    even = _planned(power_rule(0), releases, np.zeros(1), every, (eps, float(delta)))
    worse = _log_sum(levels, plan.log_z, counts) > _log_sum(levels, even.log_z, counts)
    if rule is optimal_rule and worse:  # The table is too coarse for a steep curve.
        plan = _planned(power_rule(0), releases, levels, counts, (eps, float(delta)))
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


@dataclass(frozen=True)
class Plan:
    """Multipliers at one order, the divergence they have and may have, and which are not capped."""

    order: int
    log_z: Array
    total: float
    budget: float
    free: NDArray[np.bool_]


def _planned(
    rule: Rule,
    releases: Releases,
    log_a: Array,
    counts: Array,
    target: tuple[float, float],
) -> Plan:
    """The rule's schedule at its best order, scaled to the budget by dp-accounting.

    Raises:
        ValueError: no order up to 256 has a schedule within the budget.
    """
    best, least = Plan(0, log_a, math.inf, 0.0, log_a < 0), math.inf
    for promised, order in ranked_orders(rule, releases, log_a, counts, *target):
        if promised >= least + math.log(PROMISE):
            break
        budget = divergence_budget(order, *target)
        log_z = rule(curve(releases, order, FINE), log_a, counts, budget)
        free = log_z < math.log(LARGEST)
        capped = np.where(free, log_z, math.log(LARGEST))
        scaled = _scaled(releases, order, capped, counts, budget)
        if scaled is not None and _log_sum(log_a, scaled[0], counts) < least:
            best, least = Plan(order, *scaled, budget, free), _log_sum(log_a, scaled[0], counts)
    allowed = f"a budget that dp-accounting meets with {releases}"
    require(best.total <= best.budget, "eps_total and delta", allowed, target)
    return best


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


def _log_sum(log_a: Array, log_z: Array, counts: Array) -> float:
    """The logarithm of the weighted sum of squares."""
    parts = log_a + 2 * log_z
    top = float(np.max(parts))
    return top + math.log(float(np.sum(counts * np.exp(parts - top))))


def ranked_orders(
    rule: Rule, releases: Releases, log_a: Array, counts: Array, eps: float, delta: float
) -> list[tuple[float, int]]:
    """Logarithms of the rule's sum of weighted squares by the tables, and orders; smallest first.

    The orders are tried upwards until two in a row have made the sum larger.

    Raises:
        ValueError: no order up to 256 has a positive divergence budget.
    """
    found: list[tuple[float, int]] = []
    for order in ORDERS:
        budget = divergence_budget(order, eps, delta)
        if budget <= 0:
            continue
        log_z = rule(curve(releases, order, COARSE), log_a, counts, budget)
        found.append((_log_sum(log_a, log_z, counts), order))
        if len(found) > 2 and min(found) < min(found[-2:]):
            break
    require(len(found) > 0, "eps_total", "large enough for a Rényi order up to 256", eps)
    return sorted(found)


def _scaled(
    releases: Releases, order: int, log_z: Array, counts: Array, budget: float
) -> tuple[Array, float] | None:
    """The multipliers scaled to the budget, and their divergence by dp-accounting.

    At most the budget; within :data:`SETTLED` of it, or the last one before a jump across it. None
    where no factor that was tried is within the budget.
    """
    within: list[tuple[float, float]] = []
    goal = math.log(budget) + math.log1p(-SETTLED / 2)

    @cache
    def excess(shift: float) -> float:
        total = releases.divergence(order, np.exp(log_z + shift), counts)
        if not 0 < total < math.inf:  # rounding far below the budget, or overflow above it
            return -FARTHEST if total <= 0 else FARTHEST
        if total <= budget:
            within.append((shift, total))
        settled = budget * (1 - SETTLED) <= total <= budget
        return 0.0 if settled else math.log(total) - goal

    ends = _bracket(excess, _steepness(curve(releases, order, FINE), log_z, counts))
    if ends is not None and excess(ends[0]) * excess(ends[1]) < 0:
        brentq(excess, *ends, xtol=1e-15, rtol=1e-15, maxiter=20, disp=False)
    if not within:
        return None
    shift, total = min(within)
    return log_z + shift, total


def _bracket(excess: Callable[[float], float], slope: float) -> tuple[float, float] | None:
    """Two shifts between which the excess has another sign, or one is a zero; None if not found."""
    near, start = 0.0, excess(0.0)
    side = math.copysign(1.0, start)
    step = min(1.0, max(2 * abs(start) / slope, 1e-9)) if slope > 0 else 1.0
    while abs(near) < FARTHEST:
        far = near + side * step
        if start == 0 or excess(far) * start <= 0:
            return near, far
        near, step = far, 2 * step
    return None


def _steepness(table: Curve, log_z: Array, counts: Array) -> float:
    """-d ln(divergence)/d ln z of a schedule, from the table."""
    up = np.sum(counts * table.divergence(log_z + 1e-4))
    down = np.sum(counts * table.divergence(log_z - 1e-4))
    return float(np.log(down / up)) / 2e-4

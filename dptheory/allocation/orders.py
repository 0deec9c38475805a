"""The best Rényi order for a rule, and its schedule scaled until dp-accounting accepts it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dptheory.allocation.divergence import (
    COARSE,
    FINE,
    ORDERS,
    Curve,
    Releases,
    curve,
    divergence_budget,
)
from dptheory.allocation.rules import Rule
from dptheory.allocation.schedule import Array
from dptheory.ranges import require

LARGEST = 1e5  # beyond this multiplier dp-accounting's divergence loses its digits


SETTLED = 1e-10


PROMISE = 0.99  # another order is tried while its table promises this part of the sum found


FARTHEST = 3.0  # logarithm of the largest factor that is tried


@dataclass(frozen=True)
class Plan:
    """Multipliers at one order, the divergence they have and may have, and which are not capped."""

    order: int
    log_z: Array
    total: float
    budget: float
    free: NDArray[np.bool_]


def planned(
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
        if scaled is not None and log_sum(log_a, scaled[0], counts) < least:
            best, least = Plan(order, *scaled, budget, free), log_sum(log_a, scaled[0], counts)
    allowed = f"a budget that dp-accounting meets with {releases}"
    require(best.total <= best.budget, "eps_total and delta", allowed, target)
    return best


def log_sum(log_a: Array, log_z: Array, counts: Array) -> float:
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
        found.append((log_sum(log_a, log_z, counts), order))
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

"""Shapes of a Gaussian schedule, scaled to a divergence: the optimal one, powers of the weights."""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from dptheory.allocation.divergence import Curve
from dptheory.allocation.schedule import Array
from dptheory.ranges import require

Rule = Callable[[Curve, Array, Array, float], Array]


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
        require(low > start - 100, "epsilon", "small enough for noise multipliers", budget)
    return float(brentq(excess, low, high, xtol=1e-9))

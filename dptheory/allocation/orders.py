"""The shape of a schedule: a rule at the Rényi order at which it needs the least noise."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.allocation.divergence import COARSE, FINE, ORDERS, Setting, curve, divergence_budget
from dptheory.allocation.rules import Rule, optimal_rule, power_rule
from dptheory.allocation.schedule import Array

LARGEST = 1e9  # multipliers are capped here: more noise saves nothing


@dataclass(frozen=True)
class Plan:
    """Logarithms of the multipliers at one order, and which of them are not capped."""

    order: float
    log_z: Array
    free: NDArray[np.bool_]


def planned(
    rule: Rule, setting: Setting, log_a: Array, counts: Array, target: tuple[float, float]
) -> Plan:
    """The rule's schedule at its best order, within the budget by the tables.

    Where no order has a positive budget the noise is large and the shape that of full data.
    """
    ranked = _ranked_orders(rule, setting, log_a, counts, *target)
    if ranked:
        order = ranked[0][1]
        log_z = rule(curve(setting, order, FINE), log_a, counts, divergence_budget(order, *target))
    else:
        order, table = ORDERS[-1], curve(setting, ORDERS[-1], FINE)
        shape = power_rule(0.25) if rule is optimal_rule else rule
        log_z = shape(table, log_a, counts, target[0])
    free = log_z < math.log(LARGEST)
    return Plan(order, np.where(free, log_z, math.log(LARGEST)), free)


def log_sum(log_a: Array, log_z: Array, counts: Array) -> float:
    """The logarithm of the weighted sum of squares."""
    parts = log_a + 2 * log_z
    top = float(np.max(parts))
    return top + math.log(float(np.sum(counts * np.exp(parts - top))))


def _ranked_orders(
    rule: Rule, setting: Setting, log_a: Array, counts: Array, epsilon: float, delta: float
) -> list[tuple[float, float]]:
    """Logarithms of the rule's sum of weighted squares by the tables, and orders; smallest first.

    The orders are tried upwards until two in a row have made the sum larger; those without a
    positive divergence budget are left out.
    """
    found: list[tuple[float, float]] = []
    for order in ORDERS:
        budget = divergence_budget(order, epsilon, delta)
        if budget <= 0:
            continue
        log_z = rule(curve(setting, order, COARSE), log_a, counts, budget)
        found.append((log_sum(log_a, log_z, counts), order))
        if len(found) > 2 and min(found) < min(found[-2:]):
            break
    return sorted(found)

"""The smallest noise that meets a budget, for any accountant."""

import math
from collections.abc import Callable

from scipy.optimize import brentq

from dptheory.contract import public
from dptheory.ranges import positive

SETTLED = 1e-4  # relative accuracy of smallest_noise


@public
def smallest_noise(epsilon: Callable[[float], float], eps: float, start: float) -> float | None:
    """The smallest noise whose epsilon is at most eps, rounded up by at most 1e-4 of it.

    Args:
        epsilon: noise -> eps, decreasing.
        eps: positive.
        start: a noise to start from, positive.

    Returns:
        The noise; None when no noise up to 2^40 times the start is enough; 0.0 when every noise
        down to 2^-340 times the start is, as where delta is at least the probability that a record
        is ever drawn.
    """
    positive("eps", eps)
    positive("noise to start from", start)
    low = high = start
    while epsilon(high) > eps:
        low, high = high, 4 * high
        if high > start * 2**40:
            return None
    while low == high or epsilon(low) <= eps:
        low, high = low / 4, low
        if low < max(start * 2.0**-340, 1e-300):
            return 0.0

    def excess(log_noise: float) -> float:
        return math.log(min(max(epsilon(math.exp(log_noise)), eps * 1e-9), eps * 1e9) / eps)

    root = brentq(excess, math.log(low), math.log(high), xtol=SETTLED / 4)
    found = math.exp(float(root) + SETTLED / 4)
    while epsilon(found) > eps:
        found *= 1 + SETTLED / 4
    return found

"""The smallest noise that meets a budget, for any accountant."""

import math
from collections.abc import Callable
from functools import cache

from scipy.optimize import brentq

from dptheory.contract import public
from dptheory.ranges import positive

SETTLED = 1e-4  # relative accuracy of smallest_noise
STEP = math.log(4)  # of the logarithm of the noise, to a bracket
LEAST, MOST = math.log(1e-300), math.log(1e300)  # logarithms beyond which no account is asked


@public
def smallest_noise(account: Callable[[float], float], epsilon: float, guess: float) -> float | None:
    """The smallest noise whose epsilon is at most epsilon, rounded up by at most 1e-4 of it.

    Args:
        account: noise -> epsilon, decreasing.
        epsilon: positive.
        guess: a noise to begin the search with, positive.

    Returns:
        The noise; None when no noise up to 2^40 times the guess is enough; 0.0 when every noise
        down to 2^-340 times the guess is, as where delta is at least the probability that a record
        is ever drawn.

    Raises:
        ValueError: epsilon or the guess is not positive.

    Example:
        >>> round(smallest_noise(lambda noise: 1 / noise, 0.5, guess=1), 3)
        2.0
    """
    positive("epsilon", epsilon)
    first = math.log(positive("guess", guess))

    @cache
    def spent(log_noise: float) -> float:
        return account(math.exp(log_noise))

    low = high = first
    while spent(high) > epsilon:
        low, high = high, high + STEP
        if high > min(first + 40 * math.log(2), MOST):
            return None
    while low == high or spent(low) <= epsilon:
        low, high = low - STEP, low
        if low < max(first - 340 * math.log(2), LEAST):
            return 0.0

    def excess(log_noise: float) -> float:
        return math.log(min(max(spent(log_noise), epsilon * 1e-9), epsilon * 1e9) / epsilon)

    root = brentq(excess, low, high, xtol=SETTLED / 4)
    found = math.exp(float(root) + SETTLED / 4)
    while account(found) > epsilon:
        found *= 1 + SETTLED / 4
    return found

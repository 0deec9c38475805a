"""The largest whole number of something that a budget allows."""

from collections.abc import Callable
from functools import cache


def largest_within(account: Callable[[int], float], epsilon: float, most: int) -> int:
    """A number whose account is within epsilon, while the next one's is above it.

    It is the largest one if the account increases; whether it does or not, both ends are computed.

    Args:
        account: a whole number from 1 to ``most`` -> epsilon.
        epsilon: positive.
        most: from which on no number is tried.

    Returns:
        The number; 0 if 1 is above epsilon, ``most`` if that is within it.
    """
    spent = cache(account)
    if spent(1) > epsilon:
        return 0
    low, high = 1, 2
    while high <= most and spent(high) <= epsilon:
        low, high = high, 2 * high
    high = min(high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if spent(middle) <= epsilon else (low, middle)
    return low

"""Confidence intervals that need no assumption beyond the one in their name."""

import math

import numpy as np
from scipy import stats


def clopper_pearson(successes: int, runs: int, level: float) -> tuple[float, float]:
    """Two-sided interval for a probability from a count; exact coverage at least 1 - level."""
    low = 0.0 if successes == 0 else stats.beta.ppf(level / 2, successes, runs - successes + 1)
    high = (
        1.0 if successes == runs else stats.beta.ppf(1 - level / 2, successes + 1, runs - successes)
    )
    return float(low), float(high)


def empirical_bernstein(
    values: np.ndarray, low: float, high: float, level: float
) -> tuple[float, float]:
    """Two-sided interval for the mean of variables in [low, high] (Maurer and Pontil 2009, Thm 4).

    Args:
        values: shape (n,), n >= 2, all in [low, high].
        level: error probability of the interval.
    """
    n = len(values)
    spread = high - low
    log_term = math.log(4 / level)
    width = math.sqrt(2 * float(np.var(values, ddof=1)) * log_term / n) + 7 * spread * log_term / (
        3 * (n - 1)
    )
    mean = float(np.mean(values))
    return max(low, mean - width), min(high, mean + width)


def nonnegative_lower(values: np.ndarray, cap: float, level: float) -> float:
    """Lower confidence limit for the mean of a nonnegative variable of unknown law.

    The mean is at least the mean of min(value, cap), a variable in [0, cap]; the cap must not
    depend on the values.
    """
    return empirical_bernstein(np.minimum(values, cap), 0.0, cap, level)[0]


def normal(values: np.ndarray, level: float) -> tuple[float, float]:
    """Asymptotic interval for a mean; evidence that rests on it is marked ``asymptotic``."""
    half = stats.norm.ppf(1 - level / 2) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    mean = float(np.mean(values))
    return mean - half, mean + half

"""What the last iterate alone leaks, at least.

Source: own; docs/privacy.md.
"""

import math

import numpy as np
from scipy.optimize import brentq
from scipy.special import log_ndtr, logsumexp

from dptheory.contract import public
from dptheory.privacy.gaussian import REPLACE, GaussianSteps
from dptheory.ranges import require


@public
def final_iterate_delta(run: GaussianSteps, epsilon: float) -> float:
    r"""A lower limit of the delta at epsilon, for batches without replacement and replace-one.

    One record of n has the opposite linear loss of all others (:math:`f_i(w) = \pm Gw`): after T
    steps the last iterate alone is, in units of its noise, a mixture of :math:`N(ka, 1)`,
    :math:`a = 1/(z\sqrt T)`, with binomial weights of rate q, against N(0, 1). The likelihood ratio
    grows with the iterate, so that a half-line is the best event.

    Args:
        run: the run.
        epsilon: nonnegative.

    Raises:
        ValueError: epsilon is negative.

    Example:
        >>> run = GaussianSteps(lipschitz=1, noise_std=0.01, n=1000, batch_size=100, iterations=10)
        >>> f"{final_iterate_delta(run, 1.0):.3g}"
        '0.0609'
    """
    from scipy.stats import binom  # takes a second to import

    require(epsilon >= 0, "epsilon", "nonnegative", epsilon)
    T, q = run.iterations, run.rate
    a = 1 / (run.multiplier(REPLACE) * math.sqrt(T))
    spread = 12 * math.sqrt(T * q * (1 - q)) + 40
    k = np.arange(max(0, math.floor(T * q - spread)), min(T, math.ceil(T * q + spread)) + 1)
    log_weight = binom.logpmf(k, T, q)

    def log_ratio(x: float) -> float:
        return float(logsumexp(log_weight + k * a * x - (k * a) ** 2 / 2)) - epsilon

    high = 40.0 + float(k[-1]) * a + epsilon / max(float(k[-1]) * a, 1e-300)
    if log_ratio(high) <= 0:
        return 0.0
    x = float(brentq(log_ratio, -high - 40, high)) if log_ratio(-high - 40) < 0 else -high
    inside = float(np.exp(logsumexp(log_weight + log_ndtr(k * a - x))))
    return max(0.0, inside - math.exp(epsilon + float(log_ndtr(-x))))

r"""Quantiles of the deviation of :math:`\hat v_t^p` from :math:`\Phi` when there is only noise."""

from functools import lru_cache
from typing import Any

from dptheory.distributions.second_moment import SecondMoment


@lru_cache
def _law(deviation: Any, divisor: int, beta2: Any, t: int) -> SecondMoment:
    """Without gradients, for noise of this standard deviation over the divisor."""
    return SecondMoment((float(deviation) / divisor) ** 2, float(beta2), t)


def one_sided(alpha: Any, t: int, deviation: Any, divisor: int, B: int, beta2: Any) -> float:
    r"""The number that :math:`\hat{v}_t^p-\Phi` exceeds with probability alpha.

    Without gradients; :math:`\Phi` has the divisor B.

    Args:
        deviation: sigma C. divisor: of the noise.
    """
    quantile = _law(deviation, divisor, beta2, t).quantile(float(1 - alpha))
    return quantile - (float(deviation) / B) ** 2


def two_sided(alpha: Any, t: int, deviation: Any, divisor: int, B: int, beta2: Any) -> float:
    r"""The number that :math:`|\hat{v}_t^p-\Phi|` exceeds with probability alpha.

    Without gradients, as in :func:`one_sided`.
    """
    from scipy.optimize import brentq

    law, phi = _law(deviation, divisor, beta2, t), (float(deviation) / B) ** 2

    def gap(xi: float) -> float:
        return law.exceedance(phi + xi).value + law.cdf(phi - xi).value - float(alpha)

    most = one_sided(alpha / 2, t, deviation, divisor, B, beta2)
    return float(brentq(gap, most / 4, 4 * most, xtol=most * 1e-12))

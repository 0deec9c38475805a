r"""The law of :math:`\hat v_t^{corr}-\hat v_t^c`: a weighted sum of noncentral chi-squares.

With noise z of variance :math:`\Phi` it is :math:`\sum_\tau w_\tau(2\bar g_\tau z_\tau+z_\tau^2-
\Phi)`, :math:`w_\tau=(1-\beta_2)\beta_2^{t-\tau}/(1-\beta_2^t)`. For t = 1 its tail consists of
values of the normal distribution function; for t > 1 its characteristic function is inverted.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from verify.evaluate import Undecided

TERMS, RANGE, SMALL, MOST = 1024, 60.0, 1e-9, 12


def enclosed_tail(g: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> Any:
    """An enclosure of P[|difference| >= xi] for t = 1 and positive noise; None otherwise."""
    from flint import arb, fmpq

    numbers = (*g, sigma, C, B, beta2, xi)
    if len(g) != 1 or not all(isinstance(x, int | Fraction) for x in numbers) or sigma <= 0:
        return None
    variance = Fraction(sigma) ** 2 * Fraction(C) ** 2 / Fraction(B) ** 2

    def ball(x: Fraction) -> Any:
        return arb(fmpq(x.numerator, x.denominator))

    centre, scale = ball(Fraction(g[0])), (2 * ball(variance)).sqrt()
    outer = ball(Fraction(g[0]) ** 2 + variance + xi).sqrt()
    tail = (((outer - centre) / scale).erfc() + ((outer + centre) / scale).erfc()) / 2
    inner = Fraction(g[0]) ** 2 + variance - xi
    if inner > 0:
        root = ball(inner).sqrt()
        tail += (((root - centre) / scale).erf() + ((root + centre) / scale).erf()) / 2
    return tail


def tail(g: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> float:
    """P[|difference| >= xi] in floating point.

    Raises:
        Undecided: there is no noise, there are many steps, or the characteristic function decays
            too slowly.
    """
    ball = enclosed_tail(g, sigma, C, B, beta2, xi)
    if ball is not None:
        return float(ball)
    if not sigma > 0 or len(g) > MOST:
        raise Undecided("no noise, or too many steps")
    t, variance = len(g), float(sigma * C / B) ** 2
    weights = float(beta2) ** np.arange(t - 1, -1, -1.0)
    weights /= weights.sum()
    ratios = np.array([float(x) ** 2 for x in g]) / variance  # squared means over the variance
    deviation = np.sqrt((weights**2 * (2 + 4 * ratios)).sum())
    level = float(xi) / variance / deviation
    if level > RANGE / 4:
        raise Undecided("a threshold beyond the range")
    # Davies' rule: the law is standardised, and the rule's period covers RANGE deviations.
    places = (np.arange(TERMS) + 0.5) * 2 * np.pi / RANGE
    u = np.multiply.outer(places, weights / deviation)
    factors = 1 / (1 - 2j * u)
    logs = 0.5 * np.log(factors) + 1j * u * ratios * factors - 1j * u * (1 + ratios)
    values = np.exp(logs.sum(axis=1))
    if abs(values[-1]) > SMALL:
        raise Undecided("a characteristic function that decays too slowly")

    def below(x: float) -> float:
        terms = (values * np.exp(-1j * places * x)).imag / (np.arange(TERMS) + 0.5)
        return float(0.5 - terms.sum() / np.pi)

    return 1 - below(level) + below(-level)

r"""What smoothing leaves of the noise: gamma and beta, in every number type.

Noise of variance :math:`\nu^2` a coordinate keeps :math:`\gamma d\nu^2` of its squared
:math:`A_\sigma`-norm and :math:`\beta d\nu^2` of its squared length after smoothing:

.. math:: \gamma = \frac1d\sum_j\frac1{\lambda_j} = \tanh a\coth da, \qquad
          \beta = \frac1d\sum_j\frac1{\lambda_j^2}
          = \tanh^2 a\Big(\coth 2a\coth da + \frac d{2\sinh^2 da}\Big), \qquad
          \sinh a = \frac1{2\sqrt\sigma}, \ \omega = e^{-2a}.

Source: Wang et al., Laplacian smoothing for private ERM, Propositions 1 and 2.
"""

from typing import Any

import numpy as np

from dptheory.contract import public
from dptheory.numbers import Number, kind, sqrt
from dptheory.ranges import length, nonnegative, quotient, require
from dptheory.smoothing.operator import checked


def root(smoothing: Number) -> Number:
    r""":math:`\omega = 4\sigma/(1 + \sqrt{4\sigma+1})^2`, in [0, 1); 0 without smoothing."""
    s = nonnegative("smoothing", smoothing)
    return 4 * s / (1 + sqrt(1 + 4 * s)) ** 2


def rate(s: Number) -> Number:
    """a = arsinh(1/(2 sqrt(sigma))), infinite without smoothing."""
    with np.errstate(divide="ignore"):
        return np.arcsinh(0.5 / np.sqrt(np.float64(s)))


@public
def gamma(dimension: int, smoothing: Number) -> Number:
    r"""The share of the noise's squared :math:`A_\sigma`-norm that smoothing leaves, in (0, 1].

    1 for d = 1 or no smoothing, decreasing in the smoothing to 1/d. Floats and arrays use the
    hyperbolic form, rationals a recursion that stays rational, arb and sympy
    :math:`(1+\omega^d)/((1-\omega^d)\sqrt{4\sigma+1})`.

    Args:
        dimension: d >= 1. smoothing: sigma >= 0.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.

    Example:
        >>> gamma(3, 1)
        Fraction(1, 2)
    """
    d, s = checked(dimension, smoothing)
    family = kind(s)
    if family in ("float", "array"):
        a = rate(s)
        return _like(s, np.tanh(a) / np.tanh(d * a))
    if family == "exact":
        determinant, first, _ = _determinant(length("dimension d", d, s), s)
        return quotient(first, d * determinant)
    power = root(s) ** d
    return (1 + power) / ((1 - power) * sqrt(1 + 4 * s))


@public
def beta(dimension: int, smoothing: Number) -> Number:
    r"""The share of the noise's squared length that smoothing leaves, in (0, 1].

    1 for d = 1 or no smoothing, decreasing in the smoothing to 1/d; never above gamma. Number types
    as in :func:`gamma`; arb and sympy use the sum of :func:`coefficient` over multiples of d.

    Args:
        dimension: d >= 1. smoothing: sigma >= 0.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.

    Example:
        >>> beta(3, 1)
        Fraction(3, 8)
    """
    d, s = checked(dimension, smoothing)
    family = kind(s)
    if family in ("float", "array"):
        return _like(s, _hyperbolic_beta(d, rate(s)))
    if family == "exact":
        determinant, first, second = _determinant(length("dimension d", d, s), s)
        return quotient(first * first - second * determinant, d * determinant * determinant)
    power = root(s) ** d
    wound = 2 * d * power / ((1 - power) ** 2 * (1 + 4 * s))
    return beta_limit(s) * (1 + power) / (1 - power) + wound


def _hyperbolic_beta(d: int, a: Any) -> Any:
    with np.errstate(over="ignore"):
        wound = d / (2 * np.sinh(d * a) ** 2)
        return np.tanh(a) ** 2 * (1 / (np.tanh(2 * a) * np.tanh(d * a)) + wound)


def _like(s: Number, value: Any) -> Any:
    return float(value) if isinstance(s, float) else value


def _determinant(d: int, s: Number) -> tuple[Number, Number, Number]:
    r"""det(u I - sigma L) and its first two derivatives in u, at u = 1.

    The determinant is :math:`p_d - 2\sigma^d` with :math:`p_0 = 2`, :math:`p_1 = u + 2\sigma`,
    :math:`p_{k+1} = (u + 2\sigma)p_k - \sigma^2p_{k-1}` (Chebyshev polynomials, scaled).
    """
    b, squared = 1 + 2 * s, s * s
    last, now = (2, 0, 0), (b, 1, 0)
    for _ in range(d - 1):
        p, q, r = now
        following = (b * p, b * q + p, b * r + 2 * q)
        last, now = now, tuple(x - squared * y for x, y in zip(following, last, strict=True))
    return now[0] - 2 * s**d, now[1], now[2]


def coefficient(lag: int, smoothing: Number, power: int = 1) -> Number:
    r"""Fourier coefficient k of :math:`(1 + 2\sigma - 2\sigma\cos\theta)^{-p}` for p = 1, 2.

    .. math:: \frac{\omega^{|k|}}{\sqrt{4\sigma+1}}, \qquad \omega^{|k|}\Big(
              \frac{|k|}{4\sigma+1} + \frac{2\sigma+1}{(4\sigma+1)^{3/2}}\Big)

    gamma and beta are their sums over the multiples k of d.
    """
    require(power in (1, 2), "power", "1 or 2", power)
    s, k = nonnegative("smoothing", smoothing), abs(lag)
    if power == 1:
        return root(s) ** k * gamma_limit(s)
    return root(s) ** k * (k / (1 + 4 * s) + beta_limit(s))


@public
def gamma_limit(smoothing: Number) -> Number:
    r"""The limit :math:`1/\sqrt{4\sigma+1}` of gamma as d grows, approached like omega^d.

    Args:
        smoothing: sigma >= 0.

    Example:
        >>> round(gamma_limit(2.0), 4)
        0.3333
    """
    return quotient(1, sqrt(1 + 4 * nonnegative("smoothing", smoothing)))


@public
def beta_limit(smoothing: Number) -> Number:
    r"""The limit :math:`(2\sigma+1)/(4\sigma+1)^{3/2}` of beta as d grows.

    Args:
        smoothing: sigma >= 0.

    Example:
        >>> beta_limit(0), round(beta_limit(2.0), 4)
        (Fraction(1, 1), 0.1852)
    """
    s = nonnegative("smoothing", smoothing)
    return (1 + 2 * s) * quotient(1, sqrt(1 + 4 * s) ** 3)

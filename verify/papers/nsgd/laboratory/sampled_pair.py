"""The Rényi divergence of one pair of neighbours, in a Gaussian release on a sampled batch."""

import math
from fractions import Fraction as F
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undecided, Undefined

PLAIN = 100  # denominators of instances that are worth an enclosure


def attained(order: Any, noise: Any, rate: Any) -> float:
    r"""The Rényi divergence at :math:`(\alpha,\sigma,\gamma)`, of order :math:`\alpha`.

    Raises:
        Undefined: an argument is out of its set. Undecided: it is beyond double precision.
    """
    a, z, q = float(order), float(noise), float(rate)
    if not (a > 1 and z > 0 and 0 < q <= 1):
        raise Undefined("no such release")
    if a / z > 300:
        raise Undecided("an integral over too large a range")
    # The trapezoidal rule: the integrand is analytic up to a distance of pi z from the real line.
    step = min(0.1, z / 4)
    x = np.arange(-14.0, a / z + 14.0, step)
    gain = q * np.expm1((x - 0.5 / z) / z)
    weight = -(x**2) / 2
    # An exponent beyond 700 has no double.
    power = np.exp(np.minimum(weight + a * np.log1p(gain), 700.0))
    excess = power - np.exp(weight) * (1 + a * gain)
    small = np.expm1(np.minimum(a * np.log1p(gain), 1.0)) - a * gain
    least = a * (a - 1) / 2 * gain**2 * (1 + (a - 2) / 3 * gain)
    near = np.exp(weight) * np.where(np.abs(gain) * a < 1e-5, least, small)
    if power.max() > 1e300:
        raise Undecided("a moment beyond double precision")
    mean = float(np.sum(np.where(np.abs(gain) * a < 0.5, near, excess)))
    return math.log1p(mean * step / math.sqrt(2 * math.pi)) / (a - 1)


def enclosed_attained(order: Any, noise: Any, rate: Any) -> Any:
    """A ball for it: the integral up to a distance, and both tails by max(1, ratio).

    It takes long: only for orders and noise that are plain fractions.
    """
    from flint import acb, arb

    if not all(isinstance(x, int | F) and F(x).denominator <= PLAIN for x in (order, noise)):
        return None
    a, z, q = ball(order), ball(noise), ball(rate)
    if not (a > 1 and z > 0 and q > 0 and q <= 1):
        return None
    end = arb(math.ceil(float(a / z)) + 18)

    def integrand(x: Any, analytic: bool) -> Any:
        ratio = 1 - q + q * (x / z - 1 / (2 * z**2)).exp()
        return (a * ratio.log(analytic=analytic) - x * x / 2).exp()

    inside = acb.integral(integrand, acb(-end), acb(end)).real / (2 * arb.pi()).sqrt()
    root = arb(2).sqrt()
    tail = (end / root).erfc() + (a * (a - 1) / (2 * z**2)).exp() * ((end - a / z) / root).erfc()
    moment = inside + tail * arb(0, 1)
    return moment.log() / (a - 1)

r"""One Gaussian release on all data: its budget and its noise, exact up to the last digits.

A release whose noise has z times the L2 distance that one record moves it as standard deviation is
:math:`(\epsilon,\delta)`-DP just if :math:`\delta_z(\epsilon)\le\delta` (Balle and Wang 2018). With
:math:`h=1/z`, :math:`u=\epsilon z-h/2` and Mills' ratio :math:`R(x)=\Phi(-x)/\varphi(x)`

.. math:: \delta_z(\epsilon) = \Phi(-u)-e^\epsilon\Phi(-u-h)
          = \varphi(u)\,[R(u)-R(u+h)] = \varphi(u)\int_u^{u+h} (1-xR(x))\,dx .

With much noise the two terms of the difference agree in nearly all digits. The integrand is
positive, so that the last form keeps them; for :math:`h<1` the integral is taken by Gauss and
Legendre's rule. The functions add to :math:`\ln\delta_z` more than rounding may take from it, so
that what they give is private.

*What rounding takes*, in units of :math:`2^{-53}`, where erfcx and ndtr err by at most
:math:`\kappa=16` of their own (a test finds less), exp and log by 2, and
:math:`X=(1+u_+)(1+|u|+h)`. The integrand :math:`m=1-xR` is the transform
:math:`\int_0^\infty te^{-xt-t^2/2}dt`: it falls, and so does :math:`-m'/m`, from 1.26 at 0.

- :math:`u=\epsilon z-h/2` errs by :math:`2|u|+h`, and :math:`\partial_u\ln\delta_z` is at most
  :math:`1.26(1+u_+)`: 2.6 X; h errs by 1, and :math:`h\,\partial_h\ln\delta_z\le1`.
- :math:`h<1`, so that :math:`u\ge-h/2>-1/2`: erfcx at x has a condition number of at most 1, xR
  errs by :math:`\kappa+5`, and :math:`1/m<x^2+3` (as :math:`R<(x^2+2)/(x^3+3x)`), at most 3 X:
  63 X. Nodes err by 3 X, weights and their sum by 22, the rule itself by 1e-22 of the integral (its
  remainder has the 24th derivative of m), the last sums by :math:`2u^2+3+3\ln(x^2+3)\le7X`.
- :math:`h\ge1`, :math:`u\ge0`: as :math:`-(\ln R)'>1/(x+\sqrt2)` (Sampford 1953), the difference
  is at least :math:`R(u)h/(u+h+\sqrt2)`: :math:`(\kappa+3)(2u+3.9)\le38X`, and 4 X for the
  logarithm.
- :math:`h\ge1`, :math:`u<0`: the second term is at most .53 of the first and
  :math:`u^2\varphi(u)R(1/2)<.3`: :math:`3.2(\kappa+8)+5\le45X`.

That is less than :data:`ROUNDING`, 128 units, times X in each case. Beside it
:math:`\ln h` and :math:`\ln\delta` err by 4 and 2 units of themselves.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq
from scipy.special import erfcx, ndtr

from dptheory.privacy.laplace import log_mixture
from dptheory.privacy.laws import UNIT
from dptheory.ranges import nonnegative, positive, require

ROUNDING = 128 * UNIT
HALF, MILLS = math.sqrt(0.5), math.sqrt(math.pi / 2)
LOG_DENSITY = -0.5 * math.log(2 * math.pi)
PLACES, WEIGHTS = np.polynomial.legendre.leggauss(12)
LARGEST = 1e150  # 1/z, whose square is a float
FARTHEST, LEAST = 38.0, 1e-300  # a u, and what delta_z, at most Phi(-u), is below from there on


def release_epsilon(noise_multiplier: float, delta: float, rate: float = 1.0) -> float:
    r"""The smallest eps for which a release is (eps, delta)-DP, rounded up.

    On a batch that has the record with the probability q it is :math:`\ln(1+q(e^{\epsilon_1}-1))`
    for the :math:`\epsilon_1` of all data at :math:`\delta/q`: the profile of
    :mod:`dptheory.privacy.laws`, for both relations (a record removed costs as much as a record
    replaced, a record added no more).

    Args:
        noise_multiplier: z, the noise's standard deviation by the L2 distance that a record moves
            the release, positive.
        delta: in (0, 1).
        rate: q in (0, 1].

    Returns:
        eps; 0 where delta alone covers what is leaked, infinite for z below 1e-150.
    """
    positive("noise multiplier", noise_multiplier)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    require(0 < rate <= 1, "sampling rate q", "in (0, 1]", rate)
    if rate < 1:
        share = math.nextafter(delta / rate, 0.0)
        within = 0.0 if share >= 1 else release_epsilon(noise_multiplier, share)
        return float(log_mixture(within, rate, 1.0)) * (1 + 2.0**-48)
    z, goal = float(noise_multiplier), _goal(delta)
    h = 1 / z

    def excess(eps: float) -> float:
        return _log_profile(eps * z - h / 2, h) - goal

    if h > LARGEST:
        return math.inf
    if excess(0.0) <= 0:
        return 0.0
    return _private(excess, 0.0, (_tail(goal) + h) * h)


def release_delta(noise_multiplier: float, epsilon: float, rate: float = 1.0) -> float:
    """The smallest delta for which a release is (epsilon, delta)-DP, rounded up.

    Args:
        noise_multiplier: z of :func:`release_epsilon`, positive.
        epsilon: nonnegative.
        rate: q in (0, 1], as for :func:`release_epsilon`.

    Returns:
        delta, at least 1e-300; q for z below 1e-150.
    """
    positive("noise multiplier", noise_multiplier)
    nonnegative("epsilon", epsilon)
    require(0 < rate <= 1, "sampling rate q", "in (0, 1]", rate)
    within = float(epsilon)
    if rate < 1:
        within = float(log_mixture(within, 1.0, rate)) * (1 - 2.0**-48)
    h = 1 / float(noise_multiplier)
    u = within * float(noise_multiplier) - h / 2
    if u > FARTHEST or h > LARGEST:
        return LEAST if u > FARTHEST else rate
    return max(LEAST, min(1.0, math.exp(_log_profile(u, h)) * (1 + 8 * UNIT)) * rate)


def release_multiplier(epsilon: float, delta: float) -> float:
    """The smallest noise multiplier whose release is (epsilon, delta)-DP, rounded up.

    Args:
        epsilon: positive.
        delta: in (0, 1).

    Returns:
        z of :func:`release_epsilon`.
    """
    positive("epsilon", epsilon)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    epsilon, goal = float(epsilon), _goal(delta)

    def excess(z: float) -> float:
        return _log_profile(epsilon * z - 0.5 / z, 1 / z) - goal

    # From u = tail + h/2 on, and from h = delta on, as delta_z is at most h/2.
    tail = _tail(goal)
    highest = min((tail + math.sqrt(tail**2 + 4 * epsilon)) / 2 / epsilon, 1 / delta)
    lowest = highest / 2
    while excess(lowest) <= 0:
        lowest /= 2
    return _private(excess, lowest, highest)


def _goal(delta: float) -> float:
    """ln delta, rounded down."""
    return math.log(delta) * (1 + 4 * UNIT)


def _tail(goal: float) -> float:
    """A u from which on ln delta_z, at most -u^2/2, is well below the goal."""
    return math.sqrt(-2 * goal) + 1


def _log_profile(u: float, h: float) -> float:
    """ln delta_z, rounded up; see the module."""
    if h < 1:
        x = u + h * (1 + PLACES) / 2
        mean = float(WEIGHTS @ (1 - x * MILLS * erfcx(HALF * x))) / 2
        found = LOG_DENSITY - u * u / 2 + math.log(h) + math.log(mean)
    elif u >= 0:
        found = math.log(0.5 * float(erfcx(HALF * u) - erfcx(HALF * (u + h)))) - u * u / 2
    else:
        below = 0.5 * math.exp(-u * u / 2) * float(erfcx(HALF * (u + h)))
        found = math.log(float(ndtr(-u)) - below)
    return found + ROUNDING * (1 + max(u, 0.0)) * (1 + abs(u) + h) + 4 * UNIT * abs(math.log(h))


def _private(excess: Callable[[float], float], low: float, high: float) -> float:
    """The least float between the two whose excess is not positive, up to a few units in the
    last place; at the first it is positive, at the second not."""
    found = float(brentq(excess, low, high, xtol=1e-300, rtol=1e-15, maxiter=5000))
    step = 2.0**-52
    while excess(found) > 0:
        found = math.nextafter(found * (1 + step), math.inf)
        step *= 2
    return found

r"""The exact privacy profile of the Gaussian mechanism (Balle and Wang 2018).

With noise of deviation :math:`\sigma` over the distance that a record moves the query, the
mechanism is :math:`(\epsilon,\delta)`-DP if and only if :math:`\delta` is at least

.. math:: \Phi(\tfrac1{2\sigma}-\epsilon\sigma)-e^\epsilon\Phi(-\tfrac1{2\sigma}-\epsilon\sigma).
"""

import math
from functools import partial
from typing import Any

from scipy.special import log_ndtr

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undecided, Undefined
from verify.language import external


def enclosed_profile(eps: Any, noise: Any) -> Any:
    """A ball for the least delta; None where there is no noise."""
    from flint import arb

    e, z = ball(eps), ball(noise)
    if not z > 0:
        return None
    half, root = 1 / (2 * z), arb(2).sqrt()
    return ((e * z - half) / root).erfc() / 2 - e.exp() * ((e * z + half) / root).erfc() / 2


def profile(eps: Any, noise: Any) -> float:
    """The least delta of the Gaussian mechanism, of a budget and a noise multiplier.

    Raises:
        Undefined: no noise. Undecided: the least delta is lost in rounding.
    """
    if not noise > 0:
        raise Undefined("no noise")
    half, moved = 1 / (2 * float(noise)), float(eps) * float(noise)
    first, second = log_ndtr(half - moved), float(eps) + log_ndtr(-half - moved)
    if second - first > -1e-9 or first < -700:
        raise Undecided("a delta lost in rounding")
    return math.exp(first) * -math.expm1(second - first)


def tail(x: Any) -> float:
    """P[Z > x] of a standard normal Z.

    Raises:
        Undecided: it is below double precision.
    """
    if x > 35:
        raise Undecided("a tail below double precision")
    return math.exp(log_ndtr(-float(x)))


def enclosed_tail(x: Any) -> Any:
    """A ball for P[Z > x] of a standard normal Z."""
    from flint import arb

    return (ball(x) / arb(2).sqrt()).erfc() / 2


# In formulas: the least delta at eps and noise, the tail at x.
least_delta = partial(external, r"\delta_{Gaussian}", profile, balls=enclosed_profile)
normal_tail = partial(external, "P_Z", tail, balls=enclosed_tail)

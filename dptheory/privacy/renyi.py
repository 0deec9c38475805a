r"""Accounts of Gaussian releases by Rényi divergences: divergences add up, one order decides.

For replace-one the divergence of a release is at most that of
:func:`dptheory.privacy.rdp.subsampled_uppers` or, as published, that of Theorem 27 of Wang, Balle
and Kasiviswanathan (2019); for add-or-remove-one on Poisson batches it is that of Mironov, Talwar
and Zhang (2019). The last two are dp-accounting's. A divergence D of an order :math:`\alpha` gives

.. math:: \epsilon = D + \ln\frac{\alpha-1}\alpha - \frac{\ln(\alpha\delta)}{\alpha-1}

(Canonne, Kamath and Steinke 2020), and :math:`\epsilon=0` where :math:`1-e^{-D}\le\delta^2`
(Bretagnolle and Huber 1979). Between the two stands a floor: a divergence of nothing still costs
the least of these constants over the orders, :func:`floor`.
"""

import logging
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.privacy.loss import Releases
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_uppers
from dptheory.ranges import require

# dp-accounting's default orders and some more.
ORDERS = tuple(
    sorted(
        {1 + k / 10 for k in range(1, 100)}
        | {1.25, 1.75}
        | {float(k) for k in (*range(11, 65), 72, 80, 96, 112, 128, 160, 192, 256, 384, 512, 1024)}
    )
)
WHOLE = tuple(place for place, order in enumerate(ORDERS) if order.is_integer())
GOLDEN = (5**0.5 - 1) / 2
ROUNDING = 1e-13  # a smaller divergence of one release may be rounding
Array = NDArray[np.float64]
Divergence = Callable[[float, Array], Array]  # order, multipliers -> D of one release of each


def epsilon_of(divergence: float, order: float, delta: float) -> float:
    r"""The eps of a divergence by the formula of the module's docstring, at least 0.

    Args:
        divergence: D, nonnegative.
        order: alpha > 1.
        delta: in (0, 1).
    """
    require(divergence >= 0, "divergence", "nonnegative", divergence)
    require(order > 1, "order alpha", "above 1", order)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    return max(0.0, divergence + math.log1p(-1 / order) - math.log(delta * order) / (order - 1))


def floor(delta: float) -> float:
    """The eps of a divergence of 0 at the best order.

    Raises:
        ValueError: delta is not in (0, 1).
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    return min(epsilon_of(0.0, order, delta) for order in ORDERS)


def renyi_epsilon(releases: Releases, delta: float, neighbouring: Neighbouring) -> float:
    """The eps of the best order."""
    if neighbouring is not Neighbouring.REPLACE_ONE:
        return _best(releases, delta, poisson(releases.rate))

    def tight(order: float, multipliers: Array) -> Array:
        return subsampled_uppers(order, multipliers, releases.rate)

    return _best(releases, delta, tight)


def theorem_27_epsilon(releases: Releases, delta: float, sizes: tuple[int, int]) -> float:
    """The eps of the best order by Theorem 27, for batches of the second of ``sizes`` records."""
    return _best(releases, delta, _theorem_27(*sizes))


def poisson(rate: float) -> Divergence:
    """The divergence of a release on a Poisson batch, by dp-accounting."""
    from dp_accounting import dp_event

    def event(noise: Any) -> Any:
        return dp_event.PoissonSampledDpEvent(rate, noise) if rate < 1 else noise

    return _library(event, Neighbouring.ADD_OR_REMOVE_ONE)


def _theorem_27(n: int, batch: int) -> Divergence:
    """The divergence of a release on a batch without replacement by Theorem 27."""
    from dp_accounting import dp_event

    def event(noise: Any) -> Any:
        drawn = dp_event.SampledWithoutReplacementDpEvent(n, batch, noise)
        return drawn if batch < n else noise

    return _library(event, Neighbouring.REPLACE_ONE)


def _library(event: Callable[[Any], Any], neighbouring: Neighbouring) -> Divergence:
    """dp-accounting's divergence, at most that on all data; infinite where it has none.

    Sampling never costs (Rényi divergence is jointly quasi-convex: van Erven and Harremoës 2014,
    Theorem 13), but at high orders dp-accounting's value loses its digits and may grow.
    """
    from dp_accounting import dp_event
    from dp_accounting.privacy_accountant import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    relation = NeighboringRelation[neighbouring.name]

    def one(order: float, z: float) -> float:
        full = order / (2 * z) / z
        if full <= ROUNDING:  # whatever dp-accounting has, for which it takes a long series
            return full
        accountant = RdpAccountant([order], relation)
        try:
            accountant.compose(event(dp_event.GaussianDpEvent(z)))
            found = float(accountant.rdp[0])
        except (ValueError, ArithmeticError):  # beyond the range of its floats
            return full
        return full if math.isnan(found) else min(full, max(found, ROUNDING))

    def divergence(order: float, multipliers: Array) -> Array:
        with _quiet():
            return np.asarray([one(order, z) for z in multipliers.tolist()])

    return divergence


@contextmanager
def _quiet() -> Iterator[None]:
    """Without dp-accounting's warnings of orders that it cannot compute: they are not used."""
    logger = logging.getLogger("absl")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _best(releases: Releases, delta: float, divergence: Divergence) -> float:
    r"""The least eps over the orders, by a search downhill.

    :math:`(\alpha-1)D` is convex in the order, so that eps falls up to the best order and rises
    beyond it. dp-accounting has no value at some orders that are not whole: with releases of one
    kind the whole ones are searched, and of the others those next to the best of them.
    """
    known: dict[int, float] = {}

    def at(place: int) -> float:
        if place not in known:
            order = ORDERS[place]
            found = divergence(order, releases.multipliers)
            total = math.fsum((releases.counts * found).tolist())
            certain = -math.expm1(-total) <= delta**2
            known[place] = 0.0 if certain else epsilon_of(total, order, delta)
        return known[place]

    low, high = 0, len(ORDERS) - 1
    if releases.multipliers.size == 1:
        at(low)
        first, last = _downhill(lambda k: at(WHOLE[k]), 0, len(WHOLE) - 1)
        best = min(range(first, last + 1), key=lambda k: at(WHOLE[k]))
        low = WHOLE[best - 1] if best else low
        high = WHOLE[min(best + 1, len(WHOLE) - 1)]
    else:
        low, high = _downhill(at, low, high)
    for place in range(low, high + 1):
        at(place)
    return min(known.values())


def _downhill(at: Callable[[int], float], low: int, high: int) -> tuple[int, int]:
    """A few places around the least value, by golden sections of the places between."""
    share = round((high - low) * (1 - GOLDEN))
    first, second = low + share, high - share
    while high - low > 3:
        # High orders are infinite first: equal values are beyond the best one.
        if at(first) <= at(second):
            high, second = second, first
            first = low + high - second
        else:
            low, first = first, second
            second = low + high - first
        first, second = min(first, second), max(first, second)
        if not low < first < second < high:
            first, second = low + (high - low) // 3, high - (high - low) // 3
    return low, high

r"""What it costs to choose the best of a random number of private runs.

K runs are made, each private by itself, and the one with the best score is released with its score;
K is drawn beforehand and kept secret (Liu and Talwar 2019; Papernot and Steinke 2022). Two laws:

- *truncated negative binomial*, K >= 1, with :math:`\eta>-1` and :math:`0<\gamma<1`: its generating
  function f has :math:`f'(1-s)=E[K]\,(1+\rho s)^{-1-\eta}`, :math:`\rho=\frac{1-\gamma}\gamma`.
  Geometric for :math:`\eta=1`, logarithmic for :math:`\eta=0`;
- *Poisson*, :math:`f'(1-s)=\lambda e^{-\lambda s}`: K = 0 happens, and then nothing is released.

Let d be the profile of one run, the larger one of both directions. If :math:`h\ge0` and
:math:`\rho\,d(h)\le e^h-1`, the choice under the first law has

.. math:: \delta(\epsilon+(1+\eta)h) \le E[K]\,d(\epsilon),

and under the second, for every :math:`h\ge0`,

.. math:: \delta(\epsilon) \le \lambda\int_0^1 d\bigl(\epsilon-\lambda d(h)+h+(e^h-1)\ln y\bigr)dy .

Proofs: docs/privacy.md and the claim ``dptheory/cost-of-choosing``. Ties are broken at random or by
the order of the runs. As :math:`1+\rho d(h)\le e^h` at the best h, the first is never above
:math:`\epsilon+(1+\eta)\ln(e^h+\rho d(h))` for any h. :func:`renyi_choice` is the published bound
by divergences, :func:`three_blocks` what a Gaussian release really costs at least.

Laws are evaluated at the survival function s: with :math:`\eta=-0.9` and E[K] = 50, where gamma is
3e-18, nothing is left of 1 - s.

Source: own, after Liu and Talwar (2019) and Papernot and Steinke (2022).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dptheory.contract import public
from dptheory.privacy.renyi import epsilon_of
from dptheory.ranges import finite, positive, require

Array = NDArray[np.float64]
LONGEST, LARGEST = 600.0, 1e6  # -ln gamma, and eta
ROUNDING = 1e-12  # by which means, odds and budgets are made larger
RATIO = 1.6  # between two deltas of a table
CELLS, SHIFTS = 1500, 40  # of the integral over y; values of h
SHALLOW = 1e-6  # an h that costs nothing


@public
@dataclass(frozen=True)
class NegativeBinomial:
    """The truncated negative binomial law of K, by its mean.

    Attributes:
        mean: E[K] > 1.
        shape: the shape, above -1; 1 is geometric, 0 logarithmic.

    Raises:
        ValueError: an attribute is out of its range, or no gamma above e^-600 has the mean.

    Example:
        >>> NegativeBinomial(mean=10).shape
        1.0
    """

    mean: float
    shape: float = 1.0

    def __post_init__(self) -> None:
        require(self.mean > 1, "mean number of candidates", "above 1", self.mean)
        finite("mean number of candidates", self.mean)
        require(
            -1 < self.shape <= LARGEST, "shape", f"above -1 and at most {LARGEST:g}", self.shape
        )
        within = _mean(LONGEST, self.shape) > self.mean
        require(within, "mean number of candidates", "one that a gamma > e^-600 has", self.mean)

    @property
    def decay(self) -> float:
        """-ln gamma."""
        return float(
            brentq(
                lambda g: math.log(_mean(g, self.shape) / self.mean), 1e-300, LONGEST, xtol=1e-300
            )
        )

    @property
    def odds(self) -> float:
        """rho, rounded up."""
        return math.expm1(self.decay) * (1 + ROUNDING)

    def chance(self, above: float, within: float) -> float:
        """That the chosen run's score is in a block, by the chances of one run.

        Args:
            above: that a run's score is better than the block.
            within: that it is in the block.
        """
        rho = math.expm1(self.decay)
        first, width = math.log1p(rho * above), math.log1p(rho * within / (1 + rho * above))
        if self.shape == 0:
            return width / self.decay
        return (
            math.exp(-self.shape * first)
            * math.expm1(-self.shape * width)
            / math.expm1(-self.shape * self.decay)
        )


def _mean(decay: float, eta: float) -> float:
    """E[K] for gamma = e^-decay."""
    if abs(eta) * decay < 1e-8:
        return math.expm1(decay) / decay * (1 + eta * decay / 2)
    return eta * math.expm1(decay) / -math.expm1(-eta * decay)


@public
@dataclass(frozen=True)
class Poisson:
    """Poisson's law of K, which may be 0.

    Attributes:
        mean: lambda > 0.

    Raises:
        ValueError: the mean is not positive and finite.

    Example:
        >>> Poisson(mean=10).mean
        10
    """

    mean: float

    def __post_init__(self) -> None:
        positive("mean number of candidates", self.mean)

    def chance(self, above: float, within: float) -> float:
        """As :meth:`NegativeBinomial.chance`."""
        return -math.exp(-self.mean * above) * math.expm1(-self.mean * within)


Law = NegativeBinomial | Poisson
Account = Callable[[float], float]


@dataclass(frozen=True)
class _Table:
    """Points above a profile, which is convex in e^eps and 1 at its end: chords lie above it.

    Attributes:
        eps: increasing.
        delta: decreasing.
    """

    eps: Array
    delta: Array

    def at(self, eps: Array) -> Array:
        """An upper bound of d, for eps of any sign."""
        ends = np.searchsorted(self.eps, eps, side="right")
        last = len(self.eps) - 1
        left, right = np.clip(ends - 1, 0, last), np.clip(ends, 0, last)
        width = np.where(left < right, self.eps[right] - self.eps[left], 1.0)
        inside = np.clip(eps - self.eps[left], 0.0, width)
        share = -np.expm1(-inside) / -np.expm1(-width) * np.exp(inside - width)
        chord = self.delta[left] + share * (self.delta[right] - self.delta[left])
        before = 1 - (1 - self.delta[0]) * np.exp(np.minimum(eps - self.eps[0], 0.0))
        found: Array = np.where(eps < self.eps[0], before, chord)
        return found


def _table(account: Account, least: float) -> _Table:
    """The profile from a smallest delta up to where it costs nothing."""
    eps, delta = [account(least)], [least]
    while eps[-1] > 0 and delta[-1] < 0.9:
        delta.append(min(RATIO * delta[-1], 0.9))
        # What holds for less delta holds for more.
        eps.append(min(eps[-1], account(delta[-1])))
    known = [(e, d) for e, d in zip(eps, delta, strict=True) if e < math.inf]
    # Of several deltas with one eps the least.
    rows = dict(reversed(known))
    return _Table(np.array(list(rows)), np.array(list(rows.values())))


@public
def selection_epsilon(account: Account, delta: float, law: Law) -> float:
    """An eps for which the choice is (eps, delta)-DP, from the profile of one run.

    Args:
        account: delta -> an eps for which one run is (eps, delta)-DP, in both directions; asked
            ten to forty times.
        delta: in (0, 1).
        law: of the number of runs.

    Returns:
        eps, infinite where the account is.

    Example:
        >>> one = GaussianSteps(lipschitz=1, noise_std=0.01, n=1000, batch_size=1000, iterations=10)
        >>> account = lambda delta: rdp_epsilon(one, delta, neighbouring=Neighbouring.REPLACE_ONE)
        >>> round(selection_epsilon(account, 1e-5, NegativeBinomial(mean=10)), 3)
        4.562
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    share = delta / law.mean * (1 - ROUNDING)
    if isinstance(law, Poisson):
        return 0.0 if share >= 1 else _poisson(_table(account, share / 4), delta, law.mean)
    alone = account(share)
    if alone == math.inf:
        return math.inf
    return (alone + (1 + law.shape) * _shift(account, law.odds)) * (1 + ROUNDING)


def _shift(account: Account, rho: float) -> float:
    """An h with rho d(h) <= e^h - 1, nearly the smallest one.

    The larger one of account(delta) and ln(1 + rho delta) is one, for any delta.
    """
    tried: list[float] = []

    def gap(place: float) -> float:
        eps, least = account(math.exp(place)), math.log1p(rho * math.exp(place))
        tried.append(max(eps, least))
        return min(max(math.log(max(eps, 1e-200) / least), -50.0), 50.0)

    low, high = math.log(min(SHALLOW / rho, 0.5)), math.log(0.9)
    if gap(low) > 0 > gap(high):
        brentq(gap, low, high, xtol=1e-5)
    return min(tried)


def _poisson(table: _Table, delta: float, mean: float) -> float:
    """The least eps of the integral over the values of h, each found by bisection."""
    if len(table.eps) == 0:
        return math.inf
    # d falls as y grows, so that its value at a cell's lower end is above that of the cell.
    edges = np.append(np.geomspace(delta / mean * 1e-4, 1.0, CELLS), 1.0)
    widths, logs = np.diff(edges), np.log(edges[:-1])
    best = math.inf
    top = float(table.eps[-1])
    for h in np.append(0.0, np.geomspace(1e-4, 1.0, SHIFTS) * min(top, 20.0)):
        moved = h - mean * float(table.at(np.array(h)))
        spread = math.expm1(h)

        def spent(eps: float, moved: float = moved, spread: float = spread) -> float:
            inside = widths @ table.at(eps + moved + spread * logs)
            return mean * float(edges[0] + inside) * (1 + ROUNDING)

        low, high = 0.0, min(best, top + abs(moved) - spread * float(logs[0]))
        if spent(high) > delta:
            continue
        while high - low > 1e-7 * (1 + high):
            middle = (low + high) / 2
            low, high = (middle, high) if spent(middle) > delta else (low, middle)
        best = min(best, high)
    return best


def renyi_choice(
    divergence: Callable[[float], float],
    account: Account,
    delta: float,
    law: Law,
    orders: tuple[float, ...],
) -> float:
    r"""The same by divergences: Theorems 2 and 6 of Papernot and Steinke (2022).

    For the first law :math:`D_\alpha+(1+\eta)(1-\frac1\beta)D_\beta
    +\frac{1+\eta}\beta\ln\frac1\gamma+\frac{\ln E[K]}{\alpha-1}` bounds the divergence of order
    alpha of the choice, for any order beta; for Poisson it is
    :math:`D_\alpha+\lambda d(\ln\frac\alpha{\alpha-1})+\frac{\ln\lambda}{\alpha-1}`.

    Args:
        divergence: order -> Rényi divergence of one run.
        account: as in :func:`selection_epsilon`; asked for Poisson only.
        delta: in (0, 1).
        law: of the number of runs.
        orders: above 1, those that are tried.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    known = {order: divergence(order) for order in orders}
    more: dict[float, float]
    if isinstance(law, Poisson):
        table = _table(account, delta / law.mean / 4 if law.mean > delta else delta / 4)
        levels = np.log([order / (order - 1) for order in orders])
        more = dict(zip(orders, (law.mean * table.at(levels)).tolist(), strict=True))
    else:
        least = min(((b - 1) * D + law.decay) / b for b, D in known.items())
        more = dict.fromkeys(orders, (1 + law.shape) * least)
    found = (
        epsilon_of(max(0.0, D + more[order] + math.log(law.mean) / (order - 1)), order, delta)
        for order, D in known.items()
        if D < math.inf
    )
    return min(found, default=math.inf)


def three_blocks(distance: float, delta: float, law: Law) -> float:
    r"""An eps below which the choice among Gaussian releases is not (eps, delta)-DP.

    One run releases N(0, 1) or N(distance, 1). The score puts x < b first, then x > a, then the
    rest, and the event is the second block: of all orders with three blocks the worst, over a
    and b.

    Args:
        distance: positive, one over the noise multiplier.
        delta: in (0, 1).
        law: of the number of runs.

    Returns:
        The lower limit, 0 where there is none.
    """
    from scipy.special import ndtr

    mu = float(positive("distance", distance))
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    best = 0.0
    low = np.append(-40.0, np.linspace(-8.0, mu + 8.0, 120))  # no first block, or one
    for b in low:
        for a in np.linspace(max(b, -8.0), mu + 9.0, 160):
            found = law.chance(float(ndtr(b - mu)), float(ndtr(mu - a)))
            alarm = law.chance(float(ndtr(b)), float(ndtr(-a)))
            if found > delta and alarm > 0:
                best = max(best, math.log((found - delta) / alarm))
    return best * (1 - ROUNDING)

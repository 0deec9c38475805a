r"""What a run leaks about a user with k records.

- *Poisson batches*, all k records added or removed: a batch has J of them, binomial (k, q), and the
  sum moves by at most JC. One step is dominated by :math:`P=\sum_jp_jN(j,\sigma^2)` against
  :math:`Q=N(0,\sigma^2)`, in both directions (Ganesh 2024). P/Q grows with the release x, so that

  .. math:: \delta_{P\|Q}(\epsilon) = \sum_jp_j\Phi(\tfrac{j-x}\sigma)
            - e^\epsilon\Phi(-\tfrac x\sigma), \qquad
            \delta_{Q\|P}(\epsilon) = \Phi(\tfrac y\sigma)
            - e^\epsilon\sum_jp_j\Phi(\tfrac{y-j}\sigma)

  with :math:`\ln\frac PQ(x)=\epsilon`, :math:`\ln\frac PQ(y)=-\epsilon`; the steps are composed by
  :mod:`dptheory.privacy.loss`. k = 1 is :func:`dptheory.privacy.gaussian.pld_epsilon`.
- *Shuffled epochs*, all k replaced: they may stand in one batch, whose sum moves by 2kC: the
  account of one record with sigma/k.
- *Without replacement*, all k replaced: the group property. What is
  :math:`(\epsilon_1, \delta_1)`-DP for one record is :math:`(k\epsilon_1, \delta)`-DP for k with
  :math:`\delta=\delta_1(e^{k\epsilon_1}-1)/(e^{\epsilon_1}-1)`; the least such
  :math:`\epsilon_1` is sought.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from dptheory.contract import public
from dptheory.planning.accounts import Accountant, Sampling, spent
from dptheory.planning.run import Run
from dptheory.privacy import loss
from dptheory.privacy.loss import Releases
from dptheory.privacy.profiles import LARGE, gaussian_profile
from dptheory.privacy.schedule import LOST, SMALLEST_DELTA
from dptheory.ranges import count, positive, require

Array = NDArray[np.float64]
MOST = 100  # records of a user
LARGEST = 1e4  # eps_1 of the group property
RARE = 1e-6  # of delta: batches that are counted as if they had all records
SMALLEST = -1 + 2.0**-52  # of a ratio less one
NODES, STEPS, STEPS_FROM_AFAR = 4000, 8, 200  # of a table, and of Newton's rule
WAYS = {
    Sampling.POISSON: "mixture of Gaussians",
    Sampling.WITHOUT_REPLACEMENT: "group property",
    Sampling.SHUFFLED: "k times the sensitivity",
}


@public
def user_epsilon(
    run: Run, multiplier: float, delta: float, sampling: Sampling, records: int
) -> float:
    """The eps of a user with several records; see the module's docstring.

    Args:
        run: the run; all its iterates are released.
        multiplier: sigma, positive.
        delta: in (0, 1).
        sampling: the scheme.
        records: k, from 1 to 100 and to n.

    Returns:
        eps, infinite where the way has none.

    Raises:
        ValueError: an argument is out of its range.
    """
    count("records of a user k", records, most=min(MOST, run.n))
    sigma = float(positive("noise multiplier", multiplier))
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    if records == 1 or sampling is Sampling.SHUFFLED:
        exact = Accountant.EXACT if sampling is Sampling.SHUFFLED else Accountant.LOSS
        return spent(run, sigma / records, delta, sampling, exact)
    if sampling is Sampling.POISSON:
        return mixture_epsilon(run, sigma, delta, records)
    account = partial(_one_record, run, sigma)
    return group_epsilon(account, delta, records)


def _one_record(run: Run, sigma: float, delta: float) -> float:
    return spent(run, sigma, delta, Sampling.WITHOUT_REPLACEMENT, Accountant.LOSS)


@public
def group_epsilon(account: Callable[[float], float], delta: float, records: int) -> float:
    """The least eps for k records by the group property, up to 1e-3 of it.

    Args:
        account: delta_1 -> eps_1 for one record, decreasing.
        delta: in (0, 1), for k records.
        records: k, at least 1.
    """

    def holds(eps: float) -> bool:
        share = (records - 1) * eps + math.log(-math.expm1(-records * eps))
        one = math.exp(math.log(delta) - share) * -math.expm1(-eps)
        return one >= SMALLEST_DELTA**20 and account(one) <= eps

    low, high = 0.0, 1e-3
    while not holds(high):
        low, high = high, 2 * high
        if high > LARGEST:
            return math.inf
    while high - low > 1e-3 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return records * high


@public
def mixture_epsilon(run: Run, sigma: float, delta: float, records: int) -> float:
    """The account of k records added to or removed from Poisson batches.

    Batches with so many of the records that all of them together are :data:`RARE` of delta count
    as batches with all k: a larger distance leaks no less.
    """
    q, T = run.batch / run.n, run.iterations
    left = delta - LOST * T
    ever = 1.0 if q == 1 else -math.expm1(records * T * math.log1p(-q))
    if ever <= delta:
        return 0.0
    if left < SMALLEST_DELTA:
        return math.inf
    counts = np.arange(records + 1)
    beyond = binom.sf(counts, records, q)
    last = int(np.argmax(beyond <= RARE * delta / T))
    law = [(j, float(p)) for j, p in enumerate(binom.pmf(counts[: last + 1], records, q)) if j]
    law.append((records, float(beyond[last])))
    drawn = -math.expm1(records * math.log1p(-q)) if q < 1 else 1.0
    mixture = _Mixture(tuple((j, p / drawn) for j, p in law if p > 0), sigma, drawn)
    # The grid is that of the wider loss in which a batch with any of the records has the last.
    releases = Releases(np.asarray([sigma / max(last, 1)]), np.asarray([T]), drawn)
    found = [loss.epsilon(releases, left, side) for side in (mixture.removed, mixture.added)]
    numbers = [eps for eps in found if eps is not None]
    return max(numbers) if len(numbers) == len(found) else math.inf


@dataclass(frozen=True)
class _Mixture:
    r"""P of the module's docstring, its profiles without cancellation.

    With the chance that a batch has any of the records, c, and its law :math:`w_j` then, x solves
    :math:`\sum_jw_jr_j(x)=1+(e^\epsilon-1)/c` for the ratios :math:`r_j` of N(j) to N(0), and
    each j is one Gaussian release of the multiplier sigma/j at its own loss :math:`\ln r_j(x)`.
    """

    law: tuple[tuple[int, float], ...]
    sigma: float
    drawn: float

    def removed(self, eps: Array, _z: float, _q: float) -> Array:
        """delta of P against Q, in the form of a profile of :mod:`dptheory.privacy.loss`."""
        x, inside = self._release(eps)
        parts = [w * gaussian_profile(self._loss(j, x), self.sigma / j, 1.0) for j, w in self.law]
        outside = -np.expm1(np.minimum(eps, 0.0))
        delta: Array = np.where(inside, self.drawn * np.sum(parts, axis=0), outside)
        return delta

    def added(self, eps: Array, _z: float, _q: float) -> Array:
        """delta of Q against P."""
        y, inside = self._release(-eps)
        shift = np.where(inside, eps, 0.0)
        delta = np.zeros_like(y)
        with np.errstate(under="ignore"):
            for j, w in self.law:
                size = self._loss(j, y)
                part = np.exp(np.minimum(shift + size + math.log(w * self.drawn), 0.0))
                delta += part * gaussian_profile(-size, self.sigma / j, 1.0)
        within: Array = np.where(inside, delta, 0.0)
        return within

    def _loss(self, j: int, x: Array) -> Array:
        """ln r_j(x)."""
        found: Array = (j * x - j * j / 2) / self.sigma**2
        return found

    def _release(self, losses: Array) -> tuple[Array, NDArray[np.bool_]]:
        """The release at which ln P/Q is the loss, 0 where there is none; and where there is one.

        The logarithm of a mixture of ratios is convex and grows: a table gives a start, Newton's
        rule the digits.
        """
        inside = losses > (math.log1p(-self.drawn) if self.drawn < 1 else -math.inf)
        found = np.zeros_like(losses)
        if not inside.any():
            return found, inside
        goal = self._inner(losses[inside])
        ends = self._above(np.asarray([goal.min(), goal.max()]))
        nodes = np.linspace(ends[0], ends[1], NODES) if ends[1] > ends[0] else ends
        x = np.interp(goal, self._ratio(nodes)[0], nodes)
        for _ in range(STEPS):
            ratio, slope = self._ratio(x)
            step = (ratio - goal) / slope
            x = x - step
            if float(np.max(np.abs(step))) <= 1e-14 * self.sigma:
                break
        found[inside] = x
        return found, inside

    def _inner(self, losses: Array) -> Array:
        """ln(1 + (e^loss - 1)/c)."""
        large = losses > LARGE
        small = np.log1p(np.maximum(np.expm1(np.where(large, 0.0, losses)) / self.drawn, SMALLEST))
        rest = np.log1p((self.drawn - 1) * np.exp(-np.where(large, losses, LARGE)))
        found: Array = np.where(large, losses - math.log(self.drawn) + rest, small)
        return found

    def _above(self, goal: Array) -> Array:
        """Where the mixture meets the goal, from above: each term alone is at most it."""
        variance = self.sigma**2
        x = np.min([(goal - math.log(w)) * variance / j + j / 2 for j, w in self.law], axis=0)
        for _ in range(STEPS_FROM_AFAR):
            ratio, slope = self._ratio(x)
            x = x - (ratio - goal) / slope
        found: Array = x
        return found

    def _ratio(self, x: Array) -> tuple[Array, Array]:
        """ln of the sum of w_j r_j(x), and its slope."""
        logs = [math.log(w) + self._loss(j, x) for j, w in self.law]
        top = np.maximum.reduce(logs)
        total, weighted = np.zeros_like(x), np.zeros_like(x)
        with np.errstate(under="ignore"):
            for (j, _), log in zip(self.law, logs, strict=True):
                term = np.exp(log - top)
                total += term
                weighted += j * term
        return top + np.log(total), weighted / total / self.sigma**2

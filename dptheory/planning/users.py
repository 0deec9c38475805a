r"""What a run leaks about a user with k records.

- *Poisson batches*, all k records added or removed: a batch has J of them, binomial (k, q), and the
  sum moves by at most JC. One step is dominated by :math:`P=\sum_jp_jN(j,\sigma^2)` against
  :math:`Q=N(0,\sigma^2)`, in both directions (Ganesh 2024). P/Q grows with the release x, so that

  .. math:: \delta_{P\|Q}(\epsilon) = \sum_jp_j\Phi(\tfrac{j-x}\sigma)
            - e^\epsilon\Phi(-\tfrac x\sigma), \qquad
            \delta_{Q\|P}(\epsilon) = \Phi(\tfrac y\sigma)
            - e^\epsilon\sum_jp_j\Phi(\tfrac{y-j}\sigma)

  with :math:`\ln\frac PQ(x)=\epsilon`, :math:`\ln\frac PQ(y)=-\epsilon`; the pairs are those of
  :mod:`dptheory.privacy.laws`, composed by :mod:`dptheory.privacy.phases`. k = 1 is
  :func:`dptheory.privacy.gaussian.pld_epsilon`.
- *Shuffled epochs*, all k replaced: they may stand in one batch, whose sum moves by 2kC: the
  account of one record with sigma/k.
- *Without replacement*, all k replaced: the group property. What is
  :math:`(\epsilon_1, \delta_1)`-DP for one record is :math:`(k\epsilon_1, \delta)`-DP for k with
  :math:`\delta=\delta_1(e^{k\epsilon_1}-1)/(e^{\epsilon_1}-1)`; the least such
  :math:`\epsilon_1` is sought.

Source: Ganesh (2024) for Poisson batches; the group property is in every textbook.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.stats import binom

from dptheory.planning.run import Run
from dptheory.privacy.laws import Ratio, added, removed
from dptheory.privacy.phases import Phase, composed_epsilon
from dptheory.privacy.sampling import Sampling

MOST = 100  # records of a user
LARGEST = 1e4  # eps_1 of the group property
RARE = 1e-6  # of delta: batches that are counted as if they had all records
ROUNDING = 1e-12  # of the chances of a batch's records, and of delta
SMALLEST = 1e-240  # delta of one record in the group property
WAYS = {
    Sampling.POISSON: "mixture of Gaussians",
    Sampling.WITHOUT_REPLACEMENT: "group property",
    Sampling.SHUFFLED: "k times the sensitivity",
}


def group_epsilon(account: Callable[[float], float], delta: float, records: int) -> float:
    """The least eps for k records by the group property, up to 1e-3 of it, or 0.

    Args:
        account: delta_1 -> eps_1 for one record, decreasing.
        delta: in (0, 1), for k records.
        records: k, at least 1.
    """

    def holds(eps: float) -> bool:
        share = (records - 1) * eps + math.log(-math.expm1(-records * eps))
        one = math.exp(math.log(delta) - share) * -math.expm1(-eps)
        return one >= SMALLEST and account(one) <= eps

    if account(delta / records * (1 - ROUNDING)) == 0:
        return 0.0
    low, high = 0.0, 1e-3
    while not holds(high):
        low, high = high, 2 * high
        if high > LARGEST:
            return math.inf
    while high - low > 1e-3 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return records * high


def mixture_epsilon(runs: Sequence[tuple[Run, float]], delta: float, records: int) -> float:
    """The account of k records added to or removed from Poisson batches.

    Args:
        runs: each with its noise multiplier.
        delta: in (0, 1).
        records: k, at least 1.
    """
    releases = sum(run.iterations for run, _ in runs)
    rare = RARE * delta / releases
    phases = [Phase(_mixture(run, sigma, rare, records), run.iterations) for run, sigma in runs]
    return composed_epsilon(phases, delta, [removed, added])


def _mixture(run: Run, sigma: float, rare: float, records: int) -> Ratio:
    """The ratio of one batch with any number of the records.

    Batches with so many of the records that all of them together have the chance ``rare`` count as
    batches with all k: a larger distance leaks no less.
    """
    q = run.batch_size / run.n
    counts = np.arange(records + 1)
    beyond = binom.sf(counts, records, q)
    last = int(np.argmax(beyond <= rare))
    law = [(j, float(p)) for j, p in enumerate(binom.pmf(counts[: last + 1], records, q)) if j]
    law.append((records, float(beyond[last])))
    present, shares = np.transpose([(j, p) for j, p in law if p > 0])
    slopes = present / sigma
    return Ratio(shares * (1 + ROUNDING), slopes, slopes**2 / 2)

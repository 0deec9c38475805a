r"""Several phases on the same data: other noise, other batches, an earlier run.

The losses of all releases add up, whatever batch and noise each has: with dominating pairs of every
release the phases are one run of :mod:`dptheory.privacy.loss`, whose laws differ. Nothing is lost
by adding the phases' epsilons. Each phase has its own sampling rate; all have one neighbouring
relation. Two upper bounds are always at hand:

- a record that is in no batch leaks nothing: epsilon is 0 where delta is at least the chance
  :math:`1-\prod_t(1-p_t)` that it ever is;
- whoever knows the batches sees at most one Gaussian release of the multiplier z with
  :math:`z^{-2}=\sum_t\Lambda_t^2`, :math:`\Lambda_t` the largest distance that a batch's sum moves
  over its noise (joint convexity).

Source: Zhu, Dong and Wang (2022), Theorem 10.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dptheory.privacy import laws
from dptheory.privacy.loss import LONGEST, OUTSIDE, Composed, Side
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_epsilon
from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon

STEEPEST = 100.0  # distance over noise from which on phases are not composed
FLATTEST = 1e-100  # and up to which
ROUNDED = 1 + 1e-12


@dataclass(frozen=True)
class Phase:
    """Releases of one kind: the likelihood ratio of one, and how many there are."""

    ratio: laws.Ratio
    count: int


def phases_epsilon(
    schedules: Sequence[GaussianSchedule], delta: float, *, neighbouring: Neighbouring
) -> float:
    """An eps for which all releases of some schedules together are (eps, delta)-DP.

    Args:
        schedules: at least one. Those of one rate are one schedule, accounted for by
            :func:`dptheory.privacy.schedule.schedule_epsilon`.
        delta: in (0, 1).
        neighbouring: replace-one with batches without replacement, add-or-remove-one with Poisson
            batches.
    """
    first, *others = schedules
    if others and all(other.rate == first.rate for other in others):
        z, counts = (
            np.concatenate([getattr(one.releases, name) for one in schedules])
            for name in ("multipliers", "counts")
        )
        first, others = GaussianSchedule(first.n, first.batch_size, z, counts), []
    if not others:
        return schedule_epsilon(first, delta, neighbouring=neighbouring)
    phases = [
        Phase(laws.gaussian_ratio(one.rate, z), count)
        for one in schedules
        for z, count in zip(
            one.releases.multipliers.tolist(), one.releases.counts.tolist(), strict=True
        )
    ]
    replaced = neighbouring is Neighbouring.REPLACE_ONE
    return composed_epsilon(
        phases, delta, [laws.replaced] if replaced else [laws.removed, laws.added]
    )


def composed_epsilon(phases: Sequence[Phase], delta: float, sides: Sequence[Side]) -> float:
    """An eps of releases of several kinds: the largest of the sides.

    Args:
        phases: the kinds.
        delta: in (0, 1).
        sides: laws of a release, as :func:`dptheory.privacy.laws.removed`.
    """
    counts = np.asarray([phase.count for phase in phases], dtype=np.float64)
    slopes = np.asarray([phase.ratio.steepest for phase in phases])
    drawn = np.minimum([float(phase.ratio.shares.sum()) for phase in phases], 1.0)
    with np.errstate(divide="ignore"):
        ever = -math.expm1(float(counts @ np.log1p(-drawn))) * ROUNDED
    if ever <= delta:
        return 0.0
    together = math.sqrt(float(counts @ slopes**2) * ROUNDED)
    whole = release_epsilon(1 / together, delta)
    total = float(counts.sum())
    fits = slopes.max() <= STEEPEST and slopes.min() >= FLATTEST and total <= LONGEST
    if whole == 0 or drawn.min() == 1 or not fits:
        return whole
    log_out = math.log(OUTSIDE * delta / total)
    runs = [Composed(tuple(side(p.ratio, log_out) for p in phases), counts) for side in sides]
    return min(whole, max(run.epsilon(delta) for run in runs))

r"""What a run releases, what that leaks, and the noise that spends a budget.

The noise multiplier is always :math:`\sigma`, the standard deviation of the noise of a batch's
*sum* over the clipping norm C, as training libraries have it; the noise of the mean is
:math:`\sigma C/b`. What a record may move the sum by depends on the relation, so that
the accountants of :mod:`dptheory.privacy` are given other multipliers z:

==================== ========================================== =================== ==============
scheme               batches                                    neighbours          z
==================== ========================================== =================== ==============
Poisson              each record with probability b/n           add-or-remove-one   sigma
without replacement  exactly b of n, anew each step             replace-one         sigma/2
shuffled             each epoch a new order, cut into batches   replace-one         sigma/2
==================== ========================================== =================== ==============

**Shuffled epochs.** In an epoch a record is in one batch. Whoever knows the order sees one Gaussian
release a record and epoch, with the least noise of the epoch at worst, so that E epochs are
together one release with :math:`z^{-2}=\sum_e\max_tz_t^{-2}`; for equal noise that is
:math:`z/\sqrt E`, exactly; an epoch that is begun counts. Nothing is gained from the order: no
account of what it hides is known that holds for every run.

**Phases** of a training and earlier runs: :mod:`dptheory.privacy.phases`. **Users** with several
records: :mod:`dptheory.planning.users`. **Candidates**, of which the best is released:
:mod:`dptheory.privacy.selection`.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9, by :mod:`dptheory.privacy`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dptheory.contract import public
from dptheory.planning.run import Run
from dptheory.planning.users import MOST, group_epsilon, mixture_epsilon
from dptheory.privacy.budget import Budget
from dptheory.privacy.noise import smallest_noise
from dptheory.privacy.phases import phases_epsilon
from dptheory.privacy.sampling import Sampling
from dptheory.privacy.schedule import GaussianSchedule
from dptheory.privacy.selection import NegativeBinomial, Poisson, selection_epsilon
from dptheory.ranges import count, positive, require

NEEDED = "a budget that needs noise and that some noise meets"


@public
@dataclass(frozen=True)
class Release:
    """The noise of a run, how its batches are drawn, and who is protected.

    Attributes:
        noise_multiplier: sigma, noise of a batch's sum over the clipping norm, positive: one number
            or one an iteration.
        sampling: how batches are drawn; with it goes the neighbouring relation.
        records_per_user: k, from 1 to 100: all of them are added, removed or replaced.
        candidates: the law of the number of such runs of which the best is released; None for one
            run.

    Example:
        >>> Release([1, 2]).times(2).noise_multiplier
        (2.0, 4.0)
    """

    noise_multiplier: float | Sequence[float] = 1.0
    sampling: Sampling = Sampling.POISSON
    records_per_user: int = 1
    candidates: NegativeBinomial | Poisson | None = None

    def __post_init__(self) -> None:
        levels = np.asarray(self.noise_multiplier, dtype=np.float64)
        require(levels.size > 0, "noise_multiplier", "at least one number", "none")
        positive("noise multiplier", levels if levels.ndim else float(levels))
        count("records_per_user", self.records_per_user, most=MOST)
        kept = tuple(levels.tolist()) if levels.ndim else float(levels)
        object.__setattr__(self, "noise_multiplier", kept)

    @property
    def constant(self) -> float | None:
        """The noise multiplier of every iteration; None where there are several."""
        if not isinstance(self.noise_multiplier, Sequence):
            return self.noise_multiplier
        return self.noise_multiplier[0] if len(set(self.noise_multiplier)) == 1 else None

    def times(self, factor: float) -> "Release":
        """The same with so many times the noise; the factor is positive."""
        noise = np.asarray(self.noise_multiplier) * factor
        return replace(self, noise_multiplier=noise.tolist())


@public
def epsilon(run: Run | Sequence[Run], release: Release | Sequence[Release], delta: float) -> float:
    """The eps for which a run, or several on the same data, are (eps, delta)-DP.

    Args:
        run: the run, all its iterates are released; or phases of a training and earlier runs on the
            same data, each with its own batches.
        release: its noise, one multiplier or one for each of the run's iterations; one release for
            each run, all with one sampling, one number of records of a user and no candidates.
        delta: in (0, 1).

    Returns:
        eps by the composed privacy losses, an upper bound; infinite where there is none. See the
        module's docstring.

    Raises:
        ValueError: an argument is out of its range; a user has more records than the run, or
            several in Poisson batches with a schedule of noise; releases do not go together.

    Example:
        >>> from dptheory import Run
        >>> run = Run(n=50000, batch_size=256, epochs=10)
        >>> round(epsilon(run, Release(1.0), 1e-5), 4)
        1.2275
        >>> again = Run(n=50000, batch_size=512, epochs=5)
        >>> round(epsilon([run, again], [Release(1.0), Release(0.8)], 1e-5), 3)
        2.689
    """
    runs = [run] if isinstance(run, Run) else list(run)
    releases = [release] if isinstance(release, Release) else list(release)
    _check_together(runs, releases)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    account = _account(runs, releases)
    law = releases[0].candidates
    return account(delta) if law is None else selection_epsilon(account, delta, law)


def _check_together(runs: Sequence[Run], releases: Sequence[Release]) -> None:
    """Refuse releases that no account composes."""
    said = f"{len(releases)} releases of {len(runs)} runs"
    require(0 < len(runs) == len(releases), "release", "one for each of the runs", said)
    first = releases[0]
    for run, release in zip(runs, releases, strict=True):
        k, sampling = release.records_per_user, release.sampling
        count("records of a user k", k, most=min(MOST, run.n))
        alike = (k, sampling) == (first.records_per_user, first.sampling)
        require(alike, "releases", "of one sampling and records_per_user", (sampling.value, k))
        one = len(runs) == 1 or release.candidates is None
        require(one, "candidates", "None where there are several runs", release.candidates)


def _account(runs: Sequence[Run], releases: Sequence[Release]) -> Callable[[float], float]:
    """delta -> eps of runs that go together."""
    k, sampling = releases[0].records_per_user, releases[0].sampling
    if k > 1 and sampling is Sampling.POISSON:
        levels = [release.constant for release in releases]
        allowed = "one number where users have several records in Poisson batches"
        require(None not in levels, "noise_multiplier", allowed, "several")
        known = [(run, float(z or 0.0)) for run, z in zip(runs, levels, strict=True)]
        return partial(mixture_epsilon, known, records=k)
    account = partial(
        phases_epsilon,
        [schedule_of(*one) for one in zip(runs, releases, strict=True)],
        neighbouring=sampling.neighbouring,
    )
    if k > 1 and sampling is Sampling.WITHOUT_REPLACEMENT:
        return partial(group_epsilon, account, records=k)
    return account


def schedule_of(run: Run, release: Release) -> GaussianSchedule:
    """The releases of a run as the accounts of one record take them; see the module's docstring.

    For shuffled batches, of k records that are replaced together: they may stand in one batch.

    Raises:
        ValueError: the noise is not one number or one for each of the iterations.
    """
    shuffled, T = release.sampling is Sampling.SHUFFLED, run.iterations
    noise = np.asarray(release.noise_multiplier)
    fits = noise.shape in ((), (T,))
    require(fits, "noise_multiplier", f"one number or {T} numbers", f"{noise.size} numbers")
    k = release.records_per_user if shuffled else 1
    z = np.atleast_1d(noise) / (k if release.sampling is Sampling.POISSON else 2 * k)
    n, b, times = (1, 1, run.passes) if shuffled else (run.n, run.batch_size, T)
    if release.constant is not None:
        return GaussianSchedule(n, b, z[:1], [times])
    if shuffled:
        z = np.minimum.reduceat(z, np.arange(0, T, run.per_epoch))
    return GaussianSchedule(n, b, z)


@public
def calibrate(run: Run, budget: Budget, release: Release = Release()) -> Release:
    """The release with its noise scaled so that the run spends a budget.

    Args:
        run: the run; all its iterates are released.
        budget: epsilon, and delta in (0, 1).
        release: the noise to scale: one multiplier, or a schedule whose shape is kept.

    Returns:
        The release of the smallest factor, rounded up by at most 1e-4 of it.

    Raises:
        ValueError: an argument is out of its range, or the budget needs no noise, or none meets it.

    Example:
        >>> from dptheory import Budget, Run
        >>> found = calibrate(Run(n=50000, batch_size=256, epochs=10), Budget(8, 1e-5))
        >>> round(found.noise_multiplier, 4)
        0.5358
    """
    factor = smallest_noise(
        lambda by: epsilon(run, release.times(by), budget.delta), budget.required_epsilon, 1.0
    )
    require(bool(factor), "epsilon", NEEDED, budget.epsilon)
    return release.times(factor or 1.0)

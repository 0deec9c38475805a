r"""The audit: runs with a canary and without, a threshold, and what its errors say of epsilon.

The statistic of a run is the projection of its released gradients on the canary, summed over the
steps (white box). The first tenth of the draws chooses the side and the thresholds, the other nine
tenths are counted: half way between the two medians for the bound of :math:`\mu`, where the
largest bound would have been for the plain one. Both bounds together, that is four ends of
intervals, hold with the confidence.

Page: ``docs/audit.md``.

Source: Nasr et al. (2021, 2023), with the split of Jagielski, Ullman and Oprea (2020).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from dptheory.auditing.bounds import epsilon_lower, mu_epsilon, mu_lower, plain_epsilons, upper
from dptheory.auditing.canaries import Others, neighbours, signs
from dptheory.auditing.releases import Step, run_sums
from dptheory.contract import public
from dptheory.gradients.per_sample import PerSample
from dptheory.optimizers.private import Private
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon
from dptheory.progress import Report, silent
from dptheory.ranges import count, positive, require
from dptheory.results import Result

Array = NDArray[np.float64]
OBSERVED = 4  # steps of a run that are drawn, by default
DRAWS, DRAWS_OF_FUNCTION, MOST = 10**6, 10**5, 10**7
CHOOSING = 10  # one part in so many chooses the thresholds
CANDIDATES, FARTHEST = 200, 14.0  # thresholds that are looked at, closer in the tails
PART, ENTRIES = 20_000, 10**7  # draws between two reports, and coordinates of their sums


@public
@dataclass(frozen=True)
class Claim:
    """The claimed budget of a run whose released gradients are all seen.

    Attributes:
        epsilon: positive.
        delta: in (0, 1).
        iterations: T, at least 1.
        batch_size: B, at least 1.
        n: the data size, at least B; None for B, where every batch has all records.
        neighbouring: add-or-remove-one (with Poisson batches where n > B) or replace-one (without
            replacement).

    Example:
        >>> Claim(epsilon=1.0, delta=1e-5).rate
        1.0
    """

    epsilon: float
    delta: float
    iterations: int = 1
    batch_size: int = 4
    n: int | None = None
    neighbouring: Neighbouring = Neighbouring.ADD_OR_REMOVE_ONE

    def __post_init__(self) -> None:
        positive("epsilon", self.epsilon)
        require(0 < self.delta < 1, "delta", "in (0, 1)", self.delta)
        count("iterations T", self.iterations)
        count("batch size B", self.batch_size)
        if self.n is not None:
            count("data size n", self.n, least=self.batch_size)

    @property
    def rate(self) -> float:
        """q = B/n."""
        return 1.0 if self.n is None else self.batch_size / self.n

    def account(self, method: Private) -> float:
        """The epsilon that the library's account has for the noise of a method."""
        bound, moved = method.rule.bound, 1 + (self.neighbouring is Neighbouring.REPLACE_ONE)
        deviation = method.noise.deviation(bound, self.batch_size)
        if deviation == 0:
            return math.inf
        z = deviation * self.batch_size / (moved * bound)
        n = self.batch_size if self.n is None else self.n
        run = GaussianSchedule(n, self.batch_size, [z], [self.iterations])
        return schedule_epsilon(run, self.delta, neighbouring=self.neighbouring)


@public
@dataclass(frozen=True)
class Seen:
    """A lower bound of epsilon, and the test that shows it.

    Attributes:
        epsilon: the bound.
        threshold: of the statistic, in its unit.
        false_alarms: draws without the canary above it, of those that did not choose it.
        misses: draws with the canary that are not above it.
        draws: of each kind.

    Example:
        >>> Seen(epsilon=0.9, threshold=0.5, false_alarms=10, misses=12, draws=100).misses
        12
    """

    epsilon: float
    threshold: float
    false_alarms: int
    misses: int
    draws: int


@public
@dataclass(frozen=True)
class Audit(Result):
    r"""The answer of :func:`audit`.

    Attributes:
        claim: what is said.
        gaussian: the bound by :math:`\mu`, which is one where the noise is Gaussian and the same in
            every step.
        plain: the bound whatever the mechanism is, of the steps that are drawn.
        mu: the lower bound of :math:`\mu`, of a run on all data, or of a step on a batch that has
            the record.
        account: the epsilon of the library's account for a method's noise; None for a function.
        observed: steps that are drawn of every run.
        confidence: with which both bounds hold.

    Example:
        >>> from dptheory.optimizers import private
        >>> method = private.dp_sgd(1.0, 1.0, noise_multiplier=1.0, on="sum", unit="bound")
        >>> found = audit(method, Claim(epsilon=1.0, delta=1e-5), draws=2000)
        >>> found.exceeded
        True
    """

    claim: Claim
    gaussian: Seen
    plain: Seen
    mu: float
    account: float | None
    observed: int
    confidence: float

    @property
    def epsilon(self) -> float:
        """The larger bound."""
        return max(self.gaussian.epsilon, self.plain.epsilon)

    @property
    def exceeded(self) -> bool:
        """Whether more is spent than is claimed."""
        return self.epsilon > self.claim.epsilon

    @property
    def sentence(self) -> str:
        """The answer in a line."""
        return verdict(self.epsilon, self.claim.epsilon)


def verdict(seen: float, claimed: float) -> str:
    """What a lower bound says of a claimed epsilon."""
    if seen > claimed:
        return f"spends more than claimed: epsilon {seen:.6g} is seen of {claimed:.6g}"
    return f"not seen to spend more: epsilon {seen:.6g} of {claimed:.6g} ({seen / claimed:.1%})"


@public
def audit(
    step: Private | Step,
    claim: Claim,
    *,
    clip: float | None = None,
    dimension: int = 16,
    other_records: Others = "opposite",
    observed: int | None = None,
    draws: int | None = None,
    confidence: float = 0.99,
    seed: int = 0,
    report: Report = silent,
) -> Audit:
    r"""A lower bound of what a noisy step spends, beside the claimed budget.

    Args:
        step: a method of :mod:`dptheory.optimizers.private`, or a function that takes the gradients
            of a batch, shape (B, d), and a generator, and returns the gradient with noise, shape
            (d,), as sum or mean. A record that is absent has the gradient 0.
        claim: what is said of it.
        clip: C of a function, positive; a method has its own.
        dimension: d, at least 1; of a method with groups that of its groups.
        other_records: their gradients: the "opposite" of the clipped canary, or "zero".
        observed: steps of every run that are drawn, at most T; by default the least of 4 and T.
            On batches of n > B records it is 1.
        draws: runs with the canary, and as many without, from 100 to 10^7; by default 10^6 of a
            method, which takes ten seconds, and 10^5 of a function.
        confidence: in (0, 1).
        seed: of the draws, nonnegative.
        report: called with what is being done.

    Raises:
        ValueError: an argument is out of its range, or the step returns something else than d
            finite numbers.

    Example:
        >>> from dptheory.auditing import Claim
        >>> from dptheory.optimizers import private
        >>> method = private.dp_sgd(1.0, 1.0, noise_multiplier=4.0, on="sum", unit="bound")
        >>> audit(method, Claim(epsilon=1.0, delta=1e-5), draws=20_000).exceeded
        False
    """
    rule, d = rule_of(step, clip), int(count("dimension d", dimension))
    if isinstance(step, Private) and rule.sizes:
        d = sum(rule.sizes)
    most = claim.iterations if claim.rate == 1 else 1
    k = min(OBSERVED, most) if observed is None else count("observed steps", observed, 1, most)
    if draws is None:
        draws = DRAWS if isinstance(step, Private) else DRAWS_OF_FUNCTION
    count("draws", draws, least=100, most=MOST)
    require(0 < confidence < 1, "confidence", "in (0, 1)", confidence)
    count("seed", seed, least=0)
    pair = neighbours(
        rule,
        batch_size=claim.batch_size,
        dimension=d,
        neighbouring=claim.neighbouring,
        other_records=other_records,
    )
    rng, order = np.random.default_rng(seed), signs(k)
    kinds: list[list[Array]] = [[], []]
    part = max(1, min(PART, ENTRIES // d))
    for done in range(0, draws, part):
        report("draws", done, draws)
        for kind, gradients in zip(kinds, (pair.present, pair.absent), strict=True):
            sums = run_sums(step, gradients, order, rng, min(part, draws - done))
            kind.append(sums @ pair.direction)
    present, absent = (np.concatenate(kind) for kind in kinds)
    account = claim.account(step) if isinstance(step, Private) else None
    return judged(present, absent, claim, k, confidence, account)


def rule_of(step: Private | Step, clip: float | None) -> PerSample:
    """How the records' gradients are bounded; of a function in one group.

    Raises:
        ValueError: a function has no C, or a method is given another one.
    """
    if isinstance(step, Private):
        require(clip is None, "clip", "left out with a method, which has its own", clip)
        return step.rule
    require(clip is not None, "clip", "given with a function: C > 0", clip)
    return PerSample("clip", (positive("clip", clip),))


def judged(
    present: Array,
    absent: Array,
    claim: Claim,
    observed: int,
    confidence: float,
    account: float | None,
) -> Audit:
    """The bounds of the statistics of both kinds."""
    first = len(present) // CHOOSING
    level, delta, rate = (1 - confidence) / 4, claim.delta, claim.rate
    if np.median(present[:first]) < np.median(absent[:first]):
        present, absent = -present, -absent
    middle = float(np.median(present[:first]) + np.median(absent[:first])) / 2
    counts = _counted(present[first:], absent[first:], middle)
    mu = mu_lower(*counts, failure=level)
    steps = claim.iterations / observed if rate == 1 else claim.iterations
    gaussian = Seen(mu_epsilon(mu, delta, rate, steps), middle, *counts)
    where = _plain_threshold(present[:first], absent[:first], delta, rate, level)
    counts = _counted(present[first:], absent[first:], where)
    epsilon = epsilon_lower(*counts, delta=delta, failure=level, rate=rate)
    plain = Seen(epsilon, where, *counts)
    whole = mu * math.sqrt(steps) if rate == 1 else mu
    return Audit(claim, gaussian, plain, whole, account, observed, confidence)


def _counted(present: Array, absent: Array, threshold: float) -> tuple[int, int, int]:
    """False alarms, misses and draws."""
    alarms, misses = int((absent > threshold).sum()), int((present <= threshold).sum())
    return alarms, misses, len(present)


def _plain_threshold(
    present: Array, absent: Array, delta: float, rate: float, level: float
) -> float:
    """Where the plain bound of these draws is largest."""
    both = np.concatenate([present, absent])
    thresholds = np.quantile(both, expit(np.linspace(-FARTHEST, FARTHEST, CANDIDATES)))
    misses = np.searchsorted(np.sort(present), thresholds, side="right")
    alarms = len(absent) - np.searchsorted(np.sort(absent), thresholds, side="right")
    f, m = (upper(k, len(present), level) for k in (alarms, misses))
    return float(thresholds[np.argmax(plain_epsilons(f, m, delta, rate))])

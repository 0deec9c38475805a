r"""The audit of one run: many canaries, each in or out by a coin, and how many are guessed right.

Of m canaries the auditor says of r, fixed before, whether they took part: of the r/2 with the
largest scores that they did, of the r/2 with the smallest that they did not. Of an
:math:`(\epsilon,\delta)`-private run at least v guesses are right with a chance of at most

.. math:: \beta + 2m\delta\max_{1\le i\le v}\frac{P(v-i\le W<v)}{i}, \qquad
          \beta = P(W\ge v), \quad W\sim\mathrm{Bin}\Bigl(r,\frac{e^\epsilon}{1+e^\epsilon}\Bigr),

where each canary is a record that is added or removed. The canaries are orthogonal, so that each
score is Gaussian and independent of the others. The numbers of guesses are a fixed grid, each with
its share of the level.

Source: Steinke, Nasr and Jagielski (2023), Algorithm 1 and Corollary 5.4.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import bdtrc, expit

from dptheory.auditing.canaries import LARGE, many_canaries, signs
from dptheory.auditing.many_runs import Claim, rule_of
from dptheory.auditing.releases import Step, run_sums
from dptheory.contract import public
from dptheory.optimizers.private import Private
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.ranges import count, nonnegative, require
from dptheory.results import Result

Array = NDArray[np.float64]
SHARES = 8  # m/2, m/4, ... guesses on both sides together
MOST = 4000  # canaries, each with as many coordinates
LARGEST = 100.0  # epsilon beyond which nothing is looked for


@public
@dataclass(frozen=True)
class OneRun(Result):
    """The answer of :func:`audit_one_run`.

    Attributes:
        epsilon: a lower bound.
        canaries: m.
        guesses: r of the bound.
        right: how many of them are right.
        confidence: with which the bound holds.

    Example:
        >>> OneRun(epsilon=1.5, canaries=100, guesses=50, right=48, confidence=0.99).right
        48
    """

    epsilon: float
    canaries: int
    guesses: int
    right: int
    confidence: float


def one_run_chance(
    right: int, guesses: int, canaries: int, *, epsilon: float, delta: float
) -> float:
    """The largest chance of so many right guesses, or more, of an (epsilon, delta)-private run.

    Args:
        right: v, at most r.
        guesses: r, at most m.
        canaries: m, at least 1.
        epsilon: nonnegative.
        delta: in [0, 1).

    Example:
        >>> round(one_run_chance(40, 40, 1000, epsilon=3.0, delta=1e-5), 4)
        0.1489
    """
    m = int(count("canaries", canaries))
    r = int(count("guesses", guesses, least=0, most=m))
    v = int(count("right guesses", right, least=0, most=r))
    nonnegative("epsilon", epsilon)
    require(0 <= delta < 1, "delta", "in [0, 1)", delta)
    if v == 0:
        return 1.0
    accuracy = float(expit(epsilon))
    beta, i = float(_at_least(v, r, accuracy)), np.arange(1, v + 1)
    slope = float(np.max((_at_least(v - i, r, accuracy) - beta) / i))
    return min(1.0, beta + 2 * m * delta * slope)


def _at_least(least: ArrayLike, trials: int, chance: float) -> Array:
    """P(W >= least) of a binomial W."""
    k = np.asarray(least)
    found: Array = np.where(k > 0, bdtrc(np.maximum(k, 1) - 1.0, trials, chance), 1.0)
    return found


@public
def audit_one_run(
    step: Private | Step,
    claim: Claim,
    *,
    canaries: int,
    clip: float | None = None,
    confidence: float = 0.99,
    seed: int = 0,
) -> OneRun:
    """What one run on all data is seen to spend.

    Args:
        step: as of :func:`audit`; a function is called with gradients of shape (m, m).
        claim: of a run with n = B, whose relation is add-or-remove-one. B is m here: it matters
            where noise is added to the mean.
        canaries: m, from 1 to 4000; with groups at most the size of the smallest.
        clip: C of a function, positive; a method has its own.
        confidence: in (0, 1).
        seed: of coins and noise, nonnegative.

    Raises:
        ValueError: an argument is out of its range, or the step returns something else than
            finite numbers of that shape.

    Example:
        >>> from dptheory.optimizers import private
        >>> method = private.dp_sgd(1.0, 1.0, noise_multiplier=0.4, on="sum", unit="bound")
        >>> found = audit_one_run(method, Claim(epsilon=12.0, delta=1e-5), canaries=1000)
        >>> found.epsilon < 12
        True
    """
    m, rule = int(count("canaries", canaries, most=MOST)), rule_of(step, clip)
    require(claim.rate == 1, "data size n", "the batch size with one run", claim.n)
    relation = claim.neighbouring
    fits = relation is Neighbouring.ADD_OR_REMOVE_ONE
    require(fits, "neighbouring relation", "add-or-remove-one with one run", relation.value)
    require(0 < confidence < 1, "confidence", "in (0, 1)", confidence)
    rng = np.random.default_rng(count("seed", seed, least=0))
    rows = many_canaries(rule, m, sum(rule.sizes) or m)
    taken = rng.random(m) < 0.5
    gradients = LARGE * rule.bound * rows * taken[:, np.newaxis]
    scores = rows @ run_sums(step, gradients, signs(claim.iterations), rng, 1)[0]
    level = (1 - confidence) / SHARES
    found = [_bound(scores, taken, m >> k, claim.delta, level) for k in range(SHARES)]
    epsilon, guesses, right = max(found)
    return OneRun(epsilon, m, guesses, right, confidence)


def _bound(
    scores: Array, taken: NDArray[np.bool_], guesses: int, delta: float, level: float
) -> tuple[float, int, int]:
    """The bound of so many guesses, and how many of them are right."""
    each = guesses // 2
    ranked = taken[np.argsort(scores, kind="stable")]
    right = int(ranked[len(ranked) - each :].sum() + (~ranked[:each]).sum())

    def excess(epsilon: float) -> float:
        return one_run_chance(right, 2 * each, len(taken), epsilon=epsilon, delta=delta) - level

    if excess(0.0) >= 0:
        return 0.0, 2 * each, right
    epsilon = LARGEST if excess(LARGEST) < 0 else float(brentq(excess, 0.0, LARGEST, xtol=1e-9))
    return epsilon, 2 * each, right

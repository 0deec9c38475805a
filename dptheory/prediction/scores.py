r"""How well released weights do on records that they were not fitted to: accuracy and loss.

The records are split into two random halves. What was chosen is run with its noise on either half,
which stands for all n records of the private run, and its weights are tried on the other one, so
that every record is tried once. Beside it stand the model without privacy, fitted to the same
halves, and the more frequent label.

The standard error of a mean adds the variance over records and that over noises. Settings were
chosen with all records in view: a handful of numbers, and what is seen of them here is as much too
good as these fit the records by chance. So of a choice that is the best of k the level of a test is
shared by k (Bonferroni). The halves are not independent of one another, which no estimate of the
variance from the same records makes good (Bengio and Grandvalet 2004).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dptheory.prediction.choosing import Choice, points_of
from dptheory.prediction.grid import halves, thinned
from dptheory.prediction.linear_models import LOGISTIC, LinearModel

Array = NDArray[np.float64]
NOISES = 20  # runs on either half
FITTED, TRIED = 2000, 20_000  # records of a half that a noisy run sees, and that it is tried on
CLEAR = 2.0  # standard errors from which on two accuracies may differ
SURE = 0.01  # chance that anything is said to be better which is not


@dataclass(frozen=True)
class Score:
    """A mean over records with its standard error.

    Attributes:
        value: the mean.
        error: its standard error.
        size: the number of records.
    """

    value: float
    error: float
    size: int

    def is_positive(self, looks: int) -> bool:
        """Whether Student's t is beyond the quantile of :data:`SURE`, shared by some looks."""
        from scipy.stats import t

        return self.value > self.error * float(t.isf(SURE / looks, max(self.size - 1, 1)))


@dataclass(frozen=True, eq=False)
class Tried:
    """What became of every record, on average over noises.

    Attributes:
        right: how often its label was predicted, shape (n,).
        losses: its loss, shape (n,).
        accuracy_variance, loss_variance: what noises leave of their means.
    """

    right: Array
    losses: Array
    accuracy_variance: float = 0.0
    loss_variance: float = 0.0

    @property
    def accuracy(self) -> Score:
        """The share of records whose label is predicted."""
        return _score(self.right, self.accuracy_variance)

    @property
    def loss(self) -> Score:
        """The mean logistic loss."""
        return _score(self.losses, self.loss_variance)

    def accuracy_above(self, other: "Tried") -> Score:
        """How much more accurate it is than another one, on the same records."""
        return _score(self.right - other.right, self.accuracy_variance + other.accuracy_variance)

    def loss_below(self, other: "Tried") -> Score:
        """How much smaller its loss is than another one's, on the same records."""
        return _score(other.losses - self.losses, self.loss_variance + other.loss_variance)


def _score(values: Array, variance: float) -> Score:
    spread = float(values.var(ddof=1)) / values.size if values.size > 1 else 0.0
    return Score(float(values.mean()), math.sqrt(spread + variance), values.size)


def _tried(model: LinearModel, weights: Callable[[LinearModel, int], Array]) -> Tried:
    """Weights of shape (k, d), found on either half, on the other one."""
    parts, first = [], halves(thinned(model, 2 * TRIED))
    for fold, (fitted, other) in enumerate((first, first[::-1])):
        parts.append(tried_on(weights(fitted, fold), other))
    return Tried(
        np.concatenate([part.right for part in parts]),
        np.concatenate([part.losses for part in parts]),
        sum(part.accuracy_variance for part in parts) / len(parts) ** 2,
        sum(part.loss_variance for part in parts) / len(parts) ** 2,
    )


def tried_on(weights: Array, model: LinearModel) -> Tried:
    """Weights of shape (k, d), one row a noise, on a model's records."""
    margins = model.labels * (weights @ model.features.T)
    right = (margins > 0) + 0.5 * (margins == 0)
    losses = LOGISTIC.value(margins, np.ones_like(margins))
    spread = (_over_noises(values) for values in (right, losses))
    return Tried(right.mean(axis=0), losses.mean(axis=0), *spread)


def _over_noises(values: Array) -> float:
    """The variance that noises, the rows, leave of the mean of all values."""
    return float(values.mean(axis=1).var(ddof=1)) / len(values) if len(values) > 1 else 0.0


def chosen(choice: Choice, model: LinearModel, n: int, seed: int) -> Tried:
    """A choice, run with its noise.

    Args:
        choice: what is run.
        model: logistic; its records stand for those of the private run.
        n: the number of records that the noise belongs to.
        seed: of the noise.
    """

    def weights(fitted: LinearModel, fold: int) -> Array:
        return points_of(choice, thinned(fitted, FITTED), n, NOISES, seed + fold)

    return _tried(replace(model, clip=choice.clip), weights)


def without_privacy(model: LinearModel) -> Tried:
    """The minimiser, without noise and without bounded gradients."""
    return _tried(model.clipped(math.inf), lambda fitted, _: fitted.centre[None])


def majority(model: LinearModel) -> Tried:
    """The more frequent label for every record, with its share as probability."""
    right, losses = [], []
    first = halves(thinned(model, 2 * TRIED))
    for fitted, other in (first, first[::-1]):
        sign = 1.0 if fitted.labels.mean() >= 0 else -1.0
        share = (1 + np.sum(fitted.labels == sign)) / (2 + fitted.size)  # never 1: of Laplace
        right.append((other.labels == sign).astype(float))
        losses.append(np.where(other.labels == sign, -np.log(share), -np.log1p(-share)))
    return Tried(np.concatenate(right), np.concatenate(losses))

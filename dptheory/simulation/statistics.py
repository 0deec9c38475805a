"""Means and variances over runs, reduced in a fixed order.

Runs are grouped in blocks of a fixed number of consecutive run numbers. Each block yields count,
mean and sum of squared deviations; blocks are folded in from the left, by run number. The result
therefore depends neither on how blocks were distributed nor on where a computation was interrupted.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LossStatistics:
    """Statistics of F(x_t) - F* over runs at the recorded iterations.

    Attributes:
        iterations: the recorded t, shape (r,).
        count: number of runs.
        mean: sample means, shape (r,); infinite where a run left the floating range.
        squared_deviations: sums of squared deviations from the mean, shape (r,).
        losses: the losses of the runs just computed, shape (runs, r), if they were asked for.
    """

    iterations: NDArray[np.int64]
    count: int
    mean: Array
    squared_deviations: Array
    losses: Array | None = None

    @property
    def kept_losses(self) -> Array:
        """The losses of the runs just computed.

        Raises:
            ValueError: they were not asked for.
        """
        if self.losses is None:
            raise ValueError("keep_losses must be True for the losses of the runs. Found False.")
        return self.losses

    @property
    def variance(self) -> Array:
        """The unbiased sample variance, shape (r,); infinite with fewer than two runs."""
        if self.count < 2:
            return np.full_like(self.mean, np.inf)
        return self.squared_deviations / (self.count - 1)

    @property
    def standard_error(self) -> Array:
        """The standard error of the mean, shape (r,)."""
        return np.sqrt(self.variance / max(self.count, 1))


def empty(iterations: NDArray[np.int64]) -> LossStatistics:
    """The statistics of no runs."""
    zeros = np.zeros(iterations.shape)
    return LossStatistics(iterations, 0, zeros, zeros.copy())


def fold_block(statistics: LossStatistics, losses: Array) -> LossStatistics:
    """The statistics with one more block of losses, shape (runs, r), folded in."""
    size = losses.shape[0]
    count = statistics.count + size
    with np.errstate(invalid="ignore", over="ignore"):
        block_mean = losses.sum(axis=0) / size
        block_squares = ((losses - block_mean) ** 2).sum(axis=0)
        step = block_mean - statistics.mean
        mean = statistics.mean + step * (size / count)
        between = step**2 * (statistics.count * size / count)
        squares = statistics.squared_deviations + block_squares + between
    # An infinite loss makes differences of infinities; mean and spread are then infinite.
    escaped = ~np.isfinite(mean)
    return LossStatistics(
        statistics.iterations,
        count,
        np.where(escaped, np.inf, mean),
        np.where(escaped | ~np.isfinite(squares), np.inf, squares),
    )

"""Means and variances over runs, reduced in a fixed order.

Runs are grouped in blocks of a fixed number of consecutive run numbers. Each block yields count,
mean and sum of squared deviations; blocks are folded in from the left, by run number. The result
therefore depends neither on how blocks were distributed nor on where a computation was interrupted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.ranges import require
from dptheory.results import explained
from dptheory.simulation.kernels import fold_moments

Array = NDArray[np.float64]
# Losses that are summed at once: their differences stay in the caches, 1 MB.
_AT_ONCE = 2**17


@explained
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
            raise ArgumentError("keep_losses must be True for the losses of the runs. Found False.")
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


def fold_blocks(statistics: LossStatistics, blocks: Sequence[Array]) -> LossStatistics:
    """The statistics with blocks of losses, each of shape (runs, r), folded in one by one.

    Blocks of one size are summed by one call to NumPy, which adds up each as if it were alone.

    Raises:
        ValueError: a block is empty or has another number of iterations.
    """
    width = statistics.mean.size
    for block in blocks:
        fits = block.ndim == 2 and len(block) > 0 and block.shape[1] == width
        require(fits, "block of losses", f"of shape (runs, {width})", f"shape {block.shape}")
    count, mean, squares = statistics.count, statistics.mean, statistics.squared_deviations
    mean, squares = mean.copy(), squares.copy()
    for size, alike in groupby(blocks, key=len):
        rest = list(alike)
        most = max(1, _AT_ONCE // max(1, size * width))
        for begin in range(0, len(rest), most):
            means, deviations = _moments(np.stack(rest[begin : begin + most]))
            fold_moments(count, size, means, deviations, mean, squares)
            count += size * len(means)
    return LossStatistics(statistics.iterations, count, mean, squares)


def _moments(losses: Array) -> tuple[Array, Array]:
    """Means and sums of squared deviations of stacked blocks, shape (blocks, runs, r)."""
    # An infinite loss makes differences of infinities; mean and spread are then infinite.
    with np.errstate(invalid="ignore", over="ignore"):
        means = losses.sum(axis=1) / losses.shape[1]
        return means, ((losses - means[:, None]) ** 2).sum(axis=1)

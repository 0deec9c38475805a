r"""What a run of noisy batches leaks at least: lower limits of epsilon, by what an adversary sees.

A step releases the sum of the gradients in its batch, at most C long each, with noise of standard
deviation :math:`zD`, where D is how far one record moves the sum: C where it is added or removed,
2C where it is replaced. Data whose other gradients are all the same show the adversary, in units
of the noise and up to a constant, N(1/z, 1) where the record is in the batch and N(0, 1) where it
is not.

- *Sampled* batches: in every step the record takes part with probability q, independently (Poisson
  batches; batches without replacement, replace-one, with q the batch size over the data size). What
  is seen of a step is a mixture with likelihood ratio :math:`1-q+qe^{x/z-1/(2z^2)}`.
- *Shuffled* batches: the record takes part in one batch of every epoch, whichever it is. The event
  is that the largest of all releases is beyond a threshold.

Both are valid for every adversary who sees all releases: a test on coarser outcomes leaks less.
Probabilities are computed in floating point; what rounding loses is below :data:`ROUNDING` in
delta, which is taken off.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr, ndtr

from dptheory.ranges import count, positive, require

Array = NDArray[np.float64]
LOSSES, WIDEST = 2**21, 100.0  # cells of a run's loss, and about the largest loss told apart
TAIL = 14.0  # standard deviations beyond which the outcomes of a step are one
NEGLIGIBLE = 1e-250  # cells with fewer chances are not asked for their likelihood ratio
ALARMS = 1e-300  # false alarms that are rarer have lost digits
ROUNDING = 1e-9
SMALLEST = 1e-300


def sampled_epsilon_lower(
    rate: float, noise_multiplier: float, iterations: int, delta: float
) -> float:
    """An eps below which a run on sampled batches is not (eps, delta)-DP.

    The outcomes of a step are put into cells around an even grid of losses. A cell's loss is the
    logarithm of its own likelihood ratio, lowered to the grid less the largest shortfall of any
    cell; sums of grid losses are convolved exactly, and what exceeds the range is counted as less.

    Args:
        rate: q in (0, 1).
        noise_multiplier: z, positive.
        iterations: T >= 1.
        delta: in (0, 1).

    Returns:
        The lower limit, 0 where there is none.
    """
    require(0 < rate < 1, "sampling rate q", "in (0, 1)", rate)
    z = float(positive("noise multiplier", noise_multiplier))
    T = count("iterations T", iterations)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    bottom = math.log1p(-rate)  # the least loss of a step
    width = (WIDEST - T * bottom) / LOSSES
    top = min(np.logaddexp(bottom, math.log(rate) + (TAIL - 0.5 / z) / z), WIDEST)
    edges = bottom + width * (np.arange(max(1, int((top - bottom) / width))) + 0.5)
    # The release x at which the loss is that of an edge.
    ends = z * (np.log(np.expm1(edges) + rate) - math.log(rate)) + 0.5 / z
    outside = _cells(ends)
    chances = (1 - rate) * outside + rate * _cells(ends - 1 / z)
    grid = bottom + width * np.arange(len(chances))
    seen = outside > NEGLIGIBLE
    shortfall = max(0.0, float(np.max(grid[seen] - np.log(chances[seen] / outside[seen]))))
    transform = np.fft.rfft(chances, LOSSES)
    transform[transform == 0] = SMALLEST  # a frequency that rounding has cancelled
    run = np.maximum(np.fft.irfft(np.exp(T * np.log(transform)), LOSSES), 0.0)
    losses = T * (bottom - shortfall) + width * np.arange(LOSSES)
    return _inverted(losses, run, delta + ROUNDING)


def _cells(ends: Array) -> Array:
    """Standard normal probabilities of the cells between increasing ends."""
    above = np.concatenate(([1.0], ndtr(-ends), [0.0]))
    below = np.concatenate(([0.0], ndtr(ends), [1.0]))
    cells: Array = np.where(above[:-1] < 0.5, above[:-1] - above[1:], below[1:] - below[:-1])
    return cells


def _inverted(losses: Array, chances: Array, delta: float) -> float:
    """The eps at which E(1 - e^(eps - loss))_+ is delta; 0 where it is less than that at 0."""
    held = losses > 0
    loss, chance = losses[held], chances[held]
    inside = np.cumsum(chance[::-1])[::-1]
    weight = np.cumsum((chance * np.exp(-loss))[::-1])[::-1]
    # delta at the losses themselves falls; between two of them it is linear in e^eps.
    at_losses = inside - np.exp(loss) * weight
    place = int(np.argmax(at_losses <= delta)) if len(loss) else 0
    if len(loss) == 0 or inside[place] <= delta:
        return 0.0
    return max(0.0, math.log((inside[place] - delta) / weight[place]))


def shuffled_epsilon_lower(
    batches: int, noise_multiplier: float, epochs: int, delta: float, cells: int = 4000
) -> float:
    """An eps below which a run on shuffled batches is not (eps, delta)-DP.

    Args:
        batches: batches an epoch, at least 1.
        noise_multiplier: z, positive.
        epochs: at least 1.
        delta: in (0, 1).
        cells: thresholds that are tried.

    Returns:
        The lower limit, 0 where there is none.
    """
    n, E = count("batches an epoch", batches), count("epochs", epochs)
    z = float(positive("noise multiplier", noise_multiplier))
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    thresholds = np.linspace(0.0, 1 / z + TAIL, count("thresholds", cells, least=2))
    within = log_ndtr(thresholds)
    found = -np.expm1(E * ((n - 1) * within + log_ndtr(thresholds - 1 / z)))
    alarms = -np.expm1(n * E * within)
    found = found - delta - ROUNDING
    useful = (found > 0) & (alarms > ALARMS)
    if not useful.any():
        return 0.0
    return max(0.0, float(np.max(np.log(found[useful]) - np.log(alarms[useful]))))

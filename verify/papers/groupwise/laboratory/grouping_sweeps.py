r"""Accuracy and peak memory against the number of groups, on :mod:`.grouping_images`.

Networks of eight layers, the hidden ones 8, 16 or 24 wide, each layer a block, and softmax
regression grouped by classes. Steps and batch were chosen after a look at all-layer clipping alone,
the grid of learning rates after first runs, so that the best ones lie inside. What is measured was
fixed before the groupings that it is about were run:

* *Tuning*: the learning rate of a grouping is that of :data:`RATES` with the best mean accuracy
  over the runs :data:`TUNING`; what is reported is from other runs, :data:`SEEDS`, at that rate.
* *Accuracy falls as M grows*: :func:`slope`, run by run the least-squares slope of the accuracy on
  held-out records in :math:`\log_2M` over all-layer, uniform, layer- and parameter-wise clipping.
  It falls if the 95 % interval of the mean slope is below 0.
* *The price of a group each*: :func:`gap`, all-layer less parameter-wise accuracy, run by run.
* *Beyond the trade-off of uniform groups*: :func:`beyond`, the accuracy of a grouping less that of
  uniform groups, interpolated at its memory, run by run; beyond if the interval is above 0.

Added after the first of these runs, because the training loss did not follow the accuracy: the loss
of every grouping at the learning rate with the best mean loss.

Memory is exact: stored numbers a sample of that very network (:mod:`dptheory.memory`).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.gradients.grouping import parameter_wise, uniform
from dptheory.memory.grouping import optimal_groupings
from dptheory.memory.timeline import peak
from verify.papers.groupwise.laboratory.grouping_images import (
    FOLDER,
    Lane,
    Plan,
    contiguous,
    images,
    layout,
    multiplier,
    numbered,
    results,
    stored,
)

Values = NDArray[np.float64]
Groups = tuple[int, ...]

HIDDEN = 7
WIDTHS = (8, 16, 24)
STEPS, BATCH = 100, 400
RATES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)  # twice that for softmax regression
TUNING = tuple(range(1000, 1004))
SEEDS = tuple(range(20))
BUDGETS = (2.0, 8.0)
SOFTMAX: tuple[int, ...] = ()
ACCURACY, LOSS = 0, 1  # columns of an outcome


def hidden(width: int) -> tuple[int, ...]:
    """The hidden layers of a network."""
    return (width,) * HIDDEN


def plan(shape: tuple[int, ...], eps: float, steps: int = STEPS) -> Plan:
    """The runs of a network under a budget."""
    return Plan(shape, steps, BATCH, multiplier(eps, steps, BATCH, len(images(0).labels)))


# Groupings --------------------------------------------------------------------------------------


def features() -> int:
    """The length of a record."""
    return int(images(0).records.shape[1])


def uniform_groups(shape: tuple[int, ...]) -> dict[int, Groups]:
    """All-layer, uniform, layer-wise and parameter-wise clipping by their M."""
    known = layout(features(), shape)
    divisors = [m for m in range(1, known.blocks + 1) if known.blocks % m == 0]
    found = {m: numbered(uniform(known, m, 1.0), known) for m in divisors}
    return found | {len(known.names): numbered(parameter_wise(known, 1.0), known)}


def two_groups(shape: tuple[int, ...]) -> dict[int, Groups]:
    """All splits of the layers into two contiguous groups, by the size of the first."""
    layers = len(shape) + 1
    return {k: contiguous((1, k + 1), layers) for k in range(1, layers)}


def optimal_groups(shape: tuple[int, ...]) -> dict[int, Groups]:
    """Groups with the smallest peak for M = 1, 2, ..., until the peak falls no more."""
    network = stored(features(), shape)
    best = optimal_groupings(network.activations, network.output_gradients)
    needed = 1 + sum(grouping.peak > best[-1].peak for grouping in best)
    layers = len(network.layers)
    return {m: contiguous(best[m - 1].boundaries, layers) for m in range(1, needed + 1)}


def memory(shape: tuple[int, ...], groups: Groups) -> int:
    """The peak, stored numbers a sample.

    A layer whose arrays are in groups of its own is free after its own step; softmax regression is
    a single layer.
    """
    network = stored(features(), shape)
    per_layer = np.array(groups).reshape(len(network.layers), -1)
    # A group's arrays lie in consecutive layers: one of several layers has its weight and its bias.
    members: dict[int, list[int]] = {}
    for layer, numbers in enumerate(per_layer, 1):
        members.setdefault(int(numbers[0]), []).append(layer)
    return int(peak(network.activations, network.output_gradients, list(members.values())))


# Runs -------------------------------------------------------------------------------------------


def tuned(
    groups: Sequence[Groups],
    whole: Plan,
    seeds: Sequence[int] = TUNING,
    folder: Path = FOLDER,
    *,
    jobs: int = 1,
    what: int = ACCURACY,
) -> tuple[float, ...]:
    """The learning rate of every grouping, for the accuracy or for the loss."""
    rates = RATES if whole.hidden else tuple(2 * rate for rate in RATES)
    lanes = tuple(Lane(one, rate) for one in groups for rate in rates)
    found = results(lanes, whole, seeds, folder, jobs=jobs)[..., what].mean(axis=0)
    table = found.reshape(len(groups), len(rates))
    best = table.argmax(axis=1) if what == ACCURACY else table.argmin(axis=1)
    return tuple(rates[int(k)] for k in best)


def outcomes(
    groups: Sequence[Groups],
    whole: Plan,
    seeds: Sequence[int] = SEEDS,
    tuning: Sequence[int] = TUNING,
    folder: Path = FOLDER,
    *,
    jobs: int = 1,
    what: int = ACCURACY,
) -> Values:
    """Accuracy or loss of every grouping at its own learning rate, shape (seeds, groupings)."""
    rates = tuned(groups, whole, tuning, folder, jobs=jobs, what=what)
    lanes = tuple(Lane(one, rate) for one, rate in zip(groups, rates, strict=True))
    return results(lanes, whole, seeds, folder, jobs=jobs)[..., what]


# Statistics -------------------------------------------------------------------------------------


def slope(accuracies: Values, numbers: Sequence[int]) -> Values:
    """Least-squares slopes in log2 M; accuracies (seeds, groupings), result (seeds,)."""
    at = np.log2(numbers) - np.log2(numbers).mean()
    found: Values = accuracies @ at / (at @ at)
    return found


def gap(accuracies: Values) -> Values:
    """The first grouping's accuracy less the last one's, shape (seeds,)."""
    found: Values = accuracies[:, 0] - accuracies[:, -1]
    return found


def beyond(
    accuracy: Values, peak_of_it: float, uniform_accuracies: Values, peaks: Sequence[float]
) -> Values:
    """By how much a grouping is above uniform groups of its memory, shape (seeds,).

    Args:
        accuracy: shape (seeds,).
        peak_of_it: its memory.
        uniform_accuracies: shape (seeds, groupings).
        peaks: their memory, falling strictly.
    """
    line = [np.interp(peak_of_it, peaks[::-1], one[::-1]) for one in uniform_accuracies]
    found: Values = accuracy - np.array(line)
    return found

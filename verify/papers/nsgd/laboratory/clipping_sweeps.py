r"""The grids of Yang, Zhang, Chen and Liu (2022) on :mod:`.clipping_images`, and how to read them.

The length of the records and the number of steps were chosen after a look at a few runs, so that
the best learning rates lie inside the paper's grid. What is measured was fixed before the sweeps,
but for *One rate for all* and for sums over the budgets, which were added after a part of them:

* *Tuning*: :func:`shortfall`, what the best of four configurations, drawn from a grid without
  replacement, lacks on average to the best configuration of all grids that are compared.
* *What matters*: :func:`shares`, how the sum of squares of a table of accuracies, learning rate by
  threshold or regulariser, divides into learning rate, the other one, and their interaction.
* *One rate for all*: :func:`unvaried`, what the learning rate that is best for the worst threshold
  or regulariser lacks there.
* *Fluctuation*: :func:`roughness`, the root mean square of the second differences of the training
  loss, step by step, in the second half of the steps at the full learning rate.

A step with a clipped gradient carries noise :math:`\eta c\sigma z`, one with a normalised gradient
:math:`\eta\sigma z`. *Fair coordinates* take that out: :data:`FAIR` runs DP-SGD at
:math:`(c,\eta/c)`, whose step is that of DP-NSGD with :math:`r=c` at :math:`\eta` up to a factor of
two a record, by (11) of the paper, with the very same noise; :data:`REGULARISED` runs DP-NSGD with
the thresholds for regularisers; and :data:`COUPLED` at :math:`(r,\eta r)`, which is to DP-NSGD what
:math:`(c,\eta)` is to DP-SGD.
"""

from collections.abc import Sequence
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.papers.nsgd.laboratory.clipping_images import (
    CLIP,
    FOLDER,
    NORMALISE,
    Lane,
    Plan,
    images,
    multiplier,
    results,
)

Values = NDArray[np.float64]

THRESHOLDS = (0.1, 0.4, 1.6, 6.4, 12.8)
REGULARISERS = (1e-4, 1e-3, 1e-2, 0.1, 1.0)
RATES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
BUDGETS = (2.0, 4.0, 8.0)
STEPS, BATCH = 120, 64
TRIES = 4

CLIPPED = tuple(Lane(CLIP, c, rate) for c in THRESHOLDS for rate in RATES)
NORMALISED = tuple(Lane(NORMALISE, r, rate) for r in REGULARISERS for rate in RATES)
FAIR = tuple(Lane(CLIP, c, rate / c) for c in THRESHOLDS for rate in RATES)
REGULARISED = tuple(Lane(NORMALISE, c, rate) for c in THRESHOLDS for rate in RATES)
COUPLED = tuple(Lane(NORMALISE, c, rate * c) for c in THRESHOLDS for rate in RATES)


def plan(eps: float, record: tuple[int, ...] = (STEPS,), steps: int = STEPS) -> Plan:
    """The runs of a budget; infinite for no noise."""
    n = len(images(0).labels)
    return Plan(steps, BATCH, multiplier(eps, steps, BATCH, n), record)


def tables(
    lanes: tuple[Lane, ...],
    eps: float,
    seeds: Sequence[int],
    *,
    steps: int = STEPS,
    folder: Path = FOLDER,
    jobs: int = 1,
) -> Values:
    """Final accuracies on a grid, shape (seeds, thresholds or regularisers, learning rates)."""
    found = results(lanes, plan(eps, (steps,), steps), seeds, folder, jobs=jobs)
    return found[:, :, -1, 1].reshape(len(seeds), -1, len(RATES))


def shortfall(table: Values, best: Values | float, tries: int = TRIES) -> Values:
    """What the best of some random configurations lacks to ``best``; shape (seeds,).

    Args:
        table: accuracies, shape (seeds, parameters, rates).
        best: of every seed, or of all.
        tries: how many configurations are drawn, without replacement.
    """
    ordered = np.sort(table.reshape(len(table), -1), axis=1)
    size = ordered.shape[1]
    chances = np.array([comb(k, tries - 1) for k in range(size)]) / comb(size, tries)
    lacking: Values = best - ordered @ chances
    return lacking


def shares(table: Values) -> Values:
    """The sums of squares of rates, parameters and interaction over their sum; shape (seeds, 3)."""
    mean = table.mean(axis=(1, 2), keepdims=True)
    rate = table.mean(axis=1, keepdims=True) - mean
    parameter = table.mean(axis=2, keepdims=True) - mean
    parts = [np.broadcast_to(p, table.shape) for p in (rate, parameter)]
    parts.append(table - mean - rate - parameter)
    squares = np.stack([(p**2).sum(axis=(1, 2)) for p in parts], axis=-1)
    found: Values = squares / squares.sum(axis=1, keepdims=True)
    return found


def unvaried(table: Values, best: Values | float) -> Values:
    """What one learning rate for all parameters lacks at the worst of these; shape (seeds,)."""
    lacking: Values = best - table.min(axis=1).max(axis=1)
    return lacking


def roughness(losses: Values) -> Values:
    """The root mean square of second differences along the last axis."""
    found: Values = np.sqrt((np.diff(losses, 2, axis=-1) ** 2).mean(axis=-1))
    return found

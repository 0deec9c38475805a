r"""Runs of DP-SGD with automatic clipping on the loss of ``linear_stretch``, beside both bounds.

The deviation :math:`\xi`, the gap and the smoothness are 1, :math:`\gamma=1/100`, the noise
multiplier is 1, a batch has 1000 records and there are 1000 coordinates, of which one a group has a
slope. A record deviates by s or -s in all groups.
"""

import math
from dataclasses import dataclass

import numpy as np

from dptheory.bounds.grouped import (
    Grouped,
    LinearStretch,
    balanced_step,
    linear_stretch,
    reach,
    step_worth,
)

XI, GAMMA, SIGMA, BATCH, DIMENSION = 1.0, 0.01, 1.0, 1000, 1000
MARGINS = tuple(np.geomspace(0.01, 4, 60).tolist())


@dataclass(frozen=True)
class Sides:
    """The bound from above, that from below and its loss, at the learning rate of the proof."""

    above: float
    below: float
    loss: LinearStretch


def setting(groups: int) -> Grouped:
    """The run with M groups."""
    s = XI / math.sqrt(groups)
    return Grouped(1.0, 1.0, s, groups, GAMMA, SIGMA, DIMENSION, BATCH)


def sides(groups: int, iterations: int) -> Sides:
    """Both bounds of min E|g_t|, that from below at the best of some margins."""
    run = setting(groups)
    alpha = balanced_step(run, iterations)
    losses = (linear_stretch(run, alpha, iterations, margin) for margin in MARGINS)
    best = max(losses, key=lambda loss: float(loss.gradient))
    above = reach(run, step_worth(run, alpha, iterations))
    return Sides(float(above), max(float(best.gradient), 0.0), best)


def last_gradient(groups: int, iterations: int, runs: int, seed: int) -> tuple[float, float]:
    """The mean of |g_T| over runs on that loss, and its standard error."""
    run, loss = setting(groups), sides(groups, iterations).loss
    slope, length, s = float(loss.slope), float(loss.length), float(run.deviation)
    alpha, draw = float(balanced_step(run, iterations)), np.random.default_rng(seed)
    place = np.zeros((runs, groups))
    for _ in range(iterations):
        g = np.clip(slope - (place - length), 0.0, slope)
        ahead = draw.binomial(BATCH, 0.5, (runs, 1))
        total = ahead * (g + s) / (g + s + GAMMA)
        total += (BATCH - ahead) * (g - s) / (np.abs(g - s) + GAMMA)
        noise = SIGMA * draw.normal(size=place.shape)
        place += alpha * (total / math.sqrt(groups) + noise)
    norms = np.linalg.norm(np.clip(slope - (place - length), 0.0, slope), axis=1)
    return float(norms.mean()), float(norms.std(ddof=1) / math.sqrt(runs))

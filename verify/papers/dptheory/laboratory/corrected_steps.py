r"""Runs of DP-AdamBC without momentum on two losses, beside the bounds of their gradients.

**Skewed batches.** On the line, without noise: a gradient is :math:`F'+w(1-p)` with probability p
and :math:`F'-wp` else, w = u + s; at F' = G these are u and -s. F has the slope G down to a place
and is a parabola beyond it.

**Full batches.** :math:`F=x^2/2`, straight where the slope would pass ``CLIP``, with normal noise.
"""

import math
from dataclasses import dataclass

import numpy as np

from dptheory.bounds.corrected_adam import CorrectedAdam
from dptheory.optimizers import Adam, adam

U, S, FLOOR = 1.4, 1.0, 1.0
WIDE, CLIP, NOISE = 10.0, 1.5, 0.5


@dataclass(frozen=True)
class Skewed:
    """The law of a batch that turns the mean step round: chance of u, slope of the loss."""

    chance: float
    slope: float


def skewed(beta2: float) -> Skewed:
    """With u, s and the floor of this module."""
    kept = math.sqrt(1 - (1 - beta2) * (1 - (S / U) ** 2))
    p = S / (S + kept * U)
    return Skewed(p, p * U * (1 - kept))


def of_skewed(beta2: float) -> CorrectedAdam:
    """That loss and these batches in the terms of the bound, at the step size 1/sqrt(T)."""
    law = skewed(beta2)
    square = law.chance * U**2 + (1 - law.chance) * S**2
    gap = law.slope * stretch(square) + law.slope**2 / 2
    return CorrectedAdam(gap, 1.0, 1, math.sqrt(square), U, 0.0, FLOOR, beta2)


def stretch(square: float) -> float:
    """How far down the slope goes: a run leaves it with a probability of at most 1/WIDE^2."""
    return WIDE * math.sqrt(square / FLOOR)


def of_full_batches(beta2: float) -> CorrectedAdam:
    """F = x^2/2, straight from |x| = CLIP on, from where it is 1."""
    return CorrectedAdam(1.0, 1.0, 1, CLIP, CLIP, NOISE, FLOOR, beta2)


def mean_slopes(full: bool, beta2: float, iterations: int, runs: int, seed: int) -> float:
    """The mean of |F'| over the iterates of runs with the step size 1/sqrt(T)."""
    draw, law = np.random.default_rng(seed), skewed(beta2)
    run = of_full_batches(beta2) if full else of_skewed(beta2)
    method = Adam(
        iterations**-0.5, beta1=0.0, beta2=beta2,
        noise_variance=float(run.noise_variance), floor=FLOOR,
    )  # fmt: skip
    straight = -stretch(float(run.clip) ** 2)
    state, total = adam.init(np.full(runs, math.sqrt(2.0) if full else 0.0)), 0.0
    for _ in range(iterations):
        if full:
            slope = np.clip(state.x, -CLIP, CLIP)
            released = slope + math.sqrt(NOISE) * draw.normal(size=runs)
        else:
            slope = np.clip(law.slope + state.x - straight, -law.slope, law.slope)
            rare = draw.random(runs) < law.chance
            released = slope - law.slope + np.where(rare, U, -S)
        total += float(np.abs(slope).mean())
        state = adam.update(method, state, released)
    return total / iterations

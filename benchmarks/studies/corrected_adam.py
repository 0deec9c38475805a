r"""Attacks on the bounds of DP-AdamBC without momentum, over twelve decades.

``python -m benchmarks.studies.corrected_adam`` tries to violate ``dptheory/corrected-adam-step`` at
2,000,000 random points, and the bound of a run in 1,000 problems on the line: a smooth function
that bends at random, batches of two values, normal noise.
"""

import math
from typing import Any

import numpy as np

from dptheory.bounds.corrected_adam import CorrectedAdam, mean_slope
from dptheory.optimizers import Adam, adam

POINTS, PROBLEMS, STEPS, COPIES = 2_000_000, 1_000, 300, 64
Array = np.ndarray[Any, Any]


def moved(u: Array, W: Array, a: Array, floor: Array) -> Array:
    """A step over its step size."""
    found: Array = u / np.sqrt(np.maximum(W + a * u * u, floor))
    return found


def step(draw: np.random.Generator) -> float:
    """How far a pair of signs leaves its two ends, over the larger of both steps."""
    g, z, floor = (10 ** draw.uniform(-6, 6, POINTS) for _ in range(3))
    a = 10 ** draw.uniform(-6, 0, POINTS)
    W = draw.choice([-1, 1], POINTS) * floor * 10 ** draw.uniform(-6, 6, POINTS)
    near = draw.random(POINTS) < 0.5  # where the floor ends
    z = np.where(near, np.sqrt(np.maximum(floor - W, 0) / a) * draw.uniform(0.9, 1.1, POINTS), z)
    pair = (moved(g + z, W, a, floor) + moved(g - z, W, a, floor)) / 2
    top = g / np.sqrt(np.maximum(W, floor))
    share = a * (g * g + 3 * z * z) / (2 * floor)
    scale = top + np.maximum(np.abs(moved(g + z, W, a, floor)), np.abs(moved(g - z, W, a, floor)))
    return float(max(((pair - top) / scale).max(), ((top - top * share - pair) / scale).max()))


def problem(draw: np.random.Generator) -> float:
    """The mean slope of a run over its bound."""
    beta2, floor = 1 - 10 ** draw.uniform(-3, 0), 10 ** draw.uniform(-6, 6)
    u, s = math.sqrt(floor) * 10 ** draw.uniform(-1, 1, 2)
    p, phi = draw.uniform(0.01, 0.99), floor * 10 ** draw.uniform(-3, 1)
    top = abs(p * u - (1 - p) * s)  # of the slopes, and the law of batches at the start
    clip = math.sqrt(top**2 + p * (1 - p) * (u + s) ** 2)
    gap, alpha = 10 ** draw.uniform(-2, 2) * top, 10 ** draw.uniform(-2, 1)
    run = CorrectedAdam(gap, top, 1, clip, 2 * max(u, s) + top, phi, floor, beta2)
    method = Adam(alpha, beta1=0.0, beta2=beta2, noise_variance=phi, floor=floor)
    # F' = top at the start, and falls to 0 over a unit of length, so that F is gap above its least.
    straight = max(gap / top - 0.5, 0.0)
    height = top if gap >= top / 2 else math.sqrt(2 * gap * top)
    state, total = adam.init(np.full(COPIES, straight + height / top)), 0.0
    for _ in range(STEPS):
        slope = top * np.clip(state.x, -1, 1)
        rare = draw.random(COPIES) < p
        batch = slope + (u + s) * (rare - p)
        total += float(np.abs(slope).mean())
        state = adam.update(method, state, batch + math.sqrt(phi) * draw.normal(size=COPIES))
    return total / STEPS / float(mean_slope(run, alpha, STEPS))


def main() -> None:
    """Both attacks."""
    draw = np.random.default_rng(1)
    print(f"a step, {POINTS} points: beyond its ends by at most {step(draw):.1e} of its size")
    print(
        f"{PROBLEMS} runs: at most {max(problem(draw) for _ in range(PROBLEMS)):.3f} of the bound"
    )


if __name__ == "__main__":
    main()

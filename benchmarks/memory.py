"""The best groups of a long network for every number of groups, in exact whole numbers."""

import random

from benchmarks.harness import Row, interleaved
from dptheory.memory.grouping import optimal_groupings

LAYERS = 200
BUDGET = 1.0  # seconds


def groupings() -> list[Row]:
    """Budget over the time of all M = 1, ..., 200."""
    draws = random.Random(0)
    activations, gradients = ([draws.randrange(1, 10**6) for _ in range(LAYERS)] for _ in range(2))
    (seconds,) = interleaved([(lambda: optimal_groupings(activations, gradients), 1)])
    name = f"optimal groups of {LAYERS} layers, every M ({seconds * 1e3:.2g} ms)"
    return [Row(name, BUDGET / seconds, "1 s", 1)]

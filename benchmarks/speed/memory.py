"""The best groups of a long network for every number of groups, in exact whole numbers."""

import random

from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import row_of_parts
from dptheory.memory.grouping import optimal_groupings

LAYERS = 200


def every_first_layer(activations: list[int], gradients: list[int]) -> list[int]:
    """Smallest peaks by the recursion without its pointer: every first layer of the last group."""
    layers = len(activations)
    held, outputs = [0], [0]
    for a, g in zip(activations, gradients, strict=True):
        outputs.append(outputs[-1] + g)
        held.append(held[-1] + a + g)
    values, peaks = held, [held[-1]]
    for m in range(2, layers + 1):
        values = [0] * m + [
            min(max(held[e] - outputs[f - 1], values[f - 1]) for f in range(m, e + 1))
            for e in range(m, layers + 1)
        ]
        peaks.append(values[-1])
    return peaks


def groupings() -> list[Row]:
    """All M = 1, ..., 200, against the same recursion without the pointer that only moves up."""
    draws = random.Random(0)
    activations, gradients = ([draws.randrange(1, 10**6) for _ in range(LAYERS)] for _ in range(2))

    def ours() -> object:
        return optimal_groupings(activations, gradients)

    found, other = interleaved(
        [(ours, 1), (lambda: every_first_layer(activations, gradients), 1)], rounds=3
    )
    name = f"optimal groups of {LAYERS} layers, every M, in whole numbers of Python"
    return [row_of_parts(name, ours, found, "every first layer tried", other)]

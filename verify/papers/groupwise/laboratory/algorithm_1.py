"""Algorithm 1, the book-keeping of activations and output gradients, and partitions of layers.

The count is the library's (:mod:`dptheory.memory.timeline`), event by event; groups are given by
the last layer of each, as the paper's G_m[-1], or by a partition, contiguous or not.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from dptheory.memory.timeline import group_peaks, groups_from
from dptheory.memory.timeline import peak as largest_held
from verify.formula.evaluate import Point
from verify.language.symbols import Box


@dataclass(frozen=True)
class Partition:
    """The group, from 1 to M, of each of the layers; none is empty."""

    needs: tuple[str, ...] = ("layers", "M")

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        n, M = int(point["layers"]), int(point["M"])
        more = rng.integers(1, M + 1, size=max(n - M, 0))
        return tuple(int(m) for m in rng.permutation([*range(1, M + 1), *more]))

    def corners(self, point: Point) -> tuple[Any, ...]:
        n, M = int(point["layers"]), int(point["M"])
        return (tuple(min(i, M) for i in range(1, n + 1)), tuple(i % M + 1 for i in range(n)))

    def contains(self, value: Any, point: Point) -> bool:
        labels = set(range(1, int(point["M"]) + 1))
        return len(value) == point["layers"] and set(value) == labels

    def words(self) -> str:
        return "a partition of the layers into M groups"


def groups_of(partition: Any) -> list[list[int]]:
    """The layers of each group, counted from 1."""
    return [
        [i for i, group in enumerate(partition, 1) if group == label]
        for label in sorted(set(partition))
    ]


def stored(tokens: Any, inputs: Any, outputs: Any) -> tuple[list[Any], list[Any]]:
    """The activations T d and the output gradients T p of each layer."""
    return (
        [T * d for T, d in zip(tokens, inputs, strict=True)],
        [T * p for T, p in zip(tokens, outputs, strict=True)],
    )


def _batch(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """Stored numbers of a batch's activations and output gradients, and the groups."""
    activations, gradients = ([B * x for x in found] for found in stored(tokens, inputs, outputs))
    firsts = [1, *(end + 1 for end in groups[:-1])]
    return activations, gradients, groups_from(firsts, len(tokens))


def peak_at(B: Any, first: int, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """What is cached when the backward pass reaches the first layer of a group.

    The forward pass caches every activation; a step back through layer l adds its output gradient;
    the first layer of a group deletes both of all layers of the group.
    """
    return group_peaks(*_batch(B, tokens, inputs, outputs, groups))[first]


def peak(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """The most that is cached at any event, in the forward pass or in the backward pass."""
    return largest_held(*_batch(B, tokens, inputs, outputs, groups))


def largest(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any, less: int = 1) -> Any:
    """The largest of the sums of (8) over the groups, as printed or with both ends of a group."""
    return B * largest_sum(*stored(tokens, inputs, outputs), groups, less)


def largest_sum(activations: Any, gradients: Any, lasts: Any, less: int) -> Any:
    """The same from what each layer stores."""
    return max(
        sum(activations[: last - less]) + sum(gradients[above + less : last - less])
        for above, last in pairwise((0, *lasts))
    )

"""Partitions of layers into groups, contiguous or not."""

from dataclasses import dataclass
from typing import Any

import numpy as np

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

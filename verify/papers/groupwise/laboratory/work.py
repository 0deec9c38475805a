"""The work of Algorithm 1: its events in order, and the operations of each.

A layer has T rows of d numbers and p outputs. A multiplication, a sum of two numbers, a root and a
division count 1 each; norms are those of the BK algorithm, from the T x T products of activations
and of output gradients. A grouping is any partition of the layers 1, ..., l, or of their arrays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language.symbols import Box, Real, of_kind, sequence
from verify.papers.groupwise.notation import V as PAPER

FORWARD, OUTPUT, NORM, FACTOR, PARAMETER = "forward", "output", "norm", "factor", "parameter"


@dataclass(frozen=True)
class Partition:
    """Any partition of the layers, or of other units."""

    needs: tuple[str, ...] = ("layers",)
    units: str = "layers"

    def size(self, point: Point) -> int:
        """How many units there are: the symbol, or the sum of its entries."""
        found = point[self.needs[0]]
        return sum(found) if isinstance(found, tuple) else int(found)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        size = self.size(point)
        return _groups(rng.integers(0, rng.integers(1, size + 1), size))

    def corners(self, point: Point) -> tuple[Any, ...]:
        size = self.size(point)
        return tuple(_groups(np.arange(size) // k) for k in {1, 2, size})

    def contains(self, value: Any, point: Point) -> bool:
        return sorted(i for g in value for i in g) == list(range(1, self.size(point) + 1))

    def words(self) -> str:
        return f"a partition of the {self.units}"


def _groups(labels: Any) -> tuple[tuple[int, ...], ...]:
    """Groups of units from a label for each."""
    found: dict[int, list[int]] = {}
    for unit, label in enumerate(labels, 1):
        found.setdefault(int(label), []).append(unit)
    return tuple(map(tuple, found.values()))


SIZE = Real(Fraction(1))
V = PAPER.extended(
    tokens=sequence("layers", "T", unit="1", entry=SIZE),
    inputs=sequence("layers", "d", unit="1", entry=SIZE),
    outputs=sequence("layers", "p", unit="1", entry=SIZE),
    groups=of_kind(Partition(), r"\mathcal G", unit="1"),
)
SHAPES = (V.tokens, V.inputs, V.outputs)


def all_layer(layers: int) -> tuple[tuple[int, ...], ...]:
    """One group."""
    return (tuple(range(1, layers + 1)),)


def layer_wise(layers: int) -> tuple[tuple[int, ...], ...]:
    """A group a layer."""
    return tuple((layer,) for layer in range(1, layers + 1))


def events(homes: Sequence[int], groups: Sequence[Sequence[int]]) -> Iterator[tuple[str, int]]:
    """(what, layer, unit or number of units of a group) in the order of Algorithm 1.

    Args:
        homes: the layer of every unit (a layer, or an array of parameters), in ascending order;
            units and layers count from 1. groups: of units.
    """
    for layer in range(1, homes[-1] + 1):
        yield FORWARD, layer
    for layer in range(homes[-1], 0, -1):
        yield OUTPUT, layer
        here = [unit for unit, home in enumerate(homes, 1) if home == layer]
        yield from ((NORM, unit) for unit in here)
        for group in sorted(groups, key=min):
            if min(group) in here:
                yield FACTOR, len(group)
                # Line 9 names no order: that of the backward pass.
                yield from ((PARAMETER, r) for r in sorted(group, reverse=True))


def operations(what: str, T: Any, d: Any, p: Any) -> Any:
    """Of an event of a layer, for one record."""
    product = 2 * T * d * p
    return {
        FORWARD: product,
        OUTPUT: product,
        NORM: 2 * T**2 * (d + p + 1),
        PARAMETER: product + T * p,
    }[what]


def total_operations(
    B: Any, tokens: Sequence[Any], inputs: Sequence[Any], outputs: Sequence[Any], groups: Any
) -> Any:
    """The operations of Algorithm 1 up to its line 11, for B records."""
    found = 0
    for what, k in events(range(1, len(tokens) + 1), groups):
        if what == FACTOR:
            # k - 1 sums of squared norms; a root, the sum with 0.01 and a division.
            found += B * (k - 1 + 3)
        else:
            found += B * operations(what, tokens[k - 1], inputs[k - 1], outputs[k - 1])
    return found


def out_of_order(order: Sequence[tuple[int, int]]) -> int:
    """Pairs of output and parameter gradients that back-propagation takes the other way round.

    Entries are (layer, 0) for its output gradient and (layer, 1) for a parameter gradient;
    back-propagation goes down the layers, in a layer from 0 to 1.
    """
    keys = [(-layer, kind) for layer, kind in order]
    return sum(later < first for i, first in enumerate(keys) for later in keys[i + 1 :])

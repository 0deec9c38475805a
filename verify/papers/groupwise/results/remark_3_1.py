r"""Section 3, Remark 3.1: layer-wise and param-wise clipping keep the order of back-propagation.

Back-propagation goes down the layers, and has the output gradient of a layer before its parameter
gradients. Counted are the pairs of gradients that Algorithm 1 takes the other way round, where its
groups are any of arrays of parameters (a weight, a bias).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import claim, external, instance, number, of_kind, says
from verify.language.symbols import Box
from verify.papers.groupwise.laboratory import work


@dataclass(frozen=True)
class Arrays:
    """How many arrays of parameters each layer has."""

    needs: tuple[str, ...] = ("layers",)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return tuple(int(k) for k in rng.integers(1, 4, int(point["layers"])))

    def corners(self, point: Point) -> tuple[Any, ...]:
        return tuple((k,) * int(point["layers"]) for k in (1, 2))

    def contains(self, value: Any, point: Point) -> bool:
        return len(value) == int(point["layers"]) and all(k >= 1 for k in value)

    def words(self) -> str:
        return "a number of arrays for each layer, at least one"


V = work.V.extended(
    tensors=of_kind(Arrays(), "k", unit="1"),
    arrays=of_kind(work.Partition(("tensors",), "arrays"), r"\mathcal G", unit="1"),
)


def homes(tensors: Sequence[int]) -> list[int]:
    """The layer of every array."""
    return [layer for layer, count in enumerate(tensors, 1) for _ in range(count)]


def in_groups(tensors: Sequence[int], groups: Sequence[Sequence[int]]) -> int:
    """Pairs of Algorithm 1, a parameter gradient for each array."""
    found, layer_of = [], homes(tensors)
    for what, k in work.events(layer_of, groups):
        if what == work.OUTPUT:
            found.append((k, 0))
        elif what == work.PARAMETER:
            found.append((layer_of[k - 1], 1))
    return work.out_of_order(found)


def layer_wise(tensors: Sequence[int]) -> int:
    """Pairs where the arrays of a layer are a group."""
    arrays = list(enumerate(homes(tensors), 1))
    layers = range(1, len(tensors) + 1)
    return in_groups(tensors, [[k for k, home in arrays if home == layer] for layer in layers])


def first_arrays_together(tensors: Sequence[int]) -> int:
    """The same, but for the first arrays of the layers, which are one group."""
    arrays = range(1, sum(tensors) + 1)
    first = [k for k in arrays if k == 1 or homes(tensors)[k - 2] < homes(tensors)[k - 1]]
    return in_groups(tensors, [first, *([k] for k in arrays if k not in first)])


FIRST = external("pairs out of order, first arrays together", first_arrays_together, V.tensors)
GROUPS = external("pairs out of order", in_groups, V.tensors, V.arrays)
BY_LAYER = says(external("pairs out of order, layer-wise", layer_wise, V.tensors) == 0).argued(
    "A group of one layer is complete when its output gradient is there: its parameter "
    "gradients come next."
)
PARAM_WISE = external(
    "pairs out of order, param-wise",
    lambda tensors: in_groups(tensors, [[k] for k in range(1, sum(tensors) + 1)]),
    V.tensors,
    means="the pairs of groups whose noise is not drawn in the order of back-propagation, each "
    "parameter in a group of its own",
)
BY_PARAMETER = says(PARAM_WISE == 0).argued(
    "The groups of a layer are complete when its output gradient is there, and their "
    "parameter gradients come before the next output gradient."
)
FEWER = external("groups", len, V.arrays, means="the number of groups") < V.layers
LAYERS = instance("layers=2 tensors=(2,2) arrays=((1,2,3,4),)")
ARRAYS = instance("layers=2 tensors=(2,2)")
REMARK_3_1 = (
    claim("groupwise/remark-3.1", "§3, Remark 3.1", "the order of back-propagation")
    .says(
        {"layer-wise": BY_LAYER, "param-wise": BY_PARAMETER},
        # Fewer groups than layers change the order.
        notes=(says(number(0) < GROUPS, given=[FEWER]),),
    )
    .rejects("two layers in a group", part="layer-wise", left=GROUPS, at=LAYERS)
    .rejects("two arrays of different layers in a group", part="param-wise", left=FIRST, at=ARRAYS)
)

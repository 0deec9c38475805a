r"""Section 3, after Algorithm 1: the time of all groupings of layers, and their order (Remark 3.1).

Output gradients, norms and parameter gradients are those of all-layer clipping, one by one. What
differs: a group has a root and a division of its own for every record (line 8), while sums of norms
(line 7) and with 0.01 are as many for every grouping.

**Remark 3.1**: layer-wise and param-wise clipping keep the order of back-propagation.
Back-propagation goes down the layers, and has the output gradient of a layer before its parameter
gradients. Counted are the pairs of gradients that Algorithm 1 takes the other way round, where its
groups are any of arrays of parameters (a weight, a bias).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from dptheory.memory.models import network
from verify.formula.evaluate import Point
from verify.language import claim, described, external, index, instance, number, says, total
from verify.language.symbols import Box, of_kind, real
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, sum_over, words
from verify.papers.groupwise.laboratory import work
from verify.papers.groupwise.laboratory.work import NORM, OUTPUT, PARAMETER, SHAPES, V


def products(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """Operations of output gradients, norms and parameter gradients, event by event."""
    layers = range(1, len(tokens) + 1)
    done = [e for e in work.events(layers, groups) if e[0] in (OUTPUT, NORM, PARAMETER)]
    return sum(
        B * work.operations(what, tokens[k - 1], inputs[k - 1], outputs[k - 1]) for what, k in done
    )


def all_layer(count: Callable[..., Any], B: Any, tokens: Any, inputs: Any, outputs: Any) -> Any:
    """The number of operations of all-layer clipping."""
    return count(B, tokens, inputs, outputs, work.all_layer(len(tokens)))


def added_share(model: str) -> Fraction:
    """What layer-wise clipping adds to all-layer clipping of a published network, as a share."""
    layers = network(model).layers
    shapes = [[getattr(x, n) for x in layers] for n in ("tokens", "inputs", "outputs")]
    return Fraction(2 * (len(layers) - 1), int(all_layer(work.total_operations, 1, *shapes)))


GRADIENTS = external("operations on gradients and norms", products, V.B, *SHAPES, V.groups)
ONE_BY_ONE = external("those of all-layer clipping", partial(all_layer, products), V.B, *SHAPES)
SAME = says(GRADIENTS == ONE_BY_ONE).argued(
    "Every layer has its output gradient, norm and parameter gradient once, whichever "
    "group it is in."
)
NARROW = {"B": 1, "layers": 9, **dict.fromkeys(("tokens", "inputs", "outputs"), (Fraction(1),) * 9)}
LAYERS = NARROW | {"groups": work.layer_wise(9)}
WORK = external("operations of Algorithm 1", work.total_operations, V.B, *SHAPES, V.groups)
ONE_GROUP = external(
    "operations of all-layer clipping", partial(all_layer, work.total_operations), V.B, *SHAPES
)
BEYOND = external("groups beyond the first", lambda groups: len(groups) - 1, V.groups)
BEYOND = described(BEYOND, "the number of groups but one")
K = index("k")
ROWS, WIDE, HIGH = V.tokens[K], V.inputs[K], V.outputs[K]
# Forward, output gradient and parameter gradient; the norms; the factors of all rows.
OF_LAYER = 6 * ROWS * WIDE * HIGH + 2 * ROWS**2 * (WIDE + HIGH + 1) + ROWS * HIGH
OF_LAYERS = total(K, 1, V.layers, OF_LAYER)
SIZE = V.extended(size=real("x", unit="1")).size
TIME = says(
    WORK <= number(8) / 7 * ONE_GROUP,
    at=LAYERS,
    by=Derive(
        add(
            substitute(says(SIZE == SIZE), {"size": ONE_GROUP}),
            chain(
                words(
                    "A group takes two operations more than the sums of its layers' norms.",
                    WORK - ONE_GROUP == 2 * V.B * BEYOND,
                ),
                multiply(words("No group is empty.", BEYOND <= V.layers - 1), 2 * V.B),
                # A layer takes 14 operations at least, the sum of its norms among them.
                multiply(
                    add(
                        multiply(sum_over(K, 1, V.layers, shown(OF_LAYER >= 13)), Fraction(1, 7)),
                        shown(V.layers / 7 - 2 <= V.layers / 7 + Fraction(2, 7)),
                    ),
                    V.B,
                ),
                multiply(
                    add(
                        shown(V.B * OF_LAYERS == V.B * OF_LAYERS),
                        words(
                            "Beside the events of the layers there are a sum a layer and two more.",
                            V.B * (V.layers + 2) == ONE_GROUP - V.B * OF_LAYERS,
                        ),
                    ),
                    Fraction(1, 7),
                ),
            ),
        )
    ),
)
ALG_1_TIME = (
    claim("groupwise/alg-1-time", "§3, after Alg 1; Fig 2", "The time of all groupings of layers")
    .says(
        {"the same gradients and norms": SAME, "the same order of time": TIME},
        notes=(
            says(WORK == ONE_GROUP + 2 * V.B * BEYOND),
            # Layer-wise clipping against one group.
            *(
                says(external(f"share added, {name}", lambda name=name: added_share(name)) < share)
                for name, share in (
                    ("ViT-large", Fraction(1, 10**8)),
                    ("ViT-small", Fraction(1, 10**7)),
                    ("RoBERTa-base", Fraction(1, 10**7)),
                )
            ),
        ),
    )
    .rejects(
        "no more than a tenth",
        part="the same order of time",
        right=number(11) / 10 * ONE_GROUP,
        at=LAYERS,
    )
    .rejects(
        "roots and divisions included",
        part="the same gradients and norms",
        left=WORK,
        right=ONE_GROUP,
        at=LAYERS,
    )
)


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
        return "how many arrays of parameters each layer has, at least one"


W = work.V.extended(
    tensors=of_kind(Arrays(), "k", unit="1"),
    arrays=of_kind(work.Partition(("tensors",), "arrays"), r"\mathcal G", unit="1"),
)


def homes(tensors: Sequence[int]) -> list[int]:
    """The layer of every array."""
    return [layer for layer, count in enumerate(tensors, 1) for _ in range(count)]


def in_groups(tensors: Sequence[int], groups: Sequence[Sequence[int]]) -> int:
    """How many pairs of gradients leave the order of back-propagation, each array having one."""
    found, layer_of = [], homes(tensors)
    for what, k in work.events(layer_of, groups):
        if what == work.OUTPUT:
            found.append((k, 0))
        elif what == work.PARAMETER:
            found.append((layer_of[k - 1], 1))
    return work.out_of_order(found)


def layer_wise(tensors: Sequence[int]) -> int:
    """How many pairs of gradients leave the order of back-propagation, a layer being a group."""
    arrays = list(enumerate(homes(tensors), 1))
    layers = range(1, len(tensors) + 1)
    return in_groups(tensors, [[k for k, home in arrays if home == layer] for layer in layers])


def first_arrays_together(tensors: Sequence[int]) -> int:
    """The same, but for the first arrays of the layers, which are one group."""
    arrays = range(1, sum(tensors) + 1)
    first = [k for k in arrays if k == 1 or homes(tensors)[k - 2] < homes(tensors)[k - 1]]
    return in_groups(tensors, [first, *([k] for k in arrays if k not in first)])


FIRST = external("pairs out of order, first arrays together", first_arrays_together, W.tensors)
GROUPS = external("pairs out of order", in_groups, W.tensors, W.arrays)
BY_LAYER = says(external("pairs out of order, layer-wise", layer_wise, W.tensors) == 0).argued(
    "A group of one layer is complete when its output gradient is there: its parameter "
    "gradients come next."
)
PARAM_WISE = external(
    "pairs out of order, param-wise",
    lambda tensors: in_groups(tensors, [[k] for k in range(1, sum(tensors) + 1)]),
    W.tensors,
    means="the pairs of groups whose noise is not drawn in the order of back-propagation, each "
    "parameter in a group of its own",
)
BY_PARAMETER = says(PARAM_WISE == 0).argued(
    "The groups of a layer are complete when its output gradient is there, and their "
    "parameter gradients come before the next output gradient."
)
FEWER = external("groups", len, W.arrays, means="the number of groups") < W.layers
TWO_LAYERS = instance("layers=2 tensors=(2,2) arrays=((1,2,3,4),)")
ARRAYS = instance("layers=2 tensors=(2,2)")
REMARK_3_1 = (
    claim("groupwise/remark-3.1", "§3, Remark 3.1", "The order of back-propagation")
    .says(
        {"layer-wise": BY_LAYER, "param-wise": BY_PARAMETER},
        # Fewer groups than layers change the order.
        notes=(says(number(0) < GROUPS, given=[FEWER]),),
    )
    .rejects("two layers in a group", part="layer-wise", left=GROUPS, at=TWO_LAYERS)
    .rejects("two arrays of different layers in a group", part="param-wise", left=FIRST, at=ARRAYS)
)

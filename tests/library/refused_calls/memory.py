"""What dptheory.memory does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from functools import partial
from typing import Any

from dptheory.memory import Network, network
from dptheory.memory.grouping import (
    equal_layers_peak,
    grouping_peak,
    layer_wise_peak,
    optimal_groupings,
    uniform_boundaries,
)
from dptheory.memory.layers import Layer
from dptheory.memory.speed import largest_batch, throughput
from dptheory.memory.timeline import groups_from, peak


def one_group(activations: Any, gradients: Any) -> Any:
    return peak(activations, gradients, [(1, 2)])


def blocked(*order: Any) -> Any:
    return Network("net", tuple(Layer("a", 1, 1, 1, block) for block in order))


ENDS = partial(groups_from, layers=6)
TWO_LAYERS = partial(peak, [1, 1], [1, 1])
CUT = partial(grouping_peak, [1, 1, 1], [1, 1, 1])

REFUSED = {
    "boundaries must be 1 and then increasing layers up to 6. Found [].":
        [lambda: ENDS(boundaries=())],
    "boundaries must be 1 and then increasing layers up to 6. Found [2, 3].":
        [lambda: ENDS(boundaries=(2, 3))],
    "boundaries must be 1 and then increasing layers up to 6. Found [1, 1].":
        [lambda: ENDS(boundaries=(1, 1))],
    "boundaries must be 1 and then increasing layers up to 6. Found [1, 4, 3].":
        [lambda: ENDS(boundaries=(1, 4, 3))],
    "boundaries must be 1 and then increasing layers up to 6. Found [1, 7].":
        [lambda: ENDS(boundaries=(1, 7))],
    "boundaries must be 1 and then increasing layers up to 6. Found [0, 1].":
        [lambda: ENDS(boundaries=(0, 1))],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [].":
        [lambda: TWO_LAYERS(groups=[])],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [[1]].":
        [lambda: TWO_LAYERS(groups=[(1,)])],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [[1, 2], [2]].":
        [lambda: TWO_LAYERS(groups=[(1, 2), (2,)])],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [[1, 2], []].":
        [lambda: TWO_LAYERS(groups=[(1, 2), ()])],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [[1, 3]].":
        [lambda: TWO_LAYERS(groups=[(1, 3)])],
    "groups must be nonempty and hold each of the layers 1 to 2 once. Found [[0, 1]].":
        [lambda: TWO_LAYERS(groups=[(0, 1)])],
    "boundaries must be 1 and then increasing layers up to 3. Found [].":
        [lambda: CUT(boundaries=())],
    "boundaries must be 1 and then increasing layers up to 3. Found [3].":
        [lambda: CUT(boundaries=(3,))],
    "boundaries must be 1 and then increasing layers up to 3. Found [2, 1].":
        [lambda: CUT(boundaries=(2, 1))],
    "boundaries must be 1 and then increasing layers up to 3. Found [1, 1, 9].":
        [lambda: CUT(boundaries=(1, 1, 9))],
    "boundaries must be 1 and then increasing layers up to 3. Found [1, 4].":
        [lambda: CUT(boundaries=(1, 4))],
    "activations must be of at least one layer. Found none.":
        [lambda: one_group([], []), lambda: layer_wise_peak([], []),
         lambda: optimal_groupings([], [])],
    "groups must be at most 2500 for optimal groups of 4000 layers. Found 4000.":
        [lambda: optimal_groupings([1] * 4000, [1] * 4000)],
    "groups must be at most 2500 for optimal groups of 4000 layers. Found 2501.":
        [lambda: optimal_groupings([1] * 4000, [1] * 4000, 2501)],
    "gradients must be one a layer (2). Found 1.":
        [lambda: one_group([1, 1], [1]), lambda: grouping_peak([1, 1], [1], (1,))],
    "activations must be at least 0. Found -1.": [lambda: one_group([1, -1], [1, 1])],
    "gradients must be at least 0. Found -2.": [lambda: one_group([1, 1], [-2, 1])],
    "gradients must be one a layer (3). Found 2.": [lambda: optimal_groupings([1, 1, 1], [1, 1])],
    "groups must be a whole number from 1 to 3. Found 0.":
        [lambda: optimal_groupings([1] * 3, [1] * 3, groups=0)],
    "groups must be a whole number from 1 to 3. Found -1.":
        [lambda: optimal_groupings([1] * 3, [1] * 3, groups=-1)],
    "groups must be a whole number from 1 to 3. Found 4.":
        [lambda: optimal_groupings([1] * 3, [1] * 3, groups=4)],
    "activation must be nonnegative and finite. Found -1.":
        [lambda: equal_layers_peak(-1, 1, 2, 1)],
    "gradient must be nonnegative and finite. Found -1.": [lambda: equal_layers_peak(1, -1, 2, 1)],
    "activation + gradient must be positive and finite. Found 0.":
        [lambda: equal_layers_peak(0, 0, 2, 1)],
    "layers must be a whole number at least 1. Found 0.": [lambda: equal_layers_peak(1, 1, 0, 1)],
    "groups must be a whole number from 1 to 2. Found 3.": [lambda: equal_layers_peak(1, 1, 2, 3)],
    "groups must divide the 24 blocks of vit-large for uniform groups: one of 1, 2, 3, 4, 6, 8, "
    "12, 24.":
        [lambda: uniform_boundaries(network("vit-large"), groups=5),
         lambda: uniform_boundaries(network("vit-large"), groups=7),
         lambda: uniform_boundaries(network("vit-large"), groups=48),
         lambda: uniform_boundaries(network("vit-large"), groups=147)],
    "groups must be 1 with net, which has no blocks. Found 2.":
        [lambda: uniform_boundaries(blocked(0, 0), 2)],
    "tokens of layer 'a' must be a whole number at least 1. Found 0.":
        [lambda: Layer("a", 0, 1, 1)],
    "inputs of layer 'a' must be a whole number at least 0. Found -1.":
        [lambda: Layer("a", 1, -1, 1)],
    "outputs of layer 'a' must be a whole number at least 0. Found 2.5.":
        [lambda: Layer("a", 1, 1, 2.5)],
    "block of layer 'a' must be a whole number at least 0. Found -1.":
        [lambda: Layer("a", 1, 1, 1, -1)],
    "blocks of net must be numbered 1, 2, ... from the input on, without a layer outside between "
    "them.":
        [lambda: blocked(2), lambda: blocked(1, 3), lambda: blocked(1, 0, 2), lambda: blocked(2, 1),
         lambda: blocked(1, 2, 1)],
    "layers of net must be at least one. Found none.": [lambda: Network("net", ())],
    "model must be one of vit-small, vit-base, vit-large, roberta-base, roberta-large, "
    "gpt2-small, gpt2-medium, gpt2-large. Found 'vit-huge'.":
        [lambda: network("vit-huge")],
    "tokens must be a whole number from 2 to 1000000000. Found 1.":
        [lambda: network("vit-small", 1)],
    "tokens must be a whole number from 1 to 512. Found 513.":
        [lambda: network("roberta-base", 513)],
    "tokens must be a whole number from 1 to 1024. Found 0.": [lambda: network("gpt2-large", 0)],
    "classes must be a whole number from 1 to 1000000000. Found 0.":
        [lambda: network("vit-small", None, 0)],
    "classes must be left out with gpt2-small, whose outputs are its words. Found 2.":
        [lambda: network("gpt2-small", None, 2)],
    "memory must be nonnegative and finite. Found -1.": [lambda: largest_batch(-1, 1)],
    "peak must be positive and finite. Found 0.": [lambda: largest_batch(1, 0)],
    "fixed must be nonnegative and finite. Found -1.": [lambda: largest_batch(1, 1, -1)],
    "batch_size must be a whole number at least 0. Found -1.": [lambda: throughput(-1, 1, 1)],
    "batch_size must be a whole number at least 0. Found 2.5.": [lambda: throughput(2.5, 1, 1)],
    "start + each must be positive and finite. Found 0.": [lambda: throughput(1, 0, 0)],
    "start must be nonnegative and finite. Found -1.": [lambda: throughput(1, each=2, start=-1)],
    "each must be nonnegative and finite. Found -2.": [lambda: throughput(1, start=1, each=-2)],
}  # fmt: skip

"""Groups of layers and peak memory: what a grouping can reach (:mod:`dptheory.memory`).

A contiguous grouping with the lowest layers of any other never holds more, and splitting groups
never does. The peak of layer-wise clipping is reached by as many groups as the number of layers has
binary digits where all layers store as much forward as backward (A = P), and by at most 11 in the
paper's networks; 11 with two tokens, at most 10 with 16 or more. Networks are called by their
millions of parameters (:mod:`verify.papers.groupwise.laboratory.networks`).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from dptheory.memory.grouping import fewest_groups
from dptheory.memory.timeline import DELETION, contiguous, events
from verify.formula.evaluate import Undefined
from verify.language import Draft, agrees, claim, natural, of_kind, says
from verify.language.formulas import Formula, external, index, total
from verify.methods.derive import Derive, add, multiply, sum_over, words
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.algorithm_1 import Partition, groups_of, stored

V = networks.V.extended(
    partition=of_kind(Partition(), r"\mathcal G", unit="1"),
    other=of_kind(Partition(), r"\mathcal G'", unit="1"),
    L=natural("L", most=200),
    k=natural("k", search=(1, 12)),
)
NETWORK = (V.tokens, V.inputs, V.outputs)
SOME = [V.layers >= V.M]
STORES = [*SOME, V.k <= 2 * V.layers]
i = index("i")


def lowest(groups: Any, layer: Any) -> int:
    """The lowest layer of a layer's group."""
    return int(min(min(group) for group in groups if layer in group))


def split(partition: Any, other: Any) -> list[list[int]]:
    """The groups of a partition, split by another one."""
    return groups_of(tuple(zip(partition, other, strict=True)))


def has_input(groups: Any, layer: Any, k: Any) -> int:
    """1 where a layer's input is held after the k-th store, else 0.

    Stores 1 to l are the inputs of the layers from the first on, l + 1 to 2l the output gradients
    from the last on. A group is freed once the backward pass is below its lowest layer.
    """
    layers = sum(len(group) for group in groups)
    if k > 2 * layers:
        raise Undefined(f"k must be a store, of {2 * layers}. Found {k}.")
    back = 2 * layers + 1 - k
    return int(layer <= k and (k <= layers or lowest(groups, layer) <= back))


def has_gradient(groups: Any, layer: Any, k: Any) -> int:
    """The same of its output gradient."""
    back = 2 * sum(len(group) for group in groups) + 1 - k
    return int(has_input(groups, layer, k) and layer >= back)


def counted(tokens: Any, inputs: Any, outputs: Any, groups: Any, k: Any) -> Any:
    """What the library counts after the k-th store."""
    steps = events(*stored(tokens, inputs, outputs), groups)
    stores = [event.held for event in steps if event.kind != DELETION]
    if k > len(stores):
        raise Undefined(f"k must be a store, of {len(stores)}. Found {k}.")
    return stores[int(k) - 1]


class Grouping(NamedTuple):
    """Groups made from partitions, and what they hold after store k.

    Attributes:
        has_input, has_gradient: of layer i, 0 or 1. held: numbers a sample.
        counted: the same by the library.
    """

    has_input: Formula
    has_gradient: Formula
    held: Formula
    counted: Formula


def grouping(name: str, made: Callable[..., Any], *partitions: Formula) -> Grouping:
    """A grouping by its name."""

    def of_layer(function: Callable[..., int]) -> Formula:
        label = rf"[\text{{{name}: layer }}i\text{{ has its {function.__name__[4:]}}}]"
        return external(label, lambda *v: function(made(*v[:-2]), *v[-2:]), *partitions, i, V.k)

    inputs, gradients = of_layer(has_input), of_layer(has_gradient)
    terms = V.tokens[i] * V.inputs[i] * inputs + V.tokens[i] * V.outputs[i] * gradients

    def count(tokens: Any, inputs: Any, outputs: Any, *rest: Any) -> Any:
        return counted(tokens, inputs, outputs, made(*rest[:-1]), rest[-1])

    library = external(f"held, {name}", count, *NETWORK, *partitions, V.k)
    return Grouping(inputs, gradients, total(i, 1, V.layers, terms), library)


GIVEN = grouping("groups", groups_of, V.partition)
ADJACENT = grouping("contiguous groups", lambda p: contiguous(groups_of(p)), V.partition)
FINER = grouping("split groups", split, V.partition, V.other)


def freed_earlier(better: Grouping, why: str) -> Draft:
    """That one grouping holds no more than another one after every store."""
    return says(
        better.held <= GIVEN.held,
        given=STORES,
        by=Derive(
            sum_over(
                i,
                1,
                V.layers,
                add(
                    multiply(
                        words(why, better.has_input <= GIVEN.has_input), V.tokens[i] * V.inputs[i]
                    ),
                    multiply(
                        words(why, better.has_gradient <= GIVEN.has_gradient),
                        V.tokens[i] * V.outputs[i],
                    ),
                ),
            )
        ),
    )


CONTIGUOUS = freed_earlier(
    ADJACENT,
    "A layer of the contiguous grouping is freed at the highest of the lowest layers that "
    "is not above it; its own group is freed at a lowest layer not above it too.",
)
REFINED = freed_earlier(
    FINER,
    "A part of a group has a lowest layer that is not below that of the group, so that "
    "no layer is freed later.",
)
SUFFICE = (
    claim(
        "dptheory/contiguous-groups",
        "docs/memory.md, Theorems 1 and 2",
        "Contiguous groups suffice, and splitting groups costs no memory",
    )
    .says(
        {"contiguous": CONTIGUOUS, "split": REFINED},
        # What is held is what the library counts; a peak is the largest count.
        notes=tuple(agrees(g.held == g.counted, given=STORES) for g in (GIVEN, ADJACENT, FINER)),
    )
    .rejects("by a tenth", part="split", right=Fraction(9, 10) * GIVEN.held)
    .rejects("split below contiguous", part="split", left=GIVEN.held, right=FINER.held)
)


@cache
def fewest_of(L: int) -> int:
    """The fewest groups of L equal layers whose peak memory is that of one group a layer."""
    return len(fewest_groups([1] * L, [1] * L, L + 1).boundaries)


def binary_digits(L: int) -> int:
    """The number of binary digits of L."""
    return int(L).bit_length()


FEWEST = external("fewest groups", networks.fewest, V.network, V.T)
LAYERS = external("layers", networks.layers, V.network)
REACHED = (
    claim(
        "dptheory/layer-wise-peak-reached",
        "docs/memory.md, Section 3",
        "How few groups have the peak memory of one group a layer",
    )
    .says(
        {
            "equal layers, which store as much forward as backward": says(
                external("fewest groups of equal layers", fewest_of, V.L)
                == external("binary digits", binary_digits, V.L)
            ),
            "the paper's networks": says(FEWEST <= 11),
        },
        notes=(says(8 * FEWEST <= LAYERS), says(FEWEST <= 10, given=[V.T > 2])),
    )
    .rejects("10 groups", part="the paper's networks", right=10)
)

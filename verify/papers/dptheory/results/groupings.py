"""Groups of layers and peak memory: what a grouping can reach (:mod:`dptheory.memory`).

A contiguous grouping with the lowest layers of any other never holds more, and splitting groups
never does. The peak of layer-wise clipping is reached by as many groups as the number of layers has
binary digits where all layers store as much forward as backward (A = P), and by at most 11 in the
paper's networks; 11 with two tokens, at most 10 with 16 or more. Networks are called by their
millions of parameters (:mod:`verify.papers.groupwise.laboratory.networks`).
"""

from fractions import Fraction
from functools import cache
from typing import Any

from dptheory.memory.grouping import fewest_groups
from dptheory.memory.timeline import contiguous, events, peak
from verify.language import claim, external, natural, of_kind, says
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.partitions import Partition, groups_of, stored

V = networks.V.extended(
    partition=of_kind(Partition(), r"\mathcal G", unit="1"),
    other=of_kind(Partition(), r"\mathcal G'", unit="1"),
    L=natural("L", most=200),
)
NETWORK = (V.tokens, V.inputs, V.outputs)
SOME = [V.layers >= V.M]


def excess(tokens: Any, inputs: Any, outputs: Any, partition: Any) -> Any:
    """How much more the contiguous grouping holds than the partition, at the worst event."""
    sizes, groups = stored(tokens, inputs, outputs), groups_of(partition)
    steps = zip(events(*sizes, contiguous(groups)), events(*sizes, groups), strict=True)
    return max(a.held - b.held for a, b in steps)


def peak_of(tokens: Any, inputs: Any, outputs: Any, partition: Any) -> Any:
    """The peak of a partition."""
    return peak(*stored(tokens, inputs, outputs), groups_of(partition))


def peak_of_split(tokens: Any, inputs: Any, outputs: Any, partition: Any, other: Any) -> Any:
    """The peak where the groups of a partition are split by another one."""
    return peak_of(tokens, inputs, outputs, tuple(zip(partition, other, strict=True)))


EXCESS = external("excess of the contiguous groups", excess, *NETWORK, V.partition)
PEAK = external("peak", peak_of, *NETWORK, V.partition)
SPLIT = external("peak of the split groups", peak_of_split, *NETWORK, V.partition, V.other)
CONTIGUOUS = says(EXCESS <= 0, given=SOME).argued(
    "A layer of the contiguous grouping is freed at the highest of the lowest layers that "
    "is not above it; its own group is freed at a lowest layer not above it too."
)
REFINED = says(SPLIT <= PEAK, given=SOME).argued(
    "A part of a group has a lowest layer that is not below that of the group, so that "
    "no layer is freed later."
)
SUFFICE = (
    claim(
        "dptheory/contiguous-groups",
        "docs/memory.md, Theorems 1 and 2",
        "contiguous groups suffice, and splitting groups costs no memory",
        {"contiguous": CONTIGUOUS, "split": REFINED},
    )
    .rejects("by a tenth", part="split", right=Fraction(9, 10) * PEAK)
    .rejects("split below contiguous", part="split", left=PEAK, right=SPLIT)
)


@cache
def fewest_of(L: int) -> int:
    """The fewest groups of L layers, A = P, with the layer-wise peak."""
    return len(fewest_groups([1] * L, [1] * L, L + 1).boundaries)


def binary_digits(L: int) -> int:
    """How many binary digits L has: log2(L + 1), rounded up."""
    return int(L).bit_length()


FEWEST = external("fewest groups", networks.fewest, V.network, V.T)
LAYERS = external("layers", networks.layers, V.network)
REACHED = claim(
    "dptheory/layer-wise-peak-reached",
    "docs/memory.md, Section 3",
    "how many groups reach the peak of layer-wise clipping",
    {
        "equal layers, A = P": says(
            external("fewest groups of equal layers", fewest_of, V.L)
            == external("binary digits", binary_digits, V.L)
        ),
        "the paper's networks": says(FEWEST <= 11),
    },
    notes=(says(8 * FEWEST <= LAYERS), says(FEWEST <= 10, given=[V.T > 2])),
).rejects("10 groups", part="the paper's networks", right=10)

CLAIMS = (SUFFICE, REACHED)

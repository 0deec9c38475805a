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

from dptheory.memory.events import contiguous, events, peak
from dptheory.memory.grouping import fewest_groups
from verify.formula.expression import external
from verify.language.claim import Control, claim
from verify.language.notation import natural, of_kind
from verify.language.says import at_most, equal
from verify.methods.derive import Derive, words
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
CONTIGUOUS = at_most(
    V,
    EXCESS,
    0,
    where=SOME,
    by=Derive(
        words(
            "A layer of the contiguous grouping is freed at the highest of the lowest layers that "
            "is not above it; its own group is freed at a lowest layer not above it too.",
            EXCESS <= 0,
        )
    ),
)
REFINED = at_most(
    V,
    SPLIT,
    PEAK,
    where=SOME,
    by=Derive(
        words(
            "A part of a group has a lowest layer that is not below that of the group, so that "
            "no layer is freed later.",
            SPLIT <= PEAK,
        )
    ),
)
SUFFICE = claim(
    "dptheory/contiguous-groups",
    "docs/memory.md, Theorems 1 and 2",
    "contiguous groups suffice, and splitting groups costs no memory",
    {"contiguous": CONTIGUOUS, "split": REFINED},
    rejects=(
        Control(name="by a tenth", says=REFINED.but(right=Fraction(9, 10) * PEAK)),
        Control(name="split below contiguous", says=REFINED.but(left=PEAK, right=SPLIT)),
    ),
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
FEW = at_most(V, FEWEST, 11)
REACHED = claim(
    "dptheory/layer-wise-peak-reached",
    "docs/memory.md, Section 3",
    "how many groups reach the peak of layer-wise clipping",
    {
        "equal layers, A = P": equal(
            V,
            external("fewest groups of equal layers", fewest_of, V.L),
            external("binary digits", binary_digits, V.L),
        ),
        "the paper's networks": FEW,
    },
    notes=(
        at_most(V, 8 * FEWEST, LAYERS),
        at_most(V, FEWEST, 10, where=[V.T > 2]),
    ),
    rejects=(Control(name="10 groups", says=FEW.but(right=10)),),
)

CLAIMS = (SUFFICE, REACHED)

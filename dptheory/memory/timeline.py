r"""What Algorithm 1 of Bu et al. (2023) holds, event by event, for any partition into groups.

The forward pass stores the activation of every layer. The backward pass goes down from the last
layer: it stores the layer's output gradient, and at the lowest layer of a group, where the group's
gradient norms are complete, it deletes the activations and the output gradients of the whole group.

Counts may be of any exact type (whole numbers, fractions); layers are counted from 1, the input
side first. Without privacy every layer is freed after its own step, which is layer-wise clipping's
trace. As printed, a group's lowest output gradient is deleted before the layer below has its own
from it; the numbers handed down in between are not counted.

**Contiguous groups suffice.** A group is freed when the backward pass reaches its lowest layer. So
the lowest layers F of the groups decide when a layer r can be freed at best: at the highest of F
that is not above r. The contiguous grouping with the same F frees every r there
(:func:`contiguous`): as many groups, and at no event does it hold more. And a larger F, a group
split in two, frees no layer later: it never holds more either. Proofs: ``docs/memory.md``.

Source: Bu et al. (2023), Algorithm 1.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.numbers import Number
from dptheory.ranges import require

ACTIVATION, GRADIENT, DELETION = "activation", "gradient", "deletion"
Groups = Sequence[Collection[int]]


@dataclass(frozen=True)
class Event:
    """A store or a deletion.

    Attributes:
        kind: ``ACTIVATION`` or ``GRADIENT``, a store, or ``DELETION`` of a group.
        layer: the layer that stores, or the lowest one of the group.
        held: what is held after it.
    """

    kind: str
    layer: int
    held: Number


def events(
    activations: Sequence[Number], output_gradients: Sequence[Number], groups: Groups
) -> Iterator[Event]:
    """The events of one step of Algorithm 1, in their order.

    Args:
        activations: T_l d_l of each layer (times the batch, if one is meant), none negative.
        output_gradients: T_l p_l of each layer.
        groups: a partition of the layers 1, 2, ..., contiguous or not.

    Raises:
        ValueError: see :func:`check_sizes`; groups that are no partition of the layers.
    """
    layers = check_sizes(activations, output_gradients)
    check_partition(groups, layers)
    by_lowest = {min(group): group for group in groups}
    held: Number = 0
    for layer in range(1, layers + 1):
        held += activations[layer - 1]
        yield Event(ACTIVATION, layer, held)
    for layer in range(layers, 0, -1):
        held += output_gradients[layer - 1]
        yield Event(GRADIENT, layer, held)
        if layer in by_lowest:
            for r in by_lowest[layer]:
                held -= activations[r - 1] + output_gradients[r - 1]
            yield Event(DELETION, layer, held)


@public
def peak(
    activations: Sequence[Number], output_gradients: Sequence[Number], groups: Groups
) -> Number:
    """The largest number held at any event; arguments and errors as of :func:`events`.

    Example:
        >>> peak([10, 20, 30], [30, 20, 10], [[1, 2], [3]])
        80
    """
    return max(event.held for event in events(activations, output_gradients, groups))


def group_peaks(
    activations: Sequence[Number], output_gradients: Sequence[Number], groups: Groups
) -> dict[int, Number]:
    """What is held when the backward pass reaches a group's lowest layer, before the deletion.

    Returns:
        By lowest layer, in the order of the backward pass: from the output side on.
    """
    lowest = {min(group) for group in groups}
    return {
        event.layer: event.held
        for event in events(activations, output_gradients, groups)
        if event.kind == GRADIENT and event.layer in lowest
    }


def check_sizes(activations: Sequence[Number], output_gradients: Sequence[Number]) -> int:
    """The number of layers.

    Raises:
        ValueError: no layer, lists of different lengths, or a negative size.
    """
    layers = len(activations)
    require(layers >= 1, "activations", "of at least one layer", "none")
    require(
        len(output_gradients) == layers,
        "output_gradients",
        f"one a layer ({layers})",
        len(output_gradients),
    )
    for name, sizes in (("activations", activations), ("output_gradients", output_gradients)):
        smallest = min(sizes)
        require(smallest >= 0, name, "at least 0", smallest)
    return layers


def check_partition(groups: Groups, layers: int) -> None:
    """Raise ValueError unless every layer 1, ..., ``layers`` is in just one of the groups."""
    found = sorted(layer for group in groups for layer in group)
    if found != list(range(1, layers + 1)) or not all(groups):
        shown = [sorted(group) for group in groups]
        raise ArgumentError(
            f"groups must be nonempty and hold each of the layers 1 to {layers} once. "
            f"Found {shown}."
        )


def groups_from(boundaries: Sequence[int], layers: int) -> tuple[range, ...]:
    """The contiguous groups that begin at the given layers, the input side first.

    Raises:
        ValueError: the boundaries do not begin with 1, do not increase, or exceed the layers.
    """
    ends = [*boundaries[1:], layers + 1]
    groups = tuple(range(a, b) for a, b in zip(boundaries, ends, strict=False))
    if not boundaries or boundaries[0] != 1 or not all(groups):
        raise ArgumentError(
            f"boundaries must be 1 and then increasing layers up to {layers}. "
            f"Found {list(boundaries)}."
        )
    return groups


def contiguous(groups: Groups) -> tuple[range, ...]:
    """The contiguous groups with the lowest layers of the given ones: as many, never holding more.

    A layer of the k-th contiguous group is freed at its lowest layer f_k, the highest of all lowest
    layers that are not above it; its own group is freed at such a layer too, so no earlier.

    Raises:
        ValueError: the groups are no partition of layers 1, 2, ....
    """
    layers = sum(len(group) for group in groups)
    check_partition(groups, layers)
    return groups_from(sorted(min(group) for group in groups), layers)

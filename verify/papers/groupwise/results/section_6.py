"""Section 6, after Fact 6.1, and Figure 4: M groups and M peaks.

A peak is a time at which what is held has grown and then falls. The sentence and Algorithm 1 speak
of groups of layers: any partition. Beyond them, where every weight and every bias is a group, the
last of a layer's groups deletes what the layer stored, and there is a peak a layer.
"""

from collections.abc import Iterable
from typing import Any

from dptheory.memory.timeline import events
from verify.language import Formula, claim, external, of_kind, says
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.networks import layers, network, sizes
from verify.papers.groupwise.laboratory.partitions import Partition, groups_of, stored

V = networks.V.extended(partition=of_kind(Partition(), r"\mathcal G", unit="1"))


def count_peaks(held: Iterable[Any]) -> int:
    """How often a sequence rises and then falls, with or without a stay in between."""
    peaks, rising, before = 0, False, 0
    for now in held:
        peaks += rising and now < before
        rising = now > before or (rising and now == before)
        before = now
    return peaks


def peaks(tokens: Any, inputs: Any, outputs: Any, partition: Any) -> int:
    """The peaks of a step of Algorithm 1 with groups of layers."""
    steps = events(*stored(tokens, inputs, outputs), groups_of(partition))
    return count_peaks(event.held for event in steps)


def peaks_of_tensors(number: int, tokens: int) -> int:
    """The peaks where every tensor of a network is a group."""
    found, (activations, gradients) = network(number, tokens), sizes(number, tokens)
    held = [sum(activations[: i + 1]) for i in range(len(activations))]
    for i in range(len(activations) - 1, -1, -1):
        held.append(held[-1] + gradients[i])
        # The layer's other tensors are done, and its last one still needs what it stored.
        held += [held[-1]] * (len(found.layers[i].tensors) - 1)
        held.append(held[-1] - gradients[i] - activations[i])
    return count_peaks(held)


COUNTED = external("peaks of Algorithm 1", peaks, V.tokens, V.inputs, V.outputs, V.partition)
RISES: Formula = COUNTED == V.M
PARAM_WISE = external("peaks of param-wise clipping", peaks_of_tensors, V.network, V.T)
PEAKS = claim(
    "groupwise/number-of-peaks",
    "§6, after Fact 6.1; Fig 4",
    "as many peaks as groups of layers",
    says(COUNTED == V.M, given=[V.layers >= V.M]).argued(
        "Stores raise what is held; the M deletions lower it, each after the store of the "
        "lowest output gradient of its group."
    ),
    notes=(
        says(PARAM_WISE == external("layers", layers, V.network)),
        says(PARAM_WISE < external("weights and biases", lambda n: network(n).tensors, V.network)),
    ),
).rejects("one peak more", right=V.M + 1)

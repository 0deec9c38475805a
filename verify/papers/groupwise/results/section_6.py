r"""Section 6, Fact 6.1, (8) and Figure 4: the peaks of memory, against a count of Algorithm 1.

The sentence before the fact has the sums in words: all output gradients of the group and all
activations of the groups that are not yet processed, the group itself among them. The printed sums
leave out the ends, the activation of the group's last layer and the output gradients of its first
and last layers. That is little in ViT and RoBERTa, and much in GPT2, whose last layer has 50257
outputs a token.

**M groups and M peaks.** A peak is a time at which what is held has grown and then falls. The
sentence and Algorithm 1 speak of groups of layers: any partition. Beyond them, where every weight
and every bias is a group, the last of a layer's groups deletes what the layer stored, and there is
a peak a layer.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from dptheory.memory.timeline import events
from verify.language import Formula, Setting, claim, external, index, of_kind, says, total
from verify.methods.derive import Derive, add, multiply, shown, term_apart, words
from verify.papers.groupwise.laboratory import algorithm_1, networks
from verify.papers.groupwise.laboratory.algorithm_1 import Partition, groups_of, stored
from verify.papers.groupwise.laboratory.networks import layers, network, sizes

V = networks.V.extended(partition=of_kind(Partition(), r"\mathcal G", unit="1"))
INDEX = index("l")
R = index("r")
NETWORK = (V.tokens, V.inputs, V.outputs, V.groups)
INSIDE = [V.first <= V.last, V.last <= V.layers]
COUNTED = external("cached in Algorithm 1", algorithm_1.peak_at, V.B, V.first, *NETWORK)


def formula(first: Formula, last: Formula, top: Formula) -> Formula:
    """B times the activations up to ``top`` and the output gradients from ``first`` to ``last``."""
    activations = total(INDEX, 1, top, V.tokens[INDEX] * V.inputs[INDEX])
    return V.B * (activations + total(R, first, last, V.tokens[R] * V.outputs[R]))


PRINTED = formula(V.first + 1, V.last - 1, V.last - 1)
PEAK = says(COUNTED == PRINTED, given=INSIDE)
MOST = external("peak of Algorithm 1", algorithm_1.peak, V.B, *NETWORK)
LARGEST = says(MOST == external("maximum of (8)", algorithm_1.largest, V.B, *NETWORK), given=INSIDE)
WHOLE = formula(V.first, V.last, V.last)
WHOLE_SUMS = partial(algorithm_1.largest, less=0)
WHOLE_MOST = external("maximum of the whole sums", WHOLE_SUMS, V.B, *NETWORK)
IN_WORDS = {"m-th peak": PEAK.but(right=WHOLE), "largest": LARGEST.but(right=WHOLE_MOST)}
ACTIVATION, GRADIENT = V.tokens[INDEX] * V.inputs[INDEX], V.tokens[R] * V.outputs[R]
DELETED = total(INDEX, V.last + 1, V.layers, ACTIVATION) + total(R, V.last + 1, V.layers, GRADIENT)
# What is left of the layers from the first one, or from the group's first one, to the group's last.
EVENTS = Derive(
    words(
        "All activations and the output gradients down to the group's first layer are stored; the "
        "layers above the group are deleted with their groups, and the group's own only after.",
        COUNTED
        == V.B
        * (total(INDEX, 1, V.layers, ACTIVATION) + total(R, V.first, V.layers, GRADIENT) - DELETED),
    ),
    multiply(
        add(
            term_apart(INDEX, 1, V.layers, V.last, ACTIVATION),
            term_apart(R, V.first, V.layers, V.last, GRADIENT),
            shown(-DELETED == -DELETED),
        ),
        V.B,
    ),
)
GROWTH = Derive(
    words(
        "Between two deletions the cache only grows, so that it is largest at a group's peak.",
        (MOST == WHOLE_MOST),
    )
)


def at(name: str, number: int, tokens: int, firsts: tuple[int, ...], m: int, batch: int) -> Setting:
    """Group m of a network, the groups given by their first layers."""
    layers = networks.network(number, tokens).layers
    lasts = (*(first - 1 for first in firsts[1:]), len(layers))
    values = {
        "B": batch,
        "layers": len(layers),
        "first": firsts[m - 1],
        "last": lasts[m - 1],
        "tokens": tuple(layer.tokens for layer in layers),
        # The token embeddings store indices: one number a token.
        "inputs": tuple(layer.inputs for layer in layers),
        "outputs": tuple(layer.outputs for layer in layers),
        "groups": lasts,
    }
    return Setting(name=name, values=values)


GPT2_SMALL = 124
SETTINGS = (
    at("GPT2-small, layer-wise, M = 76", GPT2_SMALL, 100, networks.layer_wise(GPT2_SMALL), 76, 1),
)


def of_network(number: int, tokens: int, groups: int, less: int) -> Any:
    """(8) per sample of a network in uniform groups (less = 1), or its whole sums (0)."""
    _, *firsts = networks.uniform_boundaries(number, groups)
    lasts = (*(first - 1 for first in firsts), networks.layers(number))
    return algorithm_1.largest_sum(*networks.sizes(number, tokens), lasts, less)


def both(symbol: Formula) -> tuple[Formula, Formula]:
    """(8) and the whole sums for a kind of networks."""
    arguments = (symbol, V.T, V.uniform)
    return (
        external("(8) of the network", partial(of_network, less=1), *arguments),
        external("whole sums of the network", partial(of_network, less=0), *arguments),
    )


ENCODERS, DECODERS = both(V.encoder), both(V.decoder)
FACT_6_1 = (
    claim("groupwise/fact-6.1", "§6, Fact 6.1, (8)", "The peaks of memory")
    .says(
        {"m-th peak": PEAK, "largest": LARGEST},
        elsewhere={part: ("§6, before Fact 6.1", says) for part, says in IN_WORDS.items()},
        settings=SETTINGS,
        notes=(
            says(PRINTED < WHOLE, given=INSIDE),
            # Of GPT2's peak a twentieth to two fifths are missing, of the others' up to a fiftieth.
            says(Fraction(49, 50) * ENCODERS[1] <= ENCODERS[0]),
            says(DECODERS[0] < Fraction(19, 20) * DECODERS[1]),
            says(Fraction(3, 5) * DECODERS[1] <= DECODERS[0]),
        ),
    )
    .repaired(part="m-th peak", right=WHOLE, by=EVENTS)
    .repaired(part="largest", right=WHOLE_MOST, by=GROWTH)
    .rejects(
        "without the first layer's output gradient",
        part="m-th peak",
        right=formula(V.first + 1, V.last, V.last),
    )
    .rejects(
        "without the last layer's activation",
        part="m-th peak",
        right=formula(V.first, V.last, V.last - 1),
    )
)


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


PEAK_COUNT = external("peaks of Algorithm 1", peaks, V.tokens, V.inputs, V.outputs, V.partition)
RISES: Formula = PEAK_COUNT == V.M
PARAM_WISE = external("peaks of param-wise clipping", peaks_of_tensors, V.network, V.T)
PEAKS = claim(
    "groupwise/number-of-peaks",
    "§6, after Fact 6.1; Fig 4",
    "As many peaks as groups of layers",
    says(PEAK_COUNT == V.M, given=[V.layers >= V.M]).argued(
        "Stores raise what is held; the M deletions lower it, each after the store of the "
        "lowest output gradient of its group."
    ),
    notes=(
        says(PARAM_WISE == external("layers", layers, V.network)),
        says(PARAM_WISE < external("weights and biases", lambda n: network(n).tensors, V.network)),
    ),
).rejects("one peak more", right=V.M + 1)

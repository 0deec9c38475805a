"""Algorithm 1, the book-keeping of activations and output gradients, event by event."""

from collections.abc import Iterator
from typing import Any


def peaks(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Iterator[tuple[int, Any]]:
    """(first layer, what is cached when the backward pass reaches it), from the last group down.

    The forward pass caches every activation; a step back through layer l adds its output gradient;
    the first layer of a group deletes both of all layers of the group.
    """
    layers = len(tokens)
    activations = {i: B * tokens[i - 1] * inputs[i - 1] for i in range(1, layers + 1)}
    gradients: dict[int, Any] = {}
    firsts = {1, *(end + 1 for end in groups[:-1])}
    for i in range(layers, 0, -1):
        gradients[i] = B * tokens[i - 1] * outputs[i - 1]
        if i in firsts:
            yield i, sum(activations.values()) + sum(gradients.values())
            # Line 11: what lies above was deleted before.
            for r in list(gradients):
                del activations[r], gradients[r]


def peak_at(B: Any, first: int, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """What is cached when the backward pass reaches the first layer of a group."""
    return dict(peaks(B, tokens, inputs, outputs, groups))[first]


def peak(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """The most that is cached at any time: between two deletions it only grows."""
    return max(value for _, value in peaks(B, tokens, inputs, outputs, groups))


def largest(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """(8): the printed formula, at its largest over the groups."""
    return _largest(B, tokens, inputs, outputs, groups, 1)


def largest_whole(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """The same with the ends of the groups in the sums."""
    return _largest(B, tokens, inputs, outputs, groups, 0)


def _largest(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any, less: int) -> Any:
    found, first = [], 0
    for last in groups:
        below = sum(tokens[i] * inputs[i] for i in range(last - less))
        inside = sum(tokens[i] * outputs[i] for i in range(first + less, last - less))
        found.append(B * (below + inside))
        first = last
    return max(found)

"""Algorithm 1, the book-keeping of activations and output gradients, event by event.

The count is the library's (:mod:`dptheory.memory.timeline`); groups are given by the last layer of
each, as the paper's G_m[-1].
"""

from collections.abc import Iterator
from typing import Any

from dptheory.memory.timeline import group_peaks, groups_from
from dptheory.memory.timeline import peak as largest_held


def _batch(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """Stored numbers of a batch's activations and output gradients, and the groups."""
    activations = [B * T * d for T, d in zip(tokens, inputs, strict=True)]
    gradients = [B * T * p for T, p in zip(tokens, outputs, strict=True)]
    firsts = [1, *(end + 1 for end in groups[:-1])]
    return activations, gradients, groups_from(firsts, len(tokens))


def peaks(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Iterator[tuple[int, Any]]:
    """(first layer, what is cached when the backward pass reaches it), from the last group down.

    The forward pass caches every activation; a step back through layer l adds its output gradient;
    the first layer of a group deletes both of all layers of the group.
    """
    yield from group_peaks(*_batch(B, tokens, inputs, outputs, groups)).items()


def peak_at(B: Any, first: int, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """What is cached when the backward pass reaches the first layer of a group."""
    return dict(peaks(B, tokens, inputs, outputs, groups))[first]


def peak(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """The most that is cached at any event, in the forward pass or in the backward pass."""
    return largest_held(*_batch(B, tokens, inputs, outputs, groups))


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

"""Algorithm 1, the book-keeping of activations and output gradients, event by event.

The count is the library's (:mod:`dptheory.memory.timeline`); groups are given by the last layer of
each, as the paper's G_m[-1].
"""

from itertools import pairwise
from typing import Any

from dptheory.memory.timeline import group_peaks, groups_from
from dptheory.memory.timeline import peak as largest_held
from verify.papers.groupwise.laboratory.partitions import stored


def _batch(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """Stored numbers of a batch's activations and output gradients, and the groups."""
    activations, gradients = ([B * x for x in found] for found in stored(tokens, inputs, outputs))
    firsts = [1, *(end + 1 for end in groups[:-1])]
    return activations, gradients, groups_from(firsts, len(tokens))


def peak_at(B: Any, first: int, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """What is cached when the backward pass reaches the first layer of a group.

    The forward pass caches every activation; a step back through layer l adds its output gradient;
    the first layer of a group deletes both of all layers of the group.
    """
    return group_peaks(*_batch(B, tokens, inputs, outputs, groups))[first]


def peak(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """The most that is cached at any event, in the forward pass or in the backward pass."""
    return largest_held(*_batch(B, tokens, inputs, outputs, groups))


def largest(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any, less: int = 1) -> Any:
    """(8), the printed formula, at its largest over the groups; with the ends in the sums (0)."""
    return B * largest_sum(*stored(tokens, inputs, outputs), groups, less)


def largest_sum(activations: Any, gradients: Any, lasts: Any, less: int) -> Any:
    """The same from what each layer stores."""
    return max(
        sum(activations[: last - less]) + sum(gradients[above + less : last - less])
        for above, last in pairwise((0, *lasts))
    )

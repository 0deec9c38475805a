"""What group-wise clipping holds over a step, and the best groups beside the uniform ones.

The counts are exact (:mod:`dptheory.memory`): a network's shapes are its only data.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dptheory.memory.grouping import (
    grouping_peak,
    optimal_groupings,
    uniform_boundaries,
    uniform_counts,
)
from dptheory.memory.layers import Network
from dptheory.memory.speed import largest_batch, throughput
from dptheory.memory.timeline import DELETION, events, groups_from


@dataclass(frozen=True)
class Trace:
    """What is held over one step; a deletion is at the same place as the store before it.

    Attributes:
        places: 1 to L the layers of the forward pass, L + 1 to 2 L those of the backward pass.
        held: stored numbers after the event.
    """

    places: tuple[int, ...]
    held: tuple[int, ...]


def trace(network: Network, boundaries: Sequence[int], batch: int) -> Trace:
    """The events of a step on a batch with contiguous groups."""
    layers = len(network.layers)
    places, held, place = [0], [0], 0
    groups = groups_from(boundaries, layers)
    for event in events(network.activations, network.output_gradients, groups):
        place += event.kind != DELETION
        places.append(place)
        held.append(batch * event.held)
    return Trace(tuple(places), tuple(held))


def uniform_peaks(network: Network) -> dict[int, int]:
    """The peak of uniform groups, numbers a sample, by their number."""
    stored = network.activations, network.output_gradients
    return {
        m: grouping_peak(*stored, uniform_boundaries(network, m)) for m in uniform_counts(network)
    }


def optimal_peaks(network: Network, most: int) -> dict[int, int]:
    """The smallest peak of M groups, numbers a sample, for M = 1, ..., ``most``."""
    found = optimal_groupings(network.activations, network.output_gradients, most)
    return {m: grouping.peak for m, grouping in enumerate(found, 1)}


def speeds(peaks: dict[int, int], memory: int, start: float) -> dict[int, tuple[int, float]]:
    """The largest batch and samples a time, by the number of groups.

    Args:
        peaks: numbers a sample, by the number of groups.
        memory: numbers that fit.
        start: time of a step besides its samples', in units of the time of a sample.
    """
    batches = {m: largest_batch(memory, peak) for m, peak in peaks.items()}
    return {m: (batch, float(throughput(batch, start, 1.0))) for m, batch in batches.items()}

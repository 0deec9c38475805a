"""Peak memory of group-wise clipping: layer tables, Algorithm 1 event by event, best groupings.

Everything is counted in stored numbers, per sample unless a batch is given, in exact arithmetic;
nothing numerical is imported. :mod:`.layers` has the shapes, :mod:`.models` those of published
networks, :mod:`.tables` reads a user's own, :mod:`.timeline` follows what Algorithm 1 of Bu et al.
(2023) holds, :mod:`.grouping` has the uniform and the optimal groupings, :mod:`.speed` what
they are worth in samples a second.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.memory.grouping import (
        Groupings,
        fewest_groups,
        front,
        optimal_groupings,
        uniform_boundaries,
    )
    from dptheory.memory.layers import Layer, Network
    from dptheory.memory.models import network
    from dptheory.memory.speed import fewest_at_full_speed, largest_batch
    from dptheory.memory.tables import read_network
    from dptheory.memory.timeline import peak
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Groupings",
    "Layer",
    "Network",
    "fewest_at_full_speed",
    "fewest_groups",
    "front",
    "largest_batch",
    "network",
    "optimal_groupings",
    "peak",
    "read_network",
    "uniform_boundaries",
]

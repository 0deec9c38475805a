"""Peak memory of group-wise clipping: layer tables, Algorithm 1 event by event, best groupings.

Algorithm 1 of Bu et al. (2023) is counted in stored numbers, a training step in bytes, per sample
unless a batch is given, in exact arithmetic; nothing numerical is imported. :mod:`.layers` has the
shapes, :mod:`.models` those of published networks, :mod:`.tables` reads a user's own,
:mod:`.timeline` follows what Algorithm 1 holds, :mod:`.grouping` has the uniform and the optimal
groupings, :mod:`.speed` what they are worth in samples a second. :mod:`.step` follows the tensors
of a training step with book-keeping (:mod:`.functions` those of functions without parameters),
:mod:`.partitions` finds its best groupings, :mod:`.measured` draws lines through measured peaks.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.memory.grouping import (
        Groupings,
        fewest_groups,
        optimal_groupings,
        uniform_boundaries,
    )
    from dptheory.memory.layers import Network
    from dptheory.memory.models import network
    from dptheory.memory.tables import read_network
    from dptheory.memory.timeline import peak
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Groupings",
    "Network",
    "fewest_groups",
    "network",
    "optimal_groupings",
    "peak",
    "read_network",
    "uniform_boundaries",
]

"""The parameters of a model by name: what a grouping of parameters, layers or blocks divides.

A layout lists arrays of parameters in the order in which they stand in the vector of all of them.
An array belongs to a layer (a weight and its bias to one) and, where the model repeats a block of
layers, to a block; what stands before the first or after the last block has none.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from dptheory.ranges import count, require
from dptheory.results import explained


@explained
@dataclass(frozen=True)
class Parameter:
    """One array of parameters, flattened.

    Attributes:
        name: of the array.
        size: the number of its entries, at least 1.
        layer: the name of its layer.
        block: the number of its block, at least 0; None outside the blocks.
    """

    name: str
    size: int
    layer: str
    block: int | None = None

    def __post_init__(self) -> None:
        count("size of a parameter", self.size)
        if self.block is not None:
            count("block of a parameter", self.block, least=0)


@explained
@dataclass(frozen=True)
class Layout:
    """All arrays of a model in their order.

    Attributes:
        parameters: the arrays, at least one, of different names; layers consecutive and blocks
            numbered 0, 1, 2, ... in the same order.

    Raises:
        ValueError: the list is not as above.
    """

    parameters: tuple[Parameter, ...]

    def __post_init__(self) -> None:
        names = self.names
        require(len(names) > 0, "parameters", "at least one", len(names))
        require(len(set(names)) == len(names), "parameters", "of different names", names)
        layers = [p.layer for p in self.parameters]
        starts = 1 + sum(a != b for a, b in pairwise(layers))
        require(len(set(layers)) == starts, "layers", "of consecutive parameters", layers)
        blocks = [p.block for p in self.parameters]
        inside = [i for i, b in enumerate(blocks) if b is not None]
        run = blocks[inside[0] : inside[-1] + 1] if inside else []
        known = [-1, *[b for b in run if b is not None]]
        steps = {b - a for a, b in pairwise(known)}
        ordered = len(known) == len(run) + 1 and steps <= {0, 1} and known[1:2] in ([0], [])
        require(ordered, "blocks", "numbered 0, 1, 2, ... in order", blocks)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays."""
        return tuple(p.name for p in self.parameters)

    @property
    def dimension(self) -> int:
        """d, the number of all entries."""
        return sum(p.size for p in self.parameters)

    @property
    def layers(self) -> tuple[str, ...]:
        """The names of the layers, in order."""
        return tuple(dict.fromkeys(p.layer for p in self.parameters))

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len({p.block for p in self.parameters} - {None})

    @cached_property
    def places(self) -> dict[str, range]:
        """Where every array stands in the vector of all entries."""
        found, begin = {}, 0
        for p in self.parameters:
            found[p.name] = range(begin, begin + p.size)
            begin += p.size
        return found

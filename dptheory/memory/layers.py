"""A network as the list of its layers, from the input to the output, by what each one stores.

A layer with parameters maps T tokens (words, patches, positions of an image) of d numbers to T
tokens of p numbers. In the forward pass it stores its input, T d numbers a sample; in the backward
pass its output gradient, T p numbers. Algorithm 1 counts nothing else: no attention weights, no
outputs of activation functions, no gradients of parameters, no optimiser state; layers that read
the same tensor (the queries, keys and values of a block) count it once each. What a real step holds
besides is told by ``stored``, ``waiting`` and ``then``, and counted by :mod:`.step`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.memory.functions import Function
from dptheory.ranges import count
from dptheory.results import explained

LINEAR, CONVOLUTION, EMBEDDING, NORM = "linear", "convolution", "embedding", "norm"
KINDS = (LINEAR, CONVOLUTION, EMBEDDING, NORM)


@explained
@dataclass(frozen=True)
class Layer:
    """A layer with parameters.

    Attributes:
        name: what it is called in its network.
        tokens: T, at least 1.
        inputs: d, numbers a token; of a convolution channels times the kernel's size; of an
            embedding 1, the index, whatever the vocabulary; 0 where no input is stored.
        outputs: p, numbers a token, at least 0.
        block: the block it belongs to, counted from 1; 0 in the stem and in the head.
        kind: one of ``KINDS``.
        tensors: how many parameters each of its tensors has, the weight first; empty if unknown.
        tied: whether its first tensor is another layer's as well and counted there.
        module: its name in timm or Hugging Face, which FastDP's ``clipping_style`` takes; empty
            where it is ``name``.
        stored: numbers of its input that a step keeps, where these are not T d: 0 if a layer
            before it reads the same tensor, an image once if the kernels of a convolution overlap.
        waiting: numbers of a residual sum's gradient, which waits while the layer's step runs.
        then: the functions without parameters between it and the next layer.
    """

    name: str
    tokens: int
    inputs: int
    outputs: int
    block: int = 0
    kind: str = LINEAR
    tensors: tuple[int, ...] = ()
    tied: bool = False
    module: str = ""
    stored: int | None = None
    waiting: int = 0
    then: tuple[Function, ...] = ()

    def __post_init__(self) -> None:
        sizes = [("tokens", 1), ("inputs", 0), ("outputs", 0), ("block", 0), ("waiting", 0)]
        for what, least in [*sizes, *([] if self.stored is None else [("stored", 0)])]:
            count(f"{what} of layer {self.name!r}", getattr(self, what), least)

    @property
    def called(self) -> str:
        """Its name for FastDP's ``clipping_style``."""
        return self.module or self.name

    @property
    def activation(self) -> int:
        """T d, stored from the forward pass on."""
        return self.tokens * self.inputs

    @property
    def gradient(self) -> int:
        """T p, stored from the layer's step of the backward pass on."""
        return self.tokens * self.outputs

    @property
    def parameters(self) -> int:
        """How many parameters it adds to the network."""
        return sum(self.tensors[self.tied :])


@public
@dataclass(frozen=True)
class Network:
    """Layers from the input to the output: the stem, blocks 1, 2, ... and the head.

    Attributes:
        name: what the network is called.
        layers: at least one.
        others: parameters that belong to no layer (a class token, learnt positions).

    Raises:
        ValueError: no layer, or blocks that do not follow one another.

    Example:
        >>> network("vit-base").layers[0].name
        'patch embedding'
    """

    name: str
    layers: tuple[Layer, ...]
    others: int = 0

    def __post_init__(self) -> None:
        if not self.layers:
            raise ArgumentError(f"layers of {self.name} must be at least one. Found none.")
        numbers = [layer.block for layer in self.layers]
        inner = _without_ends(numbers)
        steps = [b - a for a, b in pairwise([0, *inner])]
        if any(step not in (0, 1) for step in steps):
            raise ArgumentError(
                f"blocks of {self.name} must be numbered 1, 2, ... from the input on, without a "
                f"layer outside between them. Found {inner}."
            )

    @property
    def blocks(self) -> int:
        """The number of blocks; 0 if there are none."""
        return max(layer.block for layer in self.layers)

    @property
    def activations(self) -> tuple[int, ...]:
        """What each layer stores in the forward pass, numbers a sample."""
        return tuple(layer.activation for layer in self.layers)

    @property
    def output_gradients(self) -> tuple[int, ...]:
        """What each layer stores in the backward pass, numbers a sample."""
        return tuple(layer.gradient for layer in self.layers)

    @property
    def tensors(self) -> int:
        """The number of tensors in layers: of groups if every tensor is one."""
        return sum(len(layer.tensors) for layer in self.layers)

    @property
    def parameters(self) -> int:
        """The number of parameters, tied ones once."""
        return self.others + sum(layer.parameters for layer in self.layers)


def _without_ends(numbers: Sequence[int]) -> list[int]:
    """The blocks' numbers without the zeros of the stem and the head."""
    inside = [i for i, number in enumerate(numbers) if number]
    return list(numbers[inside[0] : inside[-1] + 1]) if inside else []

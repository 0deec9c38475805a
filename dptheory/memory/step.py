r"""What a training step with book-keeping holds, in bytes: tensors of PyTorch, event by event.

Algorithm 1 of Bu et al. (2023) counts inputs and output gradients of layers
(:mod:`.timeline`). A step of FastDP holds more, and none of it is fitted here: each rule is the
backward formula of a module, or a line of the implementation.

**Besides the batch**: parameters, the private sum of gradients (for a step without privacy the
gradients), the optimiser's states, and one more of the largest tensor, whose new gradient is there
when it is added. No other gradient: with FastDP's origin parameters the batch's own is not formed.

**From the forward pass on**, per sample:

- a linear layer saves its input, T d; queries, keys and values one tensor together;
- a norm its input, T d, and the mean and the deviation of every token in float32;
- an embedding its T indices, 8 bytes each; a convolution its image;
- functions without parameters what :mod:`.functions` says.

**In the backward pass**, at layer l, the highest first:

1. the functions behind the layer: the gradients of their output and of their input; then what they
   saved is freed;
2. the layer: its output gradient, that of its input, and the working space of its norm: products of
   all pairs of tokens (three T^2), a norm's two T d, or, where :math:`2T^2>dp`, the gradients of
   all samples, which are kept ("MixOpt"). Book-keeping keeps the input and a copy of the output
   gradient, and the gradients of the bias, or of a norm's two tensors, of every sample;
3. at the lowest layer of a group, line 10 of Algorithm 1 for one layer after the other: the scaled
   output gradient, an unfolded image, or for an embedding the indices as T V whole numbers of 8
   bytes and their copy as numbers; then the layer's own is freed.

The gradient of a residual sum waits during 1 and 2. Layers without privacy are freed in their own
step, and keep no copy.

Let :math:`U_l` be what the forward pass left for layers 1 to l, :math:`k_l` what layer l keeps, and
:math:`t_l` the working space of line 10. The group of layers f to e costs

.. math:: c(f,e)=\max\Bigl(\max_{f\le l\le e}\bigl(U_l+K_{l+1}^e+p_l,\ U_{l-1}+K_l^e+h_l\bigr),\
    U_{f-1}+\max_{f\le r\le e}(K_r^e+t_r)\Bigr),\qquad K_r^e=\sum_{r\le q\le e}k_q,

with the gradients :math:`p_l` of the functions and the handed-down ones :math:`h_l`.

**Without book-keeping** all layers are one group. *Gradients of samples*, as Opacus forms them,
stay from their layer's step to the end (:func:`per_sample_cost`); *ghost clipping* keeps what the
forward pass left for a second backward pass, and in the first needs one layer's space at a time
(:func:`ghost_cost`).

Source: Bu et al. (2023), Algorithm 1, and what PyTorch and FastDP keep.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dptheory.memory.functions import Recipe
from dptheory.memory.layers import CONVOLUTION, EMBEDDING, NORM, Layer, Network
from dptheory.memory.timeline import Groups, check_partition

INDEX = 8  # bytes of an index
STATISTIC = 4  # bytes of a mean and of a deviation


@dataclass(frozen=True)
class Held:
    """Bytes a sample of one layer; the letters are those of the module's formula.

    Attributes:
        saved: by the functions behind it and beside its input, until the backward pass is there.
        kept_input: its input, from the forward pass on.
        passing: p, gradients of the functions behind it, and the waiting one.
        kept_gradient: the output gradient's copy and gradients of every sample.
        handed: h, its output's and its input's gradient, the waiting one and the norm's space.
        clipping: t, working space of line 10.
    """

    saved: int
    kept_input: int
    passing: int
    kept_gradient: int
    handed: int
    clipping: int

    @property
    def kept(self) -> int:
        """k, held until the layer's group is complete."""
        return self.kept_input + self.kept_gradient


def held(layer: Layer, recipe: Recipe) -> Held:
    """What a step holds for a layer and the functions behind it."""
    T, d, p, width = layer.tokens, layer.inputs, layer.outputs, recipe.width
    indices = layer.kind == EMBEDDING
    stored = layer.activation if layer.stored is None else layer.stored
    saved = sum(f.saved(recipe) * width + f.masks(recipe) for f in layer.then)
    saved += 2 * T * STATISTIC * (layer.kind == NORM)
    passing = max((f.passing(recipe) for f in layer.then), default=0) + layer.waiting
    handed = T * p + (0 if indices else T * d) + layer.waiting
    kept, clipping = 0, 0
    if recipe.private:
        kept, space, clipping = _private(layer, recipe)
        handed += space
    return Held(
        saved,
        stored * (INDEX if indices else width),
        passing * width,
        kept * width,
        handed * width,
        clipping,
    )


def _private(layer: Layer, recipe: Recipe) -> tuple[int, int, int]:
    """Numbers that book-keeping keeps, those of the norm's space, bytes of line 10's space."""
    T, d, p, width = layer.tokens, layer.inputs, layer.outputs, recipe.width
    if layer.kind == NORM:
        return T * p + sum(_tensors(layer)), 2 * T * d, 0
    kept = T * p + sum(_tensors(layer)[1:])
    if layer.kind == EMBEDDING:
        entries = sum(_tensors(layer)) // p if p else 0
        return kept, 2 * T**2, T * p * width + T * entries * (INDEX + width)
    unfolded = T * d if layer.kind == CONVOLUTION else 0
    if T == 1:
        return kept, 0, T * p * width
    if 2 * T**2 > d * p:
        return kept + d * p, unfolded + d * p, T * p * width
    return kept, unfolded + 3 * T**2, (T * p + unfolded) * width


def batch_independent_bytes(network: Network, recipe: Recipe) -> int:
    """Bytes that do not grow with the batch.

    Args:
        network: the layers. recipe: dtype, optimiser and what is kept.
    """
    sizes = [n for layer in network.layers for n in _tensors(layer)[layer.tied :]]
    every = network.others + sum(sizes)
    return ((2 + recipe.states) * every + max(sizes, default=0)) * recipe.width


def _tensors(layer: Layer) -> tuple[int, ...]:
    """Sizes of a layer's parameters: its matrix alone where a file gives shapes only."""
    if layer.tensors or layer.kind == EMBEDDING:
        return layer.tensors
    if layer.kind == NORM:
        return layer.outputs, layer.outputs
    return (layer.inputs * layer.outputs,)


def costs(parts: Sequence[Held]) -> list[list[int]]:
    """c(f, e) in bytes per sample: ``costs[e - 1][f - 1]``, for f from 1 to e."""
    left = [0]
    for part in parts:
        left.append(left[-1] + part.saved + part.kept_input)
    table = []
    for e in range(1, len(parts) + 1):
        row, kept, most, last = [0] * e, 0, 0, 0
        for f in range(e, 0, -1):
            part = parts[f - 1]
            most = max(most, left[f] + kept + part.passing)
            kept += part.kept
            most = max(most, left[f - 1] + kept + part.handed)
            last = max(last, kept + part.clipping)
            row[f - 1] = max(most, left[f - 1] + last)
        table.append(row)
    return table


def per_sample_cost(network: Network, recipe: Recipe) -> int:
    """Bytes a sample where the gradient of every sample is formed and kept for the clip.

    A layer's input is there until its samples' gradients are, which are as many numbers as it has
    parameters.

    Args:
        network: the layers. recipe: dtype and what is kept.
    """
    parts = []
    for layer in network.layers:
        part = held(layer, replace(recipe, private=False))
        gradients = sum(_tensors(layer)) * recipe.width
        read = part.kept_input
        parts.append(Held(part.saved + read, 0, part.passing, gradients, part.handed + read, 0))
    whole = sum(part.kept for part in parts) + network.others * recipe.width
    return max(costs(parts)[-1][0], whole)


def ghost_cost(network: Network, recipe: Recipe) -> int:
    """Bytes a sample where norms are computed layer by layer and the backward pass runs twice.

    Args:
        network: the layers. recipe: dtype and what is kept.
    """
    parts = [held(layer, replace(recipe, private=True)) for layer in network.layers]
    left = sum(part.saved + part.kept_input for part in parts)
    return left + max(max(part.passing, part.handed) for part in parts)


def moments(parts: Sequence[Held], groups: Groups) -> Iterator[int]:
    """What is held at every event of a step, in its order, for any partition into groups.

    Raises:
        ValueError: groups that are no partition of the layers.
    """
    check_partition(groups, len(parts))
    by_lowest = {min(group): sorted(group) for group in groups}
    now = 0
    for part in parts:
        now += part.saved + part.kept_input
        yield now
    for layer in range(len(parts), 0, -1):
        part = parts[layer - 1]
        yield now + part.passing
        now += part.kept_gradient - part.saved
        yield now + part.handed
        for r in by_lowest.get(layer, ()):
            yield now + parts[r - 1].clipping
            now -= parts[r - 1].kept


def table_of(network: Network, recipe: Recipe) -> list[list[int]]:
    """The costs c(f, e) of a network's groups, in bytes per sample.

    Args:
        network: the layers. recipe: dtype, optimiser and what is kept.
    """
    return costs([held(layer, recipe) for layer in network.layers])

r"""Networks on images of digits, trained by DP-SGD with group-wise automatic clipping.

The images of :mod:`.clipping_images`: 5,000 of MNIST in blocks of 4 x 4 pixels, or scikit-learn's
digits; here a record is an image less its own mean, of the length of a vector of ones. A fifth is
held out, by the seed, which also draws first weights, batches and noise. The networks are those of
:mod:`dptheory.problems.networks` (fully connected, tanh), and softmax regression
(:mod:`dptheory.problems.softmax`) where there is no hidden layer, whose groups are of classes. The
norm of an array of a record's gradient is that of an outer product: none is formed.

A *lane* is a grouping and a learning rate. A step is (4) of Bu, Liu, Wang, Zha and Karypis (2023),

.. math:: w^{(m)} \leftarrow w^{(m)}-\frac\eta B\Bigl(\sum_{i}
          \frac{g_i^{(m)}}{\sqrt M(\|g_i^{(m)}\|+0.01)}+\sigma N(0,I)\Bigr),

over Poisson batches of mean size B, at a constant rate; all lanes of a run share weights at the
start, batches and standard normal noise. The multiplier :math:`\sigma` keeps a budget whatever the
grouping, with :math:`\delta=10^{-5}`, one record added or removed and all iterates released.
Numbers are kept in single precision. What it shows illustrates the paper's claims on vision and
language models, and refutes none of its measurements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.gradients.grouping import Grouping
from dptheory.memory.layers import Layer, Network
from dptheory.memory.timeline import groups_from
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.problems.networks import network
from dptheory.problems.parameters import Layout
from dptheory.problems.softmax import Softmax
from dptheory.ranges import count, nonnegative, positive, require
from dptheory.store import computed
from verify.papers.adambc.laboratory.adam_images import source
from verify.papers.nsgd.laboratory.clipping_images import CLASSES, LENGTH, Images
from verify.papers.nsgd.laboratory.clipping_images import images as long_images
from verify.papers.trainings import least_multiplier, standard_noise

Array = NDArray[np.float32]
Values = NDArray[np.float64]
Labels = NDArray[np.int64]
Layers = list[tuple[Array, Array]]  # weights (lanes, out, in) and biases (lanes, out)

FOLDER = Path("build/experiments/grouping")
SOURCES = (
    "verify/papers/groupwise/laboratory/grouping_images.py",
    "verify/papers/nsgd/laboratory/clipping_images.py",
    "verify/papers/trainings.py",
    "dptheory/privacy",
)
GAMMA = 0.01


@dataclass(frozen=True)
class Lane:
    """One optimiser.

    Attributes:
        groups: the number of its group, 0, 1, ..., for every array of parameters in their order.
        rate: the learning rate, positive.

    Raises:
        ValueError: the groups are not numbered so, or the rate is out of its range.
    """

    groups: tuple[int, ...]
    rate: float

    def __post_init__(self) -> None:
        numbered = self.number > 0 and set(self.groups) == set(range(self.number))
        require(numbered, "groups", "numbered 0, 1, ... without a gap", self.groups)
        positive("learning rate", self.rate)

    @property
    def number(self) -> int:
        """M."""
        return max(self.groups, default=-1) + 1


@dataclass(frozen=True)
class Plan:
    """What all lanes of a run share.

    Attributes:
        hidden: widths of the hidden layers; none for softmax regression.
        steps: T.
        batch: B, the mean size of a batch.
        multiplier: sigma, nonnegative.

    Raises:
        ValueError: an entry is out of its range.
    """

    hidden: tuple[int, ...]
    steps: int
    batch: int
    multiplier: float

    def __post_init__(self) -> None:
        for width in self.hidden:
            count("width of a layer", width)
        count("steps T", self.steps)
        count("batch size B", self.batch)
        nonnegative("noise multiplier sigma", self.multiplier)


# Data and groups --------------------------------------------------------------------------------


@cache
def images(seed: int, name: str | None = None) -> Images:
    """The split of a seed; ``name`` is ``mnist`` or ``digits``, by default what is installed."""
    data = long_images(seed, name)

    def scaled(records: Array) -> Array:
        pixels = records[:, :-1]
        return pixels * np.float32(np.sqrt(pixels.shape[1]) / LENGTH)

    return Images(scaled(data.records), data.labels, scaled(data.held_out), data.held_labels)


def layout(features: int, hidden: Sequence[int]) -> Layout:
    """The arrays of parameters: layer after layer, or class after class."""
    record, label = np.zeros((1, features)), [0]
    if hidden:
        return network(record, label, hidden=hidden, classes=CLASSES).layout
    return Softmax(record, np.array(label), CLASSES).layout


def numbered(grouping: Grouping, known: Layout) -> tuple[int, ...]:
    """The numbers of the groups of a layout's arrays, each of which lies in one group."""
    group = np.empty(grouping.dimension, dtype=np.int64)
    for m, members in enumerate(grouping.groups):
        group[list(members)] = m
    found = [group[places] for places in known.places.values()]
    whole = all((part == part[0]).all() for part in found)
    require(whole, "grouping", "of whole arrays of parameters", f"{grouping.number} groups")
    return tuple(int(part[0]) for part in found)


def contiguous(boundaries: Sequence[int], layers: int) -> tuple[int, ...]:
    """The numbers of groups of whole layers, weight and bias, that begin at layers from 1 on."""
    groups = groups_from(boundaries, layers)
    return tuple(m for m, group in enumerate(groups) for _ in group for _ in range(2))


def stored(features: int, hidden: Sequence[int]) -> Network:
    """What the layers store, one token each; every layer is a block."""
    widths = (features, *hidden, CLASSES)
    name = "-".join(map(str, widths))
    layers = [Layer(f"layer {k}", 1, d, p, k) for k, (d, p) in enumerate(pairwise(widths), 1)]
    return Network(name, tuple(layers))


# The network ------------------------------------------------------------------------------------


def start(features: int, hidden: Sequence[int], lanes: int, rng: np.random.Generator) -> Layers:
    """The same weights in every lane, of variance one over their inputs, and biases 0."""
    found: Layers = []
    for d, p in pairwise((features, *hidden, CLASSES)):
        one = rng.standard_normal((1, p, d), dtype=np.float32) / np.float32(np.sqrt(d))
        weight: Array = np.repeat(one, lanes, axis=0).astype(np.float32)
        found.append((weight, np.zeros((lanes, p), dtype=np.float32)))
    return found


def _forward(layers: Layers, rows: Array) -> tuple[list[Array], Array]:
    """Inputs of the layers, shape (lanes or 1, in, records), and scores."""
    inputs = [np.ascontiguousarray(rows.T)[None]]
    scores: Array = inputs[0]
    for k, (weight, bias) in enumerate(layers):
        if k > 0:
            inputs.append(np.tanh(scores))
        scores = weight @ inputs[-1] + bias[:, :, None]
    return inputs, scores


def backward(layers: Layers, rows: Array, labels: Labels) -> list[tuple[Array, Array]]:
    """Every layer's input and the losses' derivatives by its output, (lanes, out, records)."""
    inputs, gradient = _forward(layers, rows)
    gradient -= gradient.max(axis=1, keepdims=True)
    np.exp(gradient, out=gradient)
    gradient /= gradient.sum(axis=1, keepdims=True)
    gradient[:, labels, np.arange(len(labels))] -= 1
    found = [(inputs[-1], gradient)]
    for k in range(len(layers) - 1, 0, -1):
        gradient = layers[k][0].transpose(0, 2, 1) @ gradient
        gradient *= 1 - inputs[k] ** 2
        found.append((inputs[k - 1], gradient))
    return found[::-1]


def squares(parts: Sequence[tuple[Array, Array]]) -> Array:
    """The squared norms of the arrays of the records' gradients, (lanes, arrays, records)."""
    found = []
    for inner, outer in parts:
        # A layer's rows together; softmax regression has them apart.
        power = np.einsum("lom,lom->lm", outer, outer)[:, None] if len(parts) > 1 else outer**2
        length = np.einsum("lim,lim->lm", inner, inner)[:, None]
        both = np.stack([power * length, power], axis=2)
        found.append(both.reshape(len(power), -1, power.shape[-1]))
    return np.concatenate(found, axis=1)


def together(lanes: Sequence[Lane]) -> Array:
    """Whether two arrays are in one group, 0 or 1: (lanes, arrays, arrays)."""
    groups = np.array([lane.groups for lane in lanes])
    found: Array = (groups[:, :, None] == groups[:, None, :]).astype(np.float32)
    return found


def factors(lengths: Array, lanes: Sequence[Lane]) -> Array:
    """What arrays of gradients are multiplied by; ``lengths`` are the norms of their groups."""
    shares = np.sqrt([1 / lane.number for lane in lanes]).astype(np.float32)[:, None, None]
    found: Array = shares / (lengths + np.float32(GAMMA))
    return found


def weighted(parts: Sequence[tuple[Array, Array]], h: Array) -> Layers:
    """The sums of the records' gradients, each array times its factor (lanes, arrays, records)."""
    found: Layers = []
    begin = 0
    for inner, outer in parts:
        rows = 1 if len(parts) > 1 else outer.shape[1]
        scale = h[:, begin : begin + 2 * rows].reshape(len(h), rows, 2, -1)
        weight = (outer * scale[:, :, 0]) @ inner.transpose(0, 2, 1)
        bias = (outer * scale[:, :, 1]).sum(axis=-1)
        found.append((np.asarray(weight, np.float32), np.asarray(bias, np.float32)))
        begin += 2 * rows
    return found


def outcome(layers: Layers, data: Images) -> Values:
    """Accuracy on the records held out, training loss, gradient norm of it: (lanes, 3)."""
    _, scores = _forward(layers, data.held_out)
    accuracy = (scores.argmax(axis=1) == data.held_labels).mean(axis=1)
    parts = backward(layers, data.records, data.labels)
    n = len(data.labels)
    chosen = 1 + parts[-1][1][:, data.labels, np.arange(n)]
    # Below the least positive float a probability is taken to be that float.
    loss = -np.log(np.maximum(chosen, np.finfo(np.float32).tiny)).mean(axis=1, dtype=np.float64)
    lanes, arrays = len(chosen), 2 * (len(parts) if len(parts) > 1 else CLASSES)
    means = weighted(parts, np.full((lanes, arrays, n), 1 / n, dtype=np.float32))
    norm = np.sqrt(sum((w**2).sum(axis=(1, 2)) + (b**2).sum(axis=1) for w, b in means))
    return np.stack([accuracy, loss, norm], axis=-1).astype(np.float64)


# Runs -------------------------------------------------------------------------------------------


def train(lanes: Sequence[Lane], plan: Plan, seed: int, name: str | None = None) -> Values:
    """What :func:`outcome` says of every lane after the last step, shape (lanes, 3).

    Args:
        lanes: the optimisers.
        plan: what they share.
        seed: of the split, the first weights, the batches and the noise.
        name: of the data; see :func:`images`.
    """
    data = images(seed, name)
    rng = np.random.Generator(np.random.Philox(key=[seed, 2]))
    n, features = data.records.shape
    here = start(features, plan.hidden, len(lanes), rng)
    one, rates = together(lanes), np.array([x.rate for x in lanes], dtype=np.float32) / plan.batch
    sigma = np.float32(plan.multiplier)
    for _ in range(plan.steps):
        batch = np.flatnonzero(rng.random(n, dtype=np.float32) < plan.batch / n)
        parts = backward(here, data.records[batch], data.labels[batch])
        sums = weighted(parts, factors(np.sqrt(one @ squares(parts)), lanes))
        for (weight, bias), (w, b) in zip(here, sums, strict=True):
            weight -= rates[:, None, None] * (w + sigma * standard_noise(rng, weight))
            bias -= rates[:, None] * (b + sigma * standard_noise(rng, bias))
    return outcome(here, data)


def multiplier(eps: float, steps: int, batch: int, n: int) -> float:
    """The least sigma with which T steps are (eps, 1e-5)-DP; 0 for an infinite eps."""
    return least_multiplier(eps, steps, batch, n, Neighbouring.ADD_OR_REMOVE_ONE, 2.0)


def _one(lanes: tuple[Lane, ...], plan: Plan, seed: int, name: str) -> dict[str, Values]:
    return {"outcome": train(lanes, plan, seed, name)}


def results(
    lanes: tuple[Lane, ...],
    plan: Plan,
    seeds: Sequence[int],
    folder: Path = FOLDER,
    *,
    jobs: int = 1,
    name: str | None = None,
) -> Values:
    """:func:`train` for every seed, computed where missing: (seeds, lanes, 3)."""
    data = source() if name is None else name
    cells = [(lanes, plan, seed, data) for seed in seeds]
    found = computed(folder, SOURCES, _one, cells, jobs=jobs)
    return np.stack([one["outcome"] for one in found])

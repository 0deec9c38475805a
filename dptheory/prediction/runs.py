"""Noisy runs of what was predicted, on the same data: the mean error with its interval."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.methods import momentum
from dptheory.optimizers.momentum import init, query_point, update
from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Vector
from dptheory.results import explained

Array = NDArray[np.float64]
STEPS, STILL = 400, 1e-7  # of the majorised steps to a perturbed minimiser, and their end
CONFIDENCE = 0.95


@explained
@dataclass(frozen=True)
class Mean:
    """A mean with Student's interval.

    Attributes:
        value: the mean.
        low, high: ends of the interval, of confidence 0.95.
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Array) -> "Mean":
        """Of independent values, at least two."""
        from scipy.stats import t

        mean, spread = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(values.size)
        half = float(t.ppf((1 + CONFIDENCE) / 2, values.size - 1)) * spread
        return cls(mean, mean - half, mean + half)


@explained
@dataclass(frozen=True)
class Run:
    """A noisy momentum method.

    Attributes:
        alpha, beta, eta: as in :class:`~dptheory.prediction.search.Settings`.
        law: laplace or gaussian.
        scales: of the noise on the mean gradient, one an iteration; an infinite one leaves the
            gradient out.
        m: records in a batch.
        fall: the last step by the first, which is alpha: the steps are alpha fall^(t/(T-1)).
    """

    alpha: float
    beta: float
    eta: float
    law: str
    scales: tuple[float, ...]
    m: int
    fall: float = 1.0

    @property
    def steps(self) -> tuple[float, ...]:
        """The step size of every iteration."""
        last = max(len(self.scales) - 1, 1)
        return tuple(self.alpha * self.fall ** (t / last) for t in range(len(self.scales)))


def errors_at(model: LinearModel, x: Array) -> Array:
    """F(x) - F* at points of shape (k, d), infinite where it overflows; shape (k,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        errors = model.value(x) - model.optimal_value
    return np.where(np.isfinite(errors), errors, np.inf)


def run_errors(model: LinearModel, run: Run, n: int, runs: int, seed: int) -> Array:
    """F(x_T) - F* of noisy runs, shape (runs,); arguments as of :func:`run_points`."""
    return errors_at(model, run_points(model, run, n, runs, seed))


def run_points(model: LinearModel, run: Run, n: int, runs: int, seed: int) -> Array:
    """x_T of noisy runs from 0, shape (runs, d).

    Args:
        model: its records stand for n.
        run: what is run; batches are drawn without replacement from the model's records, of a size
            at which their mean varies as one of m of n does.
        n: the number of records that the noise belongs to.
        runs, seed: the number of runs, and the seed of their noise.
    """
    generator = np.random.default_rng(seed)
    draw = generator.laplace if run.law == "laplace" else generator.standard_normal
    shape = runs, model.dimension
    state = init(np.zeros(shape))
    kept = batch_size(model.size, run.m, n)
    for alpha, scale in zip(run.steps, run.scales, strict=True):
        method = momentum(alpha, run.beta, run.eta)
        y = query_point(method, state)
        field = np.zeros(shape)
        if math.isfinite(scale):
            noise = scale * draw(size=shape)
            field = _sampled_field(model, y, kept, generator) + noise
        with np.errstate(over="ignore", invalid="ignore"):
            state = update(method, state, field)
    final: Array = state.x
    return final


def batch_size(size: int, m: int, n: int) -> int:
    """The batch of ``size`` records whose mean varies as that of m of n does: of (39)."""
    if m == n or size == 1:
        return size
    factor = (n - m) / (m * (n - 1))
    return min(size, max(1, round(size / (1 + (size - 1) * factor))))


def _sampled_field(model: LinearModel, y: Array, m: int, generator: np.random.Generator) -> Array:
    """The field on a batch of each run's own."""
    if m == model.size:
        return model.field(y)
    order = generator.random((len(y), model.size))
    cut = np.partition(order, m - 1, axis=1)[:, m - 1 : m]
    slopes = np.where(order <= cut, model.slopes(y), 0.0)
    found: Array = slopes @ model.features / m + model.mu * y
    return found


def draws(law: Vector, runs: int, seed: int) -> Array:
    """Noise vectors, shape (runs, d)."""
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal((runs, law.dimension))
    if law.law == "gaussian":
        return law.scale * vectors
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Array = generator.gamma(law.dimension, law.scale, (runs, 1)) * vectors
    return found


def output_points(model: LinearModel, law: Vector, runs: int, seed: int) -> Array:
    """The minimiser of the bounded risk plus noise, shape (runs, d)."""
    return model.centre + draws(law, runs, seed)


def objective_points(
    model: LinearModel, law: Vector, more: float, n: int, runs: int, seed: int
) -> Array:
    """The minimisers of perturbed risks, shape (runs, d).

    Each is found by steps with the inverse of a matrix above all Hessians, which never increase
    the risk. Beside the span of the records the risk is a square, with a minimiser in closed form.
    """
    tilt = draws(law, runs, seed) / n
    if model.span is not None:
        along = tilt @ model.span
        beside = (tilt - along @ model.span.T) / (model.mu + more)
        return _tilted(model.narrow, along, more) @ model.span.T - beside
    return _tilted(model, tilt, more)


def _tilted(model: LinearModel, tilt: Array, more: float) -> Array:
    """The minimisers of the risk plus more/2 |x|^2 and a linear term, shape (runs, d)."""
    second = model.loss.bend * model.features.T @ model.features / model.size
    inverse = np.linalg.inv(second + (model.mu + more) * np.eye(model.dimension))
    x: Any = np.broadcast_to(model.regularised(more), tilt.shape)
    for _ in range(STEPS):
        step = (model.field(x) + more * x + tilt) @ inverse
        x = x - step
        if np.abs(step).max() <= STILL * (1.0 + np.abs(x).max()):
            break
    return np.asarray(x)

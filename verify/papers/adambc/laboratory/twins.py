r"""Drawn problems, and DP-Adam beside DP-SGD with momentum and the schedule (3) on them.

A data set is drawn for each run, 40 of them unless said otherwise, all side by side:

* *quadratic*: :math:`\frac12\sum_jh_j(\theta_j-c_j)^2` with :math:`\log_{10}h_j` uniform on
  [-3, 0] and :math:`c_j=\pm1`, its gradient released as it is;
* *logistic*: 128 records whose feature j is 1 with probability 1/(1+j) and 0 otherwise, labels of
  a logistic model with Gaussian weights, gradients clipped at 1, Poisson batches of 32;
* *scaled*: the same with Gaussian features, in units that range over two decades.

There are 20 coordinates. Both methods have the same data, batches and noise, start in 0 and have
:math:`\beta_1=0.9`, :math:`\beta_2=0.999` and no stability constant.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from dptheory.optimizers import adam, sgdm
from verify.methods.behave import Ratio
from verify.methods.context import Context

Array = NDArray[np.float64]
RUNS, SIZE, RECORDS, BATCH, ETA = 40, 20, 128, 32, 0.01
ERROR = 1e-6  # what an interval may miss


@dataclass(frozen=True, eq=False)
class Quadratics:
    """Curvatures and centres, shape (runs, 1, coordinates)."""

    curvature: Array
    centre: Array

    def loss(self, x: Array) -> Array:
        """At points of shape (runs, points, coordinates)."""
        return np.asarray((self.curvature * (x - self.centre) ** 2).sum(axis=-1) / 2)

    def gradient(self, x: Array, _: Array | None) -> Array:
        """The whole gradient."""
        return self.curvature * (x - self.centre)


@dataclass(frozen=True, eq=False)
class Regressions:
    """Records times their labels, shape (runs, records, coordinates)."""

    rows: Array

    @cached_property
    def lengths(self) -> Array:
        """Of the records, shape (runs, 1, records)."""
        return np.asarray(np.linalg.norm(self.rows, axis=-1)[:, None, :])

    def loss(self, x: Array) -> Array:
        """At points of shape (runs, points, coordinates)."""
        return np.asarray(np.logaddexp(0.0, -x @ self.rows.swapaxes(1, 2)).mean(axis=-1))

    def gradient(self, x: Array, batch: Array | None) -> Array:
        """The clipped gradient of a batch (runs, 1, records), or of all records."""
        weights = 1 / (1 + np.exp(x @ self.rows.swapaxes(1, 2)))
        weights /= np.maximum(weights * self.lengths, 1.0)
        if batch is None:
            return np.asarray(-weights @ self.rows / RECORDS)
        return np.asarray(-(weights * batch) @ self.rows / BATCH)


Problems = Quadratics | Regressions


def drawn(name: str, rng: np.random.Generator, runs: int = RUNS) -> Problems:
    """The data sets of all runs."""
    if name == "quadratic":
        shape = (runs, 1, SIZE)
        return Quadratics(10 ** rng.uniform(-3, 0, shape), rng.choice((-1.0, 1.0), shape))
    shape = (runs, RECORDS, SIZE)
    if name == "scaled":
        features, units = rng.standard_normal(shape), 10 ** rng.uniform(-2, 0, (runs, 1, SIZE))
    else:
        features = (rng.random(shape) < 1 / (2.0 + np.arange(SIZE))).astype(float)
        units = np.ones((runs, 1, SIZE))
    weights = 2 * rng.standard_normal((runs, SIZE, 1))
    labels = np.where(rng.logistic(size=(runs, RECORDS, 1)) < features @ weights, 1.0, -1.0)
    return Regressions(features * units * labels)


@dataclass(frozen=True, eq=False)
class Pair:
    """Both methods' points, shape (steps + 1, runs, coordinates), and their losses."""

    adam: Array
    twin: Array
    losses: Array  # (2, steps + 1, runs)

    def distance(self) -> Array:
        """Of the last points, over the way of the twin; shape (runs,)."""
        apart = np.linalg.norm(self.adam[-1] - self.twin[-1], axis=-1)
        return np.asarray(apart / np.linalg.norm(self.twin[-1], axis=-1))


@cache
def pair(name: str, dominance: float, steps: int, seed: int) -> Pair:
    """A pair of runs; Phi is ``dominance`` times the mean square of the first gradients."""
    rng = np.random.Generator(np.random.Philox(seed))
    problems = drawn(name, rng)
    start = np.zeros((RUNS, 1, SIZE))
    variance = dominance * float((problems.gradient(start, None) ** 2).mean())
    first, second = adam.Adam(ETA, regulariser=0.0), sgdm.Sgdm(ETA, noise_variance=variance)
    one, other = adam.init(start), sgdm.init(start)
    path = [(one.x, other.x)]
    for _ in range(steps):
        batch = (rng.random((RUNS, 1, RECORDS)) * RECORDS < BATCH).astype(float)
        noise = variance**0.5 * rng.standard_normal(start.shape)
        one = adam.update(first, one, problems.gradient(one.x, batch) + noise)
        other = sgdm.update(second, other, problems.gradient(other.x, batch) + noise)
        path.append((one.x, other.x))
    points = np.array(path)[:, :, :, 0]
    losses = np.array(
        [[problems.loss(x[:, None])[:, 0] for x in row] for row in points.swapaxes(0, 1)]
    )
    return Pair(points[:, 0], points[:, 1], losses)


def interval(
    values: Array, back: Callable[[float], float] = float, *, of: str = "drawn data sets"
) -> Ratio:
    """The mean over the data sets, with Student's interval; ``back`` undoes a transformation."""
    mean = float(values.mean())
    half = float(-stdtrit(len(values) - 1, ERROR / 2) * values.std(ddof=1) / len(values) ** 0.5)
    return Ratio(
        value=back(mean),
        low=back(mean - half),
        high=back(mean + half),
        data_sets=len(values),
        asymptotic=True,
        method=f"{len(values)} {of}; Student's interval for their mean",
    )


def seed_of(context: Context, name: str) -> int:
    """The seed of the runs of a name."""
    return int(context.named(f"adambc/twins/{name}").rng().integers(2**31))


def read(cell: str) -> tuple[str, float, int]:
    """A cell is a problem, Phi over the mean square, and a number of steps."""
    name, dominance, steps = cell.split(", ")
    return name, float(dominance.removeprefix("Φ/g² = ")), int(steps.removeprefix("T = "))


def distance_over_way(cell: str, context: Context) -> Ratio:
    """The distance of the last points over the twin's way from the start."""
    name, dominance, steps = read(cell)
    return interval(pair(name, dominance, steps, seed_of(context, name)).distance())


def squared_differences(name: str, dominance: float, steps: int, context: Context) -> Array:
    """The mean over the steps of the squared difference of the losses; shape (runs,)."""
    losses = pair(name, dominance, steps, seed_of(context, name)).losses
    return np.asarray(((losses[0] - losses[1]) ** 2).mean(axis=0))


def loss_difference_at_8_times_phi(cell: str, context: Context) -> Ratio:
    """The mean squared difference of the losses for 8 times the Phi of a case, over the case's."""
    name, dominance, steps = read(cell)
    less, more = (squared_differences(name, d, steps, context) for d in (dominance, 8 * dominance))
    return interval(np.log(more / less), lambda x: float(np.exp(x)))


def mean_loss_of_adam_over_twin(cell: str, context: Context) -> Ratio:
    """The mean loss over the run, DP-Adam's over the twin's."""
    name, dominance, steps = read(cell)
    losses = pair(name, dominance, steps, seed_of(context, name)).losses.mean(axis=1)
    return interval(losses[0] / losses[1])


def distance_over_that_at_8_times_phi(cell: str, context: Context) -> Ratio:
    """The relative distance of the losses of a case over that for 8 times its Phi."""
    name, dominance, steps = read(cell)
    seed = seed_of(context, name)
    less, more = (pair(name, d, steps, seed).distance() for d in (dominance, 8 * dominance))
    return interval(np.log(less / more), lambda x: float(np.exp(x)))


def cells(names: Sequence[str], dominances: Sequence[float], steps: int) -> tuple[str, ...]:
    """Cells of all problems and shares of the noise."""
    return tuple(f"{n}, Φ/g² = {d}, T = {steps}" for n in names for d in dominances)

r"""What a run may be expected to do: a linearised run on a bowl, noiseless path and exact noise.

The theorems speak of the worst function of a class. The model is one function of it, a quadratic
of d coordinates whose curvatures fall geometrically from :math:`L_0` to :math:`L_0/K`, each with
the same share of the gap :math:`D_f` at the start. With the factor of a step at the gradient norm s
of the noiseless path,

.. math:: h = \min\Big(1, \frac c{\sqrt{s^2+\tau^2}}\Big) \quad\text{or}\quad
          h = \frac1{r+\sqrt{s^2+\tau^2}}, \qquad \tau=\tau_0+\tau_1s,

a coordinate of curvature :math:`\lambda` is multiplied by :math:`1-\eta h\lambda`, and its variance
by the square of it; a step adds the noise of the release and the sampling noise
:math:`qh^2\tau^2/d`. Clipping has no bias in the model and every record is as far from the gradient
as it may be. No bound: it tells a horizon and a step size that the worst case cannot.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.ranges import count, nonnegative, positive, require

Array = NDArray[np.float64]
BINS = 12  # curvatures that stand for all
DENSE = 1.05  # ratio of neighbouring horizons that are looked at
TINY = 1e-9  # of what a step takes from a variance: less is nothing
WITHIN = 1.05  # of the least, where a smaller horizon does


@dataclass(frozen=True)
class Step:
    """The direction of a step, without its size.

    Attributes:
        method: dp-sgd or dp-nsgd.
        size: the threshold c or the regulariser r, positive (gradient).
        noise: T -> deviation of the noise on the mean, over the bound of a record's part, that the
            budget asks for in T iterations; increasing.
        share: q, :func:`dptheory.bounds.nonconvex.batch_share`.
    """

    method: str
    size: float
    noise: Callable[[int], float]
    share: float = 0.0

    def __post_init__(self) -> None:
        require(self.method in ("dp-sgd", "dp-nsgd"), "method", "dp-sgd or dp-nsgd", self.method)
        positive("threshold or regulariser", self.size)
        nonnegative("sampling share q", self.share)

    def factor(self, typical: Array) -> Array:
        """h at records of this typical length."""
        if self.method == "dp-sgd":
            return np.minimum(1.0, self.size / np.maximum(typical, self.size))
        return 1.0 / (self.size + typical)

    @property
    def longest(self) -> float:
        """The bound of a record's part."""
        return self.size if self.method == "dp-sgd" else 1.0


@dataclass(frozen=True)
class Predicted:
    """The root mean square of the last iterate's gradient.

    Attributes:
        gradient: predicted. iterations: T. alpha: eta.
    """

    gradient: float
    iterations: int
    alpha: float


@dataclass(frozen=True, eq=False)
class _Moment:
    """After T steps, for every step size: squares of the noiseless gradient, of what one unit of
    the release's noise and of what sampling adds."""

    iterations: int
    path: Array
    released: Array
    sampled: Array


def _moments(
    problem: Nonconvex, dimension: int, condition: float, step: Step, etas: Array, most: int
) -> Iterator[_Moment]:
    bins = min(dimension, BINS)
    curvature = problem.L0 * condition ** -np.linspace(0.0, 1.0 if bins > 1 else 0.0, bins)
    weight = dimension / bins * curvature**2
    place = np.tile(np.sqrt(2 * problem.gap / (dimension * curvature)), (etas.size, 1))
    released, sampled = np.zeros_like(place), np.zeros_like(place)
    t = 0
    while t < most:
        # The factor of a step stands still while t grows by a twentieth.
        steps = min(max(1, int(t * (DENSE - 1))), most - t)
        t += steps
        s = np.sqrt(place**2 @ weight)
        deviation = problem.tau0 + problem.tau1 * s
        h = step.factor(np.sqrt(s**2 + deviation**2))
        kept = 1 - (etas * h)[:, None] * curvature
        lost = 1 - kept**2
        still = np.abs(lost) < TINY
        summed = np.where(still, steps, (1 - kept ** (2 * steps)) / np.where(still, 1.0, lost))
        added = etas**2 * step.share * h**2 * deviation**2 / dimension
        place = place * kept**steps
        released = released * kept ** (2 * steps) + (etas**2)[:, None] * summed
        sampled = sampled * kept ** (2 * steps) + added[:, None] * summed
        yield _Moment(t, place**2 @ weight, released @ weight, sampled @ weight)


def predicted_at(
    problem: Nonconvex, dimension: int, condition: float, step: Step, eta: float, iterations: int
) -> float:
    """The gradient at the last iterate of a given run, root mean square.

    Args:
        problem: its constants. dimension: d. condition: K >= 1, of the model's curvatures.
        step, eta, iterations: the run.
    """
    T = count("iterations T", iterations)
    etas = np.array([positive("step size eta", eta)])
    *_, last = _moments(problem, dimension, _condition(condition), step, etas, T)
    return float(np.sqrt(_total(last, step)[0]))


def predicted_best(
    problem: Nonconvex, dimension: int, condition: float, step: Step, etas: Array, most: int
) -> Predicted:
    """The smallest horizon whose gradient is predicted within 5 % of the least, and its step size.

    Args:
        problem: its constants. dimension: d. condition: K >= 1, of the model's curvatures.
        step: the method. etas: step sizes to choose from, positive. most: the largest T.
    """
    positive("step sizes", etas)
    found: list[Predicted] = []
    least = math.inf
    for now in _moments(problem, dimension, _condition(condition), step, etas, count("T", most)):
        total, floor = _total(now, step), _noise(now, step)
        k = int(np.argmin(total))
        found.append(Predicted(math.sqrt(total[k]), now.iterations, float(etas[k])))
        least = min(least, found[-1].gradient)
        # More iterations have more noise: no later one can be better.
        if floor.min() > least**2:
            break
    return next(one for one in found if one.gradient <= WITHIN * least)


def _condition(condition: float) -> float:
    require(condition >= 1, "condition K", "at least 1", condition)
    return float(condition)


def _noise(now: _Moment, step: Step) -> Array:
    """The mean square that the noise of so many iterations leaves in the gradient."""
    found: Array = (step.longest * step.noise(now.iterations)) ** 2 * now.released
    return found


def _total(now: _Moment, step: Step) -> Array:
    """The mean square of the gradient."""
    found: Array = now.path + _noise(now, step) + now.sampled
    return found

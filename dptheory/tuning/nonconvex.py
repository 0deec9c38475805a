r"""Clipping or normalising, and with which threshold, step size and horizon, under a budget.

For an :math:`(L_0,L_1)`-generalised smooth f with :math:`f(x_0)-\inf f\le D_f` and per-sample
gradients within :math:`\tau_0+\tau_1\|\nabla f\|` of the gradient, :func:`tune_nonconvex` minimises
the proved bounds of :math:`E\min_{k<T}\|\nabla f(x_k)\|` (:mod:`dptheory.bounds.normalised`,
:mod:`dptheory.bounds.clipped`) over T, step size and r or c, beside doing nothing.

Full batches: replacing a record moves the mean of parts of length at most C by 2C/N, so that T
steps with noise :math:`\sigma C` on the mean are one Gaussian release of
:math:`\rho=2T/(N\sigma)^2`, and :math:`\sigma=\frac1N\sqrt{2T/\rho}`. The bounds know the batch
through its noise alone.

Doing nothing leaves the gradient at :math:`x_0`, which the gap bounds
(:func:`dptheory.problems.smoothness_class.steepest`).
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dptheory.bounds import clipped, normalised
from dptheory.bounds.nonconvex import Nonconvex, balanced_step
from dptheory.contract import public
from dptheory.privacy.accounting import gaussian_rho
from dptheory.problems.smoothness_class import steepest
from dptheory.ranges import count, positive, require
from dptheory.tuning.compass import Point, lowest

Bound = Callable[[float, float, float, int], float]  # r or c, eta, sigma, T
GRID = 13
LARGEST = 1e3  # of r and c over the gradients' scale
FIRST_STEP, LAST_STEP = 0.5, 1e-3  # of the logarithms in the pattern search


@public
@dataclass(frozen=True)
class NonconvexProblem:
    r"""A function class, data, a budget and a start.

    Attributes:
        constants: :math:`D_f, L_0, L_1, \tau_0, \tau_1`; D_f and L_0 positive.
        dimension: d.
        n: data size N.
        eps, delta: the budget for the replace-one relation, eps > 0 and delta in (0, 1).
        limit: the largest number of iterations.

    Raises:
        ValueError: an argument is out of its range.
    """

    constants: Nonconvex
    dimension: int
    n: int
    eps: float
    delta: float
    limit: int = 10**5

    def __post_init__(self) -> None:
        positive("gap D_f", self.constants.gap)
        positive("smoothness L_0", self.constants.l0)
        count("dimension d", self.dimension)
        count("data size N", self.n)
        positive("epsilon", self.eps)
        require(0 < self.delta < 1, "delta", "in (0, 1)", self.delta)
        count("limit of iterations", self.limit)

    def noise(self, iterations: int) -> float:
        """sigma on the mean, over the bound of a record's part, for T steps."""
        return math.sqrt(2 * iterations / gaussian_rho(self.eps, self.delta)) / self.n


@public
@dataclass(frozen=True)
class NonconvexProposal:
    """A way to solve the problem.

    Attributes:
        method: dp-nsgd, dp-sgd or nothing.
        bound: proved, of the expected smallest gradient norm.
        iterations: T.
        parameters: the regulariser r or the clipping threshold c, the step size eta, and the noise
            multiplier on the mean.
    """

    method: str
    bound: float
    iterations: int = 0
    parameters: dict[str, float] = field(default_factory=dict)


@public
def tune_nonconvex(problem: NonconvexProblem) -> tuple[NonconvexProposal, ...]:
    """Every alternative at its best, the smallest bound first.

    The search (a grid of logarithms, then a pattern search) proves no optimality; the bounds that
    it reports are proved.
    """
    data, d = problem.constants, problem.dimension
    start = steepest(data.gap, data.l0, data.l1)

    def with_regulariser(r: float, eta: float, noise: float, T: int) -> float:
        calls = (normalised.smallest_gradient_bound, normalised.border_bound)
        return min(_value(call, data, r, eta, noise, d, T) for call in calls)

    def with_threshold(c: float, eta: float, noise: float, T: int) -> float:
        calls = (clipped.smallest_gradient_bound, clipped.border_bound)
        return min(_value(call, data, c, eta, noise, d, T) for call in calls)

    found = (
        _best(problem, "dp-nsgd", "regulariser", with_regulariser, start),
        _best(problem, "dp-sgd", "clip", with_threshold, start),
        NonconvexProposal("nothing", start),
    )
    return tuple(sorted(found, key=lambda p: p.bound))


def _value(call: Callable[..., float], *arguments: object) -> float:
    """A bound, infinite where its theorem says nothing."""
    try:
        return float(call(*arguments))
    except ValueError:
        return math.inf


def _best(
    problem: NonconvexProblem, method: str, name: str, bound: Bound, start: float
) -> NonconvexProposal:
    per_step = problem.noise(1)
    b = float(problem.constants.border)
    low, high = math.log(max(b, start / LARGEST) / 10), math.log(max(b, start) * LARGEST)

    def decoded(x: Point) -> tuple[float, float, float, int]:
        """From ln T, ln(r or c), ln(step size over the balanced one)."""
        T = min(max(1, round(math.exp(x[0]))), problem.limit)
        size, noise = math.exp(min(max(x[1], low), high)), per_step * math.sqrt(T)
        V = normalised.second_moment(noise, problem.dimension)
        scale = size**2 if name == "clip" else 1.0
        eta = float(balanced_step(problem.constants, T, V * scale)) * math.exp(x[2])
        return size, eta, noise, T

    def at(x: Point) -> float:
        return bound(*decoded(x))

    grid = itertools.product(
        np.linspace(0.0, math.log(problem.limit), GRID),
        np.linspace(low, high, 2 * GRID),
        np.linspace(-3.0, 3.0, GRID),
    )
    best: Point = min(((float(x), float(y), float(z)) for x, y, z in grid), key=at)
    best, least = lowest(at, best, FIRST_STEP, LAST_STEP)
    size, eta, noise, T = decoded(best)
    parameters = {name: size, "eta": eta, "noise_multiplier_on_mean": noise}
    return NonconvexProposal(method, least, T, parameters)

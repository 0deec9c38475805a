r"""Clipping or normalising, and with which threshold, step size and horizon, under a budget.

For an :math:`(L_0,L_1)`-generalised smooth f with :math:`f(x_0)-\inf f\le D_f` and per-sample
gradients within :math:`\tau_0+\tau_1\|\nabla f\|` of the gradient, :func:`tune_nonconvex` minimises
the proved bounds of :math:`E\|\nabla f\|` at an iterate drawn uniformly
(:mod:`dptheory.bounds.normalised`, :mod:`dptheory.bounds.clipped`) over step size and r or c,
beside doing nothing, which leaves the gradient at :math:`x_0`
(:func:`dptheory.problems.smoothness_class.steepest`).

**The horizon.** On full batches the least bound falls in T for ever, towards a limit: of the way
:math:`\eta T` and the noise, both kept, only the second order of the steps is lost. The horizon of
the bound is the smallest T within 5 % of it. The worst case cannot see what shorter runs do; the
second horizon is that of a prediction (:mod:`dptheory.tuning.nonconvex_model`), at the same r or c.

**The noise.** Replacing a record moves the mean of B parts of length at most C by 2C/B. On full
batches T steps with noise :math:`\sigma C` on the mean are one Gaussian release of
:math:`\rho=2T/(N\sigma)^2`, and :math:`\sigma=\frac1N\sqrt{2T/\rho}`. On smaller ones the search
goes by Rényi divergences, and the noise of a proposal is that of the privacy loss distribution.

Source: own; docs/normalised.md.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

import numpy as np

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, balanced_step, batch_share, drawn_gradient_bound
from dptheory.bounds.normalised import Normalising
from dptheory.contract import public
from dptheory.privacy.accounting import gaussian_rho
from dptheory.privacy.gaussian import REPLACE, GaussianSteps, pld_epsilon, rdp_epsilon
from dptheory.privacy.noise import smallest_noise
from dptheory.problems.smoothness_class import steepest
from dptheory.ranges import count, positive, require
from dptheory.results import Drawn, Result
from dptheory.tuning.compass import Point, lowest
from dptheory.tuning.nonconvex_model import Step, predicted_at, predicted_best

Bound = Callable[[float, float, float, int], float]  # r or c, eta, sigma, T
METHODS: dict[str, type[Clipping | Normalising]] = {"dp-sgd": Clipping, "dp-nsgd": Normalising}
GRID = 13
LARGEST = 1e3  # of r and c over the gradients' scale
SHORTEST = -8.0  # logarithm of a step size over the balanced one, at which the search begins
FIRST_STEP, LAST_STEP = 0.5, 1e-3  # of the logarithms in the pattern search
WITHIN = 1.05  # of the limit, where a smaller horizon does
FAR = 10**12  # a horizon that stands for the limit on full batches
KNOTS = 3  # horizons a decade at which the noise of batches is calibrated in the search
STEP_SIZES = 14  # that the prediction chooses from, a factor of 2 apart


@public
@dataclass(frozen=True)
class NonconvexProblem:
    r"""A function class, data, a budget and a start.

    Attributes:
        constants: :math:`D_f, L_0, L_1, \tau_0, \tau_1`; D_f, L_0 and tau_0 positive.
        dimension: d.
        n: data size N.
        epsilon, delta: the budget for the replace-one relation, epsilon > 0 and delta in (0, 1).
        max_iterations: the largest number of iterations.
        batch_size: B records a step, drawn without replacement; all for None.
        condition: K >= 1, the ratio of the prediction's curvatures.

    Example:
        >>> from dptheory.bounds.nonconvex import Nonconvex
        >>> constants = Nonconvex(gap=1, L0=1, L1=0, tau0=0.5, tau1=0)
        >>> problem = NonconvexProblem(constants, 5, 10**4, 1, delta=1e-6, max_iterations=10)
        >>> problem.batch_size is None
        True
    """

    constants: Nonconvex
    dimension: int
    n: int
    epsilon: float
    delta: float
    max_iterations: int = 10**5
    batch_size: int | None = None
    condition: float = 10.0

    def __post_init__(self) -> None:
        positive("gap D_f", self.constants.gap)
        positive("smoothness L_0", self.constants.L0)
        positive("deviation tau_0", self.constants.tau0)
        count("dimension d", self.dimension)
        count("data size N", self.n)
        positive("epsilon", self.epsilon)
        require(0 < self.delta < 1, "delta", "in (0, 1)", self.delta)
        count("max_iterations", self.max_iterations)
        count("batch size B", self.size, most=self.n)
        require(self.condition >= 1, "condition K", "at least 1", self.condition)

    @property
    def size(self) -> int:
        """B."""
        return self.n if self.batch_size is None else self.batch_size

    @property
    def share(self) -> float:
        """q of :func:`dptheory.bounds.nonconvex.batch_share`."""
        return float(batch_share(self.n, self.size))

    def noise(self, iterations: int) -> float:
        """sigma on the mean, over the bound of a record's part, for T steps.

        Raises:
            ValueError: no noise is enough for the budget.
        """
        if self.size == self.n:
            return math.sqrt(2 * iterations / gaussian_rho(self.epsilon, self.delta)) / self.n
        return _calibrated(self, iterations, exact=True)


def _calibrated(problem: NonconvexProblem, iterations: int, *, exact: bool) -> float:
    """The noise of batches by the privacy loss distribution, or faster by Renyi divergences."""
    account = pld_epsilon if exact else rdp_epsilon

    def epsilon(noise: float) -> float:
        steps = GaussianSteps(1.0, noise, problem.n, problem.size, iterations)
        return account(steps, problem.delta, neighbouring=REPLACE)

    start = math.sqrt(2 * iterations / gaussian_rho(problem.epsilon, problem.delta)) / problem.n
    found = smallest_noise(epsilon, problem.epsilon, start)
    require(found is not None, "epsilon", "large enough for some noise", problem.epsilon)
    return float(found or 0.0)


@cache
def _search_noise(problem: NonconvexProblem) -> Callable[[int], float]:
    """The noise as the search knows it: exact on full batches, else between knots in logarithms."""
    if problem.size == problem.n:
        return problem.noise
    decades = math.log10(problem.max_iterations) if problem.max_iterations > 1 else 1.0
    knots = np.unique(
        np.geomspace(1, max(problem.max_iterations, 2), math.ceil(KNOTS * decades) + 1).round()
    )
    noises = [math.log(_calibrated(problem, int(T), exact=False)) for T in knots]

    def between(iterations: int) -> float:
        return math.exp(float(np.interp(math.log(iterations), np.log(knots), noises)))

    return between


@public
@dataclass(frozen=True)
class NonconvexProposal(Result):
    """A way to solve the problem.

    Attributes:
        method: dp-nsgd, dp-sgd or nothing.
        horizon: what chose T and the step size: ``bound``, ``prediction`` or ``none``.
        bound: proved, of the expected gradient norm at an iterate drawn uniformly; infinite where
            the theorems say nothing of the run.
        predicted: root mean square of the gradient at the last iterate, in the model; of the start
            for nothing.
        iterations: T.
        at_limit: whether a larger limit of iterations would give a smaller bound.
        parameters: the regulariser r or the clipping threshold c, the step size eta, and the noise
            multiplier on the mean.

    Example:
        >>> NonconvexProposal("nothing", "none", bound=1.0, predicted=1.0).iterations
        0
    """

    method: str
    horizon: str
    bound: float
    predicted: float
    iterations: int = 0
    at_limit: bool = False
    parameters: dict[str, float] = field(default_factory=dict)


@public
@dataclass(frozen=True)
class Tuned(Drawn):
    """What :func:`tune_nonconvex` finds.

    Attributes:
        proposals: the smallest bound first.
        curve: of the best method: T, evaluations of a record's gradient, and the least bound.

    Example:
        >>> nothing = NonconvexProposal("nothing", "none", bound=1.0, predicted=1.0)
        >>> Tuned((nothing,), curve=()).proposals[0].method
        'nothing'
    """

    proposals: tuple[NonconvexProposal, ...]
    curve: tuple[tuple[int, int, float], ...]

    def _columns(self) -> dict[str, list[Any]]:
        """A row a proposal."""
        return {
            "method": [p.method for p in self.proposals],
            "horizon": [p.horizon for p in self.proposals],
            "bound": [p.bound for p in self.proposals],
            "predicted": [p.predicted for p in self.proposals],
            "iterations": [p.iterations for p in self.proposals],
        }

    def _draw(self, axes: Any) -> None:
        """The least bound of the best method over its cost."""
        axes.plot([cost for _, cost, _ in self.curve], [bound for *_, bound in self.curve], ".-")
        axes.set(xlabel="evaluations of a record's gradient", xscale="log", yscale="log")
        axes.set(ylabel=r"proved bound of $E|\nabla f|$", title="the best method over its cost")


@public
def tune_nonconvex(problem: NonconvexProblem) -> Tuned:
    """Every alternative at its best, the smallest bound first.

    The search (a grid of logarithms, then a pattern search) proves no optimality; the bounds that
    it reports are proved.

    Args:
        problem: constants, data size and budget.

    Example:
        >>> from dptheory.bounds.nonconvex import Nonconvex
        >>> constants = Nonconvex(gap=1, L0=1, L1=0, tau0=0.5, tau1=0)
        >>> problem = NonconvexProblem(constants, 5, 10**4, 1, delta=1e-6, max_iterations=10)
        >>> sorted({found.method for found in tune_nonconvex(problem).proposals})
        ['dp-nsgd', 'dp-sgd', 'nothing']
    """
    data = problem.constants
    start = steepest(data.gap, data.L0, data.L1)
    searches = [_Search(problem, method, start) for method in METHODS]
    found = [proposal for search in searches for proposal in search.proposals()]
    found.append(NonconvexProposal("nothing", "none", start, start))
    best = min(searches, key=lambda search: search.least(search.horizon))
    ranked = sorted((p for p in found if math.isfinite(p.bound)), key=lambda p: p.bound)
    return Tuned(tuple(ranked), best.curve())


def _value(call: Callable[..., float], *arguments: object) -> float:
    """A bound, infinite where its theorem says nothing."""
    try:
        return float(call(*arguments))
    except ValueError:
        return math.inf


class _Search:
    """The least bounds of a method over all horizons, found once each."""

    def __init__(self, problem: NonconvexProblem, method: str, start: float) -> None:
        self.problem, self.method = problem, method
        self.noise = _search_noise(problem)
        b = float(problem.constants.border)
        self.low = math.log(max(b, start / LARGEST) / 10)
        self.high = math.log(max(b, start) * LARGEST)
        self.found: dict[int, tuple[Point, float]] = {}
        knots = np.geomspace(
            1, problem.max_iterations, 2 * math.ceil(math.log10(problem.max_iterations)) + 1
        )
        self.knots: list[int] = sorted({int(T) for T in knots.round()})
        self.horizon = self._horizon()

    def bound(self, size: float, eta: float, noise: float, T: int) -> float:
        """The theorem's."""
        data, d = self.problem.constants, self.problem.dimension
        rule, share = METHODS[self.method](size), self.problem.share
        return _value(drawn_gradient_bound, data, rule, eta, noise, d, T, share)

    def longest(self, size: float) -> float:
        """The step size from which on the theorem says nothing."""
        rule, problem = METHODS[self.method](size), self.problem
        return float(rule.longest_step(problem.constants, problem.share))

    def decoded(self, x: Point, T: int) -> tuple[float, float]:
        """r or c and eta, from ln(r or c) and ln(step size over the balanced one), the step size
        rounded off below the longest."""
        size = math.exp(min(max(x[0], self.low), self.high))
        V = self.problem.dimension * self.noise(T) ** 2
        scale = size**2 if self.method == "dp-sgd" else 1.0
        eta = float(balanced_step(self.problem.constants, T, V * scale)) * math.exp(x[1])
        return size, 1 / (1 / eta + 1 / self.longest(size))

    def at(self, T: int) -> tuple[Point, float]:
        """The best point at a horizon and its bound."""
        if T not in self.found:
            noise = self.noise(T)

            def value(x: Point) -> float:
                size, eta = self.decoded(x, T)
                return self.bound(size, eta, noise, T)

            grid = itertools.product(
                np.linspace(self.low, self.high, 2 * GRID), np.linspace(SHORTEST, 3.0, GRID)
            )
            points = [(float(x), float(y)) for x, y in grid]
            near = [point for point, least in self.found.values() if math.isfinite(least)]
            known = [point for point in near[-1:] if math.isfinite(value(point))]
            best = min(known or points, key=value)
            self.found[T] = lowest(value, best, FIRST_STEP, LAST_STEP)
        return self.found[T]

    def least(self, T: int) -> float:
        """The least bound at a horizon."""
        return self.at(T)[1]

    def _horizon(self) -> int:
        """The smallest horizon within 5 % of the least bound of all."""
        most = self.problem.max_iterations
        beyond = [FAR] if self.problem.size == self.problem.n else []
        enough = WITHIN * min(self.least(T) for T in [*beyond, *reversed(self.knots)])
        within = [T for T in self.knots if self.least(T) <= enough]
        if not within:
            return most
        high = within[0]
        low = max((T for T in self.knots if high > T), default=0)
        while high - low > max(1, high // 100):
            middle = (low + high) // 2
            low, high = (low, middle) if self.least(middle) <= enough else (middle, high)
        return high

    def proposals(self) -> list[NonconvexProposal]:
        """The run of the bound's horizon, and that of the prediction's at the same r or c."""
        T, data = self.horizon, self.problem.constants
        if not math.isfinite(self.least(T)):
            return []
        size, eta = self.decoded(self.at(T)[0], T)
        step = Step(self.method, size, self.noise, self.problem.share)
        etas = np.array([self.longest(size) / 2**k for k in range(1, STEP_SIZES + 1)])
        d, condition = self.problem.dimension, self.problem.condition
        shorter = predicted_best(data, d, condition, step, etas, T)
        return [
            self._proposal("bound", step, eta, T),
            self._proposal("prediction", step, shorter.alpha, shorter.iterations),
        ]

    def _proposal(self, horizon: str, step: Step, eta: float, T: int) -> NonconvexProposal:
        noise = self.problem.noise(T)
        data, d = self.problem.constants, self.problem.dimension
        return NonconvexProposal(
            self.method,
            horizon,
            self.bound(step.size, eta, noise, T),
            predicted_at(data, d, self.problem.condition, step, eta, T),
            T,
            horizon == "bound" and T == self.problem.max_iterations,
            {
                **asdict(METHODS[self.method](step.size)),
                "alpha": eta,
                "noise_multiplier_on_mean": noise,
            },
        )

    def curve(self) -> tuple[tuple[int, int, float], ...]:
        """T, evaluations of a record's gradient, and the least bound."""
        return tuple((T, T * self.problem.size, self.least(T)) for T in self.knots)

r"""Methods whose bound is :math:`C\rho^TE_0 + \sum_tw\rho^{T-1-t}E|w_t|^2`: the best T and step.

Gradient descent and Nesterov's method by :mod:`dptheory.bounds.strongly_convex`. For T the closed
form of :mod:`dptheory.allocation.horizon` where the schedule has one, otherwise a bounded search
in ln T; for the step size a grid of logarithms, refined around its best point.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.bounds import strongly_convex
from dptheory.bounds.strongly_convex import Geometric
from dptheory.contract import public
from dptheory.methods import nesterov_momentum
from dptheory.tuning.noise import Noise
from dptheory.tuning.problem import Problem, Proposal

SMALLEST = 1e-9  # smallest step size by 1/L
STEPS, ROUGH = 60, 18  # grid points: with a closed form, without one


@public
def gradient(problem: Problem, alpha: float) -> Geometric:
    """Gradient descent at a step size in (0, 1/L]; larger ones are slower and noisier."""
    scaled = alpha * problem.smoothness
    return Geometric(1.0, 1 - alpha * problem.mu * (2 - scaled), scaled * alpha / 2)


@public
def nesterov(problem: Problem, alpha: float) -> Geometric:
    """Nesterov's method at a step size in (0, 1/L]."""
    weight = alpha * (1 + alpha * problem.smoothness) / 2
    return Geometric(2.0, 1 - math.sqrt(alpha * problem.mu), weight)


@public
def value(problem: Problem, noise: Noise, form: Geometric, T: float) -> float:
    """The bound after T iterations (any real T >= 1)."""
    segment = ((form.weight, form.factor, T),)
    fall = math.log(form.factor) if form.factor > 0 else -math.inf
    total = T if fall == 0 else math.expm1(T * fall) / math.expm1(fall)
    left = float(form.start) * math.exp(T * fall) * problem.gap
    sampled = problem.sampling_variance * float(form.weight) * total
    return left + noise.least(segment) + sampled


@public
def best_length(problem: Problem, noise: Noise, form: Geometric) -> float:
    """The real T in [1, limit] of the smallest bound."""
    if not 0 < form.factor < 1:
        return 1.0
    if noise.power is None:
        found = minimize_scalar(
            lambda x: value(problem, noise, form, math.exp(x)),
            bounds=(0.0, math.log(problem.max_iterations)),
            method="bounded",
            options={"xatol": 0.01},
        )
        # The search approaches its ends without reaching them.
        whole = float(problem.max_iterations)
        ends_lower = value(problem, noise, form, whole) <= found.fun
        return whole if ends_lower else float(math.exp(found.x))
    # Full batches: no sampling term. See dptheory.allocation.horizon.
    fall = math.log(form.factor)
    one = noise.least(((form.weight, form.factor, 1.0),))
    ceiling = one / (-math.expm1(fall / noise.power)) ** noise.power
    ratio = (form.start * problem.gap / ceiling) ** (1 / (noise.power - 1))
    return min(max(1.0, math.log1p(ratio) * noise.power / -fall), float(problem.max_iterations))


@public
def rounded(problem: Problem, noise: Noise, form: Geometric, length: float) -> int:
    """The better whole neighbour."""
    whole = {max(1, math.floor(length)), min(math.ceil(length), problem.max_iterations)}
    return min(sorted(whole), key=lambda T: value(problem, noise, form, float(T)))


def _best_step(
    problem: Problem, noise: Noise, family: Callable[[Problem, float], Geometric]
) -> tuple[float, int]:
    """Step size and number of iterations of the smallest bound."""

    def at(log_alpha: float) -> float:
        form = family(problem, min(math.exp(log_alpha), 1 / problem.smoothness))
        return value(problem, noise, form, best_length(problem, noise, form))

    top = -math.log(problem.smoothness)
    points = STEPS if noise.power else ROUGH
    grid = np.linspace(top + math.log(SMALLEST), top, points)
    values = [at(float(x)) for x in grid]
    k = int(np.argmin(values))
    ends = float(grid[max(0, k - 1)]), float(grid[min(points - 1, k + 1)])
    found = minimize_scalar(at, bounds=ends, method="bounded", options={"xatol": 1e-4})
    choice = float(found.x) if found.fun < values[k] else float(grid[k])
    form = family(problem, min(math.exp(choice), 1 / problem.smoothness))
    T = rounded(problem, noise, form, best_length(problem, noise, form))
    return min(
        (_refit(problem, noise, family, choice, k) for k in {max(1, T - 1), T, T + 1}),
        key=lambda made: made[0],
    )[1:]


def _refit(
    problem: Problem,
    noise: Noise,
    family: Callable[[Problem, float], Geometric],
    log_alpha: float,
    T: int,
) -> tuple[float, float, int]:
    """The bound at the best step size near a given one, for a whole number of iterations."""
    T, end = min(T, problem.max_iterations), 1 / problem.smoothness

    def at(x: float) -> float:
        return value(problem, noise, family(problem, min(math.exp(x), end)), float(T))

    around = log_alpha - 0.4, min(log_alpha + 0.4, math.log(end))
    found = minimize_scalar(at, bounds=around, method="bounded", options={"xatol": 1e-5})
    # Also the end of the range, which the search approaches without reaching it.
    top = value(problem, noise, family(problem, end), float(T))
    alpha = end if top <= found.fun else min(math.exp(float(found.x)), end)
    return min(top, float(found.fun)), alpha, T


@public
def proposal(
    problem: Problem,
    noise: Noise,
    method: str,
    bound: strongly_convex.LinearBound,
    parameters: dict[str, object],
) -> Proposal:
    """The bound with its optimal schedule, from the whole vector of weights."""
    weights = np.asarray(bound.noise, dtype=np.float64)
    schedule = noise.schedule(weights)
    left = float(bound.initial) * problem.gap
    private = problem.dimension * schedule.objective
    # The Laplace and Gaussian objectives are sums of weights times the variance of a coordinate.
    sampled = problem.sampling_variance * math.fsum(weights)
    return Proposal(
        method, left + private + sampled, left, private, sampled, len(weights), parameters, schedule
    )


@public
def best_gradient(problem: Problem, noise: Noise) -> Proposal:
    """Gradient descent at its best."""
    alpha, T = _best_step(problem, noise, gradient)
    bound = strongly_convex.gradient(alpha, problem.mu, problem.smoothness, T)
    return proposal(problem, noise, "gradient", bound, {"alpha": alpha, "beta": 0.0})


@public
def best_nesterov(problem: Problem, noise: Noise) -> Proposal:
    """Nesterov's method at its best."""
    alpha, T = _best_step(problem, noise, nesterov)
    bound = strongly_convex.nesterov(alpha, problem.mu, problem.smoothness, T)
    parameters = {"alpha": alpha, "beta": nesterov_momentum(alpha, problem.mu)}
    return proposal(problem, noise, "nesterov", bound, parameters)

r"""Methods with a bound in closed form: the best T and step.

Nesterov's method, whose bound is :math:`C\rho^TE_0 + \sum_tw\rho^{T-1-t}E|w_t|^2`
(:mod:`dptheory.bounds.strongly_convex`), and gradient descent
(:mod:`dptheory.bounds.last_iterate`). For T the closed form of :mod:`dptheory.allocation.horizon`
where the bound and the schedule have one, otherwise a bounded search in ln T; for the step size a
grid of logarithms, refined around its best point.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.bounds import last_iterate, strongly_convex
from dptheory.bounds.strongly_convex import Geometric
from dptheory.methods import nesterov_momentum
from dptheory.tuning.descent import Descent, longest
from dptheory.tuning.noise import Noise, Segments, power_sum
from dptheory.tuning.problem import Problem, Proposal

Form = Geometric | Descent
SMALLEST = 1e-9  # smallest step size by the largest
STEPS, ROUGH = 60, 18  # grid points: with a closed form, without one


def nesterov(problem: Problem, alpha: float) -> Geometric:
    """Nesterov's method at a step size in (0, 1/L]."""
    weight = alpha * (1 + alpha * problem.smoothness) / 2
    return Geometric(2.0, 1 - math.sqrt(alpha * problem.mu), weight)


def value(problem: Problem, noise: Noise, form: Form, T: float) -> float:
    """The bound after T iterations (any real T >= 1)."""
    segments: Segments
    if isinstance(form, Geometric):
        left, segments = form.start * math.pow(form.factor, T), ((form.weight, form.factor, T),)
    else:
        left, segments = form.left(T), form.segments(T)
    sampled = problem.sampling_variance * power_sum(segments, 1.0)
    return float(left * problem.gap + noise.least(segments) + sampled)


def best_length(problem: Problem, noise: Noise, form: Form) -> float:
    """The real T in [1, limit] of the smallest bound."""
    if not 0 < (form.factor if isinstance(form, Geometric) else form.left(1.0)) < 1:
        return 1.0
    if noise.power is None or isinstance(form, Descent):
        found = minimize_scalar(
            lambda x: value(problem, noise, form, math.exp(x)),
            bounds=(0.0, math.log(problem.max_iterations)),
            method="bounded",
            options={"xatol": 0.01},
        )
        # The search approaches its ends without reaching them.
        ends = 1.0, math.exp(float(found.x)), float(problem.max_iterations)
        return min(ends, key=lambda T: value(problem, noise, form, T))
    # Full batches: no sampling term. See dptheory.allocation.horizon.
    fall = math.log(form.factor)
    one = noise.least(((form.weight, form.factor, 1.0),))
    ceiling = one / (-math.expm1(fall / noise.power)) ** noise.power
    ratio = (form.start * problem.gap / ceiling) ** (1 / (noise.power - 1))
    return min(max(1.0, math.log1p(ratio) * noise.power / -fall), float(problem.max_iterations))


def rounded(problem: Problem, noise: Noise, form: Form, length: float) -> int:
    """The better whole neighbour."""
    whole = {max(1, math.floor(length)), min(math.ceil(length), problem.max_iterations)}
    return min(sorted(whole), key=lambda T: value(problem, noise, form, float(T)))


def _best_step(
    problem: Problem, noise: Noise, family: Callable[[float], Form], end: float
) -> tuple[float, int]:
    """Step size, at most ``end``, and number of iterations of the smallest bound."""

    def at(log_alpha: float) -> float:
        form = family(min(math.exp(log_alpha), end))
        return value(problem, noise, form, best_length(problem, noise, form))

    top = math.log(end)
    points = STEPS if noise.power else ROUGH
    grid = np.linspace(top + math.log(SMALLEST), top, points)
    values = [at(float(x)) for x in grid]
    k = int(np.argmin(values))
    ends = float(grid[max(0, k - 1)]), float(grid[min(points - 1, k + 1)])
    found = minimize_scalar(at, bounds=ends, method="bounded", options={"xatol": 1e-4})
    choice = float(found.x) if found.fun < values[k] else float(grid[k])
    form = family(min(math.exp(choice), end))
    T = rounded(problem, noise, form, best_length(problem, noise, form))
    return min(
        (_refit(problem, noise, family, end, choice, k) for k in {max(1, T - 1), T, T + 1}),
        key=lambda made: made[0],
    )[1:]


def _refit(
    problem: Problem,
    noise: Noise,
    family: Callable[[float], Form],
    end: float,
    log_alpha: float,
    T: int,
) -> tuple[float, float, int]:
    """The bound at the best step size near a given one, for a whole number of iterations."""
    T = min(T, problem.max_iterations)

    def at(x: float) -> float:
        return value(problem, noise, family(min(math.exp(x), end)), float(T))

    around = log_alpha - 0.4, min(log_alpha + 0.4, math.log(end))
    found = minimize_scalar(at, bounds=around, method="bounded", options={"xatol": 1e-5})
    # Also the end of the range, which the search approaches without reaching it.
    top = value(problem, noise, family(end), float(T))
    alpha = end if top <= found.fun else min(math.exp(float(found.x)), end)
    return min(top, float(found.fun)), alpha, T


def proposal(
    problem: Problem,
    noise: Noise,
    method: str,
    bound: strongly_convex.LinearBound,
    parameters: dict[str, object],
) -> Proposal:
    """The bound with its optimal schedule, from the whole vector of weights."""
    weights = np.asarray(bound.noise_weights, dtype=np.float64)
    schedule = noise.schedule(weights)
    left = float(bound.initial) * problem.gap
    private = problem.dimension * schedule.objective
    # The Laplace and Gaussian objectives are sums of weights times the variance of a coordinate.
    sampled = problem.sampling_variance * math.fsum(weights)
    return Proposal(
        method, left + private + sampled, left, private, sampled, len(weights), parameters, schedule
    )


def best_gradient(problem: Problem, noise: Noise) -> Proposal:
    """Gradient descent at its best."""
    mu, L = problem.mu, problem.smoothness
    alpha, T = _best_step(problem, noise, lambda a: Descent(a, mu, L), longest(problem))
    bound = last_iterate.gradient(alpha, mu, L, T)
    return proposal(problem, noise, "gradient", bound, {"alpha": alpha, "beta": 0.0})


def best_nesterov(problem: Problem, noise: Noise) -> Proposal:
    """Nesterov's method at its best."""
    end = 1 / problem.smoothness
    alpha, T = _best_step(problem, noise, lambda a: nesterov(problem, a), end)
    bound = strongly_convex.nesterov(alpha, problem.mu, problem.smoothness, T)
    parameters = {"alpha": alpha, "beta": nesterov_momentum(alpha, problem.mu)}
    return proposal(problem, noise, "nesterov", bound, parameters)

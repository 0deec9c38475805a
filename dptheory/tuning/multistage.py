"""The multistage method at its best: scale, first stage and number of iterations.

They are searched with the bound in closed form; the stages of the winner are then certified one by
one (:func:`dptheory.bounds.certified.multistage`), at the noise of the closed form's schedule.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from dptheory.bounds import certified, strongly_convex
from dptheory.methods import nesterov_momentum
from dptheory.optimizers.stage_plans import stages
from dptheory.tuning.compass import Point, lowest
from dptheory.tuning.geometric import proposal
from dptheory.tuning.noise import Noise, Segment, closed_form, power_sum
from dptheory.tuning.problem import Problem, Proposal

EXPONENT = 1  # p of (33)
GRID = {"scale": 14, "first": 14, "iterations": 20}
FIRST_STEP, LAST_STEP = 0.35, 0.02  # of the logarithms in the pattern search


def _value(problem: Problem, noise: Noise, scale: float, first: int, T: int) -> float:
    """The bound, its weights as segments."""
    plan = stages(
        T, problem.mu, problem.smoothness, first_stage=first, p=EXPONENT, alpha_scale=scale
    )
    carried = 1.0
    segments: list[Segment] = []
    for stage in reversed(plan):
        alpha = float(stage.alpha)
        factor = 1 - math.sqrt(alpha * problem.mu)
        weight = carried * alpha * (1 + alpha * problem.smoothness) / 2
        segments.append((weight, factor, float(stage.iterations)))
        carried *= 2 * factor**stage.iterations
    sampled = problem.sampling_variance * power_sum(segments, 1.0)
    return carried * problem.gap + noise.least(segments) + sampled


def best_multistage(problem: Problem, noise: Noise, single: Proposal) -> Proposal:
    """The multistage method at its best; with a single stage it is Nesterov's method.

    Args:
        problem, noise: what is asked.
        single: Nesterov's method at its best, where the search starts too.
    """

    def at(x: Any, model: Noise) -> float:
        return _value(problem, model, *_decoded(x, problem.max_iterations))

    rough = closed_form(noise)
    top = math.log(problem.max_iterations)
    grid = [
        (a, b, c)
        for a in np.linspace(math.log(1e-5), 0.0, GRID["scale"])
        for c in np.linspace(0.0, top, GRID["iterations"])
        for b in np.linspace(-c, 0.0, GRID["first"])
    ]
    alpha = single.parameters["alpha"]
    start = (math.log(alpha * problem.smoothness), 0.0, math.log(single.iterations))
    best: Point = min((start, min(grid, key=lambda x: at(x, rough))), key=lambda x: at(x, noise))
    best, _ = lowest(lambda x: at(x, noise), best, FIRST_STEP, LAST_STEP)
    scale, first, T = _decoded(best, problem.max_iterations)
    plan = stages(
        T, problem.mu, problem.smoothness, first_stage=first, p=EXPONENT, alpha_scale=scale
    )
    known = problem.mu, problem.smoothness
    bound = strongly_convex.multistage(plan, *known)
    parameters: dict[str, object] = {
        "alpha": float(plan[0].alpha),
        "scale": scale,
        "p": EXPONENT,
        "stages": [[stage.iterations, float(stage.alpha)] for stage in plan],
    }
    closed = proposal(problem, noise, "multistage", bound, parameters)
    found = certified.multistage(
        plan, *known, gap=problem.gap, noise_moments=closed.moments(problem)
    )
    if found is None:
        return closed
    made = proposal(problem, noise, "multistage", found[0], parameters)
    return min(closed, replace(made, certificates=found[1]), key=lambda it: it.bound)


def single_stage(problem: Problem, found: Proposal) -> Proposal | None:
    """Nesterov's method, where the multistage method has one stage."""
    if len(found.parameters["stages"]) > 1:
        return None
    alpha = found.parameters["alpha"]
    parameters = {"alpha": alpha, "beta": nesterov_momentum(alpha, problem.mu)}
    return replace(found, method="nesterov", parameters=parameters)


def _decoded(x: Any, limit: int) -> tuple[float, int, int]:
    """Scale in (0, 1], first stage and iterations from ln scale, ln(first/iterations), ln T."""
    scale = math.exp(min(float(x[0]), 0.0))
    T = min(max(1, round(math.exp(float(x[2])))), limit)
    return scale, min(max(1, round(T * math.exp(float(x[1])))), T), T

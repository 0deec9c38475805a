r"""Methods with constant parameters at their best, by certified Lyapunov functions.

Step size, momentum, rate and length are searched together with the compiled solver, whose solution
at each of them is the one with the smallest bound there (:mod:`dptheory.bounds.certified`); the
winner is certified in rational arithmetic. The search starts at a proposal with a bound in closed
form and at neighbours of it, and that proposal stays where nothing better is certified.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import minimize

from dptheory.allocation.schedule import Array
from dptheory.bounds.certified import Wanted, constant, numerical
from dptheory.lyapunov.full_noise import searched
from dptheory.methods import Method, gradient, heavy_ball, nesterov
from dptheory.tuning.geometric import proposal
from dptheory.tuning.noise import Noise, closed_form
from dptheory.tuning.problem import Problem, Proposal

BITS = 2**40  # parameters are rounded to this grid, the step size relative to 1/L
STEPS, SLOWNESS = (0.25, 1.0, 2.0), (0.5, 1.0, 2.0)  # alpha and 1 - beta by those of a start
DEPTH = 0.1  # log of (1 - least squared rate) over 1 - rho^2, at a start
CORNER = 0.3  # of the first simplex, in logarithms
GAP = 1e-3  # of a bound in the search
CALLS, FEWER = 100, 60  # of a search: with a closed form of the noise, without one


@dataclass(frozen=True)
class Family:
    """Methods of a step size and, if there is any, a momentum."""

    name: str
    method: Callable[[Fraction, Fraction], Method]
    momentum: bool


GRADIENT = Family("gradient", lambda alpha, _: gradient(alpha), False)
HEAVY_BALL = Family("heavy-ball", heavy_ball, True)
NESTEROV = Family("nesterov", nesterov, True)


def best_certified(
    problem: Problem,
    noise: Noise,
    family: Family,
    known: Sequence[Proposal],
    *,
    also: Sequence[Proposal] = (),
) -> Proposal:
    """A family of methods at its best.

    Args:
        problem, noise: what is asked.
        known: proposals of the family, of which the best is the answer where nothing better is
            found. also: further ones where the search may start, of its relatives.
    """
    best = min(
        (x for start in (*known, *also) for x in _around(problem, family, start)),
        key=lambda x: _value(problem, closed_form(noise), family, x),
    )
    moving = [0, 1, 2, 3] if family.momentum else [0, 2, 3]

    def at(moved: Any) -> float:
        x = best.copy()
        x[moving] = moved
        return _value(problem, noise, family, x)

    corners = best[moving] + np.vstack([np.zeros(len(moving)), CORNER * np.eye(len(moving))])
    calls = CALLS if noise.power else FEWER
    options = {"maxfev": calls, "initial_simplex": corners, "xatol": 1e-3, "fatol": 0.0}
    with np.errstate(invalid="ignore"):  # the simplex compares infinite values
        best[moving] = minimize(at, best[moving], method="Nelder-Mead", options=options).x
    alpha, beta = _parameters(problem, best)
    T = min(max(1, round(math.exp(best[3]))), problem.max_iterations)
    method = family.method(alpha, beta)
    found = constant(method, problem.mu, problem.smoothness, _wanted(problem, noise, T))
    least = min(known, key=lambda it: it.bound)
    if found is None:
        return least
    form, certificate = found
    parameters: dict[str, object] = {
        "alpha": float(alpha),
        "beta": float(beta),
        "rho": math.sqrt(form.factor),
    }
    made = proposal(problem, noise, family.name, form.linear(T), parameters)
    return least if made.bound > least.bound else replace(made, certificates=(certificate,))


def _around(problem: Problem, family: Family, start: Proposal) -> Iterator[Array]:
    """Logarithms of alpha L, 1 - beta, depth and T: a start and its neighbours."""
    alpha, beta = start.parameters["alpha"] * problem.smoothness, start.parameters["beta"]
    for step, slowness in product(STEPS, SLOWNESS if family.momentum else (1.0,)):
        slow = min(1.0, max(1 / BITS, slowness * (1 - beta))) if family.momentum else 1.0
        x = (step * alpha, slow, DEPTH, start.iterations)
        yield np.log(np.array(x, dtype=float))


def _parameters(problem: Problem, x: Array) -> tuple[Fraction, Fraction]:
    """Step size and momentum, rounded."""
    scaled, beta = math.exp(x[0]), 1 - math.exp(x[1])
    alpha = Fraction(round(scaled * BITS), BITS) / Fraction(problem.smoothness)
    return alpha, Fraction(round(beta * BITS), BITS)


def _value(problem: Problem, noise: Noise, family: Family, x: Array) -> float:
    """The smallest bound of the compiled solver; infinite out of range."""
    if not (x[0] < math.log(4.0) and x[1] <= 0 <= x[3] <= math.log(problem.max_iterations)):
        return math.inf
    alpha, beta = _parameters(problem, x)
    if not (alpha > 0 and beta < 1):
        return math.inf
    known = searched(family.method(alpha, beta), problem.mu, problem.smoothness, near=True)
    rho2 = 1.0 if known is None else known.slower(math.exp(x[2]))
    if known is None or not rho2 < 1:
        return math.inf
    wanted = _wanted(problem, noise, math.exp(x[3]))
    found = numerical(known, rho2, wanted, GAP)
    return math.inf if found is None else wanted.bound(found[0])


def _wanted(problem: Problem, noise: Noise, length: float) -> Wanted:
    """What a bound after a number of iterations must be small for: the schedule is the best."""

    def sums(rho2: float) -> float:
        total = math.expm1(length * math.log(rho2)) / (rho2 - 1)
        return noise.least(((1.0, rho2, length),)) + problem.sampling_variance * total

    return Wanted(length, problem.gap, sums)

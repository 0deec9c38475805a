"""What functions of S(mu, 1) attain: T steps at worst, by PEPit, and the worst floor of runs."""

import math
import warnings
from typing import Any, NamedTuple

import numpy as np
import PEPit
from PEPit.functions import SmoothStronglyConvexFunction

from dptheory.lyapunov.full_rates import Query
from dptheory.methods import Method

FUNCTIONS, PIECES, STEPS = 1000, 6, 3000
Array = np.ndarray[Any, Any]
Numbers = np.random.Generator


def parameters(method: Method) -> tuple[float, float, float]:
    """alpha, beta and eta in floats."""
    return float(method.alpha), float(method.beta), float(method.extrapolation)


def worst_case(query: Query, steps: int) -> float:
    """The largest F(x_T) - F* of the class from rest, F(x_0) - F* = 1."""
    pep, (alpha, beta, eta) = PEPit.PEP(), parameters(query.method)
    F = pep.declare_function(SmoothStronglyConvexFunction, mu=float(query.mu), L=1.0)
    lowest = F(F.stationary_point())
    x = previous = pep.set_initial_point()
    pep.set_initial_condition(F(x) - lowest <= 1)
    for t in range(steps):
        y = x + eta * (x - previous) if t else x
        x, previous = x - alpha * F.gradient(y) + beta * (x - previous), x
    pep.set_performance_metric(F(x) - lowest)
    # PEPit's choice, SCS, is a fifth below at T = 15.
    with warnings.catch_warnings(action="ignore"):
        return float(pep.solve(wrapper="cvxpy", solver="CLARABEL", verbose=0))


class Piecewise(NamedTuple):
    """Functions of one variable, minimal at 0, whose derivatives have a slope in each piece.

    Attributes:
        knots: shape (FUNCTIONS, PIECES + 1), infinite at the ends. slopes: (FUNCTIONS, PIECES).
    """

    knots: Array
    slopes: Array

    def at(self, y: Array) -> tuple[Array, Array]:
        """F'(y) and F(y) - F*."""
        low, high = self.knots[:, :-1], self.knots[:, 1:]
        end = np.clip(y[:, None], low, high)
        length = end - np.clip(0.0, low, high)  # of a piece between 0 and y, with its sign
        rise = self.slopes * length
        return rise.sum(1), (rise * (length / 2 + y[:, None] - end)).sum(1)


def piecewise(query: Query, rng: Numbers) -> Piecewise:
    """Random functions of the class: slopes mu, L or between; knots near and far."""
    mu, size = float(query.mu), (FUNCTIONS, 1)
    far = float(query.method.alpha) * 10 ** rng.uniform(-1, 1.5, size)
    inner = np.sort(far * rng.standard_normal((FUNCTIONS, PIECES - 1)))
    knots = np.hstack([np.full(size, -np.inf), inner, np.full(size, np.inf)])
    slopes = np.clip(rng.uniform(2 * mu - 1, 2 - mu, (FUNCTIONS, PIECES)), mu, 1)
    return Piecewise(knots, slopes)


def means(method: Method, F: Piecewise, rng: Numbers) -> Array:
    """Mean F - F* in the second half of a run of each function from its minimiser, w = 1 or -1."""
    alpha, beta, eta = parameters(method)
    x = previous = total = np.zeros(FUNCTIONS)
    for t in range(STEPS):
        gradient = F.at(x + eta * (x - previous))[0] + rng.choice([-1.0, 1.0], FUNCTIONS)
        x, previous = x - alpha * gradient + beta * (x - previous), x
        if t >= STEPS // 2:
            total = total + F.at(x)[1]
    return total / (STEPS - STEPS // 2)


def worst_run(query: Query, rng: Numbers) -> tuple[float, float]:
    """The floor of the function with the largest mean, in runs of its own, and its error."""
    F, scale = piecewise(query, rng), float(query.mu)
    worst = np.full(FUNCTIONS, np.argmax(means(query.method, F, rng)))
    found = means(query.method, Piecewise(F.knots[worst], F.slopes[worst]), rng) * scale
    return float(found.mean()), float(found.std(ddof=1)) / math.sqrt(FUNCTIONS)

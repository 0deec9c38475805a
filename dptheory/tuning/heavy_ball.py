r"""The heavy ball at its best, by certified Lyapunov functions.

A solution (P, c0, c) of the matrix inequality at :math:`\rho` (``docs/lmi.md``) proves, with
:math:`s = P_{11}-P_{12}^2/P_{22}` and a start at rest, where
:math:`V_0\le(\frac2\mu(P_{11}+2P_{12}+P_{22})+c)E_0`,

.. math:: E_T \le \frac{\rho^{2T}V_0 + \sum_t\rho^{2(T-1-t)}\alpha^2(\frac{Lc}2+P_{11})E|w_t|^2}
          {c+2s/L},

again a geometric bound. Step size, momentum and rate are searched with the compiled solver's
interior solutions; around the winner the smallest noise gains of :mod:`dptheory.lyapunov.noise`
are certified in rational arithmetic. Without momentum the heavy ball is gradient descent, whose
bound is the solution P = 0, c0 = 0, c = 1: it is reported where the search finds nothing better.
Only certified solutions are reported; that no better one exists is not proved.
"""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize

from dptheory.bounds.strongly_convex import LinearBound
from dptheory.contract import public
from dptheory.lyapunov import solver
from dptheory.lyapunov.certificates import Certificate, feasible, solution
from dptheory.lyapunov.lmi import Candidate, lower_constant
from dptheory.lyapunov.noise import trade_off
from dptheory.methods import heavy_ball
from dptheory.numbers import Number
from dptheory.tuning.geometric import Geometric, best_length, proposal, rounded, value
from dptheory.tuning.noise import Noise, closed_form
from dptheory.tuning.problem import Problem, Proposal

SHARES = (0.999, 0.97, 0.9, 0.7, 0.4)  # of the largest certified gap 1 - rho: searched
GRID = 24  # step sizes; half as many momenta
CERTIFIED = tuple(1 - 0.01 * 1.6**k for k in range(10))  # certified around the winner
BITS = 2**40  # parameters are rounded to this grid, relative to 1/L


@public
def geometric(
    alpha: Number, mu: Number, smoothness: Number, rho2: Number, P: Any, c: Number
) -> Geometric:
    """The bound that a solution proves."""
    lower = lower_constant(P, c, smoothness)
    start = (2 * (P[0] + 2 * P[1] + P[2]) / mu + c) / lower
    weight = alpha**2 * (smoothness * c / 2 + P[0]) / lower
    return Geometric(float(start), float(rho2), float(weight))


@public
def interior(problem: Problem, alpha: float, beta: float, share: float) -> Geometric | None:
    """The bound of the compiled solver's interior solution; None when there is none."""
    m, ell = alpha * problem.mu, alpha * problem.smoothness
    gap = share * float(solver.critical_gap(m, ell, beta, 0.0)[0])
    if gap <= 0:
        return None
    k0, k1, P = solver.interior(m, ell, beta, 0.0, gap)
    if not (k0 > 0 or k1 > 0) or lower_constant(P, k1 * alpha, problem.smoothness) <= 0:
        return None
    return geometric(alpha, problem.mu, problem.smoothness, (1 - gap) ** 2, P, k1 * alpha)


def _value(problem: Problem, noise: Noise, form: Geometric | None) -> float:
    if form is None or not 0 < form.factor < 1:
        return math.inf
    return value(problem, noise, form, best_length(problem, noise, form))


def _searched(problem: Problem, noise: Noise) -> tuple[float, float]:
    """Step size and momentum of the smallest bound by interior solutions."""

    def at(x: Any, model: Noise, shares: tuple[float, ...]) -> float:
        alpha, beta = math.exp(float(x[0])) / problem.smoothness, 1 - math.exp(float(x[1]))
        if not (0 <= beta < 1 and alpha * problem.smoothness < 4):
            return math.inf
        return min(_value(problem, model, interior(problem, alpha, beta, s)) for s in shares)

    rough = closed_form(noise)
    grid = [
        (float(a), float(b))
        for a in np.linspace(math.log(1e-7), math.log(2.0), GRID)
        for b in np.linspace(math.log(1e-3), math.log(0.98), GRID // 2)
    ]
    best = min(grid, key=lambda x: at(x, rough, SHARES))
    shares = SHARES if noise.power else SHARES[2:3]
    calls = {"maxfev": 200 if noise.power else 30}
    with np.errstate(invalid="ignore"):  # the simplex compares infinite values
        found = minimize(at, best, args=(noise, shares), method="Nelder-Mead", options=calls)
    x = found.x if found.fun < at(best, noise, shares) else best
    return math.exp(float(x[0])) / problem.smoothness, 1 - math.exp(float(x[1]))


@public
def best_heavy_ball(problem: Problem, noise: Noise, descent: Proposal) -> Proposal:
    """The heavy ball at its best.

    Args:
        problem, noise: what is asked.
        descent: gradient descent at its best, the heavy ball without momentum.
    """
    alpha, beta = _searched(problem, noise)
    unit = Fraction(problem.smoothness)
    exact_alpha = Fraction(round(alpha * problem.smoothness * BITS), BITS) / unit
    exact_beta = Fraction(round(beta * BITS), BITS)
    found = _certified(problem, exact_alpha, exact_beta)
    if not found:
        return _without_momentum(problem, descent)
    form, certificate = min(found, key=lambda pair: _value(problem, noise, pair[0]))
    T = rounded(problem, noise, form, best_length(problem, noise, form))
    bound = LinearBound(
        form.start * form.factor**T,
        tuple(form.weight * form.factor ** (T - 1 - t) for t in range(T)),
    )
    parameters: dict[str, object] = {
        "alpha": float(exact_alpha),
        "beta": float(exact_beta),
        "rho": math.sqrt(form.factor),
    }
    made = proposal(problem, noise, "heavy-ball", bound, parameters)
    if made.bound > descent.bound:
        return _without_momentum(problem, descent)
    return replace(made, certificate=certificate)


def _certified(
    problem: Problem, alpha: Fraction, beta: Fraction
) -> list[tuple[Geometric, Certificate]]:
    """Certified bounds of one heavy ball, one for each rate at which there is a certificate."""
    mu, smoothness = Fraction(problem.mu), Fraction(problem.smoothness)
    scaled = float(alpha * mu), float(alpha * smoothness)
    gap = float(solver.critical_gap(*scaled, float(beta), 0.0)[0])
    rates = [rate for rate in (1 - gap * share for share in CERTIFIED) if 0 < rate < 1]
    found = []
    for gain in trade_off(heavy_ball(alpha, beta), mu, smoothness, rates):
        if gain is not None:
            made = solution(gain.certificate)
            form = geometric(alpha, mu, smoothness, made.rho2, made.P, made.c)
            found.append((form, gain.certificate))
    return found


def _without_momentum(problem: Problem, descent: Proposal) -> Proposal:
    """Gradient descent as a heavy ball, with its certificate."""
    mu, smoothness = Fraction(problem.mu), Fraction(problem.smoothness)
    alpha, zero = Fraction(descent.parameters["alpha"]), Fraction(0)
    rho2 = 1 - alpha * mu * (2 - alpha * smoothness)
    method = heavy_ball(alpha, zero)
    loss_alone = Candidate(rho2, (zero, zero, zero), zero, Fraction(1))
    certificate = feasible(method, mu, smoothness, loss_alone)
    parameters = descent.parameters | {"rho": math.sqrt(rho2)}
    return replace(descent, method="heavy-ball", parameters=parameters, certificate=certificate)

r"""Rate against noise: the smallest certified noise gain at a given rate, and the trade-off curve.

A solution (P, c0, c) of the LMI at :math:`\rho` bounds the floor of :math:`E F - F_\star` by

.. math:: \frac{\alpha^2 (Lc/2 + P_{11})}{(1-\rho^2)(c + 2s/L)} \sup E|w|^2,
          \qquad s = P_{11} - P_{12}^2/P_{22}.

Scaled to :math:`Lc/2 + s = 1` its minimum is a semidefinite program. The program's answer is only
a proposal: it is mixed with an interior solution until the integer test accepts it, and the gain
given is that of the accepted rational solution. On quadratics the exact gain (the H2 norm) is
known; it is the lower end of the comparison.

Source: Kuru et al. (2020), (22) and (23); docs/lmi.md.
"""

import warnings
from collections.abc import Sequence
from typing import Any

from dptheory.contract import public
from dptheory.lyapunov import certificates, solver
from dptheory.lyapunov.lmi import Symmetric2, noise_gain
from dptheory.lyapunov.paper_rates import solves, unscaled
from dptheory.lyapunov.results import NoiseGain, TradeOff, exact_method, function_class
from dptheory.methods import Method, matrices
from dptheory.numbers import Number
from dptheory.ranges import positive, require

SHARES = (1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)


def _program(m: float, ell: float, beta: float, eta: float) -> Any:
    """Solves for P, c0, c (for u = alpha g) of smallest gain at a rate; None when it fails."""
    import cvxpy as cp
    import numpy as np

    from dptheory.lyapunov.lmi import supply_forms
    from dptheory.methods import momentum

    unit = momentum(1.0, beta, eta)
    A, B, _ = (np.array(v, dtype=float) for v in unit.state_space())
    x0, x1, x2 = (np.array(v, dtype=float) for v in supply_forms(unit, m, ell))
    moved, stay = np.hstack([A, B]), np.eye(2, 3)
    P = cp.Variable((2, 2), PSD=True)
    c0, c, s = cp.Variable(nonneg=True), cp.Variable(nonneg=True), cp.Variable(nonneg=True)
    rho2 = cp.Parameter(nonneg=True)
    # Products of the parameter with variables must stay affine in each.
    slack = (
        c0 * x0 + c * x2 + rho2 * c * (x1 - x2) - moved.T @ P @ moved + stay.T @ (rho2 * P) @ stay
    )
    corner = np.array([[1.0, 0.0], [0.0, 0.0]])
    problem = cp.Problem(
        cp.Minimize(c * ell / 2 + P[0, 0]),
        [(slack + slack.T) / 2 >> 0, P - s * corner >> 0, c * ell / 2 + s == 1],
    )

    def solve(square: float) -> tuple[Symmetric2, float, float] | None:
        rho2.value = square
        try:
            with warnings.catch_warnings():
                # An inaccurate answer is only a proposal: the integer test decides.
                warnings.simplefilter("ignore", UserWarning)
                problem.solve(solver=cp.CLARABEL)
        except cp.SolverError:
            return None
        if problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            return None
        entries = np.asarray(P.value)
        P_value = float(entries[0, 0]), float(entries[0, 1]), float(entries[1, 1])
        return P_value, float(np.asarray(c0.value)), float(np.asarray(c.value))

    return solve


@public
def trade_off(method: Method, mu: Number, smoothness: Number, rates: Sequence[float]) -> TradeOff:
    """The smallest certified noise gain at each rate; None where no certificate was found.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu <= L, loss/length^2.
        rates: numbers in (0, 1), above the method's certified rate.

    Example:
        >>> from dptheory import heavy_ball
        >>> (found,) = trade_off(heavy_ball("0.1", "0.2"), 1, 10, [0.95])
        >>> round(found.gain, 2)
        0.54
    """
    method = exact_method(method)
    mu, smoothness = function_class(mu, smoothness)
    _, (b,), _ = matrices(method)
    scaled = solver.scaled(method, mu, smoothness)
    solve = _program(*scaled)
    found: list[NoiseGain | None] = []
    for rho in rates:
        require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
        square = rho * rho
        gap = (1 - square) / (1 + rho)
        k0, k1, centre = solver.interior(*scaled, gap)
        proposal = solve(square) if k0 > 0 or k1 > 0 else None
        found.append(None)
        if proposal is None:
            continue
        P, c0, c = proposal
        # The interior solution in the scale of the proposal.
        size = (P[0] + P[2] + c) / (centre[0] + centre[2] + k1)
        for share in SHARES:
            old, new = 1 - share, share * size
            mixed = (
                square,
                (
                    old * P[0] + new * centre[0],
                    old * P[1] + new * centre[1],
                    old * P[2] + new * centre[2],
                ),
                max(0.0, old * c0 + new * k0 / 2),
                max(0.0, old * c + new * k1),
            )
            made = unscaled(b, mixed)
            if solves(method, mu, smoothness, made):
                found[-1] = NoiseGain(
                    float(rho),
                    float(noise_gain(method, smoothness, made)),
                    certificates.feasible(method, mu, smoothness, made),
                )
                break
    return TradeOff(found)


@public
def quadratic_noise_gain(method: Method, mu: Number, smoothness: Number) -> Number:
    r"""The stationary E F - F* per unit of E|w|^2 on the worst quadratic of the class, exactly.

    With curvature :math:`\lambda` and :math:`k = \alpha\lambda` it is

    .. math:: \frac{\alpha (1 + \beta - k\eta)}
        {2 (1 - \beta + k\eta)(2(1+\beta) - k(1+2\eta))},

    the squared H2 norm from w to :math:`\sqrt{\lambda/2}\,x`. For the heavy ball it is largest at
    L. A lower bound of every floor. For plain numbers (int, float, Fraction).

    Args:
        method: constant parameters.
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Raises:
        ValueError: the method is not stable on the class, or an argument is out of its range.

    Example:
        >>> from dptheory import heavy_ball
        >>> quadratic_noise_gain(heavy_ball("0.1", "0.2"), 1, 10)
        Fraction(3, 56)
    """
    alpha, beta, eta = method.alpha, method.beta, method.extrapolation
    positive("step size alpha", alpha)
    positive("strong convexity mu", mu)
    require(mu <= smoothness, "smoothness L", f"at least mu = {mu}", smoothness)
    require(2 * (1 + beta) > alpha * smoothness * (1 + 2 * eta), "method", "stable", method)

    def at(k: Number) -> Number:
        top = alpha * (1 + beta - k * eta)
        return top / (2 * (1 - beta + k * eta) * (2 * (1 + beta) - k * (1 + 2 * eta)))

    ends = [alpha * mu, alpha * smoothness]
    points = [*ends, *(k for k in _stationary(beta, eta) if ends[0] < k < ends[1])]
    return max(at(k) for k in points)


def _stationary(beta: Number, eta: Number) -> list[float]:
    """Where the derivative of the gain in k vanishes (none for eta = 0), as floats."""
    b, e = float(beta), float(eta)
    if e == 0:
        return []
    # top = t0 - e k, bottom = (u0 + e k)(w0 - w1 k): top' bottom = top bottom'.
    t0, u0, w0, w1 = 1 + b, 1 - b, 2 * (1 + b), 1 + 2 * e
    q0, q1, q2 = u0 * w0, e * w0 - u0 * w1, -e * w1
    return list(solver.real_roots(-e * q0 - t0 * q1, -2 * t0 * q2, e * q2))

"""The LMI as a readable convex program: the reference of the compiled solver."""

import cvxpy as cp
import numpy as np
from cvxpy.atoms.affine.trace import trace

from dptheory.lyapunov.lmi import rate_form, supply_forms
from dptheory.methods import Method


def margin(method: Method, mu: float, smoothness: float, rho: float) -> float:
    """The largest t for which the LMI at rho holds with t I to spare; NaN if the solver gave up.

    Nonnegative (up to the solver's accuracy) exactly when the LMI is feasible at rho.
    """
    A, B, _ = (np.array(m, dtype=float) for m in method.state_space())
    x0, x1, x2 = (np.array(m, dtype=float) for m in supply_forms(method, mu, smoothness))
    rate = np.array(rate_form(x1.tolist(), x2.tolist(), rho**2), dtype=float)
    P = cp.Variable((2, 2), PSD=True)
    c0, c, t = cp.Variable(nonneg=True), cp.Variable(nonneg=True), cp.Variable()
    moved, stay = np.hstack([A, B]), np.eye(2, 3)
    slack = c0 * x0 + c * rate - moved.T @ P @ moved + rho**2 * stay.T @ P @ stay
    problem = cp.Problem(
        cp.Maximize(t),
        [(slack + slack.T) / 2 - t * np.eye(3) >> 0, trace(P) + c == 1, t <= 1],
    )
    problem.solve(solver=cp.CLARABEL)
    return float(np.asarray(t.value)) if problem.status == cp.OPTIMAL else float("nan")


def bisect(
    method: Method,
    mu: float,
    smoothness: float,
    *,
    tolerance: float = 1e-6,
    slack: float = 1e-9,
) -> float:
    """The LMI's smallest rate by bisection, or NaN when it is infeasible just below 1.

    Args:
        tolerance: width of the final interval for rho.
        slack: the margin counts as nonnegative above minus this number.
    """
    low, high = 0.0, 1.0
    if not margin(method, mu, smoothness, 1 - tolerance) >= -slack:
        return float("nan")
    while high - low > tolerance:
        middle = (low + high) / 2
        if margin(method, mu, smoothness, middle) >= -slack:
            high = middle
        else:
            low = middle
    return high

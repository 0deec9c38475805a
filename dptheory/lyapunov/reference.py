"""The LMI as a readable convex program: the reference of the compiled solver."""

import warnings

import cvxpy as cp
import numpy as np
from cvxpy.atoms.affine.trace import trace

from dptheory.lyapunov.lmi import rate_form, supply_forms
from dptheory.methods import Method


def margin(method: Method, mu: float, smoothness: float, rho: float) -> float | None:
    """The largest t for which the LMI at rho holds with t I to spare; None if the solver gave up.

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
        cp.Maximize(t), [(slack + slack.T) / 2 - t * np.eye(3) >> 0, trace(P) + c == 1, t <= 1]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of an inaccurate solution: it is not used
        try:
            problem.solve(solver=cp.CLARABEL)
        except cp.SolverError:
            return None
    return float(np.asarray(t.value)) if problem.status == cp.OPTIMAL else None


def bisect(
    method: Method, mu: float, smoothness: float, *, tolerance: float = 1e-6, slack: float = 1e-9
) -> float | None:
    """The LMI's smallest rate by bisection, or None when it is infeasible just below 1.

    Args:
        tolerance: width of the final interval for rho.
        slack: the margin counts as nonnegative above minus this number.
    """

    def feasible(rho: float) -> bool:
        found = margin(method, mu, smoothness, rho)
        return found is not None and found >= -slack

    low, high = 0.0, 1.0
    if not feasible(1 - tolerance):
        return None
    while high - low > tolerance:
        middle = (low + high) / 2
        if feasible(middle):
            high = middle
        else:
            low = middle
    return high

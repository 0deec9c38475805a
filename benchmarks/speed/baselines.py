"""What a user would otherwise write for the rate: bisection over semidefinite programs."""

from collections.abc import Callable

import clarabel
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from dptheory.lyapunov.lmi import increase, rate_form, supply_forms
from dptheory.methods import Method

Array = NDArray[np.float64]
TOLERANCE = 1e-6  # in rho
SLACK = 1e-9
UNITS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def coefficients(method: Method, mu: float, smoothness: float) -> Callable[[float], list[Array]]:
    """rho^2 -> the five 3x3 matrices that multiply P11, P12, P22, c0 and c in the LMI."""
    x0, x1, x2 = supply_forms(method, mu, smoothness)
    at_zero: list[Array] = [np.array(increase(method, unit, 0.0)) for unit in UNITS]
    slope = [
        np.array(increase(method, unit, 1.0)) - a for unit, a in zip(UNITS, at_zero, strict=True)
    ]
    forms: tuple[Array, ...] = np.array(x0), np.array(x1), np.array(x2)

    def at(rho2: float) -> list[Array]:
        moved = [-(a + rho2 * b) for a, b in zip(at_zero, slope, strict=True)]
        return [*moved, forms[0], rho2 * forms[1] + (1 - rho2) * forms[2]]

    # rate_form is linear in rho^2; the library's own form guards against a slip here.
    wanted: Array = np.array(rate_form(x1, x2, 0.5))
    found = at(0.5)[4]
    if not np.allclose(found, wanted):
        raise ValueError(f"the form of the rate must be {wanted}. Found {found}.")
    return at


def triangle(matrix: Array) -> Array:
    """Upper triangle by columns, off-diagonal entries times sqrt 2 (Clarabel's convention)."""
    n = len(matrix)
    return np.array(
        [matrix[i, j] * (1.0 if i == j else 2**0.5) for j in range(n) for i in range(j + 1)]
    )


P_ROWS = -np.array(
    [triangle(np.array(m)) for m in ([[1, 0], [0, 0]], [[0, 1], [1, 0]], [[0, 0], [0, 1]])]
).T
SETTINGS = clarabel.DefaultSettings()
SETTINGS.verbose = False


def clarabel_margin(matrices: list[Array]) -> float:
    """max t with sum of variables times matrices >= t I, tr P + c = 1, by Clarabel's own API."""
    rows = np.zeros((1 + 2 + 1 + 6 + 3, 6))
    right = np.zeros(len(rows))
    rows[0, [0, 2, 4]] = 1.0
    right[0] = 1.0
    rows[1, 3] = rows[2, 4] = -1.0
    rows[3, 5], right[3] = 1.0, 1.0
    for k, matrix in enumerate(matrices):
        rows[4:10, k] = -triangle(matrix)
    rows[4:10, 5] = triangle(np.eye(3))
    rows[10:13, :3] = P_ROWS
    cones = [
        clarabel.ZeroConeT(1),
        clarabel.NonnegativeConeT(3),
        clarabel.PSDTriangleConeT(3),
        clarabel.PSDTriangleConeT(2),
    ]
    cost = np.zeros(6)
    cost[5] = -1.0
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix((6, 6)), cost, sparse.csc_matrix(rows), right, cones, SETTINGS
    )
    return float(solver.solve().x[5])


def bisection(
    method: Method, mu: float, smoothness: float, margin: Callable[[list[Array]], float]
) -> float:
    """The smallest feasible rho to TOLERANCE; 1 where there is none."""
    at = coefficients(method, mu, smoothness)
    if margin(at((1 - TOLERANCE) ** 2)) < -SLACK:
        return 1.0
    low, high = 0.0, 1.0
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        if margin(at(middle**2)) >= -SLACK:
            high = middle
        else:
            low = middle
    return high

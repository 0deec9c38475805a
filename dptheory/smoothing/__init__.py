"""Laplacian smoothing: the operator, solving with it, and what it leaves of the noise.

Page: ``docs/smoothing.md``.
"""

from dptheory.smoothing.operator import basis, condition_number, eigenvalue, matrix, spectrum
from dptheory.smoothing.quadratics import Preconditioned, preconditioned, second_moment_path
from dptheory.smoothing.shares import (
    beta,
    beta_limit,
    beta_sum,
    coefficient,
    gamma,
    gamma_limit,
    gamma_sum,
    root,
)
from dptheory.smoothing.solving import solve, solve_recursive

__all__ = [
    "Preconditioned",
    "basis",
    "beta",
    "beta_limit",
    "beta_sum",
    "coefficient",
    "condition_number",
    "eigenvalue",
    "gamma",
    "gamma_limit",
    "gamma_sum",
    "matrix",
    "preconditioned",
    "root",
    "second_moment_path",
    "solve",
    "solve_recursive",
    "spectrum",
]

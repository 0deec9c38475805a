"""Laplacian smoothing: the operator, solving with it, and what it leaves of the noise.

Page: ``docs/smoothing.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.smoothing import updates
    from dptheory.smoothing.operator import matrix, spectrum
    from dptheory.smoothing.shares import beta, beta_limit, gamma, gamma_limit
    from dptheory.smoothing.solving import solve, solve_recursive
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "beta",
    "beta_limit",
    "gamma",
    "gamma_limit",
    "matrix",
    "solve",
    "solve_recursive",
    "spectrum",
    "updates",
]

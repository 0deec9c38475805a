r"""Which method and parameters to use under a privacy budget: those of the best proved bound.

For :math:`F\in S_{\mu,L}` with per-sample gradients of known sensitivity, an initial error and a
budget, :func:`tune` minimises the proved bound of :math:`E F(x_T) - F^*` over step size, momentum,
number of iterations and noise schedule, for gradient descent, the heavy ball, Nesterov's method
and the multistage method, beside output perturbation and doing nothing. The bounds are worst cases
over the class and hold as they are; on a given problem another choice may be better.

Page: ``docs/allocation.md``.
"""

from dptheory.tuning.baseline import nothing, output_perturbation
from dptheory.tuning.geometric import best_gradient, best_nesterov
from dptheory.tuning.heavy_ball import best_heavy_ball
from dptheory.tuning.multistage import best_multistage
from dptheory.tuning.problem import Problem, Proposal

__all__ = ["Problem", "Proposal", "tune"]


def tune(problem: Problem) -> tuple[Proposal, ...]:
    """Every alternative at its best, the smallest bound first (to nine digits: a single stage is
    Nesterov's method, and comes after it).
    """
    noise = problem.noise()
    descent, accelerated = best_gradient(problem, noise), best_nesterov(problem, noise)
    found = (
        descent,
        best_heavy_ball(problem, noise, descent),
        accelerated,
        best_multistage(problem, noise, accelerated),
        output_perturbation(problem),
        nothing(problem),
    )
    return tuple(sorted(found, key=lambda p: float(f"{p.bound:.8e}")))

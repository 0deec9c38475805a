r"""Which method and parameters to use under a privacy budget: those of the best proved bound.

For :math:`F\in S_{\mu,L}` with per-sample gradients of known sensitivity, an initial error and a
budget, :func:`tune` minimises the proved bound of :math:`E F(x_T) - F^*` over step size, momentum,
number of iterations and noise schedule, for gradient descent, the heavy ball, Nesterov's method
and the multistage method, beside output perturbation and doing nothing. The bounds are worst cases
over the class and hold as they are; on a given problem another choice may be better.

Page: ``docs/allocation.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.tuning.nonconvex import NonconvexProblem, NonconvexProposal, Tuned, tune_nonconvex
    from dptheory.tuning.problem import Problem, Proposal, Ranking
    from dptheory.tuning.ranking import tune
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "NonconvexProblem",
    "NonconvexProposal",
    "Problem",
    "Proposal",
    "Ranking",
    "Tuned",
    "tune",
    "tune_nonconvex",
]

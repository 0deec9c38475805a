"""Every method at its best, the smallest proved bound first.

Source: own; docs/allocation.md.
"""

from dataclasses import replace

from dptheory.contract import public
from dptheory.progress import Report, silent
from dptheory.tuning.baseline import nothing, output_perturbation
from dptheory.tuning.certified import GRADIENT, HEAVY_BALL, NESTEROV, best_certified
from dptheory.tuning.geometric import best_gradient, best_nesterov
from dptheory.tuning.multistage import best_multistage, single_stage
from dptheory.tuning.problem import Problem, Ranking


@public
def tune(problem: Problem, report: Report = silent) -> Ranking:
    """Every alternative at its best, the smallest bound first (to nine digits: a single stage is
    Nesterov's method, and comes after it).

    Args:
        problem: the class, the data and the budget.
        report: is told which method is being tuned.

    Example:
        >>> from dptheory.tuning import Problem
        >>> data = {"n": 1000, "batch_size": 1000, "sensitivity": 2, "sensitivity_l2": 1}
        >>> problem = Problem(1, 10, dimension=5, gap=1, epsilon=1, max_iterations=3, **data)
        >>> [proposal.method for proposal in tune(problem)][0]
        'output-perturbation'
    """
    noise = problem.noise()
    descent, accelerated = best_gradient(problem, noise), best_nesterov(problem, noise)
    report("tuning gradient descent, method", 1, 4)
    gradient = best_certified(problem, noise, GRADIENT, [descent])
    report("tuning the heavy ball,", 2, 4)
    still = replace(gradient, method="heavy-ball")  # without momentum
    ball = best_certified(problem, noise, HEAVY_BALL, [still], also=[accelerated])
    report("tuning the multistage method,", 3, 4)
    stages = best_multistage(problem, noise, accelerated)
    report("tuning Nesterov's method,", 4, 4)
    known = [it for it in (accelerated, single_stage(problem, stages)) if it is not None]
    nesterov = best_certified(problem, noise, NESTEROV, known)
    found = gradient, ball, nesterov, stages, output_perturbation(problem), nothing(problem)
    return Ranking(sorted(found, key=lambda p: float(f"{p.bound:.8e}")))

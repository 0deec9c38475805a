"""Every method at its best, the smallest proved bound first."""

from dptheory.contract import public
from dptheory.progress import Report, silent
from dptheory.tuning.baseline import nothing, output_perturbation
from dptheory.tuning.geometric import best_gradient, best_nesterov
from dptheory.tuning.heavy_ball import best_heavy_ball
from dptheory.tuning.multistage import best_multistage
from dptheory.tuning.problem import Problem, Proposal


@public
def tune(problem: Problem, report: Report = silent) -> tuple[Proposal, ...]:
    """Every alternative at its best, the smallest bound first (to nine digits: a single stage is
    Nesterov's method, and comes after it).

    Args:
        problem: the class, the data and the budget.
        report: is told which method is being tuned.
    """
    report("tuning gradient descent, method", 1, 4)
    noise = problem.noise()
    descent = best_gradient(problem, noise)
    report("tuning Nesterov's method,", 2, 4)
    accelerated = best_nesterov(problem, noise)
    report("tuning the multistage method,", 3, 4)
    stages = best_multistage(problem, noise, accelerated)
    report("tuning the heavy ball,", 4, 4)
    found = (
        descent,
        best_heavy_ball(problem, noise, descent),
        accelerated,
        stages,
        output_perturbation(problem),
        nothing(problem),
    )
    return tuple(sorted(found, key=lambda p: float(f"{p.bound:.8e}")))

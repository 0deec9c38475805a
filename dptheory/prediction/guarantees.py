r"""Proved bounds of :math:`E F(x) - F^*` for what was chosen by prediction.

They hold for all data of the stated constants, :math:`F(0)-F^*\le E_0` included. Methods that
iterate: gradient descent by :mod:`dptheory.bounds.last_iterate` where that covers the step, others
by :mod:`dptheory.bounds.certified`. Output perturbation: :math:`\frac L2E|\eta|^2`.
Objective perturbation: by strong convexity of :math:`F+\frac\Delta2|x|^2` the perturbed minimiser
has :math:`F(x)-F^*\le\frac\Delta2|x^*|^2+\frac{E|b|^2}{2n^2(\mu+\Delta)}`, and
:math:`|x^*|^2\le2E_0/\mu`. Where gradients are bounded below their length nothing is proved.
"""

import math
from fractions import Fraction

import numpy as np

from dptheory.bounds import last_iterate
from dptheory.bounds.certified import Wanted, constant
from dptheory.methods import momentum
from dptheory.prediction.choosing import NOTHING, OBJECTIVE, WEIGHTS, Choice
from dptheory.prediction.releases import Task, Vector, objective_noise
from dptheory.prediction.runs import Run
from dptheory.privacy.laplace import laplace_variance
from dptheory.privacy.subsampling import covariance_factor
from dptheory.tuning.problem import Problem


def guarantee(choice: Choice, task: Task, gap: float) -> float | None:
    """The bound of a choice; None where none is known.

    Args:
        choice: what was chosen.
        task: constants and budget.
        gap: E_0, a bound of F(0) - F*, loss.
    """
    if choice.method == NOTHING:
        return gap
    if math.isfinite(choice.clip):
        return None
    if choice.run is not None:
        return _of_run(choice.run, task, gap)
    if choice.noise is None:
        return None
    if choice.method == OBJECTIVE:
        return _tilted(choice.noise, choice.more, task, gap)
    return task.smoothness / 2 * task.dimension * choice.noise.variance


def objective_bound(task: Task, gap: float) -> float | None:
    """The smallest bound of objective perturbation over Delta; None where no budget is left.

    Args:
        task, gap: as in :func:`guarantee`.
    """
    weights = [float(task.mu * (weight - 1)) for weight in WEIGHTS]
    laws = [(objective_noise(task, more), more) for more in weights]
    bounds = [_tilted(law, more, task, gap) for law, more in laws if law is not None]
    return min(bounds, default=None)


def of_constants(task: Task, gap: float, limit: int) -> Problem:
    """The question for the smallest proved bound on full batches, gradients as they are.

    Args:
        task, gap: as in :func:`guarantee`.
        limit: the largest number of iterations.
    """
    return Problem(
        mu=task.mu,
        smoothness=task.smoothness,
        dimension=task.dimension,
        n=task.n,
        batch_size=task.n,
        sensitivity=2 * task.longest_l1,
        sensitivity_l2=2 * min(task.longest, task.longest_l1),
        gap=gap,
        epsilon=task.epsilon,
        delta=task.delta,
        max_iterations=limit,
    )


def _tilted(noise: Vector, more: float, task: Task, gap: float) -> float:
    """The bound of objective perturbation."""
    spread = task.dimension * noise.variance
    return more * gap / task.mu + spread / (2 * task.n**2 * (task.mu + more))


def _of_run(run: Run, task: Task, gap: float) -> float | None:
    """The proved bound of a run with its own noise; None where its steps fall."""
    if run.fall != 1:
        return None
    scales = np.array(run.scales)
    variances = laplace_variance(scales) if run.law == "laplace" else scales**2
    moments = task.dimension * variances
    if run.m < task.n:
        # The mean of half the squared distances of two gradients, at most 2G apart.
        spread = (2 * task.longest) ** 2 * (task.n - 1) / (2 * task.n)
        moments = moments + spread * float(covariance_factor(task.n, run.m))
    if not np.isfinite(moments).all() or run.alpha * task.smoothness >= 4:
        return None
    known = run.alpha, task.mu, task.smoothness
    if run.beta == run.eta == 0 and last_iterate.covers(*known):
        exact = last_iterate.gradient(*known, len(moments))
        return float(exact.initial * gap + moments @ np.array(exact.noise_weights))
    backwards = np.arange(len(moments))[::-1]
    wanted = Wanted(len(moments), gap, lambda rho2: float(moments @ rho2**backwards))
    method = momentum(Fraction(run.alpha), Fraction(run.beta), Fraction(run.eta))
    found = constant(method, task.mu, task.smoothness, wanted)
    return None if found is None else wanted.bound(found[0])

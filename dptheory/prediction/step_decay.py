r"""Steps that fall over a run by one factor an iteration, and what is predicted of them.

.. math:: \alpha_t = \alpha\,r^{t/(T-1)},\qquad t = 0, \dots, T-1,

so that r is the last step by the first. The weight of an iteration's noise,
:math:`w_t=\tfrac12\alpha_t^2\operatorname{tr}(P_t^\top HP_t)` with the response :math:`P_t` of
:math:`x_T` to a move of :math:`x_{t+1}`, follows backwards in the eigenvectors of the Jacobian J.
It depends on T and t, not on :math:`T-1-t` alone, so that every T is a run of its own: a search is
for few iterations (:mod:`dptheory.prediction.search`: constant steps, all T in one run).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Task
from dptheory.prediction.search import Modes, Settings, full_noise

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Falling:
    """Methods with steps that fall.

    Attributes:
        settings: k methods, alpha the first step.
        fall: r > 0.
        iterations: T >= 1.
    """

    settings: Settings
    fall: float
    iterations: int

    @property
    def steps(self) -> Array:
        """Of every method and iteration, shape (k, T)."""
        return self.settings.alpha[:, None] * factors(self.fall, self.iterations)


def factors(fall: float, iterations: int) -> Array:
    """Steps by the first one, shape (T,).

    Args:
        fall: the last by the first. iterations: T >= 1.
    """
    found: Array = fall ** (np.arange(iterations) / max(iterations - 1, 1))
    return found


def weights(modes: Modes, methods: Falling) -> Array:
    """What the variance of a coordinate's noise costs in each iteration, shape (k, T).

    Args:
        modes: of the data. methods: k of them.
    """
    beta, eta = methods.settings.beta[:, None], methods.settings.eta[:, None]
    diagonal, steps = modes.diagonal, methods.steps
    found = np.empty_like(steps)
    of_x = np.ones((len(steps), modes.eigenvalues.size))  # of x_T to x_(t+1), and to x_t
    of_before = np.zeros_like(of_x)
    for t in reversed(range(methods.iterations)):
        found[:, t] = steps[:, t] ** 2 / 2 * (of_x**2 @ diagonal)
        pull = steps[:, t : t + 1] * modes.eigenvalues
        forward = (1 + beta - pull * (1 + eta)) * of_x + of_before
        of_x, of_before = forward, (pull * eta - beta) * of_x
    return found


def predicted_falling(model: LinearModel, task: Task, methods: Falling) -> Array:
    """The predicted errors on full batches, shape (k,); infinite where a run is lost.

    Args:
        model: the data, gradients bounded as in the task.
        task: the budget.
        methods: k of them.
    """
    power, unit = full_noise(task)
    beta, eta = methods.settings.beta[:, None], methods.settings.eta[:, None]
    x = before = np.zeros((len(beta), model.dimension))
    with np.errstate(over="ignore", invalid="ignore"):
        for alpha in methods.steps.T[:, :, None]:
            move = x - before
            x, before = x - alpha * model.field(x + eta * move) + beta * move, x
        left = model.value(x) - model.optimal_value
        costs = weights(Modes.of(model), methods) ** (1 / power)
        found = left + unit * costs.sum(axis=1) ** power
    return np.where(np.isfinite(found), found, np.inf)

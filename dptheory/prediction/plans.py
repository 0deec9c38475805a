"""The noise of every iteration of a chosen method: the schedule that fits its weights."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Task
from dptheory.prediction.runs import Run
from dptheory.prediction.search import Modes

Array = NDArray[np.float64]
LEAST = 1e-12  # of a weight, by the largest: every iteration gets some budget


@public
def scheduled(
    models: Sequence[LinearModel],
    task: Task,
    *,
    alpha: float,
    beta: float,
    eta: float,
    iterations: int,
    m: int,
) -> Run:
    """A run with the schedule of the smallest predicted noise, on average over data sets.

    Args:
        models: the data sets, gradients bounded as in the task.
        task: the budget.
        alpha, beta, eta: of the method.
        iterations: T >= 1. m: records in a batch.
    """
    weights = np.mean([_weights(model, alpha, beta, eta, iterations) for model in models], axis=0)
    weights = np.maximum(weights, weights.max() * LEAST)
    scales = task.gradient_noise(m).schedule(weights).scales
    law = "laplace" if task.delta is None else "gaussian"
    return Run(alpha, beta, eta, law, tuple(scales.tolist()), m)


def _weights(model: LinearModel, alpha: float, beta: float, eta: float, T: int) -> Array:
    """w_(T-1-t) for t = 0, ..., T - 1, as shares of their sum."""
    modes = Modes.of(model)
    diagonal = np.diag(modes.hessian)
    response, before = np.ones(model.dimension), np.zeros(model.dimension)
    found = []
    for _ in range(T):
        found.append(float(response**2 @ diagonal))
        turn = response - before
        pulled = modes.eigenvalues * (response + eta * turn)
        response, before = response - alpha * pulled + beta * turn, response
    weights = np.array(found[::-1])
    shares: Array = weights / weights.sum()
    return shares

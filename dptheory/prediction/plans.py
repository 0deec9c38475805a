"""The noise of every iteration of a chosen method: the schedule that fits its weights."""

from collections.abc import Sequence

import numpy as np

from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Task
from dptheory.prediction.runs import Run
from dptheory.prediction.search import Modes, Settings
from dptheory.prediction.step_decay import Falling, weights
from dptheory.ranges import require

LEAST = 1e-12  # of a weight, by the largest: every iteration gets some budget


def scheduled(
    models: Sequence[LinearModel],
    task: Task,
    *,
    alpha: float,
    beta: float,
    eta: float,
    iterations: int,
    m: int,
    fall: float = 1.0,
) -> Run:
    """A run with the schedule of the smallest predicted noise, on average over data sets.

    Args:
        models: the data sets, gradients bounded as in the task; one or more.
        task: the budget.
        alpha, beta, eta: of the method.
        iterations: T >= 1. m: records in a batch.
        fall: the last step by the first, alpha.

    Raises:
        ValueError: there is no data set.
    """
    require(len(models) > 0, "models", "one data set or more", models)
    one = Settings(*(np.array([value]) for value in (alpha, beta, eta)))
    methods = Falling(one, fall, iterations)
    each = [weights(Modes.of(model), methods)[0] for model in models]
    shares = np.mean([found / found.sum() for found in each], axis=0)
    shares = np.maximum(shares, shares.max() * LEAST)
    scales = task.gradient_noise(m).schedule(shares).scales
    law = "laplace" if task.delta is None else "gaussian"
    return Run(alpha, beta, eta, law, tuple(scales.tolist()), m, fall)

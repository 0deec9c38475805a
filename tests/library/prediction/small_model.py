"""A linear model of three features and what is asked of it; shared by the tests of predictions."""

import numpy as np

from dptheory.prediction import LinearModel, Task
from dptheory.prediction.linear_models import QUADRATIC

N, D = 400, 3


def task(delta: float | None, clip: float = np.inf) -> Task:
    """An account of both kinds, with the gradients' slope and bend 1."""
    return Task(
        n=N, dimension=D, mu=0.05, slope=1.0, bend=1.0, radius_l1=2.0, radius_l2=1.5,
        epsilon=2.0, delta=delta, clip=clip,
    )  # fmt: skip


def model(loss: str, narrow: float) -> LinearModel:
    """The records; the last feature is divided by ``narrow``."""
    generator = np.random.default_rng(3)
    features = generator.uniform(-1, 1, (N, D)) / [1, 1.5, narrow]
    outputs = features @ [1.5, -1.0, 2.0] + 0.3 * generator.standard_normal(N)
    if loss == "quadratic":
        return LinearModel(features, outputs, 0.025, QUADRATIC)
    return LinearModel(features, np.sign(outputs), 0.025)

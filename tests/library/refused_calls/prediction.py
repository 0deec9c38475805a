"""What dptheory.prediction does not accept: words of the refusal, and the calls."""

from functools import partial

import numpy as np

from dptheory.prediction import LinearModel, Task
from dptheory.prediction.choosing import Choice, errors_of
from dptheory.prediction.grid import Search
from dptheory.prediction.plans import scheduled

TASK = Task(
    n=4,
    dimension=1,
    mu=0.1,
    slope=1.0,
    bend=1.0,
    radius_l1=1.0,
    radius_l2=1.0,
    epsilon=1.0,
    delta=1e-6,
)
DATA = LinearModel(np.ones((4, 1)), np.ones(4), 0.05)
SEARCH = partial(Search, task=TASK, models=[DATA], batches=(4,), limit=10, seed=0)
SCHEDULED = partial(scheduled, [], TASK, alpha=0.1, beta=0.0, eta=0.0, iterations=2, m=4)

REFUSED = {
    "models must be one data set or more. Found [].":
        [lambda: SEARCH(models=[]), lambda: SCHEDULED()],
    "limit must be a whole number at least 1. Found 0.": [lambda: SEARCH(limit=0)],
    "choice must be one with a run or with noise. Found output-perturbation.":
        [lambda: errors_of(Choice("output-perturbation", 1.0, ()), DATA, 4, 2, 0)],
}  # fmt: skip

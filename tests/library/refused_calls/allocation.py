"""What dptheory.allocation does not accept: words of the refusal, and the calls."""

from functools import partial
from math import inf, nan
from typing import Any

import numpy as np

from dptheory.allocation import gaussian, laplace
from dptheory.allocation.divergence import Setting
from dptheory.allocation.marginal import marginal_curve
from dptheory.privacy.neighbouring import Neighbouring

REPLACE_ONE = Neighbouring.REPLACE_ONE
LAPLACE = partial(laplace, weights=[1.0], epsilon=1.0, sensitivity=40.0, n=10**5, m=1000)
BATCH: dict[str, Any] = {"sensitivity": 1.0, "n": 100, "m": 10, "neighbouring": REPLACE_ONE}
GAUSSIAN = partial(gaussian, weights=[1.0, 2.0], epsilon=1.0, delta=1e-6, **BATCH)

REFUSED = {
    "weights must be a nonempty vector. Found shape (0,).": [lambda: LAPLACE(weights=[])],
    "weights must be finite and nonnegative. Found [-1.].": [lambda: LAPLACE(weights=[1.0, -1.0])],
    "weights must be not all zero. Found zeros only.": [lambda: LAPLACE(weights=[0.0, 0.0])],
    "weights must be an array of numbers. Found [1.0, nan].": [lambda: LAPLACE(weights=[1.0, nan])],
    "epsilon must be positive and finite. Found 0.0.":
        [lambda: LAPLACE(epsilon=0.0), lambda: GAUSSIAN(epsilon=0.0)],
    "sensitivity S must be positive and finite. Found 0.0.": [lambda: LAPLACE(sensitivity=0.0)],
    "batch size m must be a whole number from 1 to 100000. Found 1000000.":
        [lambda: LAPLACE(m=10**6)],
    "batch size m must be a whole number from 1 to 100000. Found 0.": [lambda: LAPLACE(m=0)],
    "delta must be in (0, 1). Found 0.0.": [lambda: GAUSSIAN(delta=0.0)],
    "delta must be in (0, 1). Found 1.0.": [lambda: GAUSSIAN(delta=1.0)],
    "sensitivity D must be positive and finite. Found -1.0.": [lambda: GAUSSIAN(sensitivity=-1.0)],
    "batch size m must be a whole number from 1 to 100. Found 0.": [lambda: GAUSSIAN(m=0)],
    "epsilon and delta must be a budget that an account meets with Setting(n=9, m=3":
        [lambda: GAUSSIAN(weights=[1.0], epsilon=1e-40, delta=1e-60, n=9, m=3)],
    "delta must be in (0, 1). Found inf.":
        [lambda: marginal_curve(Setting(100, 10, REPLACE_ONE), np.zeros(1), np.ones(1), 1.0, inf)],
}  # fmt: skip

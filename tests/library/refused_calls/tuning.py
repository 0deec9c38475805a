"""What dptheory.tuning does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from dataclasses import replace
from functools import partial

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.tuning import NonconvexProblem, Problem
from dptheory.tuning.compass import lowest

TUNED = partial(replace, Problem(0.02, 5.0, 20, 10**5, 10**5, 40.0, 30.0, 10.0, 1.0))
DATA = Nonconvex(1.0, 1.0, 0.5, 0.5, 0.2)
HARD = partial(
    replace,
    NonconvexProblem(DATA, dimension=5, n=10**5, epsilon=1.0, delta=1e-6, max_iterations=3000),
)

REFUSED = {
    "value must be least within 10000 steps. Found it still falling.":
        [lambda: lowest(lambda x: x[0], (0.0, 0.0), 0.35, 0.02)],
    "first step must be positive and finite. Found 0.0.": [lambda: lowest(abs, (0.0,), 0.0, 0.02)],
    "strong convexity mu must be positive and finite. Found 0.0.": [lambda: TUNED(mu=0.0)],
    "smoothness L must be at least 0.02. Found 0.004.": [lambda: TUNED(smoothness=4e-3)],
    "dimension d must be a whole number at least 1. Found 0.":
        [lambda: TUNED(dimension=0), lambda: HARD(dimension=0)],
    "sensitivity S must be positive and finite. Found 0.0.": [lambda: TUNED(sensitivity=0.0)],
    "gap E_0 must be positive and finite. Found 0.0.": [lambda: TUNED(gap=0.0)],
    "epsilon must be positive and finite. Found 0.0.":
        [lambda: TUNED(epsilon=0.0), lambda: HARD(epsilon=0.0)],
    "delta must be in (0, 1). Found 1.0.": [lambda: TUNED(delta=1.0)],
    "max_iterations must be a whole number at least 1. Found 0.":
        [lambda: TUNED(max_iterations=0), lambda: HARD(max_iterations=0)],
    "batch size m must be a whole number from 1 to 100000. Found 1000000.":
        [lambda: TUNED(batch_size=10**6)],
    "data size n must be a whole number at least 1. Found 0.": [lambda: TUNED(n=0)],
    "L2 sensitivity must be at most the L1 sensitivity 40.0. Found 41.0.":
        [lambda: TUNED(sensitivity_l2=41.0)],
    "gap D_f must be positive and finite. Found 0.0.":
        [lambda: HARD(constants=replace(DATA, gap=0.0))],
    "smoothness L_0 must be positive and finite. Found 0.0.":
        [lambda: HARD(constants=replace(DATA, L0=0.0))],
    "data size N must be a whole number at least 1. Found 0.": [lambda: HARD(n=0)],
    "delta must be in (0, 1). Found 0.0.": [lambda: HARD(delta=0.0)],
}  # fmt: skip

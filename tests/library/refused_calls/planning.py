"""What dptheory.planning and the front door do not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from functools import partial
from math import nan

from dptheory import Budget, Release, Run, Sampling, allocate, calibrate, epsilon, plan

RUN = Run(n=100, batch_size=10, epochs=2)
TWO = Release([1.0, 2.0])
SCHEDULE = Release([1.0 + t for t in range(20)], records_per_user=2)
ALLOCATE = partial(allocate, [1.0, 2.0], sensitivity=1.0, n=100, batch_size=10)

REFUSED = {
    "batch b must be a whole number from 1 to 100. Found 101.":
        [lambda: Run(n=100, batch_size=101, epochs=1)],
    "batch_size must be a whole number. Found 2.5.": [lambda: Run(100, 2.5, epochs=1)],
    "epochs must be given, or iterations, and not both. Found None.": [lambda: Run(100, 10)],
    "epochs must be given, or iterations, and not both. Found 2.":
        [lambda: Run(100, 10, epochs=2, iterations=20)],
    "iterations T must be a whole number at least 1. Found 0.":
        [lambda: Run(100, 10, iterations=0)],
    "epochs E must be positive and finite. Found 0.": [lambda: Run(100, 10, epochs=0)],
    "clipping norm C must be positive and finite. Found -1.": [lambda: Run(100, 10, 1, clip=-1)],
    "epsilon must be positive and finite. Found 0.": [lambda: Budget(0)],
    "delta must be in [0, 1). Found 1.": [lambda: Budget(1.0, 1)],
    "delta must be a number within floating point. Found nan.": [lambda: Budget(1.0, nan)],
    "epsilon of the budget must be a number. Found None.":
        [lambda: calibrate(RUN, Budget(None, 1e-5)), lambda: plan(RUN, Budget(None, 1e-5)),
         lambda: ALLOCATE(budget=Budget(None), sampling=Sampling.WITHOUT_REPLACEMENT)],
    "noise multiplier must be positive and finite. Found 0.0.": [lambda: Release(0.0)],
    "noise multiplier must be positive and finite. Found [1. 0.].": [lambda: Release([1.0, 0.0])],
    "noise_multiplier must be at least one number. Found none.": [lambda: Release([])],
    "records_per_user must be a whole number from 1 to 100. Found 101.":
        [lambda: Release(records_per_user=101)],
    "records of a user k must be a whole number from 1 to 2. Found 3.":
        [lambda: epsilon(Run(2, 1, epochs=1), Release(records_per_user=3), 1e-5)],
    "noise_multiplier must be one number or 20 numbers. Found 2 numbers.":
        [lambda: epsilon(RUN, TWO, 1e-5), lambda: calibrate(RUN, Budget(1, 1e-5), TWO)],
    "noise_multiplier must be one number where users have several records in Poisson batches.":
        [lambda: epsilon(RUN, SCHEDULE, 1e-5)],
    "delta must be in (0, 1). Found 0.0.":
        [lambda: epsilon(RUN, Release(), 0.0), lambda: calibrate(RUN, Budget(1))],
    "epsilon must be a budget that needs noise and that some noise meets. Found 1.":
        [lambda: calibrate(Run(10**6, 1, iterations=1), Budget(1, 1e-5)),
         lambda: plan(Run(10**6, 1, iterations=1), Budget(1, 1e-5))],
    "sampling at delta = 0 must be without-replacement. Found poisson.":
        [lambda: ALLOCATE(budget=Budget(1), sampling=Sampling.POISSON)],
    "sampling at delta = 1e-05 must be without-replacement or poisson. Found shuffled.":
        [lambda: ALLOCATE(budget=Budget(1, 1e-5), sampling=Sampling.SHUFFLED)],
}  # fmt: skip

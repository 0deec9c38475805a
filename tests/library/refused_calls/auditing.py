"""What dptheory.auditing does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from functools import partial
from math import nan
from typing import Any

import numpy as np

from dptheory.auditing import Claim, audit, audit_one_run, epsilon_lower, mu_lower
from dptheory.auditing.canaries import neighbours
from dptheory.auditing.one_run import one_run_chance
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy.neighbouring import Neighbouring

METHOD = Private(Sgdm(1.0), PerSample("clip", (1.0,)), Perturbation(1.0, "sum", "bound"))
CLAIM = Claim(1.0, 1e-5)


def returns(value: Any) -> Any:
    """A step that releases one thing."""
    return lambda gradients, rng: value


AUDIT = partial(audit, step=METHOD, claim=CLAIM, draws=100)
FUNCTION = partial(audit, step=returns(np.zeros(16)), claim=CLAIM, clip=1.0, draws=100)
ONE_RUN = partial(audit_one_run, step=METHOD, claim=CLAIM, canaries=10)
MU = partial(mu_lower, false_alarms=1, misses=2, draws=10, failure=0.01)
EPSILON = partial(epsilon_lower, false_alarms=1, misses=2, draws=10, delta=1e-5, failure=0.01)
CHANCE = partial(one_run_chance, right=3, guesses=5, canaries=9, epsilon=1.0, delta=1e-5)
PAIR = partial(neighbours, PerSample("clip", (1.0,)), batch_size=2, dimension=4)

REFUSED = {
    "epsilon must be positive and finite. Found 0.0.": [lambda: Claim(0.0, 1e-5)],
    "delta must be in (0, 1). Found 1.0.": [lambda: Claim(1.0, 1.0)],
    "iterations T must be a whole number at least 1. Found 0.":
        [lambda: Claim(1.0, 1e-5, iterations=0)],
    "batch size B must be a whole number at least 1. Found 0.":
        [lambda: Claim(1.0, 1e-5, batch_size=0), lambda: PAIR(batch_size=0)],
    "data size n must be a whole number at least 4. Found 3.": [lambda: Claim(1.0, 1e-5, n=3)],
    "neighbouring must be one of": [lambda: Claim(1.0, 1e-5, neighbouring="replace-one")],
    "draws must be a whole number at least 1. Found 0.": [lambda: MU(draws=0)],
    "false alarms must be a whole number from 0 to 10. Found 11.": [lambda: MU(false_alarms=11)],
    "misses must be a whole number from 0 to 10. Found -1.": [lambda: MU(misses=-1)],
    "failure must be in (0, 1/2). Found 0.5.":
        [lambda: MU(failure=0.5), lambda: EPSILON(failure=0.5)],
    "delta must be in [0, 1). Found 1.0.":
        [lambda: EPSILON(delta=1.0), lambda: CHANCE(delta=1.0)],
    "sampling rate q must be in (0, 1]. Found 0.0.": [lambda: EPSILON(rate=0.0)],
    "dimension d must be a whole number at least 1. Found 0.":
        [lambda: AUDIT(dimension=0), lambda: PAIR(dimension=0)],
    "other_records must be one of opposite, zero. Found none.":
        [lambda: AUDIT(other_records="none")],
    "observed steps must be a whole number from 1 to 1. Found 2.": [lambda: AUDIT(observed=2)],
    "draws must be a whole number from 100 to 10000000. Found 99.": [lambda: AUDIT(draws=99)],
    "confidence must be in (0, 1). Found 1.0.":
        [lambda: AUDIT(confidence=1.0), lambda: ONE_RUN(confidence=1.0)],
    "seed must be a whole number at least 0. Found -1.":
        [lambda: AUDIT(seed=-1), lambda: ONE_RUN(seed=-1)],
    "clip must be left out with a method, which has its own. Found 1.0.":
        [lambda: AUDIT(clip=1.0), lambda: ONE_RUN(clip=1.0)],
    "clip must be given with a function: C > 0. Found None.": [lambda: FUNCTION(clip=None)],
    "clip must be positive and finite. Found 0.0.": [lambda: FUNCTION(clip=0.0)],
    "step must be a Private or a function. Found 3.": [lambda: AUDIT(step=3)],
    "what the step returns must be of shape (16,). Found shape (3,).":
        [lambda: FUNCTION(step=returns([1.0, 2.0, 3.0]))],
    "what the step returns must be finite.": [lambda: FUNCTION(step=returns([nan] * 16))],
    "canaries must be a whole number from 1 to 4000. Found 4001.":
        [lambda: ONE_RUN(canaries=4001)],
    "data size n must be the batch size with one run. Found 8.":
        [lambda: ONE_RUN(claim=Claim(1.0, 1e-5, n=8))],
    "neighbouring relation must be add-or-remove-one with one run. Found replace-one.":
        [lambda: ONE_RUN(claim=Claim(1.0, 1e-5, neighbouring=Neighbouring.REPLACE_ONE))],
    "right guesses must be a whole number from 0 to 5. Found 6.": [lambda: CHANCE(right=6)],
    "guesses must be a whole number from 0 to 9. Found 10.": [lambda: CHANCE(guesses=10)],
    "canaries must be a whole number at least 1. Found 0.": [lambda: CHANCE(canaries=0)],
    "epsilon must be nonnegative and finite. Found -1.0.": [lambda: CHANCE(epsilon=-1.0)],
    "group sizes must be 4 coordinates together. Found 5.":
        [lambda: neighbours(PerSample("clip", (1.0, 1.0), (3, 2)), batch_size=1, dimension=4)],
}  # fmt: skip

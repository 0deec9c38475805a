"""What trainings on images share: noise, and the multiplier that pays for it."""

from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise

DELTA = 1e-5


def standard_noise(rng: np.random.Generator, like: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gaussian draws for arrays (lanes, ...), the same for every lane."""
    return rng.standard_normal(like.shape[1:], dtype=np.float32)


def spent(multiplier: float, steps: int, batch: int, n: int, neighbouring: Neighbouring) -> float:
    """The eps at delta = 1e-5 of all iterates of a training with clipped gradients."""
    # Lipschitz constant B: the noise of the mean is then the multiplier.
    run = GaussianSteps(float(batch), multiplier, n, batch, steps)
    return pld_epsilon(run, DELTA, neighbouring=neighbouring)


@cache
def least_multiplier(
    eps: float, steps: int, batch: int, n: int, neighbouring: Neighbouring, start: float
) -> float:
    """The least sigma with which T steps are (eps, 1e-5)-DP; 0 for an infinite eps.

    All iterates released; the search begins at ``start``.
    """
    if eps == float("inf"):
        return 0.0
    account = partial(spent, steps=steps, batch=batch, n=n, neighbouring=neighbouring)
    found = smallest_noise(account, eps, guess=start)
    if found is None:
        raise ArgumentError(f"eps must be one that some noise attains. Found {eps}.")
    return found

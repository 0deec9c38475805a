"""What trainings on images share: noise, and the multiplier that pays for it."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise

DELTA = 1e-5


def standard_noise(rng: np.random.Generator, like: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gaussian draws for arrays (lanes, ...), the same for every lane."""
    return rng.standard_normal(like.shape[1:], dtype=np.float32)


@cache
def least_multiplier(
    eps: float, steps: int, batch: int, n: int, neighbouring: Neighbouring, start: float
) -> float:
    """The least sigma with which T steps are (eps, 1e-5)-DP; 0 for an infinite eps.

    Batches without replacement, all iterates released; the search begins at ``start``.
    """
    if eps == float("inf"):
        return 0.0
    found = smallest_noise(
        lambda nu: pld_epsilon(
            GaussianSteps(float(batch), nu, n, batch, steps), DELTA, neighbouring=neighbouring
        ),
        eps,
        start=start,
    )
    if found is None:
        raise ValueError(f"eps must be one that some noise attains. Found {eps}.")
    return found

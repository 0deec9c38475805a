"""What trainings on images share: noise, the multiplier that pays for it, a cell a seed."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.experiments.store import Arrays, complete, key, read
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


def of_seeds(
    folder: Path,
    code: str,
    seeds: Sequence[int],
    parameters: Callable[[int], tuple[Any, ...]],
    compute: Callable[..., Mapping[str, Any]],
    jobs: int,
) -> list[Arrays]:
    """A cell a seed, computed where missing from its parameters."""
    files = [folder / f"{key(code, parameters(seed))}.npz" for seed in seeds]
    tasks = [
        (file, partial(compute, *parameters(seed))) for file, seed in zip(files, seeds, strict=True)
    ]
    complete(folder, tasks, jobs=jobs)
    return [read(file) for file in files]

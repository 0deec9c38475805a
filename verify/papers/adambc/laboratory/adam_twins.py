r"""DP-Adam beside its twin, DP-SGD with momentum and the schedule (3): one path against the other.

The same data, batches and noise and one step size; DP-Adam without a stability constant. Noise to
signal is :math:`\Phi` over the mean square of a coordinate of the full gradient on DP-Adam's path.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.optimizers.adam import Adam
from dptheory.optimizers.sgdm import Sgdm
from dptheory.store import computed
from verify.papers.adambc.laboratory.adam_images import source
from verify.papers.adambc.laboratory.adam_problems import Lanes, Release, points, train
from verify.papers.adambc.laboratory.adam_runs import FOLDER, SOURCES, problem

Array = NDArray[np.float64]
CLIP, BATCH, ETA, STEPS, POINTS = 1.0, 64, 0.01, 200, 5
MULTIPLIERS = tuple(10.0 ** (k / 2) for k in range(-4, 5))
RUNS = {"images": 4, "features": 10, "points": 20}


def pair(name: str, multiplier: float, steps: int, run: int, data: str) -> dict[str, Array]:
    """One run: relative distance of the ends, noise to signal, both paths' losses."""
    one = problem(name, run, data)
    release = Release(CLIP, multiplier, BATCH)
    lanes = [Lanes(Adam(ETA, regulariser=0.0)), Lanes(Sgdm(ETA, noise_variance=release.variance))]
    record = np.unique(np.linspace(0, steps, POINTS + 1, dtype=int))
    found = train(one, release, lanes, steps, seed=run, record=record.tolist(), observe=points)
    adam, twin = found[0][0], found[1][0]
    everything = np.arange(one.size)
    gradients = one.clipped(adam, everything, CLIP, None) / one.size + one.penalty(adam)
    return {
        "distance": np.asarray(np.linalg.norm(adam[-1] - twin[-1]) / np.linalg.norm(adam[-1])),
        "noise_to_signal": np.asarray(release.variance / (gradients**2).mean()),
        "losses": np.stack([one.loss(adam), one.loss(twin)]),
    }


def distances(
    name: str,
    *,
    multipliers: Sequence[float] = MULTIPLIERS,
    steps: int = STEPS,
    runs: int | None = None,
    folder: Path = FOLDER,
    jobs: int = 2,
) -> dict[str, Array]:
    """For each multiplier and run the numbers of :func:`pair`, shape (multipliers, runs, ...)."""
    sources, data = (*SOURCES, "verify/papers/adambc/laboratory/adam_twins.py"), source()
    number = RUNS[name] if runs is None else runs
    cells = [(name, s, steps, run, data) for s in multipliers for run in range(number)]
    found = computed(folder, sources, pair, cells, jobs=jobs)
    stacked = {k: np.array([run[k] for run in found]) for k in found[0]}
    return {k: v.reshape(len(multipliers), number, *v.shape[1:]) for k, v in stacked.items()}

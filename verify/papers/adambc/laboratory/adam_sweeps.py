r"""One parameter at a time: what is subtracted, floors, constants, decays; and the added bias.

Every value is tuned on its own (the step size, by other runs than those that are reported), on the
tasks of :mod:`.adam_contest`.
"""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dptheory.optimizers.adam import Adam
from dptheory.optimizers.sgdm import Sgdm
from verify.papers.adambc.laboratory.adam_contest import (
    ADAM_SIZES,
    BETA1,
    BETA2,
    IMAGES,
    POINTS,
    Task,
    corrected,
    plain,
    steady_floor,
)
from verify.papers.adambc.laboratory.adam_problems import Lanes, Release
from verify.papers.adambc.laboratory.adam_runs import FOLDER, Judged, contest, grid

SUBTRACTED = (0.0, 0.5, 0.9, 1.0, 1.1, 1.5)  # over Phi
FLOORS = tuple(4.0**k for k in range(-3, 4))  # over the noise's floor
CONSTANTS = (0.0, 0.1, 0.3, 1.0, 3.0)  # over the noise's deviation
DECAYS = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99)  # beta1, with 1 - beta1 = sqrt(1 - beta2)
BIASES = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)
SWEPT = 1.0  # the noise multiplier of the sweeps
TASKS = {"images": IMAGES, "points": POINTS}


def subtracting(phi: float, share: float) -> Lanes:
    """DP-AdamBC that subtracts a share of Phi, above the noise's floor."""
    method = Adam(1.0, BETA1, BETA2, noise_variance=share * phi, floor=steady_floor(phi))
    return Lanes(method, grid(*ADAM_SIZES))


def decaying(beta1: float) -> Lanes:
    """DP-Adam with the decays of the rule 1 - beta1 = sqrt(1 - beta2)."""
    return Lanes(Adam(1.0, beta1, 1 - (1 - beta1) ** 2, regulariser=0.0), grid(*ADAM_SIZES))


def biased(bias: float) -> Lanes:
    """Adam with an added bias; larger step sizes where it dominates."""
    return Lanes(Adam(1.0, BETA1, BETA2, bias=bias), grid(-7, 2, max(1.0, 30 * math.sqrt(bias))))


SWEEPS = {"subtracted": SUBTRACTED, "floor": FLOORS, "constant": CONSTANTS, "decay": DECAYS}


def _lanes(sweep: str, phi: float, value: float) -> Lanes:
    if sweep == "subtracted":
        return subtracting(phi, value)
    if sweep == "floor":
        return corrected(phi, value)
    return plain(phi, value) if sweep == "constant" else decaying(value)


@dataclass(frozen=True, eq=False)
class Swept:
    """The values of a sweep, and DP-Adam as it is beside them, on the same runs.

    Attributes:
        values: in the order of the sweep.
        adam: DP-Adam without a stability constant.
    """

    values: tuple[Judged, ...]
    adam: Judged


@cache
def swept(
    task: Task, sweep: str, multiplier: float = SWEPT, folder: Path = FOLDER, jobs: int = 2
) -> Swept:
    """One of ``SWEEPS``."""
    release = task.release(multiplier)
    phi = release.variance
    families = {str(value): (_lanes(sweep, phi, value),) for value in SWEEPS[sweep]}
    families["adam"] = (plain(phi),)
    found = contest(task.problem, release, families, task.plan, folder, jobs=jobs)
    *values, adam = found.values()
    return Swept(tuple(values), adam)


@cache
def without_noise(
    task: Task, biases: tuple[float, ...] = BIASES, folder: Path = FOLDER, jobs: int = 2
) -> tuple[tuple[Judged, ...], Judged]:
    """Adam with each bias, and SGD with momentum, without noise and clipping."""
    release = Release(math.inf, 0.0, task.batch)
    families = {str(bias): (biased(bias),) for bias in biases}
    families["sgd"] = (Lanes(Sgdm(1.0, BETA1), grid(-4, 4)),)
    found = contest(task.problem, release, families, task.plan, folder, jobs=jobs)
    *adams, sgd = found.values()
    return tuple(adams), sgd

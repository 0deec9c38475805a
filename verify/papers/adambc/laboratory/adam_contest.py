r"""DP-Adam, DP-AdamBC, DP-SGD, the twin and DP2-RMSProp at equal budgets and equal tuning.

All see the same data, batches and noise, release the same number of gradients with one clipping
bound and one noise multiplier, and choose among 24 configurations: eight step sizes and three
values of one more parameter. That is the floor :math:`\gamma'` of DP-AdamBC (1/4, 1 and 4 times
that of :mod:`dptheory.optimizers.floor`), the constant :math:`\gamma` of DP-Adam, the momentum of
DP-SGD, the rate of the SGD phases of DP2-RMSProp; and of the twin with the schedule (3) the
momentum.

Problems: images of digits (:mod:`.adam_images`) and the ill-scaled quadratic
(:func:`.adam_problems.scaled_points`); on both Adam beats SGD without noise.
"""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dptheory.optimizers.adam import Adam
from dptheory.optimizers.dp2_rmsprop import DelayedRMSProp
from dptheory.optimizers.floor import adam_floor
from dptheory.optimizers.sgdm import Sgdm
from verify.papers.adambc.laboratory.adam_problems import Lanes, Release
from verify.papers.adambc.laboratory.adam_runs import FOLDER, Judged, Plan, contest, grid

BETA1, BETA2 = 0.9, 0.999
STEADY = 10**6  # a step so late that the floor has settled
ADAM_SIZES = (-7, 0)  # the ends of the grids
SGD_SIZES = (-2, 5)  # of alpha/(1 - beta)
DELAYED_SIZES = (-3, 4)
RATES = (0.4, 4.0, 25.0)
FLOORS = (0.25, 1.0, 4.0)
MOMENTA = (0.0, 0.5, 0.9)
CONSTANTS = (0.0, 0.3, 1.0)


@dataclass(frozen=True)
class Task:
    """A problem with what its runs share.

    Attributes:
        problem: an entry of ``adam_runs.PROBLEMS``.
        clip, batch: C and B.
        multipliers: the noise multipliers, one a budget.
        plan: steps and runs.
    """

    problem: str
    clip: float
    batch: int
    multipliers: tuple[float, ...]
    plan: Plan

    def release(self, multiplier: float) -> Release:
        """The private gradient of a budget."""
        return Release(self.clip, multiplier, self.batch)


IMAGES = Task("images", 1.0, 128, (0.7, 1.0, 2.0), Plan(200, (0, 1), tuple(range(2, 12)), (200,)))
POINTS = Task(
    "points", 1.0, 64, (0.7, 1.0, 2.0), Plan(300, tuple(range(6)), tuple(range(6, 26)), (300,))
)


def steady_floor(phi: float, beta1: float = BETA1) -> float:
    """The floor of the noise alone, Phi (1 - beta1)/(1 + beta1)."""
    return float(adam_floor(phi, beta1, STEADY))


def corrected(phi: float, multiple: float = 1.0) -> Lanes:
    """DP-AdamBC above a multiple of the noise's floor; beyond Phi its updates fall, sizes rise."""
    floor = multiple * steady_floor(phi)
    method = Adam(1.0, BETA1, BETA2, noise_variance=phi, floor=floor)
    return Lanes(method, grid(*ADAM_SIZES, max(1.0, math.sqrt(floor / phi))))


def plain(phi: float, constant: float = 0.0) -> Lanes:
    """DP-Adam with gamma a multiple of the noise's deviation."""
    method = Adam(1.0, BETA1, BETA2, regulariser=constant * math.sqrt(phi))
    return Lanes(method, grid(*ADAM_SIZES, 1 + constant))


def momentum(beta: float) -> Lanes:
    """DP-SGD with momentum."""
    return Lanes(Sgdm(1.0, beta), grid(*SGD_SIZES, 1 - beta))


def twin(phi: float, beta: float = BETA1) -> Lanes:
    """DP-SGD with the schedule (3)."""
    return Lanes(Sgdm(1.0, beta, phi), grid(*ADAM_SIZES))


def late(steps: int, rate: float) -> Lanes:
    """DP2-RMSProp with three periods in a run."""
    return Lanes(
        DelayedRMSProp(1.0, rate, max(1, steps // 6), regulariser=1e-3), grid(*DELAYED_SIZES)
    )


def competitors(phi: float, steps: int) -> dict[str, tuple[Lanes, ...]]:
    """24 configurations each."""
    return {
        "DP-SGD": tuple(momentum(beta) for beta in MOMENTA),
        "twin of DP-Adam": tuple(twin(phi, beta) for beta in MOMENTA),
        "DP-Adam": tuple(plain(phi, constant) for constant in CONSTANTS),
        "DP-AdamBC": tuple(corrected(phi, multiple) for multiple in FLOORS),
        "DP2-RMSProp": tuple(late(steps, rate) for rate in RATES),
    }


@cache
def compared(
    task: Task, multiplier: float, folder: Path = FOLDER, jobs: int = 2
) -> dict[str, Judged]:
    """Every competitor at its best configuration for a budget."""
    release = task.release(multiplier)
    families = competitors(release.variance, task.plan.steps)
    return contest(task.problem, release, families, task.plan, folder, jobs=jobs)

r"""The best of a grid of settings on a problem, found by noisy runs of every setting.

Gradient descent, heavy ball and Nesterov's method, each with step sizes by the largest curvature at
the minimiser, momenta, numbers of iterations and two noise schedules (uniform, and fitted to the
weights of the linearised method); objective perturbation with several added penalties;
output perturbation; nothing. Where batch size or clipping is left to the search, a smaller grid at
every one of them, schedules of batches uniform. All settings run with few seeds, the better ones
with more, and what is best then is measured elsewhere on seeds of its own.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.studies.tuning_problems import Case
from dptheory.prediction import Choice, LinearModel, Task
from dptheory.prediction.choosing import (
    FAMILIES,
    GRADIENT,
    NESTEROV,
    NOTHING,
    OBJECTIVE,
    OUTPUT,
    errors_of,
)
from dptheory.prediction.plans import scheduled
from dptheory.prediction.releases import objective_noise, output_noise
from dptheory.prediction.runs import Run
from dptheory.prediction.search import Modes

Array = NDArray[np.float64]
PENALTIES = np.geomspace(1.0, 2048.0, 12)  # 1 + Delta/mu of objective perturbation
FIRST, SECOND = (4, 50_001), (20, 50_002)  # number and seed of the runs of a cut
KEPT = 40  # settings of the second cut


@dataclass(frozen=True)
class Mesh:
    """Settings of the methods that iterate.

    Attributes:
        steps: by the largest curvature at the minimiser, smallest, largest and their number.
        momenta: of heavy ball and Nesterov's method.
        lengths: numbers of iterations.
    """

    steps: tuple[float, float, int]
    momenta: tuple[float, ...]
    lengths: tuple[int, ...]


FULL = Mesh((0.06, 3.0, 8), (0.4, 0.8), (1, 2, 3, 5, 8, 13, 21, 40, 80, 160))
SMALL = Mesh((0.06, 3.0, 6), (0.7,), (1, 3, 8, 20, 50, 120))


@dataclass(frozen=True)
class Best:
    """The winner of a grid and the number of its settings."""

    choice: Choice
    settings: int


def best(case: Case) -> Best:
    """The setting with the smallest error on the private half."""
    settings = list(grid(case))
    first = [_error(case, choice, *FIRST) for choice in settings]
    better = [settings[k] for k in np.argsort(first)[:KEPT]]
    second = [_error(case, choice, *SECOND) for choice in better]
    return Best(better[int(np.argmin(second))], len(settings))


def errors(case: Case, choice: Choice, runs: int, seed: int) -> Array:
    """F(x) - F* of runs of a choice on the private half, shape (runs,)."""
    bounded = replace(case.private, clip=choice.clip, norm=case.task.norm)
    return errors_of(choice, bounded, case.task.n, runs, seed)


def _error(case: Case, choice: Choice, runs: int, seed: int) -> float:
    return float(errors(case, choice, runs, seed).mean())


def grid(case: Case) -> Iterator[Choice]:
    """All settings."""
    mesh = FULL if case.plain else SMALL
    for clip in case.clips:
        task = replace(case.task, clip=clip)
        model = replace(case.private, clip=clip, norm=task.norm)
        for m in case.batches:
            for family in FAMILIES:
                yield from _iterations(model, task, mesh, m, family)
        for penalty in PENALTIES:
            more = float(task.mu * (penalty - 1))
            law = objective_noise(task, more)
            if law is not None:
                yield Choice(OBJECTIVE, math.inf, (), clip, noise=law, more=more)
        yield Choice(OUTPUT, math.inf, (), clip, noise=output_noise(task))
    yield Choice(NOTHING, math.inf, ())


def _iterations(
    model: LinearModel, task: Task, mesh: Mesh, m: int, family: str
) -> Iterator[Choice]:
    law = "laplace" if task.delta is None else "gaussian"
    for alpha in np.geomspace(*mesh.steps) / Modes.of(model).eigenvalues[-1]:
        for beta in (0.0,) if family == GRADIENT else mesh.momenta:
            eta = beta if family == NESTEROV else 0.0
            for T in mesh.lengths if family == GRADIENT else mesh.lengths[1:]:  # T = 1: no momentum
                uniform = Run(float(alpha), beta, eta, law, _uniform(task, m, T), m)
                if m == task.n:
                    fitted = scheduled(
                        [model], task, alpha=alpha, beta=beta, eta=eta, iterations=T, m=m
                    )
                    yield Choice(family, math.inf, (), task.clip, run=fitted)
                if m < task.n or T > 1:
                    yield Choice(family, math.inf, (), task.clip, run=uniform)


@cache
def _uniform(task: Task, m: int, T: int) -> tuple[float, ...]:
    """Equal scales that spend the budget."""
    return tuple(task.gradient_noise(m).schedule(np.ones(T)).scales.tolist())

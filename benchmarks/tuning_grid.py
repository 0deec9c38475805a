r"""The best of a grid of settings on a problem, found by noisy runs of every setting.

Gradient descent, heavy ball and Nesterov's method, each with step sizes by the largest curvature at
the minimiser, momenta, numbers of iterations and two noise schedules (uniform, and fitted to the
weights of the linearised method); objective perturbation with several added penalties;
output perturbation; nothing. All settings run with few seeds, the better ones with more, and what
is best then is measured elsewhere on seeds of its own.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.tuning_problems import Case
from dptheory.prediction import Choice
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
from dptheory.prediction.search import Modes

Array = NDArray[np.float64]
STEPS = np.geomspace(0.06, 3.0, 8)  # by the largest curvature at the minimiser
MOMENTA = (0.4, 0.8)
LENGTHS = (1, 2, 3, 5, 8, 13, 21, 40, 80, 160)
PENALTIES = np.geomspace(1.0, 2048.0, 12)  # 1 + Delta/mu of objective perturbation
FIRST, SECOND = (4, 50_001), (20, 50_002)  # number and seed of the runs of a cut
KEPT = 40  # settings of the second cut


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


def _error(case: Case, choice: Choice, runs: int, seed: int) -> float:
    return float(errors_of(choice, case.private, case.task.n, runs, seed).mean())


def grid(case: Case) -> Iterator[Choice]:
    """All settings."""
    for family in FAMILIES:
        yield from _iterations(case, family)
    for penalty in PENALTIES:
        more = float(case.task.mu * (penalty - 1))
        law = objective_noise(case.task, more)
        if law is not None:
            yield Choice(OBJECTIVE, math.inf, (), noise=law, more=more)
    yield Choice(OUTPUT, math.inf, (), noise=output_noise(case.task))
    yield Choice(NOTHING, math.inf, ())


def _iterations(case: Case, family: str) -> Iterator[Choice]:
    task, model = case.task, case.private
    noise = task.gradient_noise(task.n)
    for alpha in STEPS / Modes.of(model).eigenvalues[-1]:
        for beta in (0.0,) if family == GRADIENT else MOMENTA:
            eta = beta if family == NESTEROV else 0.0
            for T in LENGTHS if family == GRADIENT else LENGTHS[1:]:  # one step has no momentum
                fitted = scheduled(
                    [model], task, alpha=alpha, beta=beta, eta=eta, iterations=T, m=task.n
                )
                yield Choice(family, math.inf, (), run=fitted)
                if T > 1:
                    uniform = tuple(noise.schedule(np.ones(T)).scales.tolist())
                    yield Choice(family, math.inf, (), run=replace(fitted, scales=uniform))

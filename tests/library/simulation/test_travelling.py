"""Runs whose blocks go to other processes: what they need travels, and the bits stay."""

import pickle
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import cloudpickle
import numpy as np
import pytest

from dptheory.gradients.grouping import uniform
from dptheory.methods import heavy_ball
from dptheory.optimizers.private import dp_grouped, dp_nsgd
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems import separable, tilted
from dptheory.problems.grouped import symmetric
from dptheory.problems.logistic import synthetic
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation import descents, engine, grouped, nonconvex
from dptheory.simulation.engine import Execution, Noise, simulate

GROUPED = symmetric(np.linspace(1.0, 2.0, 8), groups=4, n=6, deviation=0.5, seed=1)
RULE = uniform(GROUPED.layout, 1, 1.0).rule("abadi")


def momentum(problem: Any, jobs: int, **options: Any) -> np.ndarray:
    """The losses of runs of the heavy ball."""
    start, execution = np.ones(problem.dimension), Execution(jobs, keep_losses=True)
    method, noise = heavy_ball(0.1, 0.5), Noise("laplace", 0.1)
    return simulate(
        problem, method, noise, start, 5, runs=150, seed=1, execution=execution, **options
    ).kept_losses


RUNS: dict[str, Callable[[int], Any]] = {
    "quadratic": partial(momentum, from_spectrum([1.0, 2.0])),
    "logistic": partial(momentum, synthetic(50, 3, 0.1, seed=1)),
    "logistic, batches": partial(momentum, synthetic(50, 3, 0.1, seed=1), batch_size=5),
    "nonconvex": lambda jobs: nonconvex.descend(
        tilted(separable("ripple", 3), 12, tau0=0.5, tau1=0.2, seed=0),
        dp_nsgd(0.1, 0.3, noise_multiplier=0.4, on="mean"),
        np.ones(3), 5, runs=70, seed=1, batch_size=4, jobs=jobs,
    ).norms,
    "grouped": lambda jobs: grouped.descend_in_groups(
        GROUPED, dp_grouped(Sgdm(0.3, 0.0), RULE, noise_multiplier=0.7, on="sum"),
        np.ones(8), 5, runs=70, seed=1, batch_size=4, jobs=jobs,
    ).norms,
}  # fmt: skip


def in_another_process(function: Any, tasks: Iterable[Any], jobs: int) -> list[Any]:
    """What a worker would compute: nothing of this process is left but the bytes."""
    sent = cloudpickle.dumps(function)
    return [pickle.loads(sent)(task) for task in tasks]


@pytest.mark.parametrize("runs", RUNS.values(), ids=RUNS)
def test_what_is_sent_gives_the_same_bits(runs, monkeypatch):
    here = runs(2)
    for module in (engine, descents):
        monkeypatch.setattr(module, "in_threads", in_another_process)
    np.testing.assert_array_equal(runs(2), here)

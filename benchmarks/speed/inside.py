"""Parts of a simulation on their own, which nobody calls: the whole call is held against them."""

import numpy as np

from benchmarks.speed import limits
from dptheory.methods import Method
from dptheory.optimizers.momentum import parameters
from dptheory.simulation.engine import QUADRATIC_BLOCK
from dptheory.simulation.kernels import Errors, quadratic_runs
from dptheory.simulation.loop_kernels import Momentum, Plan
from dptheory.simulation.statistics import empty, fold_blocks
from dptheory.simulation.workers import in_threads


def kernel(spectrum: limits.Array, method: Method, scale: float, runs: int, steps: int) -> None:
    """The compiled loops of quadratic runs with Laplace noise."""
    losses, nothing, d = np.empty((1, QUADRATIC_BLOCK)), np.empty(0), spectrum.size
    problem, momentum = Errors(spectrum), Momentum(*parameters(method, steps))
    plan = Plan(limits.LAPLACE, 0, 1, np.full(steps, scale), np.array([steps]), np.ones((2, d)), d)
    for first in range(0, runs, QUADRATIC_BLOCK):
        quadratic_runs(problem, momentum, plan, first, losses, nothing)


def folding(blocks: int, steps: int) -> limits.Work:
    """The losses of so many blocks, folded in order."""
    losses = [np.random.default_rng(0).random((QUADRATIC_BLOCK, 1)) for _ in range(blocks)]
    statistics = empty(np.array([steps]))
    return (lambda: fold_blocks(statistics, losses)), 1


def starting(threads: int) -> limits.Work:
    """A pool of threads, started and ended."""
    return (lambda: in_threads(id, range(32), threads)), 1

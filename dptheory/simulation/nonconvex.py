r"""Many runs of clipped or normalised SGD on a non-convex finite sum, private or not.

What the theorems bound is :math:`E\min_{0\le k<T}\|\nabla f(x_k)\|`: ``least`` holds the minimum of
every run, ``mean_least`` its mean over runs with a standard error. For example::

    problem = tilted(separable("ripple", d=5), n=100, tau0=0.5, tau1=0.0, seed=0)
    method = dp_nsgd(eta=0.01, r=1.0, multiplier=1.0, on="mean")   # as Algorithm 1 is printed
    found = descend(problem, method, np.ones(5), 1000, runs=200, seed=1, batch_size=10)
    found.mean_least, found.standard_error, found.norms            # norms: (200, 1001)

A step takes about 1 us, and 25 ns for each record of the batch (d = 5). Draws of a run depend on
(seed, run, iteration) alone, so that results are the same for any number of workers, and two
methods with one seed see the same batches and noise. :func:`reference` is the same in NumPy, for
every problem with per-sample gradients and every :class:`~dptheory.optimizers.private.Private`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.optimizers import private
from dptheory.optimizers.private import Private
from dptheory.problems.nonconvex import Tilted
from dptheory.problems.records import FiniteSum
from dptheory.ranges import count, per_step, require, vector
from dptheory.simulation.descent_kernels import NUMBERS, Profiled, drawn
from dptheory.simulation.descents import Case, Descent, check_work, descend_from, step_size
from dptheory.simulation.per_sample_kernels import rule_of
from dptheory.simulation.streams import batches, check_seed, draws

Array = NDArray[np.float64]


class PerSampleProblem(FiniteSum, Protocol):
    """A finite sum whose records' gradients can be formed."""

    def gradient(self, x: ArrayLike) -> Array:
        """The full gradient at points of shape (..., d)."""

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """Gradients of the records, or of a batch, shape (..., N, d)."""


def descend(
    problem: Tilted,
    method: Private,
    x0: ArrayLike,
    iterations: int,
    *,
    runs: int,
    seed: int,
    batch_size: int | None = None,
    step_sizes: ArrayLike | None = None,
    record: Sequence[int] | None = None,
    jobs: int = 1,
    first_run: int = 0,
) -> Descent:
    """Run SGD many times.

    Args:
        problem: a finite sum.
        method: an optimizer, SGD without momentum, one bound for all coordinates.
        x0: where every run starts, shape (d,).
        iterations: T, at least 1.
        runs: number of runs.
        seed: of the streams, in [0, 2^62).
        batch_size: B of N records, drawn without replacement; all by default.
        step_sizes: eta of every step, one number or T, instead of the method's.
        record: the iterations of 0..T whose gradient norms are kept, increasing; all by default.
        jobs: number of threads.
        first_run: the number of the first run, so that calls can share the runs of a seed out.

    Raises:
        ValueError: an argument is out of its range or has the wrong shape, or the work is more than
            about a minute of a processor.
    """
    iterations = count("iterations", iterations)
    size = problem.size if batch_size is None else batch_size
    size = count("batch size B", size, most=problem.size)
    check_work(iterations, runs, size, problem.dimension)
    start = vector("first iterate", x0, problem.dimension)
    eta = step_size(method)
    etas = per_step("step sizes", eta if step_sizes is None else step_sizes, iterations)
    require(len(method.rule.clips) == 1, "clips", "one for all coordinates", method.rule.clips)
    objective = problem.objective
    number = NUMBERS[objective.profile.name]
    case = Case(
        Profiled(number, objective.heights, objective.widths),
        problem.tilts,
        problem.weights,
        float(problem.tau0),
        float(problem.tau1),
        etas,
        rule_of(replace(method.rule, sizes=(), order=()), problem.dimension),
        method.noise.deviation(method.rule.bound, size),
        partial(drawn, problem.size, size),
        divisor=size,
        pace=1,
    )
    return descend_from(
        start, case, runs=runs, seed=seed, record=record, jobs=jobs, first_run=first_run
    )


def reference(
    problem: PerSampleProblem,
    method: Private,
    x0: ArrayLike,
    iterations: int,
    *,
    runs: int,
    seed: int,
    batch_size: int | None = None,
) -> Descent:
    """The same one run after the other in NumPy, on the same draws; also Adam and other problems.

    Args:
        problem: a finite sum with per-sample gradients.
        method, x0, iterations, runs, seed, batch_size: as in :func:`descend`.
    """
    iterations, runs, seed = count("iterations", iterations), count("runs", runs), check_seed(seed)
    size = problem.size if batch_size is None else batch_size
    size = count("batch size B", size, most=problem.size)
    d = problem.dimension
    start = vector("first iterate", x0, d)
    noisy = method.noise.noise_multiplier > 0
    norms, final = np.empty((runs, iterations + 1)), np.empty((runs, d))
    for run in range(runs):
        state = private.init(method, start)
        for t in range(iterations + 1):
            norms[run, t] = np.linalg.norm(problem.gradient(state.x))
            if t == iterations:
                break
            batch, noise = None, None
            if size < problem.size:
                sampled = batches(
                    seed=seed, runs=[run], iterations=[t], n=problem.size, batch_size=size
                )
                batch = sampled[0, 0]
            if noisy:
                noise = draws("gaussian", seed=seed, runs=[run], iterations=[t], dimension=d)[0, 0]
            gradients = problem.per_sample_gradients(state.x, batch)
            state = private.update(method, state, gradients, noise)
        final[run] = state.x
    return Descent(norms[:, :-1].min(axis=1), np.arange(iterations + 1), norms, final)

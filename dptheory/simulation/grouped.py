r"""Many runs of group-wise DP-SGD on a quadratic in blocks, its batches drawn independently.

.. math:: w_{t+1}^{(m)} = w_t^{(m)}-\eta\Bigl(\sum_{i=1}^B C(g_{t,i}^{(m)})\,g_{t,i}^{(m)}
          +\sigma\|(R_1,\dots,R_M)\|\,N(0,I)\Bigr)

with B records drawn with replacement, so that their noise is independent and of one law, as
Assumption 4.3 of Bu et al. (2023) has it. Theorem 1 is about the law of :math:`\|g_t\|` at one t:
``norms`` holds it run by run. For example::

    problem = symmetric([1.0] * 8, groups=4, n=100, deviation=0.01, seed=0)
    rule = layer_wise(problem.layout, 1.0).rule("auto", gamma=0.01)
    method = dp_grouped(Sgdm(eta * B, 0.0), rule, multiplier=1.0, on="sum")
    found = descend_in_groups(problem, method, x0, 1000, batch_size=B, runs=400, seed=0)
    found.norms                                           # (400, 1001)

A step takes about 0.1 us, and 25 ns for each group of each record of the batch (4 coordinates).
Draws of a run depend on (seed, run, iteration) alone, so that results are the same for any number
of workers, and two groupings with one seed see the same batches and noise.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from dptheory.optimizers.private import Private
from dptheory.problems.grouped import BlockQuadratic
from dptheory.ranges import count, vector
from dptheory.simulation.descent_kernels import Bowl, picked
from dptheory.simulation.descents import Case, Descent, check_work, descend_from, step_size
from dptheory.simulation.per_sample_kernels import rule_of


def descend_in_groups(
    problem: BlockQuadratic,
    method: Private,
    x0: ArrayLike,
    iterations: int,
    *,
    batch_size: int,
    runs: int,
    seed: int,
    record: Sequence[int] | None = None,
    jobs: int = 1,
    first_run: int = 0,
) -> Descent:
    """Run group-wise SGD many times.

    Args:
        problem: a quadratic in blocks.
        method: an optimizer, SGD without momentum; consecutive groups. Its step size multiplies the
            mean of the batch: B times the learning rate of the formula above.
        x0: where every run starts, shape (d,).
        iterations: T, at least 1.
        batch_size: B, records drawn with replacement.
        runs: number of runs.
        seed: of the streams, in [0, 2^62).
        record: the iterations of 0..T whose gradient norms are kept, increasing; all by default.
        jobs: number of threads.
        first_run: the number of the first run, so that calls can share the runs of a seed out.

    Raises:
        ValueError: an argument is out of its range or has the wrong shape, or the work is more than
            about a minute of a processor.
    """
    iterations = count("iterations", iterations)
    size, d = count("batch size B", batch_size), problem.dimension
    check_work(iterations, runs, size, d)
    start = vector("first iterate", x0, d)
    case = Case(
        Bowl(problem.objective.spectrum, problem.objective.minimiser),
        problem.records,
        np.zeros(problem.size),
        1.0,
        0.0,
        np.full(iterations, step_size(method) / size),
        rule_of(method.rule, d),
        # On the sum, whatever the method names: the noise is added to the sum.
        method.noise.deviation(method.rule.bound, size) * size,
        partial(picked, problem.size, size),
        divisor=1,
        pace=2,
    )
    return descend_from(
        start, case, runs=runs, seed=seed, record=record, jobs=jobs, first_run=first_run
    )

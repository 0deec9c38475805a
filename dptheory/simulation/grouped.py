r"""Many runs of group-wise DP-SGD on a quadratic in blocks, its batches drawn independently.

.. math:: w_{t+1}^{(m)} = w_t^{(m)}-\eta\Bigl(\sum_{i=1}^B C(g_{t,i}^{(m)})\,g_{t,i}^{(m)}
          +\sigma\|(R_1,\dots,R_M)\|\,N(0,I)\Bigr)

with B records drawn with replacement, so that their noise is independent and of one law, as
Assumption 4.3 of Bu et al. (2023) has it. Theorem 1 is about the law of :math:`\|g_t\|` at one t:
``norms`` holds it run by run. For example::

    problem = symmetric([1.0] * 8, blocks=4, n=100, xi=0.01, seed=0)
    rule = layer_wise(problem.layout, 1.0).rule("auto", gamma=0.01)
    method = dp_grouped(Sgdm(eta * B, 0.0), rule, multiplier=1.0, on="sum")
    found = descend(problem, method, x0, 1000, batch_size=B, runs=400, seed=0)
    found.norms                                           # (400, 1001)

A step takes about 0.1 us, and 25 ns for each group of each record of the batch (4 coordinates).
Draws of a run depend on (seed, run, iteration) alone, so that results are the same for any number
of workers, and two groupings with one seed see the same batches and noise.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems.grouped import BlockQuadratic
from dptheory.ranges import count, require, vector
from dptheory.simulation import grouped_kernels
from dptheory.simulation.nonconvex import Descent
from dptheory.simulation.streams import check_seed

Array = NDArray[np.float64]
BLOCK = 32  # runs a worker takes at once


@public
def descend(
    problem: BlockQuadratic,
    method: Private,
    x0: ArrayLike,
    steps: int,
    *,
    batch_size: int,
    runs: int,
    seed: int,
    record: Sequence[int] | None = None,
    jobs: int = 1,
) -> Descent:
    """Run group-wise SGD many times.

    Args:
        problem: a quadratic in blocks.
        method: a base of SGD without momentum; consecutive groups. Its step size multiplies the
            mean of the batch: B times the learning rate of the formula above.
        x0: where every run starts, shape (d,).
        steps: T, at least 1.
        batch_size: B, records drawn with replacement.
        runs: number of runs.
        seed: of the streams, in [0, 2^62).
        record: the iterations of 0..T whose gradient norms are kept, increasing; all by default.
        jobs: number of threads.

    Raises:
        ValueError: an argument is out of its range or has the wrong shape.
    """
    steps, runs, jobs = count("steps", steps), count("runs", runs), count("jobs", jobs)
    seed, size = check_seed(seed), count("batch size B", batch_size)
    start = vector("first iterate", x0, problem.dimension)
    recorded = np.arange(steps + 1) if record is None else np.array(record, dtype=np.int64)
    ordered = recorded.ndim == 1 and bool((np.diff(recorded) > 0).all())
    inside = ordered and (recorded.size == 0 or (recorded[0] >= 0 and recorded[-1] <= steps))
    require(inside, "record", f"increasing iterations in 0..{steps}", record)
    base, rule = method.base, method.rule
    plain = isinstance(base, Sgdm) and base.beta == 0
    require(plain, "base method", "SGD without momentum in the compiled runs", base)
    edges = rule.edges(problem.dimension)
    bounds, clip, regulariser = np.array(rule.bounds), rule.rule == "clip", float(rule.regulariser)
    eta = float(base.alpha) / size if isinstance(base, Sgdm) else 0.0
    # On the sum, whatever the method names: the kernel adds it to the sum.
    deviation = method.perturbation.deviation(rule.bound, size) * size
    points = np.tile(start, (runs, 1))
    norms, least = np.empty((runs, recorded.size)), np.empty(runs)

    def block(begin: int) -> None:
        part = slice(begin, begin + BLOCK)
        grouped_kernels.descend(
            problem.objective.spectrum,
            problem.objective.minimiser,
            problem.records,
            edges,
            clip,
            bounds,
            regulariser,
            eta,
            deviation,
            size,
            steps,
            seed,
            begin,
            recorded,
            points[part],
            norms[part],
            least[part],
        )

    begins = range(0, runs, BLOCK)
    if jobs == 1:
        for begin in begins:
            block(begin)
    else:
        from joblib import Parallel, delayed

        Parallel(n_jobs=jobs, prefer="threads", require="sharedmem")(map(delayed(block), begins))
    return Descent(least, recorded, norms, points)

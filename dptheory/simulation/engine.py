r"""The Monte-Carlo engine: many runs of a noisy method of the momentum family.

.. math:: x_{t+1} = x_t - \alpha_t\,(g(y_t) + b_t\zeta_t) + \beta_t(x_t - x_{t-1}),\qquad
          y_t = x_t + \eta_t(x_t - x_{t-1}),

with the full or mini-batch gradient g, standard Laplace or Gaussian coordinates :math:`\zeta_t`
(independent) and the scale :math:`b_t` (Laplace scale or standard deviation, unit of a gradient).

Results are bit-identical, on one machine, for any number of workers and any chunks of runs: random
numbers depend on (seed, run, iteration, coordinate) alone (:mod:`dptheory.simulation.streams`),
and reductions have a fixed order (:mod:`dptheory.simulation.statistics`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.optimizers.momentum import Methods, parameters
from dptheory.privacy.laplace import laplace_variance
from dptheory.problems.logistic import Logistic
from dptheory.problems.quadratic import Quadratic
from dptheory.ranges import count, require, vector
from dptheory.simulation.kernels import quadratic_runs
from dptheory.simulation.logistic_kernels import batch_sums, bounded_sums, full_sums, mean_losses
from dptheory.simulation.statistics import LossStatistics, empty, fold_blocks
from dptheory.simulation.streams import GAUSSIAN, LAPLACE, check_seed, fill_block
from dptheory.simulation.workers import in_threads

Array = NDArray[np.float64]

QUADRATIC_BLOCK = 64
LOGISTIC_BLOCK = 20  # even, see _logistic_block
# Losses held before they are folded into the statistics, which bounds memory: 32 MB.
_HELD = 2**22
_LAWS = {"laplace": LAPLACE, "gaussian": GAUSSIAN}


@public
@dataclass(frozen=True)
class Noise:
    """Independent additive noise in every coordinate of the released gradient.

    Attributes:
        law: ``laplace`` or ``gaussian``.
        scale: Laplace scale b_t (variance 2 b_t^2) or standard deviation; one number or one an
            iteration; nonnegative, zero for no noise.
    """

    law: str
    scale: float | Sequence[float]

    def scales(self, steps: int) -> Array:
        """The scale of every iteration, shape (steps,).

        Raises:
            ValueError: the law is unknown, a scale is negative or not finite, or their number is
                not the number of steps.
        """
        require(self.law in _LAWS, "noise law", f"one of {', '.join(_LAWS)}", self.law)
        scale = np.asarray(self.scale, dtype=np.float64)
        allowed = f"one number or {steps} numbers"
        require(scale.shape in ((), (steps,)), "noise scale", allowed, f"shape {scale.shape}")
        finite = bool((np.isfinite(scale) & (scale >= 0)).all())
        require(finite, "noise scale", "nonnegative and finite", self.scale)
        return np.array(np.broadcast_to(scale, (steps,)))

    def variances(self, steps: int) -> Array:
        """The variance of a coordinate's noise in every iteration, shape (steps,)."""
        scales = self.scales(steps)
        found: Array = laplace_variance(scales) if self.law == "laplace" else scales**2
        return found


@dataclass(frozen=True, eq=False)
class _Plan:
    """Everything a block of runs needs, as plain arrays."""

    law: int
    seed: int
    start: Array
    before: Array
    alpha: Array
    beta: Array
    eta: Array
    scale: Array
    recorded: NDArray[np.int64]


@public
def simulate(
    problem: Quadratic | Logistic,
    method: Methods,
    noise: Noise,
    x0: ArrayLike,
    steps: int,
    *,
    runs: int,
    seed: int,
    batch_size: int | None = None,
    per_sample: PerSample | None = None,
    precision: str = "float64",
    record: Sequence[int] | None = None,
    x_previous: ArrayLike | None = None,
    jobs: int = 1,
    keep_losses: bool = False,
    resume: LossStatistics | None = None,
) -> LossStatistics:
    """Simulate runs and summarise F(x_t) - F* at the recorded iterations.

    Args:
        problem: a quadratic (noise in its eigenbasis) or a logistic regression.
        method: one method, or one an iteration.
        noise: law and scale of the additive noise.
        x0: first iterate, shape (d,).
        steps: number of iterations T.
        runs: number of (further) runs.
        seed: seed of the streams, in [0, 2^62).
        batch_size: m records a step, sampled without replacement, each run its own; all records by
            default. Logistic regression only.
        per_sample: clipping or normalisation of per-sample gradients. Logistic regression only.
        precision: ``float64``, or ``float32`` for the sums over all records of a logistic
            regression (relative error about 1e-7; iterates stay float64).
        record: the iterations whose losses are kept, increasing, in 0..T; all by default.
        x_previous: the iterate before the first; x0 by default.
        jobs: number of joblib workers (threads unless ``joblib.parallel_config`` says otherwise).
        keep_losses: return the losses of the runs as well.
        resume: statistics of the first runs, to be continued; their count must be a multiple of
            the block size (64 for quadratics, 20 for logistic regression).

    Returns:
        Statistics of all runs so far; ``losses`` holds those of this call.

    Raises:
        ValueError: an argument is out of its range or has the wrong shape.
    """
    steps = count("steps", steps, least=0)
    runs = count("runs", runs)
    jobs = count("jobs", jobs)
    plan = _plan(problem, method, noise, x0, steps, seed, record, x_previous)
    losses_of, size = _block_function(problem, plan, batch_size, per_sample, precision)
    statistics = empty(plan.recorded) if resume is None else resume
    same = np.array_equal(statistics.iterations, plan.recorded)
    require(same, "iterations to resume", str(plan.recorded.tolist()), statistics.iterations)
    first = statistics.count
    whole = first % size == 0
    require(whole, "count of the statistics to resume", f"a multiple of {size}", first)
    starts = range(first, first + runs, size)
    wave = max(jobs, _HELD // (size * plan.recorded.size))
    kept: list[Array] = []
    for begin in range(0, len(starts), wave):
        tasks = [(s, min(size, first + runs - s)) for s in starts[begin : begin + wave]]
        found = _run_blocks(losses_of, tasks, jobs)
        statistics = fold_blocks(statistics, found)
        if keep_losses:
            kept.extend(found)
    return LossStatistics(
        statistics.iterations,
        statistics.count,
        statistics.mean,
        statistics.squared_deviations,
        np.concatenate(kept) if keep_losses else None,
    )


BlockFunction = Callable[[int, int], Array]


def _run_blocks(losses_of: BlockFunction, tasks: list[tuple[int, int]], jobs: int) -> list[Array]:
    if jobs == 1:
        return [losses_of(*task) for task in tasks]
    # Groups of blocks: a block alone is soon done, and handing it over takes time; sixteen a
    # worker, so that none waits long for the last one.
    size = max(1, len(tasks) // (16 * jobs))
    groups = [tasks[i : i + size] for i in range(0, len(tasks), size)]
    found = in_threads(lambda group: _run_blocks(losses_of, group, 1), groups, jobs)
    return [losses for group in found for losses in group]


def _plan(
    problem: Quadratic | Logistic,
    method: Methods,
    noise: Noise,
    x0: ArrayLike,
    steps: int,
    seed: int,
    record: Sequence[int] | None,
    x_previous: ArrayLike | None,
) -> _Plan:
    start = vector("first iterate", x0, problem.dimension)
    before = (
        start if x_previous is None else vector("previous iterate", x_previous, problem.dimension)
    )
    recorded = np.arange(steps + 1) if record is None else np.array(record, dtype=np.int64)
    increasing = recorded.ndim == 1 and recorded.size > 0 and bool((np.diff(recorded) > 0).all())
    inside = increasing and recorded[0] >= 0 and recorded[-1] <= steps
    require(inside, "record", f"increasing iterations in 0..{steps}", record)
    alpha, beta, eta = parameters(method, steps)
    scale = noise.scales(steps)
    law = _LAWS[noise.law]
    return _Plan(law, check_seed(seed), start, before, alpha, beta, eta, scale, recorded)


def _block_function(
    problem: Quadratic | Logistic,
    plan: _Plan,
    batch_size: int | None,
    per_sample: PerSample | None,
    precision: str,
) -> tuple[BlockFunction, int]:
    """The function (first run, number of runs) -> losses, and its block size."""
    known = precision in ("float64", "float32")
    require(known, "precision", "float64 or float32", precision)
    if isinstance(problem, Quadratic):
        for name, value in (("batch size m", batch_size), ("per-sample bounds", per_sample)):
            require(value is None, name, "None without records", f"{value} for a quadratic")
        require(precision == "float64", "precision", "float64 for a quadratic", precision)
        return lambda first, size: _quadratic_block(problem, plan, first, size), QUADRATIC_BLOCK
    if batch_size is not None:
        batch_size = count("batch size m", batch_size, most=problem.size)
    sums = _gradient_sums(problem, plan.seed, batch_size, per_sample, precision)
    divisor = problem.size if batch_size is None else batch_size
    return (
        lambda first, size: _logistic_block(problem, plan, sums, divisor, first, size),
        LOGISTIC_BLOCK,
    )


def _quadratic_block(problem: Quadratic, plan: _Plan, first: int, size: int) -> Array:
    losses = np.empty((plan.recorded.size, size))
    quadratic_runs(
        plan.law,
        plan.seed,
        first,
        problem.spectrum,
        plan.start - problem.minimiser,
        plan.before - problem.minimiser,
        plan.alpha,
        plan.beta,
        plan.eta,
        plan.scale,
        plan.recorded,
        losses,
    )
    return np.ascontiguousarray(losses.T)


# (points, first run, iteration, sums to fill): one run a row, padded as the problem's columns.
Sums = Callable[[Array, int, int, Array], object]


def _gradient_sums(
    problem: Logistic,
    seed: int,
    batch_size: int | None,
    per_sample: PerSample | None,
    precision: str,
) -> Callable[[], Sums]:
    """Makes, for one block of runs, the function that sums (bounded) gradients of its records."""
    n = problem.size
    size = n if batch_size is None else batch_size

    def batches() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        return np.arange(n), np.empty(size, dtype=np.int64), np.arange(size)

    if per_sample is not None:
        rows, d = problem.rows, problem.dimension
        edges = per_sample.edges(d)
        norms = group_norms(rows[:, :d], edges)
        rule = per_sample.rule == "clip", np.array(per_sample.bounds), per_sample.regulariser

        def bounded() -> Sums:
            work = batches()
            return lambda points, first, t, out: bounded_sums(
                rows, norms, edges, *rule, points, seed, first, t, *work, out
            )

        return bounded
    if batch_size is not None:
        rows = problem.rows

        def sampled() -> Sums:
            work = batches()
            return lambda points, first, t, out: batch_sums(
                rows, points, seed, first, t, *work, out
            )

        return sampled
    columns = problem.columns.astype(precision)
    return lambda: lambda points, first, t, out: full_sums(columns, points.astype(precision), out)


def _logistic_block(
    problem: Logistic,
    plan: _Plan,
    make_sums: Callable[[], Sums],
    divisor: int,
    first: int,
    size: int,
) -> Array:
    """Losses of a block; runs are computed in pairs, so that a run always has the same partner."""
    runs, d = size + size % 2, problem.dimension
    sums_of = make_sums()
    now = np.zeros((runs, problem.columns.shape[0]))
    now[:, :d] = plan.start
    last = np.zeros_like(now)
    last[:, :d] = plan.before
    standard, sums = np.zeros((d, runs)), np.zeros_like(now)
    means = np.empty(runs)
    losses = np.empty((plan.recorded.size, runs))
    k = 0
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(plan.recorded[-1] + 1):
            if plan.recorded[k] == t:
                mean_losses(problem.columns, now, means)
                penalty = problem.regularisation * (now**2).sum(axis=1)
                losses[k] = means + penalty - problem.optimal_value
                k += 1
            if t == plan.recorded[-1]:
                break
            velocity = now - last
            point = now + plan.eta[t] * velocity
            sums_of(point, first, t, sums)
            released = problem.mu * point - sums / divisor
            if plan.scale[t] > 0:
                fill_block(plan.law, plan.seed, first, t, standard)
                released[:, :d] += plan.scale[t] * standard.T
            last = now
            now = now - plan.alpha[t] * released + plan.beta[t] * velocity
    escaped = ~np.isfinite(losses)
    return np.ascontiguousarray(np.where(escaped, np.inf, losses).T[:size])

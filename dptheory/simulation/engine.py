r"""The Monte-Carlo engine: many runs of a noisy method of the momentum family.

.. math:: x_{t+1} = x_t - \alpha_t\,(g(y_t) + b_t\zeta_t) + \beta_t(x_t - x_{t-1}),\qquad
          y_t = x_t + \eta_t(x_t - x_{t-1}),

with the full or mini-batch gradient g, standard Laplace or Gaussian coordinates :math:`\zeta_t`
(independent) and the scale :math:`b_t` (Laplace scale or standard deviation, unit of a gradient).

Results are bit-identical, on one machine, for any number of workers and any chunks of runs: random
numbers depend on (seed, run, iteration, coordinate) alone (:mod:`dptheory.simulation.streams`),
and reductions have a fixed order (:mod:`dptheory.simulation.statistics`).

Source: Kuru et al. (2020), (9).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.optimizers.momentum import Methods, parameters
from dptheory.privacy.laplace import laplace_variance
from dptheory.problems.logistic import Logistic
from dptheory.problems.quadratic import Quadratic
from dptheory.ranges import count, per_step, require, vector
from dptheory.simulation.kernels import Errors, quadratic_runs
from dptheory.simulation.logistic_kernels import LOOPS, Bounded, Everything, Regression, Sampled
from dptheory.simulation.loop_kernels import Momentum, Plan, recorded_iterations
from dptheory.simulation.per_sample_kernels import batch_of, rule_of
from dptheory.simulation.statistics import LossStatistics, empty, fold_blocks
from dptheory.simulation.streams import GAUSSIAN, LAPLACE, check_seed
from dptheory.simulation.workers import in_threads

Array = NDArray[np.float64]
Records = Everything | Sampled | Bounded

QUADRATIC_BLOCK = 64
LOGISTIC_BLOCK = 20  # even: runs are computed in pairs
# Losses held before they are folded into the statistics, which bounds memory: 32 MB.
_HELD = 2**22
_UNWATCHED = np.empty(0)
_LAWS = {"laplace": LAPLACE, "gaussian": GAUSSIAN}


@public
@dataclass(frozen=True)
class Noise:
    """Independent additive noise in every coordinate of the released gradient.

    Attributes:
        law: ``laplace`` or ``gaussian``.
        scale: Laplace scale b_t (variance 2 b_t^2) or standard deviation; one number or one an
            iteration; nonnegative, zero for no noise.

    Example:
        >>> Noise("laplace", 0.1).scale
        0.1
    """

    law: str
    scale: float | Sequence[float]

    def scales(self, iterations: int) -> Array:
        """The scale of every iteration, shape (iterations,).

        Raises:
            ValueError: the law is unknown, a scale is negative or not finite, or their number is
                not the number of iterations.
        """
        require(self.law in _LAWS, "noise law", f"one of {', '.join(_LAWS)}", self.law)
        found: Array = per_step("noise scale", self.scale, iterations)
        return found

    def variances(self, iterations: int) -> Array:
        """The variance of a coordinate's noise in every iteration, shape (iterations,)."""
        scales = self.scales(iterations)
        found: Array = laplace_variance(scales) if self.law == "laplace" else scales**2
        return found


@public
@dataclass(frozen=True)
class Execution:
    """How runs are carried out, and whether the losses of each are held in memory.

    Attributes:
        jobs: number of joblib workers (threads unless ``joblib.parallel_config`` says otherwise).
        precision: ``float64``, or ``float32`` for the sums over all records of a logistic
            regression (relative error about 1e-7; iterates stay float64).
        keep_losses: return the losses of the runs as well.

    Raises:
        ValueError: the number of workers is not positive, or the precision is unknown.

    Example:
        >>> Execution(keep_losses=True).precision
        'float64'
    """

    jobs: int = 1
    precision: str = "float64"
    keep_losses: bool = False

    def __post_init__(self) -> None:
        count("jobs", self.jobs)
        known = self.precision in ("float64", "float32")
        require(known, "precision", "float64 or float32", self.precision)


SERIAL = Execution()


@public
def simulate(
    problem: Quadratic | Logistic,
    method: Methods,
    noise: Noise,
    x0: ArrayLike,
    iterations: int,
    *,
    runs: int,
    seed: int,
    batch_size: int | None = None,
    per_sample: PerSample | None = None,
    record: Sequence[int] | None = None,
    x_previous: ArrayLike | None = None,
    execution: Execution = SERIAL,
) -> LossStatistics:
    """Simulate runs and summarise F(x_t) - F* at the recorded iterations.

    Args:
        problem: a quadratic (noise in its eigenbasis) or a logistic regression.
        method: one method, or one an iteration.
        noise: law and scale of the additive noise.
        x0: first iterate, shape (d,).
        iterations: number of iterations T.
        runs: number of runs.
        seed: seed of the streams, in [0, 2^62).
        batch_size: m records a step, sampled without replacement, each run its own; all records by
            default. Logistic regression only.
        per_sample: clipping or normalisation of per-sample gradients. Logistic regression only.
        record: the iterations whose losses are kept, increasing, in 0..T; all by default.
        x_previous: the iterate before the first; x0 by default.
        execution: workers, precision, what is kept.

    Returns:
        Statistics of all runs; ``losses`` where they are kept.

    Raises:
        ValueError: an argument is out of its range or has the wrong shape.

    Example:
        >>> from dptheory import gradient
        >>> from dptheory.problems import from_spectrum
        >>> from dptheory.simulation import Noise
        >>> noise = Noise("gaussian", 0.1)
        >>> simulate(from_spectrum([1.0]), gradient(0.5), noise, [1.0], 5, runs=64, seed=0).count
        64
    """
    iterations = count("iterations", iterations, least=0)
    runs = count("runs", runs)
    recorded = recorded_iterations(record, iterations)
    require(recorded.size > 0, "record", f"increasing iterations in 0..{iterations}", record)
    d = problem.dimension
    start = vector("first iterate", x0, d)
    before = start if x_previous is None else vector("previous iterate", x_previous, d)
    momentum = Momentum(*parameters(method, iterations))
    scale = noise.scales(iterations)[: recorded[-1]]
    starts = np.stack((start, before))
    plan = Plan(_LAWS[noise.law], check_seed(seed), 1, scale, recorded, starts, d)
    losses_of, size = _block_function(
        problem, momentum, plan, batch_size, per_sample, execution.precision
    )
    statistics, firsts = empty(plan.recorded), range(0, runs, size)
    wave = max(execution.jobs, _HELD // (size * plan.recorded.size))
    kept: list[Array] = []
    for begin in range(0, len(firsts), wave):
        tasks = [(s, min(size, runs - s)) for s in firsts[begin : begin + wave]]
        found = _run_blocks(losses_of, tasks, execution.jobs)
        statistics = fold_blocks(statistics, found)
        if execution.keep_losses:
            kept.extend(found)
    return replace(statistics, losses=np.concatenate(kept) if kept else None)


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


def _block_function(
    problem: Quadratic | Logistic,
    method: Momentum,
    plan: Plan,
    batch_size: int | None,
    per_sample: PerSample | None,
    precision: str,
) -> tuple[BlockFunction, int]:
    """The function (first run, number of runs) -> losses, and its block size."""
    if isinstance(problem, Quadratic):
        for name, value in (("batch size m", batch_size), ("per-sample bounds", per_sample)):
            require(value is None, name, "None without records", f"{value} for a quadratic")
        require(precision == "float64", "precision", "float64 for a quadratic", precision)
        errors, spectrum = plan._replace(starts=plan.starts - problem.minimiser), problem.spectrum
        return lambda first, size: _quadratic(
            spectrum, method, errors, first, size
        ), QUADRATIC_BLOCK
    if batch_size is not None:
        batch_size = count("batch size m", batch_size, most=problem.size)
    records_for = _records(problem, batch_size, per_sample, precision)
    divisor = problem.size if batch_size is None else batch_size
    padding = problem.columns.shape[0] - problem.dimension
    padded = plan._replace(starts=np.pad(plan.starts, ((0, 0), (0, padding))))

    def losses_of(first: int, size: int) -> Array:
        # Runs are computed in pairs, so that a run always has the same partner.
        runs = size + size % 2
        return _logistic(problem, records_for(runs), divisor, method, padded, first, runs)[:size]

    return losses_of, LOGISTIC_BLOCK


def _quadratic(spectrum: Array, method: Momentum, plan: Plan, first: int, runs: int) -> Array:
    """The losses of a block, shape (runs, recorded)."""
    losses = np.empty((plan.recorded.size, runs))
    quadratic_runs(Errors(spectrum), method, plan, first, losses, _UNWATCHED)
    return np.ascontiguousarray(losses.T)


def _logistic(
    problem: Logistic,
    records: Records,
    divisor: int,
    method: Momentum,
    plan: Plan,
    first: int,
    runs: int,
) -> Array:
    """The same of a logistic regression."""
    losses = np.empty((plan.recorded.size, runs))
    optimum, penalty = problem.optimal_value, problem.regularisation
    regression = Regression(problem.columns, penalty, optimum, records, float(divisor))
    LOOPS[type(records)](regression, method, plan, first, losses, _UNWATCHED)
    return np.ascontiguousarray(losses.T)


def _records(
    problem: Logistic, batch_size: int | None, per_sample: PerSample | None, precision: str
) -> Callable[[int], Records]:
    """Makes, for a block of so many runs, the records whose (bounded) gradients are summed."""
    rows, d, n = problem.rows, problem.dimension, problem.size
    size = n if batch_size is None else batch_size
    if per_sample is not None:
        rule = rule_of(per_sample, d)
        norms = group_norms(rows[:, :d], per_sample.edges(d))
        return lambda _: Bounded(rows, norms, rule, batch_of(n, size))
    if batch_size is not None:
        return lambda _: Sampled(rows, batch_of(n, size))
    columns = problem.columns.astype(precision, copy=False)
    return lambda runs: Everything(columns, np.empty((runs, len(columns)), columns.dtype))

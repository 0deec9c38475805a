"""What runs of SGD on a finite sum give, and how they are shared out."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.ranges import count, require
from dptheory.simulation.descent_kernels import LOOPS, Bounded, Bowl, Drawn, Picked, Profiled
from dptheory.simulation.loop_kernels import Plan, Sgd, recorded_iterations
from dptheory.simulation.per_sample_kernels import Rule
from dptheory.simulation.streams import GAUSSIAN, check_seed
from dptheory.simulation.workers import in_threads

Array = NDArray[np.float64]
BLOCK = 32  # runs a worker takes at once
# Of a call, about a minute of a processor: entries of records' gradients, and of them as many as
# take the time of what a step costs without records.
MOST, STEP = 5 * 10**9, 100
LAST = 2**61  # number of a run


@dataclass(frozen=True, eq=False)
class Descent:
    """What runs gave.

    Attributes:
        least: the smallest norm of the full gradient over 0 <= k < T, shape (runs,).
        recorded: iterations of 0..T, shape (recorded,).
        norms: of the full gradient there, shape (runs, recorded).
        final: the last iterates, shape (runs, d).
    """

    least: Array
    recorded: NDArray[np.int64]
    norms: Array
    final: Array

    @property
    def mean_least(self) -> float:
        """The mean of ``least``."""
        return float(self.least.mean())

    @property
    def standard_error(self) -> float:
        """Of that mean; infinite for one run."""
        runs = self.least.size
        return float(self.least.std(ddof=1)) / math.sqrt(runs) if runs > 1 else math.inf


@dataclass(frozen=True, eq=False)
class Case:
    """SGD without momentum on a finite sum.

    Attributes:
        f: the objective. tilts, weights, tau0, tau1: as in
            :class:`~dptheory.simulation.descent_kernels.Bounded`.
        etas: of every step, shape (T,).
        rule: bounds the records' gradients.
        deviation: of the noise of a step. batches_for: makes the working space of so many runs.
        divisor: of a batch's sum. pace: as in :class:`~dptheory.simulation.loop_kernels.Plan`.
    """

    f: Profiled | Bowl
    tilts: Array
    weights: Array
    tau0: float
    tau1: float
    etas: Array
    rule: Rule
    deviation: float
    batches_for: Callable[[int], Drawn | Picked]
    divisor: int
    pace: int


def step_size(method: Private) -> float:
    """The one of SGD without momentum.

    Raises:
        ValueError: the optimizer is another.
    """
    plain = isinstance(method.optimizer, Sgdm) and method.optimizer.beta == 0
    require(plain, "optimizer", "SGD without momentum in the compiled runs", method.optimizer)
    return float(method.optimizer.alpha)


def check_work(iterations: int, runs: int, batch_size: int, dimension: int) -> None:
    """Refuse what takes much longer than a minute of a processor, before memory is asked for.

    Raises:
        ValueError: a number is out of its range, or the work of one run or of all is so much.
    """
    runs = count("runs", runs)
    cost = count("iterations", iterations) * (batch_size * dimension + STEP)
    require(cost <= MOST, f"iterations T times (B d + {STEP})", f"at most {MOST}", cost)
    fits = runs <= MOST // cost
    require(fits, "runs", f"at most {MOST // cost} in a call (further ones by first_run)", runs)


def descend_from(
    x0: Array,
    case: Case,
    *,
    runs: int,
    seed: int,
    record: Sequence[int] | None,
    jobs: int,
    first_run: int = 0,
) -> Descent:
    """Runs of a case from one point, those with the numbers from ``first_run`` on.

    Raises:
        ValueError: a number is out of its range, or the iterations to record do not increase or
            are not in 0..T.
    """
    runs, seed, jobs = count("runs", runs), check_seed(seed), count("jobs", jobs)
    first_run = count("first run", first_run, least=0, most=LAST)
    steps, d = case.etas.size, x0.size
    _check_shapes(x0, case)
    recorded = recorded_iterations(record, steps)
    scales, starts = np.full(steps, case.deviation), np.stack((x0, x0))
    plan = Plan(GAUSSIAN, seed, case.pace, scales, recorded, starts, d)
    end = first_run + runs
    blocks = [(first, min(BLOCK, end - first)) for first in range(first_run, end, BLOCK)]
    found = in_threads(lambda block: _block(case, plan, *block), blocks, jobs)
    least, norms, final = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Descent(least, recorded, norms, final)


def _check_shapes(x0: Array, case: Case) -> None:
    """Refuse arrays beyond whose end the compiled loops would read or write."""
    n, d = case.tilts.shape
    batches, rule = case.batches_for(1), case.rule
    held = batches.size if isinstance(batches, Picked) else batches.pool.size
    vectors = (x0, *(part for part in case.f if isinstance(part, np.ndarray)))
    fits = all(part.shape == (d,) for part in vectors)
    fits = fits and case.weights.shape == (n,) and held == n
    fits = fits and rule.edges.shape == (rule.bounds.size + 1,) and int(rule.edges[-1]) == d
    allowed = f"of one dimension d and of as many records as tilts of shape ({n}, {d})"
    require(fits, "first iterate, objective, weights, batches and rule", allowed, x0.shape)


def _block(case: Case, plan: Plan, first: int, runs: int) -> tuple[Array, Array, Array]:
    """Smallest norms, recorded norms and last iterates of consecutive runs."""
    batches, d = case.batches_for(runs), plan.dimension
    work = np.empty(d), np.empty(d), np.empty(case.rule.bounds.size)
    records = case.tilts, case.weights, case.tau0, case.tau1
    divisor = float(case.divisor)
    problem = Bounded(case.f, *records, *case.rule, batches, batches.chosen, divisor, *work)
    norms, least = np.empty((plan.recorded.size, runs)), np.full(runs, np.inf)
    final = LOOPS[type(case.f)](problem, Sgd(case.etas), plan, first, norms, least)
    return least, norms.T, final

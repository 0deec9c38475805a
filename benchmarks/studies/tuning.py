r"""What choosing by prediction costs over the best of a grid.

``python -m benchmarks.studies.tuning``.

A choice is made on a problem's public half, on five surrogates of its constants, or by the smallest
proved bound (:func:`dptheory.tuning.tune`); all are run with noise on the private half, beside the
best of a grid of settings that was found by such runs with other seeds.

The laws of the surrogates were written with the errors on the first problems in view. The problems
held out were made afterwards, and nothing was changed for them; some leave batch size or clipping
to the search, or have a quadratic loss. ``--held-out`` prints them alone.

Page: ``docs/allocation.md``.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t
from threadpoolctl import threadpool_limits

from benchmarks.studies.tuned_runs import steps
from benchmarks.studies.tuning_grid import Array, best, errors
from benchmarks.studies.tuning_held_out import HELD_OUT
from benchmarks.studies.tuning_problems import CASES, DELTA, LABEL_BOUND, Case
from dptheory.cluster import add_scheduler, scheduled
from dptheory.prediction import Choice, LinearModel, Question, choose, surrogate
from dptheory.prediction.choosing import OUTPUT
from dptheory.prediction.guarantees import of_constants
from dptheory.prediction.releases import output_noise
from dptheory.prediction.runs import CONFIDENCE
from dptheory.prediction.surrogates import LAWS
from dptheory.problems.logistic import Logistic
from dptheory.processes import in_processes
from dptheory.simulation.engine import Execution, Noise, simulate
from dptheory.tuning import Problem, Proposal, tune

RUNS, SEED = 100, 70_000
LIMIT = 1000  # of iterations
WAYS = "public half", "surrogates", "bounds"
SHORT = {
    "gradient": "GD",
    "heavy-ball": "HB",
    "nesterov": "NAG",
    "multistage": "MS",
    "objective-perturbation": "OBJ",
    "output-perturbation": "OUT",
    "nothing": "-",
}


@dataclass(frozen=True)
class Compared:
    """The mean error of one way to choose beside the best of the grid.

    Attributes:
        method: what was chosen.
        ratio, low, high: error/best, with an interval of its logarithm.
    """

    method: str
    ratio: float
    low: float
    high: float

    @classmethod
    def of(cls, method: str, errors: Array, least: Array) -> "Compared":
        """From the errors of runs of both."""
        ratio = float(errors.mean() / least.mean())
        variances = [(e.std(ddof=1) / e.mean()) ** 2 / e.size for e in (errors, least)]
        width = float(t.ppf((1 + CONFIDENCE) / 2, RUNS - 1)) * math.sqrt(sum(variances))
        return cls(method, ratio, ratio * math.exp(-width), ratio * math.exp(width))


@dataclass(frozen=True)
class Row:
    """A problem.

    Attributes:
        name, n, kappa, budget: as printed; the data stay where they were drawn.
        settings: the number of settings in the grid.
        best: the method that is best there.
        error: its mean error, loss.
        found: one a way to choose; None where no bound is proved.
        predicted: the error predicted on the public half, by that measured on the private one.
    """

    name: str
    n: int
    kappa: float
    budget: str
    settings: int
    best: str
    error: float
    found: tuple[Compared | None, ...]
    predicted: float


def row(case: Case) -> Row:
    """All ways to choose on a problem."""
    winner = best(case)
    least = errors(case, winner.choice, RUNS, SEED)
    public, blind = chosen(case, (case.public,)), chosen(case, surrogates(case))
    measured = errors(case, public, RUNS, SEED + 1)
    found = [
        Compared.of(public.method, measured, least),
        Compared.of(blind.method, errors(case, blind, RUNS, SEED + 2), least),
    ]
    bounded = None
    if case.plain:
        proposal = tune(constants(case))[0]
        bounded = Compared.of(proposal.method, bounded_errors(case, proposal), least)
    predicted = public.predicted / float(measured.mean())
    rivals = (*found, bounded)
    shown = case.name, case.task.n, case.kappa, case.budget
    return Row(
        *shown, winner.settings, winner.choice.method, float(least.mean()), rivals, predicted
    )


def chosen(case: Case, models: tuple[LinearModel, ...]) -> Choice:
    """The first choice on some data sets."""
    return choose(Question(case.task, models, case.batches, case.clips)).choices[0]


def surrogates(case: Case) -> tuple[LinearModel, ...]:
    """One data set of every law with the constants of the problem."""
    task = case.task
    lengths = task.radius_l1, task.radius_l2
    return tuple(
        surrogate(
            law, task.n, task.dimension, *lengths, task.mu / 2,
            loss=case.private.loss, label_bound=LABEL_BOUND,
        )
        for law in LAWS
    )  # fmt: skip


def constants(case: Case) -> Problem:
    """The question for the smallest proved bound; no loss at 0 is above ln 2."""
    return of_constants(case.task, math.log(2), LIMIT)


def bounded_errors(case: Case, proposal: Proposal) -> Array:
    """F(x) - F* of runs of what has the smallest proved bound."""
    data, T = case.private, proposal.iterations
    if proposal.schedule is None:
        spread = output_noise(case.task) if proposal.method == OUTPUT else None
        choice = Choice(proposal.method, proposal.bound, (), noise=spread)
        return errors(case, choice, RUNS, SEED + 3)
    law = "laplace" if case.task.delta is None else "gaussian"
    noise = Noise(law, tuple(proposal.schedule.scales.tolist()))
    done = simulate(
        Logistic(data.features, data.labels, data.regularisation),
        steps(proposal, data.mu), noise, np.zeros(data.dimension), T,
        runs=RUNS, seed=SEED + 3, record=[T], execution=Execution(keep_losses=True),
    )  # fmt: skip
    return done.kept_losses[:, 0]


def lines(rows: Iterator[Row]) -> Iterator[str]:
    """The table as its rows are found, and what follows from it."""
    ways = "".join(f"{way:>27}" for way in WAYS)
    head = f"{'problem':<24}{'n':>7}{'kappa':>6}{'eps':>5}  {'best of the grid':<30}"
    yield f"{head}{ways}{'predicted':>11}"
    found = []
    for one in rows:
        found.append(one)
        yield _line(one)
    marks = f"* delta {DELTA:g}; B, C: batch size, bound of gradients left to the search"
    yield f"{min(r.settings for r in found)} settings or more a problem; {marks}"
    for k, way in enumerate(WAYS):
        ratios = [(one.ratio, r) for r in found if (one := r.found[k]) is not None]
        if ratios:
            worst, where = max(ratios, key=lambda pair: pair[0])
            median = np.median([ratio for ratio, _ in ratios])
            words = f"({where.name}, eps {where.budget})"
            yield f"{way}: median {median:.3g}, worst {worst:.3g} {words}"
    predicted = [r.predicted for r in found]
    yield f"predicted/measured: {min(predicted):.3g} to {max(predicted):.3g}"


def _line(r: Row) -> str:
    cells = "".join(f"{'-' if c is None else _cell(c):>27}" for c in r.found)
    head = f"{r.name:<24}{r.n:>7}{r.kappa:>6.0f}{r.budget:>5}"
    return f"{head}  {r.error:<9.3g}{r.best:<21}{cells}{r.predicted:>11.3g}"


def _cell(c: Compared) -> str:
    return f"{c.ratio:.3g} [{c.low:.3g}, {c.high:.3g}] {SHORT[c.method]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.studies.tuning", description=__doc__
    )
    parser.add_argument("--only", type=int, nargs="+", help="numbers of problems, from 0")
    parser.add_argument("--held-out", action="store_true", help="the problems held out alone")
    parser.add_argument("--jobs", type=int, default=1, help="problems at a time (default 1)")
    add_scheduler(parser)
    options = parser.parse_args(arguments)
    with scheduled(options.scheduler, "benchmarks.studies.tuning"):
        if not options.held_out:
            _print("", CASES, options)
        if options.held_out or not options.only:
            _print("held out: no rule was tuned on these", HELD_OUT, options)
    return 0


def _print(title: str, cases: Sequence[Callable[[], Case]], options: argparse.Namespace) -> None:
    """One of the tables."""
    if title:
        print(title)
    calls = ((_row, (cases[k],)) for k in options.only or range(len(cases)))
    for line in lines(in_processes(calls, options.jobs)):
        print(line, flush=True)


def _row(case: Callable[[], Case]) -> Row:
    """The row of a problem, in a worker with one thread of BLAS."""
    with threadpool_limits(1):
        return row(case())


if __name__ == "__main__":
    sys.exit(main())

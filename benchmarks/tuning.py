r"""``python -m benchmarks.tuning``: what choosing by prediction costs over the best of a grid.

A choice is made on a problem's public half, on five surrogates of its constants, or by the smallest
proved bound (:func:`dptheory.tuning.tune`); all are run with noise on the private half, beside the
best of a grid of settings that was found by such runs with other seeds.

Page: ``docs/allocation.md``.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t
from threadpoolctl import threadpool_limits

from benchmarks.tuned_runs import steps
from benchmarks.tuning_grid import Array, best
from benchmarks.tuning_problems import CASES, DELTA, Case
from dptheory.prediction import Choice, LinearModel, Question, choose, surrogate
from dptheory.prediction.choosing import OUTPUT, errors_of
from dptheory.prediction.guarantees import of_constants
from dptheory.prediction.releases import output_noise
from dptheory.prediction.runs import CONFIDENCE
from dptheory.prediction.surrogates import LAWS
from dptheory.problems.logistic import Logistic
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
        case: its data.
        settings: the number of settings in the grid.
        best: the method that is best there.
        error: its mean error, loss.
        found: one a way to choose.
        predicted: the error predicted on the public half, by that measured on the private one.
    """

    case: Case
    settings: int
    best: str
    error: float
    found: tuple[Compared, ...]
    predicted: float


def row(case: Case) -> Row:
    """All ways to choose on a problem."""
    n, task = case.task.n, case.task
    winner = best(case)
    least = errors_of(winner.choice, case.private, n, RUNS, SEED)
    public = choose(Question(task, (case.public,), (n,))).choices[0]
    blind = choose(Question(task, surrogates(case), (n,))).choices[0]
    proposal = tune(constants(case))[0]
    measured = [
        (public.method, errors_of(public, case.private, n, RUNS, SEED + 1)),
        (blind.method, errors_of(blind, case.private, n, RUNS, SEED + 2)),
        (proposal.method, bounded_errors(case, proposal)),
    ]
    found = tuple(Compared.of(method, errors, least) for method, errors in measured)
    predicted = public.predicted / float(measured[0][1].mean())
    return Row(case, winner.settings, winner.choice.method, float(least.mean()), found, predicted)


def surrogates(case: Case) -> tuple[LinearModel, ...]:
    """One data set of every law with the constants of the problem."""
    task = case.task
    lengths = task.radius_l1, task.radius_l2
    return tuple(surrogate(law, task.n, task.dimension, *lengths, task.mu / 2) for law in LAWS)


def constants(case: Case) -> Problem:
    """The question for the smallest proved bound; no loss at 0 is above ln 2."""
    return of_constants(case.task, math.log(2), LIMIT)


def bounded_errors(case: Case, proposal: Proposal) -> Array:
    """F(x) - F* of runs of what has the smallest proved bound."""
    data, T = case.private, proposal.iterations
    if proposal.schedule is None:
        spread = output_noise(case.task) if proposal.method == OUTPUT else None
        choice = Choice(proposal.method, proposal.bound, (), noise=spread)
        return errors_of(choice, data, case.task.n, RUNS, SEED + 3)
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
    yield f"{min(r.settings for r in found)} settings or more a problem; * delta {DELTA:g}"
    for k, way in enumerate(WAYS):
        ratios = np.array([r.found[k].ratio for r in found])
        worst = found[int(np.argmax(ratios))]
        yield (
            f"{way}: median {np.median(ratios):.3g}, worst {ratios.max():.3g} "
            f"({worst.case.name}, eps {worst.case.budget})"
        )
    predicted = [r.predicted for r in found]
    yield f"predicted/measured: {min(predicted):.3g} to {max(predicted):.3g}"


def _line(r: Row) -> str:
    cells = "".join(
        f"{f'{c.ratio:.3g} [{c.low:.3g}, {c.high:.3g}] {SHORT[c.method]}':>27}" for c in r.found
    )
    head = f"{r.case.name:<24}{r.case.task.n:>7}{r.case.kappa:>6.0f}{r.case.budget:>5}"
    return f"{head}  {r.error:<9.3g}{r.best:<21}{cells}{r.predicted:>11.3g}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning", description=__doc__)
    parser.add_argument("--only", type=int, nargs="+", help="numbers of problems, from 0")
    chosen = parser.parse_args(arguments).only or range(len(CASES))
    with threadpool_limits(1):
        for line in lines(row(CASES[k]()) for k in chosen):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

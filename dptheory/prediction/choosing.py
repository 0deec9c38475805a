r"""Which private method, with which settings, has the smallest predicted error on given data sets.

Gradient descent, heavy ball and Nesterov's method are searched by :mod:`dptheory.prediction.grid`;
objective and output perturbation and doing nothing are rows like them. What is chosen is then run
with noise on the data sets. On several of them - surrogates - a choice is the one with the smallest
mean logarithm of the prediction.

Source: own; docs/allocation.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.prediction.grid import LEAST, Search, gap, thinned
from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.releases import Task, Vector, objective_noise, output_noise
from dptheory.prediction.runs import (
    Mean,
    Run,
    errors_at,
    objective_points,
    output_points,
    run_points,
)
from dptheory.prediction.search import Modes, lengths
from dptheory.progress import Report, silent
from dptheory.ranges import require
from dptheory.results import Drawn

Array = NDArray[np.float64]
GRADIENT, HEAVY_BALL, NESTEROV = "gradient", "heavy-ball", "nesterov"
FAMILIES = GRADIENT, HEAVY_BALL, NESTEROV
OBJECTIVE, OUTPUT, NOTHING = "objective-perturbation", "output-perturbation", "nothing"
METHODS = *FAMILIES, OBJECTIVE, OUTPUT
WEIGHTS = 2.0 ** np.arange(0, 12, 0.5)  # 1 + Delta/mu of objective perturbation
FEWER = (100, 1000)  # iterations that are searched at first
ROWS = 2000  # of a data set, that the search looks at
RUNS = 200
APART = 1.5  # surrogates disagree where the choice has this many times another's error on one


@public
@dataclass(frozen=True)
class Question:
    """What is to be chosen, and on which data.

    Attributes:
        problem: budget and constants.
        models: data sets that the choice is made on, with unbounded gradients.
        batch_size: the batch sizes that may be used; the number of records for all of them.
        clips: the bounds that may be used, infinite for none.
        max_iterations: the largest number of iterations.
        seed: of the noise of the runs.
        runs: with noise, of every method that was found.

    Example:
        >>> model = surrogate("every direction alike", 100, 2, 1.5, 1.0, regularisation=0.01)
        >>> task = Task(100, 2, 0.02, slope=1, bend=0.25, radius_l1=1.5, radius_l2=1, epsilon=1)
        >>> Question(task, (model,), batch_size=(100,), max_iterations=3).clips
        (inf,)
    """

    problem: Task
    models: tuple[LinearModel, ...]
    batch_size: tuple[int, ...]
    clips: tuple[float, ...] = (math.inf,)
    max_iterations: int = 1000
    seed: int = 0
    runs: int = RUNS


@public
@dataclass(frozen=True)
class Choice:
    """A method with its settings and its predicted error.

    Attributes:
        method: gradient, heavy-ball, nesterov, objective-perturbation, output-perturbation or
            nothing.
        predicted: the geometric mean over the data sets of what was searched for.
        errors: F(x) - F* of runs with noise, one mean a data set.
        clip: the bound of the gradients, infinite for none.
        run: the run, for methods that iterate.
        noise: on the minimiser or the objective, for those that do not.
        more: Delta of objective perturbation.
        at_limit: whether the number of iterations is the largest allowed.

    Example:
        >>> Choice("nothing", predicted=0.5, errors=()).run is None
        True
    """

    method: str
    predicted: float
    errors: tuple[Mean, ...]
    clip: float = math.inf
    run: Run | None = None
    noise: Vector | None = None
    more: float = 0.0
    at_limit: bool = False

    @property
    def error(self) -> float:
        """The geometric mean of the runs' mean errors over the data sets."""
        return geometric([mean.value for mean in self.errors])


@public
@dataclass(frozen=True)
class Answer(Drawn):
    """The choices, the smallest error first.

    Attributes:
        choices: one a method; a method that the budget leaves nothing for is missing.
        disagreement: the largest ratio, over the data sets, of the first choice's error to the
            best one's there.

    Example:
        >>> nothing = Choice("nothing", predicted=0.5, errors=())
        >>> Answer((nothing,), disagreement=1.0).choices[0].method
        'nothing'
    """

    choices: tuple[Choice, ...]
    disagreement: float

    @property
    def disagree(self) -> bool:
        """Whether data sets of the same constants call for different methods."""
        return self.disagreement > APART

    def _columns(self) -> dict[str, list[Any]]:
        """A row a choice: the error of its runs, and the prediction."""
        runs = [choice.run for choice in self.choices]
        return {
            "method": [choice.method for choice in self.choices],
            "error": [choice.error for choice in self.choices],
            "predicted": [choice.predicted for choice in self.choices],
            "iterations": [0 if run is None else len(run.scales) for run in runs],
        }

    def _draw(self, axes: Any) -> None:
        """The mean errors of runs with their intervals, a colour a data set."""
        names = [choice.method for choice in self.choices]
        for k in range(len(self.choices[0].errors)):
            means = [choice.errors[k] for choice in self.choices]
            spread = [[m.value - m.low for m in means], [m.high - m.value for m in means]]
            places = [place + 0.1 * k for place in range(len(names))]
            axes.errorbar([m.value for m in means], places, xerr=spread, fmt="o")
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set(xlabel=r"$F(x) - F^*$ of runs with noise", xscale="log")
        axes.set_title("methods by predicted error, run")


def geometric(values: Sequence[float]) -> float:
    """The geometric mean of errors; 0 where rounding leaves one of them no more."""
    if min(values) <= 0:
        return 0.0
    return math.exp(math.fsum(map(math.log, values)) / len(values))


@public
def choose(question: Question, report: Report = silent) -> Answer:
    """Every method at its best prediction, run with noise; the smallest error first.

    Where several data sets disagree, objective perturbation, which has no step to choose,
    comes first.

    Args:
        question: what is to be chosen, and on which data.
        report: is told of progress.

    Example:
        >>> model = surrogate("every direction alike", 100, 2, 1.5, 1.0, regularisation=0.01)
        >>> task = Task(100, 2, 0.02, slope=1, bend=0.25, radius_l1=1.5, radius_l2=1, epsilon=1)
        >>> answer = choose(Question(task, (model,), batch_size=(100,), max_iterations=3))
        >>> len(answer.choices)
        6
    """
    predicted = [
        choice
        for clip in question.clips
        for task in _releases(replace(question.problem, clip=clip))
        for choice in _search(question, task, report)
    ]
    found = [_nothing(question)]
    for place, name in enumerate(METHODS, start=1):
        report(f"runs of {name},", place, len(METHODS))
        # What bounded gradients do far from the minimiser no linear response tells: all are run.
        run = [_measured(question, c) for c in predicted if c.method == name]
        found += sorted(run, key=lambda c: c.error)[:1]
    found.sort(key=lambda c: c.error)
    worst = max(
        max(found[0].errors[k].value, LEAST) / max(min(c.errors[k].value for c in found), LEAST)
        for k in range(len(question.models))
    )
    answer = Answer(tuple(found), worst)
    if answer.disagree:
        found.sort(key=lambda c: c.method != OBJECTIVE)
    return replace(answer, choices=tuple(found))


def choose_soon(question: Question, report: Report = silent) -> tuple[Question, Answer]:
    """The choice among fewer iterations where more of them cannot change which method is first.

    The largest number of iterations is raised to that of the question as long as a method that
    stops at it has less noise than the first choice has error: what is left of its error may fall.

    Args:
        question: what is to be chosen, and on which data.
        report: is told of progress.

    Returns:
        The question with the number of iterations that was searched, and its answer.
    """
    most = question.max_iterations
    for limit in (*(few for few in FEWER if few < most), most):
        asked = replace(question, max_iterations=limit)
        answer = choose(asked, report)
        best = answer.choices[0].error
        if all(not c.at_limit or _noise(asked, c) >= best for c in answer.choices):
            break
    return asked, answer


def _noise(question: Question, choice: Choice) -> float:
    """What noise costs a method that iterates, predicted."""
    if choice.run is None:
        return 0.0
    silenced = replace(choice, run=replace(choice.run, scales=(0.0,) * len(choice.run.scales)))
    left = _measured(replace(question, runs=2), silenced).error
    return choice.predicted - left


def _nothing(question: Question) -> Choice:
    """Releasing the start, 0."""
    gaps = [gap(model) for model in question.models]
    return Choice(NOTHING, geometric(gaps), tuple(Mean(gap, gap, gap) for gap in gaps))


def _releases(task: Task) -> tuple[Task, ...]:
    """The kinds of noise that keep a budget: a pure release keeps every (epsilon, delta), too.

    Where gradients are bounded by a clip its norm belongs to the noise, which is then the budget's.
    """
    if task.delta is None or math.isfinite(task.clip):
        return (task,)
    return task, replace(task, delta=None)


def _quieter(task: Task, than: Task) -> bool:
    """Whether its noise is less for one gradient of all records.

    For several, Laplace noise has the larger share of a budget to lose: where it is louder for one
    it is louder for all.
    """
    one = [(1.0, 1.0, 1.0)]
    return task.gradient_noise(task.n).least(one) < than.gradient_noise(than.n).least(one)


def _search(question: Question, task: Task, report: Report) -> list[Choice]:
    """The best predictions with one kind of noise and bound of the gradients, one a method."""
    clip = task.clip
    models = [replace(thinned(model, ROWS), clip=clip, norm=task.norm) for model in question.models]
    search = Search(task, models, question.batch_size, question.max_iterations, question.seed)
    found = [_output(task, models), _objective(task, models)]
    asked = replace(question.problem, clip=clip)
    if task != asked and not _quieter(task, asked):
        return [choice for choice in found if math.isfinite(choice.predicted)]
    for place, family in enumerate(FAMILIES, start=1):
        report(f"searching {family},", place, len(FAMILIES))
        best = search.best(momentum=family != GRADIENT, ahead=family == NESTEROV)
        # Noisy runs decide between steps that fall and those that do not.
        for one in () if best is None else (best, search.falling(best)):
            if one is not None:
                at_limit = one.iterations >= int(lengths(question.max_iterations)[-1])
                run = search.planned(one)
                found.append(Choice(family, one.predicted, (), clip, run, at_limit=at_limit))
    return [choice for choice in found if math.isfinite(choice.predicted)]


def _output(task: Task, models: list[LinearModel]) -> Choice:
    """Noise on the minimiser of the (bounded) risk."""
    law = output_noise(task)
    errors = [
        float(model.value(model.centre[None])[0]) - model.optimal_value
        + law.variance / 2 * float(Modes.of(model).diagonal.sum())
        for model in models
    ]  # fmt: skip
    return Choice(OUTPUT, geometric(errors), (), task.clip, noise=law)


def _objective(task: Task, models: list[LinearModel]) -> Choice:
    """Noise on the objective, at the best additional weight of the penalty."""
    best = Choice(OBJECTIVE, math.inf, ())
    for weight in WEIGHTS:
        more = float(task.mu * (weight - 1))
        law = objective_noise(task, more)
        if law is None:
            continue
        error = geometric([_tilted(model, law, more, task.n) for model in models])
        if error < best.predicted:
            best = Choice(OBJECTIVE, error, (), task.clip, noise=law, more=more)
    return best


def _tilted(model: LinearModel, law: Vector, more: float, n: int) -> float:
    """The linearised error of objective perturbation."""
    small = model.narrow
    x = small.regularised(more)
    inverse = np.linalg.inv(small.jacobian(x) + more * np.eye(small.dimension))
    spread = float(np.trace(inverse @ small.hessian(x) @ inverse))
    spread += (model.dimension - small.dimension) * model.mu / (model.mu + more) ** 2
    left = float(small.value(x[None])[0]) - model.optimal_value
    return left + law.variance / 2 * spread / n**2


def _measured(question: Question, choice: Choice) -> Choice:
    """The choice with its errors in runs with noise on every data set."""
    task = replace(question.problem, clip=choice.clip)
    errors = []
    for k, model in enumerate(question.models):
        bounded = replace(thinned(model, ROWS), clip=choice.clip, norm=task.norm)
        found = errors_of(choice, bounded, task.n, question.runs, question.seed + k)
        errors.append(Mean.of(found) if np.isfinite(found).all() else _INFINITE)
    return replace(choice, errors=tuple(errors))


_INFINITE = Mean(math.inf, math.inf, math.inf)


def errors_of(choice: Choice, model: LinearModel, n: int, runs: int, seed: int) -> Array:
    """F(x) - F* of runs of a choice, shape (runs,); arguments as of :func:`points_of`."""
    return errors_at(model, points_of(choice, model, n, runs, seed))


def points_of(choice: Choice, model: LinearModel, n: int, runs: int, seed: int) -> Array:
    """What is released by runs of a choice with its noise, shape (runs, d).

    Args:
        choice: what is run.
        model: the data, gradients bounded as in the choice.
        n: the number of records that the noise belongs to.
        runs, seed: the number of runs and the seed of their noise.

    Raises:
        ValueError: the choice has neither a run nor noise, and is not to do nothing.
    """
    if choice.run is not None:
        return run_points(model, choice.run, n, runs, seed)
    if choice.method == NOTHING:
        return np.zeros((runs, model.dimension))
    law: Any = choice.noise
    require(law is not None, "choice", "one with a run or with noise", choice.method)
    if choice.method == OBJECTIVE:
        return objective_points(model, law, choice.more, n, runs, seed)
    return output_points(model, law, runs, seed)

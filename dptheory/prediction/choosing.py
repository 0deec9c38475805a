r"""Which private method, with which settings, has the smallest predicted error on given data sets.

Step size, momentum and number of iterations of gradient descent, heavy ball and Nesterov's method
are searched on a grid and refined around its best points; objective and output perturbation and
doing nothing are rows like them. What is chosen is then run with noise on the data sets.
On several of them - surrogates - a choice is the one with the smallest mean logarithm of the
prediction.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.plans import scheduled
from dptheory.prediction.releases import Task, Vector, objective_noise, output_noise
from dptheory.prediction.runs import Mean, Run, objective_errors, output_errors, run_errors
from dptheory.prediction.search import Explored, Modes, Settings, explore, lengths, predicted
from dptheory.progress import Report, silent

Array = NDArray[np.float64]
GRADIENT, HEAVY_BALL, NESTEROV = "gradient", "heavy-ball", "nesterov"
FAMILIES = GRADIENT, HEAVY_BALL, NESTEROV
OBJECTIVE, OUTPUT, NOTHING = "objective-perturbation", "output-perturbation", "nothing"
STEPS = 14  # of the grid, from LOWEST to HIGHEST by the largest curvatures at the minimisers
LOWEST, HIGHEST = 0.02, 3.5
MOMENTA = (0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.85, 0.92, 0.96)
FINER = (-1.0, -0.5, 0.0, 0.5, 1.0)  # of a refinement, in units of its width
WIDTHS = (0.4, 0.15)  # of the refinements, in logarithms of alpha and 1 - beta
WEIGHTS = 2.0 ** np.arange(0, 12, 0.5)  # 1 + Delta/mu of objective perturbation
ROWS = 2000  # of a data set, that the search looks at
SLACK = 4.0  # on several data sets a run ends where noise alone costs so many times the best
RUNS = 200
LEAST = 1e-300  # an error, where rounding gives 0 or less
APART = 1.5  # surrogates disagree where the choice has this many times another's error on one


@public
@dataclass(frozen=True)
class Question:
    """What is to be chosen, and on which data.

    Attributes:
        task: budget and constants.
        models: data sets that the choice is made on, with unbounded gradients.
        batches: the batch sizes that may be used; the number of records for all of them.
        clips: the bounds that may be used, infinite for none.
        limit: the largest number of iterations.
        seed: of the noise of the runs.
    """

    task: Task
    models: tuple[LinearModel, ...]
    batches: tuple[int, ...]
    clips: tuple[float, ...] = (math.inf,)
    limit: int = 1000
    seed: int = 0


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
class Answer:
    """The choices, the smallest error first.

    Attributes:
        choices: one a method; a method that the budget leaves nothing for is missing.
        disagreement: the largest ratio, over the data sets, of the first choice's error to the
            best one's there.
    """

    choices: tuple[Choice, ...]
    disagreement: float

    @property
    def disagree(self) -> bool:
        """Whether data sets of the same constants call for different methods."""
        return self.disagreement > APART


@public
def geometric(values: Sequence[float]) -> float:
    """The geometric mean of errors; 0 where rounding leaves one of them no more."""
    if min(values) <= 0:
        return 0.0
    return math.exp(math.fsum(map(math.log, values)) / len(values))


@public
def choose(question: Question, report: Report = silent) -> Answer:
    """Every method at its best prediction, run with noise; the smallest error first.

    Where several data sets disagree, objective perturbation, whose error hardly depends on them,
    comes first.
    """
    searches = [_search(question, clip, report) for clip in question.clips]
    found: list[Choice] = []
    for name in (*FAMILIES, OBJECTIVE, OUTPUT):
        best = min((s[name] for s in searches), key=lambda c: c.predicted)
        if math.isfinite(best.predicted):
            report(f"runs of {name},", len(found) + 1, len(FAMILIES) + 2)
            found.append(_measured(question, best))
    found.append(_nothing(question))
    found.sort(key=lambda c: c.error)
    worst = max(
        max(found[0].errors[k].value, LEAST) / max(min(c.errors[k].value for c in found), LEAST)
        for k in range(len(question.models))
    )
    answer = Answer(tuple(found), worst)
    if answer.disagree:
        found.sort(key=lambda c: c.method != OBJECTIVE)
    return replace(answer, choices=tuple(found))


def _nothing(question: Question) -> Choice:
    """Releasing the start, 0."""
    gaps = [_gap(model) for model in question.models]
    return Choice(NOTHING, geometric(gaps), tuple(Mean(gap, gap, gap) for gap in gaps))


def _gap(model: LinearModel) -> float:
    """F(0) - F*."""
    return float(model.value(np.zeros((1, model.dimension)))[0]) - model.optimal_value


def _search(question: Question, clip: float, report: Report) -> dict[str, Choice]:
    """The best predictions at one bound of the gradients, by method."""
    task = replace(question.task, clip=clip)
    models = [replace(thinned(model), clip=clip, norm=task.norm) for model in question.models]
    found = {OUTPUT: _output(task, models), OBJECTIVE: _objective(task, models)}
    enough = [_gap(model) for model in models]
    curvatures = [float(Modes.of(model).eigenvalues[-1]) for model in models]
    low, high = math.log(LOWEST / max(curvatures)), math.log(HIGHEST / min(curvatures))
    steps = np.exp(np.linspace(low, high, STEPS))
    for place, family in enumerate(FAMILIES, start=1):
        report(f"searching {family},", place, len(FAMILIES))
        momenta = (0.0,) if family == GRADIENT else MOMENTA
        alpha, beta = (grid.ravel() for grid in np.meshgrid(steps, momenta))
        best = _look(question, task, models, enough, family, alpha, beta)
        for width in WIDTHS if math.isfinite(best.predicted) else ():
            near = _around(best, width, family != GRADIENT)
            best = min(best, _look(question, task, models, enough, family, *near), key=_predicted)
        found[family] = _planned(question, task, models, family, best)
    return found


@public
def thinned(model: LinearModel) -> LinearModel:
    """Every so-many-th record, so that at most ``ROWS`` are left."""
    kept = slice(None, None, -(-model.size // ROWS))
    return replace(model, features=model.features[kept], labels=model.labels[kept])


@dataclass(frozen=True)
class _Best:
    """The best of the settings looked at: its prediction, parameters, T and batch size."""

    predicted: float
    alpha: float
    beta: float
    T: int
    m: int


def _look(
    question: Question,
    task: Task,
    models: list[LinearModel],
    enough: list[float],
    family: str,
    alpha: Array,
    beta: Array,
) -> _Best:
    """The best of some settings, over all lengths and batch sizes."""
    settings = Settings(alpha, beta, beta if family == NESTEROV else np.zeros_like(beta))
    batches = any(m < task.n for m in question.batches)
    slack = 1.0 if len(models) == 1 else SLACK
    seen = [
        explore(model, settings, task, question.limit, enough=most, slack=slack, batches=batches)
        for model, most in zip(models, enough, strict=True)
    ]
    return min((_best_of(seen, settings, task, m) for m in question.batches), key=_predicted)


def _predicted(best: _Best) -> float:
    return best.predicted


def _best_of(seen: list[Explored], settings: Settings, task: Task, m: int) -> _Best:
    """The best setting and length at one batch size."""
    errors = [np.maximum(predicted(explored, task, m), LEAST) for explored in seen]
    logs = np.mean(np.log(errors), axis=0)
    k, place = np.unravel_index(int(np.argmin(logs)), logs.shape)
    value = float(np.exp(logs[k, place]))
    T = int(seen[0].lengths[place])
    beta = float(settings.beta[k]) if T > 1 else 0.0  # one step from rest has no momentum
    return _Best(value, float(settings.alpha[k]), beta, T, m)


def _around(best: _Best, width: float, momentum: bool) -> tuple[Array, Array]:
    """Neighbours of a setting."""
    factors = np.exp(width * np.array(FINER))
    slow = factors if momentum else np.ones(1)
    alpha, slower = np.meshgrid(best.alpha * factors, (1 - best.beta) * slow)
    return alpha.ravel(), np.clip(1 - slower, 0.0, 0.999).ravel()


def _planned(
    question: Question, task: Task, models: list[LinearModel], family: str, best: _Best
) -> Choice:
    """The best setting with the schedule that fits its weights."""
    if not math.isfinite(best.predicted):
        return Choice(family, math.inf, ())
    run = scheduled(
        models,
        task,
        alpha=best.alpha,
        beta=best.beta,
        eta=best.beta if family == NESTEROV else 0.0,
        iterations=best.T,
        m=best.m,
    )
    at_limit = best.T == int(lengths(question.limit)[-1])
    return Choice(family, best.predicted, (), task.clip, run, at_limit=at_limit)


def _output(task: Task, models: list[LinearModel]) -> Choice:
    """Noise on the minimiser of the (bounded) risk."""
    law = output_noise(task)
    errors = [
        float(model.value(model.centre[None])[0]) - model.optimal_value
        + law.variance / 2 * float(np.trace(model.hessian(model.centre)))
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
    x = model.regularised(more)
    inverse = np.linalg.inv(model.jacobian(x) + more * np.eye(model.dimension))
    spread = inverse @ model.hessian(x) @ inverse
    left = float(model.value(x[None])[0]) - model.optimal_value
    return left + law.variance / 2 * float(np.trace(spread)) / n**2


def _measured(question: Question, choice: Choice) -> Choice:
    """The choice with its errors in runs with noise on every data set."""
    task = replace(question.task, clip=choice.clip)
    errors = []
    for k, model in enumerate(question.models):
        bounded = replace(thinned(model), clip=choice.clip, norm=task.norm)
        found = errors_of(choice, bounded, task.n, RUNS, question.seed + k)
        errors.append(Mean.of(found) if np.isfinite(found).all() else _INFINITE)
    return replace(choice, errors=tuple(errors))


_INFINITE = Mean(math.inf, math.inf, math.inf)


@public
def errors_of(choice: Choice, model: LinearModel, n: int, runs: int, seed: int) -> Array:
    """F(x) - F* of runs of a choice with its noise, shape (runs,).

    Args:
        choice: what is run.
        model: the data, gradients bounded as in the choice.
        n: the number of records that the noise belongs to.
        runs, seed: the number of runs and the seed of their noise.
    """
    if choice.run is not None:
        return run_errors(model, choice.run, n, runs, seed)
    if choice.method == NOTHING:
        return np.full(runs, _gap(model))
    law: Any = choice.noise
    if choice.method == OBJECTIVE:
        return objective_errors(model, law, choice.more, n, runs, seed)
    return output_errors(model, law, runs, seed)

r"""Step size, momentum, number of iterations and batch size of the smallest predicted error.

A grid of settings is looked at on a few records, the best of every doubling of T is run with noise,
and the search goes on around the one that did best: where noise throws runs far from the minimiser,
or bounded gradients are too short to bring them back, the linear response says too little. Where
the iterations are few, steps that fall are looked at around what was found, each judged by the
worst of its predictions on all records and on either half of them: a long first step can leave the
region of stability for a while and still end at the minimiser, but then of these records alone.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.plans import scheduled
from dptheory.prediction.releases import Task
from dptheory.prediction.runs import Run, run_errors
from dptheory.prediction.search import Modes, Settings, explore, predicted
from dptheory.prediction.step_decay import Falling, predicted_falling
from dptheory.ranges import count, require

Array = NDArray[np.float64]
STEPS = 14  # of the grid, from LOWEST to HIGHEST by the largest curvatures at the minimisers
LOWEST, HIGHEST = 0.02, 3.5
MOMENTA = (0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.85, 0.92, 0.96)
FINER = (-1.0, -0.5, 0.0, 0.5, 1.0)  # of a refinement, in units of its width
WIDTHS = (0.4, 0.15)  # of the refinements, in logarithms of alpha and 1 - beta
MOST_BETA = 0.999
SHORT = 20  # iterations up to which falling steps are looked at
FARTHER = 2.0  # times the best constant step: about the first that is best where steps fall
# Their widths, in logarithms of alpha and 1 - beta, and last steps by first ones.
FALLS = (0.8, (0.5, 0.2, 0.06)), (0.3, (0.6, 1.0, 1.7)), (0.12, (0.8, 1.0, 1.25))
FEW = 500  # records that the grid is looked at on
SLACK = 3.0  # a run ends where noise alone costs so many times the best, which is kept as long
TRIALS = 20  # runs of a setting
MUCH, LITTLE = 1.1, 1.02  # times the least error of trials and of predictions, for fewer iterations
SEED = 0  # of the records that are looked at
LEAST = 1e-300  # an error, where rounding gives 0 or less
Sides = tuple[LinearModel, ...]  # a data set in halves, or whole and in halves


@dataclass(frozen=True)
class Setting:
    """A method x+ = x - alpha g(y) + beta (x - x_prev), y = x + eta (x - x_prev), and its error.

    Attributes:
        predicted: the error, its geometric mean over the data sets.
        alpha, beta, eta: of the method.
        iterations: T.
        m: records in a batch.
        fall: the last step by the first, alpha.
    """

    predicted: float
    alpha: float
    beta: float
    eta: float
    iterations: int
    m: int
    fall: float = 1.0


@dataclass(frozen=True, eq=False)
class Search:
    """Where settings are looked for.

    Attributes:
        task: budget and constants.
        models: the data sets, gradients bounded as in the task; one or more.
        batches: the batch sizes that may be used.
        limit: the largest number of iterations, at least 1.
        seed: of the noise of runs.
    """

    task: Task
    models: Sequence[LinearModel]
    batches: tuple[int, ...]
    limit: int
    seed: int

    def __post_init__(self) -> None:
        require(len(self.models) > 0, "models", "one data set or more", self.models)
        object.__setattr__(self, "models", tuple(self.models))  # the caller may change the list
        count("limit", self.limit)

    def best(self, *, momentum: bool, ahead: bool) -> Setting | None:
        """The best setting; None where every run is lost.

        Args:
            momentum: whether there is momentum. ahead: whether the gradient is taken ahead.
        """
        few = [thinned(model, FEW) for model in self.models]
        grid = np.meshgrid(self._steps(few), MOMENTA if momentum else (0.0,))
        found = self._look(few, *grid, ahead, (1, self.limit))
        if not found:
            return None
        tried = [(s, self._tried(few, s)) for s in found] if len(found) > 1 else [(found[0], 0.0)]
        best = _shortest(tried, MUCH)
        for width in WIDTHS:
            near = np.exp(width * np.array(FINER))
            slow = (1 - best.beta) * (near if momentum else np.ones(1))
            grid = np.meshgrid(best.alpha * near, np.clip(1 - slow, 0.0, MOST_BETA))
            span = best.iterations // 2, 2 * best.iterations
            looked = self._look(self.models, *grid, ahead, span)
            best = _shortest([(s, s.predicted) for s in looked], LITTLE) if looked else best
        return best

    def falling(self, constant: Setting) -> Setting | None:
        """The best setting with steps that fall, near one with constant steps.

        None where nothing is gained on all records and on either half, where batches are not full,
        or where the iterations are too many to be looked at one number at a time.
        """
        if constant.m < self.task.n or not 1 < constant.iterations <= SHORT:
            return None
        best = replace(constant, predicted=math.inf, alpha=FARTHER * constant.alpha)
        sides = [(model, *halves(model)) for model in self.models]
        for width, falls in FALLS:
            near = self._near(sides, best, width, falls)
            best = min([best, *near], key=lambda s: s.predicted)
        if not best.predicted * LITTLE < constant.predicted:
            return None
        one = Settings(*(np.array([value]) for value in (best.alpha, best.beta, best.eta)))
        whole = [(model,) for model in self.models]
        error = self._worst(whole, Falling(one, best.fall, best.iterations))
        return replace(best, predicted=float(error[0]))

    def _worst(self, sides: Sequence[Sides], methods: Falling) -> Array:
        """The largest prediction over the sides of a data set, its geometric mean over these."""
        errors = [
            np.max([predicted_falling(side, self.task, methods) for side in each], axis=0)
            for each in sides
        ]
        found: Array = np.exp(np.mean(np.log(np.maximum(errors, LEAST)), axis=0))
        return found

    def _near(
        self, sides: Sequence[Sides], s: Setting, width: float, falls: tuple[float, ...]
    ) -> Iterator[Setting]:
        """The settings of the least worst prediction around one, for some falls and lengths."""
        near = np.exp(width * np.array(FINER))
        slow = (1 - s.beta) * (near if s.beta else np.ones(1))
        grid = np.meshgrid(s.alpha * near, np.maximum(1 - slow, 0.0))
        alpha, beta = (values.ravel() for values in grid)
        settings = Settings(alpha, beta, beta if s.eta else np.zeros_like(beta))
        most = min(s.iterations + 2, self.limit)
        for fall, T in itertools.product(falls, range(max(2, s.iterations - 1), most + 1)):
            methods = Falling(settings, s.fall * fall, T)
            values = self._worst(sides, methods)
            k = int(np.argmin(values))
            yield Setting(
                float(values[k]), float(alpha[k]), float(beta[k]), float(settings.eta[k]),
                T, s.m, methods.fall,
            )  # fmt: skip

    def planned(self, setting: Setting) -> Run:
        """The setting with the schedule that fits its weights."""
        return self._scheduled(self.models, setting)

    def _scheduled(self, models: Sequence[LinearModel], s: Setting) -> Run:
        return scheduled(
            models, self.task,
            alpha=s.alpha, beta=s.beta, eta=s.eta, iterations=s.iterations, m=s.m, fall=s.fall,
        )  # fmt: skip

    def _steps(self, models: Sequence[LinearModel]) -> Array:
        curvatures = [float(Modes.of(model).eigenvalues[-1]) for model in models]
        low, high = LOWEST / max(curvatures), HIGHEST / min(curvatures)
        return np.exp(np.linspace(math.log(low), math.log(high), STEPS))

    def _tried(self, models: Sequence[LinearModel], setting: Setting) -> float:
        """The mean error of a few runs with noise, geometric over the data sets."""
        run = self._scheduled(models, setting)
        errors = [
            float(run_errors(model, run, self.task.n, TRIALS, self.seed + k).mean())
            for k, model in enumerate(models)
        ]
        return float(np.exp(np.log(np.maximum(errors, LEAST)).mean()))

    def _look(
        self,
        models: Sequence[LinearModel],
        alpha: Array,
        beta: Array,
        ahead: bool,
        span: tuple[int, int],
    ) -> list[Setting]:
        """The best setting of every doubling of T, as far as it is worth a look, the best first."""
        alpha, beta = alpha.ravel(), beta.ravel()
        eta = beta if ahead else np.zeros_like(beta)
        batches = any(m < self.task.n for m in self.batches)
        seen = [
            explore(
                model, Settings(alpha, beta, eta), self.task, min(span[1], self.limit),
                enough=gap(model), slack=SLACK, batches=batches,
            )
            for model in models
        ]  # fmt: skip
        lengths = seen[0].lengths
        best: dict[int, Setting] = {}
        for m in self.batches:
            errors = [np.maximum(predicted(explored, self.task, m), LEAST) for explored in seen]
            values = np.exp(np.mean(np.log(errors), axis=0))
            for place, T in enumerate(lengths):
                k = int(np.argmin(values[:, place]))
                value, key = float(values[k, place]), int(T).bit_length()
                if T < span[0] or not value < math.inf:
                    continue
                if key not in best or value < best[key].predicted:
                    # One step from rest has no momentum.
                    slow = (float(beta[k]), float(eta[k])) if T > 1 else (0.0, 0.0)
                    best[key] = Setting(value, float(alpha[k]), *slow, int(T), m)
        ranked = sorted(best.values(), key=lambda s: s.predicted)
        return [s for s in ranked if s.predicted <= SLACK * ranked[0].predicted]


def _shortest(found: Sequence[tuple[Setting, float]], slack: float) -> Setting:
    """Of the settings with an error next to the least the one of the fewest iterations."""
    most = slack * min(error for _, error in found)
    return min((s for s, error in found if error <= most), key=lambda s: s.iterations)


def halves(model: LinearModel) -> Sides:
    """The model of a random half of the records and that of the rest."""
    order = np.random.default_rng(SEED).permutation(model.size)
    return tuple(
        replace(model, features=model.features[rows], labels=model.labels[rows])
        for rows in np.array_split(order, min(2, model.size))
    )


def thinned(model: LinearModel, rows: int) -> LinearModel:
    """At most ``rows`` of the records, drawn with a fixed seed where there are more.

    Every so-many-th record would be one class alone where labels alternate.
    """
    if model.size <= rows:
        return model
    kept = np.random.default_rng(SEED).permutation(model.size)[:rows]
    return replace(model, features=model.features[kept], labels=model.labels[kept])


def gap(model: LinearModel) -> float:
    """F(0) - F*."""
    return float(model.value(np.zeros((1, model.dimension)))[0]) - model.optimal_value

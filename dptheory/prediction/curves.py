"""Predicted error and proved bound of a chosen method over the number of its iterations."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.prediction.choosing import ROWS, Choice
from dptheory.prediction.grid import thinned
from dptheory.prediction.guarantees import guarantee
from dptheory.prediction.linear_models import LinearModel
from dptheory.prediction.plans import scheduled
from dptheory.prediction.releases import Task
from dptheory.prediction.runs import Run
from dptheory.prediction.search import Settings, explore, lengths, predicted
from dptheory.prediction.step_decay import Falling, predicted_falling

Array = NDArray[np.float64]
BEYOND = 8  # times the chosen number of iterations


def curve(
    choice: Choice, model: LinearModel, task: Task, gap: float
) -> tuple[NDArray[np.int64], Array, Array]:
    """Numbers of iterations T, predicted errors and proved bounds (NaN where there is none).

    Args:
        choice: a method that iterates.
        model: the data that it is predicted on.
        task: constants and budget.
        gap: a bound of F(0) - F*, loss.

    Raises:
        ValueError: the choice does not iterate.
    """
    run = choice.run
    if run is None:
        raise ArgumentError(f"choice must be a method that iterates. Found {choice.method}.")
    delta = task.delta if run.law == "gaussian" else None
    task = replace(task, clip=choice.clip, delta=delta)
    bounded = replace(thinned(model, ROWS), clip=choice.clip, norm=task.norm)
    if run.fall != 1:
        return _falling(run, bounded, task)
    one = Settings(*(np.array([v]) for v in (run.alpha, run.beta, run.eta)))
    seen = explore(
        bounded,
        one,
        task,
        BEYOND * len(run.scales),
        enough=math.inf,
        slack=math.inf,
        batches=run.m < task.n,
    )
    errors = predicted(seen, task, run.m)[0]
    kept = np.isfinite(errors)
    bounds = []
    for T in seen.lengths[kept]:
        again = scheduled(
            [bounded], task, alpha=run.alpha, beta=run.beta, eta=run.eta, iterations=int(T), m=run.m
        )
        found = guarantee(replace(choice, run=again), task, gap)
        bounds.append(math.nan if found is None else found)
    return seen.lengths[kept], errors[kept], np.array(bounds)


def _falling(run: Run, bounded: LinearModel, task: Task) -> tuple[NDArray[np.int64], Array, Array]:
    """The same of a run whose steps fall as much at every number of iterations."""
    one = Settings(*(np.array([v]) for v in (run.alpha, run.beta, run.eta)))
    at = lengths(BEYOND * len(run.scales))
    errors = [predicted_falling(bounded, task, Falling(one, run.fall, int(T)))[0] for T in at]
    found = np.array(errors)
    kept = np.isfinite(found)
    return at[kept], found[kept], np.full(int(kept.sum()), math.nan)

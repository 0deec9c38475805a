"""What the options of ``dptheory tune`` for a linear model ask for: data, budget, search."""

import argparse
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dptheory.commands.arguments import number, require
from dptheory.commands.budget import require_positive
from dptheory.commands.records import records_of
from dptheory.commands.tune_options import AUTO, LIMIT, MOST_ITERATIONS, counted, source_of

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Question
    from dptheory.prediction.linear_models import LinearModel
    from dptheory.prediction.releases import Task
    from dptheory.problems.files import Records

SLACK = 1 + 1e-9  # of a record's length, for rounding


@dataclass(frozen=True)
class Asked:
    """What is to be chosen.

    Attributes:
        source: data, public or surrogate.
        named: whether the first line of the file was read as names.
        question: data sets, budget and limits.
        gap: what F(0) - F* is at most, loss.
        shortened: whether longer records are shortened.
        bounds_limit: the largest number of iterations of the ranking by bounds.
    """

    source: str
    named: bool
    question: "Question"
    gap: float
    shortened: bool
    bounds_limit: int


def asked(arguments: argparse.Namespace) -> Asked:
    """From checked options; reads the file.

    Raises:
        ValueError: the file's records are not those that the options speak of.
    """
    from dptheory.prediction.choosing import Question

    records = None if arguments.surrogate else _records(arguments)
    models = _drawn(arguments) if records is None else (_model(arguments, records),)
    n = arguments.n or models[0].size
    task = _task(arguments, models[0], n)
    question = Question(
        task=task,
        models=models,
        batch_sizes=_batches(arguments.batch_size, n),
        clips=_clips(arguments.clip, models[0], task, _label_bound(arguments)),
        max_iterations=arguments.max_iterations or LIMIT,
        seed=arguments.seed,
    )
    # No loss at 0 is larger.
    logistic = arguments.loss == "logistic"
    gap = math.log(2) if logistic else _label_bound(arguments) ** 2 / 2
    bounds_limit = arguments.max_iterations or MOST_ITERATIONS
    named = records is not None and records.named
    return Asked(
        str(source_of(arguments)), named, question, gap, arguments.scale_rows, bounds_limit
    )


def _label_bound(arguments: argparse.Namespace) -> float:
    """Of |label|, quadratic loss."""
    return float(arguments.label_bound or 1)


def _radii(arguments: argparse.Namespace, d: int) -> tuple[float, float]:
    """The L1 and L2 radius; where one is not given, what the other allows."""
    l1, l2 = arguments.radius_l1, arguments.radius_l2
    if l1 is None:
        return math.sqrt(d) * float(l2), float(l2)
    longest = float(l1) if l2 is None else min(float(l1), float(l2))
    return min(float(l1), math.sqrt(d) * longest), longest


def _drawn(arguments: argparse.Namespace) -> "tuple[LinearModel, ...]":
    """A surrogate of every law."""
    from dptheory.prediction.linear_models import LOSSES
    from dptheory.prediction.surrogates import LAWS, surrogate

    n, d, penalty = arguments.n, arguments.dimension, float(arguments.regularisation)
    loss, bound = LOSSES[arguments.loss], _label_bound(arguments)
    radii = _radii(arguments, d)
    return tuple(
        surrogate(law, n, d, *radii, penalty, loss=loss, label_bound=bound, seed=arguments.seed)
        for law in LAWS
    )


def _records(arguments: argparse.Namespace) -> "Records":
    """The records of the file that was given."""
    from dptheory.problems.files import Wanted

    option = "--data" if arguments.data else "--public"
    wanted = Wanted.SIGNS if arguments.loss == "logistic" else Wanted.NUMBERS
    return records_of(option, arguments, wanted)


def _model(arguments: argparse.Namespace, records: "Records") -> "LinearModel":
    """Of records within the radius that is stated."""
    import numpy as np

    from dptheory.prediction.linear_models import LOSSES, LinearModel
    from dptheory.prediction.surrogates import within

    features, labels = records.features, records.labels
    l1, l2 = _radii(arguments, features.shape[1])
    if arguments.scale_rows:
        features = within(features, l1, l2)
    long = (np.abs(features).sum(axis=1) > l1 * SLACK) | (
        np.linalg.norm(features, axis=1) > l2 * SLACK
    )
    option = "--radius-l2" if arguments.radius_l2 is not None else "--radius-l1"
    allowed = "a bound of every record (or add --scale-rows)"
    require(not long.any(), option, allowed, f"{int(long.sum())} longer records")
    if arguments.loss == "quadratic":
        largest, bound = float(np.abs(labels).max()), _label_bound(arguments)
        require(largest <= bound, "--label-bound", "at least every |label|", f"|label| {largest:g}")
    return LinearModel(features, labels, float(arguments.regularisation), LOSSES[arguments.loss])


def _task(arguments: argparse.Namespace, model: "LinearModel", n: int) -> "Task":
    from dptheory.prediction.releases import Task

    l1, l2 = _radii(arguments, model.dimension)
    # The squared loss has no slope bound; any clip of _clips is finite.
    infinite = math.isinf(model.loss.steepest)
    return Task(
        n=n,
        dimension=model.dimension,
        mu=model.mu,
        slope=model.loss.steepest,
        bend=model.loss.bend,
        radius_l1=l1,
        radius_l2=l2,
        epsilon=float(arguments.epsilon),
        delta=None if arguments.delta is None else float(arguments.delta),
        clip=1.0 if infinite else math.inf,
    )


def _batches(given: str | None, n: int) -> tuple[int, ...]:
    """The batch sizes that are tried."""
    from dptheory.prediction.automatic import batch_sizes

    if given is None:
        return (n,)
    if given == AUTO:
        return batch_sizes(n)
    m = counted("--batch-size", given, "auto or ")
    allowed = f"auto or a whole number from 1 to n = {n}"
    require(m is not None and 1 <= m <= n, "--batch-size", allowed, given)
    return (int(m or n),)


def _clips(
    given: str | None, model: "LinearModel", task: "Task", label_bound: float
) -> tuple[float, ...]:
    """The bounds of gradients that are tried; infinite for none."""
    from dptheory.prediction.automatic import clip_bounds

    if given is None:
        return (math.inf,)
    if given == AUTO:
        return clip_bounds(task, model.loss, label_bound)
    try:
        bound = number(given)
    except argparse.ArgumentTypeError:
        bound = None
    fits = bound is not None and bound > 0
    require(fits, "--clip", "auto or a positive number", given)
    require_positive("--clip", bound)
    return (float(bound or 1),)

"""What the options of ``dptheory tune data`` ask for: data, budget, search."""

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands import linear_model
from dptheory.commands.arguments import exclusive, left_out, maybe, require
from dptheory.commands.options import DECADES, number, whole

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Question
    from dptheory.prediction.linear_models import LinearModel
    from dptheory.prediction.releases import Task

SOURCES = "data", "public"
AUTO = "auto"
MOST_RECORDS, WIDEST = 10**7, 10**4  # records and dimensions that are drawn
PENALTY = "one number without --data or --public and --loss logistic: several need held-out labels"
ALONE = "one number with --target-error"
LIMIT, MOST_ITERATIONS = 10**4, 10**5  # where none is given, and at most


@dataclass(frozen=True)
class Asked:
    """What is to be chosen.

    Attributes:
        source: data, public or surrogate.
        named: whether the first line of the file was read as names.
        left_out: columns of the file that were not read.
        question: data sets, budget and limits.
        gap: what F(0) - F* is at most, loss.
        penalties: the weights of the penalty among which to choose; none where it was given.
        shortened: whether longer records are shortened.
        bounds_limit: the largest number of iterations of the ranking by bounds.
        limited: whether a number of iterations was given, all of which are searched.
        target: the error whose least budget is asked for, in place of that of the question.
    """

    source: str
    named: bool
    left_out: tuple[str, ...]
    question: "Question"
    gap: float
    penalties: tuple[float, ...]
    shortened: bool
    bounds_limit: int
    limited: bool
    target: float | None


def check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the options fit together."""
    linear_model.check(arguments)
    clipped = arguments.loss == "logistic" or arguments.clip is not None
    require(clipped, "--clip", "given with --loss quadratic: its slope has no bound", None)
    several = isinstance(arguments.regularisation, list)
    source = source_of(arguments)
    held_out = arguments.loss == "logistic" and source is not None
    require(held_out or not several, "--regularisation", PENALTY, "several")
    require(arguments.epsilon or not several, "--regularisation", ALONE, "several")
    if source is None:
        left_out(arguments, ("label", "names", "positive"), "without --data or --public")
        drawn = [("n", MOST_RECORDS), *[("dimension", WIDEST)] * (arguments.ranges is None)]
        for name, most in drawn:
            value, allowed = getattr(arguments, name), f"a whole number from 1 to {most}"
            fits = value is not None and value <= most
            require(fits, f"--{name}", f"{allowed} without --data or --public", value)
        if arguments.ranges is not None:
            left_out(arguments, ("dimension",), "with --ranges, which has it")
        return
    left_out(arguments, ("dimension",), "with a file, which has it")
    if arguments.data is not None:
        exclusive("--n", arguments.n, "--data", "the file has it")


def source_of(arguments: argparse.Namespace) -> str | None:
    """Which file was given, if any."""
    return next((name for name in SOURCES if getattr(arguments, name)), None)


def asked(arguments: argparse.Namespace) -> Asked:
    """From checked options; reads the file.

    Raises:
        ArgumentError: the file's records are not those that the options speak of.
    """
    from dptheory.prediction import choosing
    from dptheory.prediction.choosing import Question

    source = source_of(arguments)
    records = None if source is None else linear_model.read(f"--{source}", arguments)
    models = _drawn(arguments) if records is None else (linear_model.model_of(arguments, records),)
    n = arguments.n or models[0].size
    task = _task(arguments, models[0], n)
    bound = linear_model.label_bound(arguments)
    question = Question(
        problem=task,
        models=models,
        batch_size=_batches(arguments.batch_size, n),
        clips=_clips(arguments.clip, models[0], task, bound),
        max_iterations=arguments.max_iterations or LIMIT,
        seed=arguments.seed,
        runs=choosing.RUNS,
    )
    return Asked(
        source=source or "surrogate",
        named=records is not None and records.named,
        left_out=() if records is None else records.left_out,
        question=question,
        gap=math.log(2) if arguments.loss == "logistic" else bound**2 / 2,  # the largest at 0
        penalties=_penalties(arguments.regularisation, n),
        shortened=arguments.scale_rows,
        bounds_limit=arguments.max_iterations or MOST_ITERATIONS,
        limited=arguments.max_iterations is not None,
        target=maybe(arguments.target_error),
    )


def _penalties(given: Any, n: int) -> tuple[float, ...]:
    """The weights of the penalty among which to choose."""
    from dptheory.prediction.penalties import weights

    if not isinstance(given, list):
        return ()
    return tuple(float(value) for value in given) or weights(n)


def _drawn(arguments: argparse.Namespace) -> "tuple[LinearModel, ...]":
    """A surrogate of every law."""
    from dptheory.prediction.linear_models import LOSSES
    from dptheory.prediction.surrogates import LAWS, surrogate

    columns = linear_model.columns(arguments)
    d = arguments.dimension if columns is None else len(columns) + 1
    n, penalty = arguments.n, linear_model.first_penalty(arguments)
    loss, bound = LOSSES[arguments.loss], linear_model.label_bound(arguments)
    radii = linear_model.radii(arguments, d)
    return tuple(
        surrogate(law, n, d, *radii, penalty, loss=loss, label_bound=bound, seed=arguments.seed)
        for law in LAWS
    )


def _task(arguments: argparse.Namespace, model: "LinearModel", n: int) -> "Task":
    from dptheory.prediction.releases import Task

    l1, l2 = linear_model.radii(arguments, model.dimension)
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
        epsilon=float(arguments.epsilon or 1),  # of --target-error any, to begin with
        delta=maybe(arguments.delta),
        clip=1.0 if infinite else math.inf,
    )


def _batches(given: str | None, n: int) -> tuple[int, ...]:
    """The batch sizes that are tried."""
    from dptheory.prediction.automatic import batch_sizes

    if given is None:
        return (n,)
    if given == AUTO:
        return batch_sizes(n)
    m, allowed = _read(whole, given), f"auto or a whole number from 1 to n = {n}"
    require(m is not None and 1 <= m <= n, "--batch-size", allowed, given)
    return (int(m),)


def _clips(
    given: str | None, model: "LinearModel", task: "Task", label_bound: float
) -> tuple[float, ...]:
    """The bounds of gradients that are tried; infinite for none."""
    from dptheory.prediction.automatic import clip_bounds

    if given is None:
        return (math.inf,)
    if given == AUTO:
        return clip_bounds(task, model.loss, label_bound)
    bound, allowed = _read(number, given), f"auto or positive (up to 1e{DECADES})"
    fits = bound is not None and Fraction(1, 10**DECADES) <= bound <= 10**DECADES
    require(fits, "--clip", allowed, given)
    return (float(bound),)


def _read(kind: Callable[[str], Any], text: str) -> Any:
    """A number, None where the text is none."""
    try:
        return kind(text)
    except argparse.ArgumentTypeError:
        return None

"""``dptheory tune data``: the smallest predicted error for a linear model, bounds beside it."""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands import linear_model, options
from dptheory.commands.account_table import account_lines, accounts
from dptheory.commands.arguments import tell
from dptheory.commands.disclaimer import closing
from dptheory.commands.tune_accuracy import HeldOut
from dptheory.commands.tune_inputs import LIMIT, MOST_ITERATIONS, Asked, asked, check
from dptheory.commands.tune_page import Found, as_json, as_lines, longest
from dptheory.files import outputs, replacing
from dptheory.progress import Report, announced, shown

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Answer, Choice
    from dptheory.prediction.penalties import Penalised
    from dptheory.prediction.releases import Task


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "data",
        "by the smallest predicted error, for a linear model at hand",
        "The smallest predicted error of gradient descent, heavy ball, Nesterov's method, "
        "objective and output perturbation. F is the mean loss of the records plus "
        "lambda |x|^2, the start is 0. Without --data or --public no records are read: they "
        "are drawn from n, the dimension and the radius. Numbers may be decimals or rationals.",
    )
    source = p.add_mutually_exclusive_group()
    options.text(source, "data", ".npz or CSV; the choice is not private", metavar="FILE")
    options.text(source, "public", "like the private ones, .npz or CSV", metavar="FILE")
    linear_model.add(p)
    options.add(p, "n", "of the private records; without a file the number to draw")
    options.add(p, "dimension", "without a file")
    budget = p.add_mutually_exclusive_group(required=True)
    options.add(budget, "epsilon")
    options.add(budget, "target_error", "in place of --epsilon, which is then the least that does")
    words = "with it Gaussian noise is looked at, too; default: a pure budget"
    options.add(p, "delta", words, within="(0, 1)")
    options.text(p, "batch_size", "or auto; default n", metavar="N")
    options.text(p, "clip", "or auto; default: none", metavar="X")
    words = f"default: as many as can help, up to {LIMIT}"
    options.add(p, "max_iterations", words, between=(1, MOST_ITERATIONS))
    options.seed(p)
    options.text(
        p, "output", "the errors over the iterations, .png", metavar="FILE", action="append"
    )


def run(arguments: argparse.Namespace) -> int:
    """Choose by prediction, print settings and table or JSON."""
    check(arguments)
    picture = outputs("--output", arguments.output, ".png").get(".png")
    question = asked(arguments)
    with announced("dptheory tune data"), shown() as report:
        found = _found(question, report)
    if picture is not None:
        with replacing(picture) as temporary:
            _draw(found, temporary)

    def lines(_: Any) -> Iterator[str]:
        yield from as_lines(found)
        if found.accounts:
            yield from account_lines(found.accounts, float(arguments.delta))
        yield closing(found.task.n, arguments.delta)

    return tell(arguments, as_json(found) if arguments.json else None, lines)


def _found(question: Asked, report: Report) -> Found:
    """The choice, its bounds and its accounts."""
    from dptheory.prediction.choosing import choose, choose_soon
    from dptheory.prediction.guarantees import guarantee
    from dptheory.prediction.penalties import penalised, ranked
    from dptheory.prediction.targets import least_budget

    tried = question.penalties
    penalties = ranked(question.question, tried, report) if tried else ()
    if penalties:
        best = penalised(question.question, penalties[0].regularisation)
        question = replace(question, question=best)
    whole = question.question
    if question.target is not None:
        whole, answer = least_budget(whole, question.target, report)
    elif question.limited:
        answer = choose(whole, report)
    else:
        whole, answer = choose_soon(whole, report)
    question, task = replace(question, question=whole), whole.problem
    proved = [guarantee(choice, task, question.gap) for choice in answer.choices]
    ranking = _by_bound(question) if question.source == "surrogate" else []
    accounts = _accounts(answer.choices[0], task)
    held_out = _held_out(question, answer, penalties)
    return Found(question, answer, proved, ranking, accounts, held_out)


def _held_out(
    question: Asked, answer: "Answer", penalties: "Sequence[Penalised]"
) -> "HeldOut | None":
    """Accuracy and loss on records that weights are not fitted to, of classes from a file."""
    from dptheory.prediction import scores
    from dptheory.prediction.linear_models import LOGISTIC

    model = question.question.models[0]
    if question.source == "surrogate" or model.loss is not LOGISTIC:
        return None
    task, seed = question.question.problem, question.question.seed
    tried = tuple(scores.chosen(choice, model, task.n, seed) for choice in answer.choices)
    free = [one.free for one in penalties] or [scores.without_privacy(model)]
    best = max(free, key=lambda one: one.accuracy.value)
    return HeldOut(tried, best, scores.majority(model), tuple(penalties))


def _by_bound(question: Asked) -> list[tuple[str, float]]:
    """The methods in the order of their best proved bounds, full batches without clipping."""
    from dptheory.prediction.choosing import OBJECTIVE
    from dptheory.prediction.guarantees import objective_bound, of_constants
    from dptheory.tuning import tune

    task = question.question.problem
    if math.isfinite(task.clip):
        return []
    problem = of_constants(task, question.gap, question.bounds_limit)
    ranking = [(found.method, found.bound) for found in tune(problem)]
    tilted = objective_bound(task, question.gap)
    ranking += [] if tilted is None else [(OBJECTIVE, tilted)]
    return sorted(ranking, key=lambda row: row[1])


def _accounts(choice: "Choice", task: "Task") -> list[Any]:
    """What each accountant makes of the first choice's Gaussian noise."""
    if choice.run is None or choice.run.law != "gaussian":
        return []
    distance = 2 * longest(choice, task)
    return accounts(list(choice.run.scales), distance, task.n, choice.run.m, float(task.delta or 0))


def _draw(found: Found, path: Path) -> None:
    """Predicted error over the number of iterations, proved bounds beside; the first data set."""
    from matplotlib.figure import Figure

    from dptheory.prediction.curves import curve

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    model = found.asked.question.models[0]
    for place, choice in enumerate(found.answer.choices):
        colour = f"C{place}"
        if choice.run is None:
            axes.axhline(choice.errors[0].value, linestyle=":", color=colour, label=choice.method)
            continue
        lengths, errors, bounds = curve(choice, model, found.task, found.asked.gap)
        axes.plot(lengths, errors, color=colour, label=choice.method)
        axes.plot(lengths, bounds, "--", color=colour)
    axes.set(xscale="log", yscale="log", xlabel="iterations T", ylabel="E F - F*")
    axes.set_title("solid: predicted; dashed: proved; dotted: no iterations", fontsize=8)
    axes.legend(fontsize=7)
    figure.savefig(path, format="png", dpi=150)

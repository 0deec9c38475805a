"""``dptheory tune`` for data at hand: the smallest predicted error, proved bounds beside it."""

import argparse
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands.account_table import accounts, show_accounts
from dptheory.commands.disclaimer import closing
from dptheory.commands.tune_inputs import Asked, asked
from dptheory.commands.tune_options import check
from dptheory.commands.tune_page import Found, as_json, as_lines, longest
from dptheory.files import output, replacing
from dptheory.progress import Report, announced, shown

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Choice
    from dptheory.prediction.releases import Task


def run(arguments: argparse.Namespace) -> int:
    """Choose by prediction, print settings and table or JSON."""
    check(arguments)
    picture = output("--picture", arguments.picture, ".png")
    question = asked(arguments)
    with announced("dptheory tune"), shown() as report:
        found = _found(question, report)
    if picture is not None:
        with replacing(picture) as temporary:
            _draw(found, temporary)
    if arguments.json:
        print(json.dumps(as_json(found)))
        return 0
    print("\n".join(as_lines(found)))
    if found.accounts:
        show_accounts(found.accounts, float(arguments.delta))
    print(closing(found.task.n, arguments.delta))
    return 0


def _found(question: Asked, report: Report) -> Found:
    """The choice, its bounds and its accounts."""
    from dptheory.prediction.choosing import choose
    from dptheory.prediction.guarantees import guarantee

    answer, task = choose(question.question, report), question.question.task
    proved = [guarantee(choice, task, question.gap) for choice in answer.choices]
    ranking = _by_bound(question) if question.source == "surrogate" else []
    return Found(question, answer, proved, ranking, _accounts(answer.choices[0], task))


def _by_bound(question: Asked) -> list[tuple[str, float]]:
    """The methods in the order of their best proved bounds, full batches without clipping."""
    from dptheory.prediction.choosing import OBJECTIVE
    from dptheory.prediction.guarantees import objective_bound, of_constants
    from dptheory.tuning import tune

    task = question.question.task
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

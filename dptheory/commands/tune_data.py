"""``dptheory tune`` for data at hand: the smallest predicted error, proved bounds beside it."""

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands.account_table import accounts, show_accounts
from dptheory.commands.arguments import number, require
from dptheory.commands.budget import (
    finite,
    require_count,
    require_iterations,
    require_positive,
    require_probability,
    whole,
)
from dptheory.files import output, replacing
from dptheory.progress import announced, shown

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Answer, Choice
    from dptheory.prediction.linear_models import LinearModel
    from dptheory.prediction.releases import Task

LOSSES = "logistic", "quadratic"
SOURCES = "data", "public", "surrogate"
# What belongs to a model at hand alone.
OPTIONS = (
    "--label", "--regularisation", "--radius-l1", "--radius-l2", "--scale-rows", "--label-bound",
    "--clip", "--picture",
)  # fmt: skip
AUTO = "auto"
LEAST_BATCH, MOST_RECORDS = 16, 10**7
LONGEST = 10**4  # iterations, dimensions
SHARES = (1.0, 0.5, 0.25, 0.125, 0.0625)  # of the largest gradient, for --clip auto
SAID = {
    "data": "chosen on the private data themselves: the choice is NOT private, only the run is",
    "public": "chosen on public data: the choice tells nothing about private records",
    "surrogate": "chosen on five surrogates drawn from the constants: no data were read",
}
PREDICTED = (
    "error: F - F* of noisy runs on what the choice was made on; a prediction.\n"
    "proved: a bound for all data of these constants; - where none is known."
)
CUT = "F with the slope of every record's loss cut at C/|u|"
DRAWN = ", drawn anew in every iteration"  # batches of shuffled epochs have no such account
# Columns and their widths, 80 in all.
COLUMNS = {
    "method": 22, "error": 10, "from": 10, "to": 10, "proved": 10, "T": 6, "batch": 12,
}  # fmt: skip


def add_options(p: argparse.ArgumentParser) -> None:
    """The options of a problem at hand."""
    group = p.add_argument_group(
        "a linear model at hand",
        "F is the mean loss of the records plus lambda |x|^2, the start 0. The choice is made by "
        "prediction; objective perturbation is a row beside output perturbation.",
    )
    source = group.add_mutually_exclusive_group()
    source.add_argument("--data", metavar="FILE", help="the private records, .npz or CSV")
    source.add_argument("--public", metavar="FILE", help="records like them that are public")
    source.add_argument(
        "--surrogate", action="store_true", help="no records: drawn from the constants"
    )
    group.add_argument("--label", metavar="COLUMN", help="of the CSV, name or number (last)")
    group.add_argument("--loss", default="logistic", metavar="LOSS", help=" or ".join(LOSSES))
    group.add_argument(
        "--regularisation", type=number, metavar="LAMBDA", help="of the penalty, LAMBDA > 0"
    )
    group.add_argument("--radius-l1", type=number, metavar="R", help="L1 length of a record")
    group.add_argument("--radius-l2", type=number, metavar="R", help="L2 length of a record")
    group.add_argument(
        "--scale-rows", action="store_true", help="shorten longer records, each by itself"
    )
    group.add_argument(
        "--label-bound", type=number, metavar="B", help="of |label|, quadratic loss (default 1)"
    )
    group.add_argument("--batch", metavar="M", help="records in a batch, or auto (default all)")
    group.add_argument("--clip", metavar="C", help="of a record's gradient, or auto (default none)")
    group.add_argument("--seed", type=whole, default=0, metavar="S", help="of the runs' noise")
    group.add_argument("--picture", metavar="FILE", help="errors over iterations, .png")


def source_of(arguments: argparse.Namespace) -> str | None:
    """Which kind of data was given, if any."""
    return next((name for name in SOURCES if getattr(arguments, name)), None)


def run(arguments: argparse.Namespace) -> int:
    """Choose by prediction, print settings and table or JSON."""
    source = source_of(arguments)
    _check(arguments)
    picture = output("--picture", arguments.picture, ".png")
    from dptheory.prediction.choosing import Question, choose

    models, n = _models(arguments)
    task = _task(arguments, models[0], n)
    question = Question(
        task=task,
        models=models,
        batches=_batches(arguments, n),
        clips=_clips(arguments, task),
        limit=min(arguments.max_iterations, LONGEST),
        seed=arguments.seed,
    )
    with announced("dptheory tune"), shown() as report:
        answer = choose(question, report)
        proved = _proved(arguments, answer, task)
        ranking = _by_bound(arguments, task) if arguments.surrogate else []
    if picture is not None:
        with replacing(picture) as temporary:
            _draw(answer, question.models, task, _gap(arguments), temporary)
    made = _accounts(answer.choices[0], task)
    if arguments.json:
        print(json.dumps(_told(source, answer, proved, ranking, made, task)))
        return 0
    print(SAID[str(source)])
    print(_public(arguments, task))
    _show(answer, proved, task)
    if ranking:
        print("by proved bounds alone, each method at its own best:")
        for method, bound in ranking:
            print(f"{method:>22} {bound:10.3g}")
    if made:
        show_accounts(made, float(arguments.delta))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    loss = arguments.loss
    require(loss in LOSSES, "--loss", " or ".join(LOSSES), repr(loss))
    require_positive("--regularisation", arguments.regularisation)
    radii = arguments.radius_l1, arguments.radius_l2
    given = any(r is not None for r in radii)
    require(given, "--radius-l2", "given (or --radius-l1): it is public", None)
    for option, radius in zip(("--radius-l1", "--radius-l2"), radii, strict=True):
        if radius is not None:
            require_positive(option, radius)
    if arguments.label_bound is not None:
        require(loss == "quadratic", "--label-bound", "left out but with --loss quadratic", loss)
        require_positive("--label-bound", arguments.label_bound)
    clipped = loss == "logistic" or arguments.clip is not None
    require(clipped, "--clip", "given with --loss quadratic: its slope has no bound", None)
    require_positive("--epsilon", arguments.epsilon)
    if arguments.delta is not None:
        require_probability("--delta", arguments.delta)
    require_iterations("--max-iterations", arguments.max_iterations)
    require(0 <= arguments.seed < 2**62, "--seed", "from 0 to 2^62 - 1", arguments.seed)
    for option in ("mu", "smoothness", "sensitivity", "sensitivity_l2", "gap", "m"):
        name, value = "--" + option.replace("_", "-"), getattr(arguments, option)
        require(value is None, name, "left out: data and radius give it", value)
    if arguments.surrogate:
        for name, value, most in (
            ("--n", arguments.n, MOST_RECORDS),
            ("--dimension", arguments.dimension, LONGEST),
        ):
            fits = value is not None and 1 <= value <= most
            require(fits, name, f"with --surrogate a whole number from 1 to {most}", value)
        return
    require(arguments.dimension is None, "--dimension", "left out: the file has it", "it given")
    if arguments.n is not None:
        require(arguments.data is None, "--n", "left out with --data: the file has it", arguments.n)
        require_count("--n", arguments.n)


def _radii(arguments: argparse.Namespace, d: int) -> tuple[float, float]:
    """The L1 and L2 radius; where one is not given, what the other allows."""
    l1, l2 = arguments.radius_l1, arguments.radius_l2
    if l1 is None:
        return math.sqrt(d) * float(l2), float(l2)
    longest = float(l1) if l2 is None else min(float(l1), float(l2))
    return min(float(l1), math.sqrt(d) * longest), longest


def _models(arguments: argparse.Namespace) -> "tuple[tuple[LinearModel, ...], int]":
    """The data sets that the choice is made on, and n."""
    import numpy as np

    from dptheory.prediction import linear_models, surrogates
    from dptheory.problems.files import Wanted, read_records

    loss, penalty = linear_models.LOSSES[arguments.loss], float(arguments.regularisation)
    bound = float(arguments.label_bound or 1)
    if arguments.surrogate:
        n, d = arguments.n, arguments.dimension
        radii = _radii(arguments, d)
        drawn = (
            surrogates.surrogate(
                law, n, d, *radii, penalty, loss=loss, label_bound=bound, seed=arguments.seed
            )
            for law in surrogates.LAWS
        )
        return tuple(drawn), n
    option = "--data" if arguments.data else "--public"
    path = Path(arguments.data or arguments.public)
    wanted = Wanted.SIGNS if arguments.loss == "logistic" else Wanted.NUMBERS
    features, labels = read_records(option, path, arguments.label, wanted)
    l1, l2 = _radii(arguments, features.shape[1])
    if arguments.scale_rows:
        features = surrogates.within(features, l1, l2)
    slack = 1 + 1e-9
    long = (np.abs(features).sum(axis=1) > l1 * slack) | (
        np.linalg.norm(features, axis=1) > l2 * slack
    )
    option = "--radius-l2" if arguments.radius_l2 is not None else "--radius-l1"
    allowed = "a bound of every record (or add --scale-rows)"
    require(not long.any(), option, allowed, f"{int(long.sum())} longer records")
    if arguments.loss == "quadratic":
        largest = float(np.abs(labels).max())
        require(largest <= bound, "--label-bound", "at least every |label|", f"|label| {largest:g}")
    model = linear_models.LinearModel(features, labels, penalty, loss)
    return (model,), arguments.n or model.size


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


def _batches(arguments: argparse.Namespace, n: int) -> tuple[int, ...]:
    """The batch sizes that are tried."""
    given = arguments.batch
    if given is None:
        return (n,)
    if given == AUTO:
        return tuple(dict.fromkeys(max(min(n, LEAST_BATCH), n >> k) for k in range(0, 12, 2)))
    m = counted("--batch", given, "auto or ")
    allowed = f"auto or a whole number from 1 to n = {n}"
    require(m is not None and 1 <= m <= n, "--batch", allowed, given)
    return (int(m or n),)


def counted(option: str, text: str | None, words: str = "") -> int | None:
    """A whole number that an option with other words gives; None where it is not given."""
    try:
        return None if text is None else whole(text)
    except argparse.ArgumentTypeError as error:
        raise ValueError(f"{option} must be {words}a whole number. Found {text}.") from error


def _clips(arguments: argparse.Namespace, task: "Task") -> tuple[float, ...]:
    """The bounds of gradients that are tried; infinite for none."""
    given = arguments.clip
    if given is None:
        return (math.inf,)
    logistic = arguments.loss == "logistic"
    if given == AUTO:
        radius = task.radius_l1 if task.norm == 1 else task.radius_l2
        largest = radius * (1.0 if logistic else 2 * float(arguments.label_bound or 1))
        shares = tuple(largest * share for share in SHARES)
        return (math.inf, *shares[1:]) if logistic else shares
    try:
        bound = number(given)
    except argparse.ArgumentTypeError:
        bound = None
    fits = bound is not None and bound > 0
    require(fits, "--clip", "auto or a positive number", given)
    require_positive("--clip", bound)
    return (float(bound or 1),)


def _gap(arguments: argparse.Namespace) -> float:
    """What F(0) - F* is at most."""
    return (
        math.log(2) if arguments.loss == "logistic" else float(arguments.label_bound or 1) ** 2 / 2
    )


def _proved(arguments: argparse.Namespace, answer: "Answer", task: "Task") -> list[float | None]:
    """The bound of every choice."""
    from dptheory.prediction.guarantees import guarantee

    return [guarantee(choice, task, _gap(arguments)) for choice in answer.choices]


def _by_bound(arguments: argparse.Namespace, task: "Task") -> list[tuple[str, float]]:
    """The methods in the order of their best proved bounds, full batches without clipping."""
    from dptheory.prediction.choosing import OBJECTIVE
    from dptheory.prediction.guarantees import objective_bound, of_constants
    from dptheory.tuning import tune

    if math.isfinite(task.clip):
        return []
    problem = of_constants(task, _gap(arguments), arguments.max_iterations)
    ranking = [(found.method, found.bound) for found in tune(problem)]
    tilted = objective_bound(task, _gap(arguments))
    ranking += [] if tilted is None else [(OBJECTIVE, tilted)]
    return sorted(ranking, key=lambda row: row[1])


def _accounts(choice: "Choice", task: "Task") -> list[Any]:
    """What each accountant makes of the first choice's Gaussian noise."""
    if choice.run is None or choice.run.law != "gaussian":
        return []
    distance = 2 * _longest(choice, task)
    return accounts(list(choice.run.scales), distance, task.n, choice.run.m, float(task.delta or 0))


def _public(arguments: argparse.Namespace, task: "Task") -> str:
    """What the noise rests on."""
    shorter = ", longer ones shortened to it" if arguments.scale_rows else ""
    length = f"L1 length {task.radius_l1:.6g}, L2 length {task.radius_l2:.6g}"
    return f"noise for n = {task.n} records within {length}{shorter}"


def _show(answer: "Answer", proved: list[float | None], task: "Task") -> None:
    """How to run the first choice, and the table."""
    from dptheory.prediction.choosing import OBJECTIVE

    first = answer.choices[0]
    low, high = _interval(first)
    print(f"first: {first.method}, predicted error {first.error:.3g} ({low:.3g} to {high:.3g})")
    for name, value in settings(first, task).items():
        print(f"{name:>26}  {value if isinstance(value, str) else f'{value:.6g}'}")
    if answer.disagree:
        print(f"the surrogates disagree: by up to {answer.disagreement:.1f} times on one of them;")
        if first.method == OBJECTIVE:
            print("objective perturbation, which has no step to choose, stands first")
    print(_line(list(COLUMNS)))
    for choice, bound in zip(answer.choices, proved, strict=True):
        ends = _interval(choice)
        run = choice.run
        cells = [
            choice.method,
            *(f"{v:.3g}" for v in (choice.error, *ends)),
            "-" if bound is None else f"{bound:.3g}",
            "-" if run is None else str(len(run.scales)),
            "-" if run is None else str(run.m),
        ]
        print(_line(cells))
    print(PREDICTED)
    stopped = [choice.method for choice in answer.choices if choice.at_limit]
    if stopped:
        print(f"more iterations (--max-iterations) may do better: {', '.join(stopped)}")


def _interval(choice: "Choice") -> tuple[float, float]:
    """Student's interval on one data set; the least and largest mean on several."""
    if len(choice.errors) == 1:
        return choice.errors[0].low, choice.errors[0].high
    means = [mean.value for mean in choice.errors]
    return min(means), max(means)


def settings(choice: "Choice", task: "Task") -> dict[str, float | str]:
    """What has to be set, by name."""
    from dptheory.prediction.choosing import OBJECTIVE

    found: dict[str, float | str] = {}
    if math.isfinite(choice.clip):
        found[f"clip (L{task.norm} norm)"] = choice.clip
    noise, run = choice.noise, choice.run
    if noise is not None:
        # The noise is that of the risk that is minimised: of cut slopes where there is a clip.
        risk = "G" if math.isfinite(choice.clip) else "F"
        name = "noise on the minimiser"
        if choice.method == OBJECTIVE:
            name = "noise b"
            found["minimise exactly"] = f"{risk}(x) + Delta/2 |x|^2 + b.x/n"
            found["Delta"] = choice.more
        else:
            found["minimise exactly"] = f"{risk}(x)"
        if risk == "G":
            found["G"] = CUT
        found[name] = (
            f"standard deviation {noise.scale:.6g} in every coordinate"
            if noise.law == "gaussian"
            else f"a uniform direction times Gamma({noise.dimension}, {noise.scale:.6g})"
        )
    if run is not None:
        scale = "deviation" if run.law == "gaussian" else "Laplace scale"
        found |= {
            "iterations T": str(len(run.scales)),
            "step alpha": run.alpha,
            "momentum beta": run.beta,
            "gradient at": "x + beta (x - x_prev)" if run.eta else "x",
            "batch": f"{run.m} of {task.n}" + (DRAWN if run.m < task.n else ""),
            "noise, mean gradient": f"{scale} {_range(run.scales, 1.0)}",
            "noise, sum of gradients": f"{scale} {_range(run.scales, run.m)}",
        }
        if run.law == "gaussian":
            distance = _longest(choice, task)
            found["noise multiplier, sum / C"] = _range(run.scales, run.m / distance)
            found["C, of a record's gradient"] = distance
    return found


def _longest(choice: "Choice", task: "Task") -> float:
    """The L2 length of a record's gradient."""
    bounded = replace(task, clip=choice.clip)
    return min(bounded.longest, bounded.longest_l1)


def _range(scales: tuple[float, ...], factor: float) -> str:
    """The first and the last of a schedule; --json has all."""
    first, last = f"{factor * scales[0]:.6g}", f"{factor * scales[-1]:.6g}"
    return first if first == last else f"{first} at first, {last} at last"


def _line(cells: list[str]) -> str:
    """A line of the table."""
    return "".join(f"{cell:>{w}}" for cell, w in zip(cells, COLUMNS.values(), strict=True))


def _told(
    source: str | None,
    answer: "Answer",
    proved: list[float | None],
    ranking: list[tuple[str, float]],
    made: list[Any],
    task: "Task",
) -> dict[str, Any]:
    """Everything, for JSON."""
    rows = []
    for choice, bound in zip(answer.choices, proved, strict=True):
        low, high = _interval(choice)
        row: dict[str, Any] = {
            "method": choice.method,
            "error": finite(choice.error),
            "interval": [finite(low), finite(high)],
            "errors": [finite(mean.value) for mean in choice.errors],
            "predicted": finite(choice.predicted),
            "proved": bound,
            "clip": finite(choice.clip),
            "limit_reached": choice.at_limit,
        }
        if choice.run is not None:
            run = choice.run
            noise = "laplace_scale_t" if run.law == "laplace" else "sigma_t"
            row |= {
                "iterations": len(run.scales),
                "alpha": run.alpha,
                "beta": run.beta,
                "eta": run.eta,
                "batch": run.m,
                noise: [finite(s) for s in run.scales],
            }
        if choice.noise is not None:
            row |= {"law": choice.noise.law, "scale": choice.noise.scale, "more": choice.more}
            row["risk"] = CUT if math.isfinite(choice.clip) else "F"
        rows.append(row)
    return {
        "neighbouring": "replace-one",
        "ranked_by": "predicted error",
        "chosen_on": source,
        "n": task.n,
        "radius_l1": task.radius_l1,
        "radius_l2": task.radius_l2,
        "batches": "drawn anew without replacement in every iteration",
        "disagreement": answer.disagreement,
        "best": rows[0]["method"],
        "alternatives": rows,
        "by_bound": [{"method": method, "bound": bound} for method, bound in ranking],
        "accounts": made,
    }


def _draw(
    answer: "Answer", models: "tuple[LinearModel, ...]", task: "Task", gap: float, path: Path
) -> None:
    """Predicted error over the number of iterations, proved bounds beside; the first data set."""
    from matplotlib.figure import Figure

    from dptheory.prediction.curves import curve

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for choice in answer.choices:
        if choice.run is None:
            level, colour = choice.errors[0].value, f"C{answer.choices.index(choice)}"
            axes.axhline(level, linestyle=":", color=colour, label=choice.method)
            continue
        lengths, errors, bounds = curve(choice, models[0], task, gap)
        colour = f"C{answer.choices.index(choice)}"
        axes.plot(lengths, errors, color=colour, label=choice.method)
        axes.plot(lengths, bounds, "--", color=colour)
    axes.set(xscale="log", yscale="log", xlabel="iterations T", ylabel="E F - F*")
    axes.set_title("solid: predicted; dashed: proved; dotted: no iterations", fontsize=8)
    axes.legend(fontsize=7)
    figure.savefig(path, format="png", dpi=150)

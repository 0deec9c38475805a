"""What ``dptheory tune data`` says of a choice: settings first, then the table."""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dptheory.commands import tune_accuracy
from dptheory.commands.arguments import finite
from dptheory.commands.records import NAMED
from dptheory.commands.tables import pairs, table
from dptheory.commands.tune_accuracy import HeldOut
from dptheory.commands.tune_inputs import MOST_ITERATIONS, Asked

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Answer, Choice
    from dptheory.prediction.releases import Task
    from dptheory.prediction.runs import Run

SAID = {
    "data": "chosen on the private data themselves: the choice is NOT private, only the run is",
    "public": "chosen on public data: the choice tells nothing about private records",
    "surrogate": "chosen on five surrogates drawn from the constants: no data were read",
}
CHOOSING = ("(a private choice among runs: dptheory privacy --candidates, docs/privacy.md)",)
PREDICTED = "error: F - F* of noisy runs on what the choice was made on; a prediction."
SUPPOSED = "error: F - F* of noisy runs on the surrogates; yours may be several times that."
PROVED = "proved: a bound for all data of these constants; - where none is known."
CUT = "F with the slope of every record's loss cut at C/|u|"
TARGET = "epsilon {:g}: the least, to 5 %, with a predicted error of at most {:g}"
DRAWN = ", drawn anew in every iteration"  # batches of shuffled epochs have no such account
# Columns and their widths, 80 in all.
COLUMNS = {
    "method": 22, "error": 10, "from": 10, "to": 10, "proved": 10, "T": 6, "batch": 12,
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """What was chosen, and what is known of it.

    Attributes:
        asked: the question.
        answer: the choices.
        proved: the bound of every choice, None where there is none.
        ranking: methods by their best proved bounds; none where data were read.
        accounts: rows of accountants, of the first choice's Gaussian noise.
        held_out: what became of held-out records, where there are labels of classes.
    """

    asked: Asked
    answer: "Answer"
    proved: list[float | None]
    ranking: list[tuple[str, float]]
    accounts: list[Any]
    held_out: HeldOut | None

    @property
    def task(self) -> "Task":
        """Budget and constants."""
        return self.asked.question.problem


def as_lines(found: Found) -> list[str]:
    """The page, without the accounts."""
    said = [SAID[found.asked.source]]
    if found.asked.source == "data":
        said += CHOOSING
    said += [_public(found), *[NAMED] * found.asked.named]
    if found.asked.left_out:
        said.append(f"columns left out: {', '.join(found.asked.left_out)}")
    lines = [*said, *_first(found), *_table(found)]
    if found.held_out is not None:
        lines += tune_accuracy.lines(found.held_out, found.answer.choices, found.task.n)
    if found.ranking:
        lines.append("by proved bounds alone, each method at its own best:")
        lines += [f"{method:>22} {bound:10.3g}" for method, bound in found.ranking]
    return lines


def _public(found: Found) -> str:
    """What the noise rests on."""
    task = found.task
    shorter = ", longer ones shortened to it" if found.asked.shortened else ""
    length = f"L1 length {task.radius_l1:.6g}, L2 length {task.radius_l2:.6g}"
    return f"noise for n = {task.n} records within {length}{shorter}"


def _first(found: Found) -> list[str]:
    """How to run the first choice."""
    from dptheory.prediction.choosing import OBJECTIVE

    answer = found.answer
    first = answer.choices[0]
    low, high = _interval(first)
    target = found.asked.target
    needed = [] if target is None else [TARGET.format(found.task.epsilon, target)]
    what = "surrogate error" if found.asked.source == "surrogate" else "predicted error"
    lines = [*needed, f"first: {first.method}, {what} {first.error:.3g} ({low:.3g} to {high:.3g})"]
    weight = found.task.mu / 2
    told: dict[str, float | str] = {"lambda": weight}
    if found.asked.question.models[0].loss.name == "logistic":
        sklearn = tune_accuracy.inverse(weight, found.task.n)
        told["lambda"] = f"{weight:.6g} (C = 1/(2 n lambda) = {sklearn:.6g} in scikit-learn)"
    told |= settings(first, found.task)
    lines += pairs(((k, v if isinstance(v, str) else f"{v:.6g}") for k, v in told.items()), 26)
    if answer.disagree:
        worst = f"{answer.disagreement:.1f}"
        lines.append(f"the surrogates disagree: by up to {worst} times on one of them;")
        if first.method == OBJECTIVE:
            lines.append("objective perturbation, which has no step to choose, stands first")
    return lines


def _table(found: Found) -> list[str]:
    """A row a choice, and what the columns are."""
    rows = [
        [
            choice.method,
            *(f"{v:.3g}" for v in (choice.error, *_interval(choice))),
            None if bound is None else f"{bound:.3g}",
            *((None, None) if choice.run is None else (len(choice.run.scales), choice.run.m)),
        ]
        for choice, bound in zip(found.answer.choices, found.proved, strict=True)
    ]
    lines = list(table(COLUMNS, rows))
    lines += [SUPPOSED if found.asked.source == "surrogate" else PREDICTED, PROVED]
    stopped = [choice.method for choice in found.answer.choices if choice.at_limit]
    if stopped:
        limit = found.asked.question.max_iterations
        option = "--max-iterations" if limit < MOST_ITERATIONS else "more are not searched"
        lines.append(f"more than {limit} iterations ({option}) may do better:")
        lines.append(f"  {', '.join(stopped)}")
    return lines


def _interval(choice: "Choice") -> tuple[float, float]:
    """Student's interval on one data set; the least and largest mean on several."""
    if len(choice.errors) == 1:
        return choice.errors[0].low, choice.errors[0].high
    means = [mean.value for mean in choice.errors]
    return min(means), max(means)


def settings(choice: "Choice", task: "Task") -> dict[str, float | str]:
    """What has to be set, by name."""
    clip = {f"clip (L{task.norm} norm)": choice.clip} if math.isfinite(choice.clip) else {}
    return clip | _spent(choice, task) | _minimised(choice) | _iterated(choice, task)


def _spent(choice: "Choice", task: "Task") -> dict[str, float | str]:
    """What a pure release spends of a budget with a delta."""
    laws = [part.law for part in (choice.run, choice.noise) if part is not None]
    pure = task.delta is not None and laws and laws != ["gaussian"]
    return {"spends": f"epsilon {task.epsilon:.6g} with delta 0, a pure release"} if pure else {}


def _minimised(choice: "Choice") -> dict[str, float | str]:
    """Of a perturbed minimiser."""
    from dptheory.prediction.choosing import OBJECTIVE

    noise, found = choice.noise, dict[str, float | str]()
    if noise is None:
        return found
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
    return found


def _iterated(choice: "Choice", task: "Task") -> dict[str, float | str]:
    """Of a method that iterates."""
    run = choice.run
    if run is None:
        return {}
    gaussian = run.law == "gaussian"
    scale = "deviation" if gaussian else "Laplace scale"
    found: dict[str, float | str] = {
        "iterations T": str(len(run.scales)),
        **_step(run),
        "momentum beta": run.beta,
        "gradient at": "x + beta (x - x_prev)" if run.eta else "x",
        "batch": f"{run.m} of {task.n}" + (DRAWN if run.m < task.n else ""),
        "noise, mean gradient": f"{scale} {_range(run.scales, 1.0)}",
        "noise, sum of gradients": f"{scale} {_range(run.scales, run.m)}",
    }
    if gaussian:
        distance = longest(choice, task)
        found["noise multiplier, sum / C"] = _range(run.scales, run.m / distance)
        found["C, of a record's gradient"] = distance
    return found


def _step(run: "Run") -> dict[str, float | str]:
    """The step sizes."""
    if run.fall == 1:
        return {"step alpha": run.alpha}
    ratio = run.fall ** (1 / (len(run.scales) - 1))
    return {"step alpha_t, t from 0": f"{run.alpha:.6g} * {ratio:.6g}^t"}


def longest(choice: "Choice", task: "Task") -> float:
    """The L2 length of a record's gradient."""
    bounded = replace(task, clip=choice.clip)
    return min(bounded.longest, bounded.longest_l1)


def _range(scales: tuple[float, ...], factor: float) -> str:
    """The first and the last of a schedule; --json has all."""
    first, last = f"{factor * scales[0]:.6g}", f"{factor * scales[-1]:.6g}"
    return first if first == last else f"{first} at first, {last} at last"


def as_json(found: Found) -> dict[str, Any]:
    """Everything, for JSON."""
    pairs = zip(found.answer.choices, found.proved, strict=True)
    rows = [_row(choice, bound) for choice, bound in pairs]
    return {
        "neighbouring": "replace-one",
        "ranked_by": "predicted error",
        "chosen_on": found.asked.source,
        "first_line_read_as_names": found.asked.named,
        "columns_left_out": list(found.asked.left_out),
        "n": found.task.n,
        "radius_l1": found.task.radius_l1,
        "radius_l2": found.task.radius_l2,
        "epsilon": found.task.epsilon,
        "target_error": found.asked.target,
        "batches": "drawn anew without replacement in every iteration",
        "max_iterations": found.asked.question.max_iterations,
        "disagreement": found.answer.disagreement,
        "best": rows[0]["method"],
        "alternatives": rows,
        "by_bound": [{"method": method, "bound": bound} for method, bound in found.ranking],
        "accounts": found.accounts,
        "regularisation": found.asked.question.models[0].regularisation,
        "held_out": None if found.held_out is None else tune_accuracy.as_json(found.held_out),
    }


def _row(choice: "Choice", bound: float | None) -> dict[str, Any]:
    """A choice, for JSON."""
    low, high = _interval(choice)
    row: dict[str, Any] = {
        "method": choice.method,
        "error": finite(choice.error),
        "interval": [finite(low), finite(high)],
        "errors": [finite(mean.value) for mean in choice.errors],
        "predicted": finite(choice.predicted),
        "proved": bound,
        "clip": finite(choice.clip),
        "at_limit": choice.at_limit,
    }
    if choice.run is not None:
        run = choice.run
        noise = "laplace_scale_t" if run.law == "laplace" else "sigma_t"
        row |= {
            "iterations": len(run.scales),
            "alpha": run.alpha,
            "alpha_t": list(run.steps),
            "beta": run.beta,
            "extrapolation": run.eta,
            "batch_size": run.m,
            noise: [finite(s) for s in run.scales],
        }
    if choice.noise is not None:
        row |= {"law": choice.noise.law, "scale": choice.noise.scale, "more": choice.more}
        row["risk"] = CUT if math.isfinite(choice.clip) else "F"
    return row

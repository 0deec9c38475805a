"""``dptheory tune nonconvex``: clipping or normalising, with the parameters of the best bound."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from dptheory.commands import options, records
from dptheory.commands.account_table import account_lines, accounts
from dptheory.commands.arguments import check_batch, exclusive, finite, given, left_out, tell
from dptheory.commands.disclaimer import closing
from dptheory.commands.tables import digits, table

IN_A_LINE = 5  # points of the bound by evaluations
CONSTANTS = ("gap", "L0", "L1", "tau0", "tau1")
WARNING = (
    "Estimates are maxima over some points and the public records: the constants of the theorems\n"
    "are larger as a rule. The bounds below are proved for these numbers, not for your problem."
)
MOST_EPSILON = 10**6  # beyond it no accountant has digits left
MODELS = "two-layer", "logistic"
RELEASE = (
    "Release an iterate drawn uniformly from x_0, ..., x_{T-1}, without a look at the run: the\n"
    "bound is its. Of the last iterate nothing is proved; the prediction is of it, on a quadratic\n"
    "with curvatures from L0/K to L0 (docs/normalised.md). A bound ranks guarantees, not runs."
)
# Columns and their widths, 80 in all.
COLUMNS = {
    "method": 7, "T by": 11, "bound": 9, "predicted": 10, "T": 7, "gradients": 11, "c or r": 8,
    "alpha": 9, "noise": 8,
}  # fmt: skip


@dataclass(frozen=True)
class _Known:
    """What is known of the problem; with the estimates where these are what is known.

    ``named`` says whether the first line of the file of records was read as names.
    """

    constants: Any
    dimension: int
    estimates: Any = None
    named: bool = False


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "nonconvex",
        "DP-SGD or DP-NSGD by the best proved bound of the gradient",
        "Threshold or regulariser, step size, noise and number of iterations of the "
        "smallest proved bound of E |grad f| at an iterate drawn uniformly, for DP-SGD with "
        "clipping and DP-NSGD, beside doing nothing; for the replace-one relation. T by the bound: "
        "the smallest within 5 per cent of the bound's limit; by the prediction: the smallest "
        "within 5 per cent of what a linearised run predicts at best. Noise is the deviation on "
        "the mean of a batch over what a record's part may be long (c for clipping, 1 for "
        "normalising); times B it is the multiplier of the noise on the sum, as libraries ask for "
        "it. Numbers may be decimals or rationals.",
    )
    options.add(p, "gap", within="> 0")
    options.add(p, "L0", within="> 0")
    options.add(p, "L1")
    options.add(p, "tau0", "any upper bound of it", within="> 0")
    options.add(p, "tau1")
    options.add(p, "dimension")
    words = "to estimate gap, L0, L1, tau0, tau1 on; nothing is proved of the answer then"
    options.text(p, "public", words, metavar="FILE")
    records.add_options(p)
    options.add(p, "model", "with --public; two-layer has 16 hidden units", among=MODELS)
    options.seed(p)
    options.add(p, "n", required=True)
    options.add(p, "batch_size", "without replacement, default n")
    options.add(
        p, "epsilon", required=True, between=(Fraction(1, 10**options.DECADES), MOST_EPSILON)
    )
    options.add(p, "delta", required=True, within="(0, 1)")
    options.add(p, "condition", "of the prediction", default=Fraction(10), between=(1, 10**6))
    options.add(p, "max_iterations", default=10**5)


def run(arguments: argparse.Namespace) -> int:
    """Tune, print the table or JSON."""
    _check(arguments)
    from dptheory.tuning.nonconvex import NonconvexProblem, tune_nonconvex

    known = _given(arguments) if arguments.public is None else _estimated(arguments)
    problem = NonconvexProblem(
        constants=known.constants,
        dimension=known.dimension,
        n=arguments.n,
        epsilon=float(arguments.epsilon),
        delta=float(arguments.delta),
        max_iterations=arguments.max_iterations,
        batch_size=arguments.batch_size,
        condition=float(arguments.condition),
    )
    found = tune_nonconvex(problem)
    made = _accounts(problem, found.proposals[0])
    estimated = (
        {}
        if known.estimates is None
        else {
            "estimates": asdict(known.estimates),
            "warning": WARNING,
            "first_line_read_as_names": known.named,
        }
    )

    def lines(_: Any) -> Iterator[str]:
        if known.named:
            yield records.NAMED
        if known.estimates:
            yield from _estimate_lines(known.estimates)
        yield from _lines(problem, found, made)

    return tell(arguments, estimated | _answer(problem, found, made), lines)


def _check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the options fit together."""
    if arguments.public is None:
        given(arguments, (*CONSTANTS, "dimension"), "or --public FILE")
        left_out(arguments, ("label", "names", "model"), "without --public")
    else:
        for name in (*CONSTANTS, "dimension"):
            exclusive(f"--{name}", getattr(arguments, name), "--public")
    if arguments.batch_size is not None:
        check_batch(arguments)


def _given(arguments: argparse.Namespace) -> _Known:
    """As typed."""
    from dptheory.bounds.nonconvex import Nonconvex

    values = (float(getattr(arguments, name)) for name in CONSTANTS)
    return _Known(Nonconvex(*values), arguments.dimension)


def _estimated(arguments: argparse.Namespace) -> _Known:
    """On public records."""
    from dptheory.problems.files import Wanted
    from dptheory.tuning.nonconvex_estimates import estimate
    from dptheory.tuning.public_models import public_model

    read = records.records_of("--public", arguments, Wanted.KINDS)
    model, x0 = public_model(
        arguments.model or MODELS[0], read.features, read.labels, seed=arguments.seed
    )
    found = estimate(model, x0, seed=arguments.seed)
    return _Known(found.constants, model.dimension, found, read.named)


def _estimate_lines(estimates: Any) -> Iterator[str]:
    """The constants with their intervals, and what they are not."""
    yield f"gap {estimates.gap:.4g} (the loss at the start)"
    for name in CONSTANTS[1:]:
        one = getattr(estimates, name)
        yield f"{name} {one.value:.4g} (resampled: {one.low:.4g} to {one.high:.4g})"
    yield WARNING


def _accounts(problem: Any, best: Any) -> list[Any]:
    """What each accountant makes of the first row; nothing of doing nothing."""
    if not best.iterations:
        return []
    sigmas = [best.parameters["noise_multiplier_on_mean"]] * best.iterations
    # Of a record's part over its bound, two of which differ by 2 at most.
    return accounts(sigmas, 2.0, problem.n, problem.size, problem.delta)


def _answer(problem: Any, found: Any, made: list[Any]) -> dict[str, Any]:
    rows = [
        {
            "method": p.method,
            "horizon_by": p.horizon,
            "bound": finite(p.bound),
            "predicted": None if p.predicted is None else finite(p.predicted),
            "iterations": p.iterations,
            "gradient_evaluations": p.iterations * problem.size,
            "at_limit": p.at_limit,
            **p.parameters,
            "noise_multiplier_on_sum": p.parameters.get("noise_multiplier_on_mean", 0.0)
            * problem.size,
        }
        for p in found.proposals
    ]
    curve = [
        {"iterations": T, "gradient_evaluations": evaluations, "bound": finite(bound)}
        for T, evaluations, bound in found.curve
    ]
    return {
        "best": rows[0]["method"],
        "neighbouring": "replace-one",
        "bound_of": "E |grad f| at an iterate drawn uniformly from x_0, ..., x_{T-1}",
        "predicted_of": "root mean square of |grad f| at the last iterate of a linearised run",
        "alternatives": rows,
        "bound_by_evaluations": curve,
        "accounts": made,
    }


def _lines(problem: Any, found: Any, made: list[Any]) -> Iterator[str]:
    best = found.proposals[0]
    yield f"smallest proved bound: {best.method}, E |grad f| <= {best.bound:.6g}"
    yield from table(COLUMNS, (_cells(proposal, problem.size) for proposal in found.proposals))
    if not best.iterations:
        return
    yield f"bound of {best.method} by evaluations of a record's gradient:"
    points = [f"{cost:.2g}: {bound:.3g}" for _, cost, bound in found.curve]
    for k in range(0, len(points), IN_A_LINE):
        yield "  " + ", ".join(points[k : k + IN_A_LINE])
    stopped = [p.method for p in found.proposals if p.at_limit]
    if stopped:
        yield f"more than {problem.max_iterations} iterations (--max-iterations) may do better:"
        yield f"  {', '.join(stopped)}"
    for p in found.proposals:
        if p.iterations:
            yield from _run_lines(p, problem.size)
    yield from account_lines(made, problem.delta)
    yield RELEASE
    yield closing(problem.n, problem.delta)


def _cells(p: Any, size: int) -> list[Any]:
    """A row of the table."""
    clip = p.parameters.get("clip", p.parameters.get("regulariser"))
    numbers = clip, p.parameters.get("alpha"), p.parameters.get("noise_multiplier_on_mean")
    return [
        p.method,
        None if p.horizon == "none" else p.horizon,
        f"{p.bound:.4g}",
        f"{p.predicted:.3g}",
        p.iterations or None,
        f"{p.iterations * size:.3g}" if p.iterations else None,
        *(digits(value, 3) for value in numbers),
    ]


def _run_lines(proposal: Any, batch: int) -> Iterator[str]:
    """The settings of a run, with the digits that it needs."""
    numbers = [f"{name} {value:.6g}" for name, value in proposal.parameters.items()][:2]
    noise = proposal.parameters["noise_multiplier_on_mean"]
    head = f"{proposal.method}, T by the {proposal.horizon}: T {proposal.iterations}"
    yield f"{head}, {', '.join(numbers)}"
    yield f"  noise multiplier {noise:.6g} on the mean, {noise * batch:.6g} on the sum of a batch"

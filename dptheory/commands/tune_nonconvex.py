"""``dptheory tune-nonconvex``: clipping or normalising, with the parameters of the best bound."""

import argparse
import json
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from dptheory.commands import records
from dptheory.commands.account_table import accounts, show_accounts
from dptheory.commands.arguments import exclusive, number, require
from dptheory.commands.budget import (
    DECADES,
    finite,
    require_count,
    require_iterations,
    require_positive,
    require_probability,
    whole,
)
from dptheory.commands.disclaimer import closing

IN_A_LINE = 5  # points of the bound by evaluations
CONSTANTS = ("gap", "L0", "L1", "tau0", "tau1")
WARNING = (
    "Estimates are maxima over some points and the public records: the constants of the theorems\n"
    "are larger as a rule. The bounds below are proved for these numbers, not for your problem."
)
MOST_EPSILON = 10**6  # beyond it no accountant has digits left
RELEASE = (
    "Release an iterate drawn uniformly from x_0, ..., x_{T-1}, without a look at the run: the\n"
    "bound is its. Of the last iterate nothing is proved; the prediction is of it, on a quadratic\n"
    "with curvatures from L0/K to L0 (docs/normalised.md). A bound ranks guarantees, not runs."
)
# Columns and their widths, 80 in all; their first characters are blank but for the first column.
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
    p = subparsers.add_parser(
        "tune-nonconvex",
        help="DP-SGD or DP-NSGD with the parameters of the best proved bound of the gradient",
        description="Threshold or regulariser, step size, noise and number of iterations of the "
        "smallest proved bound of E |grad f| at an iterate drawn uniformly, for DP-SGD with "
        "clipping and DP-NSGD, beside doing nothing; for the replace-one relation. T by the bound: "
        "the smallest within 5 per cent of the bound's limit; by the prediction: the smallest "
        "within 5 per cent of what a linearised run predicts at best. Noise is the deviation on "
        "the mean of a batch over what a record's part may be long (c for clipping, 1 for "
        "normalising); times B it is the multiplier of the noise on the sum, as libraries ask for "
        "it. Numbers may be decimals or rationals.",
    )
    options = (
        ("--gap", "D", "bound of f(x_0) - inf f, D > 0"),
        ("--L0", "L0", "generalised smoothness, L0 > 0 (loss/length^2)"),
        ("--L1", "L1", "generalised smoothness, L1 >= 0 (1/length)"),
        ("--tau0", "T0", "deviation of a record's gradient, T0 > 0 (any upper bound of it)"),
        ("--tau1", "T1", "its part in the gradient's norm, 0 <= T1 < 1"),
        ("--epsilon", "E", "budget, 0 < E <= 1e6"),
        ("--delta", "D", "budget, 0 < D < 1"),
    )
    for name, variable, words in options:
        always = name in ("--epsilon", "--delta")
        p.add_argument(name, type=number, required=always, metavar=variable, help=words)
    p.add_argument("--dimension", type=whole, metavar="D", help="D >= 1")
    p.add_argument("--n", type=whole, required=True, metavar="N", help="data size, N >= 1")
    p.add_argument(
        "--estimate",
        metavar="FILE",
        help="estimate gap, L0, L1, tau0, tau1 on PUBLIC records instead, .npz or CSV; nothing is "
        "proved of the answer then",
    )
    records.add_options(p)
    p.add_argument(
        "--model",
        default="two-layer",
        metavar="NAME",
        help="of --estimate: logistic, or two-layer (16 hidden units, default)",
    )
    p.add_argument("--seed", type=whole, default=0, metavar="S", help="of --estimate (default 0)")
    p.add_argument(
        "--batch-size",
        type=whole,
        metavar="B",
        help="records in a batch, drawn without replacement, 1 <= B <= N (default N)",
    )
    p.add_argument(
        "--condition",
        type=number,
        default=Fraction(10),
        metavar="K",
        help="ratio of the prediction's curvatures, K from 1 to 1e6 (default 10)",
    )
    p.add_argument(
        "--max-iterations", type=whole, default=10**5, metavar="T", help="default 100000"
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def _check(arguments: argparse.Namespace) -> None:
    for option in (*CONSTANTS, "dimension"):
        value = getattr(arguments, option)
        if arguments.estimate is None:
            require(value is not None, f"--{option}", "given, or --estimate FILE", value)
        else:
            exclusive(f"--{option}", value, "--estimate")
    for option, value in (("--label", arguments.label), ("--names", arguments.names)):
        unread = value if arguments.estimate is None else None
        require(unread is None, option, "left out without --estimate", unread)
    epsilon = arguments.epsilon
    require_positive("--epsilon", epsilon)
    require(epsilon <= MOST_EPSILON, "--epsilon", f"at most {MOST_EPSILON}", epsilon)
    require_probability("--delta", arguments.delta)
    require_count("--n", arguments.n)
    if arguments.estimate is None:
        _check_constants(arguments)
    require(0 <= arguments.seed < 2**62, "--seed", "from 0 to 2^62 - 1", arguments.seed)
    if arguments.batch_size is not None:
        allowed = f"a whole number from 1 to n = {arguments.n}"
        require(
            1 <= arguments.batch_size <= arguments.n, "--batch-size", allowed, arguments.batch_size
        )
    condition = arguments.condition
    require(1 <= condition <= 10**6, "--condition", "from 1 to 1e6", condition)
    require_iterations("--max-iterations", arguments.max_iterations)


def _check_constants(arguments: argparse.Namespace) -> None:
    for option in ("gap", "L0", "tau0"):
        require_positive(f"--{option}", getattr(arguments, option))
    l1, tau1 = arguments.L1, arguments.tau1
    fits = l1 == 0 or Fraction(1, 10**DECADES) <= l1 <= 10**DECADES
    require(fits, "--L1", f"0 or from 1e-{DECADES} to 1e{DECADES}", l1)
    require(0 <= tau1 < 1 and float(tau1) < 1, "--tau1", "in [0, 1)", tau1)
    require_count("--dimension", arguments.dimension)


def run(arguments: argparse.Namespace) -> int:
    """Tune, print the table or JSON."""
    _check(arguments)
    from dptheory.tuning.nonconvex import NonconvexProblem, tune_nonconvex

    known = _given(arguments) if arguments.estimate is None else _estimated(arguments)
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
    if arguments.json:
        answer = _answer(problem, found, made)
        if known.estimates:
            estimated = {"estimates": asdict(known.estimates), "warning": WARNING}
            answer = estimated | {"first_line_read_as_names": known.named} | answer
        print(json.dumps(answer))
        return 0
    if known.named:
        print(records.NAMED)
    if known.estimates:
        _show_estimates(known.estimates)
    _show(problem, found, made)
    return 0


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

    read = records.records_of("--estimate", arguments, Wanted.KINDS)
    model, x0 = public_model(arguments.model, read.features, read.labels, seed=arguments.seed)
    found = estimate(model, x0, seed=arguments.seed)
    return _Known(found.constants, model.dimension, found, read.named)


def _show_estimates(estimates: Any) -> None:
    """The constants with their intervals, and what they are not."""
    print(f"gap {estimates.gap:.4g} (the loss at the start)")
    for name in CONSTANTS[1:]:
        one = getattr(estimates, name)
        print(f"{name} {one.value:.4g} (resampled: {one.low:.4g} to {one.high:.4g})")
    print(WARNING)


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


def _show(problem: Any, found: Any, made: list[Any]) -> None:
    best = found.proposals[0]
    print(f"smallest proved bound: {best.method}, E |grad f| <= {best.bound:.6g}")
    print(_line(list(COLUMNS)))
    for p in found.proposals:
        size = p.parameters.get("clip", p.parameters.get("regulariser"))
        numbers = size, p.parameters.get("alpha"), p.parameters.get("noise_multiplier_on_mean")
        print(
            _line(
                [
                    p.method,
                    "-" if p.horizon == "none" else p.horizon,
                    f"{p.bound:.4g}",
                    f"{p.predicted:.3g}",
                    str(p.iterations or "-"),
                    f"{p.iterations * problem.size:.3g}" if p.iterations else "-",
                    *("-" if value is None else f"{value:.3g}" for value in numbers),
                ]
            )
        )
    if not best.iterations:
        return
    print(f"bound of {best.method} by evaluations of a record's gradient:")
    points = [f"{cost:.2g}: {bound:.3g}" for _, cost, bound in found.curve]
    for k in range(0, len(points), IN_A_LINE):
        print("  " + ", ".join(points[k : k + IN_A_LINE]))
    stopped = [p.method for p in found.proposals if p.at_limit]
    if stopped:
        print(f"more than {problem.max_iterations} iterations (--max-iterations) may do better:")
        print(f"  {', '.join(stopped)}")
    for p in found.proposals:
        if p.iterations:
            _show_run(p, problem.size)
    show_accounts(made, problem.delta)
    print(RELEASE)
    print(closing(problem.n, problem.delta))


def _show_run(proposal: Any, batch: int) -> None:
    """The settings of a run, with the digits that it needs."""
    numbers = [f"{name} {value:.6g}" for name, value in proposal.parameters.items()][:2]
    noise = proposal.parameters["noise_multiplier_on_mean"]
    print(f"{proposal.method}, T by the {proposal.horizon}: T {proposal.iterations}, ", end="")
    print(", ".join(numbers))
    print(f"  noise multiplier {noise:.6g} on the mean, {noise * batch:.6g} on the sum of a batch")


def _line(cells: list[str]) -> str:
    """A line of the table."""
    first, *others = zip(cells, COLUMNS.values(), strict=True)
    return f"{first[0]:>{first[1]}}" + "".join(f" {cell:>{width - 1}}" for cell, width in others)

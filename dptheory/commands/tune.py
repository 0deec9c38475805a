"""``dptheory tune``: method, parameters and schedule under a budget.

For a linear model at hand by prediction (:mod:`dptheory.commands.tune_data`), else for a class of
functions, known by its constants, by the best proved bound.

Output perturbation and all Gaussian noise are calibrated to the L2 sensitivity. An L1 sensitivity S
leaves it anything from S/sqrt(d) to S: where it is not given, both ends are tuned for, and each
ranking says what it supposes.
"""

import argparse
import json
import math
from dataclasses import dataclass
from typing import Any

from dptheory.commands import tune_data, tune_options
from dptheory.commands.account_table import accounts, show_accounts
from dptheory.commands.arguments import add_class, check_class, number, require
from dptheory.commands.budget import (
    add_data,
    check_data,
    finite,
    require_count,
    require_iterations,
    require_positive,
    require_probability,
    whole,
)
from dptheory.commands.disclaimer import closing
from dptheory.progress import shown

RANKED_BY = "proved bounds: guarantees, not runs"
CAVEAT = (
    "Bounds rank guarantees, not runs: on a given problem another method may have the\n"
    'smaller error (docs/allocation.md, "Bounds and errors").'
)
LIMIT = 10**5  # iterations
# Columns and their widths, 80 in all; their first characters are blank but for the first column.
COLUMNS = {
    "method": 19, "bound": 10, "gap": 9, "privacy": 9, "sampling": 9, "T": 7, "alpha": 9, "beta": 8,
}  # fmt: skip


@dataclass(frozen=True)
class _Supposed:
    """An L2 sensitivity, what it is in words for people and for JSON."""

    value: float
    words: str
    name: str


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "tune",
        help="method, parameters and noise under a privacy budget",
        description="Step size, momentum, number of iterations and noise schedule under a privacy "
        "budget, for the replace-one relation. With --data, --public or --surrogate: of the "
        "smallest predicted error, for gradient descent, heavy ball, Nesterov's method, objective "
        "and output perturbation. With constants of a class of functions (--mu, --smoothness, "
        "--dimension, --n, --sensitivity, --gap): of the smallest proved bound of E F(x_T) - F*, "
        "which ranks guarantees, not runs. Numbers may be decimals or rationals.",
    )
    add_class(p, required=False)
    p.add_argument("--dimension", type=whole, metavar="D", help="D >= 1")
    add_data(p, required=False)
    p.add_argument(
        "--sensitivity-l2",
        type=number,
        metavar="S2",
        help="largest L2 distance of two per-sample gradients, 0 < S2 <= S (default: both ends of "
        "what S allows, S and S/sqrt(D), each with its ranking)",
    )
    p.add_argument("--gap", type=number, metavar="E0", help="bound of F(x_0) - F*, E0 > 0")
    p.add_argument("--epsilon", type=number, required=True, metavar="E", help="budget, E > 0")
    p.add_argument(
        "--delta",
        type=number,
        metavar="D",
        help="approximate budget with Gaussian noise (default: pure, Laplace noise)",
    )
    p.add_argument(
        "--max-iterations",
        type=whole,
        metavar="T",
        help=f"default {LIMIT}; for a linear model at hand {tune_options.LIMIT}, at most "
        f"{tune_options.MOST_ITERATIONS}",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
    tune_options.add_options(p)


def _check(arguments: argparse.Namespace) -> None:
    for option in ("mu", "smoothness", "dimension", "n", "sensitivity", "gap"):
        allowed = "given where there is no --data, --public or --surrogate"
        require(getattr(arguments, option) is not None, f"--{option}", allowed, None)
    arguments.batch_size = tune_options.counted("--batch-size", arguments.batch_size)
    for option in tune_options.OPTIONS:
        value = getattr(arguments, option.removeprefix("--").replace("-", "_"))
        allowed = "left out where there is no --data, --public or --surrogate"
        require(value in (None, False), option, allowed, value)
    check_class(arguments.mu, arguments.smoothness)
    require_positive("--mu", arguments.mu)
    require_positive("--smoothness", arguments.smoothness)
    require_count("--dimension", arguments.dimension)
    check_data(arguments)
    if arguments.sensitivity_l2 is not None:
        require_positive("--sensitivity-l2", arguments.sensitivity_l2)
        allowed = f"at most the L1 sensitivity {arguments.sensitivity}"
        fits = arguments.sensitivity_l2 <= arguments.sensitivity
        require(fits, "--sensitivity-l2", allowed, arguments.sensitivity_l2)
    require_positive("--gap", arguments.gap)
    require_positive("--epsilon", arguments.epsilon)
    if arguments.delta is not None:
        require_probability("--delta", arguments.delta)
    if arguments.max_iterations is None:
        arguments.max_iterations = LIMIT
    require_iterations("--max-iterations", arguments.max_iterations)


def run(arguments: argparse.Namespace) -> int:
    """Choose for data at hand, or tune for each L2 sensitivity; print tables or JSON."""
    if tune_options.source_of(arguments):
        return tune_data.run(arguments)
    _check(arguments)
    from dptheory.tuning import Problem, tune

    supposed = _supposed(arguments)
    problems = [
        Problem(
            mu=float(arguments.mu),
            smoothness=float(arguments.smoothness),
            dimension=arguments.dimension,
            n=arguments.n,
            batch_size=arguments.batch_size,
            sensitivity=float(arguments.sensitivity),
            sensitivity_l2=one.value,
            gap=float(arguments.gap),
            epsilon=float(arguments.epsilon),
            delta=None if arguments.delta is None else float(arguments.delta),
            max_iterations=arguments.max_iterations,
        )
        for one in supposed
    ]
    with shown() as report:
        found = [tune(problem, report) for problem in problems]
    answers = list(zip(supposed, problems, found, strict=True))
    if arguments.json:
        rankings = [_ranking(*answer) for answer in answers]
        told = {"neighbouring": "replace-one", "ranked_by": RANKED_BY, "rankings": rankings}
        print(json.dumps(told))
        return 0
    if len(answers) > 1:
        low, high = supposed[1].value, supposed[0].value
        print(f"--sensitivity-l2 not given: from {low:.6g} (L1/sqrt d) to {high:.6g} (L1); both:\n")
    for answer in answers:
        _show(*answer)
        print()
    print(CAVEAT)
    print(closing(arguments.n, arguments.delta))
    return 0


def _supposed(arguments: argparse.Namespace) -> list[_Supposed]:
    """The L2 sensitivity given, or the ends of what the L1 sensitivity allows."""
    if arguments.sensitivity_l2 is not None:
        return [_Supposed(float(arguments.sensitivity_l2), "as given", "given")]
    most, d = float(arguments.sensitivity), arguments.dimension
    largest = _Supposed(most, "L1, which always holds", "L1")
    if d == 1:
        return [largest]
    words = "L1/sqrt d: private only if it holds for the data"
    return [largest, _Supposed(most / math.sqrt(d), words, "L1/sqrt(d)")]


def _ranking(supposed: _Supposed, problem: Any, found: tuple[Any, ...]) -> dict[str, Any]:
    """The proposals for JSON, the best bound first."""
    noise = "laplace_scale_t" if problem.delta is None else "sigma_t"
    rows = [_row(proposal, problem.max_iterations) for proposal in found]
    for row, proposal in zip(rows, found, strict=True):
        if proposal.schedule is not None:
            row[noise] = [finite(s) for s in proposal.schedule.scales.tolist()]
    if made := _accounts(problem, found[0]):
        rows[0]["accounts"] = made
    return {
        "sensitivity_l2": supposed.value,
        "sensitivity_l2_is": supposed.name,
        "best": rows[0]["method"],
        "alternatives": rows,
    }


def _accounts(problem: Any, best: Any) -> list[Any]:
    """What each accountant makes of the best schedule of Gaussian noise; none where it has none."""
    if problem.delta is None or best.schedule is None:
        return []
    sigmas = best.schedule.scales.tolist()
    return accounts(sigmas, problem.sensitivity_l2, problem.n, problem.batch_size, problem.delta)


def _row(proposal: Any, most: int) -> dict[str, Any]:
    row = {
        "method": proposal.method,
        "bound": finite(proposal.bound),
        "optimisation": proposal.optimisation,
        "privacy": finite(proposal.privacy),
        "sampling": proposal.sampling,
        "iterations": proposal.iterations,
        "at_limit": proposal.iterations == most,
        **proposal.parameters,
    }
    if proposal.schedule is not None:
        row |= {"uniform_bound": _uniform(proposal)}
    if proposal.certificates:
        row["certificates"] = list(proposal.certificates)
    return row


def _uniform(proposal: Any) -> float:
    """The bound of the same run with the uniform schedule."""
    schedule = proposal.schedule
    more = schedule.uniform_objective / schedule.objective
    return float(proposal.bound + proposal.privacy * (more - 1))


def _show(supposed: _Supposed, problem: Any, found: tuple[Any, ...]) -> None:
    """What was supposed, the table, and how to run the first row."""
    best = found[0]
    print(f"L2 sensitivity {supposed.value:.6g} ({supposed.words})")
    print(f"smallest proved bound: {best.method}, E F - F* <= {best.bound:.6g}")
    print(_line(list(COLUMNS)))
    for proposal in found:
        parts = proposal.optimisation, proposal.privacy, proposal.sampling
        print(
            _line(
                [
                    proposal.method,
                    f"{proposal.bound:.4g}",
                    *(f"{part:.3g}" for part in parts),
                    str(proposal.iterations or "-"),
                    _digits(proposal.parameters.get("alpha"), 3),
                    _digits(proposal.parameters.get("beta"), 5),
                ]
            )
        )
    _show_run(best)
    stages: list[Any] = next(
        (p.parameters["stages"] for p in found if p.method == "multistage"), []
    )
    print("multistage: " + ", ".join(f"{T} x alpha {alpha:.5g}" for T, alpha in stages))
    stopped = [p.method for p in found if p.iterations == problem.max_iterations]
    if stopped:
        print(f"more than {problem.max_iterations} iterations (--max-iterations) may do better:")
        print(f"  {', '.join(stopped)}")
    if made := _accounts(problem, best):
        show_accounts(made, problem.delta)


def _show_run(best: Any) -> None:
    """The parameters and the noise of the first row."""
    if best.method == "output-perturbation":
        noise = best.parameters
        print(f"noise on the minimiser: density proportional to {noise['density']}")
        print(f"with scale = {noise['scale']:.6g} (a {noise['law']} law)")
    if "alpha" in best.parameters:
        alpha, beta = (_digits(best.parameters.get(name), 6) for name in ("alpha", "beta"))
        print(f"{best.method}: {best.iterations} iterations, alpha {alpha}, beta {beta}")
    if best.schedule is not None:
        first, last = best.schedule.scales[0], best.schedule.scales[-1]
        print(f"noise of {best.method}: scale {first:.6g} at first, {last:.6g} at last")
        print(f"with the uniform schedule its bound would be {_uniform(best):.6g}")


def _line(cells: list[str]) -> str:
    """A line of the table."""
    first, *others = zip(cells, COLUMNS.values(), strict=True)
    return f"{first[0]:>{first[1]}}" + "".join(f" {cell:>{width - 1}}" for cell, width in others)


def _digits(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}g}"

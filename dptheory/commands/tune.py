"""``dptheory tune``: method, parameters and schedule of the best proved bound under a budget."""

import argparse
import json
from typing import Any

from dptheory.commands.accounts import accounts, show_accounts
from dptheory.commands.arguments import add_class, check_class, number
from dptheory.commands.budget import (
    MOST,
    add_data,
    check_data,
    finite,
    require,
    require_count,
    require_positive,
    require_probability,
    whole,
)
from dptheory.progress import shown


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "tune",
        help="method and parameters of the best proved bound under a privacy budget",
        description="The step size, momentum, number of iterations and noise schedule of the "
        "smallest proved bound of E F(x_T) - F*, for gradient descent, heavy ball, Nesterov's "
        "method and the multistage method, beside output perturbation and doing nothing; for the "
        "replace-one relation. Numbers may be decimals or rationals.",
    )
    add_class(p)
    p.add_argument("--dimension", type=whole, required=True, metavar="D", help="D >= 1")
    add_data(p)
    p.add_argument(
        "--sensitivity-l2",
        type=number,
        metavar="S2",
        help="largest L2 distance of two per-sample gradients (default S)",
    )
    p.add_argument(
        "--gap", type=number, required=True, metavar="E0", help="bound of F(x_0) - F*, E0 > 0"
    )
    p.add_argument("--epsilon", type=number, required=True, metavar="E", help="budget, E > 0")
    p.add_argument(
        "--delta",
        type=number,
        metavar="D",
        help="approximate budget with Gaussian noise (default: pure, Laplace noise)",
    )
    p.add_argument(
        "--max-iterations", type=whole, default=10**5, metavar="T", help="default 100000"
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def _check(arguments: argparse.Namespace) -> None:
    check_class(arguments.mu, arguments.smoothness)
    require_positive("--mu", arguments.mu)
    require_positive("--smoothness", arguments.smoothness)
    most = arguments.max_iterations
    require_count("--dimension", arguments.dimension)
    check_data(arguments)
    if arguments.sensitivity_l2 is None:
        arguments.sensitivity_l2 = arguments.sensitivity
    require_positive("--sensitivity-l2", arguments.sensitivity_l2)
    allowed = f"at most the L1 sensitivity {arguments.sensitivity}"
    fits = arguments.sensitivity_l2 <= arguments.sensitivity
    require(fits, "--sensitivity-l2", allowed, arguments.sensitivity_l2)
    require_positive("--gap", arguments.gap)
    require_positive("--epsilon", arguments.epsilon)
    if arguments.delta is not None:
        require_probability("--delta", arguments.delta)
    require(1 <= most <= MOST, "--max-iterations", f"a whole number from 1 to {MOST}", most)


def run(arguments: argparse.Namespace) -> int:
    """Tune, print the table or JSON."""
    _check(arguments)
    from dptheory.tuning import Problem, tune

    problem = Problem(
        mu=float(arguments.mu),
        smoothness=float(arguments.smoothness),
        dimension=arguments.dimension,
        n=arguments.n,
        m=arguments.m,
        sensitivity=float(arguments.sensitivity),
        sensitivity_l2=float(arguments.sensitivity_l2),
        gap=float(arguments.gap),
        eps=float(arguments.epsilon),
        delta=None if arguments.delta is None else float(arguments.delta),
        limit=arguments.max_iterations,
    )
    with shown() as report:
        found = tune(problem, report)
    noise = "laplace_scale_t" if arguments.delta is None else "sigma_t"
    if arguments.json:
        rows = [_row(p, arguments.max_iterations) for p in found]
        answer: dict[str, Any] = {"best": rows[0]["method"], "neighbouring": "replace-one"}
        for row, proposal in zip(rows, found, strict=True):
            if proposal.schedule is not None:
                row[noise] = [finite(s) for s in proposal.schedule.scales.tolist()]
        if made := _accounts(problem, found[0]):
            rows[0]["accounts"] = made
        print(json.dumps(answer | {"alternatives": rows}))
    else:
        _show(found, arguments.max_iterations)
        if made := _accounts(problem, found[0]):
            show_accounts(made, float(arguments.delta))
    return 0


def _accounts(problem: Any, best: Any) -> list[Any]:
    """What each accountant makes of the best schedule of Gaussian noise; none where it has none."""
    if problem.delta is None or best.schedule is None:
        return []
    sigmas = best.schedule.scales.tolist()
    return accounts(sigmas, problem.sensitivity_l2, problem.n, problem.m, problem.delta)


def _row(proposal: Any, most: int) -> dict[str, Any]:
    row = {
        "method": proposal.method,
        "bound": finite(proposal.bound),
        "optimisation": proposal.optimisation,
        "privacy": finite(proposal.privacy),
        "sampling": proposal.sampling,
        "iterations": proposal.iterations,
        "limit_reached": proposal.iterations == most,
        **proposal.parameters,
    }
    if proposal.schedule is not None:
        row |= {"uniform_bound": _uniform(proposal)}
    if proposal.certificate is not None:
        row["certificate"] = proposal.certificate
    return row


def _uniform(proposal: Any) -> float:
    """The bound of the same run with the uniform schedule."""
    schedule = proposal.schedule
    more = schedule.uniform_objective / schedule.objective
    return float(proposal.bound + proposal.privacy * (more - 1))


def _show(found: tuple[Any, ...], most: int) -> None:
    best = found[0]
    print(f"smallest proved bound: {best.method}, E F - F* <= {best.bound:.6g}")
    heads = ("method", "bound", "optimisation", "privacy", "sampling", "T", "alpha", "beta")
    print("".join(f"{head:>{20 if k == 0 else 13}}" for k, head in enumerate(heads)))
    for proposal in found:
        numbers = [proposal.bound, proposal.optimisation, proposal.privacy, proposal.sampling]
        cells = [f"{value:.5g}" for value in numbers] + [str(proposal.iterations or "-")]
        for name in ("alpha", "beta"):
            value = proposal.parameters.get(name)
            cells.append("-" if value is None else f"{value:.5g}")
        print(f"{proposal.method:>20}" + "".join(f"{cell:>13}" for cell in cells))
    stages: list[Any] = next(
        (p.parameters["stages"] for p in found if p.method == "multistage"), []
    )
    print("multistage: " + ", ".join(f"{T} x alpha {alpha:.5g}" for T, alpha in stages))
    stopped = [p.method for p in found if p.iterations == most]
    if stopped:
        print(f"more than {most} iterations (--max-iterations) may do better: {', '.join(stopped)}")
    if best.method == "output-perturbation":
        noise = best.parameters
        print(f"noise on the minimiser: density proportional to {noise['density']}")
        print(f"with scale = {noise['scale']:.6g} (a {noise['law']} law)")
    schedule = best.schedule
    if schedule is not None:
        first, last = schedule.scales[0], schedule.scales[-1]
        print(f"noise of {best.method}: scale {first:.6g} at first, {last:.6g} at last")
        print(f"with the uniform schedule its bound would be {_uniform(best):.6g}")

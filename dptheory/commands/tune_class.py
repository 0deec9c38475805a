"""``dptheory tune class``: the best proved bound for a class of functions, known by its constants.

Output perturbation and all Gaussian noise are calibrated to the L2 sensitivity. An L1 sensitivity S
leaves it anything from S/sqrt(d) to S: where it is not given, both ends are tuned for, and each
ranking says what it supposes.
"""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dptheory.commands import options
from dptheory.commands.account_table import account_lines, accounts
from dptheory.commands.arguments import check_batch, check_class, finite, maybe, require, tell
from dptheory.commands.disclaimer import closing
from dptheory.commands.tables import digits, table
from dptheory.progress import shown

RANKED_BY = "proved bounds: guarantees, not runs"
CAVEAT = (
    "Bounds rank guarantees, not runs: on a given problem another method may have the\n"
    'smaller error (docs/allocation.md, "Bounds and errors").'
)
LIMIT = 10**5  # iterations
# Columns and their widths, 80 in all.
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
    p = options.command(
        subparsers,
        "class",
        "by the best proved bound for a class of functions",
        "The smallest proved bound of E F(x_T) - F* for smooth, strongly convex functions with "
        "these constants. It ranks guarantees, not runs. Numbers may be decimals or rationals.",
    )
    for name in ("mu", "smoothness", "gap"):
        options.add(p, name, required=True, within="> 0")
    for name in ("dimension", "n", "sensitivity", "epsilon"):
        options.add(p, name, required=True)
    words = "at most the L1 sensitivity S; default: both S and S/sqrt(d), each with its ranking"
    options.add(p, "sensitivity_l2", words)
    words = "with Gaussian noise; default: a pure budget, Laplace noise"
    options.add(p, "delta", words, within="(0, 1)")
    options.add(p, "batch_size", "default n")
    options.add(p, "max_iterations", default=LIMIT)


def run(arguments: argparse.Namespace) -> int:
    """Tune for each L2 sensitivity; print tables or JSON."""
    check_class(arguments)
    check_batch(arguments)
    most, least = arguments.sensitivity, arguments.sensitivity_l2
    fits = least is None or least <= most
    require(fits, "--sensitivity-l2", f"at most the L1 sensitivity {most}", least)
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
            delta=maybe(arguments.delta),
            max_iterations=arguments.max_iterations,
        )
        for one in supposed
    ]
    with shown() as report:
        found = [tune(problem, report) for problem in problems]
    answers = list(zip(supposed, problems, found, strict=True))
    rankings = [_ranking(*answer) for answer in answers] if arguments.json else []
    told = {"neighbouring": "replace-one", "ranked_by": RANKED_BY, "rankings": rankings}

    def lines(_: Any) -> Iterator[str]:
        if len(answers) > 1:
            low, high = supposed[1].value, supposed[0].value
            ends = f"from {low:.6g} (L1/sqrt d) to {high:.6g} (L1)"
            yield f"--sensitivity-l2 not given: {ends}; both:\n"
        for answer in answers:
            yield from _lines(*answer)
            yield ""
        yield CAVEAT
        yield closing(arguments.n, arguments.delta)

    return tell(arguments, told, lines)


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


def _lines(supposed: _Supposed, problem: Any, found: tuple[Any, ...]) -> Iterator[str]:
    """What was supposed, the table, and how to run the first row."""
    best = found[0]
    yield f"L2 sensitivity {supposed.value:.6g} ({supposed.words})"
    yield f"smallest proved bound: {best.method}, E F - F* <= {best.bound:.6g}"
    rows = [
        [
            proposal.method,
            f"{proposal.bound:.4g}",
            *(f"{x:.3g}" for x in (proposal.optimisation, proposal.privacy, proposal.sampling)),
            str(proposal.iterations or "-"),
            digits(proposal.parameters.get("alpha"), 3),
            digits(proposal.parameters.get("beta"), 5),
        ]
        for proposal in found
    ]
    yield from table(COLUMNS, rows)
    yield from _run_lines(best)
    stages: list[Any] = next(
        (p.parameters["stages"] for p in found if p.method == "multistage"), []
    )
    yield "multistage: " + ", ".join(f"{T} x alpha {alpha:.5g}" for T, alpha in stages)
    stopped = [p.method for p in found if p.iterations == problem.max_iterations]
    if stopped:
        yield f"more than {problem.max_iterations} iterations (--max-iterations) may do better:"
        yield f"  {', '.join(stopped)}"
    if made := _accounts(problem, best):
        yield from account_lines(made, problem.delta)


def _run_lines(best: Any) -> Iterator[str]:
    """The parameters and the noise of the first row."""
    if best.method == "output-perturbation":
        noise = best.parameters
        yield f"noise on the minimiser: density proportional to {noise['density']}"
        yield f"with scale = {noise['scale']:.6g} (a {noise['law']} law)"
    if "alpha" in best.parameters:
        alpha, beta = (digits(best.parameters.get(name), 6) for name in ("alpha", "beta"))
        yield f"{best.method}: {best.iterations} iterations, alpha {alpha}, beta {beta}"
    if best.schedule is not None:
        first, last = best.schedule.scales[0], best.schedule.scales[-1]
        yield f"noise of {best.method}: scale {first:.6g} at first, {last:.6g} at last"
        yield f"with the uniform schedule its bound would be {_uniform(best):.6g}"

"""``dptheory tune-nonconvex``: clipping or normalising, with the parameters of the best bound."""

import argparse
import json
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import number, require
from dptheory.commands.budget import (
    DECADES,
    finite,
    require_count,
    require_iterations,
    require_positive,
    require_probability,
    whole,
)


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "tune-nonconvex",
        help="DP-SGD or DP-NSGD with the parameters of the best proved bound of the gradient",
        description="Threshold or regulariser, step size, noise and number of iterations of the "
        "smallest proved bound of E min |grad f(x_k)|, for DP-SGD with clipping and DP-NSGD on "
        "full batches, beside doing nothing; for the replace-one relation. Numbers may be decimals "
        "or rationals.",
    )
    options = (
        ("--gap", "D", "bound of f(x_0) - inf f, D > 0"),
        ("--l0", "L0", "generalised smoothness, L0 > 0 (loss/length^2)"),
        ("--l1", "L1", "generalised smoothness, L1 >= 0 (1/length)"),
        ("--tau0", "T0", "deviation of a record's gradient, T0 >= 0"),
        ("--tau1", "T1", "its part in the gradient's norm, 0 <= T1 < 1"),
        ("--epsilon", "E", "budget, E > 0"),
        ("--delta", "D", "budget, 0 < D < 1"),
    )
    for name, variable, words in options:
        p.add_argument(name, type=number, required=True, metavar=variable, help=words)
    p.add_argument("--dimension", type=whole, required=True, metavar="D", help="D >= 1")
    p.add_argument("--n", type=whole, required=True, metavar="N", help="data size, N >= 1")
    p.add_argument(
        "--max-iterations", type=whole, default=10**5, metavar="T", help="default 100000"
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def _check(arguments: argparse.Namespace) -> None:
    for option in ("gap", "l0", "epsilon"):
        require_positive(f"--{option}", getattr(arguments, option))
    for option in ("l1", "tau0"):
        value = getattr(arguments, option)
        fits = value == 0 or Fraction(1, 10**DECADES) <= value <= 10**DECADES
        require(fits, f"--{option}", f"0 or from 1e-{DECADES} to 1e{DECADES}", value)
    tau1 = arguments.tau1
    require(0 <= tau1 < 1 and float(tau1) < 1, "--tau1", "in [0, 1)", tau1)
    require_probability("--delta", arguments.delta)
    for option in ("dimension", "n"):
        require_count(f"--{option}", getattr(arguments, option))
    require_iterations("--max-iterations", arguments.max_iterations)


def run(arguments: argparse.Namespace) -> int:
    """Tune, print the table or JSON."""
    _check(arguments)
    from dptheory.bounds.nonconvex import Nonconvex
    from dptheory.tuning.nonconvex import NonconvexProblem, tune_nonconvex

    names = ("gap", "l0", "l1", "tau0", "tau1")
    found = tune_nonconvex(
        NonconvexProblem(
            constants=Nonconvex(*(float(getattr(arguments, name)) for name in names)),
            dimension=arguments.dimension,
            n=arguments.n,
            eps=float(arguments.epsilon),
            delta=float(arguments.delta),
            limit=arguments.max_iterations,
        )
    )
    if arguments.json:
        rows = [
            {
                "method": p.method,
                "bound": finite(p.bound),
                "iterations": p.iterations,
                **p.parameters,
            }
            for p in found
        ]
        best = {"best": rows[0]["method"], "neighbouring": "replace-one"}
        print(json.dumps(best | {"alternatives": rows}))
        return 0
    print(f"smallest proved bound: {found[0].method}, E min |grad f| <= {found[0].bound:.6g}")
    for proposal in found:
        cells = [f"{proposal.method:>10}", f"bound {proposal.bound:.5g}"]
        if proposal.iterations:
            cells.append(f"T = {proposal.iterations}")
            cells += [f"{name} = {value:.5g}" for name, value in proposal.parameters.items()]
        print("  ".join(cells))
    return 0

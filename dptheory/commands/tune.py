"""``dptheory tune class | data | nonconvex``: method, parameters and noise under a budget."""

import argparse
from typing import Any

from dptheory.commands import tune_class, tune_data, tune_nonconvex

KINDS = {"class": tune_class, "data": tune_data, "nonconvex": tune_nonconvex}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "tune",
        help="method, parameters and noise under a privacy budget",
        description="Method, step size, momentum, number of iterations and noise under a privacy "
        "budget, for the replace-one relation.",
    )
    kinds = p.add_subparsers(dest="kind", metavar="class|data|nonconvex", required=True)
    for module in KINDS.values():
        module.add(kinds)


def run(arguments: argparse.Namespace) -> int:
    """Tune for what is known of the problem."""
    return int(KINDS[arguments.kind].run(arguments))

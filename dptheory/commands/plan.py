"""``dptheory plan``: what follows from records, batch, epochs, clip and a budget, on one page."""

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands.arguments import exclusive, number, require
from dptheory.commands.budget import add_epochs, iterations_of_epochs, require_positive, whole
from dptheory.commands.disclaimer import closing, delta_note, usual_delta
from dptheory.progress import Report, shown

LARGEST = 10**12  # records
SUFFIX = ".csv"
OPTIMIZERS = ("sgd", "nsgd", "adam", "adambc")
RANGES = {  # of accounts that take seconds
    "--epsilon": (Fraction(1, 1000), Fraction(1000)),
    "--noise-multiplier": (Fraction(1, 50), Fraction(10**6)),
    "--delta": (Fraction(1, 10**30), Fraction(1, 2)),
}
SPREAD = 10**9  # between the clip, the regulariser and the deviation
RECORDS = 100  # of a user
TRIED = "For one run; the best of several on these data: dptheory privacy --candidates."
DECAYS = {"beta1": Fraction(9, 10), "beta2": Fraction(999, 1000)}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "plan",
        help="one page for a training run: noise, users, libraries, Adam, clipping, memory",
        description="What follows from records, batch, epochs, clip and a budget, or from the "
        "noise of a run already done: the noise multiplier by sampling scheme and accountant, "
        "users with several records, the same run in the words of four libraries and five "
        "papers, the noise in Adam, clipping against normalising, and peak memory. Noise "
        "multipliers are those of the sum of a batch, over the clipping norm. Numbers may be "
        "decimals or rationals.",
    )
    p.add_argument("--n", type=whole, required=True, metavar="N", help="records, N >= 1")
    p.add_argument("--batch-size", type=whole, required=True, metavar="B", help="1 <= B <= N")
    add_epochs(p, required=True)
    p.add_argument("--epsilon", type=number, metavar="E", help="the budget, 1/1000 to 1000")
    p.add_argument(
        "--noise-multiplier", type=number, metavar="S", help="or the noise of a run already done"
    )
    p.add_argument("--delta", type=number, metavar="D", help="in [1e-30, 1/2] (default 1/(10 N))")
    p.add_argument("--clip", type=number, metavar="C", help="clipping norm; left out with nsgd")
    p.add_argument(
        "--optimizer", default="sgd", metavar="NAME", help=f"{', '.join(OPTIMIZERS)} (default sgd)"
    )
    p.add_argument(
        "--model", "--layers", metavar="NAME", help="a model, or FILE.csv, of dptheory memory"
    )
    p.add_argument("--groups", type=whole, default=1, metavar="M", help="of layers (default 1)")
    p.add_argument("--alpha", type=number, metavar="A", help="on the mean gradient")
    p.add_argument(
        "--records-per-user", type=whole, default=1, metavar="K", help="1 to 100 (default 1)"
    )
    p.add_argument("--beta1", type=number, metavar="b", help="of Adam, in [0, 1) (default 0.9)")
    p.add_argument("--beta2", type=number, metavar="b", help="of Adam, in [0, 1) (default 0.999)")
    p.add_argument("--regulariser", type=number, metavar="R", help="of normalising (default C/100)")
    p.add_argument(
        "--deviation", type=number, metavar="TAU0", help="of a record's gradient (C/2 and 2 C)"
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Check, plan, print."""
    _check(arguments)
    network = _network(arguments)
    with shown() as report:
        plan = _plan(arguments, network, report)
    from dptheory.planning.page import as_json, as_lines

    n, delta = arguments.n, arguments.delta
    if arguments.json:
        print(json.dumps(as_json(plan) | {"delta_note": delta_note(n, delta)}))
    else:
        print("\n".join([*as_lines(plan), TRIED, closing(n, delta)]))
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Raise ValueError where an argument is out of its range; fill in the defaults."""
    n, batch = arguments.n, arguments.batch_size
    require(1 <= n <= LARGEST, "--n", f"a whole number from 1 to {LARGEST}", n)
    require(1 <= batch <= n, "--batch-size", f"a whole number from 1 to n = {n}", batch)
    iterations_of_epochs(arguments)
    _check_budget(arguments)
    known = arguments.optimizer in OPTIMIZERS
    require(known, "--optimizer", f"one of {', '.join(OPTIMIZERS)}", repr(arguments.optimizer))
    _check_lengths(arguments)
    if arguments.alpha is not None:
        require_positive("--alpha", arguments.alpha)
    k, most = arguments.records_per_user, min(RECORDS, n)
    require(1 <= k <= most, "--records-per-user", f"a whole number from 1 to {most}", k)
    for name, default in DECAYS.items():
        beta = getattr(arguments, name)
        adam = arguments.optimizer.startswith("adam")
        require(beta is None or adam, f"--{name}", "left out without Adam", beta)
        beta = default if beta is None else beta
        require(0 <= beta < 1 and float(beta) < 1, f"--{name}", "in [0, 1)", beta)
        setattr(arguments, name, beta)


def _check_budget(arguments: argparse.Namespace) -> None:
    """Of epsilon and the noise multiplier one, and delta."""
    given = arguments.epsilon is not None
    sigma = arguments.noise_multiplier
    require(given or sigma is not None, "--epsilon", "given, or --noise-multiplier", None)
    if given:
        exclusive("--noise-multiplier", sigma, "--epsilon")
    if arguments.delta is None:
        arguments.delta = usual_delta(arguments.n)
    for option, (least, most) in RANGES.items():
        value = getattr(arguments, option[2:].replace("-", "_"))
        fits = value is None or least <= value <= most
        require(fits, option, f"from {float(least):g} to {float(most):g}", value)


def _check_lengths(arguments: argparse.Namespace) -> None:
    """The clip, and what is measured in its unit."""
    normalises = arguments.optimizer == "nsgd"
    if normalises:
        allowed = "left out, or 1, with nsgd, whose bound is 1"
        require(arguments.clip in (None, 1), "--clip", allowed, arguments.clip)
        arguments.clip = Fraction(1)
    require_positive("--clip", arguments.clip)
    if arguments.regulariser is None:
        arguments.regulariser = Fraction(arguments.clip) / 100
    for option, value in (
        ("--regulariser", arguments.regulariser),
        ("--deviation", arguments.deviation),
    ):
        fits = value is None or arguments.clip / SPREAD <= value <= arguments.clip * SPREAD
        require(
            fits, option, f"positive, within factors of 1e9 of the clip {arguments.clip}", value
        )


def _network(arguments: argparse.Namespace) -> Any:
    """The network of a published model or of a file, None without one."""
    from dptheory.memory.models import MODELS, canonical, network
    from dptheory.memory.tables import read_network

    name, groups, most = arguments.model, arguments.groups, 10**6
    found = None
    if name is not None and name.lower().endswith(SUFFIX):
        found = read_network(Path(name), "--model")
    elif name is not None:
        allowed = f"a FILE.csv or one of {', '.join(MODELS)}"
        require(canonical(name) in MODELS, "--model", allowed, repr(name))
        found = network(name)
    if found is not None:
        most = len(found.layers)
    require(1 <= groups <= most, "--groups", f"a whole number from 1 to {most}", groups)
    return found


def _plan(arguments: argparse.Namespace, network: Any, report: Report) -> Any:
    """The plan of checked arguments."""
    from dptheory.planning import Run, plan
    from dptheory.planning.accounts import ACCOUNTS, needed
    from dptheory.planning.releases import NEEDED
    from dptheory.privacy import Budget

    clip, epsilon = Fraction(arguments.clip), _float(arguments.epsilon)
    epochs, delta = Fraction(arguments.epochs), float(arguments.delta)
    run = Run(arguments.n, arguments.batch_size, epochs, clip, arguments.drop_last)
    if epsilon is not None:
        report("poisson: smallest noise", 0, 0)
        least = needed(run, epsilon, delta, *ACCOUNTS[0])  # which the plan then knows
        require(bool(least), "--epsilon", NEEDED, arguments.epsilon)
    return plan(
        run,
        Budget(epsilon, delta),
        noise_multiplier=_float(arguments.noise_multiplier),
        optimizer=arguments.optimizer,
        alpha=_float(arguments.alpha),
        beta1=float(arguments.beta1),
        beta2=float(arguments.beta2),
        groups=arguments.groups,
        regulariser=Fraction(arguments.regulariser),
        deviation=arguments.deviation,
        records_per_user=arguments.records_per_user,
        network=network,
        report=report,
    )


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)

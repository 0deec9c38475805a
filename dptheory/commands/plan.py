"""``dptheory plan``: what follows from records, batch, epochs, clip and a budget, on one page."""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.commands import networks, options
from dptheory.commands.arguments import (
    add_epochs,
    check_batch,
    exclusive,
    given,
    iterations_of_epochs,
    left_out,
    maybe,
    require,
    tell,
)
from dptheory.commands.disclaimer import closing, delta_note, usual_delta
from dptheory.progress import Report, shown

LARGEST = 10**12  # records
OPTIMIZERS = ("sgd", "nsgd", "adam", "adambc")
# Of accounts that take seconds.
EPSILONS = (Fraction(1, 1000), Fraction(1000))
MULTIPLIERS = (Fraction(1, 50), Fraction(10**6))
DELTAS = (Fraction(1, 10**30), Fraction(1, 2))
SPREAD = 10**9  # between the clip, the regulariser and the deviation
RECORDS = 100  # of a user
TRIED = "For one run; the best of several on these data: dptheory privacy --candidates."
DECAYS = {"beta1": Fraction(9, 10), "beta2": Fraction(999, 1000)}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "plan",
        "one page for a training run: noise, users, libraries, Adam, clipping, memory",
        "What follows from records, batch, epochs, clip and a budget, or from the "
        "noise of a run already done: the noise multiplier by sampling scheme and accountant, "
        "users with several records, the same run in the words of four libraries and five "
        "papers, the noise in Adam, clipping against normalising, and peak memory. Noise "
        "multipliers are those of the sum of a batch, over the clipping norm. Numbers may be "
        "decimals or rationals.",
    )
    options.add(p, "n", required=True, between=(1, LARGEST))
    options.add(p, "batch_size", required=True)
    add_epochs(p, required=True)
    options.add(p, "epsilon", between=EPSILONS)
    options.add(p, "noise_multiplier", "of a run already done", between=MULTIPLIERS)
    options.add(p, "delta", "default 1/(10 n)", between=DELTAS)
    options.add(p, "clip", "left out with nsgd")
    options.add(p, "optimizer", among=OPTIMIZERS, default="sgd")
    networks.add(p)
    options.add(p, "groups", "of layers", default=1, between=(1, 10**6))
    options.add(p, "alpha", "on the mean gradient")
    options.add(p, "records_per_user", default=1, between=(1, RECORDS))
    for name, value in DECAYS.items():
        options.add(p, name, f"default {float(value):g}")
    options.add(p, "regulariser", "of normalising, default C/100", within="> 0")
    options.add(p, "tau0", "default C/2 and 2 C", within="> 0")


def run(arguments: argparse.Namespace) -> int:
    """Check, plan, print."""
    _check(arguments)
    network = _network(arguments)
    with shown() as report:
        plan = _plan(arguments, network, report)
    from dptheory.planning.page import as_json, as_lines

    n, delta = arguments.n, arguments.delta

    def lines(_: Any) -> Iterator[str]:
        yield from as_lines(plan)
        yield TRIED
        yield closing(n, delta)

    return tell(arguments, as_json(plan) | {"delta_note": delta_note(n, delta)}, lines)


def _check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the options fit together; fill in the defaults."""
    check_batch(arguments)
    iterations_of_epochs(arguments)
    if arguments.epsilon is None:
        given(arguments, ("noise_multiplier",), "or --epsilon")
    else:
        exclusive("--noise-multiplier", arguments.noise_multiplier, "--epsilon")
    if arguments.delta is None:
        arguments.delta = usual_delta(arguments.n)
    _check_lengths(arguments)
    k, n = arguments.records_per_user, arguments.n
    require(k <= n, "--records-per-user", f"a whole number from 1 to {n}", k)
    if not arguments.optimizer.startswith("adam"):
        left_out(arguments, DECAYS, "without Adam")
    for name, default in DECAYS.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, default)


def _check_lengths(arguments: argparse.Namespace) -> None:
    """The clip, and what is measured in its unit."""
    if arguments.optimizer == "nsgd":
        allowed = "left out, or 1, with nsgd, whose bound is 1"
        require(arguments.clip in (None, 1), "--clip", allowed, arguments.clip)
        arguments.clip = Fraction(1)
    given(arguments, ("clip",), f"with {arguments.optimizer}")
    clip = arguments.clip
    if arguments.regulariser is None:
        arguments.regulariser = Fraction(clip) / 100
    allowed = f"positive, within factors of 1e9 of the clip {clip}"
    for name in ("regulariser", "tau0"):
        value = getattr(arguments, name)
        fits = value is None or clip / SPREAD <= value <= clip * SPREAD
        require(fits, f"--{name}", allowed, value)


def _network(arguments: argparse.Namespace) -> Any:
    """The network of a published model or of a file, None without one."""
    found, groups = networks.network_of(arguments), arguments.groups
    if found is not None:
        most = len(found.layers)
        require(groups <= most, "--groups", f"a whole number from 1 to {most}", groups)
    return found


def _plan(arguments: argparse.Namespace, network: Any, report: Report) -> Any:
    """The plan of checked arguments."""
    from dptheory.planning import Run, plan
    from dptheory.planning.accounts import ACCOUNTS, needed
    from dptheory.planning.releases import NEEDED
    from dptheory.privacy import Budget

    clip, epsilon = Fraction(arguments.clip), maybe(arguments.epsilon)
    epochs, delta = Fraction(arguments.epochs), float(arguments.delta)
    run = Run(arguments.n, arguments.batch_size, epochs, clip, arguments.drop_last)
    if epsilon is not None:
        report("poisson: smallest noise", 0, 0)
        least = needed(run, epsilon, delta, *ACCOUNTS[0])  # which the plan then knows
        require(bool(least), "--epsilon", NEEDED, arguments.epsilon)
    return plan(
        run,
        Budget(epsilon, delta),
        noise_multiplier=maybe(arguments.noise_multiplier),
        optimizer=arguments.optimizer,
        alpha=maybe(arguments.alpha),
        beta1=float(arguments.beta1),
        beta2=float(arguments.beta2),
        groups=arguments.groups,
        regulariser=Fraction(arguments.regulariser),
        tau0=arguments.tau0,
        records_per_user=arguments.records_per_user,
        network=network,
        report=report,
    )

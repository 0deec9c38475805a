"""``dptheory privacy --candidates``: the cost of choosing the best of a random number of runs."""

import argparse
import math
from collections.abc import Callable, Iterator
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import finite, require
from dptheory.commands.tables import digits, table
from dptheory.errors import ArgumentError
from dptheory.progress import Report

NAMED = {"geometric": 1.0, "logarithmic": 0.0}
POISSON = "poisson"
LAWS = f"{', '.join(NAMED)}, {POISSON}, or the eta > -1 of a negative binomial law"
MOST = 10**9
SAID = {False: "K >= 1", True: "K may be 0: then no run is made and nothing is released"}
COLUMNS = {"by profiles": 12, "by Renyi": 13, "at least": 13, "one run": 13, "sampling": 0}


def add(p: Any) -> None:
    """The option --candidates."""
    words = f"their number is random, of this mean and law: {LAWS} (default geometric)"
    options.text(p, "candidates", words, metavar="MEAN[,LAW]")


def law_of(text: str) -> tuple[Any, str]:
    """The law of the number of runs that --candidates asks for, and its name.

    Raises:
        ArgumentError: it asks for none.
    """
    from dptheory.privacy.selection import NegativeBinomial, Poisson

    first, _, name = text.partition(",")
    name = name or "geometric"
    try:
        mean = options.number(first)
    except argparse.ArgumentTypeError as error:
        raise ArgumentError(f"--candidates {error}") from error
    least = 0 if name == POISSON else 1
    require(least < mean <= MOST, "--candidates", f"above {least} and at most {MOST}", mean)
    if name == POISSON:
        return Poisson(float(mean)), name
    try:
        eta = NAMED[name] if name in NAMED else float(name)
    except ValueError:
        eta = -math.inf
    require(-1 < eta < math.inf, "--candidates", f"MEAN,LAW with LAW one of {LAWS}", name)
    try:
        return NegativeBinomial(float(mean), eta), name
    except ValueError as error:
        raise ArgumentError(f"--candidates: {error}") from error


def rows(
    arguments: argparse.Namespace, steps: Any, relations: dict[str, str], report: Report
) -> list[dict[str, Any]]:
    """The choice among runs at this noise, for each way of drawing batches; rows for JSON."""
    from dptheory.privacy.selection import renyi_choice, selection_epsilon

    law, name = law_of(arguments.candidates)
    delta = float(arguments.delta)
    found = []
    for sampling, neighbouring in relations.items():
        report(f"{sampling}: the choice among runs", 0, 0)
        account, divergence, orders = _one_run(steps, neighbouring)
        profiles = selection_epsilon(account, delta, law)
        renyi = renyi_choice(divergence, account, delta, law, orders)
        found.append(
            {
                "sampling": sampling,
                "neighbouring": neighbouring,
                "law": name,
                "mean": law.mean,
                "one_run": finite(account(delta)),
                "epsilon": finite(min(profiles, renyi)),
                "profiles": finite(profiles),
                "renyi": finite(renyi),
                "at_least": finite(_at_least(steps, neighbouring, delta, law)),
            }
        )
    return found


def _one_run(
    steps: Any, neighbouring: str
) -> tuple[Callable[[float], float], Callable[[float], float], tuple[float, ...]]:
    """The account of one run, its divergences, and their orders."""
    import numpy as np

    from dptheory.privacy import Neighbouring, schedule_epsilon
    from dptheory.privacy.rdp import subsampled_uppers
    from dptheory.privacy.renyi import ORDERS, poisson

    relation = Neighbouring(neighbouring)
    schedule = steps.schedule(relation)
    known: dict[float, float] = {}

    def account(delta: float) -> float:
        if delta not in known:
            known[delta] = schedule_epsilon(schedule, delta, neighbouring=relation)
        return known[delta]

    z, q, T = steps.multiplier(relation), steps.rate, steps.iterations
    sampled = poisson(q)

    def divergence(order: float) -> float:
        if q == 1:
            return float(T * order / (2 * z) / z)
        if relation is Neighbouring.REPLACE_ONE:
            return float(T * subsampled_uppers(order, np.array([z]), q)[0])
        return float(T * sampled(order, np.array([z]))[0])

    return account, divergence, ORDERS[::3]


def _at_least(steps: Any, neighbouring: str, delta: float, law: Any) -> float:
    """A lower limit: the worst order of scores on full data, else that of one run."""
    from dptheory.privacy import Neighbouring
    from dptheory.privacy.distinguishing import sampled_epsilon_lower
    from dptheory.privacy.selection import Poisson, three_blocks

    z, T = steps.multiplier(Neighbouring(neighbouring)), steps.iterations
    if steps.batch_size == steps.n:
        return three_blocks(math.sqrt(T) / z, delta, law)
    # Scores that are all alike choose any run, of those there are.
    made = -math.expm1(-law.mean) if isinstance(law, Poisson) else 1.0
    return 0.0 if delta >= made else sampled_epsilon_lower(steps.rate, z, T, delta / made)


def lines(found: list[dict[str, Any]]) -> Iterator[str]:
    """The rows."""
    if not found:
        return
    first = found[0]
    said = SAID[first["law"] == POISSON]
    yield f"best of K runs at this noise, {first['law']}, mean {first['mean']:g} ({said}):"
    names = ("profiles", "renyi", "at_least", "one_run")
    yield from table(
        COLUMNS,
        [
            [
                *(digits(row[name], 6, "infinite") for name in names),
                f"{row['sampling']}, {row['neighbouring']}",
            ]
            for row in found
        ],
    )

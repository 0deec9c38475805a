"""``dptheory privacy``: the cost of Gaussian noise on mini-batches, and what a budget needs."""

import argparse
import math
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from fractions import Fraction
from functools import partial
from typing import Any

from dptheory.commands import options, privacy_choice, privacy_last
from dptheory.commands.account_table import ACCOUNTANTS, note, note_lines
from dptheory.commands.arguments import (
    add_epochs,
    check_batch,
    exclusive,
    finite,
    given,
    iterations_of_epochs,
    left_out,
    maybe,
    require,
    step_counts,
    tell,
)
from dptheory.commands.disclaimer import closing, delta_note, usual_delta
from dptheory.commands.tables import digits, pairs
from dptheory.progress import Report, shown

RELATIONS = {"without-replacement": "replace-one", "poisson": "add-or-remove-one"}
LARGEST = 10**12  # records
SMALLEST = Fraction(1, 10**30)  # delta
ASKED = ("n", "batch_size", "iterations", "epsilon", "delta", "lipschitz")
NARROW = {ACCOUNTANTS[2]: "Renyi divergence, Theorem 27 (2019)"}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "privacy",
        "epsilon of Gaussian noise on mini-batches, and the noise that a budget needs",
        "The epsilon that each accountant gives for a noise, and the smallest noise "
        "that each needs for the budget, also as the noise multiplier b NU/G of training libraries "
        "('any' where every noise is enough, as delta is at least "
        "the probability that a record is ever drawn; 'none' where no noise is). Batches without "
        "replacement go with the replace-one relation (a batch's sum moves by 2G), Poisson batches "
        "with add-or-remove-one (it moves by G). Numbers may be decimals or rationals.",
    )
    options.add(p, "n", required=True, between=(1, LARGEST))
    options.add(p, "batch_size", required=True)
    add_epochs(p)
    options.add(p, "iterations", "or the iterations themselves")
    options.add(p, "epsilon", "beside a noise also the delta that it has there")
    options.add(p, "delta", "default 1/(10 n)", within="(0, 1)")
    options.add(p, "clip", "or another bound G of it", default=Fraction(1))
    options.add(p, "sampling", "default: both", among=tuple(RELATIONS))
    words = "NU; default: the smallest that the first account listed allows"
    options.add(p, "noise_std", words, within="> 0")
    options.add(p, "noise_multiplier", "or so: NU = z G/b", within="> 0")
    privacy_last.add(p)
    privacy_choice.add(p)


def run(arguments: argparse.Namespace) -> int:
    """Calibrate and account, print a table or JSON."""
    iterations = _check(arguments)
    with shown() as report:
        answer = _answer(arguments, iterations, report)

    def lines(answer: dict[str, Any]) -> Iterator[str]:
        yield from _lines(answer)
        yield closing(arguments.n, arguments.delta)

    return tell(arguments, answer, lines)


def _check(arguments: argparse.Namespace) -> int:
    """The number of iterations; raises ArgumentError where options do not fit together."""
    check_batch(arguments)
    noise, multiplier = arguments.noise_std, arguments.noise_multiplier
    if noise is not None:
        exclusive("--noise-multiplier", multiplier, "--noise-std")
    if noise is None and multiplier is None:
        given(arguments, ("epsilon",), "or --noise-std or --noise-multiplier")
    if arguments.delta is None:
        arguments.delta = usual_delta(arguments.n)
    require(arguments.delta >= SMALLEST, "--delta", "at least 1e-30", arguments.delta)
    if arguments.candidates is not None:
        privacy_choice.law_of(arguments.candidates)
    privacy_last.check(arguments)
    return _iterations(arguments)


def _iterations(arguments: argparse.Namespace) -> int:
    """T, given or from the epochs."""
    iterations = arguments.iterations
    if arguments.epochs is not None:
        exclusive("--iterations", iterations, "--epochs")
        return iterations_of_epochs(arguments)
    require(iterations is not None, "--epochs", "given, or --iterations", None)
    left_out(arguments, ("drop_last",), "without --epochs")
    return int(iterations)


def _answer(arguments: argparse.Namespace, iterations: int, report: Report) -> dict[str, Any]:
    from dptheory.privacy.gaussian import GaussianSteps

    eps, delta = maybe(arguments.epsilon), float(arguments.delta)
    G = float(arguments.clip)
    chosen = (arguments.sampling,) if arguments.sampling else tuple(RELATIONS)
    start = G / arguments.batch_size  # about a noise multiplier of 1
    steps = GaussianSteps(G, start, arguments.n, arguments.batch_size, iterations)
    noise = arguments.noise_std
    if arguments.noise_multiplier is not None:
        noise = arguments.noise_multiplier * arguments.clip / arguments.batch_size
    if noise is None and eps is not None:
        report(f"{chosen[0]}: smallest noise", 0, 0)
        noise = _smallest(steps, chosen[0], eps, delta)
    steps = replace(steps, noise_std=float(noise))
    relations = {sampling: RELATIONS[sampling] for sampling in chosen}
    more: dict[str, Any] = {}
    if arguments.release == "last":
        more["last_iterate"] = privacy_last.rows(arguments, steps, relations)
    if arguments.candidates is not None:
        more["choosing"] = privacy_choice.rows(arguments, steps, relations, report)
    return {
        "n": arguments.n,
        "batch_size": arguments.batch_size,
        "iterations": iterations,
        "step_counts": None if arguments.epochs is None else asdict(step_counts(arguments)),
        "epsilon": eps,
        "delta": delta,
        "delta_note": delta_note(arguments.n, arguments.delta),
        "lipschitz": G,
        "noise_std": steps.noise_std,
        "noise_multiplier": arguments.batch_size * steps.noise_std / G,
        "delta_at_epsilon": _deltas(arguments, steps, relations),
        "accounts": [
            row for sampling in chosen for row in _accounts(steps, sampling, eps, delta, report)
        ],
        **more,
    }


def _deltas(
    arguments: argparse.Namespace, steps: Any, relations: dict[str, str]
) -> dict[str, float | None] | None:
    """What a given noise leaves as delta at a given epsilon; None where it is not composed."""
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.schedule import schedule_delta

    if arguments.epsilon is None or arguments.noise_std is arguments.noise_multiplier is None:
        return None
    found: dict[str, float | None] = dict.fromkeys(relations)
    for sampling, named in relations.items():
        relation = Neighbouring(named)
        with suppress(ValueError, ArithmeticError):
            found[sampling] = schedule_delta(
                steps.schedule(relation), float(arguments.epsilon), neighbouring=relation
            )
    return found


def _smallest(steps: Any, sampling: str, eps: float, delta: float) -> float:
    """The least noise by the privacy loss distribution; that of the steps where any will do."""
    from dptheory.privacy.gaussian import pld_epsilon
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.noise import smallest_noise

    account = partial(pld_epsilon, delta=delta, neighbouring=Neighbouring(RELATIONS[sampling]))
    found = smallest_noise(partial(_at_noise, account, steps), eps, steps.noise_std)
    require(
        found is not None, "--epsilon", "a budget that some noise meets; or give --noise-std", eps
    )
    return found or float(steps.noise_std)


def _accounts(
    steps: Any, sampling: str, eps: float | None, delta: float, report: Report
) -> list[dict[str, Any]]:
    """A row an accountant: its epsilon at the noise, and the smallest noise for the budget."""
    from dptheory.privacy.gaussian import pld_epsilon, rdp_epsilon, theorem_27_epsilon
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.noise import smallest_noise

    relation = Neighbouring(RELATIONS[sampling])
    accountants: dict[str, Callable[[Any], float]] = {
        ACCOUNTANTS[0]: partial(pld_epsilon, delta=delta, neighbouring=relation),
        ACCOUNTANTS[1]: partial(rdp_epsilon, delta=delta, neighbouring=relation),
    }
    if relation is Neighbouring.REPLACE_ONE:
        accountants[ACCOUNTANTS[2]] = partial(theorem_27_epsilon, delta=delta)
    rows = []
    for name, account in accountants.items():
        report(f"{sampling}: {name}", 0, 0)
        problem, epsilon, needed, gap = "", None, None, None
        try:
            epsilon = finite(account(steps))
            if eps is not None:
                needed = smallest_noise(partial(_at_noise, account, steps), eps, steps.noise_std)
                below = _at_noise(account, steps, 0.999 * needed) if needed else 0.0
                gap = below if 1.05 * eps < below < math.inf else None
        except (ValueError, ArithmeticError) as error:
            # Beyond an accountant's own range; the others answer all the same.
            problem = " ".join(str(error).split())
        rows.append(
            {
                "sampling": sampling,
                "neighbouring": relation.value,
                "accountant": name,
                "noise_multiplier": steps.multiplier(relation),
                "epsilon": epsilon,
                "smallest_noise": needed,
                "smallest_noise_multiplier": None
                if needed is None
                else steps.batch_size * needed / steps.lipschitz,
                "problem": problem,
                "note": note(name, steps, epsilon, gap, delta),
            }
        )
    return rows


def _at_noise(account: Callable[[Any], float], steps: Any, noise: float) -> float:
    """An accountant's epsilon for the same run with another noise."""
    return account(replace(steps, noise_std=noise))


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    names = [key for key in ASKED if answer[key] is not None]
    counted = {"iterations": _counted(answer)}
    yield from pairs(((key, f"{answer[key]}{counted.get(key, '')}") for key in names), 18)
    noise, multiplier = answer["noise_std"], answer["noise_multiplier"]
    yield f"accounts of all iterates at noise {noise:.6g}, multiplier {multiplier:.6g}:"
    wanted = answer["epsilon"] is not None
    heads, before = f" {'smallest noise':>15} {'multiplier':>11}" if wanted else "", ""
    for row in answer["accounts"]:
        if row["sampling"] != before:
            before = row["sampling"]
            yield f"{'epsilon':>12}{heads}  {before}, {row['neighbouring']}, by"
        epsilon, problem = digits(row["epsilon"], 6, "infinite"), row["problem"]
        needed = [_needed(row[f"smallest_noise{which}"]) for which in ("", "_multiplier")]
        if problem:
            needed = ["failed", "failed"]
            epsilon = "failed" if row["epsilon"] is None else epsilon
        smallest = f" {needed[0]:>15} {needed[1]:>11}" if wanted else ""
        yield f"{epsilon:>12}{smallest}  {NARROW.get(row['accountant'], row['accountant'])}"
        if problem:
            yield textwrap.fill(problem, 80, initial_indent=14 * " ", subsequent_indent=14 * " ")
    yield from note_lines(answer["accounts"])
    if answer["delta_at_epsilon"] is not None:
        deltas = (f"{digits(d, 6, 'none')} {how}" for how, d in answer["delta_at_epsilon"].items())
        yield f"delta at epsilon {answer['epsilon']:.6g}: {', '.join(deltas)}"
    yield from privacy_last.lines(answer.get("last_iterate", []))
    yield from privacy_choice.lines(answer.get("choosing", []))


def _counted(answer: dict[str, Any]) -> str:
    """The counts of the epochs' steps, where they differ."""
    from dptheory.planning.run import StepCounts

    counts = answer["step_counts"]
    return "" if counts is None else StepCounts(**counts).beside


def _needed(value: float | None) -> str:
    """The smallest noise, or a word where every noise or none does."""
    return "any" if value == 0 else digits(value, 6, "none")

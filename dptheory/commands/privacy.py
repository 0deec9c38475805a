"""``dptheory privacy``: the cost of Gaussian noise on mini-batches, and what a budget needs."""

import argparse
import math
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from dptheory.commands import options, privacy_choice, privacy_last, privacy_search
from dptheory.commands import privacy_setting as settings
from dptheory.commands import privacy_statement as statement
from dptheory.commands.account_table import ACCOUNTANTS, note, note_lines
from dptheory.commands.arguments import finite, left_out, maybe, require, tell
from dptheory.commands.disclaimer import IDEAL, closing, delta_note
from dptheory.commands.privacy_accounts import Account, accountants
from dptheory.commands.privacy_setting import Setting
from dptheory.commands.tables import digits, pairs
from dptheory.progress import Report, shown

if TYPE_CHECKING:
    from dptheory.planning import Run
    from dptheory.privacy import Sampling

RELATIONS = {
    "without-replacement": "replace-one",
    "poisson": "add-or-remove-one",
    "shuffled": "replace-one",
}
BOTH = ("without-replacement", "poisson")
SMALLEST = Fraction(1, 10**30)  # delta
ASKED = ("n", "batch_size", "q", "iterations", "epsilon", "delta", "lipschitz")
NARROW = {ACCOUNTANTS[2]: "Renyi divergence, Theorem 27 (2019)"}
SLOW = ("group property",)  # whose noise for a budget takes half a minute
REFUSED = {
    "balls-in-bins": "one whose account is proved here; shuffled is an upper bound of balls in "
    "bins, whoever knows the bins of an epoch knows as much as of its order"
}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "privacy",
        "epsilon of noise on mini-batches, and the noise or the length that a budget allows",
        "The epsilon that each accountant gives for a noise, and the smallest noise "
        "that each needs for the budget, also as the noise multiplier b NU/G of training libraries "
        "('any' where every noise is enough, as delta is at least "
        "the probability that a record is ever drawn; 'none' where no noise is). Of noise, length "
        "and batch one may be left out beside --epsilon: it is found. Batches without "
        "replacement go with the replace-one relation (a batch's sum moves by 2G), Poisson batches "
        "with add-or-remove-one (it moves by G). Numbers may be decimals or rationals.",
    )
    settings.add(p)
    options.add(p, "epsilon", "beside a noise also the delta that it has there")
    options.add(p, "delta", "default 1/(10 n)", within="(0, 1)")
    words = (
        "or another bound G of it; or adaptive=S, a clip that follows a noisy count of deviation S"
    )
    options.add(p, "clip", words, read=settings.clip, default="1")
    options.add(p, "sampling", "default: the first two", among=(*RELATIONS, *REFUSED))
    words = "NU; default: the smallest that the first account listed allows"
    options.add(p, "noise_std", words, within="> 0")
    options.add(p, "noise_multiplier", "or so: NU = z G/b", within="> 0")
    privacy_last.add(p)
    privacy_choice.add(p)


def run(arguments: argparse.Namespace) -> int:
    """Calibrate and account, print a table or JSON."""
    asked = _check(arguments)
    setting = settings.setting(arguments)
    with shown() as report:
        answer = _answer(arguments, asked, setting, report)

    def lines(answer: dict[str, Any]) -> Iterator[str]:
        yield from _lines(answer)
        yield from statement.lines(answer["statements"])
        yield IDEAL if arguments.n is None else closing(arguments.n, arguments.delta)

    return tell(arguments, answer, lines)


def _check(arguments: argparse.Namespace) -> str:
    """What is asked for; raises ArgumentError where options do not fit together."""
    asked = settings.check(arguments)
    require(arguments.delta >= SMALLEST, "--delta", "at least 1e-30", arguments.delta)
    sampling = arguments.sampling
    require(sampling not in REFUSED, "--sampling", REFUSED.get(sampling, ""), sampling)
    if arguments.candidates is not None:
        privacy_choice.law_of(arguments.candidates)
    _check_mechanism(arguments)
    if math.isfinite(arguments.count_std):
        left_out(arguments, ("noise_std",), "with --clip adaptive=S, whose norm is not known")
        _check_one_run(arguments, "with --clip adaptive=S")
        require(arguments.release == "all", "--release", "all with --clip adaptive=S", "last")
    if arguments.candidates is not None or arguments.release == "last":
        _check_one_run(arguments, "with --candidates and --release last")
    privacy_last.check(arguments)
    return asked


def _check_one_run(arguments: argparse.Namespace, where: str) -> None:
    """Raise ArgumentError unless it is one run with Gaussian noise, of batches that are drawn."""
    left_out(arguments, ("phase",), where)
    k, sampling, mechanism = (
        getattr(arguments, name) for name in ("records_per_user", "sampling", "mechanism")
    )
    require(k == 1, "--records-per-user", f"left out {where}", k)
    require(sampling != "shuffled", "--sampling", f"another {where}", sampling)
    require(mechanism == "gaussian", "--mechanism", f"gaussian {where}", mechanism)


def _check_mechanism(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the mechanism has an account for the batches."""
    mechanism, sampling = arguments.mechanism, arguments.sampling
    if mechanism == "laplace":
        left_out(arguments, ("phase",), "with --mechanism laplace")
        k = arguments.records_per_user
        require(k == 1, "--records-per-user", "left out with --mechanism laplace", k)
        allowed = "poisson or without-replacement with --mechanism laplace"
        require(sampling != "shuffled", "--sampling", allowed, sampling)
    if mechanism in ("tree", "banded"):
        allowed = (
            f"shuffled with --mechanism {mechanism}, whose account is that of records that come "
            "once an epoch"
        )
        require(sampling == "shuffled", "--sampling", allowed, sampling)


def _answer(
    arguments: argparse.Namespace, asked: str, setting: Setting, report: Report
) -> dict[str, Any]:
    from dptheory.privacy import Sampling

    eps, delta = maybe(arguments.epsilon), float(arguments.delta)
    # For users the quick account is asked first.
    both = BOTH if arguments.records_per_user == 1 else BOTH[::-1]
    chosen = (arguments.sampling,) if arguments.sampling else both
    found, least = None, None
    if asked:
        report(f"{chosen[0]}: {asked.replace('_', ' ')}", 0, 0)
        account = next(iter(accountants(setting, Sampling(chosen[0]), delta).values()))
        setting, found, least = privacy_search.find(arguments, asked, setting, account)
    relations = {sampling: RELATIONS[sampling] for sampling in chosen}
    run, steps = setting.run, setting.steps
    more: dict[str, Any] = {}
    if arguments.release == "last":
        more["last_iterate"] = privacy_last.rows(arguments, steps, relations)
    if arguments.candidates is not None:
        more["choosing"] = privacy_choice.rows(arguments, steps, relations, report)
    rated = arguments.q is not None or asked == "q"
    answer = {
        "n": arguments.n,
        "batch_size": None if rated else run.batch_size,
        "q": steps.rate if rated else None,
        "iterations": run.iterations,
        "epochs": float(run.epochs),
        "step_counts": None if arguments.epochs is None else asdict(run.counts),
        "epsilon": eps,
        "delta": delta,
        "delta_note": "" if arguments.n is None else delta_note(arguments.n, arguments.delta),
        "lipschitz": None if setting.adaptive else float(arguments.clip),
        "noise_std": None if rated or setting.adaptive else setting.noise_std,
        "noise_multiplier": setting.noise_multiplier,
        "count_std": finite(setting.count_std),
        "released_multiplier": setting.released,
        "mechanism": setting.mechanism,
        "unit": arguments.protected,
        "records_per_user": setting.records_per_user,
        "earlier_phases": [_phase(*one) for one in setting.earlier],
        "asked": None if found is None else asdict(found),
        "asked_note": "" if found is None else found.beside(float(run.epochs)),
        "delta_at_epsilon": None if asked else _deltas(arguments, setting, relations),
        "accounts": [
            row
            for sampling in chosen
            for row in _accounts(
                setting,
                Sampling(sampling),
                eps,
                delta,
                report,
                least if sampling == chosen[0] else None,
            )
        ],
        **more,
    }
    return answer | {"statements": statement.statements(arguments, answer)}


def _phase(run: "Run", multiplier: float) -> dict[str, Any]:
    """A phase for JSON."""
    return {
        "q": run.batch_size / run.n,
        "iterations": run.iterations,
        "noise_multiplier": multiplier,
    }


def _deltas(
    arguments: argparse.Namespace, setting: Setting, relations: dict[str, str]
) -> dict[str, float | None] | None:
    """What a given noise leaves as delta at a given epsilon; None where it is not composed."""
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.schedule import schedule_delta

    if arguments.epsilon is None or not setting.plain or "shuffled" in relations:
        return None
    found: dict[str, float | None] = dict.fromkeys(relations)
    for sampling, named in relations.items():
        relation = Neighbouring(named)
        with suppress(ValueError, ArithmeticError):
            found[sampling] = schedule_delta(
                setting.steps.schedule(relation), float(arguments.epsilon), neighbouring=relation
            )
    return found


def _accounts(
    setting: Setting,
    sampling: "Sampling",
    eps: float | None,
    delta: float,
    report: Report,
    least: float | None,
) -> list[dict[str, Any]]:
    """A row an accountant: its epsilon at the noise, and the smallest noise for the budget.

    That of the first accountant may be known.
    """
    from dptheory.privacy.noise import smallest_noise

    relation, steps = sampling.neighbouring, setting.steps
    unit = steps.lipschitz / steps.batch_size  # of the noise, at the multiplier 1
    rows: list[dict[str, Any]] = []
    for name, account in accountants(setting, sampling, delta).items():
        report(f"{sampling.value}: {name}", 0, 0)
        problem, epsilon, needed, gap = "", None, None, None
        at = partial(_at_noise, account, setting)
        try:
            epsilon = finite(account(setting))
            if eps is not None and name not in SLOW:
                needed = least
                if rows or least is None:
                    needed = smallest_noise(at, eps, setting.noise_multiplier)
                below = at(0.999 * needed) if needed else 0.0
                gap = below if 1.05 * eps < below < math.inf else None
        except (ValueError, ArithmeticError) as error:
            # Beyond an accountant's own range; the others answer all the same.
            problem = " ".join(str(error).split())
        rows.append(
            {
                "sampling": sampling.value,
                "neighbouring": relation.value,
                "accountant": name,
                "noise_multiplier": steps.multiplier(relation),
                "epsilon": epsilon,
                "smallest_noise": None if needed is None or setting.adaptive else needed * unit,
                "smallest_noise_multiplier": needed,
                "problem": problem,
                "note": note(name, steps, epsilon, gap, delta) if setting.plain else "",
            }
        )
    return rows


def _at_noise(account: Account, setting: Setting, multiplier: float) -> float:
    """An accountant's epsilon for the same run with another noise."""
    return account(setting.at_noise(multiplier))


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    names = [key for key in ASKED if answer[key] is not None]
    beside = {"iterations": _counted(answer)}
    if answer["asked"] is not None:
        beside[answer["asked"]["name"]] = answer["asked_note"]
    yield from pairs(((key, f"{answer[key]}{beside.get(key, '')}") for key in names), 18)
    for number, phase in enumerate(answer["earlier_phases"], 1):
        said = f"{phase['iterations']} iterations at q = {phase['q']:.6g}"
        yield f"{f'phase {number}':>18}  {said}, multiplier {phase['noise_multiplier']:.6g}"
    noise, multiplier = answer["noise_std"], answer["noise_multiplier"]
    scale = "" if noise is None else f"noise {noise:.6g}, "
    of = "all phases, the last" if answer["earlier_phases"] else "all iterates"
    if answer["count_std"] is not None:
        yield f"{'clip':>18}  adaptive, by a count of deviation {answer['count_std']:.6g}"
        one = f"one release of multiplier {answer['released_multiplier']:.6g}"
        yield f"{'with the count':>18}  {one}"
    yield f"accounts of {of} at {scale}multiplier {multiplier:.6g}:"
    wanted = answer["epsilon"] is not None
    heads, before = f" {'smallest noise':>15} {'multiplier':>11}" if wanted else "", ""
    for row in answer["accounts"]:
        if row["sampling"] != before:
            before = row["sampling"]
            yield f"{'epsilon':>12}{heads}  {before}, {row['neighbouring']}, by"
        epsilon, problem = digits(row["epsilon"], 6, "infinite"), row["problem"]
        needed = [_needed(row[f"smallest_noise{which}"]) for which in ("", "_multiplier")]
        if row["accountant"] in SLOW:
            needed = ["-", "-"]
        if noise is None:
            needed[0] = "-"
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

"""``dptheory audit``: what a noisy step is seen to spend, beside what is claimed of it."""

import argparse
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import finite, given, left_out, require, tell
from dptheory.commands.tables import digits, pairs
from dptheory.errors import ArgumentError
from dptheory.progress import shown

OPTIMIZERS = ("sgd", "nsgd", "adam", "adambc", "nadam")
NORMALISING = ("nsgd", "nadam")
RELATIONS = ("add-or-remove-one", "replace-one")
OTHERS, PLACES = ("opposite", "zero"), ("sum", "mean")
UNITS = ("bound", "root-of-bound", "one")
EPSILONS = (Fraction(1, 1000), Fraction(100))
DELTAS = (Fraction(1, 10**30), Fraction(1, 2))
MULTIPLIERS = (Fraction(1, 1000), Fraction(10**6))
LARGEST = 10**12  # records
WIDEST, LONGEST = 10**5, 1000  # numbers of a batch's gradients, steps of a run that are drawn
CANARIES = 4000
OF_METHODS = ("noise_multiplier", "on", "unit", "regulariser", "groups")


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "audit",
        "a lower bound of the epsilon that a noisy step really spends",
        "Runs a step many times on the worst data, with a record and without, and says "
        "what epsilon is at least, from how often a test tells them apart: by the trade-off of "
        "Gaussian noise, and whatever the mechanism is. With n > B one step of a run is drawn on "
        "a batch that has the record. An epsilon above the claimed one is a mistake.",
    )
    words = (
        f"{', '.join(OPTIMIZERS)}; or a function of a Python file, which is run: it takes the "
        "gradients of a batch, shape (B, d), and a numpy generator, and returns their noisy sum "
        "or mean, shape (d,)"
    )
    options.text(p, "optimizer", words, metavar="NAME|FILE:FUNCTION")
    options.old(p, "--step", "--optimizer FILE:FUNCTION", "optimizer", str, None)
    options.add(p, "epsilon", required=True, between=EPSILONS)
    options.add(p, "delta", required=True, between=DELTAS)
    options.add(p, "iterations", "of the claim", default=1)
    options.add(p, "batch_size", default=4, between=(1, WIDEST))
    options.add(p, "n", "at least B, default B", between=(1, LARGEST))
    options.add(p, "neighbouring", among=RELATIONS, default=RELATIONS[0])
    options.add(p, "clip", "default 1")
    words = "of the optimizer; default: the smallest that the account allows"
    options.add(p, "noise_multiplier", words, between=MULTIPLIERS)
    options.add(p, "on", f"default {PLACES[0]}", among=PLACES)
    options.add(p, "unit", f"default {UNITS[0]}", among=UNITS)
    options.add(p, "regulariser", "of normalising, default 1/100", within="> 0")
    options.add(p, "groups", "default 1")
    options.add(p, "dimension", default=16, between=(1, WIDEST))
    options.add(p, "other_records", among=OTHERS, default=OTHERS[0])
    options.add(p, "observed", "at most 4 by default")
    words = "with the record, and as many without; 1e6, of a function 1e5"
    options.add(p, "runs", words, between=(100, 10**7))
    options.add(p, "canaries", between=(1, CANARIES))
    options.add(p, "confidence", default=Fraction(99, 100))
    options.seed(p)


def run(arguments: argparse.Namespace) -> int:
    """Audit, print a table or JSON."""
    _check(arguments)
    return tell(arguments, _answer(arguments), _lines)


def _check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the options fit together; fill in the defaults."""
    given(arguments, ("optimizer",), "")
    optimizer = arguments.optimizer
    fits = _is_function(optimizer) or optimizer in OPTIMIZERS
    allowed = f"one of {', '.join(OPTIMIZERS)}, or FILE:FUNCTION"
    require(fits, "--optimizer", allowed, repr(optimizer))
    _check_counts(arguments)
    if arguments.canaries is not None:
        fits = _rate_is_one(arguments) and arguments.neighbouring == RELATIONS[0]
        allowed = f"left out but with all records in a batch and {RELATIONS[0]}"
        require(fits, "--canaries", allowed, arguments.canaries)
    if not _is_function(optimizer):
        _check_optimizer(arguments)
        return
    left_out(arguments, OF_METHODS, "with a function")
    if arguments.clip is None:
        arguments.clip = Fraction(1)


def _is_function(optimizer: str) -> bool:
    return ":" in optimizer


def _rate_is_one(arguments: argparse.Namespace) -> bool:
    return arguments.n in (None, arguments.batch_size)


def _check_counts(arguments: argparse.Namespace) -> None:
    """The whole numbers that limit one another."""
    B, T = arguments.batch_size, arguments.iterations
    steps = min(T, LONGEST) if _rate_is_one(arguments) else 1
    for name, least, most in (
        ("dimension", 1, WIDEST // B), ("n", B, LARGEST), ("observed", 1, steps)
    ):  # fmt: skip
        found, allowed = getattr(arguments, name), f"a whole number from {least} to {most}"
        require(found is None or least <= found <= most, f"--{name}", allowed, found)


def _check_optimizer(arguments: argparse.Namespace) -> None:
    """The options of an optimiser, with their defaults."""
    optimizer = arguments.optimizer
    if optimizer in NORMALISING:
        allowed = f"left out, or 1, with {optimizer}, whose bound is 1"
        require(arguments.clip in (None, 1), "--clip", allowed, arguments.clip)
    else:
        left_out(arguments, ("regulariser",), f"with {optimizer}")
    printed = arguments.on == "mean" or arguments.unit not in (None, "bound")
    fits = not printed or arguments.noise_multiplier is not None
    option = options.written("on" if arguments.on == "mean" else "unit")
    require(fits, option, "behind a number", "it alone")
    defaults = {
        "clip": Fraction(1),
        "regulariser": Fraction(1, 100),
        "groups": 1,
        "on": PLACES[0],
        "unit": UNITS[0],
    }
    for name, default in defaults.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, default)
    d, M = arguments.dimension, arguments.groups
    require(d % M == 0, "--groups", f"a divisor of the dimension {d}", M)
    if arguments.canaries is not None:
        on = arguments.on
        require(
            on == PLACES[0], "--canaries", "left out with noise on the mean", arguments.canaries
        )
        alone = M == 1 or arguments.canaries <= d // M
        require(alone, "--canaries", f"at most the size {d // M} of a group", arguments.canaries)


def _answer(arguments: argparse.Namespace) -> dict[str, Any]:
    from dptheory.auditing import Claim, audit, audit_one_run
    from dptheory.auditing.many_runs import verdict
    from dptheory.privacy.neighbouring import Neighbouring

    claim = Claim(
        float(arguments.epsilon),
        float(arguments.delta),
        arguments.iterations,
        arguments.batch_size,
        arguments.n,
        Neighbouring(arguments.neighbouring),
    )
    step: Any = None
    clip, multiplier = None, None
    if _is_function(arguments.optimizer):
        step, clip = _function(arguments.optimizer), float(arguments.clip)
    else:
        step = _method(arguments, claim)
        multiplier = step.noise.noise_multiplier
    confidence, seed = float(arguments.confidence), arguments.seed
    with shown() as report:
        found = audit(
            step,
            claim,
            clip=clip,
            dimension=arguments.dimension,
            other_records=arguments.other_records,
            observed=arguments.observed,
            draws=arguments.runs,
            confidence=confidence,
            seed=seed,
            report=report,
        )
        one = None
        if arguments.canaries is not None:
            m = arguments.canaries
            one = audit_one_run(
                step, claim, canaries=m, clip=clip, confidence=confidence, seed=seed
            )
    seen = max(found.epsilon, 0.0 if one is None else one.epsilon)
    return {
        "step": arguments.optimizer,
        "epsilon": claim.epsilon,
        "delta": claim.delta,
        "iterations": claim.iterations,
        "batch_size": claim.batch_size,
        "n": claim.batch_size if claim.n is None else claim.n,
        "neighbouring": arguments.neighbouring,
        "noise_multiplier": multiplier,
        "account": None if found.account is None else finite(found.account),
        "confidence": confidence,
        "observed": found.observed,
        "mu": found.mu,
        "seen": [
            {
                "by": by,
                "epsilon": finite(bound.epsilon),
                "threshold": bound.threshold,
                "false_alarms": bound.false_alarms,
                "misses": bound.misses,
                "draws": bound.draws,
            }
            for by, bound in (("gaussian", found.gaussian), ("plain", found.plain))
        ],
        "one_run": None
        if one is None
        else {
            "epsilon": one.epsilon,
            "canaries": one.canaries,
            "guesses": one.guesses,
            "right": one.right,
        },
        "exceeded": seen > claim.epsilon,
        "sentence": verdict(seen, claim.epsilon),
    }


def _method(arguments: argparse.Namespace, claim: Any) -> Any:
    """The optimiser that the options describe, with the smallest noise where none is given."""
    from dptheory.gradients.per_sample import PerSample
    from dptheory.gradients.perturbation import Perturbation
    from dptheory.optimizers.adam import Adam
    from dptheory.optimizers.private import Private
    from dptheory.optimizers.sgdm import Sgdm

    name, M, d = arguments.optimizer, arguments.groups, arguments.dimension
    bounds = (float(arguments.clip) / math.sqrt(M),) * M
    sizes = (d // M,) * M if M > 1 else ()
    rule = PerSample("clip", bounds, sizes)
    if name in NORMALISING:
        rule = PerSample("normalise", bounds, sizes, float(arguments.regulariser))

    def with_noise(multiplier: float) -> Private:
        noise = Perturbation(multiplier, arguments.on, arguments.unit)
        variance = noise.deviation(rule.bound, claim.batch_size) ** 2
        if name.endswith("sgd"):
            return Private(Sgdm(1.0), rule, noise)
        return Private(
            Adam(1.0, noise_variance=variance if name == "adambc" else None), rule, noise
        )

    if arguments.noise_multiplier is not None:
        return with_noise(float(arguments.noise_multiplier))
    from dptheory.privacy.noise import smallest_noise

    needed = smallest_noise(lambda z: claim.account(with_noise(z)), claim.epsilon, 1.0)
    require(bool(needed), "--epsilon", "a budget that needs some noise", arguments.epsilon)
    return with_noise(needed or 0.0)


def _function(named: str) -> Callable[..., Any]:
    """The function of a file; what it raises is said in one line.

    Raises:
        ValueError: there is no such file or function, or the file cannot be run.
    """
    import os
    import runpy

    file, _, name = named.rpartition(":")
    require(os.path.isfile(file), "--optimizer", "FILE:FUNCTION, of a file that is there", named)
    try:
        function: Any = runpy.run_path(file).get(name)
    except (Exception, SystemExit) as error:
        raise _refused("a file that Python can run", error) from error
    if not callable(function):
        raise ArgumentError(
            f"--optimizer must be FILE:FUNCTION, of a function in that file. Found {named}."
        )

    def step(*given: Any) -> Any:
        try:
            return function(*given)
        except (Exception, SystemExit) as error:
            raise _refused("a function that takes gradients and a generator", error) from error

    return step


def _refused(allowed: str, error: BaseException) -> ArgumentError:
    return ArgumentError(f"--optimizer must be {allowed}. Found {type(error).__name__}: {error}.")


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    T, B, n = answer["iterations"], answer["batch_size"], answer["n"]
    of = f"all {B} records" if n == B else f"{B} of {n} records"
    budget = f"epsilon {answer['epsilon']:g}, delta {answer['delta']:g}"
    told = [
        ("step", answer["step"]),
        ("claimed", f"{budget}, {answer['neighbouring']},"),
        ("", f"in {T} iteration{'s' * (T > 1)} on {of}"),
    ]
    if answer["noise_multiplier"] is not None:
        account, noise = digits(answer["account"], 6, "infinite"), answer["noise_multiplier"]
        told.append(("account", f"epsilon {account} at noise multiplier {noise:.6g}"))
    yield from pairs(told, 12)
    yield f"at confidence {answer['confidence']:.10g} epsilon is at least"
    words = (
        f"if the noise is Gaussian (mu at least {answer['mu']:.4g})",
        f"whatever it is, from {answer['observed']} step{'s' * (answer['observed'] > 1)} of a run",
    )
    for seen, said in zip(answer["seen"], words, strict=True):
        yield f"{digits(seen['epsilon'], 6, 'infinite'):>12}  {said}"
        alarms, misses = (seen[k] / seen["draws"] for k in ("false_alarms", "misses"))
        yield f"{'':>12}  false alarms {alarms:.4%}, misses {misses:.4%} of {seen['draws']} draws"
    if answer["one_run"] is not None:
        one = answer["one_run"]
        said = f"from one run, {one['right']} of {one['guesses']} guesses right"
        yield f"{one['epsilon']:>12.6g}  {said}, {one['canaries']} canaries"
    yield answer["sentence"]

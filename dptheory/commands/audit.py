"""``dptheory audit``: what a noisy step is seen to spend, beside what is claimed of it."""

import argparse
import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import number, require
from dptheory.commands.budget import (
    finite,
    require_iterations,
    require_positive,
    require_probability,
    whole,
)
from dptheory.errors import ArgumentError
from dptheory.progress import shown

OPTIMIZERS = ("sgd", "nsgd", "adam", "adambc", "nadam")
NORMALISING = ("nsgd", "nadam")
RELATIONS = ("add-or-remove-one", "replace-one")
OTHERS, PLACES = ("opposite", "zero"), ("sum", "mean")
UNITS = ("bound", "root-of-bound", "one")
WORDS = {"--neighbouring": RELATIONS, "--other-records": OTHERS, "--on": PLACES, "--unit": UNITS}
BETWEEN = {
    "--epsilon": (Fraction(1, 1000), Fraction(100)),
    "--delta": (Fraction(1, 10**30), Fraction(1, 2)),
    "--noise-multiplier": (Fraction(1, 1000), Fraction(10**6)),
}
LARGEST = 10**12  # records
WIDEST, LONGEST = 10**5, 1000  # numbers of a batch's gradients, steps of a run that are drawn
CANARIES = 4000
OF_METHODS = ("--noise-multiplier", "--on", "--unit", "--regulariser", "--groups")


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "audit",
        help="a lower bound of the epsilon that a noisy step really spends",
        description="Runs a step many times on the worst data, with a record and without, and says "
        "what epsilon is at least, from how often a test tells them apart: by the trade-off of "
        "Gaussian noise, and whatever the mechanism is. With n > B one step of a run is drawn on "
        "a batch that has the record. An epsilon above the claimed one is a mistake.",
    )
    names = ", ".join(OPTIMIZERS)
    p.add_argument("--optimizer", metavar="NAME", help=f"of the library: {names}")
    p.add_argument(
        "--step",
        metavar="FILE:FUNCTION",
        help="or a function of a Python file, which is run: it takes the gradients of a batch, "
        "shape (B, d), and a numpy generator, and returns their noisy sum or mean, shape (d,)",
    )
    p.add_argument("--epsilon", type=number, required=True, metavar="E", help="1/1000 to 100")
    p.add_argument("--delta", type=number, required=True, metavar="D", help="in [1e-30, 1/2]")
    p.add_argument(
        "--iterations", type=whole, default=1, metavar="T", help="of the claim (default 1)"
    )
    p.add_argument(
        "--batch-size", type=whole, default=4, metavar="B", help="records in a batch (default 4)"
    )
    p.add_argument("--n", type=whole, metavar="N", help="records, N >= B (default B)")
    p.add_argument(
        "--neighbouring",
        default=RELATIONS[0],
        metavar="HOW",
        help=f"{RELATIONS[0]} (default) or {RELATIONS[1]}",
    )
    p.add_argument("--clip", type=number, metavar="C", help="clipping norm, C > 0 (default 1)")
    p.add_argument(
        "--noise-multiplier",
        type=number,
        metavar="S",
        help="of the optimizer, 1/1000 to 1e6 (default: the smallest that the account allows)",
    )
    p.add_argument("--on", metavar="WHERE", help="noise on the sum (default) or the mean")
    p.add_argument("--unit", metavar="NAME", help=f"of noise: {', '.join(UNITS)} (default bound)")
    p.add_argument("--regulariser", type=number, metavar="R", help="of normalising (default 1/100)")
    p.add_argument("--groups", type=whole, metavar="M", help="clipped apart (default 1)")
    p.add_argument(
        "--dimension", type=whole, default=16, metavar="d", help="coordinates (default 16)"
    )
    p.add_argument(
        "--other-records", default=OTHERS[0], metavar="HOW", help="opposite (default) or zero"
    )
    p.add_argument(
        "--observed", type=whole, metavar="K", help="steps of a run that are drawn (at most 4)"
    )
    p.add_argument(
        "--draws",
        type=whole,
        metavar="X",
        help="runs with the record, and as many without (1e6, of a function 1e5)",
    )
    p.add_argument(
        "--canaries", type=whole, metavar="K", help=f"also one run with so many, 1 to {CANARIES}"
    )
    p.add_argument(
        "--confidence",
        type=number,
        default=Fraction(99, 100),
        metavar="P",
        help="of the bounds, in (0, 1) (default 0.99)",
    )
    p.add_argument("--seed", type=whole, default=0, metavar="S", help="of the draws (default 0)")
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Audit, print a table or JSON."""
    _check(arguments)
    answer = _answer(arguments)
    if arguments.json:
        print(json.dumps(answer))
    else:
        _show(answer)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Raise ValueError where an argument is out of its range; fill in the defaults."""
    optimizer, step = arguments.optimizer, arguments.step
    require((optimizer is None) != (step is None), "--optimizer", "given, or --step", optimizer)
    for option, (least, most) in BETWEEN.items():
        value = _value(arguments, option)
        fits = value is None or least <= value <= most
        require(fits, option, f"from {float(least):g} to {float(most):g}", value)
    require_iterations("--iterations", arguments.iterations)
    require_probability("--confidence", arguments.confidence)
    _check_counts(arguments)
    for option, words in WORDS.items():
        word = _value(arguments, option)
        require(word is None or word in words, option, f"one of {', '.join(words)}", word)
    if arguments.canaries is not None:
        fits = _rate_is_one(arguments) and arguments.neighbouring == RELATIONS[0]
        allowed = f"left out but with all records in a batch and {RELATIONS[0]}"
        require(fits, "--canaries", allowed, arguments.canaries)
    if step is None:
        _check_optimizer(arguments)
        return
    for option in OF_METHODS:
        require(_value(arguments, option) is None, option, "left out with --step", "it given")
    if arguments.clip is None:
        arguments.clip = Fraction(1)
    require_positive("--clip", arguments.clip)


def _value(arguments: argparse.Namespace, option: str) -> Any:
    return getattr(arguments, option[2:].replace("-", "_"))


def _rate_is_one(arguments: argparse.Namespace) -> bool:
    return arguments.n in (None, arguments.batch_size)


def _check_counts(arguments: argparse.Namespace) -> None:
    """The whole numbers."""
    B, T = arguments.batch_size, arguments.iterations
    for option, (least, most) in {
        "--batch-size": (1, WIDEST),
        "--dimension": (1, WIDEST // max(B, 1)),
        "--n": (B, LARGEST),
        "--seed": (0, 2**63),
        "--observed": (1, min(T, LONGEST) if _rate_is_one(arguments) else 1),
        "--draws": (100, 10**7),
        "--canaries": (1, CANARIES),
    }.items():
        found = _value(arguments, option)
        allowed = f"a whole number from {least} to {most}"
        require(found is None or least <= found <= most, option, allowed, found)


def _check_optimizer(arguments: argparse.Namespace) -> None:
    """The options of an optimiser, with their defaults."""
    optimizer = arguments.optimizer
    require(optimizer in OPTIMIZERS, "--optimizer", f"one of {', '.join(OPTIMIZERS)}", optimizer)
    normalises = optimizer in NORMALISING
    if normalises:
        allowed = f"left out, or 1, with {optimizer}, whose bound is 1"
        require(arguments.clip in (None, 1), "--clip", allowed, arguments.clip)
    else:
        allowed = f"left out with {optimizer}"
        require(arguments.regulariser is None, "--regulariser", allowed, arguments.regulariser)
    printed = arguments.on == "mean" or arguments.unit not in (None, "bound")
    given = not printed or arguments.noise_multiplier is not None
    option = "--on" if arguments.on == "mean" else "--unit"
    require(given, option, "given with --noise-multiplier", "it alone")
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
    require_positive("--clip", arguments.clip)
    require_positive("--regulariser", arguments.regulariser)
    d, M = arguments.dimension, arguments.groups
    require(M >= 1 and d % M == 0, "--groups", f"a divisor of the dimension {d}", M)
    if arguments.canaries is not None:
        on = arguments.on
        require(on == PLACES[0], "--canaries", "left out with --on mean", arguments.canaries)
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
    if arguments.step is not None:
        step, clip = _function(arguments.step), float(arguments.clip)
    else:
        step = _method(arguments, claim)
        multiplier = step.perturbation.noise_multiplier
    confidence, seed = float(arguments.confidence), arguments.seed
    with shown() as report:
        found = audit(
            step,
            claim,
            clip=clip,
            dimension=arguments.dimension,
            other_records=arguments.other_records,
            observed=arguments.observed,
            draws=arguments.draws,
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
        "step": arguments.step or arguments.optimizer,
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
    require(os.path.isfile(file), "--step", "FILE:FUNCTION, of a file that is there", named)
    try:
        function: Any = runpy.run_path(file).get(name)
    except (Exception, SystemExit) as error:
        raise _refused("a file that Python can run", error) from error
    if not callable(function):
        raise ArgumentError(
            f"--step must be FILE:FUNCTION, of a function in that file. Found {named}."
        )

    def step(*given: Any) -> Any:
        try:
            return function(*given)
        except (Exception, SystemExit) as error:
            raise _refused("a function that takes gradients and a generator", error) from error

    return step


def _refused(allowed: str, error: BaseException) -> ArgumentError:
    return ArgumentError(f"--step must be {allowed}. Found {type(error).__name__}: {error}.")


def _show(answer: dict[str, Any]) -> None:
    T, B, n = answer["iterations"], answer["batch_size"], answer["n"]
    of = f"all {B} records" if n == B else f"{B} of {n} records"
    print(f"{'step':>12}  {answer['step']}")
    budget = f"epsilon {answer['epsilon']:g}, delta {answer['delta']:g}"
    print(f"{'claimed':>12}  {budget}, {answer['neighbouring']},")
    print(f"{'':>12}  in {T} iteration{'s' * (T > 1)} on {of}")
    if answer["noise_multiplier"] is not None:
        account = "infinite" if answer["account"] is None else f"{answer['account']:.6g}"
        noise = answer["noise_multiplier"]
        print(f"{'account':>12}  epsilon {account} at noise multiplier {noise:.6g}")
    print(f"at confidence {answer['confidence']:.10g} epsilon is at least")
    words = (
        f"if the noise is Gaussian (mu at least {answer['mu']:.4g})",
        f"whatever it is, from {answer['observed']} step{'s' * (answer['observed'] > 1)} of a run",
    )
    for seen, said in zip(answer["seen"], words, strict=True):
        epsilon = "infinite" if seen["epsilon"] is None else f"{seen['epsilon']:.6g}"
        print(f"{epsilon:>12}  {said}")
        alarms, misses = (seen[k] / seen["draws"] for k in ("false_alarms", "misses"))
        print(f"{'':>12}  false alarms {alarms:.4%}, misses {misses:.4%} of {seen['draws']} draws")
    if answer["one_run"] is not None:
        one = answer["one_run"]
        said = f"from one run, {one['right']} of {one['guesses']} guesses right"
        print(f"{one['epsilon']:>12.6g}  {said}, {one['canaries']} canaries")
    print(answer["sentence"])

"""What several options of a command must be together, and how an answer is told."""

import argparse
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands import options
from dptheory.errors import ArgumentError
from dptheory.methods import (
    NAMES,
    Method,
    gradient,
    heavy_ball,
    momentum,
    nesterov,
    triple_momentum,
)

if TYPE_CHECKING:
    from dptheory.planning.run import StepCounts

MOST = options.LONGEST  # iterations


def require(condition: bool, option: str, allowed: str, value: Any) -> None:
    """Raise ArgumentError unless the condition holds."""
    if not condition:
        raise ArgumentError(
            f"{option} must be {allowed}. Found {'none' if value is None else value}."
        )


def exclusive(option: str, value: Any, other: str, why: str = "") -> None:
    """Raise ArgumentError if an option has a value, beside another that excludes it."""
    if value is not None:
        raise ArgumentError(f"{option} and {other} exclude each other{why and f': {why}'}.")


def left_out(arguments: argparse.Namespace, names: Iterable[str], where: str) -> None:
    """Raise ArgumentError if one of some options has a value where none may have."""
    for name in names:
        value = getattr(arguments, name)
        absent = value is None or value is False or value == []
        shown = "it given" if value is True else value
        require(absent, options.written(name), f"left out {where}", shown)


def given(arguments: argparse.Namespace, names: Iterable[str], where: str) -> None:
    """Raise ArgumentError unless every one of some options has a value."""
    allowed = f"given, {where}" if where.startswith("or ") else f"given {where}".rstrip()
    for name in names:
        value = getattr(arguments, name)
        require(value is not None, options.written(name), allowed, value)


@contextmanager
def by_option(**options: str) -> Iterator[None]:
    """What the library refuses by the name of its parameter is refused by that of the option.

    Args:
        options: of a parameter, with which the library's message begins.
    """
    try:
        yield
    except ArgumentError as error:
        name, *said = re.split(r"\b", str(error).lstrip(), maxsplit=2)[1:]
        if name not in options:
            raise
        raise ArgumentError("".join([options[name], *said])) from error


def tell(arguments: argparse.Namespace, answer: Any, lines: Callable[[Any], Iterable[str]]) -> int:
    """Print an answer as JSON or in lines; the exit status."""
    print(json.dumps(answer) if arguments.json else "\n".join(lines(answer)))
    return 0


def finite(value: float) -> float | None:
    """A number for JSON: infinite noise is null."""
    return value if math.isfinite(value) else None


def maybe(value: Fraction | None) -> float | None:
    """A number that may not be given, as a float."""
    return None if value is None else float(value)


def check_class(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless mu <= smoothness."""
    mu, smoothness = arguments.mu, arguments.smoothness
    require(smoothness >= mu, "--smoothness", f"at least mu = {mu}", smoothness)


def check_batch(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless a batch has 1 to n records; it has all where none is given."""
    n = arguments.n
    if arguments.batch_size is None:
        arguments.batch_size = n
    batch = arguments.batch_size
    require(1 <= batch <= n, "--batch-size", f"a whole number from 1 to n = {n}", batch)


def add_epochs(parser: Any, required: bool = False) -> None:
    """The options --epochs and --drop-last."""
    words = "T = E ceil(N/B) iterations, as a loader makes them, rounded up"
    options.add(parser, "epochs", words, required=required)
    options.flag(parser, "drop_last", "T = E floor(N/B), rounded up")


def step_counts(arguments: argparse.Namespace) -> "StepCounts":
    """The iterations of the epochs by every way to count them."""
    from dptheory.planning.run import step_counts

    return step_counts(arguments.n, arguments.batch_size, arguments.epochs)


def iterations_of_epochs(arguments: argparse.Namespace) -> int:
    """T of the loader; raises ArgumentError unless it is from 1 to ``MOST``."""
    counts = step_counts(arguments)
    T = counts.drop_last if arguments.drop_last else counts.loader
    allowed = f"such that the loader makes 1 to {MOST} steps"
    require(1 <= T <= MOST, "--epochs", allowed, arguments.epochs)
    return T


def add_method(parser: Any, decades: int = options.FAR) -> None:
    """The options of a method of the momentum family."""
    options.add(parser, "method", among=NAMES, default="heavy-ball")
    options.add(parser, "alpha", decades=decades)
    options.add(parser, "beta", decades=decades)
    options.add(parser, "extrapolation", "of method momentum", decades=decades)


def method_of(arguments: argparse.Namespace) -> Method:
    """The method that the options describe; options that the method fixes may be left out.

    Raises:
        ArgumentError: an option is missing, or not the one that the method fixes.
    """
    name, mu, smoothness = arguments.method, arguments.mu, arguments.smoothness
    alpha, beta, eta = arguments.alpha, arguments.beta, arguments.extrapolation
    if name == "triple-momentum":
        words = f"with {name}, which derives it from mu and L"
        left_out(arguments, ("alpha", "beta", "extrapolation"), words)
        # Where its momentum is 1 in floating point, it is none.
        allowed = f"at most 1e30 times mu with {name}"
        require(smoothness <= 10**30 * mu, "--smoothness", allowed, smoothness)
        return triple_momentum(mu, smoothness)
    given(arguments, ("alpha",) if name == "gradient" else ("alpha", "beta"), f"with {name}")
    beta = Fraction(0) if beta is None else beta
    if name == "momentum":
        given(arguments, ("extrapolation",), f"with {name}")
        return momentum(alpha, beta, eta)
    fixed = beta if name == "nesterov" else Fraction(0)
    require(eta is None or eta == fixed, "--extrapolation", f"{fixed} with {name}", eta)
    if name == "gradient":
        require(beta == 0, "--beta", f"0 with {name}", beta)
        return gradient(alpha)
    return heavy_ball(alpha, beta) if name == "heavy-ball" else nesterov(alpha, beta)

"""Arguments that several subcommands share: exact numbers, the method, the function class."""

import argparse
from fractions import Fraction
from typing import Any

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
from dptheory.numbers import WRITTEN, exact

DECADES = 300  # of exact numbers that are shown as floats
MOST = Fraction(10**DECADES)


class Typed(Fraction):
    """A number that is shown as it was typed; what is computed from it is a Fraction."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, *typed: Any) -> Any:
        """Read a text exactly; anything else makes a Fraction (as methods of Fraction do)."""
        if len(typed) != 1 or not isinstance(typed[0], str):
            return Fraction(*typed)
        self = super().__new__(cls, typed[0])
        self.text = typed[0].strip()
        return self

    def __str__(self) -> str:
        return self.text


def number(text: str) -> Fraction:
    """A decimal (``0.1``, ``1e-3``) or a rational (``2/11``), read exactly.

    Raises:
        argparse.ArgumentTypeError: anything else, NaN and infinities included.
    """
    try:
        exact(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"must be a finite decimal or rational number {WRITTEN}. Found {text[:60]!r}."
        ) from error
    typed: Fraction = Typed(text)
    return typed


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


def check_positive(option: str, value: Fraction | None, decades: int = DECADES) -> None:
    """Raise ValueError unless a number was given, from 10^-decades to 10^decades."""
    fits = value is not None and Fraction(1, 10**decades) <= value <= 10**decades
    require(fits, option, f"positive (between 1e-{decades} and 1e{decades})", value)


def add_class(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """The options --mu and --smoothness."""
    for option, letter, words in (
        ("--mu", "M", "strong convexity, M from 1e-300"),
        ("--smoothness", "L", "from mu to 1e300"),
    ):
        parser.add_argument(option, type=number, required=required, metavar=letter, help=words)


def check_class(mu: Fraction, smoothness: Fraction) -> None:
    """Raise ValueError unless 0 < mu <= smoothness, within the range of floats."""
    check_positive("--mu", mu)
    check_positive("--smoothness", smoothness)
    require(smoothness >= mu, "--smoothness", f"at least mu = {mu}", smoothness)


def method_of(
    name: str,
    alpha: Fraction | None,
    beta: Fraction | None,
    eta: Fraction | None,
    mu: Fraction,
    smoothness: Fraction,
) -> Method:
    """The method that the options describe; options that the method fixes may be left out.

    Raises:
        ValueError: an option is missing, out of its range, or not the one that the method fixes.
    """
    require(name in NAMES, "--method", f"one of {', '.join(NAMES)}", repr(name))
    if name == "triple-momentum":
        allowed = f"left out with {name}, which derives it from mu and L"
        for option, value in (("--alpha", alpha), ("--beta", beta), ("--extrapolation", eta)):
            require(value is None, option, allowed, value)
        # Where its momentum is 1 in floating point, it is none.
        allowed = f"at most 1e30 times mu with {name}"
        require(smoothness <= 10**30 * mu, "--smoothness", allowed, smoothness)
        return triple_momentum(mu, smoothness)
    require(alpha is not None, "--alpha", f"given with {name}: a number > 0", alpha)
    check_positive("--alpha", alpha)
    given = beta is not None or name == "gradient"
    require(given, "--beta", f"given with {name}: a number in [0, 1)", beta)
    beta = Fraction(0) if beta is None else beta
    require(0 <= beta < 1, "--beta", "in [0, 1)", beta)
    require(eta is None or 0 <= eta <= MOST, "--extrapolation", "from 0 to 1e300", eta)
    if name == "momentum":
        require(eta is not None, "--extrapolation", f"given with {name}: a number >= 0", eta)
        return momentum(alpha, beta, eta)
    fixed = beta if name == "nesterov" else Fraction(0)
    require(eta is None or eta == fixed, "--extrapolation", f"{fixed} with {name}", eta)
    if name == "gradient":
        require(beta == 0, "--beta", f"0 with {name}", beta)
        return gradient(alpha)
    return heavy_ball(alpha, beta) if name == "heavy-ball" else nesterov(alpha, beta)

"""Arguments that several subcommands share: exact numbers, the method, the function class."""

import argparse
import re
from fractions import Fraction
from typing import Any

from dptheory.methods import (
    NAMES,
    Method,
    gradient,
    heavy_ball,
    momentum,
    nesterov,
    triple_momentum,
)

LARGEST_EXPONENT, LONGEST = 999, 400
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
    exponent = re.search(r"e([+-]?\d+)\s*$", text, re.IGNORECASE)
    try:
        plain = text.isascii() and "_" not in text and len(text) <= LONGEST
        if not plain or (exponent and abs(int(exponent[1])) > LARGEST_EXPONENT):
            raise OverflowError
        typed: Fraction = Typed(text)
        return typed
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        within = f"of at most {LONGEST} characters, with an exponent up to {LARGEST_EXPONENT}"
        raise argparse.ArgumentTypeError(
            f"must be a finite decimal or rational number {within}. Found {text[:60]!r}."
        ) from error


def check_positive(option: str, value: Fraction | None, decades: int = DECADES) -> None:
    """Raise ValueError unless a number was given, from 10^-decades to 10^decades."""
    if value is None or not Fraction(1, 10**decades) <= value <= 10**decades:
        found = "none" if value is None else value
        within = f"between 1e-{decades} and 1e{decades}"
        raise ValueError(f"{option} must be positive ({within}). Found {found}.")


def add_class(parser: argparse.ArgumentParser) -> None:
    """The options --mu and --smoothness."""
    parser.add_argument(
        "--mu", type=number, required=True, metavar="M", help="strong convexity, M from 1e-300"
    )
    parser.add_argument(
        "--smoothness", type=number, required=True, metavar="L", help="from mu to 1e300"
    )


def check_class(mu: Fraction, smoothness: Fraction) -> None:
    """Raise ValueError unless 0 < mu <= smoothness, within the range of floats."""
    check_positive("--mu", mu)
    check_positive("--smoothness", smoothness)
    if smoothness < mu:
        raise ValueError(f"--smoothness must be at least mu = {mu}. Found {smoothness}.")


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
    if name not in NAMES:
        raise ValueError(f"--method must be one of {', '.join(NAMES)}. Found {name!r}.")
    if name == "triple-momentum":
        for option, value in (("--alpha", alpha), ("--beta", beta), ("--eta", eta)):
            if value is not None:
                raise ValueError(
                    f"{option} must be left out with triple-momentum, which derives it from mu "
                    f"and L. Found {value}."
                )
        # Where its momentum is 1 in floating point, it is none.
        allowed = "at most 1e30 times mu with triple-momentum"
        if smoothness > 10**30 * mu:
            raise ValueError(f"--smoothness must be {allowed}. Found {smoothness}.")
        return triple_momentum(mu, smoothness)
    if alpha is None:
        raise ValueError(f"--alpha must be given with {name}: a number > 0. Found none.")
    check_positive("--alpha", alpha)
    if beta is None and name != "gradient":
        raise ValueError(f"--beta must be given with {name}: a number in [0, 1). Found none.")
    beta = Fraction(0) if beta is None else beta
    if not 0 <= beta < 1:
        raise ValueError(f"--beta must be in [0, 1). Found {beta}.")
    if eta is not None and not 0 <= eta <= MOST:
        raise ValueError(f"--eta must be from 0 to 1e300. Found {eta}.")
    if name == "momentum":
        if eta is None:
            raise ValueError("--eta must be given with momentum: a number >= 0. Found none.")
        return momentum(alpha, beta, eta)
    fixed = beta if name == "nesterov" else Fraction(0)
    if eta is not None and eta != fixed:
        raise ValueError(f"--eta must be {fixed} with {name}. Found {eta}.")
    if name == "gradient":
        if beta != 0:
            raise ValueError(f"--beta must be 0 with gradient. Found {beta}.")
        return gradient(alpha)
    return heavy_ball(alpha, beta) if name == "heavy-ball" else nesterov(alpha, beta)

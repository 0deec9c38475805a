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

LARGEST_EXPONENT = 9999


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
        if exponent and abs(int(exponent[1])) > LARGEST_EXPONENT:
            raise OverflowError
        typed: Fraction = Typed(text)
        return typed
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        within = f"with an exponent of at most {LARGEST_EXPONENT}"
        raise argparse.ArgumentTypeError(
            f"must be a finite decimal or rational number, {within}. Found {text[:60]!r}."
        ) from error


def add_class(parser: argparse.ArgumentParser) -> None:
    """The options --mu and --smoothness."""
    parser.add_argument(
        "--mu", type=number, required=True, metavar="M", help="strong convexity, M > 0"
    )
    parser.add_argument(
        "--smoothness", type=number, required=True, metavar="L", help="smoothness L >= mu"
    )


def check_class(mu: Fraction, smoothness: Fraction) -> None:
    """Raise ValueError unless 0 < mu <= smoothness."""
    if mu <= 0:
        raise ValueError(f"--mu must be positive. Found {mu}.")
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
        return triple_momentum(mu, smoothness)
    if alpha is None:
        raise ValueError(f"--alpha must be given with {name}: a number > 0. Found none.")
    if alpha <= 0:
        raise ValueError(f"--alpha must be positive. Found {alpha}.")
    if beta is None and name != "gradient":
        raise ValueError(f"--beta must be given with {name}: a number in [0, 1). Found none.")
    beta = Fraction(0) if beta is None else beta
    if not 0 <= beta < 1:
        raise ValueError(f"--beta must be in [0, 1). Found {beta}.")
    if eta is not None and eta < 0:
        raise ValueError(f"--eta must be at least 0. Found {eta}.")
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

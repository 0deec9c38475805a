"""Arguments that several subcommands share: exact numbers, the method, the function class."""

import argparse
from fractions import Fraction

from dptheory.methods import (
    NAMES,
    Method,
    gradient,
    heavy_ball,
    momentum,
    nesterov,
    triple_momentum,
)


def number(text: str) -> Fraction:
    """A decimal (``0.1``, ``1e-3``) or a rational (``2/11``), read exactly.

    Raises:
        argparse.ArgumentTypeError: anything else, NaN and infinities included.
    """
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise argparse.ArgumentTypeError(
            f"must be a finite decimal or rational number. Found {text!r}."
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

"""Arguments of the subcommands that spend a privacy budget: whole numbers, data, ranges."""

import argparse
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands.arguments import check_positive, number, require

if TYPE_CHECKING:
    from dptheory.planning.run import StepCounts

DECADES = 40  # of what enters bounds, so that their powers and products are floats
LARGEST = 10**15  # records, dimensions
MOST = 10**7  # iterations: their schedule is held in memory


def whole(text: str) -> int:
    """A whole number, also written as ``1e5``.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    value = number(text)
    if value.denominator != 1:
        raise argparse.ArgumentTypeError(f"must be a whole number. Found {text!r}.")
    return int(value)


def add_data(parser: argparse.ArgumentParser, required: bool = True) -> None:
    """The options --n and --sensitivity."""
    parser.add_argument("--n", type=whole, required=required, metavar="N", help="records, N >= 1")
    parser.add_argument(
        "--sensitivity",
        type=number,
        required=required,
        metavar="S",
        help="largest L1 distance of two per-sample gradients, S > 0",
    )


def check_data(arguments: argparse.Namespace) -> None:
    """Raise ValueError unless records and sensitivity are in range; the batch may be left out."""
    require_count("--n", arguments.n)
    if arguments.batch_size is None:
        arguments.batch_size = arguments.n
    allowed = f"a whole number from 1 to n = {arguments.n}"
    require(1 <= arguments.batch_size <= arguments.n, "--batch-size", allowed, arguments.batch_size)
    require_positive("--sensitivity", arguments.sensitivity)


def add_epochs(parser: argparse.ArgumentParser, required: bool = False) -> None:
    """The options --epochs and --drop-last."""
    parser.add_argument(
        "--epochs",
        type=number,
        required=required,
        metavar="E",
        help="T = E ceil(N/B) iterations, as a loader makes them, rounded up",
    )
    parser.add_argument(
        "--drop-last",
        action="store_true",
        help="of a loader that drops the shorter last batch: T = E floor(N/B), rounded up",
    )


def step_counts(arguments: argparse.Namespace) -> "StepCounts":
    """The iterations of the epochs by every way to count them."""
    from dptheory.planning.run import step_counts

    return step_counts(arguments.n, arguments.batch_size, arguments.epochs)


def iterations_of_epochs(arguments: argparse.Namespace) -> int:
    """T of the loader; raises ValueError unless it is from 1 to ``MOST``."""
    require_positive("--epochs", arguments.epochs)
    counts = step_counts(arguments)
    T = counts.drop_last if arguments.drop_last else counts.loader
    allowed = f"such that the loader makes 1 to {MOST} steps"
    require(1 <= T <= MOST, "--epochs", allowed, arguments.epochs)
    return T


def require_positive(option: str, value: Fraction | None) -> None:
    """Raise ValueError unless a number was given, positive and far from the ends of floats."""
    check_positive(option, value, DECADES)


def require_count(option: str, value: int) -> None:
    """Raise ValueError unless a number of records or dimensions is from 1 to ``LARGEST``."""
    require(1 <= value <= LARGEST, option, "a whole number from 1 to 1e15", value)


def require_iterations(option: str, value: int | None) -> None:
    """Raise ValueError unless a number of iterations was given, from 1 to ``MOST``."""
    given = value is not None and 1 <= value <= MOST
    require(given, option, f"a whole number from 1 to {MOST}", value)


def require_probability(option: str, value: Fraction | None) -> None:
    """Raise ValueError unless the number is in (0, 1), also as a float."""
    fits = value is not None and Fraction(1, 10**100) <= value < 1 and float(value) < 1
    require(fits, option, "in (0, 1), and at least 1e-100", value)


def shown(value: Any) -> str:
    """A value as commands print it: numbers with ten digits, so that every machine agrees."""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def finite(value: float) -> float | None:
    """A number for JSON: infinite noise is null."""
    return value if math.isfinite(value) else None

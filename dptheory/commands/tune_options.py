"""The options of ``dptheory tune`` for a linear model at hand, and what they may be."""

import argparse

from dptheory.commands import records
from dptheory.commands.arguments import exclusive, number, require
from dptheory.commands.budget import require_count, require_positive, require_probability, whole
from dptheory.errors import ArgumentError

LOSSES = "logistic", "quadratic"
SOURCES = "data", "public", "surrogate"
# What belongs to a model at hand alone.
OPTIONS = (
    "--label", "--names", "--regularisation", "--radius-l1", "--radius-l2", "--scale-rows",
    "--label-bound", "--clip", "--picture",
)  # fmt: skip
AUTO = "auto"
MOST_RECORDS = 10**7
WIDEST = 10**4  # dimensions
LIMIT, MOST_ITERATIONS = 10**4, 10**5  # where none is given, and at most


def add_options(p: argparse.ArgumentParser) -> None:
    """The options of a problem at hand."""
    group = p.add_argument_group(
        "a linear model at hand",
        "F is the mean loss of the records plus lambda |x|^2, the start 0. The choice is made by "
        "prediction; objective perturbation is a row beside output perturbation.",
    )
    source = group.add_mutually_exclusive_group()
    source.add_argument("--data", metavar="FILE", help="the private records, .npz or CSV")
    source.add_argument("--public", metavar="FILE", help="records like them that are public")
    source.add_argument(
        "--surrogate", action="store_true", help="no records: drawn from the constants"
    )
    records.add_options(group)
    group.add_argument("--loss", default="logistic", metavar="LOSS", help=" or ".join(LOSSES))
    group.add_argument(
        "--regularisation", type=number, metavar="LAMBDA", help="of the penalty, LAMBDA > 0"
    )
    group.add_argument("--radius-l1", type=number, metavar="R", help="L1 length of a record")
    group.add_argument("--radius-l2", type=number, metavar="R", help="L2 length of a record")
    group.add_argument(
        "--scale-rows", action="store_true", help="shorten longer records, each by itself"
    )
    group.add_argument(
        "--label-bound", type=number, metavar="B", help="of |label|, quadratic loss (default 1)"
    )
    group.add_argument(
        "--batch-size", metavar="M", help="records in a batch, or auto (default all)"
    )
    group.add_argument("--clip", metavar="C", help="of a record's gradient, or auto (default none)")
    group.add_argument("--seed", type=whole, default=0, metavar="S", help="of the runs' noise")
    group.add_argument("--picture", metavar="FILE", help="errors over iterations, .png")


def source_of(arguments: argparse.Namespace) -> str | None:
    """Which kind of data was given, if any."""
    return next((name for name in SOURCES if getattr(arguments, name)), None)


def check(arguments: argparse.Namespace) -> None:
    """Raise ValueError where an argument is out of its range."""
    loss = arguments.loss
    require(loss in LOSSES, "--loss", " or ".join(LOSSES), repr(loss))
    require_positive("--regularisation", arguments.regularisation)
    radii = arguments.radius_l1, arguments.radius_l2
    given = any(r is not None for r in radii)
    require(given, "--radius-l2", "given (or --radius-l1): it is public", None)
    for option, radius in zip(("--radius-l1", "--radius-l2"), radii, strict=True):
        if radius is not None:
            require_positive(option, radius)
    if arguments.label_bound is not None:
        require(loss == "quadratic", "--label-bound", "left out but with --loss quadratic", loss)
        require_positive("--label-bound", arguments.label_bound)
    clipped = loss == "logistic" or arguments.clip is not None
    require(clipped, "--clip", "given with --loss quadratic: its slope has no bound", None)
    require_positive("--epsilon", arguments.epsilon)
    if arguments.delta is not None:
        require_probability("--delta", arguments.delta)
    if arguments.max_iterations is not None:
        limit, allowed = arguments.max_iterations, f"from 1 to {MOST_ITERATIONS} for a linear model"
        require(1 <= limit <= MOST_ITERATIONS, "--max-iterations", allowed, limit)
    require(0 <= arguments.seed < 2**62, "--seed", "from 0 to 2^62 - 1", arguments.seed)
    for option in ("mu", "smoothness", "sensitivity", "sensitivity_l2", "gap"):
        name, value = "--" + option.replace("_", "-"), getattr(arguments, option)
        require(value is None, name, "left out: data and radius give it", value)
    if arguments.surrogate:
        for name, value in (("--label", arguments.label), ("--names", arguments.names)):
            exclusive(name, value, "--surrogate", "no file is read")
        for name, value, most in (
            ("--n", arguments.n, MOST_RECORDS),
            ("--dimension", arguments.dimension, WIDEST),
        ):
            fits = value is not None and 1 <= value <= most
            require(fits, name, f"with --surrogate a whole number from 1 to {most}", value)
        return
    require(arguments.dimension is None, "--dimension", "left out: the file has it", "it given")
    if arguments.n is not None:
        exclusive("--n", arguments.data, "--data", "the file has it")
        require_count("--n", arguments.n)


def counted(option: str, text: str | None, words: str = "") -> int | None:
    """A whole number that an option with other words gives; None where it is not given."""
    try:
        return None if text is None else whole(text)
    except argparse.ArgumentTypeError as error:
        raise ArgumentError(f"{option} must be {words}a whole number. Found {text}.") from error

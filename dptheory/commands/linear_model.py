"""The options of a linear model, and its records from a file."""

import argparse
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.commands import options, records
from dptheory.commands.arguments import given, require

if TYPE_CHECKING:
    from dptheory.prediction.linear_models import LinearModel
    from dptheory.problems.columns import Column
    from dptheory.problems.files import Records

LOSSES = "logistic", "quadratic"
AUTO = "auto"
SLACK = 1 + 1e-9  # of a record's length, for rounding


def add(p: Any, losses: bool = True) -> None:
    """Ridge, and what is known of every record; the loss, or the logistic one."""
    records.add_options(p)
    options.text(p, "positive", "default: the second of two labels")
    options.text(p, "ranges", "CSV; the columns are scaled by them", metavar="FILE")
    if losses:
        words = f"here of |x|^2; several with commas, or {AUTO}: by held-out records"
        options.add(p, "regularisation", words, within="> 0", read=penalties)
    else:
        options.add(p, "regularisation", "here of |x|^2", within="> 0")
    options.add(p, "radius_l1")
    options.add(p, "radius_l2")
    options.flag(p, "scale_rows", "each longer record by itself")
    p.set_defaults(loss=LOSSES[0], label_bound=None)
    if losses:
        options.add(p, "loss", among=LOSSES, default=LOSSES[0])
        options.add(p, "label_bound", "quadratic loss, default 1")


def penalties(text: str) -> Any:
    """A number > 0, several with commas as a list, or auto as an empty list."""
    if text == AUTO:
        return []
    found = [options.number(word) for word in text.split(",")]
    least, most = Fraction(1, 10**options.DECADES), Fraction(10**options.DECADES)
    if not all(least <= value <= most for value in found):
        raise argparse.ArgumentTypeError(
            f"must be positive (between 1e-{options.DECADES} and 1e{options.DECADES}), each of "
            f"several, or {AUTO}. Found {text}."
        )
    return found if len(found) > 1 else found[0]


def check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the model's options fit together."""
    given(arguments, ("regularisation",), "with records")
    known = [arguments.radius_l1, arguments.radius_l2, arguments.ranges] != [None] * 3
    require(known, "--ranges", "given (or --radius-l2, --radius-l1): it is public", None)
    quadratic = arguments.loss == "quadratic"
    require(
        not quadratic or arguments.positive is None,
        "--positive",
        "left out but with labels of classes",
        arguments.positive,
    )
    if arguments.label_bound is not None:
        allowed = "left out but with quadratic"
        require(arguments.loss == "quadratic", "--loss label-bound", allowed, arguments.loss)


def first_penalty(arguments: argparse.Namespace) -> float:
    """The weight of the penalty; where there are several, one to begin with."""
    given = arguments.regularisation
    return float(([*given, 1] if isinstance(given, list) else [given])[0])


def label_bound(arguments: argparse.Namespace) -> float:
    """Of |label|, quadratic loss."""
    return float(arguments.label_bound or 1)


def columns(arguments: argparse.Namespace) -> "tuple[Column, ...] | None":
    """The columns that --ranges names, None without it."""
    from dptheory.problems.columns import read_ranges

    given = arguments.ranges
    return None if given is None else read_ranges("--ranges", Path(given))


def radii(arguments: argparse.Namespace, d: int) -> tuple[float, float]:
    """The L1 and L2 radius; where one is not given, what the other allows, or the ranges."""
    l1, l2 = arguments.radius_l1, arguments.radius_l2
    if arguments.ranges is not None:
        l2 = min(math.sqrt(d), math.inf if l2 is None else l2)
    if l1 is None:
        return math.sqrt(d) * float(l2), float(l2)
    longest = float(l1) if l2 is None else min(float(l1), float(l2))
    return min(float(l1), math.sqrt(d) * longest), longest


def read(option: str, arguments: argparse.Namespace) -> "Records":
    """The records of the file that an option names, with labels as the loss wants them.

    With --ranges its columns are scaled by them, and the last one is constant.
    """
    from dptheory.problems.columns import scaled
    from dptheory.problems.files import Wanted

    wanted = Wanted.SIGNS if arguments.loss == "logistic" else Wanted.NUMBERS
    ranges = columns(arguments)
    if ranges is None:
        return records.records_of(option, arguments, wanted, positive=arguments.positive)
    names = [column.name for column in ranges]
    found = records.records_of(option, arguments, wanted, names, arguments.positive)
    return replace(found, features=scaled(found.features, ranges))


def model_of(arguments: argparse.Namespace, found: "Records") -> "LinearModel":
    """The model of records within the radius that is stated.

    Raises:
        ArgumentError: a record is longer, or a label larger.
    """
    import numpy as np

    from dptheory.prediction import linear_models
    from dptheory.prediction.surrogates import within

    features, labels = found.features, found.labels
    l1, l2 = radii(arguments, features.shape[1])
    if arguments.scale_rows:
        features = within(features, l1, l2)
    long = (np.abs(features).sum(axis=1) > l1 * SLACK) | (
        np.linalg.norm(features, axis=1) > l2 * SLACK
    )
    option = "--radius-l2" if arguments.radius_l2 is not None else "--radius-l1"
    allowed = "a bound of every record (or give --ranges, or add --scale-rows)"
    require(not long.any(), option, allowed, f"{int(long.sum())} longer records")
    if arguments.loss == "quadratic":
        larger = int((np.abs(labels) > label_bound(arguments)).sum())
        require(
            larger == 0, "--loss label-bound", "at least every |label|", f"{larger} larger labels"
        )
    loss = linear_models.LOSSES[arguments.loss]
    return linear_models.LinearModel(features, labels, first_penalty(arguments), loss)

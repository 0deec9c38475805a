"""The sentence to publish: what an account says, of whom, and by what."""

import argparse
import math
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Any

import dptheory
from dptheory.numbers import Number

WIDE = 80
DIGITS = 4
DRAWN = {
    "poisson": "Poisson batches",
    "without-replacement": "batches of a fixed size, each drawn without replacement",
    "shuffled": "batches of epochs that are shuffled",
}
ORDERED = "batches that come in the same order in each epoch"
NOISE = {
    "gaussian": "Gaussian noise",
    "laplace": "Laplace noise",
    "tree": "Gaussian noise on a tree over the batches of each epoch",
    "banded": "banded matrix noise, of columns of norm 1 and at most an epoch's steps long,",
    "gaussian and count": "Gaussian noise on the sum and on the count that the clip follows",
}
CHANGED = {"replace-one": "replaced", "add-or-remove-one": "added or removed"}


@dataclass(frozen=True)
class Statement:
    """What may be published of a run.

    Attributes:
        epsilon, delta: rounded up.
        unit: record, or user.
        records_per_user: the most records of a user; 1 for records and for clients.
        neighbouring, mechanism, sampling, released, accountant, version: what the numbers rest on.
    """

    epsilon: float
    delta: float
    unit: str
    records_per_user: int
    neighbouring: str
    mechanism: str
    sampling: str
    released: str
    accountant: str
    version: str

    @property
    def sentence(self) -> str:
        """The statement in words."""
        k = self.records_per_user
        drawn = ORDERED if self.mechanism == "banded" else DRAWN[self.sampling]
        who = f"{self.unit} with at most {k} records" if k > 1 else self.unit
        return (
            f"({self.epsilon:g}, {self.delta:g})-differential privacy of {self.released}, for one "
            f"{who} {CHANGED[self.neighbouring]} ({self.neighbouring}), by "
            f"ideal {NOISE[self.mechanism]} and {drawn}. Account: "
            f"{self.accountant}, dptheory {self.version}."
        )


def statements(arguments: argparse.Namespace, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """One for each way of drawing batches that has an epsilon; for JSON."""
    rows: dict[str, dict[str, Any]] = {}
    for row in answer["accounts"]:
        rows.setdefault(row["sampling"], row)
    found = []
    earlier = len(answer["earlier_phases"])
    all_of_them = f"all iterates of {earlier + 1} phases" if earlier else "all iterates"
    for sampling, first in rows.items():
        epsilon, by, released = first["epsilon"], first["accountant"], all_of_them
        for kind in ("last_iterate", "choosing"):
            for row in answer.get(kind, []):
                if row["sampling"] == sampling:
                    epsilon, by, released = _special(kind, row)
        if epsilon is None:
            continue
        made = Statement(
            rounded_up(epsilon, DIGITS),
            rounded_up(arguments.delta, DIGITS),
            arguments.protected,
            arguments.records_per_user,
            first["neighbouring"],
            "gaussian and count" if math.isfinite(arguments.count_std) else arguments.mechanism,
            sampling,
            released,
            by,
            dptheory.__version__,
        )
        found.append(asdict(made) | {"sentence": made.sentence})
    return found


def _special(kind: str, row: dict[str, Any]) -> tuple[float | None, str, str]:
    """Epsilon, account and release of the last iterate, or of the best of several runs."""
    if kind == "last_iterate":
        released = f"the last iterate alone ({row['losses']})"
        return row["epsilon"], "a bound for contracting steps", released
    by = "privacy profiles" if row["epsilon"] == row["profiles"] else "Renyi divergence"
    return row["epsilon"], by, f"the best of K runs ({row['law']}, mean {row['mean']:g})"


def rounded_up(value: Number, digits: int) -> float:
    """The least decimal of so many digits that is not below a finite number."""
    exact = Fraction(value)
    ceiling = Context(prec=digits, rounding=ROUND_CEILING)
    return float(ceiling.divide(Decimal(exact.numerator), Decimal(exact.denominator)))


def lines(found: list[dict[str, Any]]) -> Iterator[str]:
    """The sentences."""
    if found:
        yield "to publish, the sentence of your batches:" if len(found) > 1 else "to publish:"
    for one in found:
        yield textwrap.fill(one["sentence"], WIDE, initial_indent="  ", subsequent_indent="  ")

"""Behavioural claims: statistic, cells and margin are fixed before the simulation."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from verify.display.cells import against
from verify.language.statement import Behaviour, Statement, demanded, strict
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome

LEAST_DATA_SETS = 20


@dataclass(frozen=True, kw_only=True)
class Ratio:
    """The ratio of two statistics in a cell.

    Attributes:
        value: the estimate. low, high: an interval for the truth; equal to it for exact values.
        data_sets: how many data sets were drawn, or None where the sentence names one.
        asymptotic: the interval rests on a limit theorem.
        method: how the interval was found.
    """

    value: float
    low: float
    high: float
    data_sets: int | None
    asymptotic: bool = False
    method: str = "exact"

    def __post_init__(self) -> None:
        numbers = (self.low, self.value, self.high)
        if not all(math.isfinite(x) for x in numbers) or not self.low <= self.value <= self.high:
            raise ValueError(f"a ratio must be finite with low <= value <= high. Found {numbers}.")


def examine(statement: Statement, a: Behaviour, context: Context) -> Finding:
    """Whether the ratio lies, in every cell, where the word says."""
    least, most = demanded(a.word)
    ratios: dict[str, Ratio] = {}
    for cell in a.cells:
        ratio = a.ratio.function(cell, context)
        if not isinstance(ratio, Ratio):
            raise TypeError(f"a behaviour's ratio must be a Ratio. Found {ratio!r}.")
        ratios[cell] = ratio

    def above(x: float) -> bool:
        return x >= most if strict(a.word) else x > most

    failed = [c for c, r in ratios.items() if r.high < least or above(r.low)]
    unclear = [c for c, r in ratios.items() if c not in failed and (r.low < least or above(r.high))]
    few = [
        c for c, r in ratios.items() if r.data_sets is not None and r.data_sets < LEAST_DATA_SETS
    ]
    shown = (failed or unclear or list(a.cells))[:4]
    good = len(a.cells) - len(failed) - len(unclear)
    count = f"all {good} cases" if 1 < good == len(a.cells) else f"{good} of {len(a.cells)} cases"
    values = [f"{ratios[c].value:.4g} in {against(c)}" for c in shown]
    values += ["..."] * (len(failed or unclear or a.cells) > len(shown))
    text = f"it holds in {count}; {'elsewhere ' * bool(failed)}$Q$ is {'; '.join(values)}"
    sampled = any(r.low != r.high for r in ratios.values())
    if sampled:
        methods = sorted({r.method for r in ratios.values() if r.low != r.high})
        text += f"; each on {_drawn(ratios.values())} ({'; '.join(methods)})"
    outcome = Outcome.HOLDS
    if failed:
        outcome = Outcome.FAILS
    elif unclear or few:
        outcome = Outcome.INCONCLUSIVE
        text += f"; fewer than {LEAST_DATA_SETS} data sets" if few else ""
    return Finding(
        statement.hash,
        "simulate" if sampled else "moments",
        Level.STATISTICAL if sampled else Level.NUMERIC,
        outcome,
        f"{text}.",
        point={"cell": shown[0]},
        left=ratios[shown[0]].value,
        ratio=max(r.value for r in ratios.values()),
        asymptotic=any(r.asymptotic for r in ratios.values()),
        witness={
            "methods": sorted({r.method for r in ratios.values()}),
            "cells": {c: (r.low, r.value, r.high) for c, r in ratios.items()},
        },
    )


def _drawn(ratios: Iterable[Ratio]) -> str:
    """How many data sets a cell has."""
    sizes = sorted({r.data_sets for r in ratios if r.data_sets is not None})
    if not sizes:
        return "the data set that it names"
    return f"{sizes[0]} data sets" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} data sets"

"""Statistics of the Section 5 experiment, shared by the claims on Figures 3 and 4.

Mode quick uses every 20th record in the full-batch cells, with the noise of all 100,000; the other
modes use the experiment itself. Both are kept under ``build/``, cell by cell.

Intervals are Welch's for the logarithm of a ratio of means (delta method), hence asymptotic: an
error of 20 runs is close to a quadratic form of a Gaussian vector with about 20 terms.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dptheory.experiments.accelerated_logistic import (
    FOLDER,
    QUICK,
    SECTION_5,
    Cell,
    Setting,
    results,
)
from verify.checks.base import Control
from verify.checks.behaviour import Behaviour
from verify.checks.evidence import Outcome
from verify.context import Context

Array = NDArray[np.float64]
Interval = tuple[float, float, float]
JOBS = 2
FULL, SAMPLED = 100_000, 1000
HORIZONS = SECTION_5.horizons
WELCH = "Welch intervals of log-ratios of means over 20 runs, asymptotic"


def setting(context: Context) -> Setting:
    """The experiment in the mode's size."""
    return QUICK if context.mode == "quick" else SECTION_5


def arrays(here: Setting, cell: Cell) -> dict[str, Array]:
    """The results of a cell."""
    return results(here, FOLDER, [cell], jobs=1)[cell]


def prepare(here: Setting, wanted: Iterable[Cell]) -> None:
    """Compute cells together, in workers; what is done already costs nothing."""
    results(here, FOLDER, list(wanted), jobs=JOBS)


def final_errors(context: Context, cell: Cell) -> Array:
    """F(x_T) - F* of every run."""
    return arrays(setting(context), cell)["gap"][:, -1]


def squared_relative_error(values: Array) -> float:
    """The squared standard error of a mean over the squared mean."""
    return float(np.var(values, ddof=1)) / (len(values) * float(np.mean(values)) ** 2)


def ratio(first: Array, second: Array, level: float) -> Interval:
    """Ratio of means with its interval."""
    parts = squared_relative_error(first), squared_relative_error(second)
    variance = sum(parts)
    freedom = variance**2 / sum(
        part**2 / (len(v) - 1) for part, v in zip(parts, (first, second), strict=True)
    )
    half = float(stats.t.isf(level / 2, freedom)) * math.sqrt(variance)
    estimate = float(np.mean(first)) / float(np.mean(second))
    return estimate, estimate * math.exp(-half), estimate * math.exp(half)


Pairs = dict[str, tuple[Cell, Cell]]


def of_pairs(pairs: Pairs) -> Callable[[Context, str], Interval]:
    """The ratio of final errors of a named pair of cells."""

    def measured(context: Context, name: str) -> Interval:
        prepare(setting(context), {cell for pair in pairs.values() for cell in pair})
        first, second = (final_errors(context, cell) for cell in pairs[name])
        return ratio(first, second, context.level)

    return measured


def ranks_confirm(pairs: Pairs) -> bool:
    """Another route: in mode quick, the first cell's median is the smaller one in some pair."""
    context = Context("quick")
    return any(
        float(np.median(final_errors(context, first)))
        < float(np.median(final_errors(context, second)))
        for first, second in pairs.values()
    )


def less(name: str, pairs: Pairs, part: str = "statement") -> Behaviour:
    """Every pair's first error is less than its second, with the exchanged pairs as control."""
    check = Behaviour(
        name=name,
        part=part,
        word="less",
        cells=tuple(pairs),
        ratio=of_pairs(pairs),
        interval=WELCH,
    )
    exchanged = {key: (second, first) for key, (first, second) in pairs.items()}
    control = Control(
        "exchanged",
        replace(check, name="exchanged", ratio=of_pairs(exchanged)),
        Outcome.FAILS,
        lambda: ranks_confirm(pairs),
    )
    return replace(check, controls=(control,))

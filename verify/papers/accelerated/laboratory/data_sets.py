"""Section 5's experiment on 20 data sets of its recipe, beside the one of Figures 3 and 4.

Fixed before the runs. An error is F(x_T) - F* at a cell's last iteration; the paper plots its mean
over the runs on an axis of five decades. What the figures themselves show is in drawn_errors.

* That one error is smaller than another on every data set: the ratio of the means over the runs, on
  the worst data set.
* How much errors differ ("closely", "order of magnitude", "on the whole", a printed level) is read
  on the average over the data sets of the logarithms, as the axis is.
* Close on the plot, or a significant distance, is 5 % of the axis: a quarter of a decade.

Every 400th record is used, with the noise that belongs to all n (accelerated_logistic).
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from scipy.special import stdtrit

from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.accelerated.laboratory.accelerated_data_sets import (
    Arrays,
    Design,
    data_sets,
    part,
)
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    AS_DRAWN,
    OPTIMISED,
    SECTION_5,
    Array,
    Cell,
)
from verify.papers.accelerated.laboratory.accelerated_logistic import cells as all_cells

SEEDS = range(20)
FULL, SAMPLED = 100_000, 1000
HORIZONS, FACTORS = SECTION_5.horizons, SECTION_5.factors
DECADES = 5  # of the axis of Figures 3 and 4, 10^-3 to 10^2
CLOSE = 0.05  # of it
HERE = replace(SECTION_5, thinning=400, points=10)
SMALL = "20 data sets, every 400th record with the noise of all 100,000"
WORST = f"{SMALL}; normal intervals for the logarithms of means over runs"


def runs_of(cell: Cell) -> int:
    """As many as the words need: most ratios are far from 1."""
    multistage, optimised = cell.algorithm == "DP-MASG", cell.algorithm in OPTIMISED
    plain = cell.algorithm in ("DP-GD", "DP-HB")
    if cell.m == FULL:
        if cell.T == 100 and (cell.c == 1 or optimised):
            return 100 if cell.algorithm in ("DP-HB", "DP-NAG", "DP-MASG-opt") else 60
        return 32 if multistage and cell.T >= 500 else 20 if cell.c == 1 or optimised else 8
    if cell.c != 1:
        return 3 if plain else 20 if cell.T == 100 or optimised else 12 if cell.T == 200 else 8
    if multistage:
        return {100: 60, 200: 20, 500: 16, 1000: 8}[cell.T]
    return 60 if optimised else 40 if cell.algorithm == "DP-NAG" and cell.T <= 200 else 6


DESIGN = Design(HERE, tuple((c, runs_of(c)) for c in all_cells(HERE)))
# The four levels that are printed for Figure 3.
PRINTED_LEVELS = {
    Cell("DP-NAG", FULL, 100, 1.0): "-1.89",
    Cell("DP-HB", FULL, 100, 1.0): "-1.89",
    Cell("DP-NAG-opt", FULL, 1000, 1.0): "-2.26",
    Cell("DP-MASG", FULL, 1000, 1.0): "-1.15",
}
DRAWN = Design(
    replace(AS_DRAWN, thinning=HERE.thinning, points=1), tuple((c, 20) for c in PRINTED_LEVELS)
)


@cache
def results(design: Design) -> list[Arrays]:
    """Everything that is computed, data set by data set."""
    return data_sets(design, SEEDS)


def prepare(jobs: int) -> None:
    """Compute what is missing of both designs with so many workers."""
    for design in (DESIGN, DRAWN):
        data_sets(design, SEEDS, jobs=jobs)


@cache
def finals(cell: Cell, design: Design = DESIGN) -> list[Array]:
    """The errors of the runs, data set by data set."""
    return [found[part(cell, "gap")][:, -1] for found in results(design)]


def name(cell: Cell) -> str:
    """How a sentence calls a cell."""
    return f"{cell.algorithm} (m={cell.m}, T={cell.T}, c={cell.c:g})"


def against(firsts: Iterable[Cell], seconds: Iterable[Cell]) -> tuple[str, ...]:
    """Pairs of cells, in the words that :func:`pair` reads."""
    return tuple(f"{name(a)} / {name(b)}" for a, b in zip(firsts, seconds, strict=True))


def parsed(text: str) -> list[Cell]:
    """The cells that a text names."""
    found = re.findall(r"(DP-[\w-]+) \(m=(\d+), T=(\d+), c=([\d.]+)\)", text)
    return [Cell(a, int(m), int(T), float(c)) for a, m, T, c in found]


def pair(text: str) -> tuple[Cell, Cell]:
    """The cells of a pair."""
    first, second = parsed(text)
    return first, second


def log_means(cell: Cell, design: Design = DESIGN) -> tuple[Array, Array]:
    """The logarithm of each data set's mean error, and the variance of this estimate.

    The relative variance is a data set's own or that of all, whichever is larger.
    """
    errors = finals(cell, design)
    means = np.array([e.mean() for e in errors])
    own = np.array([e.var(ddof=1) for e in errors]) / means**2
    return np.log(means), np.maximum(own, own.mean()) / len(errors[0])


def error_ratio_on_the_worst_data_set(cell: str, context: Context) -> Ratio:
    """The ratio of two mean errors on the data set where it is largest.

    It is below a bound everywhere if it is on every single data set; it is above one somewhere by
    Bonferroni's inequality.
    """
    first, second = pair(cell)
    (a, va), (b, vb) = log_means(first), log_means(second)
    logs, spread = a - b, np.sqrt(va + vb)
    runs = min(len(finals(c)[0]) for c in (first, second))
    freedom = len(SEEDS) * (runs - 1)
    all_of, some = (float(-stdtrit(freedom, context.level / k)) for k in (2, 2 * len(SEEDS)))
    return largest(logs, some * spread, all_of * spread)


def largest(logs: Array, below: Array, above: Array) -> Ratio:
    """The largest ratio of several, from their logarithms and how far these may be off."""
    return Ratio(
        value=math.exp(float(logs.max())),
        low=math.exp(float((logs - below).max())),
        high=math.exp(float((logs + above).max())),
        data_sets=len(SEEDS),
        asymptotic=True,
        method=WORST,
    )


def cells(
    algorithm: str, *, m: int = FULL, T: Sequence[int] = HORIZONS, c: Sequence[float] = (1.0,)
) -> list[Cell]:
    """The cells of an algorithm, factor by factor."""
    return [Cell(algorithm, m, horizon, factor) for factor in c for horizon in T]


def on_average(logs: Sequence[float] | Array, context: Context) -> tuple[float, float, float]:
    """The mean of one number a data set, with its interval: (low, value, high)."""
    values = np.asarray(logs)
    middle = float(values.mean())
    quantile = float(-stdtrit(len(values) - 1, context.level / 2))
    half = quantile * float(values.std(ddof=1)) / math.sqrt(len(values))
    return middle - half, middle, middle + half


def averaged(logs: Sequence[float] | Array, context: Context, plot: bool = False) -> Ratio:
    """The geometric mean of one ratio a data set; on the plot, the axis plus its logarithm.

    With ``plot`` the distance on the axis counts: 1.05 is 5 % of the axis above.
    """
    ends = on_average(logs, context)
    axis = DECADES * math.log(10)
    low, value, high = (1 + x / axis if plot else math.exp(x) for x in ends)
    return Ratio(
        value=value,
        low=low,
        high=high,
        data_sets=len(SEEDS),
        asymptotic=True,
        method=f"{SMALL}; Student interval over data sets",
    )


def error_ratio_averaged_over_data_sets(cell: str, context: Context) -> Ratio:
    """The geometric mean over data sets of the ratio of two mean errors."""
    first, second = pair(cell)
    return averaged(log_means(first)[0] - log_means(second)[0], context)

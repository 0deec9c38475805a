r"""Runs on images of digits in place of CIFAR-10: statistics of the paper's grids, run by run.

The network, its runs and what is measured: :mod:`verify.papers.nsgd.laboratory.clipping_images` and
:mod:`verify.papers.nsgd.laboratory.clipping_sweeps`. A run draws which images are held out, first
weights, batches and noise. "Tuned" is at the learning rate of the grid that is best on average.
"""

import math
from dataclasses import replace
from functools import cache

import numpy as np

from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.adambc.laboratory.twins import interval as student
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import CLIP, GRADIENTS, NORMALISE, Lane, results
from verify.papers.nsgd.laboratory.clipping_sweeps import RATES, REGULARISERS, THRESHOLDS, Values

RUNS = 26
IMAGE = 1e-3  # one of those held out: the least difference of accuracies
GRIDS = {
    "clipping": sweeps.CLIPPED,
    "normalising": sweeps.NORMALISED,
    "clipping, rate over c": sweeps.FAIR,
    "normalising, r as c": sweeps.REGULARISED,
}


def seeds(context: Context, runs: int = RUNS) -> tuple[int, ...]:
    """The seeds of the runs, the same for all claims."""
    rng = replace(context, stream="nsgd/runs").rng()
    return tuple(int(s) for s in rng.integers(2**31, size=runs))


def interval(logarithms: Values) -> Ratio:
    """The mean over the runs of a statistic's logarithms, with Student's interval."""
    return student(logarithms, math.exp, of="runs")


def log_ratio(first: Values, second: Values) -> Ratio:
    """The interval of a ratio of positive statistics, by their logarithms."""
    return interval(np.log(first / second))


@cache
def outcomes(names: tuple[str, ...], eps: float, seeds: tuple[int, ...]) -> Values:
    """Final loss and accuracy on grids, shape (runs, grids, parameters, rates, 2)."""
    lanes = tuple(lane for name in names for lane in GRIDS[name])
    found = results(lanes, sweeps.plan(eps), seeds)
    return found[:, :, -1].reshape(len(seeds), len(names), -1, len(RATES), 2)


# Cells: what is compared, a budget or a learning rate.
def budget(cell: str) -> float:
    """The eps of a cell "..., eps = 8"; without one there is no noise."""
    return float(cell.split("eps = ")[1]) if "eps = " in cell else math.inf


PRINTED = ("clipping", "normalising")
FAIR = ("clipping, rate over c", "normalising, r as c")  # the thresholds, and equal noise


@cache
def accuracies(
    context: Context, eps: float, names: tuple[str, str] = PRINTED
) -> tuple[Values, Values]:
    """On two grids, the paper's by default; shape (runs, parameters, rates)."""
    found = outcomes(names, eps, seeds(context))[..., 1]
    return found[:, 0], found[:, 1]


def best(*tables: Values) -> Values:
    """The best accuracy on some grids, shape (runs,)."""
    found: Values = np.max([t.max(axis=(1, 2)) for t in tables], axis=0)
    return found


# Figure 3.
def rest_over_rate(table: Values) -> Values:
    """The sums of squares of the parameter and the interaction over that of the rate."""
    rate = sweeps.shares(table)[:, 0]
    found: Values = (1 - rate) / rate
    return found


def other_effects_over_that_of_the_rate(cell: str, context: Context) -> Ratio:
    """The variance of accuracies that is not due to the learning rate, over what is."""
    clipped, normalised = accuracies(context, budget(cell))
    values = rest_over_rate(clipped if cell.startswith("clipping") else normalised)
    return interval(np.log(values))


def effect_of_the_rate_over_the_others(cell: str, context: Context) -> Ratio:
    """The variance of accuracies that is due to the learning rate, over what is not."""
    clipped, normalised = accuracies(context, budget(cell))
    values = rest_over_rate(clipped if cell.startswith("clipping") else normalised)
    return interval(-np.log(values))


def spread_over_r_over_spread_over_c(cell: str, context: Context) -> Ratio:
    """The range of the best accuracies across regularisers, divided by that across thresholds."""
    clipped, normalised = accuracies(context, budget(cell))
    return log_ratio(np.ptp(normalised.max(axis=2), axis=1), np.ptp(clipped.max(axis=2), axis=1))


def shortfall_of_normalising_over_clipping(_: str, context: Context) -> Ratio:
    """The accuracy that the best of four random configurations lacks, DP-NSGD over DP-SGD.

    The sum over the three budgets, run by run.
    """
    lacking = []
    for eps in sweeps.BUDGETS:
        clipped, normalised = accuracies(context, eps)
        top = best(clipped, normalised)
        lacking.append([sweeps.shortfall(t, top) for t in (normalised, clipped)])
    first, second = np.sum(lacking, axis=0)
    return log_ratio(first, second)


def best_of_normalising_over_clipping(_: str, context: Context) -> Ratio:
    """The best accuracy of DP-NSGD over that of DP-SGD, summed over the three budgets."""
    pairs = [accuracies(context, eps) for eps in sweeps.BUDGETS]
    clipped, normalised = (np.sum([best(p[k]) for p in pairs], axis=0) for k in (0, 1))
    return log_ratio(normalised, clipped)


# Section 3.4: equal noise.
def with_equal_noise(cell: str, context: Context) -> tuple[Values, Values, Values]:
    """The two grids that a cell "a against b" compares, and the best accuracy of all four."""
    eps = budget(cell)
    printed, others = accuracies(context, eps), accuracies(context, eps, FAIR)
    known = dict(zip(GRIDS, (*printed, *others), strict=True))
    first, second = cell.split("; ")[0].split(" against ")
    return known[first], known[second], best(*known.values())


def shortfall_over_shortfall(cell: str, context: Context) -> Ratio:
    """The accuracy that the best of four random configurations lacks, one grid over another."""
    first, second, top = with_equal_noise(cell, context)
    return log_ratio(sweeps.shortfall(first, top), sweeps.shortfall(second, top))


def one_rate_over_one_rate(cell: str, context: Context) -> Ratio:
    """The accuracy that one rate for all parameters lacks at the worst, one grid over another."""
    first, second, top = with_equal_noise(cell, context)
    return log_ratio(sweeps.unvaried(first, top), sweeps.unvaried(second, top))


# Figures 1 and 2.
def _table(rule: str, context: Context, eps: float, what: int) -> Values:
    found = outcomes(PRINTED, eps, seeds(context))
    return found[:, 0 if rule == CLIP else 1, :, :, what]


def tuned_loss_at_the_largest_over_the_smallest(cell: str, context: Context) -> Ratio:
    """The final loss at the largest parameter over that at the smallest, each tuned."""
    rule = CLIP if cell.startswith("c ") else NORMALISE
    losses = _table(rule, context, budget(cell), 0)
    rates = losses.mean(axis=0).argmin(axis=1)
    return log_ratio(losses[:, -1, rates[-1]], losses[:, 0, rates[0]])


def range_over_range_at_a_rate(cell: str, context: Context) -> Ratio:
    """The range of accuracies at a learning rate, across one parameter over across the other.

    An image is added to each: at some rates r changes nothing in some run.
    """
    rate = RATES.index(float(cell.split("rate ")[1].split(";")[0]))
    ranges = [np.ptp(t[:, :, rate], axis=1) + IMAGE for t in accuracies(context, budget(cell))]
    first, second = ranges if cell.startswith("c ") else ranges[::-1]
    return log_ratio(first, second)


def accuracy_over_accuracy(cell: str, context: Context) -> Ratio:
    """The accuracy at one parameter over that at another, at a learning rate or both tuned."""
    pair, at = cell.split("; ")[:2]
    letter, first, _, second = pair.replace("= ", "").split(" ")
    parameters = THRESHOLDS if letter == "c" else REGULARISERS
    shares = _table(CLIP if letter == "c" else NORMALISE, context, budget(cell), 1)
    places = [parameters.index(float(x)) for x in (first, second)]
    if at == "tuned":
        rates = [int(shares.mean(axis=0)[k].argmax()) for k in places]
    else:
        rates = [RATES.index(float(at.removeprefix("rate ")))] * 2
    one, other = (shares[:, k, rate] for k, rate in zip(places, rates, strict=True))
    return log_ratio(one, other)


FIRST_HALF = tuple(range(sweeps.STEPS // 4, sweeps.STEPS // 2 + 1))


@cache
def _roughness(rate: float, eps: float, seeds: tuple[int, ...]) -> Values:
    lanes = (Lane(CLIP, 1.0, rate), Lane(NORMALISE, 0.01, rate))
    losses = results(lanes, sweeps.plan(eps, FIRST_HALF), seeds)[..., 0]
    return sweeps.roughness(losses)


def fluctuation_of_clipping_over_normalising(cell: str, context: Context) -> Ratio:
    """The loss's fluctuation (second differences), DP-SGD with c = 1 over DP-NSGD with r = 0.01."""
    rate = float(cell.split(", ")[0].removeprefix("rate "))
    found = _roughness(rate, budget(cell), seeds(context))
    return log_ratio(found[:, 0], found[:, 1])


@cache
def descents(seed: int, rate: float) -> Values:
    """:func:`.clipping_images.gradients` of both, every tenth step, eps = 8; (2, points, 4)."""
    lanes = (Lane(CLIP, 1.0, rate), Lane(NORMALISE, 0.01, rate))
    plan = sweeps.plan(8.0, tuple(range(0, sweeps.STEPS + 1, 10)))
    found: Values = results(lanes, plan, (seed,), look=GRADIENTS)[0]
    return found

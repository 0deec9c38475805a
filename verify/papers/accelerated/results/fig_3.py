"""Section 5, Figure 3: how long the -opt methods run, final levels, and the bounds (29), (34)."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.special import ndtri

from dptheory.optimizers.stage_plans import Stage, first_stage_length, stages
from dptheory.privacy.subsampling import covariance_factor
from verify.language import behaves, claim, in_words, one_of, says, table
from verify.language.formulas import external, index, number, total
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.laboratory import accelerated_logistic as runs
from verify.papers.accelerated.laboratory import data_sets
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    AS_DRAWN,
    SECTION_5,
    Array,
    chosen_horizon,
)
from verify.papers.accelerated.settings import FULL_BATCH

# Where the four curves end: (algorithm, c).
ENDS = {
    ("DP-NAG-opt", 1.0): "136",
    ("DP-NAG-opt", 0.1): "396",
    ("DP-MASG-opt", 1.0): "89",
    ("DP-MASG-opt", 0.1): "89",
}
CURVES = list(ENDS)
MU = 0.02
L = 61 / 12 + MU  # of the expected Gram matrix (smoothness-constant)
RULE = 0  # n_1, which (33) leaves open: the rule of the released program

P, t = symbols.V, index("t")
V = P.extended(
    curve=one_of(range(4), r"\mathrm{curve}", unit="1"),
    seed=one_of(data_sets.SEEDS, r"\mathrm{seed}", unit="1"),
    cell=one_of(range(len(data_sets.DESIGN.cells)), r"\mathrm{cell}", unit="1"),
)


@cache
def bound(curve: int, start: int, variance: int, first: int) -> Array:
    """(32) at T' = 1, ..., 1000, with ``start`` E_0 and noise of variance ``variance`` b_t^2.

    As printed both are (1, 2). The weights are those of (34).
    """
    algorithm, c = CURVES[curve]
    plan: tuple[Stage, ...] = (Stage(1000, c / L),)
    if algorithm == "DP-MASG-opt":
        plan = stages(1000, MU, L, first_stage=first or first_stage_length(MU, L), alpha_scale=c)
    lengths = [stage.iterations for stage in plan]
    alpha = np.repeat([float(stage.alpha) for stage in plan], lengths)
    restarts = np.repeat(np.arange(len(plan)), lengths)
    # The logarithm of 2^k prod_{i <= t} (1 - sqrt(mu alpha_i)); a_{T,t} is a ratio of two of them.
    decay = np.cumsum(np.log1p(-np.sqrt(MU * alpha))) + np.log(2.0) * restarts
    weight = alpha * (1 + alpha * L) * variance / 2
    roots = np.exp(decay / 3) * np.cumsum(np.exp(-decay / 3) * np.cbrt(weight))
    noise = SECTION_5.dimension * (SECTION_5.sensitivity / SECTION_5.n) ** 2
    return np.asarray(start * np.exp(decay) * SECTION_5.guess + noise * roots**3)


def length(curve: int, start: int, variance: int, first: int) -> int:
    """The number of steps at which the bound (32) is least."""
    return int(np.argmin(bound(curve, start, variance, first))) + 1


def ends(start: int, variance: int, first: int = RULE) -> dict[str, tuple[str, Any]]:
    """The printed ends of the curves, with the minimiser of a bound."""
    return {
        f"{a}, c = {c:g}": (
            digits,
            external(
                r"\text{minimiser of (32), by the factors of }E_0\text{ and }b_t^2",
                partial(length, CURVES.index((a, c)), first=first),
                *(start, variance),
            ),
        )
        for (a, c), digits in ENDS.items()
    }


def at_printed_length(curve: int) -> float:
    """The bound with 2 E_0 and Laplace noise at the printed length, over its minimum."""
    values = bound(int(curve), 2, 2, RULE)
    return float(values[int(ENDS[CURVES[int(curve)]]) - 1] / values.min())


def chosen_as_drawn(seed: int) -> bool:
    """Whether a data set's own L gives the printed lengths, to within 1."""
    here = replace(AS_DRAWN, data_seed=int(seed))
    found = (chosen_horizon(here, a, c, 1000) for a, c in CURVES)
    return all(abs(T - int(digits)) <= 1 for T, digits in zip(found, ENDS.values(), strict=True))


LENGTHS = (
    claim("accelerated/fig-3-opt-lengths", "§5, Fig 3", "Readjusted numbers of iterations")
    .says(
        table(ends(1, 2)),
        # A start at rest costs a factor 2, and b_t is a standard deviation (released-budget).
        repaired=table(ends(2, 1)),
        notes=(
            in_words(
                V, "the repaired lengths on a data set are the printed ones to 1", chosen_as_drawn
            ),
            says(
                external("bound over its minimum", at_printed_length, V.curve) <= Fraction(21, 20)
            ),
        ),
    )
    .rejects("Laplace noise", table(ends(2, 2)))
    .rejects("the printed start", table(ends(1, 1)))
    .rejects("n_1 = 1", table(ends(2, 1, first=1)))
)


# "We fixed epsilon = 1 throughout"; the runs have noise of variance b_t^2 (fig-3-opt-lengths and
# fig-3-final-errors), which is Laplace(b_t/sqrt(2)). At m = n a step then leaks S_1/(n b_t/sqrt 2).
SCALE = P.S / (P.n * (P.eps / P.T)) / number(2).sqrt()
RELEASED = (
    claim(
        "accelerated/released-budget",
        "§5, released program",
        "The budget that the released runs spend at $m=n$",
    )
    .says(
        says(total(t, 1, P.T, P.S / (P.n * SCALE)) == P.eps, at=FULL_BATCH[0].values),
        settings=FULL_BATCH,
    )
    .repaired(right=number(2).sqrt() * P.eps)
)

# Final levels ------------------------------------------------------------------------------------
VARIANCE = {"noise of variance 2 b^2": data_sets.DESIGN, "noise of variance b^2": data_sets.DRAWN}


def level_against_the_printed_one(cell: str, context: Context) -> Ratio:
    """The axis and the distance of a final level from the printed one, over the axis."""
    which, noise = cell.split("; ")
    found = data_sets.parsed(which)[0]
    logs = data_sets.log_means(found, VARIANCE[noise])[0]
    return data_sets.averaged(
        logs - float(data_sets.PRINTED_LEVELS[found]) * math.log(10), context, plot=True
    )


def levels(noise: str) -> tuple[str, ...]:
    """The four printed levels, with a noise."""
    return tuple(f"{data_sets.name(cell)}; {noise}" for cell in data_sets.PRINTED_LEVELS)


STATED, HALF = (
    behaves("about", levels(noise), level_against_the_printed_one) for noise in VARIANCE
)
FINAL_ERRORS = (
    claim("accelerated/fig-3-final-errors", "§5, Fig 3 (m = n, c = 1)", "Final levels of Figure 3")
    .says(STATED)
    .repaired(HALF)
)

EVERY = tuple(c for c, _ in data_sets.DESIGN.cells)


def on_the_axis(cell: int) -> bool:
    """Whether a cell's level, averaged over data sets, lies on the axis from 10^-3 to 10^2."""
    level = float(data_sets.log_means(EVERY[int(cell)])[0].mean()) / math.log(10)
    return -3 <= level <= 2


def below_one(cell: int) -> bool:
    """Whether it lies below 10^0."""
    return on_the_axis(cell) and float(data_sets.log_means(EVERY[int(cell)])[0].mean()) <= 0


LEVELS = (
    claim("accelerated/fig-4-levels", "§5, Figs 3, 4", "Levels of the 96 curves")
    .says(
        in_words(V, "every one of the 96 curves ends on the axis from 10^-3 to 10^2", on_the_axis),
        needs_data=("the levels of the 92 curves whose ends are drawn and not printed as numbers",),
    )
    .rejects("below one", test=below_one)
)

# The bounds --------------------------------------------------------------------------------------
BOUNDED = tuple(
    runs.Cell(a, m, T, c)
    for a in ("DP-NAG", "DP-MASG", *runs.OPTIMISED)
    for m in SECTION_5.batch_sizes
    for T in data_sets.HORIZONS
    for c in data_sets.FACTORS
)


@cache
def over_bounds(start: int) -> dict[runs.Cell, tuple[Array, Array]]:
    """The logarithm of mean error over bound, data set by data set and recorded iteration.

    And the variance of this estimate. The noise of iteration t makes x_{t+1} (thm-4.1-index).
    """
    found: dict[runs.Cell, list[tuple[Array, Array]]] = {cell: [] for cell in BOUNDED}
    for seed, result in zip(data_sets.SEEDS, data_sets.results(data_sets.DESIGN), strict=True):
        here = replace(data_sets.HERE, data_seed=seed)
        for cell in BOUNDED:
            gap, scale = result[f"gap of {cell}"], result[f"scale of {cell}"]
            sampling = (
                data_sets.HERE.sensitivity**2
                / 4
                * float(covariance_factor(data_sets.HERE.n, cell.m))
            )
            values = [start * float(gap[0, 0])]
            decays, weights = runs.bound_steps(here, cell.algorithm, cell.c, len(scale))
            noise = weights * (2 * data_sets.HERE.dimension * scale**2 + sampling)
            for decay, added in zip(decays.tolist(), noise.tolist(), strict=True):
                values.append(decay * values[-1] + added)
            at = result[f"t of {cell}"].astype(int)[1:]
            errors = gap[:, 1:] / np.array(values)[at]
            means = errors.mean(axis=0)
            found[cell].append((np.log(means), errors.var(axis=0, ddof=1) / means**2 / len(gap)))
    return {c: (np.array([a for a, _ in f]), np.array([b for _, b in f])) for c, f in found.items()}


def error_over_bound(cell: str, context: Context) -> Ratio:
    """The mean error over the bound, on the data set and iteration where it is largest."""
    which, start = cell.split("; from ")
    found = data_sets.parsed(which)[0]
    logs, variances = over_bounds({"E_0": 1, "2 E_0": 2}[start])[found]
    # One data set's or that of all, whichever is larger.
    spread = np.sqrt(np.maximum(variances, variances.mean(axis=0)))
    all_of, some = (float(-ndtri(context.level / k)) for k in (2, 2 * logs.size))
    return data_sets.largest(logs, some * spread, all_of * spread)


def bounds(start: str) -> Any:
    """Every recorded iteration of every cell is below its bound."""
    return behaves(
        "less", [f"{data_sets.name(cell)}; from {start}" for cell in BOUNDED], error_over_bound
    )


BOUNDS = claim(
    "accelerated/bounds-on-experiments", "§5 with (29), (34)", "The bounds on the experiments"
).says(bounds("E_0"), repaired=bounds("2 E_0"))

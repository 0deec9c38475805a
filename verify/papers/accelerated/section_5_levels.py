"""Section 5, Figure 3 and the bounds (29), (34) on its runs: levels, not only rankings."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import stats

from dptheory.experiments.accelerated_logistic import (
    AS_DRAWN,
    SECTION_5,
    Cell,
    Setting,
    plan_stages,
    problem,
)
from dptheory.methods import nesterov, nesterov_momentum
from dptheory.optimizers.momentum import init, query_point, update
from verify.checks.base import Control
from verify.checks.behaviour import Behaviour
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Level, Outcome
from verify.context import Context
from verify.papers.accelerated.printed import eq_21
from verify.papers.accelerated.runs import (
    FULL,
    Array,
    Interval,
    arrays,
    prepare,
    setting,
    squared_relative_error,
)

# Figure 3, m = n, c = 1: the printed levels log10(F(x_T) - F*).
PRINTED_LEVELS = {
    Cell("DP-NAG", FULL, 100, 1.0): -1.89,
    Cell("DP-HB", FULL, 100, 1.0): -1.89,
    Cell("DP-NAG-opt", FULL, 1000, 1.0): -2.26,
    Cell("DP-MASG", FULL, 1000, 1.0): -1.15,
}
ROUNDING = 0.005


def drawn_as(base: Setting, context: Context) -> Setting:
    """A full-batch setting in the mode's size."""
    return replace(base, thinning=setting(context).thinning, points=setting(context).points)


def distance(here: Setting, level: float) -> dict[str, Any]:
    """The levels found, the chi-square of their distance, and its quantile.

    Both sides are means of 20 runs: the paper's have the standard errors of ours. Rounding to two
    digits is taken off.
    """
    prepare(here, PRINTED_LEVELS)
    chi_square, found = 0.0, []
    for cell, printed in PRINTED_LEVELS.items():
        errors = arrays(here, cell)["gap"][:, -1]
        found.append(f"{math.log10(np.mean(errors)):.2f}")
        gap = max(0.0, abs(math.log10(np.mean(errors)) - printed) - ROUNDING)
        chi_square += (gap * math.log(10)) ** 2 / (2 * squared_relative_error(errors))
    quantile = float(stats.chi2.isf(level, len(PRINTED_LEVELS)))
    return {"levels": ", ".join(found), "chi_square": chi_square, "quantile": quantile}


def levels(name: str, base: Setting) -> Cases:
    """The printed levels are those of a setting, within the scatter of 20 runs."""
    return Cases(
        name=name,
        cases=lambda context: [distance(drawn_as(base, context), context.level)],
        holds=lambda levels, chi_square, quantile: (chi_square, quantile),
        level=Level.STATISTICAL,
        success="chi-square of the four levels is below its quantile (asymptotic; a common shift "
        "of 0.14 in the logarithm would be rejected)",
        failure="the four levels are not those of this setting",
    )


def medians_are_above() -> bool:
    """By ranks: in the stated setting half of the runs end 30 % above every printed level."""
    here = drawn_as(SECTION_5, Context("quick"))
    return all(
        float(np.median(arrays(here, cell)["gap"][:, -1])) > 1.3 * 10**level
        for cell, level in PRINTED_LEVELS.items()
    )


AS_STATED = levels("S_1 = 40, noise of variance 2 b^2", SECTION_5)
FINAL_ERRORS = Claim(
    id="accelerated/fig-3-final-errors",
    where="§5, Fig 3 (m = n, c = 1)",
    title="final levels of Figure 3",
    statement=r"Final $\log_{10}(F(x_t)-F^*)$ with $\epsilon=1$: DP-NAG $-1.89$ ($T=100$), DP-HB "
    r"$-1.89$ ($T=100$), DP-NAG-opt $-2.26$, DP-MASG $-1.15$ ($T=1000$).",
    checks=(AS_STATED,),
    repair=Repair(
        statement=r"These are the levels of noise with variance $b_t^2$ a coordinate instead of "
        r"Laplace$(b_t)$'s $2b_t^2$ (equivalently $\epsilon=\sqrt2$), with the lengths of the "
        r"-opt methods chosen as in fig-3-opt-lengths.",
        changes=("noise variance b_t^2 instead of 2 b_t^2",),
        checks=(
            replace(
                levels("noise of variance b^2", AS_DRAWN),
                controls=(Control("as stated", AS_STATED, Outcome.FAILS, medians_are_above),),
            ),
        ),
        consequence="With the stated budget every noise floor of Figures 3 and 4 lies higher by "
        "log10(2) = 0.3; the runs drawn are sqrt(2) eps-DP for m = n. Variance b_t^2 is what the "
        "text after (28) says (covariance-text), and what the released code draws: its sampler "
        "takes b_t for the standard deviation.",
    ),
    note="The levels do not depend on the data seed beyond the scatter; the seed used here starts "
    "at 10^1.46, as the figure does.",
)

# Bounds ----------------------------------------------------------------------------------------


def bound_path(here: Setting, cell: Cell, initial: float) -> Array:
    """(29) or (34) at every iteration of a run, as a recursion, from initial times E_0.

    The noise of iteration t makes x_{t+1} (thm-4.1-index).
    """
    data = problem(here)
    result = arrays(here, cell)
    scales = result["scale"]
    sampling = eq_21(here.sensitivity, here.n, cell.m)
    bound = initial * float(np.mean(result["gap"][:, 0]))
    path = [bound]
    t = 0
    for k, stage in enumerate(plan_stages(here, cell, len(scales))):
        alpha = float(stage.alpha)
        factor = 1 - math.sqrt(alpha * data.mu)
        weight = alpha * (1 + alpha * data.L_as_printed)
        bound = bound if k == 0 else 2 * bound
        for _ in range(stage.iterations):
            noise = scales[t] ** 2 * here.dimension + sampling / 2
            bound = factor * bound + weight * noise
            path.append(bound)
            t += 1
    return np.array(path)


def worst_over_bound(initial: float) -> Callable[[Context, str], Interval]:
    """The largest mean error over bound along the recorded iterations, with its interval."""

    def measured(context: Context, name: str) -> Interval:
        here = setting(context)
        prepare(here, BOUNDED.values())
        result = arrays(here, BOUNDED[name])
        at = result["t"].astype(int)[1:]
        errors = result["gap"][:, 1:] / bound_path(here, BOUNDED[name], initial)[at]
        # Bonferroni over the recorded iterations.
        quantile = float(stats.t.isf(context.level / (2 * len(at)), len(errors) - 1))
        half = quantile * np.sqrt([squared_relative_error(column) for column in errors.T])
        means = errors.mean(axis=0)
        worst = int(np.argmax(means))
        high = float(np.max(means * np.exp(half)))
        return float(means[worst]), float(means[worst] * math.exp(-half[worst])), high

    return measured


BOUNDED = {
    f"{a}, m = {m}, T = {T}, c = {c}": Cell(a, m, T, c)
    for a in ("DP-NAG", "DP-NAG-opt", "DP-MASG", "DP-MASG-opt")
    for m in SECTION_5.batch_sizes
    for T in SECTION_5.horizons
    for c in SECTION_5.factors
}


def bounds(name: str, initial: float) -> Behaviour:
    return Behaviour(
        name=name,
        word="less",
        cells=tuple(BOUNDED),
        ratio=worst_over_bound(initial),
        interval="largest error/bound along the run, Student interval of 20 runs, asymptotic",
    )


def a_noise_free_run_exceeds_it() -> bool:
    """Another route: the noise-free run of DP-NAG (c = 1) on the data, by the readable update."""
    data = problem(SECTION_5, 20)
    alpha = 1 / data.L_as_printed
    method = nesterov(alpha, nesterov_momentum(alpha, data.mu))
    state = init(np.full(data.dimension, SECTION_5.start))
    gap = start = float(data.value(state.x)) - data.optimal_value
    for _ in range(12):
        state = update(method, state, data.gradient(query_point(method, state)))
        gap = float(data.value(state.x)) - data.optimal_value
    return gap > (1 - math.sqrt(alpha * data.mu)) ** 12 * start


AS_PRINTED = bounds("(29) and (34) as printed", 1.0)
BOUNDS = Claim(
    id="accelerated/bounds-on-experiments",
    where="§5 with (29), (34)",
    title="the bounds on the experiments",
    statement="The right-hand sides of (29) and (34) bound the simulated errors of §5.",
    hypotheses=("E_0 is the true initial error; every recorded iteration of every cell.",),
    checks=(AS_PRINTED,),
    repair=Repair(
        statement="With 2 E_0 in place of E_0 they do, at every recorded iteration of every cell.",
        changes=("the factor 2 of the start at rest (eq-29, thm-4.3)",),
        checks=(
            replace(
                bounds("with the factor 2", 2.0),
                controls=(
                    Control("as printed", AS_PRINTED, Outcome.FAILS, a_noise_free_run_exceeds_it),
                ),
            ),
        ),
        consequence="As printed the bounds lie below the average run for tens of iterations, and "
        "for DP-MASG-opt with c = 0.1 at the very end, where the bound is supposed to be used.",
    ),
)

CLAIMS = (FINAL_ERRORS, BOUNDS)

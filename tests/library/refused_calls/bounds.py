"""What dptheory.bounds does not accept: words of the refusal, and the calls."""

from dataclasses import replace
from fractions import Fraction as F
from functools import partial
from math import nan
from typing import Any

import numpy as np

from dptheory import methods
from dptheory.bounds import (
    grouped,
    last_iterate,
    quadratic,
    second_moment,
    smoothed,
    strongly_convex,
)
from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, smallest_gradient_bound
from dptheory.bounds.normalised import Normalising
from dptheory.smoothing.updates import update

STEP = methods.gradient(0.1)
LINEAR: dict[str, Any] = {"spectrum": [1.0], "noise_variance": 1.0, "initial_square": 1.0}
SHARP = partial(quadratic.sharp_loss_bound, method=STEP, iterations=3, **LINEAR)
RUN = grouped.Grouped(1.0, 1.0, 1.0, 4, 0.01, 1.0, 10, 5)
AT_REST = replace(RUN, gap=0.0, deviation=0.0)
BORDER = Nonconvex(1.0, 1.0, 0.5, 1.0, 0.0)
BAND = second_moment.deviation_band
PAIR = second_moment.SubExponential(1.0, 1.0)
SMOOTHED = partial(update, np.ones(3), np.ones(3), alpha=0.1, smoothing=1.0)

REFUSED = {
    "closed loop must be stable.": [lambda: SHARP(method=methods.gradient(3.0))],
    "iterations must be a whole number from 0 to": [lambda: SHARP(iterations=-1)],
    "iterations must be a whole number from 0 to 10000000.":
        [lambda: quadratic.exact_loss(STEP, [1.0], 1.0, [1.0], 10**400)],
    "iterations must be a whole number from 0 to 15536. Found 1000000.":
        [lambda: quadratic.exact_loss(methods.gradient(F(1, 10)), [F(1)], F(1), [F(1)], 10**6)],
    "initial square must be nonnegative and finite. Found -1.0.":
        [lambda: SHARP(initial_square=-1.0)],
    "spectrum must be positive and finite. Found 0.0.":
        [lambda: quadratic.noise_level(STEP, [0.0], 1.0)],
    "spectrum must be of at least one eigenvalue. Found [].":
        [lambda: quadratic.noise_level(STEP, [], 1.0)],
    "x0 must be of length 1. Found 2.":
        [lambda: quadratic.exact_loss(STEP, [1.0], 1.0, [1.0, 2.0], 3)],
    "gap L_0 - L_* must be nonnegative and finite. Found -1.0.": [lambda: replace(RUN, gap=-1.0)],
    "smoothness L must be positive and finite. Found 0.0.": [lambda: replace(RUN, smoothness=0.0)],
    "stability gamma must be positive and finite. Found 0.0.":
        [lambda: replace(RUN, regulariser=0.0)],
    "noise_multiplier must be a number. Found nan.": [lambda: replace(RUN, noise_multiplier=nan)],
    "groups M must be a whole number at least 1. Found 0.": [lambda: replace(RUN, groups=0)],
    "batch B must be a whole number at least 1. Found 0.": [lambda: replace(RUN, batch_size=0)],
    "step size eta must be positive and finite. Found 0.0.":
        [lambda: grouped.step_worth(RUN, 0.0, 10), lambda: SMOOTHED(alpha=0.0)],
    "iterations T must be a whole number at least 1. Found 0.":
        [lambda: grouped.step_worth(RUN, 1.0, 0),
         lambda: smoothed.convex_lipschitz(1.0, 1.0, 1.0, 0.5, 0),
         lambda: strongly_convex.gradient(0.1, 1.0, 4.0, 0)],
    "gap L_0 - L_* must be positive and finite. Found 0.0.":
        [lambda: grouped.balanced_step(AT_REST, 10)],
    "worth k must be nonnegative and finite. Found -1.0.": [lambda: grouped.reach(RUN, -1.0)],
    "failure probability rho must be in (0, 1]. Found 0.0.":
        [lambda: grouped.gradient_quantile(RUN, 1.0, 10, failure=0.0)],
    "failure probability rho must be in (0, 1]. Found 1.5.":
        [lambda: grouped.gradient_quantile(RUN, 1.0, 10, failure=1.5)],
    "gap D_f must be nonnegative and finite. Found -1.": [lambda: Nonconvex(-1, 1, 1, 1, 0)],
    "deviation tau_1 must be below 1. Found 1.": [lambda: Nonconvex(1, 1, 1, 1, 1)],
    "smoothness L_1 must be nonnegative and finite. Found -1.": [lambda: Nonconvex(1, 1, -1, 1, 0)],
    "regulariser r must be positive and finite. Found 0.":
        [lambda: Normalising(0)],
    "floor F must be below the cap b = 1.0: shorten the step. Found 2.0125.":
        [lambda: smallest_gradient_bound(BORDER, Normalising(0.5), 0.01, 1.0, 1, 10)],
    "noise sigma must be nonnegative and finite. Found -1.0.":
        [lambda: smallest_gradient_bound(BORDER, Normalising(2.0), 0.01, -1.0, 1, 10)],
    "floor F must be below the cap b = 1.0: shorten the step. Found 200.5.":
        [lambda: smallest_gradient_bound(BORDER, Normalising(2.0), 100.0, 1.0, 1, 10)],
    "clipping norm c must be at least 2 tau_0/(1 - tau_1) = 2.0. Found 1.0.":
        [lambda: smallest_gradient_bound(BORDER, Clipping(1.0), 0.01, 1.0, 1, 10)],
    "dimension d must be a whole number at least 1. Found 0.":
        [lambda: smallest_gradient_bound(BORDER, Clipping(2.0), 0.01, 1.0, 0, 10)],
    "clipping norm c must be positive and finite. Found 0.0.":
        [lambda: Clipping(0.0)],
    "b must be more than 2 (in units of the noise's variance). Found 2.0.":
        [lambda: second_moment.step_nu(2.0, 1.0)],
    "ratio C^2/Phi must be nonnegative and finite. Found -1.0.":
        [lambda: second_moment.step_nu(4.0, -1.0)],
    "noise variance must be positive and finite. Found 0.0.":
        [lambda: second_moment.step_pair(0.0, 1.0)],
    "beta2 must be in [0, 1). Found 1.0.": [lambda: second_moment.moment_pair(1.0, 1.0, 1.0, 3)],
    "step t must be a whole number at least 1. Found 0.":
        [lambda: second_moment.moment_pair(1.0, 1.0, 0.9, 0)],
    "probability alpha must be in (0, 1). Found 1.0.": [lambda: second_moment.deviation(PAIR, 1.0)],
    "beta2 must be in (0, 1). Found 0.0.": [lambda: BAND(0.05, 1.0, 1.0, 0.0, 1, 1)],
    "iteration t must be a whole number from 1 to 3. Found 4.": [
        lambda: BAND(0.05, 1.0, 1.0, 0.9, 4, 3)
    ],
    "clip C must be nonnegative and finite. Found -1.0.":
        [lambda: second_moment.deviation_bound(0.1, 1.0, -1.0, 0.9, 3)],
    "step size eta must be positive and finite. Found -1.0.": [lambda: SMOOTHED(alpha=-1.0)],
    "alpha must be a number within floating point or an array of numbers. Found nan.":
        [lambda: SMOOTHED(alpha=nan)],
    "smoothing must be nonnegative and finite. Found -1.0.": [lambda: SMOOTHED(smoothing=-1.0)],
    "step size eta must be at most 1/L = 0.5. Found 0.6.":
        [lambda: smoothed.convex_smooth(1.0, 2.0, 1.0, 0.6, 10)],
    "error V must be nonnegative and finite. Found -1.0.":
        [lambda: smoothed.convex_smooth(1.0, 2.0, -1.0, 0.5, 10)],
    "Lipschitz constant G must be positive and finite. Found 0.0.":
        [lambda: smoothed.convex_lipschitz(1.0, 0.0, 1.0, 0.5, 10)],
    "step size eta must be at most 1/L = 1.0. Found 1.1.":
        [lambda: smoothed.nonconvex(1.0, 1.0, 1.0, 1.1, 10)],
    "distance or gap must be positive and finite. Found 0.0.":
        [lambda: smoothed.nonconvex_step_size(0.0, 1.0, 1.0, 10)],
    "batch size b must be a whole number from 1 to 5. Found 6.":
        [lambda: smoothed.sampling_variance(1.0, 6, 5)],
    "step size alpha must be such that (1 + r)(2 - alpha L) >= 1 with r = 1 - alpha mu >= 0. "
    "Found 0.4.":
        [lambda: last_iterate.gradient(0.4, 1.0, 4.0, 5)],
    "iterations T must be a whole number from 1 to 10000000. Found 0.":
        [lambda: last_iterate.gradient(0.1, 1.0, 4.0, 0)],
    "strong convexity mu must be nonnegative and finite. Found -1.0.":
        [lambda: last_iterate.of_distance(0.1, -1.0, 4.0, 3)],
    "step size alpha must be positive and finite. Found 0.0.":
        [lambda: last_iterate.covers(0.0, 1.0, 4.0)],
    "smoothness L must be above mu = 4.0. Found 4.0.":
        [lambda: last_iterate.attained(0.1, 4.0, 4.0, 3)],
    "step size alpha must be in (0, 1/L]. Found 0.3.":
        [lambda: strongly_convex.nesterov(0.3, 1.0, 4.0, 5)],
    "step size alpha must be in (0, 2/L). Found 0.5.":
        [lambda: strongly_convex.gradient(0.5, 1.0, 4.0, 5)],
    "smoothness L must be at least mu = 5.0. Found 4.0.":
        [lambda: strongly_convex.nesterov(0.1, 5.0, 4.0, 5)],
    "stages must be at least one. Found none.": [lambda: strongly_convex.multistage((), 1.0, 4.0)],
    "second moments must be one an iteration, 2. Found 1.":
        [lambda: strongly_convex.gradient(0.1, 1.0, 4.0, 2).value(1.0, [1.0])],
    "step t must be a whole number from 1 to 2500000. Found 9223372036854775807.":
        [lambda: second_moment.largest_weight(F(1, 10), 2**63 - 1)],
}  # fmt: skip

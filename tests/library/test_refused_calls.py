"""What the library's functions do not accept, a table a package: each is refused in one line."""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from functools import partial
from typing import Any

import numpy as np
import pytest

from dptheory import Method, methods, smoothing
from dptheory.allocation import gaussian, laplace, optimal_iterations
from dptheory.bounds import clipped, normalised, quadratic, smoothed, strongly_convex
from dptheory.bounds import grouped as grouped_bounds
from dptheory.bounds import second_moment as pairs
from dptheory.bounds.nonconvex import Nonconvex
from dptheory.distributions import SecondMoment, worst_symmetric
from dptheory.distributions.balls import enclosed_exceedance
from dptheory.distributions.worst_law import Clip, Normalise, Problem, drift
from dptheory.experiments.adam_problems import Release
from dptheory.experiments.clipping_images import CLIP, Lane, Plan, train
from dptheory.experiments.grouping_images import Lane as GroupedLane
from dptheory.gradients import Abadi, Auto, PerSample, grouping, representable
from dptheory.gradients.perturbation import (
    NONE,
    Perturbation,
    bounded,
    mean_of_bounded,
    perturbed_mean,
)
from dptheory.gradients.released import add_noise, batch_gradient
from dptheory.lyapunov import heavy_ball_feasible, quadratic_noise_gain, rate, rate_map
from dptheory.lyapunov.criterion import infeasibility
from dptheory.memory import Layer, Network
from dptheory.memory import network as memory_of
from dptheory.memory.grouping import (
    equal_layers_peak,
    grouping_peak,
    layer_wise_peak,
    optimal_groupings,
    uniform_boundaries,
)
from dptheory.memory.speed import fewest_at_full_speed, largest_batch, throughput
from dptheory.memory.timeline import groups_from, peak
from dptheory.optimizers import adam, delayed, momentum, noise_floor, private, sgdm, stages
from dptheory.privacy import accounting
from dptheory.privacy import gaussian as gaussian_steps
from dptheory.privacy import laplace as laplace_steps
from dptheory.privacy.distinguishing import sampled_epsilon_lower, shuffled_epsilon_lower
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_upper
from dptheory.privacy.release import release_epsilon, release_multiplier
from dptheory.privacy.schedule import GaussianSchedule
from dptheory.privacy.subsampling import covariance_factor
from dptheory.problems import grouped, networks
from dptheory.problems.logistic import Logistic, l1_sensitivity, synthetic
from dptheory.problems.nonconvex import Separable, Tilted, one_sided, separable, tilted
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.profiles import PROFILES
from dptheory.problems.quadratic import Quadratic, from_spectrum
from dptheory.problems.robust import with_outliers
from dptheory.problems.smoothness_class import gap_at, generalised_smoothness, steepest
from dptheory.problems.softmax import Softmax
from dptheory.simulation import Execution, Noise, batches, draws, moments, simulate
from dptheory.simulation.grouped import descend as descend_in_groups
from dptheory.simulation.nonconvex import descend
from dptheory.simulation.statistics import empty, fold_blocks
from dptheory.simulation.workers import in_threads
from dptheory.smoothing import operator, shares
from dptheory.smoothing.updates import update as smoothed_update
from dptheory.tuning import NonconvexProblem
from dptheory.tuning import Problem as Task
from verify.papers.lssgd.laboratory.calibration import theorem_1

Table = list[tuple[Callable[[], Any], str]]
NAN, INF = math.nan, math.inf


def wrong(call: Callable[..., Any], words: str = "{}", **values: list[Any]) -> Table:
    """The call with each value of an argument in turn; {} in the words is the argument's name."""
    return [
        (partial(call, **{name: value}), f"(?i){words.replace('{}', name.replace('_', '.'))}")
        for name, given in values.items()
        for value in given
    ]


def each(call: Callable[..., Any], words: str, *arguments: tuple[Any, ...]) -> Table:
    """The call with each of the arguments."""
    return [(partial(call, *given), words) for given in arguments]


REPLACE = {"neighbouring": Neighbouring.REPLACE_ONE}
ADD = {"neighbouring": Neighbouring.ADD_OR_REMOVE_ONE}
STEPS = laplace_steps.LaplaceSteps(10.0, (2.0,), 10, 10)
MNIST = gaussian_steps.GaussianSteps(1.0, 1.0, 50000, 128, 10)
RELEASED = partial(theorem_1, n=10, batch=1, iterations=1, lipschitz=1.0, eps=0.1, delta=1e-5)
SCHEDULE = partial(GaussianSchedule, n=10, batch=1, multipliers=[1.0])
SAMPLED = partial(sampled_epsilon_lower, rate=0.5, multiplier=1.0, iterations=1, delta=1e-5)
SHUFFLED = partial(shuffled_epsilon_lower, batches=3, multiplier=1.0, epochs=1, delta=1e-5)
SUBSAMPLED = partial(subsampled_upper, order=2, multiplier=1, q=0.5, **REPLACE)
PRIVACY: Table = [
    (lambda: laplace_steps.step_epsilon(1.0, 0, 10, 1), r"scale b must be positive .* Found 0\."),
    (lambda: laplace_steps.step_epsilon(NAN, 1.0, 10, 1), "sensitivity must be a number"),
    (lambda: laplace_steps.step_epsilon(1.0, 1.0, 10, 11), "m must be a whole number from 1 to 10"),
    (lambda: laplace_steps.step_epsilon(1.0, 1.0, 10.5, 1), "n must be a whole number at least 1"),
    (lambda: laplace_steps.step_laplace_scale(1.0, 0.0, 10, 1), "eps_step must be positive"),
    (lambda: laplace_steps.uniform_eps0(1.0, 0, 10, 1), "iterations T must be"),
    (lambda: laplace_steps.amplified_epsilon(INF, 10, 1), "epsilon must be nonnegative and finite"),
    (lambda: laplace_steps.guarantee(STEPS, **ADD), "neighbouring relation .* must be replace-one"),
    (lambda: covariance_factor(4, 0), "batch size m must be"),
    (lambda: accounting.laplace_delta(STEPS, 0.1, **ADD), "neighbouring"),
    (lambda: accounting.laplace_epsilon(STEPS, 0.1, **ADD), "neighbouring"),
    (lambda: accounting.laplace_delta(STEPS, -1.0, **REPLACE), "eps"),
    (lambda: accounting.laplace_epsilon(STEPS, 1.0, **REPLACE), "delta"),
    (lambda: accounting.gaussian_rho(1.0, 0.0), "delta"),
    *wrong(SCHEDULE, "(batch|data) size", batch=[11], n=[0]),
    *wrong(SCHEDULE, multipliers=[[], [[1.0]], [0.0], [INF]], counts=[[1, 1], [0], [1.5]]),
    *wrong(SAMPLED, rate=[0.0, 1.0], multiplier=[0.0], iterations=[0], delta=[1.0]),
    *wrong(SHUFFLED, multiplier=[-1.0], batches=[0], epochs=[0], delta=[0.0]),
    *wrong(partial(release_epsilon, multiplier=1.0, delta=0.1), multiplier=[0.0], delta=[1.0]),
    *wrong(partial(release_multiplier, eps=1.0, delta=0.1), eps=[-1.0], delta=[0.0]),
    *wrong(SUBSAMPLED, order=[1], multiplier=[0]),
    *wrong(SUBSAMPLED, "sampling rate", q=[0]),
    *wrong(SUBSAMPLED, "replace-one", neighbouring=[Neighbouring.ADD_OR_REMOVE_ONE]),
    *wrong(partial(replace, MNIST), lipschitz=[0.0], noise=[-1.0], batch=[50001], iterations=[0]),
    (lambda: gaussian_steps.pld_epsilon(MNIST, 1.0, **REPLACE), "delta"),
    *wrong(RELEASED, delta=[1.0], eps=[0.0], mu=[1.0]),
]

SPENT = partial(laplace, weights=[1.0], eps_total=1.0, sensitivity=40.0, n=10**5, m=1000)
BATCH = {"sensitivity": 1.0, "n": 100, "m": 10, **REPLACE}
BEST = partial(gaussian, weights=[1.0, 2.0], eps_total=1.0, delta=1e-6, **BATCH)
LONGEST = partial(optimal_iterations, initial=1.0, noise=1.0, factor=0.5)
ALLOCATION: Table = [
    *wrong(SPENT, weights=[[], [1.0, -1.0], [0.0, 0.0], [1.0, NAN]]),
    *wrong(SPENT, eps_total=[0.0], sensitivity=[0.0]),
    *wrong(SPENT, "batch size", m=[10**6, 0]),
    *wrong(BEST, delta=[0.0, 1.0], eps_total=[0.0], sensitivity=[-1.0]),
    *wrong(BEST, "batch size", m=[0]),
    # A budget below the floor of the only account left.
    (lambda: gaussian([1.0], 1e-3, 1e-13, **(BATCH | {"n": 9, "m": 3})), "eps_total and delta"),
    *wrong(LONGEST, initial=[-1.0], noise=[0.0], factor=[1.0]),
]

STEP = methods.gradient(0.1)
LINEAR = {"spectrum": [1.0], "noise_variance": 1.0, "initial_square": 1.0}
SHARP = partial(quadratic.sharp_loss_bound, method=STEP, t=3, **LINEAR)
RUN = grouped_bounds.Grouped(1.0, 1.0, 1.0, 4, 0.01, 1.0, 10, 5)
AT_REST = replace(RUN, gap=0.0, deviation=0.0)
BORDER = Nonconvex(1.0, 1.0, 0.5, 1.0, 0.0)
PAIR = pairs.SubExponential(1.0, 1.0)
SMOOTHED = partial(smoothed_update, np.ones(3), np.ones(3), step_size=0.1, smoothing=1.0)
BOUNDS: Table = [
    *wrong(SHARP, "must be stable", method=[methods.gradient(3.0)]),
    *wrong(SHARP, "t must be a whole number at least 0", t=[-1]),
    *wrong(SHARP, "initial square must be nonnegative", initial_square=[-1.0]),
    (lambda: quadratic.noise_level(STEP, [0.0], 1.0), "spectrum must be positive"),
    (lambda: quadratic.noise_level(STEP, [], 1.0), "spectrum must be of at least one eigenvalue"),
    (lambda: quadratic.exact_loss(STEP, [1.0], 1.0, [1.0, 2.0], 3), "errors must be of length 1"),
    *wrong(partial(replace, RUN), gap=[-1.0], smoothness=[0.0], stability=[0.0], noise=[NAN]),
    *wrong(partial(replace, RUN), groups=[0], batch=[0]),
    (lambda: grouped_bounds.descent(-1.0, 1.0, 1.0), "length"),
    (lambda: grouped_bounds.step_worth(RUN, 0.0, 10), "step size"),
    (lambda: grouped_bounds.step_worth(RUN, 1.0, 0), "iterations"),
    (lambda: grouped_bounds.balanced_step(AT_REST, 10), "gap"),
    (lambda: grouped_bounds.reach(RUN, -1.0), "worth"),
    *wrong(partial(grouped_bounds.gradient_quantile, RUN, 1.0, 10), failure=[0.0, 1.5]),
    (lambda: grouped_bounds.sgd_gradient_quantile(RUN, 2.0, 10, 0.5), "below 2/L"),
    (lambda: grouped_bounds.sgd_gradient_quantile(AT_REST, 0.1, 10, 0.5), "deviation s"),
    (lambda: Nonconvex(-1, 1, 1, 1, 0), "gap"),
    (lambda: Nonconvex(1, 1, 1, 1, 1), "tau_1"),
    (lambda: Nonconvex(1, 1, -1, 1, 0), "L_1"),
    (lambda: normalised.lasting_floor(BORDER, 0), "regulariser"),
    (lambda: normalised.smallest_gradient_bound(BORDER, 0.5, 0.01, 1.0, 1, 10), "floor"),
    (lambda: normalised.smallest_gradient_bound(BORDER, 2.0, 0.01, -1.0, 1, 10), "noise"),
    (lambda: normalised.smallest_gradient_bound(BORDER, 2.0, 100.0, 1.0, 1, 10), "floor"),
    (lambda: normalised.border_bound(BORDER, 2.0, 100.0, 1.0, 1, 10), "eta L_1 V/2"),
    (lambda: clipped.smallest_gradient_bound(BORDER, 1.0, 0.01, 1.0, 1, 10), "clipping norm"),
    (lambda: clipped.smallest_gradient_bound(BORDER, 2.0, 0.01, 1.0, 0, 10), "dimension"),
    (lambda: clipped.border_bound(BORDER, 0.0, 0.01, 1.0, 1, 10), "clipping norm"),
    (lambda: clipped.border_bound(BORDER, 0.1, 100.0, 1.0, 1, 10), "eta L_1 V/2"),
    (lambda: pairs.step_nu(2.0, 1.0), "b must be more than 2"),
    (lambda: pairs.step_nu(4.0, -1.0), r"ratio C\^2/Phi must be nonnegative"),
    (lambda: pairs.step_pair(0.0, 1.0), "noise variance must be positive"),
    (lambda: pairs.moment_pair(1.0, 1.0, 1.0, 3), "beta2 must be in"),
    (lambda: pairs.moment_pair(1.0, 1.0, 0.9, 0), "step t must be a whole number"),
    (lambda: pairs.deviation(PAIR, 1.0), "probability alpha must be in"),
    (lambda: pairs.tail(PAIR, -1.0), "delta must be nonnegative"),
    (lambda: pairs.deviation_bound(0.1, 1.0, -1.0, 0.9, 3), "clip C must be nonnegative"),
    *wrong(SMOOTHED, step_size=[0.0, -1.0, NAN], smoothing=[-1.0]),
    (lambda: smoothed.convex_smooth(1.0, 2.0, 1.0, 0.6, 10), "step size"),
    (lambda: smoothed.convex_smooth(1.0, 2.0, -1.0, 0.5, 10), "error"),
    (lambda: smoothed.convex_lipschitz(1.0, 0.0, 1.0, 0.5, 10), "Lipschitz"),
    (lambda: smoothed.convex_lipschitz(1.0, 1.0, 1.0, 0.5, 0), "iterations"),
    (lambda: smoothed.nonconvex(1.0, 1.0, 1.0, 1.1, 10), "step size"),
    (lambda: smoothed.nonconvex_step_size(0.0, 1.0, 1.0, 10), "distance or gap"),
    (lambda: smoothed.sampling_variance(1.0, 6, 5), "batch size"),
    (lambda: strongly_convex.nesterov(0.3, 1.0, 4.0, 5), "step size alpha"),
    (lambda: strongly_convex.gradient(0.5, 1.0, 4.0, 5), "step size alpha"),
    (lambda: strongly_convex.nesterov(0.1, 5.0, 4.0, 5), "smoothness L"),
    (lambda: strongly_convex.gradient(0.1, 1.0, 4.0, 0), "iterations T"),
    (lambda: strongly_convex.multistage((), 1.0, 4.0), "stages"),
    (lambda: strongly_convex.gradient(0.1, 1.0, 4.0, 2).value(1.0, [1.0]), "second moments"),
]

LAW, FAR = SecondMoment(1.0, 0.9, 3), (1.0, 0.9, 100, 1e20)
DISTRIBUTIONS: Table = [
    (lambda: SecondMoment(-1.0, 0.9, 3), "noise variance must be nonnegative and finite"),
    (lambda: SecondMoment(NAN, 0.9, 3), "noise_variance must be a number within floating point"),
    *each(SecondMoment, r"beta2 must be in \[0, 1\). Found", (1.0, 1.0, 3), (1.0, -0.1, 3)),
    (lambda: SecondMoment(1.0, 0.9, 0), "step t must be a whole number at least 1"),
    (lambda: SecondMoment(1.0, 0.9, 3, [1.0, 2.0]), "gradient must be of length t = 3"),
    *each(SecondMoment, "gradient must be at most 1e12 standard", (1e-200, 0.9, 2, 1.0), FAR),
    (lambda: SecondMoment(0.0, 0.9, 2, 1e200), "gradient must be less than 1e150"),
    *each(SecondMoment, "0 or from 1e-290 to 1e150", (1e200, 0.9, 2), (1e-300, 0.9, 2)),
    (lambda: SecondMoment(1.0, 0.9, 2, [1.0, INF]), "gradient must be finite"),
    (lambda: SecondMoment(1.0, 0.5, 2).quantile(1e-300), "p must be a level whose quantile is fou"),
    (lambda: LAW.quantile(1.0), "probability p must be in"),
    (lambda: LAW.exceedance(NAN), "x must be a number within floating point"),
    (lambda: enclosed_exceedance([F(1, 2)] * 2, [F(0)], F(1), F(1)), "means must be 2 numbers"),
    (lambda: enclosed_exceedance([F(-1)], [F(0)], F(1), F(1)), "weight must be"),
    *each(worst_symmetric, "must be", (-1.0, 1.0, 1.0), (1.0, -1.0, 1.0)),
    *each(worst_symmetric, "must be", (1.0, 1.0, 0.0), (1.0, 1.0, 1e13)),
    (lambda: Clip(0), "threshold c must be positive"),
    (lambda: Normalise(-1.0), "regulariser r must be positive"),
    (lambda: drift(Clip(1), -1, 1), "gradient s must be nonnegative"),
    (lambda: drift(Clip(1), 1, 0), "tau0 must be positive"),
    *each(drift, "tau1 must be in", (Clip(1), 1, 1, 1), (Clip(1), 1, 1, -0.1)),
    (lambda: drift(Clip(1), 1, 1, 0, 1), "alpha must be in"),
    (lambda: drift(Clip(1), NAN, 1), "gradient must be a number"),
    (lambda: Problem(Clip(1), 1, 0, 1, 0), "radius must be positive"),
]

FOUR = [Parameter(f"block {k}", 3, f"block {k}", k) for k in range(4)]
LAYOUT = Layout((Parameter("stem", 2, "stem"), *FOUR, Parameter("head", 1, "head")))


def at_the_threshold(square: F) -> object:
    return representable(Abadi(square), [[square]])


ALL = grouping.all_layer(LAYOUT, 1.0)
APART = grouping.of_coordinates([[0, 2], [1]], 1.0)
RECORDS = synthetic(6, 5, 0.1, 0)
ROWS, LOUD = np.ones((4, 3)), Perturbation(1.0, "sum", "one")
ONE, TWO = PerSample("clip", (1.0,)), PerSample("clip", (1.0, 1.0), (3, 1))
BY_ONE, BY_AUTO = partial(representable, Abadi(F(1))), partial(representable, Auto())
BATCHES = partial(batch_gradient, RECORDS, np.ones(5))
GRADIENTS: Table = [
    (lambda: grouping.Grouping(((0, 1), (1, 2)), (1.0, 1.0)), "groups must be a partition of 0..3"),
    (lambda: grouping.Grouping(((0,), (2,)), (1.0, 1.0)), "1 missing or another one twice"),
    (lambda: grouping.Grouping(((0,), ()), (1.0, 1.0)), "groups must be nonempty"),
    (lambda: grouping.Grouping((), ()), "groups must be at least one"),
    (lambda: grouping.Grouping(((0,), (1,)), (1.0,)), "R_m must be one a group, 2. Found 1"),
    (lambda: grouping.all_layer(LAYOUT, 0.0), "threshold R must be positive and finite. Found 0.0"),
    (lambda: grouping.all_layer(LAYOUT, (-1.0,)), "threshold R_m must be positive"),
    (lambda: grouping.all_layer(LAYOUT, NAN), "threshold must be a number within"),
    (lambda: grouping.uniform(LAYOUT, 3, 1.0), "M must be a divisor of the 4 blocks. Found 3"),
    (lambda: grouping.uniform(LAYOUT, 0, 1.0), "M must be a whole number at least 1. Found 0"),
    (lambda: grouping.of_parameters(LAYOUT, [["stem"]], 1.0), "groups must be a partition of stem"),
    (lambda: ALL.rule("auto"), "gamma must be given for auto"),
    (lambda: ALL.rule("auto", gamma=0.0), "gamma must be positive"),
    (lambda: ALL.rule("abadi", gamma=1.0), "gamma must be left out for abadi"),
    (lambda: ALL.rule("flat"), "clipping function must be one of abadi, auto"),
    (lambda: APART.rule("abadi").edges(3), "order must be that of the coordinates here"),
    (lambda: PerSample("clip", (1.0,), (2,), order=(1, 1)), "order must be every coordinate"),
    (lambda: PerSample("shrink", (1.0,)), "rule must be one of clip, normalise. Found shrink"),
    (lambda: PerSample("clip", (0.0,)), "bound C must be positive"),
    (lambda: PerSample("clip", (1.0, 1.0)), "bounds must be one a group, 1. Found 2"),
    (lambda: PerSample("clip", (1.0,), (0,)), "group size must be a whole number at least 1"),
    (lambda: PerSample("normalise", (1.0,), (), -1.0), "regulariser r must be nonnegative"),
    *each(PerSample, r"bounds must be a tuple \(each a number", ("clip", (NAN,)), ("clip", {1.0})),
    (lambda: mean_of_bounded(np.ones(4), ONE), "per-sample gradients must be of shape"),
    (lambda: mean_of_bounded(np.ones((0, 4)), ONE), "batch size B must be .* at least 1. Found 0"),
    (lambda: mean_of_bounded(np.ones((2, 4)), replace(ONE, sizes=(3,))), "4 coordinates together"),
    (lambda: mean_of_bounded(np.ones((2, 5)), TWO), "group sizes must be 5 coordinates together"),
    (lambda: replace(TWO, sizes=(2, 2)).edges(5), "5 coordinates togeth"),
    *each(BATCHES, "batch must be distinct records in 0..5", ([1, 1],), ([-1],)),
    *each(BATCHES, "batch must be a vector of record numbers", ([],)),
    *each(BATCHES, "batch must be", ([0.5],), ([6],), ([[1]],)),
    *each(at_the_threshold, "within the positive floats", (F(10) ** 700,), (F(10) ** -700,)),
    (lambda: bounded(np.ones(3), ONE), r"per-sample gradients must be of shape \(\.\.\., B, d\)"),
    (lambda: perturbed_mean(ROWS, ONE, LOUD, None), "standard noise must be given for a positive"),
    (lambda: perturbed_mean(ROWS, ONE, NONE, ROWS), r"standard noise must be of shape \(3,\)"),
    (lambda: perturbed_mean(ROWS, replace(TWO, sizes=(1, 1)), NONE, None), "3 coordinates togeth"),
    (lambda: Perturbation(1.0, "sum", "c"), "noise scale must be one of bound, root-of-bound"),
    (lambda: LOUD.deviation(1.0, 0), "batch size B must be a whole"),
    (lambda: add_noise(np.zeros(3), 1.0, np.zeros(2)), "noise must be of shape"),
    (lambda: add_noise(np.zeros(3), -1.0, np.zeros(3)), "noise scale must be nonnegative"),
    (lambda: Abadi(F(0)), "^the squared threshold must be > 0. Found 0.$"),
    (lambda: Auto(F(-1, 2)), "^the stability constant must be > 0. Found -1/2.$"),
    *wrong(BY_AUTO, "^there must be a sample and a group. Found none.$", blocks=[[], [[]]]),
    *wrong(BY_AUTO, r"must have the same groups. Found \[1, 2\].$", blocks=[[[1], [1, 2]]]),
    *wrong(BY_AUTO, "^a length must be >= 0. Found -2.$", blocks=[[[1, -2]]]),
    *wrong(BY_ONE, "{} .*a rational number", blocks=[[[0.5]], [["1/2"]], [[True]], [[NAN]]]),
    *wrong(BY_ONE, "{} .*a rational number", blocks=[[[None]]]),
    *wrong(Abadi, "{} must be a rational number", threshold2=[0.5, "1/2", True, None, NAN]),
]


def one_group(activations: list[int], gradients: list[int]) -> object:
    return peak(activations, gradients, [(1, 2)])


def blocked(*order: int) -> Network:
    return Network("net", tuple(Layer("a", 1, 1, 1, block) for block in order))


ENDS = partial(groups_from, layers=6)
TWO_LAYERS = partial(peak, [1, 1], [1, 1])
CUT = partial(grouping_peak, [1, 1, 1], [1, 1, 1])
UNIFORM = partial(uniform_boundaries, memory_of("vit-large"))
MEMORY: Table = [
    *wrong(ENDS, "1 and then increasing layers up to 6", boundaries=[(), (2, 3), (1, 1)]),
    *wrong(ENDS, "1 and then increasing layers up to 6", boundaries=[(1, 4, 3), (1, 7), (0, 1)]),
    *wrong(TWO_LAYERS, "each of the layers 1 to 2 once", groups=[[], [(1,)], [(1, 2), (2,)]]),
    *wrong(TWO_LAYERS, "each of the layers 1 to 2 once", groups=[[(1, 2), ()], [(1, 3)], [(0, 1)]]),
    *wrong(CUT, "increasing layers up to 3", boundaries=[(), (3,), (2, 1), (1, 1, 9), (1, 4)]),
    *(
        (partial(call, [], []), "activations must be of at least one layer. Found none.")
        for call in (one_group, layer_wise_peak, optimal_groupings)
    ),
    (lambda: one_group([1, 1], [1]), r"gradients must be one a layer \(2\). Found 1."),
    (lambda: one_group([1, -1], [1, 1]), "activations must be at least 0. Found -1."),
    (lambda: one_group([1, 1], [-2, 1]), "gradients must be at least 0. Found -2."),
    (lambda: grouping_peak([1, 1], [1], (1,)), r"gradients must be one a layer \(2\)"),
    (lambda: optimal_groupings([1, 1, 1], [1, 1]), r"gradients must be one a layer \(3\)"),
    *wrong(partial(optimal_groupings, [1] * 3, [1] * 3), "groups must .* 1 to 3", most=[0, -1, 4]),
    (lambda: equal_layers_peak(-1, 1, 2, 1), "activation must be nonnegative"),
    (lambda: equal_layers_peak(1, -1, 2, 1), "gradient must be nonnegative"),
    (lambda: equal_layers_peak(0, 0, 2, 1), "activation . gradient must be positive"),
    (lambda: equal_layers_peak(1, 1, 0, 1), "layers must be a whole number at least 1"),
    (lambda: equal_layers_peak(1, 1, 2, 3), "groups must be a whole number from 1 to 2"),
    *wrong(UNIFORM, "of 1, 2, 3, 4, 6, 8, 12, 24.", groups=[5, 7, 48, 147]),
    (lambda: uniform_boundaries(blocked(0, 0), 2), "groups must be 1 with net, which has no block"),
    (lambda: Layer("a", 0, 1, 1), "tokens of layer 'a' must be a .* at least 1. Found 0."),
    (lambda: Layer("a", 1, -1, 1), "inputs of layer 'a' must be a .* at least 0. Found -1."),
    (lambda: Layer("a", 1, 1, 2.5), "outputs must be a whole number. Found 2.5."),
    (lambda: Layer("a", 1, 1, 1, -1), "block of layer 'a' must be a .* at least 0. Found -1."),
    *each(blocked, "blocks of net must be numbered 1, 2, ", (2,), (1, 3), (1, 0, 2)),
    *each(blocked, "blocks of net must be numbered 1, 2, ", (2, 1), (1, 2, 1)),
    (lambda: Network("net", ()), "layers of net must be at least one"),
    (lambda: memory_of("vit-huge"), "model must be one of vit-small, .*Found 'vit-huge'."),
    (lambda: memory_of("vit-small", 1), "tokens must .* from 2 to 1000000000. Found 1."),
    (lambda: memory_of("roberta-base", 513), "tokens must .* from 1 to 512. Found 513."),
    (lambda: memory_of("gpt2-large", 0), "tokens must be a whole number from 1 to 1024. Found 0."),
    (lambda: memory_of("vit-small", None, 0), "classes must .* from 1 to 1000000000. Found 0."),
    (lambda: memory_of("gpt2-small", None, 2), "classes must be left out with gpt2-small"),
    (lambda: largest_batch(-1, 1), "memory must be nonnegative"),
    (lambda: largest_batch(1, 0), "peak must be positive"),
    (lambda: largest_batch(1, 1, -1), "fixed must be nonnegative"),
    (lambda: throughput(-1, 1, 1), "batch must be a whole number at least 0"),
    (lambda: throughput(2.5, 1, 1), "batch must be a whole number. Found 2.5."),
    (lambda: throughput(1, 0, 0), "start . each must be positive"),
    *wrong(
        partial(throughput, 1, start=1, each=2), "{} must be nonnegative", start=[-1], each=[-2]
    ),
    (lambda: fewest_at_full_speed([1], [1], 1), "memory must be at least 2 to hold a sample"),
]

LAYER = Parameter("a", 1, "a", 0)
LINE, TILTS = separable("well", 1), np.array([[1.0], [-1.0]])
TILTED = partial(Tilted, objective=LINE, tilts=TILTS, weights=np.zeros(2), tau0=1.0, tau1=0.0)
FEATURES = np.ones((7, 2))
CURVE = partial(
    generalised_smoothness, slope=lambda x: x, curvature=lambda x: 1 + 0 * x, L0=1, L1=0
)


def blocks(spectrum: tuple[float, ...], number: int, n: int, xi: float) -> object:
    return grouped.symmetric(spectrum, blocks=number, n=n, xi=xi, seed=0)


def of_law(law: list[float]) -> object:
    return grouped.of_blocks(np.ones(4), blocks=2, law=law, xi=1.0)


def logistic(features: object, labels: list[float], regularisation: float = 0.1) -> Logistic:
    return Logistic(np.array(features), np.array(labels), regularisation)


def labelled(labels: list[float], classes: int, words: str) -> Table:
    known = np.array(labels)
    return [
        (lambda: networks.two_layer(FEATURES, known, hidden=2, classes=classes), words),
        (lambda: Softmax(FEATURES, known, classes), words),
    ]


ONES = np.ones(2)
SPECTRUM = partial(Quadratic, minimiser=np.zeros(2))
PROBLEMS: Table = [
    (lambda: Quadratic(np.array([]), np.array([])), "spectrum must be a vector"),
    *wrong(SPECTRUM, "{} must be positive and finite", spectrum=[ONES * [1, -1], ONES * [1, INF]]),
    (lambda: Quadratic(np.ones(1), np.zeros(2)), r"minimiser must be of shape \(1,\)"),
    (lambda: Quadratic(np.ones(1), np.array([INF])), "minimiser must be finite"),
    (lambda: from_spectrum([1.0, 2.0]).value([1.0]), r"point x must be of shape \(\.\.\., 2\)"),
    (lambda: logistic([1.0], [1.0]), r"features must be of shape \(n, d\)"),
    (lambda: logistic([[1.0], [NAN]], [1.0, 1.0]), "features must be finite"),
    (lambda: logistic([[1.0], [2.0]], [1.0]), "labels must be of shape"),
    (lambda: logistic([[1.0], [2.0]], [1.0, 0.0]), "labels must be -1 or 1"),
    (lambda: logistic([[1.0], [2.0]], [1.0, -1.0], 0.0), "regularisation must be positive"),
    (lambda: l1_sensitivity(0.0), "radius must be positive"),
    (lambda: blocks((1.0, 1.0, 1.0), 2, 4, 1.0), "blocks must be a divisor of 3. Found 2"),
    (lambda: blocks((1.0, 1.0), 2, 3, 1.0), "data size N must be even. Found 3"),
    (lambda: blocks((1.0, 1.0), 2, 4, -1.0), "xi must be nonnegative"),
    (lambda: blocks((1.0, -1.0), 2, 4, 1.0), "spectrum must be positive"),
    (lambda: of_law([1.0, 1.0]), "records must be of mean 0"),
    (lambda: of_law([0.0, 0.0]), "law must be of numbers that are not all 0"),
    (lambda: of_law([NAN, 1.0]), "law must be an array of numbers"),
    *labelled([0, 1, 2, 3, 2, 1, 4], 4, "labels must be whole numbers from 0 to 3"),
    *labelled([0.5] * 7, 4, "labels must be .*whole numbers"),
    *labelled([0, 1], 4, "labels must be of shape"),
    *labelled([0] * 7, 1, "classes K must be a whole number at least 2"),
    (lambda: Layout((Parameter("a", 1, "a"), Parameter("a", 1, "b"))), "of different names"),
    (lambda: Parameter("a", 0, "a"), "size of a parameter must be a whole number at least 1"),
    (lambda: Layout((Parameter("a", 1, "a", 1),)), "blocks must be numbered 0, 1, 2"),
    (lambda: Layout((LAYER, replace(LAYER, name="b", block=2))), "blocks must be numbered 0, 1, 2"),
    (lambda: separable("quartic", 2), "profile must be one of cauchy, saturated, well, ripple"),
    (lambda: separable("well", 0), "dimension d must be a whole number at least 1. Found 0"),
    (lambda: separable("well", 2, height=0.0), "heights must be positive"),
    (lambda: separable("well", 2, width=INF), "widths must be finite"),
    (lambda: Separable(PROFILES["well"], np.ones((2, 2)), np.ones(2)), "heights must be a vec"),
    (lambda: separable("well", 2).value(np.ones(3)), r"of shape \(\.\.\., 2\)"),
    *wrong(TILTED, r"tau1 must be in \[0, 1\). Found 1.0", tau1=[1.0]),
    *wrong(TILTED, "tau0 must be nonnegative", tau0=[-1.0]),
    *wrong(TILTED, "tilts must be of length at most", tilts=[2 * TILTS, TILTS + 0.5]),
    *wrong(TILTED, "tilts must be of mean 0", tilts=[np.abs(TILTS)]),
    *wrong(TILTED, r"tilts must be of shape \(N, 1\)", tilts=[TILTS.T]),
    *wrong(TILTED, "weights must be of mean 0", weights=[np.ones(2)]),
    *wrong(TILTED, "weights must be in", weights=[np.array([2, -2])]),
    (lambda: one_sided(LINE, 3, ahead=3, tau0=1.0), "records ahead must be a whole number"),
    (lambda: one_sided(LINE, 3, ahead=1, tau0=1.0, direction=[0]), "length of the direction"),
    (lambda: with_outliers(3, 2, loss="well", seed=0), "loss must be one of cauchy, saturated"),
    (lambda: with_outliers(3, 2, share=2.0, seed=0), r"share of outliers must be in \[0, 1\]"),
    (lambda: with_outliers(4, 2, seed=0).value(np.ones(3)), r"point x must be of shape"),
    *wrong(CURVE, "{} must be (nonnegative|a number. Found nan.)", L0=[-1], L1=[NAN]),
    *wrong(CURVE, "interval must be of increasing", interval=[(1, 1)]),
    *wrong(CURVE, "number of boxes must be a whole num", most_boxes=[0]),
    *each(gap_at, "must be", (-1.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, -1.0)),
    *each(steepest, "must be", (-1.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, -1.0)),
]


def path(**given: Any) -> list[object]:
    return list(smoothing.second_moment_path(**given))


PATH = partial(
    path, hessian=np.eye(2), smoothing=1.0, step_size=0.1, noise_covariance=1.0, error=np.ones(2),
    steps=2,
)  # fmt: skip


SMOOTHING: Table = [
    (lambda: smoothing.matrix(0, 1.0), "dimension d must be a whole number at least 1. Found"),
    (lambda: smoothing.gamma(2.5, 1.0), "dimension must be a whole number. Found 2.5."),
    (lambda: smoothing.spectrum(3, -0.1), "smoothing must be nonnegative and finite. Found"),
    (lambda: smoothing.beta(3, NAN), "smoothing must be a number. Found nan."),
    (lambda: smoothing.solve([1.0], -1.0), "smoothing must be nonnegative"),
    (lambda: smoothing.solve_recursive([1.0], -1.0), "smoothing must be nonnegative"),
    (lambda: smoothing.solve_recursive([], 1.0), "vector must be of shape"),
    (lambda: smoothing.solve(1.0, 1.0), "vector must be of shape"),
    (lambda: operator.eigenvalue(1, 5, F(1)), "eigenvalue must be rational"),
    (lambda: shares.coefficient(1, 1.0, 3), "power must be 1 or 2. Found 3."),
    (lambda: shares.root(F(1)), "sqrt of a rational must be rational"),
    *wrong(PATH, "Hessian must be a symmetric", hessian=[[[1.0, 2.0]], [[1.0, 2.0], [0.0, 1.0]]]),
    *wrong(PATH, "smoothing must be nonnegative", smoothing=[-1.0]),
    *wrong(PATH, "step size must be one number or 2", step_size=[[0.1]]),
    *wrong(PATH, "step size must be positive", step_size=[0.0]),
    *wrong(PATH, "noise variance must be nonnegative", noise_covariance=[-1.0]),
    *wrong(PATH, "noise covariance must be", noise_covariance=[np.eye(3)]),
    *wrong(PATH, "error must be of shape", error=[np.ones(3)]),
    *wrong(PATH, "steps must be a whole number", steps=[-1]),
]

TUNED = partial(replace, Task(0.02, 5.0, 20, 10**5, 10**5, 40.0, 30.0, 10.0, 1.0))
DATA = Nonconvex(1.0, 1.0, 0.5, 0.5, 0.2)
HARD = NonconvexProblem(DATA, dimension=5, n=10**5, eps=1.0, delta=1e-6, limit=3000)
TUNING: Table = [
    *wrong(TUNED, mu=[0.0], smoothness=[4e-3], dimension=[0], sensitivity=[0.0], gap=[0.0]),
    *wrong(TUNED, eps=[0.0], delta=[1.0], limit=[0]),
    *wrong(TUNED, "batch size", m=[10**6]),
    *wrong(TUNED, "data size", n=[0]),
    *wrong(TUNED, "L2", sensitivity_l2=[41.0]),
    (lambda: replace(HARD, constants=replace(DATA, gap=0.0)), "gap D_f must be positive"),
    (lambda: replace(HARD, constants=replace(DATA, l0=0.0)), "smoothness L_0 must be positive"),
    *wrong(partial(replace, HARD), "{}.* must be a whole number", n=[0], dimension=[0], limit=[0]),
    *wrong(partial(replace, HARD), r"{}.* must be (positive|in \(0, 1\))", eps=[0.0], delta=[0.0]),
]

HEAVY, X0, FIVE = methods.heavy_ball(0.1, 0.5), np.ones(3), np.ones(5)


def rate_of(*given: Any) -> object:
    return rate(Method(*given), 1, 10)


LYAPUNOV: Table = [
    *each(rate_of, "must be", *(("heavy-ball", alpha, 0.1, 0.0) for alpha in (NAN, INF, "0.1", 0))),
    *each(rate_of, "must be", *(("heavy-ball", 0.1, beta, 0.0) for beta in (1, -0.1))),
    *each(rate_of, "must be", ("momentum", 0.1, 0.1, -1), ("nesterov", 0.1, 0.1, 0.2)),
    *each(rate_of, "must be", ("unknown", 0.1, 0.1, 0.0), ("gradient", 0.1, 0.1, 0.0)),
    *wrong(partial(rate, HEAVY, smoothness=10), "must be", mu=[0, 11, NAN]),
    *wrong(partial(rate, HEAVY, mu=1), "must be", smoothness=["10"]),
    *wrong(partial(rate_map, [0.1], [0.5], 1, 10), "method must be one of", method=["adam"]),
    *wrong(partial(rate_map, [0.1], [0.5], 1, 10), jobs=[0]),
    (lambda: rate_map([0.1], [1.5], 1, 10), r"momentum beta must be in \[0, 1\)"),
    (lambda: infeasibility(F(1), F(1), F(1), F(10)), "must be"),
    (lambda: heavy_ball_feasible(F(1), F(0), F(2), F(1)), "must be"),
    (lambda: quadratic_noise_gain(methods.heavy_ball(1.0, 0.1), 1.0, 10.0), "stable"),
]

METHODS = (adam.Adam(0.1), delayed.DelayedRMSProp(0.1, 0.1, 3), sgdm.Sgdm(0.1))
ADAM, DELAYED, SGDM = (partial(replace, method) for method in METHODS)
CLIPPED = private.clipped_sgd(0.1, 1.0)
FLOOR = partial(noise_floor, noise_variance=1.0, beta1=0.9, step=1)
STAGES = partial(stages, iterations=10, mu=1.0, smoothness=20.0)
NSGD = partial(private.dp_nsgd, eta=0.1, r=1.0, on="sum", multiplier=1.0)
OPTIMIZERS: Table = [
    *wrong(ADAM, "{}.* must be positive", alpha=[0.0], floor=[0.0]),
    *wrong(ADAM, r"{} must be in \[0, 1\). Found", beta1=[1.0], beta2=[-0.1]),
    *wrong(ADAM, "{}.* must be nonnegative", gamma=[-1.0], noise_variance=[-1.0], bias=[-1.0]),
    (lambda: ADAM(noise_variance=1.0, bias=1.0), "added bias b must be 0 in the"),
    (lambda: adam.direction(METHODS[0], adam.init(X0)), "number of steps must be at least 1"),
    (lambda: adam.update(METHODS[0], adam.init(X0), [X0] * 2), r".* broadcasts to \(3,\)"),
    *wrong(SGDM, "{}.* must be positive", alpha=[0.0], noise_variance=[0.0]),
    *wrong(SGDM, r"momentum beta must be in \[0, 1\). Found 1.0", beta=[1.0]),
    (lambda: sgdm.factor(METHODS[2], 0), "step t must be a whole number at least 1. Found 0"),
    *wrong(DELAYED, "(step size of SGD|{}) must be positive", sgd_alpha=[0.0], gamma=[0.0]),
    *wrong(DELAYED, "delay s must be a whole number at least 1", delay=[0]),
    *wrong(DELAYED, r"beta must be in \[0, 1\)", beta=[1.0]),
    *wrong(FLOOR, "noise variance Phi must be nonnegative", noise_variance=[-1.0]),
    *wrong(FLOOR, r"decay beta must be in \[0, 1\)", beta1=[1.0]),
    *wrong(FLOOR, "{}.* must be (a whole number at least 1|positive)", step=[0], share=[0.0]),
    *wrong(STAGES, "first stage", first=[0]),
    *wrong(STAGES, iterations=[0], smoothness=[0.5], p=[0], scale=[0.0]),
    (lambda: momentum.schedule([HEAVY], 2), "method must be one method or a sequence of 2"),
    (lambda: private.normalised_sgd(0.1, 0.0), "regulariser r must be positive and finite"),
    (lambda: private.normalised_adam(METHODS[0], 0.0), "regulariser r must be positive"),
    *wrong(NSGD, "regulariser r must be positive", r=[-1.0]),
    *wrong(NSGD, "noise multiplier must be nonneg", multiplier=[-1.0]),
    *wrong(NSGD, "noise on must be one of sum, mean", on=["each"]),
    *wrong(partial(private.clipped_sgd, 0.1), "clipping threshold c must be pos", c=[0.0, -2.0]),
    (lambda: private.clipped_sgd(0.0, 1.0), "step size alpha must be positive"),
    (lambda: private.update(CLIPPED, adam.init(X0), ROWS), "state must be that of the base"),
    (lambda: private.update(CLIPPED, sgdm.init(X0), ROWS, step_size=-1.0), "step size must be non"),
]

QUADRATIC = from_spectrum([1.0, 2.0, 3.0])
GAUSS = partial(
    simulate, problem=QUADRATIC, method=HEAVY, noise=Noise("laplace", 1.0), x0=X0, steps=5, runs=1,
    seed=0,
)  # fmt: skip
PART = GAUSS(runs=10)
RESUMED = Execution(resume=PART)
SUMS = tilted(separable("ripple", 3), 12, tau0=0.5, tau1=0.2, seed=0)
DESCEND = partial(descend, problem=SUMS, method=CLIPPED, x0=X0, steps=5, runs=1, seed=0)
BLOCKS = grouped.symmetric(np.ones(4), blocks=2, n=6, xi=0.5, seed=1)
AUTO = grouping.all_layer(BLOCKS.layout, 1.0).rule("auto", gamma=0.1)
HALVES = grouping.of_coordinates([[0, 2], [1, 3]], 1.0).rule("abadi")
PRIVATE = private.dp_grouped(sgdm.Sgdm(0.3, 0.0), AUTO, multiplier=0.7, on="sum")
WALK = partial(
    descend_in_groups, problem=BLOCKS, method=PRIVATE, x0=np.ones(4), steps=2, batch_size=2,
    runs=2, seed=0,
)  # fmt: skip
DRAWS = partial(draws, "uniform", seed=0, runs=[0], iterations=[0], dimension=1)
MOMENTS = partial(
    moments.second_moments, method=HEAVY, curvature=1.0, noise_variance=1.0,
    initial=moments.point_start(1.0), steps=3,
)  # fmt: skip
LOSS = partial(moments.expected_loss, QUADRATIC, method=HEAVY, noise_variance=1.0, x0=X0, steps=500)
STATIONARY = partial(
    moments.heavy_ball_stationary_variance, alpha=0.1, beta=0.1, curvature=1.0, noise_variance=1.0
)
FOLD = partial(fold_blocks, empty(np.arange(2)))
SIMULATION: Table = [
    *wrong(GAUSS, "noise law must be one of laplace, gaussian", noise=[Noise("cauchy", 1.0)]),
    *wrong(GAUSS, "noise scale must be nonnegative", noise=[Noise("laplace", -1.0)]),
    *wrong(GAUSS, "scale must be one number or 5 numbers", noise=[Noise("laplace", (1.0, 2.0))]),
    *wrong(GAUSS, "runs must be a whole number at least 1", runs=[0]),
    *wrong(GAUSS, r"record must be increasing iterations in 0\.\.5", record=[[3, 3]]),
    *wrong(GAUSS, "first iterate must be of shape", x0=[np.zeros(2)]),
    *wrong(GAUSS, "batch size m must be None", batch_size=[3]),
    *wrong(GAUSS, "method must be one method or a sequence of 5", method=[[HEAVY]]),
    *wrong(GAUSS, "to resume must be a multiple of 64", execution=[RESUMED]),
    *wrong(Execution, "precision must be float64 or float32", precision=["half"]),
    (lambda: GAUSS(steps=4, execution=RESUMED), "iterations to resume must be"),
    (lambda: GAUSS(problem=RECORDS, x0=FIVE, batch_size=7), "batch size m must be .* from 1 to 6"),
    (lambda: PART.kept_losses, "keep_losses must be True"),
    *wrong(DESCEND, "batch size B must be a whole number from 1 to 12. Found", batch_size=[13, 0]),
    *wrong(DESCEND, "must be a whole number at least 1", steps=[0], runs=[0]),
    *wrong(DESCEND, "seed must be a whole number", seed=[-1]),
    *wrong(DESCEND, r"first iterate must be of shape \(3,\)", x0=[[1.0]]),
    *wrong(DESCEND, r"record must be increasing iterations in 0\.\.5", record=[[4, 4], [6]]),
    *wrong(DESCEND, "step sizes must be one number or 5 numbers", step_sizes=[[0.1]]),
    *wrong(DESCEND, "step sizes must be nonnegative", step_sizes=[-0.1]),
    *wrong(DESCEND, "base method must be SGD", method=[private.clipped_adam(METHODS[0], 1.0)]),
    *wrong(WALK, "{}.* must be a whole number at least 1. Found 0", batch_size=[0], steps=[0]),
    *wrong(WALK, r"record must be increasing iterations in 0\.\.2", record=[[2, 1]]),
    *wrong(WALK, "first iterate must be of shape", x0=[X0]),
    *wrong(WALK, "base method must be SGD without", method=[replace(PRIVATE, base=METHODS[0])]),
    *wrong(WALK, "order must be that of the coord", method=[replace(PRIVATE, rule=HALVES)]),
    (lambda: draws("cauchy", **DRAWS.keywords), "law must be one of uniform, laplace, gaussian"),
    *wrong(DRAWS, "(seed|run) must be a whole number from 0", seed=[-1], runs=[[-1]]),
    (lambda: batches(seed=0, runs=[0], iterations=[0], n=4, m=5), "batch size m must be .* 1 to 4"),
    *wrong(FOLD, r"of shape \(runs, 2\)", blocks=[[np.ones(4)], [np.ones((4, 3))]]),
    *wrong(FOLD, r"of shape \(runs, 2\)", blocks=[[np.ones((0, 2))], [np.ones((2, 4, 2))]]),
    (lambda: in_threads(str, [1], 0), r"jobs must be .*\. Found 0\."),
    (lambda: moments.stationary_covariance(methods.gradient(F(4)), F(1), F(1)), "must be stable"),
    *wrong(STATIONARY, "momentum beta must be in", beta=[1.2]),
    *wrong(STATIONARY, "step size alpha must be below", alpha=[5.0]),
    (lambda: moments.heavy_ball_rate(0.1, 0.5, 2.0, 1.0), "smoothness L must be at least mu"),
    *wrong(MOMENTS, "noise variance must be nonnegative", noise_variance=[-1.0]),
    *wrong(MOMENTS, "method must be one method or a sequence of 3", method=[[HEAVY]]),
    *wrong(MOMENTS, "steps must be a whole number at least 0", steps=[-1]),
    *wrong(LOSS, "noise variance must be of shape", noise_variance=[np.ones((3, 4))]),
    *wrong(LOSS, "first iterate must be of shape", x0=[[1.0]]),
    *wrong(LOSS, "second moments must be within the range", method=[methods.gradient(100.0)]),
    (
        lambda: moments.spectral_radius(methods.heavy_ball(F(1, 20), F(1, 3)), F(1)),
        "sqrt of a rational must be rational",
    ),
]

RELEASE = partial(Release, clip=1.0, noise_multiplier=1.0, batch=1)
LANE = partial(Lane, rule=CLIP, parameter=1.0, rate=1.0)
EXPERIMENTS: Table = [
    *wrong(RELEASE, "clipping bound C must be positive", clip=[0.0, -INF]),
    *wrong(RELEASE, "noise multiplier sigma must be nonnegative", noise_multiplier=[-1.0]),
    *wrong(RELEASE, "expected batch B must be a whole number at least 1", batch=[0]),
    *wrong(RELEASE, "noise multiplier must be 0 without clipping", clip=[INF]),
    (lambda: Lane("cut", 1.0, 1.0), "rule must be clip or normalise"),
    *wrong(LANE, "must be", parameter=[0.0], rate=[-1.0]),
    (lambda: Plan(1, 1, -1.0, (1,)), "noise multiplier"),
    (lambda: train((LANE(),), Plan(1, 8, 0.0, (1,)), 0, "digits", look="up"), "look must be"),
    *wrong(partial(GroupedLane, rate=1.0), "groups must be num", groups=[(), (1, 1), (0, 2)]),
]

TABLES = {
    "privacy": PRIVACY,
    "allocation": ALLOCATION,
    "bounds": BOUNDS,
    "distributions": DISTRIBUTIONS,
    "gradients": GRADIENTS,
    "memory": MEMORY,
    "problems": PROBLEMS,
    "smoothing": SMOOTHING,
    "tuning": TUNING,
    "lyapunov": LYAPUNOV,
    "optimizers": OPTIMIZERS,
    "simulation": SIMULATION,
    "experiments": EXPERIMENTS,
}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        pytest.param(call, words, id=f"{package}: {words}")
        for package, table in TABLES.items()
        for call, words in table
    ],
)
def test_a_call_is_refused_in_one_line_that_names_the_argument(call, words):
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert re.fullmatch(r".* must (be|have|hold|divide) .*Found .*", str(refused.value))
    assert len(str(refused.value)) < 400

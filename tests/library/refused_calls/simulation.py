"""What dptheory.simulation does not accept: words of the refusal, and the calls."""

from dataclasses import replace
from fractions import Fraction as F
from functools import partial
from typing import Any

import numpy as np

from dptheory import methods
from dptheory.gradients import grouping
from dptheory.optimizers import adam, private, sgdm
from dptheory.problems.grouped import symmetric
from dptheory.problems.logistic import synthetic
from dptheory.problems.nonconvex import separable, tilted
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation import Execution, Noise, grouped, moments, nonconvex, simulate
from dptheory.simulation.statistics import empty, fold_blocks
from dptheory.simulation.streams import batches, draws
from dptheory.simulation.workers import in_threads

HEAVY = methods.heavy_ball(0.1, 0.5)
X0 = np.ones(3)
QUADRATIC = from_spectrum([1.0, 2.0, 3.0])
LAPLACE: dict[str, Any] = {"noise": Noise("laplace", 1.0), "iterations": 5, "runs": 1, "seed": 0}
RUN = partial(simulate, problem=QUADRATIC, method=HEAVY, x0=X0, **LAPLACE)
PART = RUN(runs=10)
SUMS = tilted(separable("ripple", 3), 12, tau0=0.5, tau1=0.2, seed=0)
CLIPPED = private.dp_sgd(0.1, 1.0, noise_multiplier=0.0, on="sum", unit="bound")
DESCEND = partial(
    nonconvex.descend, problem=SUMS, method=CLIPPED, x0=X0, iterations=5, runs=1, seed=0
)
BLOCKS = symmetric(np.ones(4), groups=2, n=6, deviation=0.5, seed=1)
AUTO = grouping.uniform(BLOCKS.layout, 1, 1.0).rule("auto", regulariser=0.1)
HALVES = grouping.of_coordinates([[0, 2], [1, 3]], 1.0).rule("abadi")
PRIVATE = private.dp_grouped(sgdm.Sgdm(0.3, 0.0), AUTO, noise_multiplier=0.7, on="sum")
SHORT: dict[str, Any] = {"iterations": 2, "batch_size": 2, "runs": 2, "seed": 0}
WALK = partial(grouped.descend_in_groups, problem=BLOCKS, method=PRIVATE, x0=np.ones(4), **SHORT)
DRAWS = partial(draws, seed=0, runs=[0], iterations=[0], dimension=1)
AT_ONE: dict[str, Any] = {
    "curvature": 1.0,
    "noise_variance": 1.0,
    "initial": moments.point_start(1.0),
}
MOMENTS = partial(moments.second_moments, method=HEAVY, iterations=3, **AT_ONE)
LOSS = partial(
    moments.expected_loss, QUADRATIC, method=HEAVY, noise_variance=1.0, x0=X0, iterations=500
)
LASTING: dict[str, Any] = {"alpha": 0.1, "beta": 0.1, "curvature": 1.0, "noise_variance": 1.0}
STATIONARY = partial(moments.heavy_ball_stationary_variance, **LASTING)
FOLD = partial(fold_blocks, empty(np.arange(2)))

REFUSED = {
    "noise law must be one of laplace, gaussian. Found cauchy.":
        [lambda: RUN(noise=Noise("cauchy", 1.0))],
    "noise scale must be nonnegative and finite. Found -1.0.":
        [lambda: RUN(noise=Noise("laplace", -1.0))],
    "noise scale must be one number or 5 numbers. Found shape (2,).":
        [lambda: RUN(noise=Noise("laplace", (1.0, 2.0)))],
    "runs must be a whole number at least 1. Found 0.":
        [lambda: RUN(runs=0), lambda: DESCEND(runs=0)],
    "record must be increasing iterations in 0..5. Found [3, 3].": [lambda: RUN(record=[3, 3])],
    "first iterate must be of shape (3,). Found shape (2,).": [lambda: RUN(x0=np.zeros(2))],
    "batch size m must be None without records. Found 3 for a quadratic.":
        [lambda: RUN(batch_size=3)],
    "method must be one method or a sequence of 5. Found a sequence of 1.":
        [lambda: RUN(method=[HEAVY])],
    "precision must be float64 or float32. Found half.": [lambda: Execution(precision="half")],
    "batch size m must be a whole number from 1 to 6. Found 7.":
        [lambda: RUN(problem=synthetic(6, 5, 0.1, 0), x0=np.ones(5), batch_size=7)],
    "keep_losses must be True for the losses of the runs. Found False.": [lambda: PART.kept_losses],
    "batch size B must be a whole number from 1 to 12. Found 13.": [lambda: DESCEND(batch_size=13)],
    "batch size B must be a whole number from 1 to 12. Found 0.": [lambda: DESCEND(batch_size=0)],
    "iterations must be a whole number at least 1. Found 0.":
        [lambda: DESCEND(iterations=0), lambda: WALK(iterations=0)],
    "seed must be a whole number from 0 to 4611686018427387903. Found -1.":
        [lambda: DESCEND(seed=-1), lambda: DRAWS("uniform", seed=-1)],
    "first iterate must be of shape (3,). Found shape (1,).":
        [lambda: DESCEND(x0=[1.0]), lambda: LOSS(x0=[1.0])],
    "record must be increasing iterations in 0..5. Found [4, 4].": [lambda: DESCEND(record=[4, 4])],
    "record must be increasing iterations in 0..5. Found [6].": [lambda: DESCEND(record=[6])],
    "step sizes must be one number or 5 numbers. Found shape (1,).":
        [lambda: DESCEND(step_sizes=[0.1])],
    "step sizes must be nonnegative and finite. Found -0.1.": [lambda: DESCEND(step_sizes=-0.1)],
    "optimizer must be SGD without momentum in the compiled runs.":
        [lambda: DESCEND(method=replace(CLIPPED, optimizer=adam.Adam(0.1))),
         lambda: WALK(method=replace(PRIVATE, optimizer=adam.Adam(0.1)))],
    "batch size B must be a whole number at least 1. Found 0.": [lambda: WALK(batch_size=0)],
    "iterations T times (B d + 100) must be at most 5000000000. Found 8000000200.":
        [lambda: WALK(batch_size=10**9)],
    "iterations T times (B d + 100) must be at most 5000000000. Found 108000000000000000000.":
        [lambda: WALK(iterations=10**18)],
    "runs must be at most 23148148 in a call (further ones by first_run). Found 1000000000.":
        [lambda: WALK(runs=10**9)],
    "first run must be a whole number from 0 to 2305843009213693952. Found -1.":
        [lambda: WALK(first_run=-1)],
    "runs must be at most 7352941 in a call (further ones by first_run). Found 1000000000.":
        [lambda: DESCEND(runs=10**9)],
    "record must be increasing iterations in 0..2. Found [2, 1].": [lambda: WALK(record=[2, 1])],
    "first iterate must be of shape (4,). Found shape (3,).": [lambda: WALK(x0=X0)],
    "order must be that of the coordinates here. Found (0, 2, 1, 3).":
        [lambda: WALK(method=replace(PRIVATE, rule=HALVES))],
    "law must be one of uniform, laplace, gaussian. Found cauchy.": [lambda: DRAWS("cauchy")],
    "run must be a whole number from 0 to 4611686018427387903. Found -1.":
        [lambda: DRAWS("uniform", runs=[-1])],
    "batch size m must be a whole number from 1 to 4. Found 5.":
        [lambda: batches(seed=0, runs=[0], iterations=[0], n=4, batch_size=5)],
    "block of losses must be of shape (runs, 2). Found shape (4,).":
        [lambda: FOLD(blocks=[np.ones(4)])],
    "block of losses must be of shape (runs, 2). Found shape (4, 3).":
        [lambda: FOLD(blocks=[np.ones((4, 3))])],
    "block of losses must be of shape (runs, 2). Found shape (0, 2).":
        [lambda: FOLD(blocks=[np.ones((0, 2))])],
    "block of losses must be of shape (runs, 2). Found shape (2, 4, 2).":
        [lambda: FOLD(blocks=[np.ones((2, 4, 2))])],
    "jobs must be a whole number at least 1. Found 0.": [lambda: in_threads(str, [1], 0)],
    "closed loop must be stable.":
        [lambda: moments.stationary_covariance(methods.gradient(F(4)), F(1), F(1))],
    "momentum beta must be in [0, 1). Found 1.2.": [lambda: STATIONARY(beta=1.2)],
    "step size alpha must be below 2(1 + beta)/curvature. Found 5.0.":
        [lambda: STATIONARY(alpha=5.0)],
    "smoothness L must be at least mu. Found 1.0.":
        [lambda: moments.heavy_ball_rate(0.1, 0.5, 2.0, 1.0)],
    "noise variance must be nonnegative and finite. Found -1.0.":
        [lambda: MOMENTS(noise_variance=-1.0)],
    "method must be one method or a sequence of 3. Found a sequence of 1.":
        [lambda: MOMENTS(method=[HEAVY])],
    "iterations must be a whole number from 0 to 10000000. Found -1.":
        [lambda: MOMENTS(iterations=-1)],
    "noise variance must be of shape ((), (500,), (500, 3)). Found (3, 4).":
        [lambda: LOSS(noise_variance=np.ones((3, 4)))],
    "second moments must be within the range of their numbers. Found nan.":
        [lambda: LOSS(method=methods.gradient(100.0))],
    "sqrt of a rational must be rational. Found sqrt(1129/3600).":
        [lambda: moments.spectral_radius(methods.heavy_ball(F(1, 20), F(1, 3)), F(1))],
}  # fmt: skip

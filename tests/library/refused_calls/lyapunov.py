"""What dptheory.lyapunov does not accept: words of the refusal, and the calls."""

from fractions import Fraction as F
from math import inf, nan
from typing import Any

import numpy as np

from dptheory import Method, methods
from dptheory.lyapunov import heavy_ball_feasible, noise_floor, quadratic_noise_gain, rate, rate_map
from dptheory.lyapunov.certificates import rounded_up
from dptheory.lyapunov.criterion import infeasibility
from dptheory.lyapunov.full_exact import ratio
from dptheory.lyapunov.interpolation import Scaled
from dptheory.lyapunov.results import root_up
from dptheory.lyapunov.runs import Runs, Start
from dptheory.lyapunov.sdp import part

HEAVY = methods.heavy_ball(0.1, 0.5)
at = Scaled(0.1, ((0.5,),), (-1.0,), (0.0,))


def rate_of(*method: Any) -> Any:
    return rate(Method(*method), 1, 10)


REFUSED = {
    "alpha must be a number. Found nan.": [lambda: rate_of("heavy-ball", nan, 0.1, 0.0)],
    "step size alpha must be finite. Found inf.": [lambda: rate_of("heavy-ball", inf, 0.1, 0.0)],
    "alpha must be a number. Found fast.": [lambda: rate_of("heavy-ball", "fast", 0.1, 0.0)],
    "step size alpha must be positive and finite. Found 0.":
        [lambda: rate_of("heavy-ball", 0, 0.1, 0.0)],
    "momentum beta must be in [0, 1). Found 1.":
        [lambda: rate_of("heavy-ball", 0.1, 1, 0.0),
         lambda: infeasibility(F(1), F(1), F(1), F(10))],
    "momentum beta must be in [0, 1). Found -0.1.": [lambda: rate_of("heavy-ball", 0.1, -0.1, 0.0)],
    "extrapolation eta must be nonnegative and finite. Found -1.":
        [lambda: rate_of("momentum", 0.1, 0.1, -1)],
    "eta must equal beta with nesterov. Found 0.2 with beta = 0.1.":
        [lambda: rate_of("nesterov", 0.1, 0.1, 0.2)],
    "step size alpha must be positive and finite. Found -0.1.":
        [lambda: rate_of("momentum", -0.1, 0.1, 0)],
    "strong convexity mu must be positive and finite. Found -1.1.":
        [lambda: rate(HEAVY, mu=-1.1, smoothness=10)],
    "method must be one of gradient, heavy-ball, nesterov, triple-momentum, momentum.":
        [lambda: rate_of("unknown", 0.1, 0.1, 0.0)],
    "momentum beta must be 0 with gradient. Found 0.1.":
        [lambda: rate_of("gradient", 0.1, 0.1, 0.0)],
    "strong convexity mu must be positive and finite. Found 0.":
        [lambda: rate(HEAVY, smoothness=10, mu=0)],
    "smoothness L must be at least mu = 11. Found 10.": [lambda: rate(HEAVY, smoothness=10, mu=11)],
    "mu must be a number. Found nan.": [lambda: rate(HEAVY, smoothness=10, mu=nan)],
    "smoothness must be a number. Found ten.": [lambda: rate(HEAVY, mu=1, smoothness="ten")],
    "method must be one of gradient, heavy-ball, nesterov. Found adam.":
        [lambda: rate_map([0.1], [0.5], 1, 10, method="adam")],
    "jobs must be a whole number at least 1. Found 0.":
        [lambda: rate_map([0.1], [0.5], 1, 10, jobs=0)],
    "momentum beta must be in [0, 1). Found 1.5.": [lambda: rate_map([0.1], [1.5], 1, 10)],
    "smoothness L must be at least mu = 2. Found 1.":
        [lambda: heavy_ball_feasible(F(1), F(0), F(2), F(1))],
    "method must be stable. Found Method(name='heavy-ball', alpha=1.0, beta=0.1, extrapolation=0":
        [lambda: quadratic_noise_gain(methods.heavy_ball(1.0, 0.1), 1.0, 10.0)],
    "x must be a rational number or a float. Found": [lambda: ratio(np.ones(2))],
    "block must be one of decrease, lower, start. Found sum.": [lambda: part(at.names, "sum")],
    "measure must be value, distance or gradient. Found values.":
        [lambda: noise_floor(HEAVY, 1, 10, measure="values")],
    "digits must be a whole number from 1 to 100. Found": [lambda: rounded_up(F(1), -10**80)],
    "square must be in [0, 1]. Found": [lambda: root_up(F(10)**80)],
    "source must be from 0 to 1. Found -1":
        [lambda: Runs(at, Start.VALUE, (1.0, 0.0)).quadratics(-10**80)],
}  # fmt: skip
